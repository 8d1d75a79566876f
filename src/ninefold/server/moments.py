"""Moments, in milliseconds: the steady clock, the calendar, and the server's own time."""

from __future__ import annotations

import time
from typing import Final

__all__ = ["ServerTime", "now_ms", "today_ms"]

#: What passes between two looks at the clock counts for no more than this. Somebody looks at it
#: several times a second, so more means that the server did not run.
_LONGEST_STEP: Final = 500.0


def now_ms() -> float:
    """The steady clock: only differences mean anything."""
    return time.monotonic() * 1000


def today_ms() -> int:
    """The calendar: since 1970."""
    return time.time_ns() // 1_000_000


class ServerTime:
    """Time as the server lives it: players pay by this clock, and by no other.

    It stands still while the server does not run, be it stopped, asleep or busy with something
    else, it knows no calendar, and after a restart it goes on where it stood.
    """

    def __init__(self, began: float = 0.0) -> None:
        self.start(began)

    def start(self, began: float) -> None:
        """Go on from a moment that was reached before."""
        #: The moment at which this run of the server began.
        self.began = self._now = began
        self._looked = now_ms()

    def now(self) -> float:
        """This moment."""
        looked = time.monotonic() * 1000  # ``now_ms``, without a call: several times a move
        step = looked - self._looked
        self._now += step if step < _LONGEST_STEP else _LONGEST_STEP
        self._looked = looked
        return self._now
