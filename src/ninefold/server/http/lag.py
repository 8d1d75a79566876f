"""LagMeter: how far away a page is, as the server itself measures it."""

from __future__ import annotations

from collections import deque
from typing import Final

__all__ = ["LagMeter"]

_REMEMBERED: Final = 5


class LagMeter:
    """The quickest of the last answers to our pings, there and back, in milliseconds.

    Only the server's clock counts, and only the quickest answer: whoever answers late now and then
    gains nothing by it.

    >>> meter = LagMeter()
    >>> number = meter.ask(now=1000.0)
    >>> meter.answered(number, now=1080.0)
    >>> meter.ms
    80.0
    """

    def __init__(self) -> None:
        self._asked: dict[int, float] = {}
        self._trips: deque[float] = deque(maxlen=_REMEMBERED)
        self._number = 0

    def ask(self, now: float) -> int:
        """The number of a new ping."""
        self._number += 1
        self._asked[self._number] = now
        if len(self._asked) > _REMEMBERED:
            del self._asked[next(iter(self._asked))]
        return self._number

    def answered(self, number: int, now: float) -> None:
        """A pong came back; one that was not asked for says nothing."""
        asked_at = self._asked.pop(number, None)
        if asked_at is not None:
            self._trips.append(now - asked_at)

    @property
    def ms(self) -> float:
        """The lag; none while no ping has been answered."""
        return min(self._trips, default=0.0)
