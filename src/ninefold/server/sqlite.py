"""The store on SQLite: one writer thread that commits together what arrives together.

A write waits in a line; the writer takes all that stand there, writes them in one transaction, and
only when that is on disk (WAL with ``synchronous=FULL``) tells those who wait. Under load one sync
of the disk thus pays for hundreds of moves.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec

from ninefold.server.entries import Entry, Moved, Settings, TookBack
from ninefold.server.messages import GameState, Token
from ninefold.server.schema import migrate
from ninefold.server.store import Append, Conflict, StoredGame, StoreFailed

__all__ = ["SqliteStore", "connect"]

_Answer = TypeVar("_Answer")
_Write = Append | Callable[[sqlite3.Connection], None]
_Waiting = tuple[_Write, "asyncio.Future[None]"]

_INSERT_ALL: Final = """
    INSERT INTO log (game, version, epoch, ply, entry)
    SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4 FROM json_each(?)
"""
_entry_decoder: Final = msgspec.json.Decoder(Entry)
_settings_decoder: Final = msgspec.json.Decoder(Settings)
_encoder: Final = msgspec.json.Encoder()


def connect(
    path: Path, *, most_megabytes: int | None = None, lock_timeout: float = 2.0
) -> sqlite3.Connection:
    """Open a database file the way the server does: WAL, synced at every commit."""
    connection = sqlite3.connect(
        path, timeout=lock_timeout, isolation_level=None, check_same_thread=False
    )
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    # A log of 16 MB: what is written again and again goes from it into the file once.
    connection.execute("PRAGMA wal_autocheckpoint=4000")
    connection.execute("PRAGMA foreign_keys=ON")
    if most_megabytes is not None:
        (page_size,) = connection.execute("PRAGMA page_size").fetchone()
        pages = most_megabytes * 1_000_000 // page_size
        connection.execute(f"PRAGMA max_page_count={pages}")
    return connection


class SqliteStore:
    """Games in one SQLite file; see ``Store`` for what each method promises."""

    def __init__(
        self, path: Path, *, most_megabytes: int | None = None, lock_timeout: float = 2.0
    ) -> None:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._writer = connect(path, most_megabytes=most_megabytes, lock_timeout=lock_timeout)
            migrate(self._writer)
            self._reader = connect(path, lock_timeout=lock_timeout)
        except (sqlite3.Error, OSError) as error:
            raise StoreFailed(f"cannot open the database {path}: {error}") from error
        self._waiting: list[_Waiting] = []
        self._writing: asyncio.Future[list[StoreFailed | None]] | None = None
        self._reads = ThreadPoolExecutor(1, thread_name_prefix="store-reader")
        self._writes = ThreadPoolExecutor(1, thread_name_prefix="store-writer")
        #: How many transactions were committed, for the metrics.
        self.commits = 0

    # Games

    async def create(self, settings: Settings, state: GameState) -> None:
        """Keep a new game."""
        row = (
            settings.id,
            _text(settings),
            state,
            settings.x.key if settings.x else None,
            settings.o.key if settings.o else None,
            settings.created_at,
        )
        await self._write(lambda db: _run(db, "INSERT INTO games VALUES (?, ?, ?, ?, ?, ?)", row))

    async def append(self, append: Append) -> None:
        """Add to a game's log: durable on return, or ``Conflict``, or ``StoreFailed``."""
        await self._write(append)

    async def load(self, game: str) -> StoredGame | None:
        """A game with its whole log."""
        return await self._read(lambda db: _load(db, game))

    async def games_in(self, state: GameState, *, clocked: bool = False) -> list[str]:
        """The ids of all games in a state, or only of those with a clock."""
        sql = "SELECT id FROM games WHERE state = ?"
        if clocked:
            sql += " AND json_extract(settings, '$.clock.kind') <> 'none'"
        return await self._read(lambda db: [row[0] for row in db.execute(sql, (state,))])

    async def games_of(self, key: str, limit: int) -> list[str]:
        """The ids of a visitor's games, unfinished ones first, then the newest."""
        sql = """
            SELECT id FROM games WHERE x = :key OR o = :key
            ORDER BY state IN ('waiting', 'playing') DESC, updated_at DESC LIMIT :limit
        """
        values = {"key": key, "limit": limit}
        return await self._read(lambda db: [row[0] for row in db.execute(sql, values)])

    async def count_unfinished(self, key: str) -> int:
        """In how many unfinished games a visitor sits."""
        sql = """
            SELECT count(*) FROM games
            WHERE (x = :key OR o = :key) AND state IN ('waiting', 'playing')
        """
        row = await self._read(lambda db: db.execute(sql, {"key": key}).fetchone())
        return int(row[0])

    # Visitors and their tokens

    async def name_of(self, key: str) -> str:
        """The name a visitor chose, or an empty one."""
        sql = "SELECT name FROM visitors WHERE key = ?"
        row = await self._read(lambda db: db.execute(sql, (key,)).fetchone())
        return str(row[0]) if row else ""

    async def rename(self, key: str, name: str) -> None:
        """Keep a visitor's name."""
        sql = "INSERT INTO visitors VALUES (?, ?) ON CONFLICT DO UPDATE SET name = excluded.name"
        await self._write(lambda db: _run(db, sql, (key, name)))

    async def add_token(self, key: str, digest: str, token: Token) -> None:
        """Keep a bot's token, known by the digest of its secret."""
        row = (digest, token.id, key, token.label, token.created_at)
        await self._write(lambda db: _run(db, "INSERT INTO tokens VALUES (?, ?, ?, ?, ?)", row))

    async def tokens_of(self, key: str) -> list[Token]:
        """A visitor's tokens, oldest first."""
        sql = "SELECT id, label, created_at FROM tokens WHERE visitor = ? ORDER BY created_at, id"
        return await self._read(lambda db: [Token(*row) for row in db.execute(sql, (key,))])

    async def drop_token(self, key: str, token: str) -> bool:
        """Forget a token; whether there was one."""
        if token not in [known.id for known in await self.tokens_of(key)]:
            return False
        sql = "DELETE FROM tokens WHERE visitor = ? AND id = ?"
        await self._write(lambda db: _run(db, sql, (key, token)))
        return True

    async def owner_of(self, digest: str) -> str | None:
        """The visitor whose token has this digest."""
        sql = "SELECT visitor FROM tokens WHERE digest = ?"
        row = await self._read(lambda db: db.execute(sql, (digest,)).fetchone())
        return str(row[0]) if row else None

    # The store itself

    async def alive(self, at: int) -> None:
        """Note that the server was running at this moment."""
        sql = "INSERT INTO facts VALUES ('alive', ?) ON CONFLICT DO UPDATE SET value=excluded.value"
        await self._write(lambda db: _run(db, sql, (at,)))

    async def last_alive(self) -> int | None:
        """When the server was last known to be running."""
        sql = "SELECT value FROM facts WHERE name = 'alive'"
        row = await self._read(lambda db: db.execute(sql).fetchone())
        return int(row[0]) if row else None

    async def check(self) -> None:
        """Write and read something small, or ``StoreFailed``."""
        sql = "INSERT INTO facts VALUES ('check', 1) ON CONFLICT DO UPDATE SET value=value+1"
        await self._write(lambda db: _run(db, sql, ()))
        await self._read(lambda db: db.execute("SELECT count(*) FROM facts").fetchone())

    async def close(self) -> None:
        """Finish what is under way and let go of the database."""
        while self._writing is not None or self._waiting:
            await asyncio.sleep(0.005)
        self._writes.shutdown()
        self._reads.shutdown()
        self._reader.close()
        self._writer.close()

    # Threads

    async def _read(self, read: Callable[[sqlite3.Connection], _Answer]) -> _Answer:
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._reads, read, self._reader)
        except sqlite3.Error as error:
            raise StoreFailed(f"the database cannot be read: {error}") from error

    async def _write(self, write: _Write) -> None:
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()
        self._waiting.append((write, done))
        if self._writing is None and len(self._waiting) == 1:
            # Not at once: what else arrives in this round of the loop goes into the same commit.
            loop.call_soon(self._start_writing)
        await done  # a caller who goes away cancels this wait, not the write

    def _start_writing(self) -> None:
        """Hand all that wait to the writer's thread: one by one would cost more than to write."""
        batch, self._waiting = self._waiting, []
        writes = [write for write, _ in batch]
        self._writing = asyncio.get_running_loop().run_in_executor(
            self._writes, self._commit, writes
        )
        self._writing.add_done_callback(lambda done: self._finish_writing(batch, done.result()))

    def _finish_writing(
        self, batch: Sequence[_Waiting], outcomes: Sequence[StoreFailed | None]
    ) -> None:
        self._writing = None
        for (_, done), outcome in zip(batch, outcomes, strict=True):
            if done.cancelled():
                continue
            if outcome is None:
                done.set_result(None)
            else:
                done.set_exception(outcome)
        if self._waiting:
            self._start_writing()

    def _commit(self, writes: Sequence[_Write]) -> list[StoreFailed | None]:
        """Carry out a batch in one transaction; what became of each."""
        try:
            try:
                self._carry_out_together(writes)
                outcomes: list[StoreFailed | None] = [None] * len(writes)
            except sqlite3.IntegrityError:
                self._roll_back()
                self._writer.execute("BEGIN IMMEDIATE")
                outcomes = [self._carry_out(write) for write in writes]
                self._writer.execute("COMMIT")
        except sqlite3.Error as error:
            self._roll_back()
            return [StoreFailed(f"the database cannot be written: {error}") for _ in writes]
        self.commits += 1
        return outcomes

    def _carry_out_together(self, writes: Sequence[_Write]) -> None:
        """All writes of a batch or none.

        Each statement costs this thread a wait for the interpreter lock, which a busy event loop
        gives up reluctantly. So all entries are written by one statement, and if there is nothing
        else to write, that statement is the whole transaction.
        """
        appends = [write for write in writes if isinstance(write, Append)]
        if len(appends) == len(writes) and not any(map(_is_indexed, appends)):
            _insert_entries(self._writer, appends)
            return
        self._writer.execute("BEGIN IMMEDIATE")
        _insert_entries(self._writer, appends)
        for write in writes:
            if isinstance(write, Append):
                _update_index(self._writer, write)
            else:
                write(self._writer)
        self._writer.execute("COMMIT")

    def _carry_out(self, write: _Write) -> StoreFailed | None:
        """One write of a batch: if another was first, it alone is undone."""
        self._writer.execute("SAVEPOINT one")
        try:
            if isinstance(write, Append):
                _insert_entries(self._writer, [write])
                _update_index(self._writer, write)
            else:
                write(self._writer)
        except sqlite3.IntegrityError as error:
            self._writer.execute("ROLLBACK TO one")
            self._writer.execute("RELEASE one")
            return Conflict(f"somebody else wrote first: {error}")
        self._writer.execute("RELEASE one")
        return None

    def _roll_back(self) -> None:
        try:
            if self._writer.in_transaction:
                self._writer.execute("ROLLBACK")
        except sqlite3.Error:  # pragma: no cover - the next BEGIN will say so
            return


def _text(value: Settings | Entry) -> str:
    return _encoder.encode(value).decode()


def _run(db: sqlite3.Connection, sql: str, values: Sequence[Any]) -> None:
    db.execute(sql, values)


def _rows(append: Append) -> list[tuple[str, int, int | None, int | None, str]]:
    """The rows of a log that some entries make, each move under its epoch and ply."""
    rows = []
    epoch, ply = append.epoch, append.ply
    for version, entry in enumerate(append.entries, start=append.version + 1):
        moved = isinstance(entry, Moved)
        key = (epoch, ply) if moved else (None, None)
        rows.append((append.game, version, *key, _text(entry)))
        if moved:
            ply += 1
        elif isinstance(entry, TookBack):
            epoch, ply = epoch + 1, ply - entry.count
    return rows


def _insert_entries(db: sqlite3.Connection, appends: Sequence[Append]) -> None:
    """Write all entries by one statement."""
    rows = [row for append in appends for row in _rows(append)]
    if rows:
        db.execute(_INSERT_ALL, (_encoder.encode(rows).decode(),))


def _is_indexed(append: Append) -> bool:
    """Whether an append changes something by which games are found."""
    return append.state is not None or append.players is not None


def _update_index(db: sqlite3.Connection, append: Append) -> None:
    """Write what an append changes of that by which games are found."""
    if append.state is not None:
        at = append.entries[-1].at
        sql = "UPDATE games SET state = ?, updated_at = ? WHERE id = ?"
        db.execute(sql, (append.state, at, append.game))
    if append.players is not None:
        sql = "UPDATE games SET x = ?, o = ? WHERE id = ?"
        db.execute(sql, (*append.players, append.game))


def _load(db: sqlite3.Connection, game: str) -> StoredGame | None:
    row = db.execute("SELECT settings FROM games WHERE id = ?", (game,)).fetchone()
    if row is None:
        return None
    entries = db.execute("SELECT entry FROM log WHERE game = ? ORDER BY version", (game,))
    return StoredGame(
        _settings_decoder.decode(row[0]), [_entry_decoder.decode(entry) for (entry,) in entries]
    )
