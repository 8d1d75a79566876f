"""Perft: how many positions lie a number of moves ahead, and how many of them end the game."""

from __future__ import annotations

from dataclasses import dataclass

from ninefold.rules.errors import BadSyntax, quoted
from ninefold.rules.position import Position
from ninefold.rules.squares import whole_number

__all__ = ["Counts", "perft"]


@dataclass(frozen=True, slots=True)
class Counts:
    """Move sequences of one length, and how many of them end in a win for X, for O, or a draw."""

    leaves: int = 0
    x_wins: int = 0
    o_wins: int = 0
    draws: int = 0


def perft(position: Position, depth: int) -> Counts:
    """Count the move sequences of a length; a game that ends earlier does not count.

    >>> perft(Position.start("modern"), 2).leaves
    720
    """
    number = whole_number(depth)
    if number is None or number < 0:
        raise BadSyntax(f"{quoted(depth)} is not a depth: expected a whole number from 0")
    leaves = {"X": 0, "O": 0, "=": 0, "*": 0}
    _count_leaves(position, number, leaves)
    return Counts(sum(leaves.values()), leaves["X"], leaves["O"], leaves["="])


def _count_leaves(position: Position, depth: int, leaves: dict[str, int]) -> None:
    """Add what lies at a depth to the leaves by their result; ``*`` is a game that goes on."""
    if depth == 0:
        outcome = position.outcome
        leaves["*" if outcome is None else outcome.winner or "="] += 1
        return
    for move in position.legal_moves:
        _count_leaves(position.play(move), depth - 1, leaves)
