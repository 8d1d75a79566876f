"""Connection: a WebSocket's bytes, with a short way out and an end for those who never read.

Every frame that comes in counts, whatever its kind: a pong costs us as much as a text does.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, ClassVar, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode
from websockets.http11 import Request
from websockets.protocol import OPEN

from ninefold.server.config import Limits
from ninefold.server.http.door import Door
from ninefold.server.pace import Bucket

__all__ = ["CONNECTION", "Connection", "do_nothing"]

#: The name among an ASGI scope's extensions under which an application finds its connection.
CONNECTION: Final = "ninefold.connection"
#: So much is read before frames are counted: a great many of them fit into what comes at once.
_SLICE: Final = 1_024
_MOST_EARLY: Final = 16_384
#: So many messages may wait to be dealt with before no more are read.
_MOST_UNREAD: Final = 4
_MOMENT_S: Final = 1.0


def do_nothing() -> None:
    """What is called when nobody waits."""


class Connection(WebSocketsSansIOProtocol):
    """Uvicorn's connection; when closed, what was sent must be read in time.

    A transport that closes waits until all is read. Whoever never reads would stay connected for
    ever, counted by no limit any more.

    ``send_text`` goes past the layers of the framework, which have nothing to add to a text and
    cost a tenth of the moves a second; ``resumed`` is called when it may be tried again.
    """

    door: ClassVar[Door]
    limits: ClassVar[Limits]

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._end: asyncio.TimerHandle | None = None
        self._overrun = False
        self._early = 0
        self._pace = Bucket(self.limits.messages_per_second, self.limits.message_burst)
        self.resumed: Callable[[], None] = do_nothing

    def handle_connect(self, event: Request) -> None:
        """Somebody knocks."""
        super().handle_connect(event)
        if self.response.status_code == 101:  # otherwise there is nothing to talk about
            extensions: Any = self.scope["extensions"]
            extensions[CONNECTION] = self

    def data_received(self, data: bytes) -> None:
        """Read on, for as long as frames come at a pace that is allowed."""
        if self.handshake_initiated and not self.handshake_complete:
            self._early += len(data)  # kept until somebody has opened, so there is an end to it
            if self._early > _MOST_EARLY:
                self.transport.abort()
                return
        if len(data) <= _SLICE:  # nearly always
            if not (self._overrun or self.transport.is_closing()):
                super().data_received(data)
            return
        for start in range(0, len(data), _SLICE):
            if self._overrun or self.transport.is_closing():
                return
            super().data_received(data[start : start + _SLICE])

    def handle_events(self) -> None:
        """Count the frames that were read, then deal with them."""
        if self.handshake_initiated and not self._pace.take(len(self.conn.events)):
            self._end_as_too_fast()
        else:
            super().handle_events()

    def send_receive_event_to_app(self) -> None:
        """Hand a message on, and read no more if several wait.

        Uvicorn stops reading for every single message and starts again when it was taken, which
        costs a message more than to check it does.
        """
        if self.queue.qsize() >= _MOST_UNREAD or self.read_paused:
            super().send_receive_event_to_app()
            return
        self.read_paused = True  # so that it does not
        super().send_receive_event_to_app()
        self.read_paused = False

    def _end_as_too_fast(self) -> None:
        """Say so, and read no more; the other side has a moment to hear it."""
        self._overrun = True
        if self.conn.state is OPEN and not self.close_sent:
            code, reason = CloseCode.POLICY_VIOLATION, "too-fast"
            self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})
            self.conn.send_close(code, reason)
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
        self.close_timer = self.loop.call_later(_MOMENT_S, self.transport.abort)

    def send_text(self, text: bytes) -> bool:
        """Send a text, unless the other side must read others first; whether it was sent."""
        if self.disconnected or not self.writable.is_set() or self.conn.state is not OPEN:
            return False
        self.transport.write(_text_frame(text))
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
        self.door.leave(self.client[0] if self.client else "unknown")
        if self._end is not None:
            self._end.cancel()

    def _end_in_time(self) -> None:
        if not self.disconnected:
            self._end = self.loop.call_later(self.config.ws_ping_timeout or 0, self.transport.abort)


def _text_frame(text: bytes) -> bytes:
    """A whole text as one frame of RFC 6455; nothing that the connection keeps depends on it."""
    length = len(text)
    if length < 126:
        return bytes((0x81, length)) + text
    if length < 65_536:
        return b"\x81\x7e" + length.to_bytes(2) + text
    return b"\x81\x7f" + length.to_bytes(8) + text
