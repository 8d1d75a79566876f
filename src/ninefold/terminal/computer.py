"""The computer as the terminal sees it: named levels that move, and opinions on a position.

All calls that think block and belong on a thread of their own; ``stop`` ends them from any other.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Final, Literal

from ninefold.engine import Engine, Info, Limit
from ninefold.game import Computer as Opponent
from ninefold.game import Swap
from ninefold.game import computer as opponent
from ninefold.rules.position import Position
from ninefold.rules.squares import PLAYERS

__all__ = ["Computer", "make_engine"]

_JUDGE: Final = "judge"
_NO_LIMIT: Final = Limit()


def make_engine(name: str) -> Engine:
    """The engine behind a level, or the one that judges, at full strength."""
    if name != _JUDGE:
        return opponent.make_engine(name, None)
    # The native core loads on the thread that thinks: the board comes up before it.
    from ninefold.engine.native import NativeEngine

    return NativeEngine()


class Computer:
    """One thinking head: it plays at a level, gives hints, and judges positions.

    It thinks about one thing at a time. ``wanted`` says whether an answer is still asked for when
    its turn comes.
    """

    def __init__(self, make: Callable[[str], Engine] = make_engine) -> None:
        self._make = make
        self._opponents: dict[str, Opponent] = {}
        self._judge: Engine | None = None
        self._turn = threading.Lock()

    def _opponent(self, level: str) -> Opponent:
        if level not in self._opponents:
            self._opponents[level] = Opponent(level, make=lambda name, _: self._make(name))
        return self._opponents[level]

    def choose(
        self,
        position: Position,
        level: str,
        limit: Limit = _NO_LIMIT,
        wanted: Callable[[], bool] = lambda: True,
        swap: Swap = "off",
    ) -> int | Literal["swap"] | None:
        """The move that a level would play, or ``None`` when nobody wants it any more."""
        with self._turn:
            if not wanted():
                return None
            player = self._opponent(level)
            if position.ply < len(PLAYERS):
                player.new_game()
            thought = player.choose(position, limit, swap)
            return "swap" if thought.swap else thought.square

    def opinions(
        self,
        position: Position,
        seconds: float,
        lines: int = 1,
        wanted: Callable[[], bool] = lambda: True,
    ) -> Iterator[list[Info]]:
        """The best lines so far, again whenever they change, while they are wanted."""
        with self._turn:
            if not wanted():
                return
            self._judge = self._judge or self._make(_JUDGE)
            limit = Limit(time=seconds)
            with closing(self._judge.analysis(position, limit, lines=lines)) as updates:
                for infos in updates:
                    yield infos
                    if not wanted():
                        return

    def hint(self, position: Position) -> Info:
        """A good move, after a short think."""
        *_, best = self.opinions(position, 1.0)
        return best[0]

    def stop(self) -> None:
        """End what it is thinking about, from any thread."""
        for thinking in self._heads():
            thinking.stop()

    def close(self) -> None:
        """End it for good: give back what the engines hold."""
        self.stop()
        with self._turn:
            for thinking in self._heads():
                thinking.close()

    def _heads(self) -> list[Opponent | Engine]:
        judge = [] if self._judge is None else [self._judge]
        return [*self._opponents.values(), *judge]
