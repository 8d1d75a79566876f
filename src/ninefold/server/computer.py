"""The computer as an opponent: our engine at its levels, behind the door of the pool."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Final

from ninefold.engine.handicap import Handicap
from ninefold.engine.limit import Limit
from ninefold.engine.native import NativeEngine
from ninefold.rules.position import Position
from ninefold.server.messages import Level
from ninefold.server.thinking import Pool, Thought

__all__ = ["LEVELS", "EngineBrain", "make_pool"]

_SEEDS: Final = 2**31
_MEMORY_MB: Final = 16


@dataclass(frozen=True, slots=True)
class _Strength:
    """How a level plays, what is said of it, and the least time it takes so that people follow."""

    text: str
    limit: Limit
    handicap: Handicap
    pace_s: float


#: The levels by name, weakest first.
LEVELS: Final = {
    "easy": _Strength("Overlooks much.", Limit(nodes=300), Handicap(1.5, 0.6), 0.9),
    "medium": _Strength("Looks ahead.", Limit(nodes=5_000), Handicap(0.4, 0.15), 0.7),
    "strong": _Strength("Gives nothing away.", Limit(time=1.0), Handicap(), 0.4),
}
_DEFAULT: Final = "medium"
_STRONGEST: Final = list(LEVELS)[-1]


class EngineBrain:
    """One engine, used by one thread at a time."""

    def __init__(self) -> None:
        self._engine = NativeEngine(memory=_MEMORY_MB)

    def think(self, position: Position, level: str) -> Thought:
        """The move that a level plays."""
        strength = LEVELS[level]
        self._engine.seed = secrets.randbelow(_SEEDS)  # so that no two games are alike
        answer = []
        for answer in self._engine.analysis(  # noqa: B007 - the last one counts
            position, strength.limit, handicap=strength.handicap
        ):
            pass
        best = answer[0]
        return Thought(best.move, best.score.for_player(position.turn).probability)

    def stop(self) -> None:
        """End the thought that is under way, from any thread."""
        self._engine.stop()

    def close(self) -> None:
        """Give the engine's memory back."""
        self._engine.close()


def make_pool(workers: int) -> Pool:
    """The pool that plays all levels."""
    levels = [
        Level(name=name, rank=rank, text=strength.text)
        for rank, (name, strength) in enumerate(LEVELS.items(), start=1)
    ]
    return Pool(
        EngineBrain,
        levels,
        default_level=_DEFAULT,
        hint_level=_STRONGEST,
        paces={name: strength.pace_s for name, strength in LEVELS.items()},
        workers=workers,
    )
