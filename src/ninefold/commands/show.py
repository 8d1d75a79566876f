"""Draw the position after some moves.

examples:
  ninefold show battle --moves "55 51 15"
  ninefold show modern --moves "X40O36" --json
"""

from __future__ import annotations

import argparse
import json

from ninefold.commands.options import add_position_arguments, position_from
from ninefold.rules.notation import format_position, format_variant
from ninefold.rules.position import Position
from ninefold.rules.squares import square_name

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `ninefold show` takes."""
    add_position_arguments(parser)
    parser.add_argument("--json", action="store_true", help="print facts instead of a picture")


def run(arguments: argparse.Namespace) -> int:
    """Print the board, or its facts as JSON."""
    position, moves = position_from(arguments)
    if arguments.json:
        print(json.dumps(facts(position, moves), indent=2))
    else:
        print(position)
    return 0


def facts(position: Position, moves: list[str]) -> dict[str, object]:
    """What a script wants to know of a position."""
    outcome = position.outcome
    return {
        "mode": format_variant(position.variant),
        "tie_break": position.variant.tie_break,
        "moves": moves,
        "turn": position.turn,
        "target": None if position.target is None else position.target + 1,
        "free": position.free,
        "owners": position.owners,
        "legal": [square_name(square) for square in position.legal_moves],
        "outcome": None if outcome is None else outcome.winner or "draw",
        "reason": None if outcome is None else outcome.reason,
        "position": format_position(position),
    }
