"""The store on SQLite: one writer thread that commits together what arrives together.

A write waits in a line; the writer takes all that stand there, writes them in one transaction, and
only when that is on disk (WAL with ``synchronous=FULL``) tells those who wait. Under load one sync
of the disk thus pays for hundreds of moves.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec

from ninefold.analysis.explorer import Count
from ninefold.analysis.explorer.tables import add_counts, find_counts
from ninefold.server.play.entries import KINDS, encode_entry
from ninefold.server.store.rows import places_of, read_game, settle, token_row
from ninefold.server.store.schema import STEPS, check_kinds, find_seal, migrate
from ninefold.server.store.store import (
    Append,
    Cap,
    Conflict,
    NewGame,
    StoredGame,
    StoredToken,
    StoreFailed,
    Told,
    TooMany,
)
from ninefold.server.wire.messages import Token

__all__ = ["SqliteStore", "connect"]

log: Final = logging.getLogger("ninefold.server")
_Answer = TypeVar("_Answer")
_Write = Append | Callable[[sqlite3.Connection], None]
_Waiting = tuple[_Write, "asyncio.Future[None]"]
_Row = tuple[str, int, int | None, int | None, str, int]

_INSERT: Final = "INSERT INTO log (game, version, epoch, ply, entry, up) VALUES "
_ROW: Final = "(?, ?, ?, ?, ?, ?)"
#: What one statement inserts at most: SQLite has an end to the values it takes.
_MOST_ROWS: Final = 500
#: Each half walks its index from the newest on, and stops as soon as it has enough.
_FINISHED: Final = """
    SELECT * FROM (
      SELECT updated_at, id FROM games
      WHERE x = :key AND state IN ('over', 'aborted') AND (updated_at, id) < (:at, :id)
      ORDER BY updated_at DESC, id DESC LIMIT :limit
    ) UNION SELECT * FROM (
      SELECT updated_at, id FROM games
      WHERE o = :key AND state IN ('over', 'aborted') AND (updated_at, id) < (:at, :id)
      ORDER BY updated_at DESC, id DESC LIMIT :limit
    ) ORDER BY updated_at DESC, id DESC LIMIT :limit
"""
#: A visitor's unfinished games: few, by indexes that hold no others.
_UNFINISHED_OF_X: Final = """
    FROM games INDEXED BY games_unfinished_of_x
    WHERE x = :key AND state IN ('waiting', 'playing')
"""
_UNFINISHED_OF_O: Final = """
    FROM games INDEXED BY games_unfinished_of_o
    WHERE o = :key AND state IN ('waiting', 'playing')
"""
_IDLE: Final = """
    SELECT id FROM (
      SELECT id, coalesce(
        (SELECT entry ->> 'at' FROM log WHERE game = found.id ORDER BY version DESC LIMIT 1),
        updated_at
      ) AS touched FROM (FOUND) AS found
    ) WHERE touched < :before ORDER BY touched LIMIT 1
"""
_IDLE_OF_ANYBODY: Final = _IDLE.replace(
    "FOUND",
    """
    SELECT id, updated_at FROM games INDEXED BY games_solo_unfinished
    WHERE state IN ('waiting', 'playing') AND solo AND updated_at < :before
    """,
)
_IDLE_OF: Final = _IDLE.replace(
    "FOUND",
    f"SELECT id, updated_at {_UNFINISHED_OF_X} AND solo UNION "
    f"SELECT id, updated_at {_UNFINISHED_OF_O} AND solo",
)
_WELCOME_BACK: Final = """
    SELECT coalesce((SELECT name FROM visitors WHERE key = :key), '')
    WHERE NOT EXISTS (SELECT 1 FROM signed_out WHERE key = :key) AND (
      :sealed
      OR EXISTS (SELECT 1 FROM visitors WHERE key = :key)
      OR EXISTS (SELECT 1 FROM games WHERE x = :key)
      OR EXISTS (SELECT 1 FROM games WHERE o = :key)
      OR EXISTS (SELECT 1 FROM tokens WHERE visitor = :key)
    )
"""
_encoder: Final = msgspec.json.Encoder()


def connect(
    path: Path, *, most_megabytes: int | None = None, lock_timeout: float = 2.0
) -> sqlite3.Connection:
    """Open a database file the way the server does: WAL, synced at every commit."""
    connection = _open(path.resolve().as_uri(), lock_timeout)
    try:
        connection.execute("PRAGMA journal_mode=WAL")
    except sqlite3.OperationalError:
        if not path.is_file() or path.with_name(f"{path.name}-wal").exists():
            raise
        # A disk on which nothing can be written, and a file that was closed well: it is whole.
        connection.close()
        connection = _open(f"{path.resolve().as_uri()}?mode=ro&immutable=1", lock_timeout)
    connection.execute("PRAGMA synchronous=FULL")
    # A log of 16 MB: what is written again and again goes from it into the file once.
    connection.execute("PRAGMA wal_autocheckpoint=4000")
    connection.execute("PRAGMA foreign_keys=ON")
    if most_megabytes is not None:
        (page_size,) = connection.execute("PRAGMA page_size").fetchone()
        pages = most_megabytes * 1_000_000 // page_size
        connection.execute(f"PRAGMA max_page_count={pages}")
    return connection


def _open(uri: str, lock_timeout: float) -> sqlite3.Connection:
    return sqlite3.connect(
        uri, uri=True, timeout=lock_timeout, isolation_level=None, check_same_thread=False
    )


class SqliteStore:
    """Games in one SQLite file; see ``Store`` for what each method promises."""

    def __init__(
        self, path: Path, *, most_megabytes: int | None = None, lock_timeout: float = 2.0
    ) -> None:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._writer = connect(path, most_megabytes=most_megabytes, lock_timeout=lock_timeout)
            self._bring_up_to_date()
            self._seal = find_seal(self._writer)
            self._reader = connect(path, lock_timeout=lock_timeout)
        except (sqlite3.Error, OSError) as error:
            raise StoreFailed(f"cannot open the database {path}: {error}") from error
        self._waiting: list[_Waiting] = []
        self._writing: asyncio.Future[list[StoreFailed | None]] | None = None
        self._reads = ThreadPoolExecutor(1, thread_name_prefix="store-reader")
        self._writes = ThreadPoolExecutor(1, thread_name_prefix="store-writer")
        #: How many transactions were committed, for the metrics.
        self.commits = 0

    def _bring_up_to_date(self) -> None:
        """Migrate; a file that is up to date is served even if it cannot be written now."""
        try:
            migrate(self._writer)
            check_kinds(self._writer, KINDS)
        except sqlite3.OperationalError as error:
            (seen,) = self._writer.execute("PRAGMA user_version").fetchone()
            if seen != len(STEPS):
                raise
            log.error("the database cannot be written, games can only be read: %s", error)

    # Games

    async def create(self, game: NewGame, *caps: Cap) -> None:
        """Keep a new game if all caps hold, or ``TooMany``."""

        def write(db: sqlite3.Connection) -> None:
            for cap in caps:
                _check_cap(db, cap)
            _insert_game(db, game)

        await self._write(write)

    async def append(self, append: Append) -> None:
        """Add to a game's log: durable on return, or ``Conflict``, or ``StoreFailed``."""
        await self._write(append)

    async def note_told(self, game: str, told: Told) -> None:
        """Keep when a version was told."""
        sql = "INSERT OR REPLACE INTO told VALUES (?, ?, ?)"
        await self._write(lambda db: _run(db, sql, (game, told.version, told.up)))

    async def load(self, game: str) -> StoredGame | None:
        """A game with its whole log."""
        return await self._read(lambda db: _load(db, game))

    async def games_to_tend(self) -> list[str]:
        """The ids of games that cannot wait for a visitor: with a clock, or open to anybody."""
        sql = """
            SELECT id FROM games WHERE state = 'waiting' AND listed
            UNION ALL
            SELECT id FROM games WHERE state = 'playing'
              AND json_valid(settings) AND settings ->> '$.clock.kind' <> 'none'
        """
        return await self._read(lambda db: [row[0] for row in db.execute(sql)])

    async def links_that_waited(self, before: int, most: int) -> list[str]:
        """The ids of games by link that have waited since before a moment, some of them."""
        sql = """
            SELECT id FROM games WHERE state = 'waiting' AND NOT listed AND updated_at < ? LIMIT ?
        """
        return await self._read(lambda db: [row[0] for row in db.execute(sql, (before, most))])

    async def unfinished_of(self, key: str) -> list[str]:
        """The ids of a visitor's unfinished games."""
        sql = f"SELECT id {_UNFINISHED_OF_X} UNION SELECT id {_UNFINISHED_OF_O}"
        return await self._read(lambda db: [row[0] for row in db.execute(sql, {"key": key})])

    async def finished_of(
        self, key: str, before: tuple[int, str] | None, limit: int
    ) -> list[tuple[int, str]]:
        """A visitor's finished games, newest first: when each ended, and its id."""
        at, game = before or (2**62, "")
        values = {"key": key, "at": at, "id": game, "limit": limit}
        return await self._read(lambda db: db.execute(_FINISHED, values).fetchall())

    async def idle_solo_of(self, key: str | None, before: int) -> str | None:
        """The game of a visitor, or of anybody, that was left longest ago, before a moment."""
        values = {"key": key, "before": before}
        sql = _IDLE_OF_ANYBODY if key is None else _IDLE_OF
        row = await self._read(lambda db: db.execute(sql, values).fetchone())
        return None if row is None else str(row[0])

    async def forget_called_off(self, before: int, most: int) -> int:
        """Delete games that were called off before a moment, some of them; how many it were."""
        sql = "SELECT id FROM games WHERE state = 'aborted' AND updated_at < ? LIMIT ?"
        games = await self._read(lambda db: db.execute(sql, (before, most)).fetchall())

        def forget(db: sqlite3.Connection) -> None:
            db.executemany("DELETE FROM log WHERE game = ?", games)
            db.executemany("DELETE FROM told WHERE game = ?", games)
            db.executemany("DELETE FROM games WHERE id = ?", games)

        if games:
            await self._write(forget)
        return len(games)

    async def count_unfinished(self, key: str, *, challenges: bool = False) -> int:
        """In how many unfinished games a visitor sits, or only how many challenges are theirs."""
        return await self._read(lambda db: _count_unfinished(db, key, challenges=challenges))

    # The explorer

    async def find_counts(self, axes: int, key: int) -> list[Count]:
        """What the explorer has counted of a position, by its axes and its key."""
        return await self._read(lambda db: find_counts(db, axes, key))

    async def uncounted(self, most: int) -> list[str]:
        """The ids of finished games that are not counted yet, some of them."""
        sql = """
            SELECT id FROM games INDEXED BY games_uncounted
            WHERE state = 'over' AND NOT counted LIMIT ?
        """
        return await self._read(lambda db: [row[0] for row in db.execute(sql, (most,))])

    async def count_games(self, games: Mapping[str, Sequence[Count]]) -> None:
        """Count such games, each once, whoever else does the same."""

        def write(db: sqlite3.Connection) -> None:
            for game, counts in games.items():
                _count_game(db, game, counts)

        await self._write(write)

    # Visitors and their tokens

    async def name_of(self, key: str) -> str:
        """The name a visitor chose, or an empty one."""
        sql = "SELECT name FROM visitors WHERE key = ?"
        row = await self._read(lambda db: db.execute(sql, (key,)).fetchone())
        return str(row[0]) if row else ""

    async def seal(self) -> bytes:
        """What visitors' secrets are sealed with."""
        return self._seal

    async def welcome_back(self, key: str, *, sealed: bool) -> str | None:
        """The name of a visitor whose secret has our seal; ``None`` if they have signed out."""
        values = {"key": key, "sealed": sealed}
        row = await self._read(lambda db: db.execute(_WELCOME_BACK, values).fetchone())
        return None if row is None else str(row[0])

    async def sign_out(self, key: str, at: int) -> list[str]:
        """End a visitor's sign-in for good, and their tokens with it; the ids of these."""
        tokens = await self.tokens_of(key)

        def write(db: sqlite3.Connection) -> None:
            db.execute("INSERT OR IGNORE INTO signed_out VALUES (?, ?)", (key, at))
            db.execute("DELETE FROM tokens WHERE visitor = ?", (key,))

        await self._write(write)
        return [token.id for token in tokens]

    async def rename(self, key: str, name: str) -> None:
        """Keep a visitor's name."""
        sql = "INSERT INTO visitors VALUES (?, ?) ON CONFLICT DO UPDATE SET name = excluded.name"
        await self._write(lambda db: _run(db, sql, (key, name)))

    async def add_token(self, key: str, digest: str, token: Token) -> None:
        """Keep a bot's token, known by the digest of its secret."""
        sql = "INSERT INTO tokens VALUES (?, ?, ?, ?, ?, ?)"
        await self._write(lambda db: _run(db, sql, token_row(key, digest, token)))

    async def tokens_of(self, key: str) -> list[Token]:
        """A visitor's tokens, oldest first."""
        sql = """
            SELECT id, label, created_at, scopes FROM tokens
            WHERE visitor = ? ORDER BY created_at, id
        """
        rows = await self._read(lambda db: db.execute(sql, (key,)).fetchall())
        return [Token(token, label, at, scopes.split()) for token, label, at, scopes in rows]

    async def drop_token(self, key: str, token: str) -> bool:
        """Forget a token; whether there was one."""
        if token not in [known.id for known in await self.tokens_of(key)]:
            return False
        sql = "DELETE FROM tokens WHERE visitor = ? AND id = ?"
        await self._write(lambda db: _run(db, sql, (key, token)))
        return True

    async def find_token(self, digest: str) -> StoredToken | None:
        """The token that has this digest."""
        sql = "SELECT id, visitor, scopes FROM tokens WHERE digest = ?"
        row = await self._read(lambda db: db.execute(sql, (digest,)).fetchone())
        return None if row is None else StoredToken(row[0], row[1], tuple(row[2].split()))

    # The store itself

    async def alive(self, at: int, up: int) -> None:
        """Note that the server runs: the calendar's moment, and that of the server's own time."""
        sql = """
            INSERT INTO facts VALUES ('alive', ?), ('up', ?)
            ON CONFLICT DO UPDATE SET value = excluded.value
        """
        await self._write(lambda db: _run(db, sql, (at, up)))

    async def last_alive(self) -> tuple[int | None, int]:
        """The moments at which the server was last known to be running, by both clocks."""
        sql = "SELECT name, value FROM facts WHERE name IN ('alive', 'up')"
        facts = await self._read(lambda db: dict(db.execute(sql).fetchall()))
        return facts.get("alive"), facts.get("up", 0)

    async def check(self) -> None:
        """Write and read something small, or ``StoreFailed``."""
        sql = "INSERT INTO facts VALUES ('check', 1) ON CONFLICT DO UPDATE SET value=value+1"
        await self._write(lambda db: _run(db, sql, ()))
        await self._read(lambda db: db.execute("SELECT count(*) FROM facts").fetchone())

    async def open(self) -> None:
        """The file is open already."""

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
        settle(batch, outcomes)
        if self._waiting:
            self._start_writing()

    def _commit(self, writes: Sequence[_Write]) -> list[StoreFailed | None]:
        """Carry out a batch in one transaction; what became of each."""
        try:
            try:
                self._carry_out_together(writes)
                outcomes: list[StoreFailed | None] = [None] * len(writes)
            except (sqlite3.IntegrityError, TooMany):
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
        rows = [row for append in appends for row in _rows(append)]
        alone = len(appends) == len(writes) and not any(map(_is_indexed, appends))
        if alone and len(rows) <= _MOST_ROWS:
            _insert_rows(self._writer, rows)
            return
        self._writer.execute("BEGIN IMMEDIATE")
        _insert_rows(self._writer, rows)
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
                _insert_rows(self._writer, _rows(write))
                _update_index(self._writer, write)
            else:
                write(self._writer)
        except (sqlite3.IntegrityError, TooMany) as error:
            self._writer.execute("ROLLBACK TO one")
            self._writer.execute("RELEASE one")
            first = f"somebody else wrote first: {error}"
            return error if isinstance(error, TooMany) else Conflict(first)
        self._writer.execute("RELEASE one")
        return None

    def _roll_back(self) -> None:
        try:
            if self._writer.in_transaction:
                self._writer.execute("ROLLBACK")
        except sqlite3.Error:  # pragma: no cover - the next BEGIN will say so
            return


def _run(db: sqlite3.Connection, sql: str, values: Sequence[Any]) -> None:
    db.execute(sql, values)


def _rows(append: Append) -> list[_Row]:
    """The rows of a log that some entries make."""
    return [
        (append.game, version, epoch, ply, encode_entry(entry), append.up)
        for version, epoch, ply, entry in places_of(append)
    ]


def _insert_rows(db: sqlite3.Connection, rows: Sequence[_Row]) -> None:
    """Write entries by as few statements as there can be, most often by one."""
    for start in range(0, len(rows), _MOST_ROWS):
        some = rows[start : start + _MOST_ROWS]
        db.execute(_insert(len(some)), [value for row in some for value in row])


@cache
def _insert(count: int) -> str:
    return _INSERT + ",".join([_ROW] * count)


def _is_indexed(append: Append) -> bool:
    """Whether an append changes something by which games are found, or must look at it."""
    changed = (append.state, append.players, append.follow_up)
    return any(one is not None for one in changed) or bool(append.caps)


def _update_index(db: sqlite3.Connection, append: Append) -> None:
    """Write what an append changes of that by which games are found, if its caps hold."""
    for cap in append.caps:
        _check_cap(db, cap)
    if append.follow_up is not None:
        _insert_game(db, append.follow_up)
    if append.state is not None:
        at = append.entries[-1].at
        sql = "UPDATE games SET state = ?, updated_at = ? WHERE id = ?"
        db.execute(sql, (append.state, at, append.game))
    if append.state == "over":
        _count_game(db, append.game, append.counts)
    if append.players is not None:
        sql = "UPDATE games SET x = ?, o = ? WHERE id = ?"
        db.execute(sql, (*append.players, append.game))


def _count_game(db: sqlite3.Connection, game: str, counts: Sequence[Count]) -> None:
    """Add a game's counts, unless that was done before: a taken back end is no second game."""
    sql = "UPDATE games SET counted = 1 WHERE id = ? AND NOT counted"
    if db.execute(sql, (game,)).rowcount:
        add_counts(db, counts)


def _insert_game(db: sqlite3.Connection, game: NewGame) -> None:
    settings = game.settings
    row = (
        settings.id,
        _encoder.encode(settings).decode(),
        game.state,
        settings.x.key if settings.x else None,
        settings.o.key if settings.o else None,
        settings.created_at,
        settings.opponent == "open",
        settings.solo,
        game.up,
    )
    sql = """
        INSERT INTO games (id, settings, state, x, o, updated_at, listed, solo, up)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
    """
    db.execute(sql, row)


def _check_cap(db: sqlite3.Connection, cap: Cap) -> None:
    if cap.challenges is not None:
        challenges = _count_unfinished(db, cap.key, challenges=True)
        if challenges >= cap.challenges:
            raise TooMany("challenges", challenges)
    games = _count_unfinished(db, cap.key)
    if games >= cap.games:
        raise TooMany("games", games)


def _count_unfinished(db: sqlite3.Connection, key: str, *, challenges: bool = False) -> int:
    """In how many unfinished games a visitor sits; each game once, though both sides be theirs."""
    more = "AND listed AND state = 'waiting'" if challenges else ""
    sql = f"""
        SELECT (SELECT count(*) {_UNFINISHED_OF_X} {more})
             + (SELECT count(*) {_UNFINISHED_OF_O} {more} AND x IS NOT :key)
    """
    (count,) = db.execute(sql, {"key": key}).fetchone()
    return int(count)


def _load(db: sqlite3.Connection, game: str) -> StoredGame | None:
    row = db.execute("SELECT settings, up FROM games WHERE id = ?", (game,)).fetchone()
    if row is None:
        return None
    sql = "SELECT entry, up FROM log WHERE game = ? ORDER BY version"
    rows = db.execute(sql, (game,)).fetchall()
    told = db.execute("SELECT version, up FROM told WHERE game = ?", (game,)).fetchone()
    settings, up = row
    return read_game(settings, up, rows, told=None if told is None else Told(*told))
