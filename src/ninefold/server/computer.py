"""The computer as an opponent: our engine at its levels, behind the door of the pool."""

from __future__ import annotations

from typing import Final

from ninefold.engine.level_engine import LevelEngine
from ninefold.engine.levels import LEVELS
from ninefold.engine.limit import Limit
from ninefold.rules.position import Position
from ninefold.server.messages import Level
from ninefold.server.thinking import Pool, Thought, TimeLeft

__all__ = ["EngineBrain", "make_pool"]

#: What is said of each level, and the least seconds it takes so that people can follow.
_MANNERS: Final = {
    "first-game": ("Plays like a child in its first game.", 1.0),
    "beginner": ("Sees little and overlooks much.", 0.9),
    "casual": ("Knows the game and plays for fun.", 0.8),
    "keen": ("Looks ahead and takes what you give.", 0.7),
    "skilled": ("Plays well and seldom errs.", 0.6),
    "expert": ("Sees far, and forgives little.", 0.5),
    "master": ("Very hard to beat.", 0.4),
    "full": ("All that the engine has.", 0.2),
}
_DEFAULT: Final = "casual"
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
    levels = [
        Level(name=level.name, rank=level.number, text=_MANNERS[level.name][0]) for level in LEVELS
    ]
    return Pool(
        EngineBrain,
        levels,
        default_level=_DEFAULT,
        hint_level=LEVELS[-1].name,
        paces={name: pace for name, (_, pace) in _MANNERS.items()},
        workers=workers,
    )
