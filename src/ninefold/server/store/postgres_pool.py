"""A pool of connections to PostgreSQL, and what is done when one of them breaks."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, Final, TypeVar

from ninefold.server.play.entries import KINDS
from ninefold.server.store.postgres_schema import check_kinds, migrate
from ninefold.server.store.store import Conflict, StoreFailed

__all__ = [
    "PATIENCE_S",
    "PAUSE_S",
    "Broken",
    "PostgresPool",
    "failed",
    "prepare",
    "without_password",
]

#: How long a database may be away before those who wait are told, and how long between two tries.
PATIENCE_S: Final = 6.0
PAUSE_S: Final = 0.1
_Answer = TypeVar("_Answer")


async def prepare(url: str, *, durable: bool = True) -> None:
    """Bring a database up to date, and refuse one that could not keep our promises."""
    import asyncpg

    try:
        connection = await asyncpg.connect(url, timeout=PATIENCE_S)
        try:
            if durable:
                await _check_durable(connection)
            await migrate(connection)
            await check_kinds(connection, KINDS)
        finally:
            await connection.close()
    except StoreFailed:
        raise
    except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError, ValueError) as error:
        told = str(error) or type(error).__name__
        raise StoreFailed(f"cannot use the database {without_password(url)}: {told}") from error


async def _check_durable(connection: Any) -> None:
    for setting in ("synchronous_commit", "fsync"):
        found = await connection.fetchval(f"SHOW {setting}")
        if found == "off":
            raise StoreFailed(
                f"the database may lose what it has acknowledged ({setting} is off): switch it on, "
                "or say durable = false in the configuration if games may be lost"
            )


def without_password(url: str) -> str:
    """An address that may be shown.

    >>> without_password("postgresql://ann:secret@db/games")
    'postgresql://ann@db/games'
    """
    scheme, slashes, rest = url.partition("://")
    user, at, place = rest.rpartition("@")
    return f"{scheme}{slashes}{user.partition(':')[0]}{at}{place}"


class Broken(Exception):
    """A connection broke; ``sent``: perhaps after the database was told what to do."""

    def __init__(self, message: str, *, sent: bool) -> None:
        self.sent = sent
        super().__init__(message)


def failed(error: BaseException) -> StoreFailed:
    """What the database refused, in its words."""
    return StoreFailed(f"the database failed: {str(error) or type(error).__name__}")


class PostgresPool:
    """Connections to one database."""

    def __init__(self, url: str, *, connections: int, patience: float) -> None:
        self._url, self._connections, self._patience = url, connections, patience
        self._pool: Any = None
        #: The number by which this run of the node writes; ``None``: without leases.
        self.fence: int | None = None
        #: How many statements and transactions were committed, for the metrics.
        self.commits = 0

    async def open(self) -> None:
        """Connect; ``prepare`` has brought the database up to date."""
        import asyncpg

        self._pool = asyncpg.create_pool(
            self._url,
            min_size=0,
            max_size=self._connections,
            command_timeout=self._patience,
            timeout=self._patience,
            server_settings={"application_name": "ninefold", "jit": "off"},
        )
        await self._pool

    async def close(self) -> None:
        """Let go of the database."""
        try:
            async with asyncio.timeout(self._patience):
                await self._pool.close()
        except (TimeoutError, OSError):
            self._pool.terminate()

    async def _ids(self, sql: str, *values: Any) -> list[str]:
        rows = await self._read(lambda db: db.fetch(sql, *values))
        return [row["id"] for row in rows]

    async def _read(self, read: Callable[[Any], Awaitable[_Answer]]) -> _Answer:
        """Read something; a connection that breaks is worth trying again."""
        end = asyncio.get_running_loop().time() + self._patience
        while True:
            try:
                async with self._connection() as db:
                    return await read(db)
            except Broken as broken:
                if asyncio.get_running_loop().time() > end:
                    raise StoreFailed(f"the database cannot be read: {broken}") from broken
                await asyncio.sleep(PAUSE_S)

    async def _write(self, write: Callable[[Any], Awaitable[_Answer]]) -> _Answer:
        """Write something in a transaction of its own."""
        try:
            async with self._connection() as db, db.transaction():
                answer = await write(db)
        except Broken as broken:
            raise StoreFailed(f"the database cannot be written: {broken}") from broken
        self.commits += 1
        return answer

    @asynccontextmanager
    async def _connection(self) -> AsyncIterator[Any]:
        """A connection; what breaks it is ``Broken``, what the database refuses ``StoreFailed``."""
        import asyncpg

        sent = False
        try:
            async with self._pool.acquire() as connection:
                sent = True
                yield connection
        except (
            asyncpg.PostgresConnectionError,
            asyncpg.InterfaceError,
            asyncpg.InternalClientError,  # a connection that broke amid an operation
            asyncpg.OperatorInterventionError,  # the database shuts down, or starts
            asyncpg.TooManyConnectionsError,
            OSError,  # a timeout too
        ) as error:
            if isinstance(error, StoreFailed):
                raise
            raise Broken(str(error) or type(error).__name__, sent=sent) from error
        except asyncpg.UniqueViolationError as error:
            raise Conflict(f"somebody else wrote first: {error}") from error
        except asyncpg.PostgresError as error:
            raise failed(error) from error
