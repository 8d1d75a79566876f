"""Attendance: who looks at a game, and for how long somebody has been away."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from ninefold.server.moments import ServerTime

__all__ = ["Attendance"]


class Attendance:
    """Counts the open pages of each visitor; strangers, who have no key, are counted together."""

    def __init__(self, time: ServerTime) -> None:
        self._time = time
        self._pages: Counter[str | None] = Counter()
        self._seen_at: dict[str, float] = {}
        self._left: set[str] = set()
        self._since = self._time.now()

    def came(self, key: str | None) -> None:
        """A page was opened."""
        self._pages[key] += 1
        if key is not None:
            self._left.discard(key)

    def went(self, key: str | None) -> None:
        """A page was closed."""
        self._pages[key] -= 1
        if not self._pages[key]:
            del self._pages[key]
            if key is not None:
                self._left.add(key)

    def seen(self, key: str) -> None:
        """A player was there just now, with a page or without."""
        self._seen_at[key] = self._time.now()

    def left(self, key: str) -> bool:
        """Whether a player had a page here, and has closed it."""
        return key in self._left

    def gone_ms(self, key: str) -> float | None:
        """For how long a player has been away; ``None`` with a page open."""
        if key in self._pages:
            return None
        return self._time.now() - self._seen_at.get(key, self._since)

    def watchers(self, players: Collection[str | None]) -> int:
        """How many pages people have open who do not play."""
        return sum(count for key, count in self._pages.items() if key is None or key not in players)
