"""Let two engines play a match, and say how much stronger one is.

examples:
  ninefold match full greedy --nodes 1000
  ninefold match full:nodes=20000 full:nodes=2000 --mode battle --games 200 --concurrency 2
  ninefold match full 'ugi:./my-engine --fast' --time 0.1 --out my-match
  ninefold match full codingame:./bot.py --time 0.1 --games 20
  ninefold match full:time=0.1 openspiel:time=1
  ninefold match full 'ugi:./my-engine' --sprt 0 10 --games 4000
  ninefold match --resume --out my-match

ENGINE is full, a level such as casual, greedy, random, mcts, openspiel, ugi:COMMAND or
codingame:COMMAND; ours take settings and a limit of their own, such as full:threads=2,time=1 or
random:seed=3. Every opening is played twice with sides swapped. With --out every game is written as
it ends: after Ctrl-C the same command goes on.
"""

from __future__ import annotations

import argparse
import json
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from ninefold.arena.folder import MatchFolder
from ninefold.arena.game import Game
from ninefold.arena.match import Match
from ninefold.arena.openings import Opening, even_openings, parse_openings
from ninefold.arena.players import find_player
from ninefold.arena.sprt import Sprt
from ninefold.arena.standing import Standing
from ninefold.commands.progress import Progress
from ninefold.engine.limit import Limit
from ninefold.rules.errors import BadSyntax, quoted
from ninefold.rules.notation import format_variant, parse_variant
from ninefold.rules.variants import AXES, VARIANTS, Variant

__all__ = ["add_arguments", "run"]

_INTERRUPTED: Final = 130
_SECONDS_A_MOVE: Final = 0.1

_Played = tuple[Standing, bool]  # and whether it was interrupted


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `ninefold match` takes."""
    add = parser.add_argument
    add("engines", metavar="ENGINE", nargs="*", help="the two that play")
    add("--mode", default="modern", metavar="MODE", help=f"{', '.join(VARIANTS)} (%(default)s)")
    add("--tie-break", choices=AXES["tie_break"], default="draw", help="(%(default)s)")
    add("--games", type=int, default=100, metavar="N", help="an even number (%(default)s)")
    for name, kind, what in (
        ("time", float, "seconds a move"),
        ("nodes", int, "positions looked at a move"),
        ("depth", int, "moves looked ahead"),
    ):
        text = f"{what}: for both, or one each"
        add(f"--{name}", type=kind, nargs="+", metavar="N", help=text)
    add("--clock", metavar="SECONDS[+INCREMENT]", help="for the whole game, such as 10+0.1")
    add("--margin", type=float, default=1.0, metavar="S", help="seconds late allowed (%(default)s)")
    text = "end a game when our engine has proven that it wins"
    add("--until-proven", action="store_true", help=text)
    add("--concurrency", type=int, default=1, metavar="N", help="games at a time (%(default)s)")
    add("--sprt", type=float, nargs=2, metavar=("ELO0", "ELO1"), help="stop when it is decided")
    add("--openings", type=Path, metavar="FILE", help="a line of moves for each opening")
    add("--seed", type=int, default=1, metavar="N", help="of the openings made (%(default)s)")
    add("--out", type=Path, metavar="DIR", help="write the games there, and go on from there")
    add("--resume", action="store_true", help="go on with the match in --out as it was begun")
    add("--quiet", action="store_true", help="no progress bar")
    add("--json", action="store_true", help="print the result as one JSON object")


def run(arguments: argparse.Namespace) -> int:
    """Play, and print the standing. Exit code 1 when an SPRT was rejected."""
    settings = _settings(arguments)
    match = _match(settings, arguments)
    played: list[Game] = []
    folder = None
    if arguments.out is None:
        openings = _openings(settings, match, quiet=arguments.quiet)
    else:
        folder = MatchFolder(arguments.out)
        openings, played = _open_folder(folder, settings, match, quiet=arguments.quiet)
    match = replace(match, openings=tuple(openings))
    with nullcontext() if folder is None else folder.alone():
        standing, interrupted = _play(match, folder, played, quiet=arguments.quiet)
    print(json.dumps(standing.as_dict(), indent=2) if arguments.json else standing)
    if interrupted:
        again = "the same command goes on" if folder else "--out DIR would have kept the games"
        print(f"ninefold match: interrupted: {again}", file=sys.stderr)
        return _INTERRUPTED
    rejected = match.sprt is not None and match.sprt.verdict(standing.pairs_in_order) == "rejected"
    return 1 if rejected else 0


def _settings(arguments: argparse.Namespace) -> dict[str, Any]:
    """What decides the results: written down, and checked when a match goes on."""
    if arguments.resume:
        if arguments.out is None or arguments.engines:
            raise BadSyntax("--resume takes the match from --out DIR and no engines")
        return _written(MatchFolder(arguments.out))
    if len(arguments.engines) != 2:
        raise BadSyntax(
            f"{len(arguments.engines)} engines were given: expected two, as in keen casual"
        )
    variant = _variant(arguments.mode, arguments.tie_break)
    return {
        "engines": arguments.engines,
        "mode": format_variant(variant),
        "tie_break": variant.tie_break,
        "games": arguments.games,
        "limits": _limits(arguments),
        "margin": arguments.margin,
        "until_proven": arguments.until_proven,
        "sprt": arguments.sprt,
        "seed": arguments.seed,
        "openings": None if arguments.openings is None else str(arguments.openings),
    }


def _written(folder: MatchFolder) -> dict[str, Any]:
    """The settings of a match that was begun; older ones have no word of proofs."""
    return {"until_proven": False, **folder.settings()}


def _variant(mode: str, tie_break: Any) -> Variant:
    return parse_variant(mode).with_tie_break(tie_break)


def _limits(arguments: argparse.Namespace) -> list[dict[str, float]]:
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
        limits = [limit | _clock(arguments.clock) for limit in limits]
    return [limit or {"time": _SECONDS_A_MOVE} for limit in limits]


def _clock(text: str) -> dict[str, float]:
    seconds, _, increment = text.partition("+")
    try:
        return {"clock": float(seconds), "increment": float(increment or 0)}
    except ValueError:
        raise BadSyntax(
            f"{quoted(text)} is not a clock: expected seconds and an increment, such as 10+0.1"
        ) from None


def _match(settings: dict[str, Any], arguments: argparse.Namespace) -> Match:
    """The match that the settings ask for, still without its openings."""
    try:
        first, second = map(find_player, settings["engines"])
        one, two = (Limit(**limit) for limit in settings["limits"])
        return Match(
            (first, second),
            _variant(settings["mode"], settings["tie_break"]),
            settings["games"],
            (one, two),
            sprt=None if settings["sprt"] is None else Sprt(*settings["sprt"]),
            concurrency=arguments.concurrency,
            margin=settings["margin"],
            until_proven=settings["until_proven"],
        )
    except (KeyError, TypeError, AttributeError) as error:
        raise BadSyntax(f"the settings in {arguments.out} cannot be used: {error}") from error


def _openings(settings: dict[str, Any], match: Match, *, quiet: bool) -> list[Opening]:
    if any(player.from_start_only for player in match.players):
        return [()]
    if settings["openings"] is not None:
        return _read_openings(Path(settings["openings"]), match.variant)
    count = match.games // 2
    with Progress(count, "openings") as progress:
        heard = None if quiet else progress.update
        return even_openings(match.variant, count, seed=settings["seed"], on_opening=heard)


def _read_openings(path: Path, variant: Variant) -> list[Opening]:
    try:
        return parse_openings(path.read_text("utf-8"), variant)
    except (OSError, UnicodeDecodeError) as error:
        raise BadSyntax(f"the openings in {path} cannot be read: {error}") from error


def _open_folder(
    folder: MatchFolder, settings: dict[str, Any], match: Match, *, quiet: bool
) -> tuple[list[Opening], list[Game]]:
    """The openings and the games of the match in a folder; a new match where there is none."""
    if not folder.begun:
        openings = _openings(settings, match, quiet=quiet)
        folder.begin(settings, openings)
        return openings, []
    before = _written(folder)
    changed = [key for key in settings if settings[key] != before.get(key) and key != "games"]
    if changed:
        raise BadSyntax(
            f"{folder.path} holds another match ({', '.join(changed)} differ): "
            "choose another --out, or go on with that one by --resume"
        )
    openings = folder.openings(match.variant)
    if settings["games"] > before["games"]:
        openings = _openings(settings, match, quiet=quiet)
        folder.add_openings(openings)
        folder.change(settings)
    return openings, folder.games()


def _play(match: Match, folder: MatchFolder | None, played: list[Game], *, quiet: bool) -> _Played:
    """Play with a progress bar until the end or Ctrl-C."""
    latest = Standing(match.names, tuple(played), match.sprt)

    def on_game(standing: Standing) -> None:
        nonlocal latest
        latest = standing
        if folder is not None:
            folder.add(standing.games[-1], match.variant, match.names)
        if not quiet:
            progress.update(len(standing.games), _note(standing))

    with Progress(match.games, "games", done=len(played)) as progress, _ended_like_ctrl_c():
        try:
            return match.run(played=played, on_game=on_game), False
        except KeyboardInterrupt:
            return latest, True


@contextmanager
def _ended_like_ctrl_c() -> Iterator[None]:
    """Let SIGTERM end a match as cleanly as Ctrl-C does."""

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _note(standing: Standing) -> str:
    text = f"{standing.share:.1%}  Elo {standing.elo}"
    if standing.sprt is not None:
        text += f"  ratio {standing.sprt.ratio(standing.pairs_in_order):.2f}"
    return text
