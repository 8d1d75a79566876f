"""Clock: how much time each side has left, and who is using it.

>>> clock = Clock(TimeControl(180, 2), now=lambda: 0.0)
>>> clock_face(clock.left("X"))
'3:00'
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from ninefold.rules.errors import BadSyntax, quoted
from ninefold.rules.squares import PLAYERS, Player

__all__ = ["TIME_CONTROLS", "Clock", "TimeControl", "clock_face"]


@dataclass(frozen=True, slots=True)
class TimeControl:
    """Seconds for a whole game, and seconds that come back after each move."""

    base: int
    increment: int = 0

    def __str__(self) -> str:
        return f"{self.base}+{self.increment}"

    @classmethod
    def parse(cls, text: str) -> TimeControl:
        """Read seconds, with or without an increment: ``300`` or ``180+2``.

        >>> TimeControl.parse("180+2")
        TimeControl(base=180, increment=2)
        """
        base, _, increment = text.strip().partition("+")
        if base.isdecimal() and (increment or "0").isdecimal() and 0 < int(base) < 100_000:
            return cls(int(base), int(increment or 0))
        raise BadSyntax(
            f"{quoted(text)} is no clock: expected seconds for the game, such as 300 or 180+2"
        )


TIME_CONTROLS: Final = (TimeControl(180, 2), TimeControl(300), TimeControl(600))


class Clock:
    """A chess clock: it runs for one side at a time, or stands still."""

    def __init__(
        self,
        control: TimeControl,
        left: Mapping[Player, float] | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.control = control
        self._left = {player: float(control.base) for player in PLAYERS} | dict(left or {})
        self._now = now
        self._running: Player | None = None
        self._since = 0.0

    def left(self, player: Player) -> float:
        """Seconds that a side has left, never below 0."""
        used = self._now() - self._since if self._running == player else 0.0
        return max(0.0, self._left[player] - used)

    def run(self, player: Player | None) -> None:
        """Let a side's time run from now on, or stop both."""
        if self._running is not None:
            self._left[self._running] = self.left(self._running)
        self._running, self._since = player, self._now()

    def moved(self, player: Player) -> None:
        """Give a side its increment after a move; its clock stands still until it runs again."""
        self.run(None)
        self._left[player] += self.control.increment


def clock_face(seconds: float) -> str:
    """Time as a clock shows it: minutes and seconds, and tenths when it gets close.

    >>> clock_face(9.87), clock_face(125)
    ('0:09.8', '2:05')
    """
    minutes, rest = divmod(seconds, 60)
    tenths = f".{int(rest * 10 % 10)}" if seconds < 10 else ""
    return f"{int(minutes)}:{int(rest):02}{tenths}"
