"""Let many engines play one another, and rate them.

examples:
  ninefold tournament casual keen skilled --nodes 2000 --games 40
  ninefold tournament full:nodes=1000 greedy random mcts:nodes=1000 --mode battle --concurrency 2
  ninefold tournament python:my_bot:choose beginner casual keen --gauntlet --out my-bot
  ninefold tournament --resume --out my-bot --plot my-bot.svg

ENGINE is as in `ninefold match`. Everybody meets everybody, or with --gauntlet the first meets all
others. Every opening is played twice with sides swapped, and all play from the same ones. With
--out every game is written as it ends: after Ctrl-C the same command goes on.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from ninefold.arena.players import find_player
from ninefold.arena.plots import plot_tournament
from ninefold.arena.tournament import Pairing, Table, Tournament
from ninefold.arena.tournament_folder import TournamentFolder
from ninefold.commands.contest import (
    INTERRUPTED,
    ended_like_ctrl_c,
    make_openings,
    parse_clock,
    read_openings,
)
from ninefold.commands.files import write_output
from ninefold.commands.options import MODE_HELP, add_tie_break
from ninefold.commands.progress import Progress
from ninefold.engine.limit import Limit
from ninefold.rules.errors import BadSyntax
from ninefold.rules.variants import find_variant, format_variant

__all__ = ["add_arguments", "run"]

#: What decides the results where nobody says anything else.
_DEFAULTS: Final[Mapping[str, Any]] = MappingProxyType(
    {
        "engines": [],
        "gauntlet": False,
        "mode": "modern",
        "games": 20,
        "limit": {"time": 0.1},
        "margin": 1.0,
        "seed": 1,
        "openings": None,
    }
)

_Games = dict[Pairing, Any]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `ninefold tournament` takes."""
    add, usual = parser.add_argument, _DEFAULTS
    add("engines", metavar="ENGINE", nargs="*", help="those who play, two or more")
    text = "the first meets all others, who do not meet one another"
    add("--gauntlet", action="store_true", default=None, help=text)
    add("--mode", metavar="MODE", help=f"{MODE_HELP} ({usual['mode']})")
    add_tie_break(parser)
    add("--games", type=int, metavar="N", help=f"for each pairing, even ({usual['games']})")
    add("--time", type=float, metavar="S", help=f"seconds a move ({usual['limit']['time']})")
    add("--nodes", type=int, metavar="N", help="positions looked at a move")
    add("--depth", type=int, metavar="N", help="moves looked ahead")
    add("--clock", metavar="SECONDS[+INCREMENT]", help="for the whole game, such as 10+0.1")
    add("--margin", type=float, metavar="S", help=f"seconds late allowed ({usual['margin']})")
    add("--concurrency", type=int, default=1, metavar="N", help="games at a time (%(default)s)")
    add("--openings", type=Path, metavar="FILE", help="a line of moves for each opening")
    add("--seed", type=int, metavar="N", help=f"of the openings made ({usual['seed']})")
    add("--out", type=Path, metavar="DIR", help="write the games there, and go on from there")
    add("--resume", action="store_true", help="go on with the tournament in --out")
    add("--plot", metavar="FILE", help="draw the ratings as SVG")
    add("--quiet", action="store_true", help="no progress bar")
    add("--json", action="store_true", help="print the result as one JSON object")


def run(arguments: argparse.Namespace) -> int:
    """Play, and print the table."""
    folder = None if arguments.out is None else TournamentFolder(arguments.out)
    settings = _settings(arguments, folder)
    tournament = _tournament(settings, arguments.concurrency)
    with nullcontext() if folder is None else folder.alone():
        tournament = _with_openings(tournament, settings, folder, quiet=arguments.quiet)
        table, interrupted = _play(tournament, folder, quiet=arguments.quiet)
    print(json.dumps(table.as_dict(), indent=2) if arguments.json else table)
    if arguments.plot is not None:
        write_output(arguments.plot, plot_tournament(table).encode())
    if interrupted:
        again = "the same command goes on" if folder else "--out DIR would have kept the games"
        print(f"ninefold tournament: interrupted: {again}", file=sys.stderr)
        return INTERRUPTED
    return 0


def _settings(arguments: argparse.Namespace, folder: TournamentFolder | None) -> dict[str, Any]:
    """What was asked for, or what is in the folder, if they are the same tournament."""
    if arguments.resume:
        if folder is None or arguments.engines:
            raise BadSyntax("--resume takes the tournament from --out DIR and no engines")
        return _written(folder)
    asked: dict[str, Any] = {name: getattr(arguments, name, None) for name in _DEFAULTS}
    asked["engines"] = arguments.engines or None
    asked["limit"] = _limit(arguments) or None
    asked["openings"] = None if arguments.openings is None else str(arguments.openings)
    settings = {name: _DEFAULTS[name] if asked[name] is None else asked[name] for name in _DEFAULTS}
    variant = find_variant(settings["mode"], tie_break=arguments.tie_break)
    settings["mode"] = format_variant(variant)
    if folder is not None and folder.begun:
        changed = [name for name, value in _written(folder).items() if settings[name] != value]
        if changed:
            raise BadSyntax(
                f"{folder.path} holds another tournament ({', '.join(changed)} differ): "
                "choose another --out, or go on with that one by --resume"
            )
    return settings


def _written(folder: TournamentFolder) -> dict[str, Any]:
    found = folder.settings()
    try:
        settings = {name: found[name] for name in _DEFAULTS}
        _tournament(settings)
    except (KeyError, TypeError, AttributeError, ValueError) as error:  # somebody edited them
        raise BadSyntax(f"the settings in {folder.path} cannot be used: {error}") from error
    return settings


def _limit(arguments: argparse.Namespace) -> dict[str, float]:
    given = {name: getattr(arguments, name) for name in ("time", "nodes", "depth")}
    limit = {name: value for name, value in given.items() if value is not None}
    return limit if arguments.clock is None else limit | parse_clock(arguments.clock)


def _tournament(settings: Mapping[str, Any], concurrency: int = 1) -> Tournament:
    return Tournament(
        tuple(map(find_player, settings["engines"])),
        find_variant(settings["mode"]),
        settings["games"],
        Limit(**settings["limit"]),
        gauntlet=settings["gauntlet"],
        concurrency=concurrency,
        margin=settings["margin"],
    )


def _with_openings(
    tournament: Tournament,
    settings: Mapping[str, Any],
    folder: TournamentFolder | None,
    *,
    quiet: bool,
) -> Tournament:
    """The tournament with its openings: those in the folder, those in a file, or new ones."""
    variant, seed = tournament.variant, settings["seed"]
    if folder is not None and folder.begun:
        openings = list(folder.openings(variant))
    elif settings["openings"] is not None:
        openings = read_openings(Path(settings["openings"]), variant)
    else:
        openings = make_openings(variant, tournament.games // 2, seed, quiet=quiet)
    tournament = replace(tournament, openings=tuple(openings))
    if folder is not None:
        if not folder.begun:
            folder.begin(settings, openings)
        folder.begin_matches(tournament, settings["limit"], seed)
    return tournament


def _play(
    tournament: Tournament, folder: TournamentFolder | None, *, quiet: bool
) -> tuple[Table, bool]:
    """Play with a progress bar until the end or Ctrl-C."""
    played: _Games = {} if folder is None else folder.games(tournament)
    done = sum(map(len, played.values()))
    latest = tournament.table(played)

    def on_game(pairing: Pairing, table: Table) -> None:
        nonlocal latest, done
        latest, done = table, done + 1
        standing = table.matches[pairing]
        if folder is not None:
            folder.match(pairing).add(standing.games[-1], tournament.variant, standing.names)
        if not quiet:
            progress.update(done, " against ".join(standing.names))

    total = tournament.games * len(tournament.pairings)
    with Progress(total, "games", done=done) as progress, ended_like_ctrl_c():
        try:
            return tournament.run(played=played, on_game=on_game), False
        except KeyboardInterrupt:
            return latest, True
