"""Outbox: what waits to be sent to one page, and the task that sends it.

It is short and has a sender of its own, so a page that does not read harms only itself: when its
outbox is full, all the events it has missed are replaced by the newest, which holds the whole game.
When that is still too much for somebody who does not read, nothing is added, and they are let go.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable

from ninefold.server.config import Limits
from ninefold.server.metrics import Metrics
from ninefold.server.table import now_ms

__all__ = ["Outbox"]


class Outbox:
    """Messages on their way to one socket."""

    def __init__(
        self, send: Callable[[str], Awaitable[None]], limits: Limits, metrics: Metrics
    ) -> None:
        self._send, self._limits, self._metrics = send, limits, metrics
        self._waiting: deque[tuple[int, bytes]] = deque()
        self._news = asyncio.Event()
        self._newest = 0
        self._sending_since: float | None = None
        self._overflowed = False
        self._sender = asyncio.create_task(self._send_for_ever())

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
        self._metrics.outbox_longest = max(self._metrics.outbox_longest, len(self._waiting))
        self._news.set()

    @property
    def blocked(self) -> bool:
        """Whether a message waits for the other side to read those before it."""
        return self._sending_since is not None

    @property
    def stuck(self) -> bool:
        """Whether the other side has stopped reading."""
        since = self._sending_since
        late = since is not None and now_ms() - since > self._limits.send_timeout_s * 1000
        return late or self._overflowed

    async def close(self) -> None:
        """Stop sending."""
        self._sender.cancel()
        await asyncio.gather(self._sender, return_exceptions=True)

    def _make_room(self) -> None:
        """Drop the states of the game that the next one overtakes; the rest must not be lost."""
        self._waiting = deque(one for one in self._waiting if not one[0])
        self._overflowed = self.blocked and len(self._waiting) >= self._limits.backlog

    async def _send_for_ever(self) -> None:
        while True:
            await self._news.wait()
            self._news.clear()
            while self._waiting:
                _, message = self._waiting.popleft()
                self._sending_since = now_ms()
                await self._send(message.decode())
                self._sending_since = None
