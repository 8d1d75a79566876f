"""Levels: eight players by name, from a child's first game to full strength.

The lower ones look less far ahead, misjudge what they see and overlook captures, as people do; they
never throw a game away on purpose. What they may look at is counted in positions and not in
seconds, so a level is as strong on any machine.

>>> from ninefold import Position
>>> list(LEVELS)
['first-game', 'novice', 'casual', 'regular', 'skilled', 'expert', 'master', 'full']
>>> with LevelEngine("novice", seed=1) as engine:
...     engine.play(Position.start("battle").play("55"), Limit()).move in range(36, 45)
True
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass
from random import Random
from types import MappingProxyType
from typing import Final

from ninefold.engine.engine import Engine
from ninefold.engine.info import Info
from ninefold.engine.limit import Limit
from ninefold.engine.native import Handicap, NativeEngine
from ninefold.rules.errors import BadSyntax, quoted
from ninefold.rules.position import Position

__all__ = ["LEVELS", "Level", "LevelEngine", "find_level"]


@dataclass(frozen=True, slots=True)
class Level:
    """How a player is held back: by what it may look at, and by what it gets wrong."""

    name: str
    limit: Limit
    handicap: Handicap = Handicap()  # noqa: RUF009 - a frozen value


#: The levels, weakest first. docs/levels.md has the matches between neighbours.
LEVELS: Final[Mapping[str, Level]] = MappingProxyType(
    {
        level.name: level
        for level in (
            Level("first-game", Limit(depth=1), Handicap(noise=8.0, blindness=0.95)),
            Level("novice", Limit(depth=1), Handicap(noise=1.1, blindness=0.35)),
            Level("casual", Limit(depth=1), Handicap(noise=0.35, blindness=0.1)),
            Level("regular", Limit(depth=2), Handicap(noise=0.25, blindness=0.07)),
            Level("skilled", Limit(depth=3), Handicap(noise=0.1, blindness=0.03)),
            Level("expert", Limit(nodes=1_500)),
            Level("master", Limit(nodes=20_000)),
            Level("full", Limit(nodes=1_000_000, time=0.9)),
        )
    }
)


def find_level(name: str) -> Level:
    """The level of that name.

    >>> find_level("Expert").name
    'expert'
    """
    level = LEVELS.get(name.strip().lower().replace(" ", "-"))
    if level is None:
        raise BadSyntax(f"{quoted(name)} is not a level: expected one of {', '.join(LEVELS)}")
    return level


class LevelEngine(Engine):
    """Plays at a level; a limit can hold it back further, but makes it no stronger.

    With a ``seed`` it plays the same game again; without, it errs in another way each time.
    """

    def __init__(self, level: str, *, seed: int | None = None, memory: int = 16) -> None:
        self._level = find_level(level)
        self.name = self._level.name
        self._seed = seed
        self._random = Random(seed)  # noqa: S311 - a game, not a secret
        self._engine = NativeEngine(memory=memory)

    def analysis(
        self, position: Position, limit: Limit, *, lines: int = 1
    ) -> Generator[list[Info], None, None]:
        """Think as far as the level goes."""
        self._engine.seed = self._random.getrandbits(63)
        return self._engine.analysis(
            position, _tighter(self._level.limit, limit), lines=lines, handicap=self._level.handicap
        )

    def stop(self) -> None:
        """End the search that is under way."""
        self._engine.stop()

    def new_game(self) -> None:
        """Forget the last game."""
        self._random = Random(self._seed)  # noqa: S311 - a game, not a secret
        self._engine.new_game()

    def close(self) -> None:
        """Give the memory back."""
        self._engine.close()


def _tighter(one: Limit, other: Limit) -> Limit:
    def least(name: str) -> float | None:
        given = [getattr(limit, name) for limit in (one, other)]
        return min((value for value in given if value is not None), default=None)

    return Limit(
        time=least("time"),
        nodes=least("nodes"),  # type: ignore[arg-type]  # whole as given
        depth=least("depth"),  # type: ignore[arg-type]  # whole as given
        clock=other.clock,
        increment=other.increment,
    )
