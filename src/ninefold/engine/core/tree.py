"""Tree: a plain Monte Carlo tree search (UCT), one random game a leaf."""

from __future__ import annotations

from typing import Final, NamedTuple

from ninefold.engine.core.background import interruptible
from ninefold.engine.core.library import ffi, lib
from ninefold.engine.core.position import native
from ninefold.rules.position import Position

__all__ = ["Tree", "TreeAnswer"]

_allocate: Final = ffi.new_allocator(should_clear_after_alloc=False)


class TreeAnswer(NamedTuple):
    """The move most often tried, the mover's expected score after it, and the games played."""

    square: int
    probability: float
    games: int


class Tree:
    """Room for a tree of so many bytes."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._memory = _allocate("char[]", size)
        self._stop = ffi.new("int *")

    def search(
        self, position: Position, *, seconds: float | None, games: int, seed: int
    ) -> TreeAnswer:
        """The best move within so many seconds and games; 0 games are any number."""
        copy, answer = native(position), ffi.new("nf_mcts_answer *")
        limit = -1.0 if seconds is None else seconds
        self._stop[0] = 0
        interruptible(
            lambda: lib.nf_mcts(
                copy, limit, games, seed, self._memory, self._size, self._stop, answer
            ),
            self.stop,
        )
        return TreeAnswer(answer.square, answer.probability, answer.games)

    def stop(self) -> None:
        """End the search that is under way, from any thread."""
        self._stop[0] = 1
