"""Positions solved by looking at everything: slow, and with no code of the engine's."""

from __future__ import annotations

from ninefold import Position

__all__ = ["squares_left", "value"]


def value(position: Position, seen: dict[Position, float]) -> float:
    """The share of the point that X gets by best play: 1, ½ or 0."""
    if position.outcome is not None:
        return {"X": 1.0, "O": 0.0, None: 0.5}[position.outcome.winner]
    found = seen.get(position)
    if found is None:
        best, aim = (max, 1.0) if position.turn == "X" else (min, 0.0)
        found = 1.0 - aim
        for square in position.legal_moves:
            found = best(found, value(position.play(square), seen))
            if found == aim:  # nothing is better
                break
        seen[position] = found
    return found


def squares_left(position: Position) -> int:
    """How many squares the rest of the game can still use."""
    closed = position.variant.captured_is_closed
    boards = [b for b in range(9) if not (closed and position.owners[b] in "XO")]
    return sum(position.board(board).count(".") for board in boards)
