"""TreeEngine: plain Monte Carlo tree search by random games, the baseline for our own search."""

from __future__ import annotations

import threading
from collections.abc import Generator
from time import monotonic
from typing import Final

from ninefold.engine.checks import check_number
from ninefold.engine.core.memory import MIB
from ninefold.engine.core.tree import Tree
from ninefold.engine.engine import Engine, EngineError, require_moves
from ninefold.engine.info import Info
from ninefold.engine.limit import Limit
from ninefold.engine.score import Score
from ninefold.rules.position import Position

__all__ = ["TreeEngine"]

_MOST_GAMES: Final = 2**63


class TreeEngine(Engine):
    """UCT with one random game for every leaf, in every variant; a limit's nodes are its games.

    >>> TreeEngine(seed=1).play(Position.start().play("13"), Limit(nodes=500)).nodes
    500
    """

    name = "mcts"

    def __init__(self, *, memory: int = 256, seed: int = 0) -> None:
        check_number("memory", memory, 1, 1 << 16)
        check_number("seed", seed, 0, 2**63)
        self._tree = Tree(memory * MIB)
        self._seed = seed
        self._busy = threading.Lock()

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
            yield [self._search(position, seconds, games)]
        finally:
            self._busy.release()

    def _search(self, position: Position, seconds: float | None, games: int) -> Info:
        began = monotonic()
        seed = (self._seed << 7 & (1 << 63) - 1) + position.ply
        found = self._tree.search(position, seconds=seconds, games=games, seed=seed)
        return Info(
            move=found.square,
            score=Score(position.turn, found.probability),
            line=(found.square,),
            nodes=found.games,
            time=monotonic() - began,
        )

    def stop(self) -> None:
        """End the search that is under way, from any thread."""
        self._tree.stop()
