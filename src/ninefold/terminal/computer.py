"""The computer as the terminal sees it: named levels that move, and opinions on a position.

All calls that think block and belong on a thread of their own; ``stop`` ends them from any other.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from typing import Final

from ninefold.engine import Engine, Info, Limit
from ninefold.engine.yardsticks import GreedyEngine
from ninefold.rules.errors import BadSyntax, quoted
from ninefold.rules.position import Position

__all__ = ["DEFAULT_LEVEL", "LEVELS", "Computer", "find_level"]

#: The levels by name, weakest first. A greedy player stands in until the engine has landed.
LEVELS: Final = ("greedy",)
DEFAULT_LEVEL: Final = "greedy"


def find_level(name: str) -> str:
    """The level of that name."""
    if name.strip().lower() in LEVELS:
        return name.strip().lower()
    raise BadSyntax(f"{quoted(name)} is not a level: expected one of {', '.join(LEVELS)}")


class Computer:
    """One thinking head: it plays at a level, gives hints, and judges positions."""

    def __init__(self, engine: Engine | None = None) -> None:
        self._engine = engine or GreedyEngine()

    def choose(self, position: Position, level: str) -> int:
        """The move that a level would play."""
        del level
        return self._engine.play(position, Limit(time=0.5)).move

    def hint(self, position: Position) -> Info:
        """A good move, after a short think."""
        return self._engine.play(position, Limit(time=0.5))

    def opinions(self, position: Position, seconds: float, lines: int) -> Iterator[list[Info]]:
        """The best lines so far, again whenever they change."""
        with closing(self._engine.analysis(position, Limit(time=seconds), lines=lines)) as updates:
            yield from updates

    def stop(self) -> None:
        """End what it is thinking about, from any thread."""
        self._engine.stop()

    def close(self) -> None:
        """Give back what the engine holds."""
        self._engine.stop()
        self._engine.close()
