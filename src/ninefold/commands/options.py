"""What several commands ask for: a mode, its tie-break, and the moves that lead to a position."""

from __future__ import annotations

import argparse

from ninefold.rules.foreign import NOTATIONS, parse_moves
from ninefold.rules.notation import parse_variant
from ninefold.rules.position import Position, replay
from ninefold.rules.squares import square_name
from ninefold.rules.variants import AXES, VARIANTS, find_variant

__all__ = ["add_position_arguments", "position_from"]


def add_position_arguments(parser: argparse.ArgumentParser) -> None:
    """Let a command be told a position by its mode and moves."""
    parser.add_argument(
        "mode", metavar="MODE", help=f"{', '.join(VARIANTS)}, or a mode of your own"
    )
    parser.add_argument("--moves", default="", metavar="MOVES", help='such as "55 51 15"')
    parser.add_argument(
        "--notation", choices=NOTATIONS, help="the form of the moves (default: any)"
    )
    parser.add_argument(
        "--tie-break", choices=AXES["tie_break"], default="draw", help="default: draw"
    )


def position_from(arguments: argparse.Namespace) -> tuple[Position, list[str]]:
    """The position that was asked for, and the moves that led there as two-digit texts."""
    variant = find_variant(parse_variant(arguments.mode), tie_break=arguments.tie_break)
    moves = parse_moves(arguments.moves, arguments.notation)
    position = replay(Position.start(variant), moves)[-1]
    return position, [square_name(square) for square in moves]
