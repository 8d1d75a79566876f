"""Connection: a WebSocket's bytes, with an end for those who never read them."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

__all__ = ["Connection"]


class Connection(WebSocketsSansIOProtocol):
    """Uvicorn's connection; when closed, what was sent must be read in time.

    A transport that closes waits until all is read. Whoever never reads would stay connected for
    ever, counted by no limit any more.
    """

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._end: asyncio.TimerHandle | None = None

    async def run_asgi(self) -> None:
        """Serve the page to its end."""
        await super().run_asgi()
        self._end_in_time()

    def connection_lost(self, exc: Exception | None) -> None:
        """The end has come."""
        super().connection_lost(exc)
        if self._end is not None:
            self._end.cancel()

    def _end_in_time(self) -> None:
        if not self.disconnected:
            self._end = self.loop.call_later(self.config.ws_ping_timeout or 0, self.transport.abort)
