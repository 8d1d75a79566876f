"""Sockets: a page's connection to a game, to the lobby, or to whatever concerns its visitor.

What comes in is read strictly, limited in size and pace, and can change nothing but by a command.
What goes out passes through an outbox of its own.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from typing import Any, ClassVar, Final

import msgspec
from litestar import WebSocket, websocket
from litestar.di import NamedDependency
from litestar.params import FromPath

from ninefold.rules.squares import PLAYERS
from ninefold.server.http.connection import CONNECTION, do_nothing
from ninefold.server.http.guard import address_of
from ninefold.server.http.identity import identify, must_play
from ninefold.server.http.lag import LagMeter
from ninefold.server.http.outbox import Outbox
from ninefold.server.http.strict import read_json
from ninefold.server.moments import now_ms, today_ms
from ninefold.server.nodes.place import Place
from ninefold.server.play.hall import LOBBY, Hall
from ninefold.server.play.pairing import HERE, wishes_of
from ninefold.server.play.table import Table
from ninefold.server.play.visitors import Visitor, new_id, topic_of
from ninefold.server.store.searches import Search
from ninefold.server.store.store import StoreFailed
from ninefold.server.wire import messages as m
from ninefold.server.wire.encoding import encode
from ninefold.server.wire.refusal import STATUS, Refusal

__all__ = ["STOPPING", "game_socket", "line_socket", "lobby_socket"]

_Socket = WebSocket[Any, Any, Any]
log: Final = logging.getLogger("ninefold.server")
#: The topic of what concerns every socket.
STOPPING: Final = "stopping"
#: Why a socket is closed, by RFC 6455 and those after it.
_POLICY, _BINARY, _FAILED, _TRY_LATER = 1008, 1003, 1011, 1013
#: What does not change by coming back.
_FOR_GOOD: Final[frozenset[m.ProblemCode]] = frozenset(
    ("no-such-game", "set-aside", "bad-token", "no-visitor")
)


class _Closed(Exception):
    """The socket is at its end, for a reason to give to the other side."""

    def __init__(self, code: int, reason: str) -> None:
        self.code, self.reason = code, reason
        super().__init__(reason)


class _Session:
    """One accepted socket that follows a topic: its outbox, its pace in, and its pings."""

    decoder: ClassVar[msgspec.json.Decoder[Any]] = msgspec.json.Decoder(m.ClientMessage)

    def __init__(
        self, socket: _Socket, hall: Hall, visitor: Visitor | None, topic: str, first: bytes
    ) -> None:
        self.hall, self.visitor, self.lag = hall, visitor, LagMeter()
        self.address = address_of(socket.scope)
        self._socket = socket
        limits = hall.config.limits
        extensions: Any = socket.scope["extensions"]
        self.outbox = Outbox(extensions.pop(CONNECTION), limits, hall.metrics)
        self.outbox.put(0, first)
        self._leave = [hall.bus.follow(one, self.outbox.put) for one in (topic, STOPPING)]
        self._timer: asyncio.TimerHandle | None = None
        self._reading: asyncio.Task[None] | None = None
        self._handling = False
        self._ended: _Closed | None = None  # why the session is to end, without the other's doing
        if visitor is not None:
            self._leave.append(hall.bus.follow(visitor.identity, self._end))

    def version(self) -> int:
        """The version that the other side should have; 0 where there is none."""
        return 0

    async def handle(self, command: Any, _: float) -> None:
        """Do what a message asks for; it was received at a moment of the server's time."""
        if isinstance(command, m.Ping):
            self.outbox.put(0, encode(m.ServerPong(command.n)))
        elif isinstance(command, m.Pong):
            self.lag.answered(command.n, now_ms())

    def opened(self) -> None:
        """The session begins."""

    async def closed(self) -> None:
        """The session is over."""

    def refuse(self, refusal: Refusal, command: str | None, game: m.Game | None = None) -> None:
        """Say why a command was not carried out."""
        self.hall.metrics.commands_refused += 1
        self.outbox.put(0, encode(m.Refused(refusal.code, refusal.detail, command, game)))

    async def run(self) -> None:
        """Read until the other side goes, or must go."""
        self.opened()
        self._ping()
        self._reading = asyncio.create_task(self._read_for_ever())
        try:
            await self._reading
        except _Closed as closed:
            await self._close(closed)
        except asyncio.CancelledError:
            if not self._reading.cancelled():
                raise  # the server stops: not the page, but we ourselves were cancelled
            if self._ended is not None:
                await self._close(self._ended)
        finally:
            self.leave()
            if self._timer is not None:
                self._timer.cancel()
            self.outbox.close()
            await self.closed()

    async def _close(self, closed: _Closed) -> None:
        self.outbox.close()
        if closed.code:
            await self._socket.close(closed.code, closed.reason)

    def leave(self) -> None:
        """Hear of nothing any more."""
        for leave in self._leave:
            leave()

    async def _read_for_ever(self) -> None:
        while self._ended is None:
            text = await self._read()
            if text is None:
                return
            received = self.hall.house.time.now()
            try:
                command = read_json(self.decoder, text)
            except ValueError as error:
                self.refuse(Refusal("bad-message", f"That message cannot be read: {error}."), None)
            else:
                self._handling = True
                await self.handle(command, received)
                self._handling = False
        raise self._ended

    async def _read(self) -> str | None:
        message: Any = await self._socket.receive()
        if message["type"] != "websocket.receive":
            return None
        if message.get("text") is None:
            raise _Closed(_BINARY, "send text")
        text: str = message["text"]
        return text

    def _ping(self) -> None:
        """Ask how far away the other side is, tell it the version, and do so again later."""
        if self.outbox.stuck and self._reading is not None:
            # Let go of a page that does not read: it will come back and get the whole state. But
            # not amid a command: its change would be stored, and nobody else would hear of it.
            self.hall.metrics.sockets_overrun += 1
            self._let_go(_Closed(0, ""))  # nothing is read there, no code either
            return
        if not self.outbox.blocked:  # pings that pile up before a slow page would drive it out
            self.outbox.put(0, encode(m.ServerPing(self.lag.ask(now_ms()), self.version())))
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(self.hall.config.ping_s, self._ping)

    def _end(self, _version: int, _event: bytes) -> None:
        """Whoever sits here has signed out, or their token was deleted."""
        bot = self.visitor is not None and self.visitor.token is not None
        code: m.ProblemCode = "bad-token" if bot else "no-visitor"
        self._let_go(_Closed(_close_code(code), code))

    def _let_go(self, closed: _Closed) -> None:
        """End the session, after the command that is being carried out."""
        self._ended = closed
        if self._reading is not None and not self._handling:
            self._reading.cancel()


class _GameSession(_Session):
    """A socket that follows one game, and plays it for somebody who sits at it."""

    def __init__(
        self, socket: _Socket, hall: Hall, visitor: Visitor | None, table: Table | Place
    ) -> None:
        me = None if visitor is None else visitor.me
        welcome = m.Welcome(me, table.view(), table.presence())
        super().__init__(socket, hall, visitor, table.topic, encode(welcome))
        self.table = table

    def version(self) -> int:
        """The version that the page should have."""
        return self.table.version

    def opened(self) -> None:
        """The table knows who looks at it."""
        self.table.connect(self.visitor)

    async def closed(self) -> None:
        """The table knows who has gone."""
        self.table.disconnect(self.visitor)

    async def handle(self, command: Any, received: float) -> None:
        """Carry out a command, or say why not."""
        if isinstance(command, m.Sync):
            await self._send_state()
        elif isinstance(command, m.Say):
            await self._say(command)
        elif isinstance(command, (m.Ping, m.Pong)):
            await super().handle(command, received)
        else:
            await self._carry_out(command, received)

    async def _carry_out(self, command: m.GameCommand, received: float) -> None:
        try:
            if self.visitor is None:
                raise Refusal("no-visitor", "You are watching: take a seat to play.")
            must_play(self.visitor)
            answer = await self.table.do(
                command, self.visitor, self.address, received=received, lag=self.lag.ms
            )
        except Refusal as refusal:
            self.refuse(refusal, command.id, self.table.view())
            return
        except StoreFailed as error:  # it may be stored or not: the page asks again, by its id
            log.error("a command was not answered: %s", error)
            raise _Closed(_TRY_LATER, "disk") from None
        if answer.repeated and command.id is not None:
            await self._send_state()
            self.outbox.put(0, encode(m.Done(command.id, answer.version)))

    async def _say(self, command: m.Say) -> None:
        """Let everybody at the game hear a phrase, on whatever node; it is stored nowhere."""
        try:
            side = await self._speaker()
        except Refusal as refusal:
            self.refuse(refusal, command.id)
            return
        self.hall.bus.publish(self.table.topic, 0, encode(m.Said(side, command.phrase)))

    async def _speaker(self) -> m.Side:
        """The side for which this socket may say something now, or ``Refusal``."""
        if self.visitor is None:
            raise Refusal("no-visitor", "You are watching: only those who play say something.")
        must_play(self.visitor)
        await self.hall.house.take_pace_of_phrases(self.visitor.key)
        game = self.table.view()
        if game.solo or game.state == "waiting":
            raise Refusal("not-now", "There is nobody to say it to.")
        for side in PLAYERS:
            player = game.players.X if side == "X" else game.players.O
            if player is not None and player.id == self.visitor.id:
                return side
        raise Refusal("not-your-game", "You do not play in this game.")

    async def _send_state(self) -> None:
        with contextlib.suppress(Refusal, StoreFailed):  # what is known is better than nothing
            await self.table.catch_up()
        self.outbox.put(0, encode(m.GameEvent(m.Cause(kind="state"), self.table.view())))


class _LineSession(_Session):
    """A visitor's own line: what happens in their games, and their search for an opponent."""

    decoder = msgspec.json.Decoder(m.LineCommand)

    def __init__(self, socket: _Socket, hall: Hall, visitor: Visitor | None) -> None:
        me = None if visitor is None else visitor.me
        topic = topic_of("" if visitor is None else visitor.key)  # nothing concerns strangers
        super().__init__(socket, hall, visitor, topic, encode(m.Line(me)))
        self._search: Search | None = None
        self._leave_search = self._leave_lobby = do_nothing

    async def handle(self, command: Any, received: float) -> None:
        """Carry out what a page asks for, or say why not."""
        match command:
            case m.Seek():
                await self._seek(command)
            case m.Unseek():
                await self._unseek()
            case m.Here() if self._search is not None and command.seek == self._search.id:
                self.hall.bus.publish(self._search.answers, 0, HERE)
            case m.FollowLobby():
                await self._follow_lobby(on=command.on)
            case _:
                await super().handle(command, received)

    async def closed(self) -> None:
        """Whoever has left looks for nobody."""
        self._leave_lobby()
        await self._unseek()

    async def _seek(self, command: m.Seek) -> None:
        await self._unseek()
        try:
            search = self._new_search(command)
            self._search = search
            self._leave_search = self.hall.bus.follow(search.topic, self.outbox.put)
            if command.only is None:
                await self.hall.matchmaker.begin(search)
            else:
                await self.hall.matchmaker.meet(search, command.only)
        except Refusal as refusal:
            self.refuse(refusal, command.id)
            self._forget_search()

    def _new_search(self, command: m.Seek) -> Search:
        if self.visitor is None:
            raise Refusal("no-visitor", "Nobody knows who you are: allow cookies and reload.")
        must_play(self.visitor)
        return Search(
            id=new_id(),
            key=self.visitor.key,
            address=self.address,
            player=self.visitor.player,
            asked=command,
            wishes=wishes_of(command),
            since=today_ms(),
        )

    async def _unseek(self) -> None:
        if self._search is not None:
            search = self._search
            self._forget_search()
            await self.hall.matchmaker.end(search)

    def _forget_search(self) -> None:
        self._leave_search()
        self._search, self._leave_search = None, do_nothing

    async def _follow_lobby(self, *, on: bool) -> None:
        self._leave_lobby()
        self._leave_lobby = do_nothing
        if on:
            self._leave_lobby = self.hall.bus.follow(LOBBY, self.outbox.put)
            self.outbox.put(0, encode(await self.hall.lobby()))


@websocket("/games/{game:str}/live")
async def game_socket(
    socket: WebSocket[Any, Any, Any], game: FromPath[str], hall: NamedDependency[Hall]
) -> None:
    """Follow a game, and play it for those who sit at it."""

    async def begin(visitor: Visitor | None) -> _Session:
        return _GameSession(socket, hall, visitor, await hall.follow(game))

    await _host(socket, hall, begin)


@websocket("/lobby/live")
async def lobby_socket(socket: WebSocket[Any, Any, Any], hall: NamedDependency[Hall]) -> None:
    """Follow the lobby."""

    async def begin(visitor: Visitor | None) -> _Session:
        return _Session(socket, hall, visitor, LOBBY, encode(await hall.lobby()))

    await _host(socket, hall, begin)


@websocket("/me/live")
async def line_socket(socket: WebSocket[Any, Any, Any], hall: NamedDependency[Hall]) -> None:
    """Hear of one's games on whatever page, and look for an opponent."""

    async def begin(visitor: Visitor | None) -> _Session:
        return _LineSession(socket, hall, visitor)

    await _host(socket, hall, begin)


async def _host(
    socket: _Socket, hall: Hall, begin: Callable[[Visitor | None], Awaitable[_Session]]
) -> None:
    """Accept a socket and run its session to the end, or close it with the reason why not."""
    await socket.accept()
    address = address_of(socket.scope)
    try:
        visitor = await identify(socket, hall.house)
        key = None if visitor is None else visitor.key
        hall.metrics.check_room(hall.config.limits, address, key)
        session = await begin(visitor)
        if visitor is not None:
            await _must_still_be(socket, hall, session)
    except Refusal as refusal:
        await socket.close(_close_code(refusal.code), refusal.code)
        return
    except StoreFailed as error:
        log.error("a socket was not opened: %s", error)
        await socket.close(_TRY_LATER, "disk")
        return
    hall.metrics.opened(address, key)
    try:
        await session.run()
    except Exception:
        # The framework would close with a code that pages take for good, and tell the error's text.
        log.exception("a socket failed")
        await socket.close(_FAILED, "internal")
    finally:
        hall.metrics.closed(address, key)


async def _must_still_be(socket: _Socket, hall: Hall, session: _Session) -> None:
    """Refuse somebody who was put out after we asked, and before the session could hear of it."""
    try:
        if await identify(socket, hall.house) is None:
            raise Refusal("no-visitor", "You have signed out.")
    except Exception:
        session.leave()
        raise


def _close_code(code: m.ProblemCode) -> int:
    return m.CLOSED_FOR_GOOD + STATUS[code] if code in _FOR_GOOD else _POLICY
