"""Play Super Tic-Tac-Toe in the terminal.

examples:
  ninefold play                        choose a mode and an opponent
  ninefold play battle --level keen    Battle against the computer, you are X
  ninefold play open --computer X      the computer begins
  ninefold play modern                 a game for two, at once
  ninefold play classic --swap         O may take over X's first move
  ninefold play raid:release=full,free_move=unfilled    a variant of your own
  ninefold play --plain < moves.txt    lines of text, from a file or for a screen reader

Every game is kept from its first move on and offered again next time.
"""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from ninefold.commands.options import MODE_HELP, add_tie_break
from ninefold.commands.screen import add_look_arguments, has_screen, look_from, plain_words_from
from ninefold.rules.squares import PLAYERS, Player

if TYPE_CHECKING:
    from ninefold.terminal.sitting import Table

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what `ninefold play` can be told."""
    parser.add_argument(
        "mode", nargs="?", metavar="MODE", help=f"begin with it at once: {MODE_HELP}"
    )
    parser.add_argument(
        "--computer",
        choices=PLAYERS,
        help="the side the computer plays (O if only its level is said)",
    )
    parser.add_argument("--level", help="first-game, beginner, casual … full, or 1-8")
    parser.add_argument("--clock", metavar="SECONDS", help="time for each side: 300, or 180+2")
    add_tie_break(parser)
    parser.add_argument(
        "--swap", action="store_true", help="O may take over X's first move (fair in Classic)"
    )
    add_look_arguments(parser)
    parser.add_argument(
        "--no-board", action="store_true", help="plain: draw the board only when asked"
    )


def run(arguments: argparse.Namespace) -> int:
    """Start the game, on a screen or in lines."""
    if arguments.plain or not has_screen():
        return _run_plain(arguments)
    return _run_app(arguments)


def _run_plain(arguments: argparse.Namespace) -> int:
    from ninefold.terminal.plain import PlainTable
    from ninefold.terminal.saves import Shelf

    words = plain_words_from(arguments)
    shelf = Shelf() if sys.stdin.isatty() else None
    game, boards = _new_game(arguments), not arguments.no_board
    return PlainTable(game, words, boards=boards, shelf=shelf).run()


def _run_app(arguments: argparse.Namespace) -> int:
    from ninefold.terminal.app import NinefoldApp
    from ninefold.terminal.board_screen import Seating

    begins = arguments.mode or _computers_side(arguments)
    seating = Seating(_new_game(arguments)) if begins else None
    app = NinefoldApp(look_from(arguments), seating=seating)
    app.run()
    return app.return_code or 0


def _computers_side(arguments: argparse.Namespace) -> Player | None:
    """Whoever names a level wants to play it, and nobody else."""
    side: Player | None = arguments.computer
    return side or ("O" if arguments.level else None)


def _new_game(arguments: argparse.Namespace) -> Table:
    from ninefold.engine.levels import find_level
    from ninefold.game import DEFAULT_LEVEL, TWO_PEOPLE, Seat, Seats
    from ninefold.rules.notation import parse_start
    from ninefold.rules.squares import other
    from ninefold.terminal.sitting import new_game

    start = parse_start(arguments.mode or "modern", tie_break=arguments.tie_break)
    seats: Seats = TWO_PEOPLE
    side = _computers_side(arguments)
    if side:
        level = find_level(arguments.level or DEFAULT_LEVEL).name
        seats = {side: Seat(level=level), other(side): Seat()}
    return new_game(start, seats, arguments.clock or "", swap=arguments.swap)
