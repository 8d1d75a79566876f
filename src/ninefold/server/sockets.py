"""Sockets: a page's connection to a game or to the lobby.

What goes out waits in a short line with a sender of its own, so a page that does not read harms
only itself: when its line is full, all it has missed is replaced by the newest state. What comes in
is read strictly, limited in size and pace, and can change nothing but by a command.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from typing import Any, Final

import msgspec
from litestar import WebSocket, websocket
from litestar.di import NamedDependency
from litestar.params import FromPath

from ninefold.server import messages as m
from ninefold.server.config import Limits
from ninefold.server.guard import address_of
from ninefold.server.hall import LOBBY, Hall
from ninefold.server.identity import identify
from ninefold.server.pace import Bucket
from ninefold.server.refusal import Refusal
from ninefold.server.table import Table, encode, now_ms
from ninefold.server.visitors import Visitor

__all__ = ["STOPPING", "game_socket", "lobby_socket"]

log: Final = logging.getLogger("ninefold.server")
_decoder: Final = msgspec.json.Decoder(m.ClientMessage)
#: The topic of what concerns every socket.
STOPPING: Final = "stopping"
_PINGS_REMEMBERED: Final = 5
#: Why a socket is closed: by RFC 6455, and from 4000 on by ourselves.
_TOO_FAST, _BINARY, _NO_SUCH_GAME = 1008, 1003, 4404


class _Closed(Exception):
    """The socket is at its end, for a reason to give to the other side."""

    def __init__(self, code: int, reason: str) -> None:
        self.code, self.reason = code, reason
        super().__init__(reason)


class _Lag:
    """How far away a page is, by the quickest of the last answers to our pings.

    Only the server's clock counts, and only the quickest answer: whoever answers late now and then
    gains nothing by it.
    """

    def __init__(self) -> None:
        self._asked: dict[int, float] = {}
        self._trips: deque[float] = deque(maxlen=_PINGS_REMEMBERED)
        self._number = 0

    def ask(self) -> int:
        """The number of a new ping."""
        self._number += 1
        self._asked[self._number] = now_ms()
        if len(self._asked) > _PINGS_REMEMBERED:
            del self._asked[next(iter(self._asked))]
        return self._number

    def answered(self, number: int) -> None:
        """A pong came back; one that was not asked for says nothing."""
        asked_at = self._asked.pop(number, None)
        if asked_at is not None:
            self._trips.append(now_ms() - asked_at)

    @property
    def ms(self) -> float:
        """The lag in milliseconds, there and back."""
        return min(self._trips, default=0.0)


class _Line:
    """What waits to be sent to one socket, and the task that sends it."""

    def __init__(self, socket: WebSocket[Any, Any, Any], hall: Hall) -> None:
        self._socket, self._hall = socket, hall
        self._limits: Limits = hall.config.limits
        self._waiting: deque[tuple[int, bytes]] = deque()
        self._news = asyncio.Event()
        self._newest = 0
        self._sending_since: float | None = None
        self._task = asyncio.create_task(self._send_for_ever())

    def put(self, version: int, message: bytes) -> None:
        """Send a message when its turn comes; a version that was overtaken is dropped."""
        if version:
            if version <= self._newest:
                return
            self._newest = version
        if len(self._waiting) >= self._limits.backlog:
            self._drop_what_is_stale()
        self._waiting.append((version, message))
        self._news.set()

    @property
    def overrun(self) -> bool:
        """Whether the other side has stopped reading."""
        since = self._sending_since
        stuck = since is not None and now_ms() - since > self._limits.send_timeout_s * 1000
        return stuck or len(self._waiting) > self._limits.backlog

    async def close(self) -> None:
        """Stop sending."""
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    def _drop_what_is_stale(self) -> None:
        """Every event carries the whole game, so older ones can go without harm."""
        self._hall.metrics.sockets_overrun += 1
        self._waiting = deque(one for one in self._waiting if not one[0])

    async def _send_for_ever(self) -> None:
        while True:
            await self._news.wait()
            self._news.clear()
            while self._waiting:
                _, message = self._waiting.popleft()
                self._sending_since = now_ms()
                event: Any = {"type": "websocket.send", "text": message.decode(), "bytes": None}
                await self._socket.send(event)
                self._sending_since = None


class _Session:
    """One accepted socket: its line out, its pace in, and its pings."""

    def __init__(
        self, socket: WebSocket[Any, Any, Any], hall: Hall, visitor: Visitor | None
    ) -> None:
        self.visitor = visitor
        self._socket, self._hall = socket, hall
        limits = hall.config.limits
        self._pace = Bucket(limits.messages_per_second, limits.message_burst)
        self.line = _Line(socket, hall)
        self.lag = _Lag()
        self._timer: asyncio.TimerHandle | None = None
        self._leave_stopping = hall.bus.follow(STOPPING, self.line.put)

    def version(self) -> int:
        """The version that the other side should have."""
        return 0

    async def handle(self, command: m.ClientMessage, received: float) -> None:  # noqa: ARG002 - games need it
        """Do what a message asks for."""
        if isinstance(command, m.Ping):
            self.line.put(0, encode(m.ServerPong(command.n)))
        elif isinstance(command, m.Pong):
            self.lag.answered(command.n)

    async def run(self) -> None:
        """Read until the other side goes, or must go."""
        self._ping()
        try:
            while (text := await self._read()) is not None:
                await self._take(text)
        except _Closed as closed:
            await self.line.close()
            await self._socket.close(closed.code, closed.reason)
        finally:
            self._leave_stopping()
            if self._timer is not None:
                self._timer.cancel()
            await self.line.close()

    async def _read(self) -> str | None:
        message: Any = await self._socket.receive()
        if message["type"] != "websocket.receive":
            return None
        if message.get("text") is None:
            raise _Closed(_BINARY, "send text")
        if not self._pace.take():
            raise _Closed(_TOO_FAST, "too many messages")
        text: str = message["text"]
        return text

    async def _take(self, text: str) -> None:
        received = now_ms()
        try:
            command = _decoder.decode(text)
        except (msgspec.DecodeError, UnicodeError) as error:
            detail = f"That message cannot be read: {error}."
            self._refuse(Refusal("bad-message", detail), None)
            return
        await self.handle(command, received)

    def _refuse(self, refusal: Refusal, command: str | None, game: m.Game | None = None) -> None:
        self._hall.metrics.commands_refused += 1
        self.line.put(0, encode(m.Refused(refusal.code, refusal.detail, command, game)))

    def _ping(self) -> None:
        """Ask how far away the other side is, tell it the version, and do so again later."""
        if self.line.overrun:
            self._hall.metrics.sockets_overrun += 1
            self.end()
            return
        self.line.put(0, encode(m.ServerPing(self.lag.ask(), self.version())))
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(self._hall.config.ping_s, self._ping)

    def end(self) -> None:
        """Let go of a page that does not read: it will come back and get the whole state."""
        self._reader.cancel()

    @property
    def _reader(self) -> asyncio.Task[Any]:
        return self._task

    def attach(self, task: asyncio.Task[Any]) -> None:
        """Remember the task that reads."""
        self._task = task


class _GameSession(_Session):
    """A socket that follows one game."""

    def __init__(
        self, socket: WebSocket[Any, Any, Any], hall: Hall, visitor: Visitor | None, table: Table
    ) -> None:
        super().__init__(socket, hall, visitor)
        self.table = table

    def version(self) -> int:
        """The version that the page should have."""
        return self.table.game.version

    async def handle(self, command: m.ClientMessage, received: float) -> None:
        """Carry out a command, or say why not."""
        if isinstance(command, m.Sync):
            self._send_state()
        elif isinstance(command, m.Ping | m.Pong):
            await super().handle(command, received)
        else:
            await self._carry_out(command, received)

    async def _carry_out(self, command: m.GameCommand, received: float) -> None:
        visitor = self.visitor
        try:
            if visitor is None:
                raise Refusal("no-visitor", "You are watching: take a seat to play.")
            answer = await self.table.do(command, visitor, received=received, lag=self.lag.ms)
        except Refusal as refusal:
            self._refuse(refusal, command.id, self.table.view())
            return
        if answer.repeated and command.id is not None:
            self._send_state()
            self.line.put(0, encode(m.Done(command.id, answer.version)))

    def _send_state(self) -> None:
        event = m.GameEvent(m.Cause(kind="state"), self.table.view())
        self.line.put(0, encode(event))


@websocket("/api/games/{game:str}/live")
async def game_socket(
    socket: WebSocket[Any, Any, Any], game: FromPath[str], hall: NamedDependency[Hall]
) -> None:
    """Follow a game, and play it for those who sit at it."""
    visitor = await _admit(socket, hall)
    if visitor is _NOBODY:
        return
    try:
        table = await hall.find(game)
    except Refusal as refusal:
        await socket.close(_NO_SUCH_GAME, refusal.code)
        return
    session = _GameSession(socket, hall, visitor, table)
    session.line.put(0, encode(m.Welcome(_me(visitor), table.view(), table.presence())))
    leave = hall.bus.follow(table.topic, session.line.put)
    if visitor is not None:
        hall.count_socket(game, visitor.key, 1)
    table.connect(visitor)
    try:
        await _serve(session, hall, socket)
    finally:
        leave()
        if visitor is not None:
            hall.count_socket(game, visitor.key, -1)
        table.disconnect(visitor)


@websocket("/api/lobby/live")
async def lobby_socket(socket: WebSocket[Any, Any, Any], hall: NamedDependency[Hall]) -> None:
    """Follow the lobby."""
    visitor = await _admit(socket, hall)
    if visitor is _NOBODY:
        return
    session = _Session(socket, hall, visitor)
    session.line.put(0, encode(hall.lobby()))
    leave = hall.bus.follow(LOBBY, session.line.put)
    try:
        await _serve(session, hall, socket)
    finally:
        leave()


_NOBODY: Final = Visitor("")


async def _admit(socket: WebSocket[Any, Any, Any], hall: Hall) -> Visitor | None:
    """Accept a socket and say whose it is, unless there are too many: then it is ``_NOBODY``."""
    await socket.accept()
    try:
        visitor = await identify(socket, hall.store)
        _check_caps(socket, hall, visitor)
    except Refusal as refusal:
        await socket.close(_TOO_FAST, refusal.code)
        return _NOBODY
    return visitor


def _check_caps(socket: WebSocket[Any, Any, Any], hall: Hall, visitor: Visitor | None) -> None:
    limits, metrics = hall.config.limits, hall.metrics
    mine = metrics.by_visitor.get(visitor.key, 0) if visitor else 0
    here = metrics.by_address.get(address_of(socket.scope), 0)
    if (
        mine >= limits.sockets_per_visitor
        or here >= limits.sockets_per_address
        or metrics.sockets >= limits.sockets
    ):
        raise Refusal("too-many-sockets", "There are too many connections.")


async def _serve(session: _Session, hall: Hall, socket: WebSocket[Any, Any, Any]) -> None:
    """Run a session to its end, counted."""
    address = address_of(socket.scope)
    key = session.visitor.key if session.visitor else None
    hall.metrics.opened(address, key)
    reading = asyncio.create_task(session.run())
    session.attach(reading)
    try:
        await reading
    except asyncio.CancelledError:
        if not reading.cancelled():
            raise  # the server stops: not the page, but we ourselves were cancelled
    finally:
        hall.metrics.closed(address, key)


def _me(visitor: Visitor | None) -> m.Me | None:
    return None if visitor is None else visitor.me
