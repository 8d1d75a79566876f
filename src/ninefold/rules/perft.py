"""Perft: how many positions lie a number of moves ahead, and how many of them end the game."""

from __future__ import annotations

from dataclasses import dataclass

from ninefold.rules.position import Position

__all__ = ["Counts", "perft"]


@dataclass(frozen=True, slots=True)
class Counts:
    """Move sequences of one length, and how many of them end in a win for X, for O, or a draw."""

    leaves: int = 0
    x_wins: int = 0
    o_wins: int = 0
    draws: int = 0

    def __add__(self, more: Counts) -> Counts:
        return Counts(
            self.leaves + more.leaves,
            self.x_wins + more.x_wins,
            self.o_wins + more.o_wins,
            self.draws + more.draws,
        )


_ONE = {
    None: Counts(1),
    "X": Counts(1, x_wins=1),
    "O": Counts(1, o_wins=1),
    "=": Counts(1, draws=1),
}


def perft(position: Position, depth: int) -> Counts:
    """Count the move sequences of a length; a game that ends earlier does not count.

    >>> perft(Position.start("modern"), 2).leaves
    720
    """
    if depth <= 0:
        outcome = position.outcome
        return _ONE[None if outcome is None else outcome.winner or "="]
    return sum((perft(position.play(move), depth - 1) for move in position.legal_moves), Counts())
