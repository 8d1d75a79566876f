"""Step through a game record.

examples:
  ninefold replay game.txt             move by move on the board
  ninefold replay game.txt --plain     every move in words, no screen

Without a terminal the moves are told in lines. A record that is wrong is answered with the line,
the move and the reason.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from ninefold.commands.screen import add_look_arguments, has_screen, look_from, plain_words_from

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what `ninefold replay` can be told."""
    parser.add_argument("file", metavar="FILE", type=Path, help="a file with a game record")
    add_look_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Show the record, on a screen or in lines."""
    from ninefold.terminal.saves import load_record

    record = load_record(arguments.file)
    if arguments.plain or not has_screen():
        from ninefold.terminal.plain import tell_record

        tell_record(record, plain_words_from(arguments), sys.stdout)
        return 0
    from ninefold.terminal.app import NinefoldApp

    app = NinefoldApp(look_from(arguments), record=record)
    app.run()
    return app.return_code or 0
