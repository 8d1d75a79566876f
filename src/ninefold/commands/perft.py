"""Count the move sequences of every length up to a depth, and how many end the game.

examples:
  ninefold perft modern 4
  ninefold perft battle 3 --moves "55 51 15" --json
"""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict

from ninefold.commands.options import add_position_arguments, position_from
from ninefold.engine.core import perft
from ninefold.rules.errors import BadSyntax, quoted
from ninefold.rules.variants import format_variant

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `ninefold perft` takes."""
    add_position_arguments(parser)
    parser.add_argument("depth", metavar="DEPTH", help="the greatest number of moves to look ahead")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(arguments: argparse.Namespace) -> int:
    """Print a row for each depth."""
    position, moves = position_from(arguments)
    rows = []
    for depth in range(1, _depth(arguments.depth) + 1):
        counts = perft(position, depth)
        rows.append({"depth": depth, **asdict(counts)})
        if not arguments.json:
            if depth == 1:
                print(f"{'depth':>5} {'leaves':>14} {'X wins':>12} {'O wins':>12} {'draws':>12}")
            print(
                f"{depth:>5} {counts.leaves:>14,} {counts.x_wins:>12,} {counts.o_wins:>12,} "
                f"{counts.draws:>12,}",
                flush=True,
            )
    if arguments.json:
        facts = {
            "mode": format_variant(position.variant),
            "tie_break": position.variant.tie_break,
            "moves": moves,
            "depths": rows,
        }
        print(json.dumps(facts, indent=2))
    return 0


def _depth(text: str) -> int:
    if text in map(str, range(1, 82)):
        return int(text)
    raise BadSyntax(f"{quoted(text)} is not a depth: expected a whole number from 1 to 81")
