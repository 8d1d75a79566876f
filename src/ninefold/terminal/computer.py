"""The computer as the terminal sees it: named levels that move, and opinions on a position.

All calls that think block and belong on a thread of their own; ``stop`` ends them from any other.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Final, Literal

from ninefold.engine import Engine, Info, Limit
from ninefold.opponents import opens_with, takes_over
from ninefold.rules.position import Position
from ninefold.rules.squares import PLAYERS
from ninefold.terminal.game import Swap

__all__ = ["Computer", "make_engine"]

_JUDGE: Final = "judge"
_NO_LIMIT: Final = Limit()


def make_engine(name: str) -> Engine:
    """The engine behind a level, or the one that judges, at full strength."""
    # The native core loads on the thread that thinks: the board comes up before it.
    from ninefold.engine.level_engine import LevelEngine
    from ninefold.engine.native import NativeEngine

    return NativeEngine() if name == _JUDGE else LevelEngine(name)


class Computer:
    """One thinking head: it plays at a level, gives hints, and judges positions.

    It thinks about one thing at a time. ``wanted`` says whether an answer is still asked for when
    its turn comes.
    """

    def __init__(self, make: Callable[[str], Engine] = make_engine) -> None:
        self._make = make
        self._engines: dict[str, Engine] = {}
        self._turn = threading.Lock()

    def _engine(self, level: str) -> Engine:
        if level not in self._engines:
            self._engines[level] = self._make(level)
        return self._engines[level]

    def choose(
        self,
        position: Position,
        level: str,
        limit: Limit = _NO_LIMIT,
        wanted: Callable[[], bool] = lambda: True,
        swap: Swap = "off",
    ) -> int | Literal["swap"] | None:
        """The move that a level would play, or ``None`` when nobody wants it any more.

        Where the first move can be taken over it begins anywhere, and takes over what it likes.
        """
        with self._turn:
            if not wanted():
                return None
            if swap == "ahead":
                return opens_with(position)
            engine = self._engine(level)
            if position.ply < len(PLAYERS):
                engine.new_game()  # which it opens in its own way
            best = engine.play(position, limit)
            share = best.score.for_player(position.turn).probability
            return "swap" if swap == "open" and takes_over(share) else best.move

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
            engine = self._engine(_JUDGE)
            limit = Limit(time=seconds)
            with closing(engine.analysis(position, limit, lines=lines)) as updates:
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
        for engine in tuple(self._engines.values()):
            engine.stop()

    def close(self) -> None:
        """End it for good: give back what the engines hold."""
        self.stop()
        with self._turn:
            for engine in self._engines.values():
                engine.close()
