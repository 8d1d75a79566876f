"""Links: how one node asks another, over a connection of their own.

A frame is its length in four bytes and a message in MessagePack. Whoever connects must first show,
by answering a number that is never used twice, that it knows the secret of their database.
"""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import itertools
import logging
import secrets
from collections.abc import Awaitable, Callable
from typing import Any, Final

import msgspec
from msgspec import Struct

from ninefold.server.tasks import end_all

__all__ = ["Asked", "LinkServer", "NoAnswer", "NobodyThere", "Peer", "Told"]

log: Final = logging.getLogger("ninefold.server")
_NONCE_BYTES: Final = 32
_MOST_BYTES: Final = 4_000_000
_CONNECT_S: Final = 2.0


class NoAnswer(Exception):
    """A node does not answer; whether it has done what was asked is not known."""


class NobodyThere(NoAnswer):
    """A node's machine says that nobody listens there: its program has ended."""


class Asked(Struct, frozen=True, array_like=True):
    """A question: its number, what it is about, and the rest in MessagePack."""

    number: int
    what: str
    body: bytes


class Told(Struct, frozen=True, array_like=True):
    """An answer: the number of its question, and the rest in MessagePack."""

    number: int
    body: bytes


#: Gets what is asked, the rest, and an event that says when nobody waits for the answer any more.
Answerer = Callable[[str, bytes, asyncio.Event], Awaitable[bytes]]
#: Says that nobody waits for the answer to the question of this number any more.
_GONE: Final = "gone"
_encode: Final = msgspec.msgpack.Encoder().encode
_asked: Final = msgspec.msgpack.Decoder(Asked)
_told: Final = msgspec.msgpack.Decoder(Told)


async def _read_frame(reader: asyncio.StreamReader) -> bytes:
    length = int.from_bytes(await reader.readexactly(4))
    if length > _MOST_BYTES:
        raise OSError(f"a frame of {length} bytes")
    return await reader.readexactly(length)


def _frame(body: bytes) -> bytes:
    return len(body).to_bytes(4) + body


def _proof(secret: str, nonce: bytes) -> bytes:
    return hmac.digest(secret.encode(), nonce, "sha256")


class LinkServer:
    """Answers other nodes."""

    def __init__(self, answer: Answerer) -> None:
        self._answer = answer
        self._secret = ""
        self._server: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(self, host: str, port: int, secret: str) -> int:
        """Listen; on which port."""
        self._secret = secret
        self._server = await asyncio.start_server(self._serve, host, port)
        bound: int = self._server.sockets[0].getsockname()[1]
        return bound

    async def close(self) -> None:
        """Listen no longer, and answer nothing more."""
        if self._server is not None:
            self._server.close()
        await end_all(self._tasks)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        if task is not None:
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        waited: dict[int, asyncio.Event] = {}
        try:
            nonce = secrets.token_bytes(_NONCE_BYTES)
            writer.write(nonce)
            shown = await asyncio.wait_for(reader.readexactly(32), _CONNECT_S)
            if not hmac.compare_digest(shown, _proof(self._secret, nonce)):
                log.warning("somebody who is not one of our nodes wanted to be one")
                return
            while True:
                asked = _asked.decode(await _read_frame(reader))
                if asked.what != _GONE:
                    self._start(asked, writer, waited)
                elif asked.number in waited:
                    waited[asked.number].set()
        except (OSError, EOFError, TimeoutError, asyncio.CancelledError, msgspec.MsgspecError):
            return
        finally:
            for gone in waited.values():
                gone.set()
            writer.close()

    def _start(
        self, asked: Asked, writer: asyncio.StreamWriter, waited: dict[int, asyncio.Event]
    ) -> None:
        gone = waited[asked.number] = asyncio.Event()
        task = asyncio.create_task(self._tell(asked, writer, gone))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(lambda _: waited.pop(asked.number))

    async def _tell(self, asked: Asked, writer: asyncio.StreamWriter, gone: asyncio.Event) -> None:
        body = await self._answer(asked.what, asked.body, gone)
        if not writer.is_closing():
            writer.write(_frame(_encode(Told(asked.number, body))))


class Peer:
    """Another node, as the asking side knows it; connects when it is first asked."""

    def __init__(self, address: str, secret: str) -> None:
        self._address, self._secret = address, secret
        self._numbers = itertools.count()
        self._waiting: dict[int, asyncio.Future[bytes]] = {}
        self._writer: asyncio.StreamWriter | None = None
        self._reading: asyncio.Task[None] | None = None
        self._connecting = asyncio.Lock()

    async def ask(self, what: str, body: Any) -> bytes:
        """What a node answers, in MessagePack; ``NoAnswer`` if the connection is lost."""
        writer = await self.connect()
        number = next(self._numbers)
        answer: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self._waiting[number] = answer
        try:
            writer.write(_frame(_encode(Asked(number, what, _encode(body)))))
            return await answer
        finally:
            self._waiting.pop(number, None)
            if answer.cancelled() and not writer.is_closing():
                writer.write(_frame(_encode(Asked(number, _GONE, b""))))

    def close(self) -> None:
        """Ask nothing more."""
        if self._reading is not None:
            self._reading.cancel()
        self._lose()

    async def connect(self) -> asyncio.StreamWriter:
        """Be connected; ``NoAnswer`` if that cannot be."""
        async with self._connecting:
            if self._writer is None or self._writer.is_closing():
                host, _, port = self._address.rpartition(":")
                try:
                    async with asyncio.timeout(_CONNECT_S):
                        reader, writer = await asyncio.open_connection(host.strip("[]"), int(port))
                        writer.write(_proof(self._secret, await reader.readexactly(_NONCE_BYTES)))
                except ConnectionRefusedError as error:
                    raise NobodyThere(f"node {self._address}: {error}") from error
                except (OSError, EOFError) as error:
                    raise NoAnswer(f"node {self._address}: {error}") from error
                self._writer = writer
                self._reading = asyncio.create_task(self._read(reader))
            return self._writer

    async def _read(self, reader: asyncio.StreamReader) -> None:
        with contextlib.suppress(OSError, EOFError, msgspec.MsgspecError):
            while True:
                told = _told.decode(await _read_frame(reader))
                waiting = self._waiting.get(told.number)
                if waiting is not None and not waiting.done():
                    waiting.set_result(told.body)
        self._lose()

    def _lose(self) -> None:
        if self._writer is not None:
            self._writer.close()
            self._writer = None
        for waiting in self._waiting.values():
            if not waiting.done():
                waiting.set_exception(NoAnswer(f"node {self._address} is gone"))
