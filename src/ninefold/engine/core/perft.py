"""perft: how many move sequences of a length there are, and how many of them end the game."""

from __future__ import annotations

from ninefold.engine.checks import check_number
from ninefold.engine.core.background import with_stop_flag
from ninefold.engine.core.library import ffi, lib
from ninefold.engine.core.position import native
from ninefold.rules.perft import Counts
from ninefold.rules.position import Position

__all__ = ["perft"]


def perft(position: Position, depth: int) -> Counts:
    """Count the move sequences of one length, and those that end the game.

    >>> perft(Position.start(), 7).leaves
    33782544
    """
    check_number("depth", depth, 0, 81)
    copy, counts = native(position), ffi.new("nf_counts *")
    with_stop_flag(lambda stop: lib.nf_perft(copy, depth, stop, counts))
    return Counts(counts.leaves, counts.x_wins, counts.o_wins, counts.draws)
