"""Draw the position after some moves.

examples:
  ninefold show battle --moves "55 51 15"
  ninefold show modern --moves "X40O36" --json
  ninefold show open --moves "55 51" --svg board.svg
  ninefold show skirmish:free_move=unfilled --moves "55"
"""

from __future__ import annotations

import argparse
import json

from ninefold.commands.files import write_output
from ninefold.commands.options import add_position_arguments, position_from
from ninefold.rules.errors import BadSyntax
from ninefold.rules.notation import format_position
from ninefold.rules.position import Position
from ninefold.rules.squares import parse_square, square_name
from ninefold.rules.variants import format_variant

__all__ = ["add_arguments", "facts", "run"]

_LARGEST = 10_000  # pixels


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `ninefold show` takes."""
    add_position_arguments(parser)
    parser.add_argument("--json", action="store_true", help="print facts instead of a picture")
    parser.add_argument("--svg", metavar="FILE", help="write an SVG picture, or - for output")
    parser.add_argument(
        "--theme",
        choices=("auto", "light", "dark", "print"),
        default="auto",
        help="of the SVG (default: auto, light or dark as the reader's system is)",
    )
    parser.add_argument("--size", type=int, default=360, help="of the SVG, in pixels")


def run(arguments: argparse.Namespace) -> int:
    """Print the board or its facts as JSON, or write its picture."""
    position, moves = position_from(arguments)
    if arguments.svg is not None:
        write_output(arguments.svg, _picture(position, moves, arguments))
    if arguments.json:
        print(json.dumps(facts(position, moves), indent=2))
    elif arguments.svg is None:
        print(position)
    return 0


def _picture(position: Position, moves: list[str], arguments: argparse.Namespace) -> bytes:
    from ninefold.drawing.svg import draw_svg

    if not 1 <= arguments.size <= _LARGEST:
        raise BadSyntax(f"{arguments.size} is not a size: expected 1 to {_LARGEST} pixels")
    last = parse_square(moves[-1]) if moves else None
    picture = draw_svg(
        position, size=arguments.size, last_move=last, theme=arguments.theme, labels=True
    )
    return picture.encode()


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
