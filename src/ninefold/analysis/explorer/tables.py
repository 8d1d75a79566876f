"""Tables: counts in SQLite, the same in a server's database and in a file of one's own."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from functools import cache
from typing import Final

from ninefold.analysis.explorer.counting import Count

__all__ = ["TABLES", "add_counts", "add_record", "find_counts"]

#: Part of a step of the server's schema: it never changes, what comes later is a further step.
TABLES: Final = """
    CREATE TABLE explorer (
      axes INTEGER NOT NULL,      -- the variant
      key INTEGER NOT NULL,       -- the position up to symmetry
      square INTEGER NOT NULL,    -- the move in the image that stands for it
      computer INTEGER NOT NULL,  -- 1: by a computer or a bot
      x INTEGER NOT NULL,         -- games that X won, nobody won, O won
      drawn INTEGER NOT NULL,
      o INTEGER NOT NULL,
      PRIMARY KEY (axes, key, square, computer)
    ) WITHOUT ROWID;
    CREATE TABLE explorer_records (digest TEXT PRIMARY KEY) WITHOUT ROWID;  -- of games read in
"""
_ADD: Final = """
    INSERT INTO explorer VALUES {rows}
    ON CONFLICT DO UPDATE SET x = x + excluded.x, drawn = drawn + excluded.drawn, o = o + excluded.o
"""
#: What one statement adds at most: SQLite has an end to the values it takes.
_MOST: Final = 500


def add_counts(db: sqlite3.Connection, counts: Sequence[Count]) -> None:
    """Add to what is counted, by as few statements as there can be."""
    for start in range(0, len(counts), _MOST):
        some = counts[start : start + _MOST]
        db.execute(_adding(len(some)), [value for count in some for value in count])


@cache
def _adding(rows: int) -> str:
    return _ADD.format(rows=",".join(["(?, ?, ?, ?, ?, ?, ?)"] * rows))


def find_counts(db: sqlite3.Connection, axes: int, key: int) -> list[Count]:
    """What is counted of a position."""
    rows = db.execute("SELECT * FROM explorer WHERE axes = ? AND key = ?", (axes, key))
    return [Count(*row) for row in rows]


def add_record(db: sqlite3.Connection, digest: str) -> bool:
    """Note that a record was read in; whether it is new."""
    return db.execute("INSERT OR IGNORE INTO explorer_records VALUES (?)", (digest,)).rowcount == 1
