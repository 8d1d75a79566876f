"""Computer: our engine as an opponent, at one level for a whole game.

What it has learnt in its table lasts as long as the game, and so does its kind of mistakes: a seed
decides what it overlooks and misjudges.

>>> computer = Computer("casual", seed=1)
>>> computer.choose(Position.start("open")).square in range(81)
True
>>> computer.close()
"""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from ninefold.engine import Engine, Limit, find_level
from ninefold.engine.handicap import NONE
from ninefold.game.clock import Clock, TimeControl
from ninefold.game.game import Swap
from ninefold.rules.position import Position
from ninefold.rules.squares import Player

__all__ = [
    "DEFAULT_LEVEL",
    "Computer",
    "Thought",
    "limit_of",
    "make_engine",
    "pace_of",
    "table_of",
]

#: The level that is offered to somebody who has chosen none.
DEFAULT_LEVEL: Final = "casual"
_NO_LIMIT: Final = Limit()
_MOVES_TO_KEEP_TIME_FOR: Final = 40
#: Seconds that a move takes at least, so that people can follow.
_PACES: Final[Mapping[str, float]] = {
    "first-game": 1.0,
    "beginner": 0.9,
    "casual": 0.8,
    "keen": 0.7,
    "skilled": 0.6,
    "expert": 0.5,
    "master": 0.4,
    "full": 0.2,
}


@dataclass(frozen=True, slots=True)
class Thought:
    """A move, and the expected score (0-1) of its player, if that is known.

    With ``swap`` the computer would rather take over the first move than play.
    """

    square: int
    expected: float | None = None
    swap: bool = False
    book: bool = False  # it comes from the opening book


def make_engine(level: str, seed: int | None) -> Engine:
    """The engine behind a level."""
    # The native core loads on the thread that thinks: a board comes up before it.
    from ninefold.engine.level_engine import LevelEngine

    return LevelEngine(level, seed=seed, memory=table_of(level))


def table_of(level: str) -> int:
    """The size of a level's table in MiB: those that err look at too little to fill one."""
    return 1 if find_level(level).handicap != NONE else 4


def pace_of(level: str, limit: Limit = _NO_LIMIT) -> float:
    """The least seconds that a level takes for a move, so that people can follow.

    A clock must last for a whole game: only a fortieth of it is waited away.
    """
    pace = _PACES.get(level, 0.0)
    return pace if limit.clock is None else min(pace, limit.clock / _MOVES_TO_KEEP_TIME_FOR)


def limit_of(clock: Clock, side: Player, now: float) -> Limit:
    """What the clock leaves a side for thinking; days are as good as no clock."""
    left = clock.remaining(side, now)
    if left is None or not isinstance(clock.control, TimeControl):
        return _NO_LIMIT
    return Limit(clock=max(0, left) / 1000, increment=clock.control.increment)


class Computer:
    """The computer in one game: it thinks about one thing at a time, on whatever thread asks.

    Without a ``seed`` every computer errs in its own way. The engine is made when it is first
    needed.
    """

    def __init__(
        self,
        level: str,
        *,
        seed: int | None = None,
        make: Callable[[str, int | None], Engine] = make_engine,
    ) -> None:
        self.level = level
        self._seed = seed
        self._make = make
        self._engine: Engine | None = None
        self._turn = threading.Lock()

    def choose(self, position: Position, limit: Limit = _NO_LIMIT, swap: Swap = "off") -> Thought:
        """What it plays, within the smaller of its level's limit and this one.

        Where its first move can be taken over it plays any: its best would be the other player's.
        Asked whether to take over X's, it does so if it would rather have X's game than its own.
        """
        if swap == "ahead":
            return Thought(random.choice(position.legal_moves))  # noqa: S311 - a game
        with self._turn:
            best = self._opened().play(position, limit)
        expected = best.score.for_player(position.turn).probability
        return Thought(best.move, expected, swap == "open" and expected < 0.5, best.book)

    def _opened(self) -> Engine:
        if self._engine is None:
            self._engine = self._make(self.level, self._seed)
        return self._engine

    def new_game(self) -> None:
        """Forget the game before; without a seed, err in another way."""
        with self._turn:
            if self._engine is not None:
                self._engine.new_game()

    def stop(self) -> None:
        """End the thought that is under way, from any thread."""
        if self._engine is not None:
            self._engine.stop()

    def close(self) -> None:
        """Stop, and give back what the engine holds; a further thought would make a new one."""
        self.stop()
        with self._turn:
            engine, self._engine = self._engine, None
            if engine is not None:
                engine.close()
