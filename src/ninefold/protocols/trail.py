"""Trail: the moves that led to a position, for those who understand games but not positions.

A ``Position`` does not know how it came about. Some programs can only be told a game from its first
move on, so a trail follows the positions it is shown, and finds some way from the start to one that
it has not followed.

>>> from ninefold.rules.position import Position
>>> trail = Trail()
>>> trail.moves_to(Position.start().play("55").play("51"))
(40, 36)
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from ninefold.rules.position import Position

__all__ = ["Trail", "find_moves"]

#: How many positions the search for a game may look at (about a second), over all its tries.
_BUDGET = 60_000
_TRIES = 12


class Trail:
    """Follows one game, position by position."""

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """The next position may belong to another game."""
        self._position: Position | None = None
        self._moves: tuple[int, ...] = ()

    def moves_to(self, position: Position) -> tuple[int, ...] | None:
        """Moves from the start to the position: those that were seen, if they lead there."""
        moves = self._continued(position)
        if moves is None:
            moves = find_moves(position)
        if moves is not None:
            self._position, self._moves = position, moves
        return moves

    def _continued(self, position: Position) -> tuple[int, ...] | None:
        """The moves seen so far and the few that were played since, if that is what happened."""
        if self._position is None or self._position.variant != position.variant:
            return None
        ahead = position.ply - self._position.ply
        if not 0 <= ahead <= 2:
            return None
        steps = _ways(self._position, position, ahead)
        return next((self._moves + step for step in steps), None)


def _ways(start: Position, goal: Position, length: int) -> Iterator[tuple[int, ...]]:
    """Every way of that many moves from one position to another."""
    if length == 0:
        if start == goal:
            yield ()
        return
    for move in _usable(start, goal.cells):
        for rest in _ways(start.play(move), goal, length - 1):
            yield (move, *rest)


def _usable(position: Position, cells: str) -> list[int]:
    """The legal moves that put down a mark which stands in ``cells``."""
    return [move for move in position.legal_moves if cells[move] == position.turn]


def find_moves(goal: Position) -> tuple[int, ...] | None:
    """Some legal game that leads to a position, or ``None`` if none was found.

    The search is bounded, and starts again with another order of moves when it gets stuck: a bad
    first choice is cheaper to drop than to exhaust.
    """
    for seed in range(_TRIES):
        search = _Search(goal, seed, _BUDGET // _TRIES)
        moves = search.run()
        if moves is not None or search.exhausted:
            return moves
    return None


class _Search:
    """Depth-first over the games whose every mark stands in the goal."""

    def __init__(self, goal: Position, seed: int, budget: int) -> None:
        self._goal = goal
        self._cells = goal.cells
        self._random = Random(seed)  # noqa: S311 - an order of moves, not a secret
        self._left = budget
        self._dead: set[Position] = set()

    @property
    def exhausted(self) -> bool:
        """Whether everything was looked at, so that another order finds nothing more."""
        return self._left > 0

    def run(self) -> tuple[int, ...] | None:
        return self._from(Position.start(self._goal.variant), self._goal.ply)

    def _from(self, position: Position, length: int) -> tuple[int, ...] | None:
        if length == 0:
            return () if position == self._goal else None
        if position in self._dead:
            return None
        self._left -= 1
        if self._left <= 0:
            return None
        moves = _usable(position, self._cells)
        self._random.shuffle(moves)
        for move in moves:
            rest = self._from(position.play(move), length - 1)
            if rest is not None:
                return (move, *rest)
        self._dead.add(position)
        return None
