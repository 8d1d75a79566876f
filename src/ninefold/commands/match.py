"""Let two engines play a match, and say how much stronger one is.

examples:
  ninefold match full greedy --nodes 1000
  ninefold match full:nodes=20000 full:nodes=2000 --mode battle --games 200 --concurrency 2
  ninefold match full 'ugi:./my-engine --fast' --time 0.1 --out my-match
  ninefold match full codingame:./bot.py --time 0.1 --games 20
  ninefold match full:time=0.1 openspiel:time=1
  ninefold match full 'ugi:./my-engine' --sprt 0 10 --games 4000
  ninefold match full full:evaluation=hand --nodes 20000 --games 1000 --cluster 10.0.0.5:6379
  ninefold match --resume --out my-match

ENGINE is full, a level such as casual, greedy, random, mcts, openspiel, ugi:COMMAND,
codingame:COMMAND or python:MODULE:NAME; ours take settings and a limit of their own, such as
full:threads=2,time=1 or random:seed=3. Every opening is played twice with sides swapped. With --out
every game is written as it ends: after Ctrl-C the same command goes on. With --cluster the nodes of
a Ray cluster play ("More than one machine" in the docs).
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

from ninefold import __version__
from ninefold.arena.cluster import Cluster
from ninefold.arena.folder import MatchFolder
from ninefold.arena.game import MatchGame
from ninefold.arena.match import Match
from ninefold.arena.openings import Opening
from ninefold.arena.players import find_player
from ninefold.arena.plots import plot_match
from ninefold.arena.sprt import Sprt
from ninefold.arena.standing import Standing
from ninefold.commands.contest import (
    INTERRUPTED,
    add_cluster,
    connected,
    ended_like_ctrl_c,
    make_openings,
    parse_clock,
    read_openings,
)
from ninefold.commands.files import write_output
from ninefold.commands.options import MODE_HELP, add_tie_break
from ninefold.commands.progress import Progress
from ninefold.engine.limit import Limit
from ninefold.rules.errors import BadSyntax, counted
from ninefold.rules.variants import find_variant, format_variant

__all__ = ["add_arguments", "run"]

#: What decides the results where nobody says anything else: written down, and checked when a match
#: goes on.
_DEFAULTS: Final[Mapping[str, Any]] = MappingProxyType(
    {
        "engines": [],
        "mode": "modern",
        "games": 100,
        "limits": [{"time": 0.1}, {"time": 0.1}],
        "margin": 1.0,
        "until_proven": False,
        "sprt": None,
        "seed": 1,
        "openings": None,
    }
)

_Played = tuple[Standing, bool]  # and whether it was interrupted


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `ninefold match` takes."""
    add, usual = parser.add_argument, _DEFAULTS
    add("engines", metavar="ENGINE", nargs="*", help="the two that play")
    add("--mode", metavar="MODE", help=f"{MODE_HELP} ({usual['mode']})")
    add_tie_break(parser)
    add("--games", type=int, metavar="N", help=f"an even number ({usual['games']})")
    seconds = usual["limits"][0]["time"]
    for name, kind, what, more in (
        (
            "time",
            float,
            "seconds a move",
            f"; {seconds} seconds a move where no limit is given, also for levels that would "
            "take longer",
        ),
        ("nodes", int, "positions looked at a move", ""),
        ("depth", int, "moves looked ahead", ""),
    ):
        text = f"{what}: for both, or one each{more}"
        add(f"--{name}", type=kind, nargs="+", metavar="N", help=text)
    add("--clock", metavar="SECONDS[+INCREMENT]", help="for the whole game, such as 10+0.1")
    add("--margin", type=float, metavar="S", help=f"seconds late allowed ({usual['margin']})")
    text = "end a game when our engine has proven that it wins"
    add("--until-proven", action="store_true", default=None, help=text)
    add("--concurrency", type=int, default=1, metavar="N", help="games at a time (%(default)s)")
    add_cluster(parser)
    add("--sprt", type=float, nargs=2, metavar=("ELO0", "ELO1"), help="stop when it is decided")
    add("--openings", type=Path, metavar="FILE", help="a line of moves for each opening")
    add("--seed", type=int, metavar="N", help=f"of the openings made ({usual['seed']})")
    add("--out", type=Path, metavar="DIR", help="write the games there, and go on from there")
    add("--resume", action="store_true", help="go on with the match in --out, with more --games")
    add("--plot", metavar="FILE", help="draw how the match went as SVG")
    add("--quiet", action="store_true", help="no progress bar")
    add("--json", action="store_true", help="print the result as one JSON object")


def run(arguments: argparse.Namespace) -> int:
    """Play, and print the standing. Exit code 1 when an SPRT was rejected."""
    folder = None if arguments.out is None else MatchFolder(arguments.out)
    _refuse_nonsense(arguments, folder)
    with nullcontext() if folder is None else folder.alone():
        settings = _chosen(arguments, folder)
        match, played = _prepare(settings, arguments, folder)
        with connected(arguments.cluster) as cluster:
            standing, interrupted = _play(
                match, folder, played, quiet=arguments.quiet, cluster=cluster
            )
    told = {"version": __version__, **settings, **standing.as_dict()}
    print(json.dumps(told, indent=2) if arguments.json else standing)
    if arguments.plot is not None:
        write_output(arguments.plot, plot_match(standing).encode())
    if interrupted:
        again = "the same command goes on" if folder else "--out DIR would have kept the games"
        print(f"ninefold match: interrupted: {again}", file=sys.stderr)
        return INTERRUPTED
    rejected = match.sprt is not None and match.sprt.verdict(standing.pairs_in_order) == "rejected"
    return 1 if rejected else 0


def _refuse_nonsense(arguments: argparse.Namespace, folder: MatchFolder | None) -> None:
    """Refuse what can be refused before a folder is made for it."""
    if not arguments.resume:
        _match(_settings(arguments, _DEFAULTS), arguments.concurrency)
    elif folder is None or arguments.engines:
        raise BadSyntax("--resume takes the match from --out DIR and no engines")
    else:
        _written(folder)


def _chosen(arguments: argparse.Namespace, folder: MatchFolder | None) -> dict[str, Any]:
    """What the match is played by: what was asked for, or what its folder says."""
    begun = _written(folder) if arguments.resume and folder is not None else _DEFAULTS
    return _settings(arguments, begun)


def _prepare(
    settings: dict[str, Any], arguments: argparse.Namespace, folder: MatchFolder | None
) -> tuple[Match, list[MatchGame]]:
    """The match with its openings, and the games that were played of it."""
    match = _match(settings, arguments.concurrency)
    if folder is not None and (arguments.resume or folder.begun):
        begun = _written(folder)
        played = _played(folder, begun, settings)
        openings = _go_on(folder, begun, settings, match, quiet=arguments.quiet)
        return replace(match, openings=tuple(openings)), played
    openings = _openings(settings, match, quiet=arguments.quiet)
    if folder is not None:
        folder.begin(settings, openings)
    return replace(match, openings=tuple(openings)), []


def _settings(arguments: argparse.Namespace, before: Mapping[str, Any]) -> dict[str, Any]:
    """What was asked for, and what was there before where nothing was."""
    asked: dict[str, Any] = {name: getattr(arguments, name, None) for name in _DEFAULTS}
    asked["engines"] = arguments.engines or None
    asked["limits"] = _limits(arguments)
    asked["openings"] = None if arguments.openings is None else str(arguments.openings)
    settings = {name: before[name] if asked[name] is None else asked[name] for name in _DEFAULTS}
    variant = find_variant(settings["mode"], tie_break=arguments.tie_break)
    return {**settings, "mode": format_variant(variant)}


def _written(folder: MatchFolder) -> dict[str, Any]:
    """The settings of a match that was begun.

    Older ones have no word of proofs, and the tie-break beside the mode.
    """
    found = {"until_proven": False, **folder.settings()}
    try:
        settings = {name: found[name] for name in _DEFAULTS}
        variant = find_variant(settings["mode"], tie_break=found.get("tie_break"))
        settings["mode"] = format_variant(variant)
        _match(settings)
    except (KeyError, TypeError, AttributeError, ValueError) as error:  # somebody edited them
        raise BadSyntax(f"the settings in {folder.path} cannot be used: {error}") from error
    return settings


def _limits(arguments: argparse.Namespace) -> list[dict[str, float]] | None:
    limits: list[dict[str, float]] = [{}, {}]
    for name in ("time", "nodes", "depth"):
        given = getattr(arguments, name)
        if given is None:
            continue
        if len(given) > 2:
            raise BadSyntax(f"--{name} was given {len(given)} numbers: expected one or two")
        for limit, value in zip(limits, (given[0], given[-1]), strict=True):
            limit[name] = value
    if arguments.clock is not None:
        limits = [limit | parse_clock(arguments.clock) for limit in limits]
    return limits if all(limits) else None


def _match(settings: Mapping[str, Any], concurrency: int = 1) -> Match:
    """The match that the settings ask for, still without its openings."""
    engines = settings["engines"]
    if len(engines) != 2:
        given = counted(len(engines), "engine")
        raise BadSyntax(f"{given} given: expected two, as in keen casual")
    one, two = (Limit(**limit) for limit in settings["limits"])
    return Match(
        (find_player(engines[0]), find_player(engines[1])),
        find_variant(settings["mode"]),
        settings["games"],
        (one, two),
        sprt=None if settings["sprt"] is None else Sprt(*settings["sprt"]),
        concurrency=concurrency,
        margin=settings["margin"],
        until_proven=settings["until_proven"],
    )


def _openings(settings: Mapping[str, Any], match: Match, *, quiet: bool) -> list[Opening]:
    if any(player.from_start_only for player in match.players):
        return [()]
    if settings["openings"] is not None:
        return read_openings(Path(settings["openings"]), match.variant)
    return make_openings(match.variant, match.games // 2, settings["seed"], quiet=quiet)


def _played(
    folder: MatchFolder, begun: Mapping[str, Any], settings: Mapping[str, Any]
) -> list[MatchGame]:
    """The games in a folder, if they are those of this match."""
    changed = [key for key in settings if settings[key] != begun[key] and key != "games"]
    if changed:
        raise BadSyntax(
            f"{folder.path} holds another match ({', '.join(changed)} differ): "
            "choose another --out, or go on with that one by --resume and no settings but --games"
        )
    played = folder.games()
    if len(played) > settings["games"]:
        raise BadSyntax(
            f"{settings['games']} games were asked for, and {len(played)} are played already: "
            "ask for as many or more, or see them all by --resume"
        )
    return played


def _go_on(
    folder: MatchFolder,
    begun: Mapping[str, Any],
    settings: dict[str, Any],
    match: Match,
    *,
    quiet: bool,
) -> list[Opening]:
    """The openings in a folder, and more of them for a match that was made longer."""
    if settings["games"] <= begun["games"]:
        return folder.openings(match.variant)
    openings = _openings(settings, match, quiet=quiet)
    folder.add_openings(openings)
    folder.change(settings)
    return openings


def _play(
    match: Match,
    folder: MatchFolder | None,
    played: list[MatchGame],
    *,
    quiet: bool,
    cluster: Cluster | None,
) -> _Played:
    """Play with a progress bar until the end or Ctrl-C."""
    latest = Standing(match.names, tuple(played), match.sprt)

    def on_game(standing: Standing) -> None:
        nonlocal latest
        latest = standing
        if folder is not None:
            folder.add(standing.games[-1], match.variant, match.names)
        if not quiet:
            progress.update(len(standing.games), _note(standing))

    with Progress(match.games, "games", done=len(played)) as progress, ended_like_ctrl_c():
        try:
            return match.run(played=played, on_game=on_game, cluster=cluster), False
        except KeyboardInterrupt:
            return latest, True


def _note(standing: Standing) -> str:
    text = f"{standing.share:.1%}  Elo {standing.elo}"
    if standing.sprt is not None:
        text += f"  ratio {standing.sprt.ratio(standing.pairs_in_order):.2f}"
    return text
