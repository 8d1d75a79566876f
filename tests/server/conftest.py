"""Servers and pages for the tests of the server's promises."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from ninefold.server.client import Client
from ninefold.server.store.postgres import PostgresStore
from ninefold.server.store.postgres_pool import prepare
from ninefold.server.store.sqlite import SqliteStore
from ninefold.server.wire import messages as m
from support.cluster import Cluster
from support.databases import Postgres, Redis, run_sql
from support.serving import Server


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL of this run's own; make databases in it as you like."""
    server = Postgres()
    yield server
    server.remove()


@pytest.fixture(scope="session")
def redis() -> Iterator[Redis]:
    """A Redis of this run's own."""
    server = Redis()
    yield server
    server.remove()


@pytest.fixture
def make_cluster(tmp_path, postgres, redis) -> Iterator[Callable[..., Cluster]]:
    """Makes clusters: some nodes on a new database and the one Redis, behind a blind proxy."""
    made: list[Cluster] = []

    def make(count: int = 2, **settings) -> Cluster:
        settings = {"bus": redis.url, "lease_s": 20.0, **settings}
        database = settings.pop("database", None) or postgres.create()
        cluster = Cluster(tmp_path / f"cluster{len(made)}", count, database, **settings)
        made.append(cluster)
        return cluster

    yield make
    for cluster in made:
        cluster.close()


@pytest.fixture(scope="session")
def shared_cluster(tmp_path_factory, postgres, redis) -> Iterator[Cluster]:
    """Three nodes for all tests that leave them as they found them."""
    folder = tmp_path_factory.mktemp("cluster")
    cluster = Cluster(folder, 3, postgres.create(), redis.url, lease_s=60.0, claim_after_s=1.0)
    yield cluster
    cluster.close()


@pytest.fixture(scope="session")
def shared_server(tmp_path_factory) -> Iterator[Server]:
    """One server for all tests that leave it as they found it."""
    server = Server(tmp_path_factory.mktemp("shared")).start(env={})  # as a user starts it
    yield server
    server.kill()


@pytest.fixture
def make_server(tmp_path) -> Iterator[Callable[..., Server]]:
    """Makes servers that a test may kill, break and start again."""
    made: list[Server] = []

    def make(beside: Server | None = None, env: dict[str, str] | None = None, **options) -> Server:
        data = tmp_path / f"data{len(made)}" if beside is None else beside.data
        server = Server(data, **options)
        made.append(server)
        return server.start(env)

    yield make
    for server in made:
        server.kill()


@pytest.fixture(params=["sqlite", "postgres"])
def on_store(request, tmp_path):
    """Runs a coroutine function on a new store of either kind."""
    if request.param == "postgres":
        url = request.getfixturevalue("postgres").create()
        asyncio.run(prepare(url))

    def run(act):
        async def with_store():
            if request.param == "sqlite":
                store = SqliteStore(tmp_path / "games.sqlite3")
            else:
                store = PostgresStore(url)
                await store.open()
            try:
                return await act(store)
            finally:
                await store.close()

        return asyncio.run(with_store())

    return run


class Page:
    """What a browser page does: follow a game, keep the newest state, know what is done."""

    def __init__(self, url: str, game: str, headers: dict[str, str]) -> None:
        self.address = f"{url.replace('http', 'ws', 1)}/api/v1/games/{game}/live"
        self.headers = headers
        self.state: m.Game | None = None
        self.done: dict[str, int] = {}  # command id -> version
        self.refused: dict[str, m.Refused] = {}
        self.seen: list[m.GameMessage] = []
        self.closed: tuple[int, str] | None = None
        self.syncs = 0
        self._news = asyncio.Condition()
        self._stack = contextlib.AsyncExitStack()

    async def __aenter__(self) -> Page:
        opening = connect(
            self.address, additional_headers=self.headers, compression=None, open_timeout=30
        )
        self.socket = await self._stack.enter_async_context(opening)
        self._reader = asyncio.create_task(self._read())
        await self.until(lambda: self.state is not None or self.closed is not None)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._reader.cancel()
        with contextlib.suppress(Exception):
            await self._stack.aclose()

    async def _read(self) -> None:
        try:
            async for text in self.socket:
                await self._take(_messages.decode(text))
        except ConnectionClosed:
            pass
        async with self._news:
            self.closed = (self.socket.close_code or 1006, self.socket.close_reason or "")
            self._news.notify_all()

    async def _take(self, message: m.GameMessage) -> None:
        self.seen.append(message)
        game = getattr(message, "game", None)
        async with self._news:
            if game is not None and (self.state is None or game.version > self.state.version):
                self.state = game
            if isinstance(message, m.GameEvent) and message.cause.id is not None:
                self.done.setdefault(message.cause.id, message.game.version)
            elif isinstance(message, m.Done):
                self.done.setdefault(message.id, message.version)
            elif isinstance(message, m.Refused) and message.id is not None:
                self.refused[message.id] = message
            self._news.notify_all()
        if isinstance(message, m.ServerPing):
            await self.send(m.Pong(message.n))
            if self.state is not None and message.version > self.state.version:
                self.syncs += 1
                await self.send(m.Sync())

    async def send(self, message: object) -> None:
        """Send a message, or any text as it is; a lost connection is not this method's business."""
        text = (
            message if isinstance(message, str | bytes) else msgspec.json.encode(message).decode()
        )
        with contextlib.suppress(ConnectionClosed):
            await self.socket.send(text)

    async def until(self, condition: Callable[[], object], seconds: float = 60.0) -> None:
        """Wait until something is so."""
        async with asyncio.timeout(seconds), self._news:
            await self._news.wait_for(condition)

    async def do(self, command: m.GameCommand) -> str:
        """Send a command and wait for what becomes of it: ok, the code of a refusal, or unknown."""
        await self.send(command)
        name = command.id
        await self.until(
            lambda: name in self.done or name in self.refused or self.closed is not None
        )
        if name in self.done:
            return "ok"
        return self.refused[name].code if name in self.refused else "unknown"


_messages = msgspec.json.Decoder(m.GameMessage)


class Line:
    """A page's own line: looks for an opponent, answers when called, and hears the news.

    ``asleep`` is a page that is connected and answers nothing, as on a phone in a pocket.
    """

    def __init__(self, server: Server, client: Client | None = None, *, asleep: bool = False):
        self.client = server.client() if client is None else client
        self.address = f"{server.url.replace('http', 'ws', 1)}/api/v1/me/live"
        self.asleep = asleep
        self.waits = self.dropped = self.has_left = False
        self.game: str | None = None
        self.lobby: m.Lobby | None = None
        self.news: list[m.News] = []
        self.refused: list[str] = []
        self._wish: m.Seek | None = None
        self._news = asyncio.Condition()
        self._stack = contextlib.AsyncExitStack()

    async def __aenter__(self) -> Line:
        opening = connect(
            self.address,
            additional_headers=self.client.headers,
            compression=None,
            open_timeout=60,
        )
        self.socket = await self._stack.enter_async_context(opening)
        self._reader = asyncio.create_task(self._read())
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.leave()

    async def leave(self) -> None:
        """Close the page."""
        self.has_left = True
        self._reader.cancel()
        with contextlib.suppress(Exception):
            await self._stack.aclose()

    async def _read(self) -> None:
        with contextlib.suppress(ConnectionClosed):
            async for text in self.socket:
                message = _line_messages.decode(text)
                async with self._news:
                    await self._take(message)
                    self._news.notify_all()

    async def _take(self, message: m.LineMessage) -> None:
        match message:
            case m.Seeking(seek):
                self.waits, self.dropped = seek is not None, seek is None
                if self.dropped and self._wish is not None and not self.asleep:
                    await self.send(self._wish)  # on a busy machine the answer came too late
            case m.Called(seek) if not self.asleep:
                await self.send(m.Here(seek))
            case m.Paired(game):
                self.game, self.waits, self._wish = game, False, None
            case m.Lobby():
                self.lobby = message
            case m.News():
                self.news.append(message)
            case m.Refused(code):
                self.refused.append(code)
                self._wish = None

    async def send(self, message: m.LineCommand) -> None:
        """Send a message."""
        await self.socket.send(msgspec.json.encode(message).decode())

    async def seek(self, **wish) -> None:
        """Look for an opponent, and wait until the server has said so."""
        await self.look(**wish)
        await self.until(lambda: self.waits)

    async def look(self, **wish) -> None:
        """Look for an opponent."""
        self.waits, self._wish = False, m.Seek(**wish)
        await self.send(self._wish)

    async def paired(self) -> str:
        """The game that a search leads to."""
        await self.until(lambda: self.game is not None)
        assert self.game is not None
        return self.game

    async def until(self, condition: Callable[[], object], seconds: float = 60.0) -> None:
        """Wait until something is so."""
        async with asyncio.timeout(seconds), self._news:
            await self._news.wait_for(condition)


_line_messages = msgspec.json.Decoder(m.LineMessage)


@pytest.fixture
def open_line() -> type[Line]:
    """Makes lines: ``open_line(server)``."""
    return Line


@pytest.fixture
def open_page() -> type[Page]:
    """Makes pages: ``open_page(url, game, client.headers)``."""
    return Page


def logged_moves(database: Path | str, game: str) -> list[tuple[int, int, int, str | None]]:
    """A game's moves as they lie in the database: epoch, ply, square, command id."""
    if isinstance(database, str):
        found = run_sql(
            database,
            "SELECT epoch, ply, (entry::json ->> 'square')::int, entry::json ->> 'id' FROM log"
            " WHERE game = $1 AND ply IS NOT NULL ORDER BY version",
            game,
        )
        return [(row[0], row[1], row[2], row[3]) for row in found]
    with contextlib.closing(sqlite3.connect(database)) as db:
        rows = db.execute(
            "SELECT epoch, ply, entry ->> 'square', entry ->> 'id' FROM log"
            " WHERE game = ? AND ply IS NOT NULL ORDER BY version",
            (game,),
        )
        return rows.fetchall()


@pytest.fixture
def moves_on_disk() -> Callable[[Path, str], list[tuple[int, int, int, str | None]]]:
    return logged_moves


@pytest.fixture
def soak() -> bool:
    """Whether the long tests run in full (`make soak`)."""
    return os.environ.get("NINEFOLD_SOAK") == "1"
