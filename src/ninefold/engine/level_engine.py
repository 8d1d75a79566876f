"""LevelEngine: our engine at one of the eight levels."""

from __future__ import annotations

from collections.abc import Generator
from random import Random, randrange
from typing import TypeVar

from ninefold.engine.engine import Engine, require_moves
from ninefold.engine.info import Info
from ninefold.engine.levels import Level, find_level
from ninefold.engine.limit import Limit
from ninefold.engine.native import NativeEngine
from ninefold.rules.notation import format_position
from ninefold.rules.position import Position

__all__ = ["LevelEngine"]

_Number = TypeVar("_Number", int, float)


class LevelEngine(Engine):
    """An engine that plays at a level; with the same ``seed`` it makes the same mistakes.

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
        mistakes = randrange(2**31) if seed is None else seed  # noqa: S311 - a game, not a secret
        self._native = NativeEngine(
            memory=memory,
            threads=threads,
            seed=mistakes,
            evaluation=self.level.evaluation,
            name=self.name,
        )

    def analysis(
        self, position: Position, limit: Limit, *, lines: int = 1
    ) -> Generator[list[Info], None, None]:
        """What the level thinks, mistakes included, within the smaller of its limit and this."""
        require_moves(position)
        return self._native.analysis(
            position,
            _smaller(self.level.limit, limit),
            lines=lines,
            moves=self._considered(position),
            handicap=self.level.handicap,
        )

    def _considered(self, position: Position) -> tuple[int, ...]:
        """The legal moves without the captures that are overlooked."""
        moves = position.legal_moves
        if not self.level.oversight:
            return moves
        dice = Random(f"{self._native.seed} {format_position(position)}")  # noqa: S311 - a game
        seen = tuple(
            square
            for square in moves
            if dice.random() >= self.level.oversight
            or position.play(square).owners.count(position.turn)
            == position.owners.count(position.turn)
        )
        return seen or moves

    def stop(self) -> None:
        """End the search that is under way, from any thread."""
        self._native.stop()

    def new_game(self) -> None:
        """Forget everything learnt so far."""
        self._native.new_game()

    def close(self) -> None:
        """Stop, and give the memory back."""
        self._native.close()


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
