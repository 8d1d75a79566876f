"""Saves: games on disk as records, written whole or not at all, and nothing ever overwritten.

A saved game is an ordinary record with a few tags of ours, so whoever reads records can read it:
``Ninefold`` is the version of the save, ``SeatX`` and ``SeatO`` say who plays (``person``, or a
level of the computer), ``Clock`` is the time control, ``Ending`` how it ended off the board,
``Swap`` how it stands with taking over the first move (``offered``, ``taken``, ``declined``).
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import MappingProxyType
from typing import Final

from ninefold.rules.errors import NinefoldError
from ninefold.rules.position import Position
from ninefold.rules.record import Record, Result, format_record, parse_records
from ninefold.rules.squares import PLAYERS, Player
from ninefold.terminal.clock import Clock, TimeControl
from ninefold.terminal.game import Ending, Game, Seats, Swap
from ninefold.terminal.game import Result as GameResult

__all__ = [
    "SaveError",
    "Saved",
    "Shelf",
    "Slot",
    "clock_of",
    "game_from_record",
    "load_game",
    "load_record",
    "new_game",
    "record_of",
    "store_game",
    "write_atomically",
]

_VERSION: Final = 1
_PERSON: Final = "person"
_ENDINGS: Final[Mapping[Ending, str]] = {
    "resignation": "resigned",
    "time": "time",
    "agreement": "agreed",
}
#: How the record names what became of the swap, as the records of the server do.
_SWAPS: Final[Mapping[Swap, str]] = {
    "ahead": "offered",
    "open": "offered",
    "kept": "declined",
    "taken": "taken",
}


class SaveError(NinefoldError):
    """A file that cannot be read or written, or that holds no game."""


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


def _read_text(path: Path) -> str:
    """The text of a file, or ``SaveError`` in words."""
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise SaveError(f"{path} could not be read: {error.strerror}") from error
    except UnicodeDecodeError:
        raise SaveError(f"{path} is not text: expected a game record") from None


def new_game(start: Position, seats: Seats, control: str = "", *, swap: bool = False) -> Game:
    """A game that begins today, with a clock if one is named, and with or without swap."""
    tags = {"Date": datetime.now(UTC).astimezone().date().isoformat()}
    if control:
        tags["Clock"] = str(TimeControl.parse(control))
    return Game(start, seats, tags=tags, swap=swap)


def clock_of(game: Game) -> Clock | None:
    """The clock of a game, showing what its last moves left, or ``None`` without one."""
    if "Clock" not in game.tags:
        return None
    left: dict[Player, float] = {}
    for ply, move in enumerate(game.recorded):
        if move.clock is not None:
            left[PLAYERS[(ply + PLAYERS.index(game.start.turn)) % 2]] = move.clock / 1000
    return Clock(TimeControl.parse(game.tags["Clock"]), left)


# A game as a record, and back


def record_of(game: Game) -> Record:
    """The record that tells everything about a game."""
    result = game.result
    tags = dict(game.tags) | {"Ninefold": str(_VERSION)}
    for player in PLAYERS:
        tags[f"Seat{player}"] = game.seats[player] or _PERSON
    for tag in ("Ending", "Swap"):
        tags.pop(tag, None)
    if game.swap in _SWAPS:
        tags["Swap"] = _SWAPS[game.swap]
    if result and result.reason in _ENDINGS:
        tags["Ending"] = _ENDINGS[result.reason]
    told: Result = "*" if result is None else result.winner or "="
    return Record(game.start, game.recorded, told, tags)


def game_from_record(record: Record) -> Game:
    """The game that a record tells of; a record from elsewhere is a game between people."""
    _check_version(record.tags.get("Ninefold", str(_VERSION)))
    seats = {player: _seat(record.tags, player) for player in PLAYERS}
    if "Clock" in record.tags:
        TimeControl.parse(record.tags["Clock"])
    swap = record.tags.get("Swap")
    known, swapped = swap in _SWAPS.values(), swap == _SWAPS["taken"]
    told = (record.start, MappingProxyType(seats), record.moves, record.tags)
    game = Game(*told, swap=known, swapped=swapped)
    if game.result is None and record.result != "*":
        reasons = {word: ending for ending, word in _ENDINGS.items()}
        default: Ending = "agreement" if record.result == "=" else "resignation"
        reason = reasons.get(record.tags.get("Ending", ""), default)
        winner = None if record.result == "=" else record.result
        game.end(GameResult(winner, reason))
    return game


def _check_version(version: str) -> None:
    if not version.isdecimal() or int(version) > _VERSION:
        raise SaveError(
            f"it was saved by a newer Ninefold (version {version} of the file, {_VERSION} is the "
            "newest known here): it is left as it is; open it with a newer Ninefold"
        )


def _seat(tags: Mapping[str, str], player: Player) -> str | None:
    level = tags.get(f"Seat{player}", _PERSON)
    return None if level == _PERSON else level


# Files


def store_game(path: Path, game: Game) -> None:
    """Write a game to a file as a record."""
    write_atomically(path, format_record(record_of(game)))


def load_record(path: Path) -> Record:
    """The first record in a file, or ``SaveError`` in words: which line, which move, why."""
    try:
        records = parse_records(_read_text(path))
    except SaveError:
        raise
    except NinefoldError as error:
        raise SaveError(f"{path}: {error}") from error
    if not records:
        raise SaveError(f"{path} holds no game: expected a game record")
    return records[0]


def load_game(path: Path) -> Game:
    """Read a game back from a file."""
    record = load_record(path)
    try:
        return game_from_record(record)
    except NinefoldError as error:
        raise SaveError(f"{path}: {error}") from error


@dataclass(frozen=True, slots=True)
class Saved:
    """A file on the shelf: its game, or what is wrong with it."""

    path: Path
    game: Game | None
    problem: str = ""


class Shelf:
    """The folder where every game keeps a file of its own, from its first move on."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or _default_folder()

    def make_folder(self) -> None:
        """Make the folder if it is not there, or not there any more."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise SaveError(f"{self.folder} could not be made: {error.strerror}") from error

    def new_path(self, game: Game) -> Path:
        """A name that no file had yet, now claimed by an empty one: two games never share it."""
        stamp = datetime.now(UTC).astimezone().strftime("%Y-%m-%d-%H%M%S")
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
        paths = sorted(self.folder.glob("*.game"), reverse=True) if self.folder.is_dir() else []
        for path in paths[:limit]:
            try:
                yield Saved(path, load_game(path))
            except SaveError as error:
                yield Saved(path, None, str(error))

    def unfinished(self) -> Saved | None:
        """The newest game that can go on."""
        return next((s for s in self.saved(20) if s.game and s.game.result is None), None)


class Slot:
    """The place of one game on the shelf: a file that comes with the first move."""

    def __init__(self, shelf: Shelf, path: Path | None = None) -> None:
        self._shelf, self._path = shelf, path

    def keep(self, game: Game) -> None:
        """Put the game on disk as it stands; a game without a move has nothing to keep."""
        if self._path is None and game.moves:
            self._path = self._shelf.new_path(game)
        if self._path is not None:
            self._shelf.make_folder()
            store_game(self._path, game)


def _default_folder() -> Path:
    """Where programs of this system keep what they want to remember."""
    home = os.environ.get("XDG_STATE_HOME") or os.environ.get("LOCALAPPDATA")
    return (Path(home) if home else Path.home() / ".local" / "state") / "ninefold" / "games"
