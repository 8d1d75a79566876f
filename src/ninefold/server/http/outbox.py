"""Outbox: what waits to be sent to one page.

It is short, and nobody waits for it, so a page that does not read harms only itself: when its
outbox is full, all the events it has missed are replaced by the newest, which holds the whole game.
When that is still too much for somebody who does not read, nothing is added, and they are let go.
"""

from __future__ import annotations

import asyncio
from collections import deque

from ninefold.server.config import Limits
from ninefold.server.http.connection import Connection, do_nothing
from ninefold.server.metrics import Metrics
from ninefold.server.moments import now_ms

__all__ = ["Outbox"]


class Outbox:
    """Messages on their way to one socket: at once if the page keeps up, else when it has read."""

    def __init__(self, connection: Connection, limits: Limits, metrics: Metrics) -> None:
        self._connection, self._limits, self._metrics = connection, limits, metrics
        self._waiting: deque[tuple[int, bytes]] = deque()
        self._newest = 0
        self._blocked_since: float | None = None
        self._overflowed = False
        connection.resumed = self._send

    def put(self, version: int, message: bytes) -> None:
        """Send a message when its turn comes; a version that was overtaken is dropped.

        Version 0 is for messages that are no state of the game: none of them overtakes another.
        """
        if version:
            if version <= self._newest:
                return
            self._newest = version
        if len(self._waiting) >= self._limits.backlog:
            self._metrics.sockets_overrun += 1
            self._make_room()
        if self._overflowed:
            return
        self._waiting.append((version, message))
        length = len(self._waiting)
        if length > self._metrics.outbox_longest:
            self._metrics.outbox_longest = length
        if length == 1:
            # Not at once: all that was stored together is dealt with first, then it is told.
            asyncio.get_running_loop().call_soon(self._send)

    @property
    def blocked(self) -> bool:
        """Whether messages wait for the other side to read those before them."""
        return self._blocked_since is not None

    @property
    def stuck(self) -> bool:
        """Whether the other side has stopped reading."""
        since = self._blocked_since
        late = since is not None and now_ms() - since > self._limits.send_timeout_s * 1000
        return late or self._overflowed

    def close(self) -> None:
        """Send nothing more."""
        self._waiting.clear()
        self._overflowed = True
        self._connection.resumed = do_nothing

    def _make_room(self) -> None:
        """Drop the states of the game that the next one overtakes; the rest must not be lost."""
        self._waiting = deque(one for one in self._waiting if not one[0])
        self._overflowed = self.blocked and len(self._waiting) >= self._limits.backlog

    def _send(self) -> None:
        """Send what can be sent now."""
        while self._waiting:
            if not self._connection.send_text(self._waiting[0][1]):
                self._blocked_since = self._blocked_since or now_ms()
                return
            self._waiting.popleft()
            self._blocked_since = None
