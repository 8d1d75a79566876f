"""Play Super Tic-Tac-Toe in the terminal.

examples:
  ninefold play                        choose a mode and an opponent
  ninefold play battle --computer O    Battle, you are X
  ninefold play --plain < moves.txt    lines of text, from a file or for a screen reader
"""

from __future__ import annotations

import argparse

from ninefold.rules.squares import PLAYERS
from ninefold.rules.variants import AXES, VARIANTS

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what `ninefold play` can be told."""
    parser.add_argument(
        "mode", nargs="?", metavar="MODE", help=f"{', '.join(VARIANTS)} (default: modern)"
    )
    parser.add_argument("--plain", action="store_true", help="prompts and lines of text, no screen")
    parser.add_argument(
        "--computer", choices=PLAYERS, help="the side the computer plays (default: two people)"
    )
    parser.add_argument(
        "--tie-break", choices=AXES["tie_break"], help="a game without a line: drawn, or by boards"
    )
    parser.add_argument(
        "--lang", choices=("en", "zh"), help="language (default: what the system is set to)"
    )
    parser.add_argument(
        "--no-board", action="store_true", help="plain: draw the board only when asked"
    )


def run(arguments: argparse.Namespace) -> int:
    """Start the game, on a screen or in lines."""
    from types import MappingProxyType

    from ninefold.rules.position import Position
    from ninefold.rules.squares import other
    from ninefold.rules.variants import find_variant
    from ninefold.terminal.computer import DEFAULT_LEVEL
    from ninefold.terminal.game import TWO_FRIENDS, Game, Seats
    from ninefold.terminal.plain import PlainTable
    from ninefold.terminal.say import LANGUAGES, preferred_language

    variant = find_variant(arguments.mode or "modern", tie_break=arguments.tie_break)
    seats: Seats = TWO_FRIENDS
    if arguments.computer:
        seats = MappingProxyType(
            {arguments.computer: DEFAULT_LEVEL, other(arguments.computer): None}
        )
    words = LANGUAGES[arguments.lang or preferred_language()]
    return PlainTable(
        Game(Position.start(variant), seats), words, boards=not arguments.no_board
    ).run()
