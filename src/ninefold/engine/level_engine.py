"""LevelEngine: our engine at one of the eight levels."""

from __future__ import annotations

from collections.abc import Generator
from random import randrange
from typing import Final, TypeVar

from ninefold.engine.core.level import Weakness
from ninefold.engine.engine import Engine, require_moves
from ninefold.engine.info import Info
from ninefold.engine.levels import Level, find_level
from ninefold.engine.limit import Limit
from ninefold.engine.native import NativeEngine
from ninefold.rules.position import Position

__all__ = ["VARIETY", "LevelEngine", "weakness_of"]

_Number = TypeVar("_Number", int, float)

#: What a game's first moves may cost, as a part of the logistic scale: a hundredth and a half of
#: the point where chances are even.
VARIETY: Final = 0.06


class LevelEngine(Engine):
    """An engine that plays at a level; with the same ``seed`` it makes the same mistakes.

    Without one every new game brings others.

    >>> with LevelEngine("casual", seed=1) as engine:
    ...     engine.play(Position.start("open"), Limit()).move in range(81)
    True
    """

    def __init__(
        self,
        level: str | int | Level,
        *,
        seed: int | None = None,
        memory: int = 4,
        threads: int = 1,
    ) -> None:
        self.level = level if isinstance(level, Level) else find_level(level)
        self.name = self.level.name
        self._seeded = seed is not None
        self._native = NativeEngine(
            memory=memory,
            threads=threads,
            seed=_any_seed() if seed is None else seed,
            evaluation=self.level.evaluation,
            book=self.level.book,
            name=self.name,
        )

    @property
    def seed(self) -> int:
        """What its mistakes follow from; setting it keeps them from then on."""
        return self._native.seed

    @seed.setter
    def seed(self, seed: int) -> None:
        self._seeded = True
        self._native.seed = seed

    def analysis(
        self, position: Position, limit: Limit, *, lines: int = 1
    ) -> Generator[list[Info], None, None]:
        """What the level thinks, mistakes included, within the smaller of its limit and this.

        One line ends with the move to play: in a game's first moves any that is about as good as
        the best. Otherwise a level that makes no mistakes would play the same game again and again.
        """
        require_moves(position)
        if lines == 1 and self.level.book:
            known = self._native.known(position, _smaller(self.level.limit, limit))
            if known is not None:
                return (answer for answer in ([known],))
        weakness = self._weakness(position)
        choices = weakness.lines(position) if lines == 1 else 1
        if choices == 1:
            return self._thoughts(position, limit, lines, weakness)
        return self._varied(position, limit, choices, weakness)

    def _varied(
        self, position: Position, limit: Limit, lines: int, weakness: Weakness
    ) -> Generator[list[Info], None, None]:
        if (win := self._native.known_win(position)) is not None:
            yield [win]
            return
        for answers in self._thoughts(position, limit, lines, weakness):
            yield answers[:1]
        yield [self._native.choice(position, weakness)]

    def _thoughts(
        self, position: Position, limit: Limit, lines: int, weakness: Weakness
    ) -> Generator[list[Info], None, None]:
        return self._native.analysis(
            position,
            _smaller(self.level.limit, limit),
            lines=lines,
            moves=weakness.moves(position, self.seed),
            handicap=self.level.handicap,
        )

    def _weakness(self, position: Position) -> Weakness:
        return weakness_of(self.level, self._native.scale(position))

    def stop(self) -> None:
        """End the search that is under way, from any thread."""
        self._native.stop()

    def new_game(self) -> None:
        """Forget everything learnt so far."""
        self._native.new_game()
        if not self._seeded:
            self._native.seed = _any_seed()

    def close(self) -> None:
        """Stop, and give the memory back."""
        self._native.close()


def weakness_of(level: Level, scale: float = 0.0) -> Weakness:
    """A level in the core's numbers, where scores have that logistic scale."""
    return Weakness(
        noise=round(100 * level.handicap.noise),
        blindness=round(256 * level.handicap.blindness),
        oversight=round(256 * level.oversight),
        variety=round(VARIETY * scale),
    )


def _any_seed() -> int:
    return randrange(2**31)  # noqa: S311 - a game, not a secret


def _least(one: _Number | None, other: _Number | None) -> _Number | None:
    return min((value for value in (one, other) if value is not None), default=None)


def _smaller(one: Limit, other: Limit) -> Limit:
    """A limit that keeps both."""
    return Limit(
        time=_least(one.time, other.time),
        nodes=_least(one.nodes, other.nodes),
        depth=_least(one.depth, other.depth),
        clock=other.clock,
        increment=other.increment,
    )
