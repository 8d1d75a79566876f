"""The whole application in the test's own process, asked without a socket."""

from __future__ import annotations

import asyncio
from http.cookies import SimpleCookie
from types import SimpleNamespace
from typing import Any

import msgspec

from ninefold.game import Thought
from ninefold.server.app import build
from ninefold.server.config import Config, Limits
from ninefold.server.wire import messages as m
from ninefold.server.wire.encoding import encode
from ninefold.server.wire.refusal import STATUS

__all__ = ["Person", "Said", "Site"]

API = m.API


class Said(SimpleNamespace):
    """An answer: ``status``, ``headers`` and ``body``."""

    def of(self, shape: type[Any]) -> Any:
        assert self.status < 300, self.body
        return msgspec.json.decode(self.body, type=shape)

    @property
    def code(self) -> str:
        assert self.headers["content-type"] == "application/problem+json"
        problem = msgspec.json.decode(self.body, type=m.Problem)
        assert problem.status == self.status == STATUS[problem.code]
        assert problem.type == f"/problems/{problem.code}"
        return str(problem.code)


class Site:
    """An application and an event loop; its computer answers at once, and notes what was asked."""

    def __init__(self, folder, **limits: Any) -> None:
        self.app, self.hall = build(Config(data=folder, port=0, limits=Limits(**limits)))
        self._loop = asyncio.new_event_loop()
        self.questions: list[Any] = []
        self.hall.house.thinking = self.hall.thinking = self

    levels = (m.Level("easy", 1, "Easy."), m.Level("full", 2, "Full."))
    default_level, hint_level, waiting, ended = "easy", "full", 0, 0

    async def choose(self, question, asker) -> Thought:
        self.questions.append((question, asker))
        if question.game is not None:
            await asyncio.Event().wait()  # what plays in games never moves here
        return Thought(question.position.legal_moves[0], expected=0.75, book=True)

    def forget(self, game: str) -> None:
        """Nothing is kept."""

    def run(self, work: Any) -> Any:
        return self._loop.run_until_complete(work)

    def close(self) -> None:
        self.run(self.hall.close())
        self.run(self.hall.store.close())
        self._loop.close()

    def visitor(self) -> Person:
        return Person(self)


class Person:
    """Somebody with a cookie, or a token."""

    def __init__(self, site: Site, token: str | None = None) -> None:
        self.site, self.cookie, self.token = site, "", token

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Said:
        """A request, and its answer; the cookie is kept as a browser does."""
        path, _, query = path.partition("?")
        path = path if path.startswith("/") else f"{API}/{path}"
        told = {"host": "localhost", "content-type": "application/json", **headers}
        if self.token is not None:
            told["authorization"] = f"Bearer {self.token}"
        elif self.cookie:
            told["cookie"] = self.cookie
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": [(k.replace("_", "-").encode(), v.encode()) for k, v in told.items()],
            "client": ("10.0.0.1", 1),
            "server": ("localhost", 80),
            "state": {},
            "extensions": {},
        }
        data = b"" if body is None else body if isinstance(body, bytes) else encode(body)
        sent: list[dict[str, Any]] = []
        coming = [{"type": "http.request", "body": data, "more_body": False}]

        async def receive() -> dict[str, Any]:
            return coming.pop() if coming else await asyncio.Event().wait()  # type: ignore[return-value]

        async def send(message: dict[str, Any]) -> None:
            sent.append(message)

        self.site.run(self.site.app(scope, receive, send))
        found = {k.decode().lower(): v.decode() for k, v in sent[0]["headers"]}
        for name, one in SimpleCookie(found.get("set-cookie", "")).items():
            self.cookie = f"{name}={one.value}" if one.value else ""
        rest = b"".join(one.get("body", b"") for one in sent[1:])
        return Said(status=sent[0]["status"], headers=found, body=rest)

    def create(self, **wish: Any) -> str:
        reply = self.ask("POST", "games", m.CreateGame(**wish))
        assert reply.status == 201
        return str(reply.of(m.GameReply).game.id)

    def do(self, game: str, command: Any) -> Said:
        return self.ask("POST", f"games/{game}/commands", command)

    def play(self, game: str, *squares: int) -> None:
        for square in squares:
            ply = len(self.ask("GET", f"games/{game}").of(m.GameReply).game.moves)
            assert self.do(game, m.Move(ply, square)).status == 200
