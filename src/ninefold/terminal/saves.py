"""Saves: games on disk as records, written whole or not at all, and nothing ever overwritten.

A saved game is an ordinary record with the tags of ``ninefold.game.record``, so whoever reads
records can read it.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from ninefold.files import read_text
from ninefold.folders import state_folder
from ninefold.game import game_of, record_of
from ninefold.rules.errors import BadInput, BadSyntax, NinefoldError, SystemFailed
from ninefold.rules.record import Record, format_record, parse_records
from ninefold.terminal.sitting import Table

__all__ = [
    "SaveError",
    "Saved",
    "Shelf",
    "Slot",
    "load_game",
    "load_records",
    "store_game",
    "write_atomically",
]

_STAMP: Final = "%Y-%m-%d-%H%M%S"
_STAMP_LENGTH: Final = len("2026-01-01-000000")


class SaveError(SystemFailed):
    """A game that the system did not keep."""


def write_atomically(path: Path, text: str) -> None:
    """Write a file so that at any moment either the old or the new text is there, never a half."""
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            Path(name).replace(path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise SaveError(f"{path} could not be written: {error.strerror}") from error


def store_game(path: Path, game: Table) -> None:
    """Write a game to a file as a record."""
    write_atomically(path, format_record(record_of(game)))


def load_records(path: Path) -> tuple[Record, ...]:
    """The records in a file; what is wrong is told with its line, its move and the reason."""
    text = read_text(path)
    try:
        records = parse_records(text)
    except BadInput as error:
        raise error.within(str(path)) from error
    if not records:
        raise BadSyntax(f"{path} holds no game: expected a game record")
    return records


def load_game(path: Path) -> tuple[Table, int]:
    """Read a game back from a file, and how many the file holds: the first is taken."""
    records = load_records(path)
    try:
        return game_of(records[0]), len(records)
    except BadInput as error:
        raise error.within(str(path)) from error


@dataclass(frozen=True, slots=True)
class Saved:
    """A file on the shelf: its game, or what is wrong with it."""

    path: Path
    game: Table | None
    problem: str = ""


class Shelf:
    """The folder where every game keeps a file of its own, from its first move on."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or state_folder() / "games"

    def make_folder(self) -> None:
        """Make the folder if it is not there, or not there any more."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise SaveError(f"{self.folder} could not be made: {error.strerror}") from error

    def new_path(self, game: Table) -> Path:
        """A name that no file had yet, now claimed by an empty one: two games never share it."""
        stamp = datetime.now(UTC).astimezone().strftime(_STAMP)
        self.make_folder()
        for suffix in ("", *(f"-{n}" for n in range(2, 1000))):
            path = self.folder / f"{stamp}-{game.variant.name}{suffix}.game"
            try:
                path.touch(exist_ok=False)
            except FileExistsError:
                continue
            except OSError as error:
                raise SaveError(f"{path} could not be written: {error.strerror}") from error
            return path
        raise SaveError(f"{self.folder} has too many games of this very second")

    def own(self, path: Path) -> Path | None:
        """The file in which a game from there goes on: its own on the shelf, else a new one.

        Somebody else's file stays as it is.
        """
        return path if path.parent == self.folder else None

    def saved(self, limit: int = 50) -> Iterator[Saved]:
        """The games, newest first, each with its problem if it has one."""
        paths = self.folder.glob("*.game") if self.folder.is_dir() else ()
        for path in sorted(paths, key=_age, reverse=True)[:limit]:
            try:
                yield Saved(path, load_game(path)[0])
            except NinefoldError as error:
                yield Saved(path, None, str(error))

    def unfinished(self) -> Saved | None:
        """The newest game that can go on."""
        return next((s for s in self.saved(20) if s.game and s.game.result is None), None)


def _age(path: Path) -> tuple[str, int, str]:
    """What sorts files by their names, the oldest first; of one second the shorter is older."""
    return path.stem[:_STAMP_LENGTH], len(path.stem), path.stem


class Slot:
    """The place of one game on the shelf: a file that comes with the first move."""

    def __init__(self, shelf: Shelf, path: Path | None = None) -> None:
        self._shelf, self._path = shelf, path

    def keep(self, game: Table) -> None:
        """Put the game on disk as it stands; a game without a move has nothing to keep."""
        if self._path is None and game.moves:
            self._path = self._shelf.new_path(game)
        if self._path is not None:
            self._shelf.make_folder()
            store_game(self._path, game)
