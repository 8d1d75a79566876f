"""Answers: what a node does for the others, at the games that it owns."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, Final, TypeGuard

import msgspec

from ninefold.game.computer import Thought
from ninefold.rules.notation import format_position
from ninefold.server.http.guard import SECRET
from ninefold.server.nodes.wire import (
    Attend,
    Attended,
    Call,
    Do,
    Done,
    Hold,
    Http,
    HttpTold,
    Look,
    Reply,
    Take,
    Thinks,
    Work,
    pack,
    unpack,
)
from ninefold.server.play.table import Table
from ninefold.server.play.thinking import Thinking
from ninefold.server.play.thinking_queue import ThinkingQueue
from ninefold.server.store.store import StoreFailed, Unsure
from ninefold.server.wire import messages as m
from ninefold.server.wire.encoding import encode
from ninefold.server.wire.refusal import GameMoved, Refusal

if TYPE_CHECKING:
    from litestar.types import ASGIApp

    from ninefold.server.play.hall import Hall

__all__ = ["Answers"]

log: Final = logging.getLogger("ninefold.server")
_commands: Final = msgspec.json.Decoder(m.GameCommand)


class Answers:
    """Answers the questions of other nodes."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self.app: ASGIApp | None = None
        self._answers: dict[str, Callable[[bytes, asyncio.Event], Awaitable[bytes]]] = {
            "do": self._do,
            "call": self._call,
            "look": self._look,
            "attend": self._attend,
            "http": self._http,
            "take": self._take,
            "hold": self._hold,
            "thought": self._thought,
        }

    async def answer(self, what: str, body: bytes, gone: asyncio.Event) -> bytes:
        """The answer to a question, whatever becomes of it; ``gone``: nobody waits for it."""
        try:
            return pack(Reply(await self._answers[what](body, gone)))
        except GameMoved:
            return pack(Reply(moved=True))
        except Refusal as refusal:
            moved = refusal.code == "stopping"
            return pack(Reply(moved=moved, code=refusal.code, detail=refusal.detail))
        except Unsure:
            return pack(Reply(unsure=True))
        except StoreFailed as error:
            log.error("the store failed: %s", error)
            detail = "The server cannot reach its games now; try again soon."
            return pack(Reply(code="disk", detail=detail))
        except Exception:
            log.exception("a node's question %r failed", what)
            return pack(Reply(code="internal", detail="Something went wrong in the server."))

    async def carry_out(self, table: Table, call: Call) -> None:
        """Do something with a game that is here."""
        visitor = None if call.who is None else call.who.visitor
        if call.method == "expire":
            await table.expire()
        elif call.method == "give_up":
            await table.give_up()
        elif visitor is not None:
            await (table.join(visitor) if call.method == "join" else table.rename(visitor))

    async def _do(self, body: bytes, _: asyncio.Event) -> bytes:
        asked = unpack(body, Do)
        table = await self._hall.find(asked.game)
        received = self._hall.house.time.now() - asked.age
        command, visitor = _commands.decode(asked.command), asked.who.visitor
        try:
            answer = await table.do(
                command, visitor, asked.address, received=received, lag=asked.lag
            )
        except Refusal as refusal:
            if isinstance(refusal, GameMoved) or refusal.code == "stopping":
                raise  # it is the next owner who will say
            state = table.state_event()
            return pack(Done(0, False, table.version, state, refusal.code, refusal.detail))
        event = table.event_of(answer.version) or table.state_event()
        return pack(Done(answer.version, answer.repeated, table.version, event))

    async def _call(self, body: bytes, _: asyncio.Event) -> bytes:
        call = unpack(body, Call)
        await self.carry_out(await self._hall.find(call.game), call)
        return b""

    async def _look(self, body: bytes, _: asyncio.Event) -> bytes:
        table = await self._hall.find(unpack(body, Look).game)
        return pack(Attended(table.version, table.state_event(), encode(table.presence())))

    async def _attend(self, body: bytes, _: asyncio.Event) -> bytes:
        """Who looks from another node; games that are not here are left out of the answer."""
        asked = unpack(body, Attend)
        told: dict[str, Attended] = {}
        for game, (known, pages) in asked.games.items():
            try:
                table = await self._hall.find(game)
            except Refusal:
                continue
            table.attend_from(asked.node, pages)
            event = table.state_event() if table.version > known else b""
            told[game] = Attended(table.version, event, encode(table.presence()))
        return pack(told)

    # For those who think in programs of their own

    async def _take(self, body: bytes, _: asyncio.Event) -> bytes:
        queue = self._hall.thinking
        taken = queue.take(slow=unpack(body, Take).slow) if _hands_out(queue) else None
        if taken is None:
            return pack(Work())
        number, question, limit = taken
        text = format_position(question.position)
        clock = (limit.clock, limit.increment)
        return pack(Work(number, text, question.level, question.game, *clock, question.swap))

    async def _hold(self, body: bytes, _: asyncio.Event) -> bytes:
        queue = self._hall.thinking
        return pack(_hands_out(queue) and queue.hold(unpack(body, Hold).number))

    async def _thought(self, body: bytes, _: asyncio.Event) -> bytes:
        queue, told = self._hall.thinking, unpack(body, Thinks)
        if _hands_out(queue):
            thought = None
            if told.square is not None:
                thought = Thought(told.square, told.expected, told.swap, told.book)
            queue.tell(told.number, thought)
        return b""

    async def _http(self, body: bytes, gone: asyncio.Event) -> bytes:
        """A request, answered by our own application as if it had come here."""
        asked = unpack(body, Http)
        await self._hall.find(asked.game)  # or it has moved
        scope: Any = {
            "type": "http",
            "asgi": {"version": "3.0", "spec_version": "2.3"},
            "http_version": "1.1",
            "method": asked.method,
            "scheme": asked.scheme,
            "path": asked.path,
            "raw_path": asked.path.encode(),
            "query_string": asked.query,
            "root_path": "",
            "headers": asked.headers,
            "client": (asked.address, 0),
            "server": None,
            "state": {},
            "extensions": {},
        }
        status, headers, sent, told = 500, [], [], False

        async def receive() -> Any:
            nonlocal told
            if told:
                await gone.wait()
                return {"type": "http.disconnect"}
            told = True
            return {"type": "http.request", "body": asked.body, "more_body": False}

        async def send(message: Any) -> None:
            nonlocal status, headers
            if message["type"] == "http.response.start":
                status, headers = message["status"], list(message.get("headers", []))
            elif message["type"] == "http.response.body":
                sent.append(message.get("body", b""))

        assert self.app is not None  # noqa: S101 - set before anybody can ask
        await self.app(scope, receive, send)
        secret = scope["state"].get(SECRET)
        return pack(HttpTold(status, headers, b"".join(sent), secret))


def _hands_out(thinking: Thinking) -> TypeGuard[ThinkingQueue]:
    """Whether this server leaves thinking to others."""
    return isinstance(thinking, ThinkingQueue)
