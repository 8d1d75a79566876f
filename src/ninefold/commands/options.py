"""What several commands ask for: a mode, its tie-break, and the moves that lead to a position."""

from __future__ import annotations

import argparse
from typing import Final

from ninefold.rules.foreign import NOTATIONS, parse_moves
from ninefold.rules.notation import parse_start
from ninefold.rules.position import Position, replay
from ninefold.rules.squares import square_name
from ninefold.rules.variants import AXES, VARIANTS

__all__ = [
    "MODE_HELP",
    "add_language",
    "add_position_arguments",
    "add_tie_break",
    "position_from",
]

#: How a mode is written, for the help of every command that takes one.
MODE_HELP: Final = (
    f"{', '.join(VARIANTS)}, or your own with its axes, such as skirmish:free_move=unfilled"
)


def add_position_arguments(parser: argparse.ArgumentParser) -> None:
    """Let a command be told a position: by a mode and moves, or by one line of text."""
    parser.add_argument(
        "mode", metavar="MODE", help=f"{MODE_HELP}; or a position as `ninefold show --json` has it"
    )
    parser.add_argument("--moves", default="", metavar="MOVES", help='such as "55 51 15"')
    parser.add_argument(
        "--notation", choices=NOTATIONS, help="the form of the moves (default: any)"
    )
    add_tie_break(parser)


def add_tie_break(parser: argparse.ArgumentParser) -> None:
    """Let a command be told a tie-break beside the mode."""
    parser.add_argument(
        "--tie-break",
        choices=AXES["tie_break"],
        help="a game without a line: drawn, or won by who owns more boards (default: the mode's)",
    )


def add_language(parser: argparse.ArgumentParser, default: str) -> None:
    """Let a command be told its language, by any tag of it; ``find_language`` reads it."""
    told = f"en, or zh-Hant (zh) for Chinese (default: {default})"
    parser.add_argument("--lang", "--language", metavar="LANG", help=told)


def position_from(arguments: argparse.Namespace) -> tuple[Position, list[str]]:
    """The position that was asked for, and the moves that led there as two-digit texts."""
    start = parse_start(arguments.mode, tie_break=arguments.tie_break)
    moves = parse_moves(arguments.moves, arguments.notation)
    position = replay(start, moves)[-1]
    return position, [square_name(square) for square in moves]
