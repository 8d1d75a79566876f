"""Carry: requests about a game go to the node that owns it, whichever node they reached."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from ninefold.server.http.guard import SECRET, address_of
from ninefold.server.nodes.wire import Http, HttpTold, unpack
from ninefold.server.play.table import Table
from ninefold.server.store.store import StoreFailed
from ninefold.server.wire.messages import API
from ninefold.server.wire.problems import problem_bytes
from ninefold.server.wire.refusal import STATUS, Refusal

if TYPE_CHECKING:
    from litestar.types import ASGIApp, Receive, Scope, Send

    from ninefold.server.nodes.node import Node

__all__ = ["Carry"]

_GAME: Final = re.compile(re.escape(API) + r"/games/([^/]+)")


class Carry:
    """Stands before the application, behind the guard."""

    def __init__(self, app: ASGIApp, node: Node, body_bytes: int) -> None:
        self._app, self._node, self._most = app, node, body_bytes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or carry it."""
        about = _GAME.match(scope["path"]) if str(scope["type"]) == "http" else None
        if about is None:
            await self._app(scope, receive, send)
            return
        await self._carry(about[1], scope, receive, send)

    async def _carry(self, game: str, scope: Any, receive: Receive, send: Send) -> None:
        body, more = b"", True
        while more and len(body) <= self._most:
            message: Any = await receive()
            body += message.get("body", b"")
            more = message.get("more_body", False)
        asked = Http(
            game,
            scope["method"],
            scope["path"],
            scope["query_string"],
            list(scope["headers"]),
            address_of(scope),
            scope["scheme"],
            body,
        )

        async def here(_: Table) -> None:
            await self._app(scope, _again(body, receive), send)

        async def far(told: bytes) -> None:
            await _answer(unpack(told, HttpTold), scope, send)

        try:
            # What only reads is given up when whoever asked has gone; the rest is carried out.
            reads = receive if scope["method"] == "GET" else None
            await self._node.at_owner(game, here, far, "http", asked, reads)
        except Refusal as refusal:
            headers = [(b"content-type", b"application/problem+json")]
            text = problem_bytes(refusal.code, refusal.detail)
            await _answer(HttpTold(STATUS[refusal.code], headers, text), scope, send)
        except StoreFailed:
            headers = [(b"content-type", b"application/problem+json")]
            text = problem_bytes("disk", "The server cannot reach its games now; try again soon.")
            await _answer(HttpTold(STATUS["disk"], headers, text), scope, send)


async def _answer(told: HttpTold, scope: Any, send: Send) -> None:
    if told.secret is not None:
        scope.setdefault("state", {})[SECRET] = told.secret
    start: Any = {"type": "http.response.start", "status": told.status, "headers": told.headers}
    await send(start)
    await send({"type": "http.response.body", "body": told.body, "more_body": False})


def _again(body: bytes, receive: Receive) -> Receive:
    """A request whose body was read already, as if it had not been."""
    told = False

    async def receiving() -> Any:
        nonlocal told
        if told:
            return await receive()
        told = True
        return {"type": "http.request", "body": body, "more_body": False}

    return receiving
