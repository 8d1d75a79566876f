"""A database file to explore: one of your own, or that of a server, also while it runs."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from ninefold.analysis.explorer.counting import Count, key_of, summed
from ninefold.analysis.explorer.tables import TABLES, add_counts, add_record, find_counts
from ninefold.rules.errors import BadInput, SystemFailed
from ninefold.rules.position import Position
from ninefold.rules.record import Record, format_record

__all__ = ["ExplorerFile", "digest_of"]

#: How long to wait for a server that writes to the same file.
_PATIENCE_S: Final = 30.0


def digest_of(record: Record) -> str:
    """What a record is known by, so that it is counted once."""
    return hashlib.sha256(format_record(record).encode()).hexdigest()


class ExplorerFile:
    """Counts in an SQLite file, which is made if there is none; a context manager."""

    def __init__(self, path: Path, *, create: bool = True) -> None:
        self.path = path
        if not create and not path.is_file():
            raise BadInput(
                f"there is no file {str(path)!r} yet: read games in by `ninefold explorer add`, "
                "or name a database by --database"
            )
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._db = sqlite3.connect(path, timeout=_PATIENCE_S, isolation_level=None)
            self._prepare()
        except (sqlite3.Error, OSError, ValueError) as error:
            if isinstance(error, BadInput):
                raise
            raise SystemFailed(f"cannot use the database {str(path)!r}: {error}") from error

    def __enter__(self) -> ExplorerFile:
        return self

    def __exit__(self, *_: object) -> None:
        self._db.close()

    def _prepare(self) -> None:
        tables = {name for (name,) in self._db.execute("SELECT name FROM sqlite_master")}
        if "explorer" in tables:
            return
        if tables:
            told = "of an earlier server" if "games" in tables else "of something else"
            raise BadInput(
                f"{str(self.path)!r} is a database {told}: expected one with an explorer in it; "
                "start `ninefold serve` on an earlier server's once, or choose another --database"
            )
        self._db.executescript(f"BEGIN IMMEDIATE;{TABLES};COMMIT;")

    def add(self, games: Mapping[str, tuple[Count, ...]]) -> int:
        """Count games, each known by its digest, all or none; how many were new."""
        try:
            self._db.execute("BEGIN IMMEDIATE")
            try:
                new = [digest for digest in games if add_record(self._db, digest)]
                add_counts(self._db, summed(count for digest in new for count in games[digest]))
                self._db.execute("COMMIT")
            except BaseException:
                self._db.rollback()
                raise
        except sqlite3.Error as error:
            raise SystemFailed(f"cannot write {str(self.path)!r}: {error}") from error
        return len(new)

    def find(self, position: Position) -> list[Count]:
        """What is counted of a position."""
        try:
            return find_counts(self._db, *key_of(position))
        except sqlite3.Error as error:
            raise SystemFailed(f"cannot read {str(self.path)!r}: {error}") from error
