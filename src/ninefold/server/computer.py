"""The computer as an opponent: our engine at its levels, behind the door of the pool."""

from __future__ import annotations

from typing import Final

from ninefold.engine.level_engine import LevelEngine
from ninefold.engine.levels import LEVELS
from ninefold.engine.limit import Limit
from ninefold.opponents import DEFAULT_LEVEL, LEVEL_WORDS
from ninefold.rules.position import Position
from ninefold.server.messages import Level
from ninefold.server.thinking import Pool, Thought, TimeLeft

__all__ = ["EngineBrain", "make_pool"]

#: The least seconds that each level takes, so that people can follow.
_PACES: Final = {
    "first-game": 1.0,
    "beginner": 0.9,
    "casual": 0.8,
    "keen": 0.7,
    "skilled": 0.6,
    "expert": 0.5,
    "master": 0.4,
    "full": 0.2,
}
_MEMORY_MB: Final = 8


class EngineBrain:
    """Our engine, used by one thread at a time."""

    def __init__(self) -> None:
        self._engine: LevelEngine | None = None

    def think(self, position: Position, level: str, time_left: TimeLeft | None = None) -> Thought:
        """The move that a level plays.

        A new engine for each move brings new mistakes, so that no two games are alike.
        """
        limit = Limit()
        if time_left is not None:
            limit = Limit(clock=time_left.seconds, increment=time_left.increment)
        with LevelEngine(level, memory=_MEMORY_MB) as engine:
            self._engine = engine
            best = engine.play(position, limit)
        return Thought(best.move, best.score.for_player(position.turn).probability)

    def stop(self) -> None:
        """End the thought that is under way, from any thread."""
        if self._engine is not None:
            self._engine.stop()

    def close(self) -> None:
        """Nothing is held between thoughts."""


def make_pool(workers: int) -> Pool:
    """The pool that plays all levels."""
    said = LEVEL_WORDS["en"]
    levels = [Level(name=one.name, rank=one.number, text=said[one.name].text) for one in LEVELS]
    return Pool(
        EngineBrain,
        levels,
        default_level=DEFAULT_LEVEL,
        hint_level=LEVELS[-1].name,
        paces=_PACES,
        workers=workers,
    )
