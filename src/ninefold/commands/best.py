"""Find the best move, and say what it is worth.

examples:
  ninefold best modern --moves "55 51 15" --time 1
  ninefold best battle --lines 3
  ninefold best open --moves "13" --level casual --json
  ninefold best skirmish:free_move=unfilled          a variant of your own
  ninefold best "battle 9/9/9/9/O3X4/9/9/9/9 ......... X 1"

A terminal shows how far it has come. Ctrl-C ends the search, and the best so far is the answer.
"""

from __future__ import annotations

import argparse
import json
import sys
from contextlib import closing
from typing import Final

from ninefold.commands.options import add_position_arguments, position_from
from ninefold.engine.engine import Engine
from ninefold.engine.info import Info
from ninefold.engine.level_engine import LevelEngine
from ninefold.engine.levels import LEVELS, find_level
from ninefold.engine.limit import Limit
from ninefold.engine.native import NativeEngine
from ninefold.rules.position import Position
from ninefold.rules.squares import square_name
from ninefold.rules.variants import format_variant

__all__ = ["add_arguments", "run"]

_NO_MOVE: Final = 1
_WIDTH: Final = 78  # of what a terminal shows while it thinks


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `ninefold best` takes."""
    add_position_arguments(parser)
    add = parser.add_argument
    add("--time", type=float, metavar="SECONDS", help="how long to think (1, or the level's own)")
    add("--nodes", type=int, metavar="N", help="how many positions to look at")
    add("--depth", type=int, metavar="N", help="how many moves to look ahead")
    names = ", ".join(level.name for level in LEVELS)
    add("--level", metavar="NAME", help=f"play like {names}")
    add("--lines", type=int, default=1, metavar="N", help="how many moves to show (%(default)s)")
    add(
        "--threads",
        type=int,
        default=1,
        metavar="N",
        help="processor threads to search with (%(default)s)",
    )
    add("--json", action="store_true", help="print one JSON object")


def run(arguments: argparse.Namespace) -> int:
    """Print the best moves, best first. Exit code 1 when the game is over."""
    position, moves = position_from(arguments)
    if position.outcome is not None:
        if arguments.json:
            print(json.dumps({"mode": format_variant(position.variant), "best": None}))
        else:
            print("The game is over: there is no move to make.")
        return _NO_MOVE
    limit = _limit(arguments)
    if arguments.level is None:
        engine: NativeEngine | LevelEngine = NativeEngine(threads=arguments.threads)
    else:
        engine = LevelEngine(find_level(arguments.level), threads=arguments.threads)
    with engine:
        lines = _think(engine, position, limit, arguments.lines)
    if arguments.json:
        answer = {"mode": format_variant(position.variant), "moves": moves, "turn": position.turn}
        best = lines[0].name
        print(json.dumps({**answer, "best": best, "lines": [*map(_as_json, lines)]}, indent=2))
    else:
        _print(lines)
    return 0


def _think(engine: Engine, position: Position, limit: Limit, count: int) -> list[Info]:
    """The best lines within the limit, or when Ctrl-C comes, told depth by depth as they change."""
    lines: list[Info] = []
    shown = sys.stderr.isatty()
    try:
        with closing(engine.analysis(position, limit, lines=count)) as updates:
            for lines in updates:
                if shown:
                    best = f"{lines[0]}, {lines[0].time:.1f} s"
                    print(f"\r{best[:_WIDTH]}\033[K", end="", file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        if not lines:
            raise
    finally:
        if shown:
            print("\r\033[K", end="", file=sys.stderr, flush=True)
    return lines


def _limit(arguments: argparse.Namespace) -> Limit:
    given = Limit(time=arguments.time, nodes=arguments.nodes, depth=arguments.depth)
    return Limit(time=1.0) if given.endless and arguments.level is None else given


def _print(lines: list[Info]) -> None:
    print(f"{'move':<5} {'worth':<14} {'depth':>5}  expected")
    for info in lines:
        line = " ".join(map(square_name, info.line))
        print(f"{info.name:<5} {info.score!s:<14} {info.depth:>5}  {line}")
    best = lines[0]
    if best.book:
        print("from the opening book: nothing was searched")
        return
    if not best.nodes:
        print("known for certain: nothing had to be searched")
        return
    print(f"{best.nodes:,} positions in {best.time:.2f} s, {best.speed / 1e6:.1f} million a second")


def _as_json(info: Info) -> dict[str, object]:
    return {
        "move": info.name,
        "player": info.score.player,
        "probability": round(info.score.probability, 4),
        "proven": info.score.proven,
        "distance": info.score.distance,
        "book": info.book,
        "line": [square_name(square) for square in info.line],
        "depth": info.depth,
        "nodes": info.nodes,
        "time": round(info.time, 3),
    }
