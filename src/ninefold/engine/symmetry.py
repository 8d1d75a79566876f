"""Symmetries that a position has itself: of moves that they carry into each other one is enough."""

from __future__ import annotations

from typing import Final

from ninefold.rules.position import Position
from ninefold.rules.squares import transform_square

__all__ = ["canonical_move", "distinct_moves", "own_symmetries"]

_LAST_SYMMETRIC_PLY: Final = 6  # hardly any position is symmetric after that


def own_symmetries(position: Position) -> list[int]:
    """The symmetries that leave a position as it is, the one that moves nothing included."""
    return [n for n in range(8) if position.transform(n) == position]


def distinct_moves(position: Position) -> tuple[int, ...]:
    """The legal moves, one of each set that symmetries of the position carry into each other.

    >>> len(distinct_moves(Position.start()))
    15
    """
    if position.ply > _LAST_SYMMETRIC_PLY:
        return position.legal_moves
    kept = own_symmetries(position)
    if len(kept) == 1:
        return position.legal_moves
    return tuple(move for move in position.legal_moves if move == _least_image(move, kept))


def canonical_move(position: Position, move: int) -> int:
    """The one of ``distinct_moves`` that stands for a move.

    >>> canonical_move(Position.start(), 80)
    0
    """
    return _least_image(move, own_symmetries(position))


def _least_image(move: int, symmetries: list[int]) -> int:
    return min(transform_square(move, n) for n in symmetries)
