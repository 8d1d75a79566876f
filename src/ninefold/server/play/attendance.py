"""Attendance: who looks at a game, and for how long somebody has been away."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from typing import Final

from ninefold.server.moments import ServerTime

__all__ = ["Attendance"]


#: For how long it is believed who looks from another node, which tells it about once a second.
_BELIEVED_MS: Final = 6_000


class Attendance:
    """Counts the open pages of each visitor; strangers, who have no key, are counted together.

    Pages may be open at other nodes, which say so again and again: one that falls silent is
    forgotten, and its pages with it.
    """

    def __init__(self, time: ServerTime) -> None:
        self._time = time
        self._pages: Counter[str | None] = Counter()
        self._seen_at: dict[str, float] = {}
        self._left: set[str] = set()
        self._elsewhere: dict[int, tuple[float, Mapping[str | None, int]]] = {}
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
            self._note_leaving(key)

    def seen(self, key: str) -> None:
        """A player was there just now, with a page or without."""
        self._seen_at[key] = self._time.now()

    def left(self, key: str) -> bool:
        """Whether a player had a page here, and has closed it."""
        return key in self._left

    def told(self, node: int, pages: Mapping[str | None, int]) -> bool:
        """Another node says who looks from there; whether that is news."""
        _, before = self._elsewhere.pop(node, (0.0, {}))
        if pages:
            self._elsewhere[node] = (self._time.now() + _BELIEVED_MS, pages)
        for key in pages:
            if key is not None:
                self._left.discard(key)
        for key in before:
            self._note_leaving(key)
        return dict(before) != dict(pages)

    def forget_silent_nodes(self) -> bool:
        """Believe no longer what was said too long ago; whether that changes anything."""
        now = self._time.now()
        silent = [node for node, (until, _) in self._elsewhere.items() if until < now]
        changed = [self.told(node, {}) for node in silent]
        return any(changed)

    def _note_leaving(self, key: str | None) -> None:
        if key is not None and not self._is_here(key):
            self._left.add(key)
            self.seen(key)

    def _is_here(self, key: str) -> bool:
        return key in self._pages or any(key in pages for _, pages in self._elsewhere.values())

    def gone_ms(self, key: str) -> float | None:
        """For how long a player has been away; ``None`` with a page open."""
        if self._is_here(key):
            return None
        return self._time.now() - self._seen_at.get(key, self._since)

    def watchers(self, players: Collection[str | None]) -> int:
        """How many pages people have open who do not play."""
        everywhere = [self._pages, *(pages for _, pages in self._elsewhere.values())]
        return sum(
            count
            for pages in everywhere
            for key, count in pages.items()
            if key is None or key not in players
        )

    @property
    def far(self) -> bool:
        """Whether somebody looks from another node."""
        return bool(self._elsewhere)
