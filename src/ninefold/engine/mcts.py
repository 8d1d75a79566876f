"""TreeEngine: a plain tree search by random games, the yardstick for the other search."""

from __future__ import annotations

import threading
from collections.abc import Generator
from time import monotonic
from typing import Final

from ninefold.engine.core import check_number, ffi, interruptible, lib, native
from ninefold.engine.engine import Engine, EngineError, require_moves
from ninefold.engine.info import Info
from ninefold.engine.limit import Limit
from ninefold.engine.score import Score
from ninefold.rules.position import Position

__all__ = ["TreeEngine"]

_MOST_GAMES: Final = 2**63
_allocate: Final = ffi.new_allocator(should_clear_after_alloc=False)


class TreeEngine(Engine):
    """UCT with one random game for every leaf, in every variant; a limit's nodes are its games.

    >>> TreeEngine(seed=1).play(Position.start().play("13"), Limit(nodes=500)).nodes
    500
    """

    name = "mcts"

    def __init__(self, *, memory: int = 256, seed: int = 0) -> None:
        check_number("memory", memory, 1, 1 << 16)
        check_number("seed", seed, 0, 2**63)
        self._bytes = memory << 20
        self._memory = _allocate("char[]", self._bytes)
        self._seed = seed
        self._busy = threading.Lock()
        self._stop = ffi.new("int *")

    def analysis(
        self,
        position: Position,
        limit: Limit,
        *,
        lines: int = 1,  # noqa: ARG002 - it knows one
    ) -> Generator[list[Info], None, None]:
        """One answer when it is done."""
        require_moves(position)
        seconds = limit.seconds(position.ply)
        if seconds is None and limit.nodes is None and not limit.endless:
            raise EngineError(
                f"{self.name} was given {limit}: it counts no depth and needs a limit of time "
                "or nodes"
            )
        games = min(limit.nodes or 0, _MOST_GAMES)
        if not self._busy.acquire(blocking=False):
            raise EngineError(f"{self.name} is thinking already: stop it, or use another engine")
        try:
            self._stop[0] = 0
            yield [self._search(position, -1.0 if seconds is None else seconds, games)]
        finally:
            self._busy.release()

    def _search(self, position: Position, seconds: float, games: int) -> Info:
        copy, answer, began = native(position), ffi.new("nf_mcts_answer *"), monotonic()
        seed = (self._seed << 7 & (1 << 63) - 1) + position.ply
        interruptible(
            lambda: lib.nf_mcts(
                copy, seconds, games, seed, self._memory, self._bytes, self._stop, answer
            ),
            self.stop,
        )
        return Info(
            move=answer.square,
            score=Score(position.turn, answer.probability),
            line=(answer.square,),
            nodes=answer.games,
            time=monotonic() - began,
        )

    def stop(self) -> None:
        """End the search that is under way, from any thread."""
        self._stop[0] = 1
