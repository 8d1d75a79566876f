"""The schema of the SQLite store, as the steps that lead to it from an empty file.

A step never changes once it is on main: what comes later is a further step. ``user_version`` in the
file says how many steps it has seen, and each step runs in one transaction with that number.
"""

from __future__ import annotations

import secrets
import sqlite3
from collections.abc import Sequence
from typing import Final

from ninefold.analysis.explorer.tables import TABLES
from ninefold.server.store.store import StoreFailed

__all__ = ["STEPS", "check_kinds", "find_seal", "migrate"]

STEPS: Final[tuple[str, ...]] = (
    # 1: games, their logs, visitors and their bots' tokens.
    """
    CREATE TABLE games (
      id TEXT PRIMARY KEY,
      settings TEXT NOT NULL,       -- JSON of entries.Settings, never changed
      state TEXT NOT NULL,          -- these four follow from the log and are an index on it
      x TEXT, o TEXT,
      updated_at INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX games_unfinished ON games (state) WHERE state IN ('waiting', 'playing');
    CREATE INDEX games_of_x ON games (x, updated_at) WHERE x IS NOT NULL;
    CREATE INDEX games_of_o ON games (o, updated_at) WHERE o IS NOT NULL;

    CREATE TABLE log (
      game TEXT NOT NULL REFERENCES games (id),
      version INTEGER NOT NULL,
      epoch INTEGER,                -- epoch and ply: set for moves only
      ply INTEGER,
      entry TEXT NOT NULL,          -- JSON of entries.Entry, never changed
      PRIMARY KEY (game, version)
    ) WITHOUT ROWID;
    CREATE UNIQUE INDEX log_one_move_a_ply ON log (game, epoch, ply) WHERE ply IS NOT NULL;
    CREATE TRIGGER log_is_append_only_u BEFORE UPDATE ON log
      BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
    CREATE TRIGGER log_is_append_only_d BEFORE DELETE ON log
      BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;

    CREATE TABLE visitors (key TEXT PRIMARY KEY, name TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE tokens (
      digest TEXT PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      visitor TEXT NOT NULL,
      label TEXT NOT NULL,
      created_at INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX tokens_of_visitor ON tokens (visitor, created_at);
    CREATE TABLE facts (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
    """,
    # 2: what caps and lists ask for, and indexes by which they need not look at every game.
    """
    ALTER TABLE games ADD COLUMN listed INTEGER NOT NULL DEFAULT 0;  -- open to anybody
    ALTER TABLE games ADD COLUMN solo INTEGER NOT NULL DEFAULT 0;    -- nobody else is concerned
    UPDATE games SET listed = settings ->> 'opponent' = 'open',
      solo = settings ->> 'opponent' IN ('same-device', 'computer');
    CREATE INDEX games_unfinished_of_x ON games (x)
      WHERE state IN ('waiting', 'playing') AND x IS NOT NULL;
    CREATE INDEX games_unfinished_of_o ON games (o)
      WHERE state IN ('waiting', 'playing') AND o IS NOT NULL;
    """,
    # 3: the server's own time at which an entry was made: clocks go by it, over restarts too.
    """
    ALTER TABLE games ADD COLUMN up INTEGER;  -- when it was created
    ALTER TABLE log ADD COLUMN up INTEGER;
    """,
    # 4: every kind of entry that some version has known; one that ours does not is newer than ours.
    """
    CREATE TABLE kinds (kind TEXT PRIMARY KEY) WITHOUT ROWID;
    """,
    # 5: a game that was called off may be forgotten, with its log; no other may.
    """
    DROP TRIGGER log_is_append_only_d;
    CREATE TRIGGER log_is_append_only_d BEFORE DELETE ON log
      WHEN (SELECT state FROM games WHERE id = OLD.game) IS NOT 'aborted'
      BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
    CREATE INDEX games_called_off ON games (updated_at) WHERE state = 'aborted';
    CREATE INDEX games_solo_unfinished ON games (updated_at)
      WHERE state IN ('waiting', 'playing') AND solo;
    """,
    # 6: the seal of visitors' secrets, sign-ins that were ended, and what tokens are for.
    """
    CREATE TABLE secrets (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE signed_out (key TEXT PRIMARY KEY, at INTEGER NOT NULL) WITHOUT ROWID;
    ALTER TABLE tokens ADD COLUMN scopes TEXT NOT NULL DEFAULT 'play read';
    """,
    # 7: when a version was told that took long to store: its turn began then, not before.
    """
    CREATE TABLE told (game TEXT PRIMARY KEY, version INTEGER NOT NULL, up INTEGER NOT NULL)
      WITHOUT ROWID;
    """,
    # 8: what the explorer counts, and which games it has; those that ended before are found again.
    f"""
    {TABLES}
    ALTER TABLE games ADD COLUMN counted INTEGER NOT NULL DEFAULT 0;
    CREATE INDEX games_uncounted ON games (id) WHERE state = 'over' AND NOT counted;
    """,
)


_NEWER: Final = "it was written by a newer version; update Ninefold or use another --data folder"


def migrate(connection: sqlite3.Connection, steps: Sequence[str] = STEPS) -> None:
    """Bring a database file up to date, or say why it cannot be."""
    (seen,) = connection.execute("PRAGMA user_version").fetchone()
    if seen > len(steps):
        raise StoreFailed(
            f"the database has schema {seen}, but this Ninefold knows only {len(steps)}: {_NEWER}"
        )
    for number, step in enumerate(steps[seen:], start=seen + 1):
        # One script, one transaction: executescript would otherwise commit statement by statement.
        try:
            connection.executescript(f"BEGIN IMMEDIATE;{step};PRAGMA user_version={number};COMMIT;")
        except sqlite3.Error:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise


def check_kinds(connection: sqlite3.Connection, known: frozenset[str]) -> None:
    """See that no entry is of a kind unknown to us, and note ours for those who come after."""
    noted = {kind for (kind,) in connection.execute("SELECT kind FROM kinds")}
    if noted - known:
        newer = ", ".join(sorted(noted - known))
        raise StoreFailed(f"the log may hold entries unknown to this Ninefold ({newer}): {_NEWER}")
    if known - noted:
        new = [(kind,) for kind in sorted(known - noted)]
        connection.executemany("INSERT OR IGNORE INTO kinds VALUES (?)", new)


def find_seal(connection: sqlite3.Connection) -> bytes:
    """What the secrets of visitors are sealed with: made once a database."""
    sql = "SELECT value FROM secrets WHERE name = 'visitors'"
    if connection.execute(sql).fetchone() is None:
        made = ("visitors", secrets.token_hex(32))
        connection.execute("INSERT OR IGNORE INTO secrets VALUES (?, ?)", made)
    (seal,) = connection.execute(sql).fetchone()
    return str(seal).encode()
