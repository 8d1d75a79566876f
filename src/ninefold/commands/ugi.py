r"""Speak UGI, the universal game interface, over standard input and output.

examples:
  ninefold ugi                                for a program that drives engines
  ninefold ugi --engine random:seed=7         any engine that `ninefold match` knows
  printf 'position startpos moves 55\ngo movetime 500\n' | ninefold ugi
"""

from __future__ import annotations

import argparse

from ninefold.arena.players import DEFAULT_PLAYER, find_player
from ninefold.commands.talk import say_to_program, standard_lines
from ninefold.protocols.ugi import UgiServer

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `ninefold ugi` takes."""
    parser.add_argument(
        "--engine", metavar="ENGINE", default=DEFAULT_PLAYER, help="who answers (%(default)s)"
    )


def run(arguments: argparse.Namespace) -> int:
    """Answer until `quit` or the end of input."""
    player = find_player(arguments.engine)
    UgiServer(player.as_set(), say_to_program).serve(standard_lines())
    return 0
