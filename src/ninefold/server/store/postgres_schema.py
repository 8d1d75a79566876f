"""The schema of the PostgreSQL store, as the steps that lead to it from an empty database.

A step never changes once it is on main: what comes later is a further step. Nodes of the version
before run on while a new one takes a step, so it only adds: tables, indexes, columns with a
default (``tests/server/test_upgrades.py``). The table ``ninefold_schema`` says how many steps the
database has seen. Nodes that start together take turns by an advisory lock, so each step is taken
once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from ninefold.server.store.store import StoreFailed

__all__ = ["STEPS", "check_kinds", "migrate"]

#: Who holds this lock changes the schema; the number is any that nobody else uses.
_LOCK: Final = 0x6E696E65666F6C64

STEPS: Final[tuple[str, ...]] = (
    # 1: games, their logs, visitors and their bots' tokens; nodes, and which game belongs to which.
    """
    CREATE SEQUENCE fences;           -- one number a run of a node, never given twice
    CREATE TABLE nodes (
      fence BIGINT PRIMARY KEY DEFAULT nextval('fences'),
      address TEXT NOT NULL,          -- where other nodes reach it
      expires_at TIMESTAMPTZ NOT NULL,
      up BIGINT NOT NULL              -- its own time when it last said that it runs
    );
    CREATE TABLE games (
      id TEXT COLLATE "C" PRIMARY KEY,
      settings TEXT NOT NULL,         -- JSON of entries.Settings, never changed
      state TEXT NOT NULL,            -- state, players and moment follow from the log
      x TEXT COLLATE "C", o TEXT COLLATE "C",
      updated_at BIGINT NOT NULL,
      listed BOOLEAN NOT NULL,        -- open to anybody
      solo BOOLEAN NOT NULL,          -- nobody else is concerned
      timed BOOLEAN NOT NULL,         -- it has a clock
      up BIGINT NOT NULL,
      owner BIGINT,                   -- the fence of the node that may write to its log
      taken_version INTEGER,          -- where that node took it over, and what the turn had used
      taken_up BIGINT,
      taken_spent BIGINT
    );
    CREATE INDEX games_to_tend ON games (owner)
      WHERE (state = 'waiting' AND listed) OR (state = 'playing' AND timed);
    CREATE INDEX games_links ON games (updated_at) WHERE state = 'waiting' AND NOT listed;
    CREATE INDEX games_of_x ON games (x, updated_at, id) WHERE state IN ('over', 'aborted');
    CREATE INDEX games_of_o ON games (o, updated_at, id) WHERE state IN ('over', 'aborted');
    CREATE INDEX games_unfinished_of_x ON games (x) WHERE state IN ('waiting', 'playing');
    CREATE INDEX games_unfinished_of_o ON games (o) WHERE state IN ('waiting', 'playing');
    CREATE INDEX games_called_off ON games (updated_at) WHERE state = 'aborted';
    CREATE INDEX games_solo_unfinished ON games (updated_at)
      WHERE state IN ('waiting', 'playing') AND solo;

    CREATE TABLE log (                -- no foreign key: every write looks at the game anyway
      game TEXT COLLATE "C" NOT NULL,
      version INTEGER NOT NULL,
      epoch INTEGER,                  -- epoch and ply: set for moves only
      ply INTEGER,
      entry TEXT NOT NULL,            -- JSON of entries.Entry, never changed
      at BIGINT NOT NULL,             -- the same moment as in the entry, by the calendar
      up BIGINT,
      PRIMARY KEY (game, version)
    );
    CREATE UNIQUE INDEX log_one_move_a_ply ON log (game, epoch, ply) WHERE ply IS NOT NULL;
    CREATE FUNCTION log_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_OP = 'DELETE' AND EXISTS (
          SELECT FROM games WHERE id = OLD.game AND state = 'aborted'
        ) THEN
          RETURN OLD;
        END IF;
        RAISE EXCEPTION 'the log is append-only';
      END $$;
    CREATE TRIGGER log_is_append_only BEFORE UPDATE OR DELETE ON log
      FOR EACH ROW EXECUTE FUNCTION log_is_append_only();

    CREATE TABLE visitors (key TEXT PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE tokens (
      digest TEXT PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      visitor TEXT NOT NULL,
      label TEXT NOT NULL,
      created_at BIGINT NOT NULL
    );
    CREATE INDEX tokens_of_visitor ON tokens (visitor, created_at);
    CREATE TABLE facts (name TEXT PRIMARY KEY, value BIGINT NOT NULL);
    CREATE TABLE kinds (kind TEXT PRIMARY KEY);
    CREATE TABLE secrets (name TEXT PRIMARY KEY, value TEXT NOT NULL);
    INSERT INTO secrets VALUES
      ('nodes', gen_random_uuid()::text || gen_random_uuid()::text);
    """,
    # 2: the seal of visitors' secrets, sign-ins that were ended, and what tokens are for.
    """
    INSERT INTO secrets VALUES
      ('visitors', gen_random_uuid()::text || gen_random_uuid()::text);
    CREATE TABLE signed_out (key TEXT PRIMARY KEY, at BIGINT NOT NULL);
    ALTER TABLE tokens ADD COLUMN scopes TEXT NOT NULL DEFAULT 'play read';
    """,
    # 3: when a version was told that took long to store: its turn began then, not before.
    """
    CREATE TABLE told (game TEXT PRIMARY KEY, version INTEGER NOT NULL, up BIGINT NOT NULL);
    """,
    # 4: what the explorer counts, and which games it has; those that ended before are found again.
    """
    CREATE TABLE explorer (
      axes INTEGER NOT NULL,          -- the variant
      key BIGINT NOT NULL,            -- the position up to symmetry
      square INTEGER NOT NULL,        -- the move in the image that stands for it
      computer INTEGER NOT NULL,      -- 1: by a computer or a bot
      x BIGINT NOT NULL,              -- games that X won, nobody won, O won
      drawn BIGINT NOT NULL,
      o BIGINT NOT NULL,
      PRIMARY KEY (axes, key, square, computer)
    );
    CREATE TABLE explorer_records (digest TEXT PRIMARY KEY);  -- of games read in
    ALTER TABLE games ADD COLUMN counted BOOLEAN NOT NULL DEFAULT false;
    CREATE INDEX games_uncounted ON games (id) WHERE state = 'over' AND NOT counted;
    """,
)

_NEWER: Final = "it was written by a newer version; update Ninefold or use another --database"


async def migrate(connection: Any, steps: Sequence[str] = STEPS) -> None:
    """Bring a database up to date, or say why it cannot be."""
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock($1)", _LOCK)
        await connection.execute(
            "CREATE TABLE IF NOT EXISTS ninefold_schema (steps INTEGER NOT NULL)"
        )
        seen = await connection.fetchval("SELECT max(steps) FROM ninefold_schema") or 0
        if seen > len(steps):
            raise StoreFailed(
                f"the database has schema {seen}, but this Ninefold knows only {len(steps)}: "
                f"{_NEWER}"
            )
        if seen == len(steps):
            return
        for step in steps[seen:]:
            await connection.execute(step)
        await connection.execute("DELETE FROM ninefold_schema")
        await connection.execute("INSERT INTO ninefold_schema VALUES ($1)", len(steps))


async def check_kinds(connection: Any, known: frozenset[str]) -> None:
    """See that no entry is of a kind unknown to us, and note ours for those who come after."""
    noted = {row["kind"] for row in await connection.fetch("SELECT kind FROM kinds")}
    if noted - known:
        newer = ", ".join(sorted(noted - known))
        raise StoreFailed(f"the log may hold entries unknown to this Ninefold ({newer}): {_NEWER}")
    if known - noted:
        sql = "INSERT INTO kinds SELECT unnest($1::text[]) ON CONFLICT DO NOTHING"
        await connection.execute(sql, sorted(known - noted))
