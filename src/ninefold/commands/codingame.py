"""Play as a bot in CodinGame's arena, over standard input and output.

examples:
  ninefold codingame                          Modern, ties broken by boards, as played there
  ninefold codingame --mode battle --turn 500
"""

from __future__ import annotations

import argparse
import sys
from typing import Final

from ninefold.arena.players import DEFAULT_PLAYER, find_player
from ninefold.commands.options import MODE_HELP, add_tie_break
from ninefold.commands.talk import say_to_program, standard_lines
from ninefold.protocols.codingame import CodingameBot, Pace
from ninefold.rules.position import Position

__all__ = ["add_arguments", "run"]

#: What that arena plays.
_ARENA: Final = "modern:tie_break=boards"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `ninefold codingame` takes."""
    pace = Pace()
    parser.add_argument("--mode", default=_ARENA, help=f"{MODE_HELP} (%(default)s)")
    add_tie_break(parser)
    parser.add_argument(
        "--engine", metavar="ENGINE", default=DEFAULT_PLAYER, help="who plays (%(default)s)"
    )
    for name, seconds, what in (
        ("first", pace.first, "for the first turn"),
        ("turn", pace.later, "for every other turn"),
        ("margin", pace.margin, "of each turn left unused"),
    ):
        parser.add_argument(
            f"--{name}",
            type=float,
            default=1000 * seconds,
            metavar="MS",
            help=f"milliseconds {what} (%(default)g)",
        )


def run(arguments: argparse.Namespace) -> int:
    """Answer turn after turn until the input ends."""
    start = Position.start(arguments.mode, tie_break=arguments.tie_break)
    pace = Pace(arguments.first / 1000, arguments.turn / 1000, arguments.margin / 1000)
    with find_player(arguments.engine).make() as engine:
        bot = CodingameBot(engine, start, say=say_to_program, complain=_complain, pace=pace)
        bot.serve(standard_lines())
    return 0


def _complain(what: str) -> None:
    print(f"ninefold codingame: {what}", file=sys.stderr, flush=True)
