"""Step through a game record.

examples:
  ninefold replay game.txt             move by move on the board
  ninefold replay game.txt --plain     every move in words, no screen
  ninefold replay games.txt --game 3   the third game of a file with several

Without a terminal the moves are told in lines. A record that is wrong is answered with the line,
the move and the reason.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from ninefold.commands.screen import add_look_arguments, has_screen, look_from, plain_words_from
from ninefold.rules.errors import BadSyntax, counted

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what `ninefold replay` can be told."""
    parser.add_argument("file", metavar="FILE", type=Path, help="a file with game records")
    parser.add_argument(
        "--game", type=int, default=1, metavar="N", help="which of its games to begin with"
    )
    add_look_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Show the record, on a screen or in lines."""
    from ninefold.terminal.saves import load_records

    records, number = load_records(arguments.file), arguments.game
    if not 1 <= number <= len(records):
        held = counted(len(records), "game")
        raise BadSyntax(
            f"--game {number}: {arguments.file} holds {held}: expected 1 to {len(records)}"
        )
    if arguments.plain or not has_screen():
        from ninefold.terminal.plain import tell_record

        tell_record(records, number, plain_words_from(arguments), sys.stdout)
        return 0
    from ninefold.terminal.app import NinefoldApp

    app = NinefoldApp(look_from(arguments), records=records, number=number)
    app.run()
    return app.return_code or 0
