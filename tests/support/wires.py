"""A page's socket without a server around: what the page says, and what it hears."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import Any

import msgspec

from ninefold.server.http.connection import CONNECTION
from ninefold.server.http.sockets import _GameSession, _LineSession
from ninefold.server.play.visitors import COOKIE
from ninefold.server.wire import messages as m
from ninefold.server.wire.encoding import encode
from support.halls import ADDRESS, soon

__all__ = ["ANYTHING", "Wire", "at_game", "on_line", "page"]

ANYTHING = msgspec.json.Decoder(m.GameMessage | m.LineMessage)


class Wire:
    """A socket as the framework hands it on; keeps what is sent, and says what a test has said."""

    def __init__(self, address: str = ADDRESS, secret: str = "", **headers: str) -> None:
        self.texts: list[bytes] = []
        self.resumed = lambda: None
        self.coming: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.closed: tuple[int, str] | None = None
        self.headers, self.cookies = headers, {COOKIE: secret} if secret else {}
        self.accepted = False
        self.scope = {"client": (address, 1), "scheme": "ws", "extensions": {CONNECTION: self}}

    async def accept(self) -> None:
        self.accepted = True

    async def receive(self) -> dict[str, Any]:
        return await self.coming.get()

    async def close(self, code: int, reason: str) -> None:
        assert self.closed is None
        self.closed = code, reason

    def send_text(self, text: bytes) -> bool:
        self.texts.append(text)
        return True

    @property
    def heard(self) -> list[Any]:
        """What was sent, but for pings."""
        told = [ANYTHING.decode(text) for text in self.texts]
        return [one for one in told if not isinstance(one, m.ServerPing)]

    async def say(self, *messages: Any) -> list[Any]:
        """Send messages; what is heard until all of them were dealt with."""
        before = len(self.heard)
        for message in (*messages, m.Ping(before)):
            text = message if isinstance(message, str) else encode(message).decode()
            self.coming.put_nowait({"type": "websocket.receive", "text": text})
        await soon(lambda: m.ServerPong(before) in self.heard[before:])
        return [one for one in self.heard[before:] if one != m.ServerPong(before)]

    async def hang_up(self) -> None:
        self.coming.put_nowait({"type": "websocket.disconnect"})


@asynccontextmanager
async def page(session: Any):
    """A session that runs until the other side hangs up."""
    wire = session._socket
    running = asyncio.create_task(session.run())
    await soon(lambda: len(wire.texts) >= 2)  # the first message, and a ping
    try:
        yield wire
    finally:
        await wire.hang_up()
        await asyncio.wait_for(running, 60)


def at_game(hall, visitor, table):
    return page(_GameSession(Wire(), hall, visitor, table))


def on_line(hall, visitor):
    return page(_LineSession(Wire(), hall, visitor))
