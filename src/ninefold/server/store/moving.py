"""Moving: all games from a file into PostgreSQL, and from PostgreSQL into a file.

So a server can grow, a backup of several servers is one file like any other, and to go back to it
is to move it into an empty database.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

from ninefold.analysis.explorer import Count
from ninefold.rules.errors import BadInput
from ninefold.server.play.entries import KINDS
from ninefold.server.store.postgres_pool import prepare, without_password
from ninefold.server.store.schema import STEPS, check_kinds, migrate
from ninefold.server.store.sqlite import connect
from ninefold.server.store.store import StoreFailed

__all__ = ["move_to_file", "move_to_postgres"]

_AT_ONCE: Final = 5_000
#: What both have: the columns of each table, and how they are read from a file.
_TABLES: Final = {
    "games": (
        (
            *("id", "settings", "state", "x", "o", "updated_at", "listed", "solo", "up"),
            *("timed", "counted"),
        ),
        "SELECT id, settings, state, x, o, updated_at, listed, solo, coalesce(up, 0),"
        " settings ->> '$.clock.kind' <> 'none', counted FROM games",
    ),
    "log": (
        ("game", "version", "epoch", "ply", "entry", "up", "at"),
        "SELECT game, version, epoch, ply, entry, up, entry ->> 'at' FROM log",
    ),
    "visitors": (("key", "name"), "SELECT key, name FROM visitors"),
    "tokens": (
        ("digest", "id", "visitor", "label", "created_at", "scopes"),
        "SELECT digest, id, visitor, label, created_at, scopes FROM tokens",
    ),
    "signed_out": (("key", "at"), "SELECT key, at FROM signed_out"),
    "facts": (("name", "value"), "SELECT name, value FROM facts"),
    "explorer": (Count._fields, f"SELECT {', '.join(Count._fields)} FROM explorer"),
    "explorer_records": (("digest",), "SELECT digest FROM explorer_records"),
    "secrets": (("name", "value"), "SELECT name, value FROM secrets WHERE name = 'visitors'"),
}
#: What a file has no column for.
_ONLY_THERE: Final = (("games", "timed"), ("log", "at"))
_TRUTHS: Final = {"listed", "solo", "timed", "counted"}


async def move_to_postgres(file: Path, url: str, *, durable: bool = True) -> int:
    """Copy a file's games into an empty database; how many games there are."""
    if not file.is_file():
        raise BadInput(f"there is no file {file} to take games from")
    await prepare(url, durable=durable)
    try:
        with contextlib.closing(
            sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)
        ) as db:
            _must_be_current(db, file)
            db.execute("BEGIN")
            async with _database(url) as target, target.transaction():
                if await target.fetchval("SELECT count(*) FROM games"):
                    raise BadInput(
                        f"{without_password(url)} has games already: expected an empty database"
                    )
                await target.execute("DELETE FROM secrets WHERE name = 'visitors'")
                for table, (columns, sql) in _TABLES.items():
                    for rows in _batches(db.execute(sql)):
                        records = [_as_there(columns, row) for row in rows]
                        await target.copy_records_to_table(table, records=records, columns=columns)
                return int(await target.fetchval("SELECT count(*) FROM games"))
    except sqlite3.Error as error:
        raise StoreFailed(f"cannot read {file}: {error}") from error


async def move_to_file(url: str, file: Path) -> int:
    """Copy a database's games, as of one moment, into a new file; how many games there are."""
    if file.exists():
        raise BadInput(f"{file} exists already: choose another name")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with contextlib.closing(connect(file)) as db:
            migrate(db)
            check_kinds(db, KINDS)
            db.execute("BEGIN")
            async with (
                _database(url) as source,
                source.transaction(isolation="repeatable_read", readonly=True),
            ):
                for table, (columns, _) in _TABLES.items():
                    await _fill(db, source, table, columns)
            db.execute("COMMIT")
            (games,) = db.execute("SELECT count(*) FROM games").fetchone()
            (found,) = db.execute("PRAGMA integrity_check").fetchone()
            db.execute("PRAGMA journal_mode=DELETE")  # so that the file is all there is
    except (sqlite3.Error, OSError) as error:
        if isinstance(error, StoreFailed):
            raise
        raise StoreFailed(f"cannot copy the games to {file}: {error}") from error
    if found != "ok":
        raise StoreFailed(f"the copy {file} is not whole: {found}")
    return int(games)


async def _fill(db: sqlite3.Connection, source: Any, table: str, columns: Iterable[str]) -> None:
    told = [column for column in columns if (table, column) not in _ONLY_THERE]
    where = " WHERE name = 'visitors'" if table == "secrets" else ""
    marks = ", ".join("?" * len(told))
    sql = f"INSERT OR REPLACE INTO {table} ({', '.join(told)}) VALUES ({marks})"
    rows = []
    async for row in source.cursor(f"SELECT {', '.join(told)} FROM {table}{where}"):
        rows.append(tuple(row))
        if len(rows) == _AT_ONCE:
            db.executemany(sql, rows)
            rows.clear()
    db.executemany(sql, rows)


def _must_be_current(db: sqlite3.Connection, file: Path) -> None:
    (seen,) = db.execute("PRAGMA user_version").fetchone()
    if seen != len(STEPS):
        raise BadInput(
            f"{file} is of schema {seen}, expected {len(STEPS)}: start `ninefold serve` on it once"
        )


def _batches(rows: Iterator[Any]) -> Iterator[list[Any]]:
    batch: list[Any] = []
    for row in rows:
        batch.append(row)
        if len(batch) == _AT_ONCE:
            yield batch
            batch = []
    if batch:
        yield batch


def _as_there(columns: Iterable[str], row: Iterable[Any]) -> list[Any]:
    return [
        bool(value) if column in _TRUTHS else value
        for column, value in zip(columns, row, strict=True)
    ]


@asynccontextmanager
async def _database(url: str) -> AsyncIterator[Any]:
    import asyncpg

    try:
        connection = await asyncpg.connect(url)
        try:
            yield connection
        finally:
            await connection.close()
    except (asyncpg.PostgresError, asyncpg.InterfaceError) as error:
        raise StoreFailed(f"the database {without_password(url)} failed: {error}") from error
