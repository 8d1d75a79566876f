"""Pace: how fast somebody may ask, as buckets that fill slowly and empty with every request."""

from __future__ import annotations

import time

__all__ = ["Bucket", "Buckets"]

_MOST_REMEMBERED = 20_000


class Bucket:
    """Allows ``burst`` requests at once and ``rate`` a second in the long run."""

    __slots__ = ("_at", "_burst", "_level", "_rate")

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst = rate, burst
        self._level = burst
        self._at = time.monotonic()

    def take(self, count: int = 1) -> bool:
        """Whether so many more are allowed now."""
        now = time.monotonic()
        level = self._level + (now - self._at) * self._rate
        self._level = level if level < self._burst else self._burst  # for every frame and move
        self._at = now
        if self._level < count:
            return False
        self._level -= count
        return True

    @property
    def wait(self) -> float:
        """The seconds until one more is allowed."""
        return max(0.0, (1 - self._level) / self._rate)


class Buckets:
    """A bucket for everybody who asks; those who asked longest ago are forgotten first."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst = rate, burst
        self._buckets: dict[str, Bucket] = {}

    def of(self, who: str) -> Bucket:
        """Somebody's bucket."""
        bucket = self._buckets.pop(who, None) or Bucket(self._rate, self._burst)
        self._buckets[who] = bucket
        if len(self._buckets) > _MOST_REMEMBERED:
            del self._buckets[next(iter(self._buckets))]
        return bucket
