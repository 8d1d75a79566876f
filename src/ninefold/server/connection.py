"""Connection: a WebSocket's bytes, with a short way out and an end for those who never read."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import OPEN

__all__ = ["CONNECTION", "Connection", "do_nothing"]

#: The name among an ASGI scope's extensions under which an application finds its connection.
CONNECTION: Final = "ninefold.connection"


def do_nothing() -> None:
    """What is called when nobody waits."""


class Connection(WebSocketsSansIOProtocol):
    """Uvicorn's connection; when closed, what was sent must be read in time.

    A transport that closes waits until all is read. Whoever never reads would stay connected for
    ever, counted by no limit any more.

    ``send_text`` goes past the layers of the framework, which have nothing to add to a text and
    cost a tenth of the moves a second; ``resumed`` is called when it may be tried again.
    """

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._end: asyncio.TimerHandle | None = None
        self.resumed: Callable[[], None] = do_nothing

    def handle_connect(self, event: Request) -> None:
        """Somebody knocks."""
        super().handle_connect(event)
        if self.response.status_code == 101:  # otherwise there is nothing to talk about
            extensions: Any = self.scope["extensions"]
            extensions[CONNECTION] = self

    def send_text(self, text: bytes) -> bool:
        """Send a text, unless the other side must read others first; whether it was sent."""
        if self.disconnected or not self.writable.is_set() or self.conn.state is not OPEN:
            return False
        self.conn.send_text(text)
        self.transport.write(b"".join(self.conn.data_to_send()))
        return True

    def resume_writing(self) -> None:
        """The other side has read."""
        super().resume_writing()
        self.resumed()

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
