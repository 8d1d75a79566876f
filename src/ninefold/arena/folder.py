"""The folder of a match: its settings, its openings and its games, so that it can go on later.

``match.json`` says what is played, ``openings.txt`` from where, and ``games.txt`` holds every
finished game as a record, written at once. A match that was cut short loses the games in play.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, get_args

from ninefold.arena.game import Ending, Game
from ninefold.arena.openings import Opening, format_openings, parse_openings
from ninefold.rules.errors import BadSyntax, NinefoldError
from ninefold.rules.position import Position
from ninefold.rules.record import Record, RecordedMove, format_record, parse_record
from ninefold.rules.variants import Variant

__all__ = ["MatchFolder", "game_from_record", "record_of"]

_SETTINGS: Final = "match.json"
_OPENINGS: Final = "openings.txt"
_GAMES: Final = "games.txt"


@dataclass(frozen=True, slots=True)
class MatchFolder:
    """A folder that holds one match."""

    path: Path

    @property
    def begun(self) -> bool:
        """Whether there is a match in it."""
        return (self.path / _SETTINGS).exists()

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Keep every other process from the folder, which is made if it is not there.

        The folder itself is locked, so the lock is there before any file, and none is left behind.
        """
        try:
            self.path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadSyntax(f"{self.path} cannot be written: {error.strerror}") from error
        if sys.platform == "win32":  # it cannot lock a folder
            yield
            return
        handle = os.open(self.path, os.O_RDONLY)
        try:
            self._lock(handle)
            yield
        finally:
            os.close(handle)

    def _lock(self, handle: int) -> None:
        import fcntl

        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise BadSyntax(
                f"the match in {self.path} is being played by another process: "
                "wait for its end, or choose another folder"
            ) from None

    def settings(self) -> dict[str, Any]:
        """What is played."""
        try:
            settings = json.loads((self.path / _SETTINGS).read_text("utf-8"))
        except FileNotFoundError:
            raise BadSyntax(f"there is no match in {self.path}: {_SETTINGS} is missing") from None
        except (OSError, ValueError) as error:
            raise BadSyntax(f"{self.path / _SETTINGS} cannot be read: {error}") from error
        if not isinstance(settings, dict):
            raise BadSyntax(f"{self.path / _SETTINGS} does not hold the settings of a match")
        return settings

    def begin(self, settings: Mapping[str, Any], openings: list[Opening]) -> None:
        """Write down what is going to be played; the settings last, for they mark the beginning."""
        try:
            (self.path / _OPENINGS).write_text(format_openings(openings), "utf-8")
            (self.path / _GAMES).write_text("", "utf-8")
            self.change(settings)
        except OSError as error:
            raise BadSyntax(f"{self.path} cannot be written: {error.strerror}") from error

    def change(self, settings: Mapping[str, Any]) -> None:
        """Write down settings that have changed."""
        (self.path / _SETTINGS).write_text(json.dumps(settings, indent=2) + "\n", "utf-8")

    def openings(self, variant: Variant) -> list[Opening]:
        """From where it is played; no line at all stands for the empty board."""
        try:
            text = (self.path / _OPENINGS).read_text("utf-8")
        except OSError as error:
            raise BadSyntax(f"{self.path / _OPENINGS} cannot be read: {error.strerror}") from error
        return parse_openings(text, variant) if text.strip() else [()]

    def add_openings(self, openings: list[Opening]) -> None:
        """Write the openings of a match that was made longer."""
        (self.path / _OPENINGS).write_text(format_openings(openings), "utf-8")

    def add(self, game: Game, variant: Variant, names: tuple[str, str]) -> None:
        """Write down a finished game."""
        text = format_record(record_of(game, variant, names)) + "\n"
        try:
            with (self.path / _GAMES).open("a", encoding="utf-8") as file:
                file.write(text)
        except OSError as error:
            raise BadSyntax(f"{self.path / _GAMES} cannot be written: {error.strerror}") from error

    def games(self) -> list[Game]:
        """The games that were finished; half a record at the end is cut off."""
        file = self.path / _GAMES
        try:
            text = file.read_text("utf-8")
        except OSError as error:
            raise BadSyntax(f"{file} cannot be read: {error.strerror}") from error
        chunks = re.split(r"(?m)^(?=\[Mode )", text)
        games: dict[int, Game] = {}
        at = 0
        for chunk in chunks:
            try:
                if chunk.strip():
                    game = game_from_record(parse_record(chunk))
                    games.setdefault(game.number, game)
            except NinefoldError as error:
                if at + len(chunk) < len(text):
                    raise error.within(str(file)) from error
                file.write_text(text[:at], "utf-8")  # the writer was interrupted
            at += len(chunk)
        return list(games.values())


def record_of(game: Game, variant: Variant, names: tuple[str, str]) -> Record:
    """A game of a match as a record."""
    first, second = names
    tags = {
        "Game": str(game.number + 1),
        "X": first if game.first_is_x else second,
        "O": second if game.first_is_x else first,
        "Opening": str(game.opening),
        "Ending": game.ending,
    }
    if game.reason:
        tags["Reason"] = game.reason
    tags["Seconds"] = " ".join(f"{n:.6f}" for n in (*game.seconds, *game.longest))
    notes = game.notes or ("",) * len(game.moves)
    moves = tuple(map(RecordedMove, game.moves, notes))
    return Record(Position.start(variant), moves, game.result, tags)


def _notes(record: Record) -> tuple[str, ...]:
    notes = tuple(move.comment for move in record.moves)
    return notes if any(notes) else ()


def game_from_record(record: Record) -> Game:
    """Read back what ``record_of`` made."""
    tags = record.tags
    try:
        one, two, *longest = map(float, tags["Seconds"].split())
        ending = tags["Ending"]
        if ending not in get_args(Ending) or record.result == "*":
            raise ValueError(ending)
        return Game(
            number=int(tags["Game"]) - 1,
            moves=record.squares,
            opening=int(tags["Opening"]),
            result=record.result,
            ending=ending,  # type: ignore[arg-type]  # one of its members
            reason=tags.get("Reason", ""),
            notes=_notes(record),
            seconds=(one, two),
            longest=(longest[0], longest[1]),
        )
    except (KeyError, ValueError, IndexError) as error:
        raise BadSyntax(f"a record that is no finished game of a match: {error}") from error
