"""LevelEngine: our engine at one of the eight levels."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace
from random import Random, randrange
from typing import Final, TypeVar

from ninefold.engine.engine import Engine, require_moves
from ninefold.engine.handicap import NONE
from ninefold.engine.info import Info
from ninefold.engine.levels import Level, find_level
from ninefold.engine.limit import Limit
from ninefold.engine.native import NativeEngine, own_symmetries
from ninefold.rules.notation import format_position
from ninefold.rules.position import Position
from ninefold.rules.squares import transform_square

__all__ = ["LevelEngine"]

_Number = TypeVar("_Number", int, float)

#: In a game's first moves those are chosen from that cost no more than this share of the point.
_VARIED_PLIES: Final = 6
_VARIED_LINES: Final = 6
_VARIED_COST: Final = 0.015


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
            name=self.name,
        )

    def analysis(
        self, position: Position, limit: Limit, *, lines: int = 1
    ) -> Generator[list[Info], None, None]:
        """What the level thinks, mistakes included, within the smaller of its limit and this.

        One line ends with the move to play: in a game's first moves any that is about as good as
        the best. Otherwise a level that makes no mistakes would play the same game again and again.
        """
        require_moves(position)
        if lines == 1 and position.ply < _VARIED_PLIES and self.level.handicap == NONE:
            return self._varied(position, limit)
        return self._thoughts(position, limit, lines)

    def _varied(self, position: Position, limit: Limit) -> Generator[list[Info], None, None]:
        if (win := self._native.known_win(position)) is not None:
            yield [win]
            return
        answers: list[Info] = []
        for answers in self._thoughts(position, limit, _VARIED_LINES):
            yield answers[:1]
        chances = [answer.score.for_player(position.turn).probability for answer in answers]
        good = sum(chance >= chances[0] - _VARIED_COST for chance in chances)
        dice = self._dice(position)
        chosen = answers[dice.randrange(good)]
        symmetry = dice.choice(own_symmetries(position))
        turned = tuple(transform_square(square, symmetry) for square in chosen.line)
        yield [replace(chosen, move=turned[0], line=turned, rank=1)]

    def _thoughts(
        self, position: Position, limit: Limit, lines: int
    ) -> Generator[list[Info], None, None]:
        return self._native.analysis(
            position,
            _smaller(self.level.limit, limit),
            lines=lines,
            moves=self._considered(position),
            handicap=self.level.handicap,
        )

    def _dice(self, position: Position) -> Random:
        return Random(f"{self._native.seed} {format_position(position)}")  # noqa: S311 - a game

    def _considered(self, position: Position) -> tuple[int, ...]:
        """The legal moves without the captures that are overlooked."""
        moves = position.legal_moves
        if not self.level.oversight:
            return moves
        dice = self._dice(position)
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
        if not self._seeded:
            self._native.seed = _any_seed()

    def close(self) -> None:
        """Stop, and give the memory back."""
        self._native.close()


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
