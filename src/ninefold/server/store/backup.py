"""Backup: a whole copy of a live database, by SQLite's own online backup."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path

from ninefold.rules.errors import BadInput
from ninefold.server.store.store import StoreFailed

__all__ = ["back_up"]


def back_up(database: Path, copy: Path) -> None:
    """Copy a database that may be in use; the copy is as of one moment, and checked."""
    if not database.is_file():
        raise BadInput(f"there is no database {database} to copy: say where with --data")
    if copy.exists():
        raise BadInput(f"{copy} exists already: choose another name")
    try:
        copy.parent.mkdir(parents=True, exist_ok=True)
        with (
            contextlib.closing(
                sqlite3.connect(f"{database.resolve().as_uri()}?mode=ro", uri=True)
            ) as live,
            contextlib.closing(sqlite3.connect(copy)) as target,
        ):
            live.backup(target)
            (found,) = target.execute("PRAGMA integrity_check").fetchone()
    except (sqlite3.Error, OSError) as error:
        raise StoreFailed(f"cannot copy {database} to {copy}: {error}") from error
    if found != "ok":
        raise StoreFailed(f"the copy {copy} is not whole: {found}")
