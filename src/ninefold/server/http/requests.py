"""Requests: an HTTP connection that is bounded in number, in the size of its head, and in time."""

from __future__ import annotations

import asyncio
import logging
from http import HTTPStatus
from typing import Any, ClassVar, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from ninefold.server.config import Limits
from ninefold.server.http.door import Door
from ninefold.server.wire.messages import ProblemCode
from ninefold.server.wire.problems import problem_bytes
from ninefold.server.wire.refusal import STATUS

__all__ = ["RequestConnection"]


#: What is wrong with a request is told to whoever sent it: a log of it would be theirs to fill.
_quiet: Final = logging.getLogger("ninefold.server.requests")
_quiet.setLevel(logging.ERROR)


class _Refused(Exception):
    """The request that is being read has been answered; nothing more is read."""


class RequestConnection(HttpToolsProtocol):
    """Uvicorn's connection, with an end to what it takes in.

    A head (the first line and the headers) is kept in memory before anybody can look at it, and a
    request that never ends holds its connection: both need a limit here, below the application.
    """

    door: ClassVar[Door]
    limits: ClassVar[Limits]

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.logger = _quiet
        self._inside = False
        self._head: int | None = 0  # bytes so far; None between a head and the next request
        self._head_bytes = 0
        self._too_late: asyncio.TimerHandle | None = None

    @property
    def _address(self) -> str:
        return self.client[0] if self.client else "unknown"

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody connects."""
        super().connection_made(transport)
        self._inside = self.door.enter(self._address)
        if not self._inside:
            self._refuse("too-many-sockets", "There are too many connections from your address.")
            return
        self._wait_for_request()

    def connection_lost(self, exc: Exception | None) -> None:
        """The end has come."""
        super().connection_lost(exc)
        self._stop_waiting()
        if self._inside:
            self.door.leave(self._address)

    def data_received(self, data: bytes) -> None:
        """Read on, unless the head has grown too large."""
        if self.transport.is_closing():
            return
        super().data_received(data)
        if self._head is not None:
            self._head += len(data)
            if self._head > self.limits.head_bytes and not self.transport.is_closing():
                self._refuse_head()

    def send_400_response(self, _: str) -> None:
        """What is no HTTP is told so, once."""
        if not self.transport.is_closing():
            self._refuse("bad-request", "That is not a request that can be read.")

    def handle_websocket_upgrade(self) -> None:
        """The connection becomes a WebSocket, which leaves through the same door."""
        self._stop_waiting()
        super().handle_websocket_upgrade()

    # What the parser finds

    def on_message_begin(self) -> None:
        """A request begins."""
        super().on_message_begin()
        self._head = self._head_bytes = 0
        if self._too_late is None:
            self._wait_for_request()

    def on_url(self, url: bytes) -> None:
        """A part of the address."""
        self._count_head(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """A header."""
        self._count_head(len(name) + len(value) + 4)
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """The head is whole."""
        self._head = None
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """The request is whole: from here on it is we who take time."""
        self._stop_waiting()
        super().on_message_complete()

    def _count_head(self, size: int) -> None:
        """Many headers may come in one go: each counts as it is found."""
        self._head_bytes += size
        if self._head_bytes > self.limits.head_bytes:
            self._refuse_head()
            raise _Refused

    # Ending it

    def _refuse_head(self) -> None:
        most = self.limits.head_bytes
        self._refuse("too-large", f"Address and headers are more than {most} bytes.", 431)

    def _wait_for_request(self) -> None:
        seconds = self.limits.request_timeout_s
        self._too_late = self.loop.call_later(seconds, self._give_up)

    def _stop_waiting(self) -> None:
        if self._too_late is not None:
            self._too_late.cancel()
            self._too_late = None

    def _give_up(self) -> None:
        self._too_late = None
        answering: Any = self.cycle  # None before the first request
        if answering is not None and not answering.response_complete:
            self.transport.abort()  # its handler is told that nobody is there any more
        elif not self.transport.is_closing():
            self._refuse("too-fast", "Your request did not arrive in time.", 408)

    def _refuse(self, code: ProblemCode, detail: str, status: int | None = None) -> None:
        """Answer past the application, and close."""
        answered = HTTPStatus(STATUS[code] if status is None else status)
        body = problem_bytes(code, detail, answered)
        head = (
            f"HTTP/1.1 {answered.value} {answered.phrase}\r\n"
            "content-type: application/problem+json\r\n"
            f"content-length: {len(body)}\r\nconnection: close\r\n\r\n"
        )
        self.transport.write(head.encode() + body)
        self.transport.close()
