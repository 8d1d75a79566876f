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
from typing import Any, Final

from ninefold.arena.game import MatchGame
from ninefold.arena.openings import Opening, format_openings, parse_openings
from ninefold.files import append_text, read_text, write_text
from ninefold.game.game import Game, Seat
from ninefold.game.record import game_of, record_of
from ninefold.rules.errors import BadInput, BadSyntax, NinefoldError, SystemFailed
from ninefold.rules.position import Position
from ninefold.rules.record import Record, format_record, parse_record
from ninefold.rules.variants import Variant

__all__ = ["MatchFolder", "is_of_match", "match_game", "match_record", "read_settings"]

_SETTINGS: Final = "match.json"
_OPENINGS: Final = "openings.txt"
_GAMES: Final = "games.txt"


def read_settings(file: Path, what: str) -> dict[str, Any]:
    """The settings of a match or a tournament, which are there once it has begun."""
    if not file.exists():
        raise BadInput(f"there is no {what} in {file.parent}: {file.name} is missing")
    try:
        settings = json.loads(read_text(file))
    except json.JSONDecodeError as error:
        raise BadSyntax(f"{file} cannot be read: {error}") from error
    if not isinstance(settings, dict):
        raise BadSyntax(f"{file} does not hold the settings of a {what}")
    return settings


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
            raise SystemFailed(f"cannot make {str(self.path)!r}: {error.strerror}") from error
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
            raise SystemFailed(
                f"the match in {self.path} is being played by another process: "
                "wait for its end, or choose another folder"
            ) from None

    def settings(self) -> dict[str, Any]:
        """What is played."""
        return read_settings(self.path / _SETTINGS, "match")

    def begin(self, settings: Mapping[str, Any], openings: list[Opening]) -> None:
        """Write down what is going to be played; the settings last, for they mark the beginning."""
        self.add_openings(openings)
        write_text(self.path / _GAMES, "")
        self.change(settings)

    def change(self, settings: Mapping[str, Any]) -> None:
        """Write down settings that have changed."""
        write_text(self.path / _SETTINGS, json.dumps(settings, indent=2) + "\n")

    def openings(self, variant: Variant) -> list[Opening]:
        """From where it is played; no line at all stands for the empty board."""
        text = read_text(self.path / _OPENINGS)
        return parse_openings(text, variant) if text.strip() else [()]

    def add_openings(self, openings: list[Opening]) -> None:
        """Write down from where it is played."""
        write_text(self.path / _OPENINGS, format_openings(openings))

    def add(self, game: MatchGame, variant: Variant, names: tuple[str, str]) -> None:
        """Write down a finished game."""
        record = match_record(game, variant, names)
        append_text(self.path / _GAMES, format_record(record) + "\n")

    def games(self) -> list[MatchGame]:
        """The games that were finished; half a record at the end is cut off."""
        file = self.path / _GAMES
        text = read_text(file)
        chunks = re.split(r"(?m)^(?=\[Mode )", text)
        games: dict[int, MatchGame] = {}
        at = 0
        for chunk in chunks:
            try:
                if chunk.strip():
                    game = match_game(parse_record(chunk))
                    games.setdefault(game.number, game)
            except NinefoldError as error:
                if at + len(chunk) < len(text):
                    raise error.within(str(file)) from error
                write_text(file, text[:at])  # the writer was interrupted
            at += len(chunk)
        return list(games.values())


def match_record(game: MatchGame, variant: Variant, names: tuple[str, str]) -> Record:
    """A game of a match as a record: that of any game, and how the match stands to it."""
    x, o = names if game.first_is_x else names[::-1]
    played = Game(Position.start(variant), {"X": Seat(x), "O": Seat(o)})
    for square in game.moves:
        played.play(square)
    played.comments = {ply: note for ply, note in enumerate(game.notes) if note}
    played.finish(game.result)
    tags = {"Game": str(game.number + 1), "Opening": str(game.opening)}
    if game.reason:
        tags["Reason"] = game.reason
    tags["Seconds"] = " ".join(f"{n:.6f}" for n in (*game.seconds, *game.longest))
    return record_of(played, tags)


def is_of_match(record: Record) -> bool:
    """Whether ``match_record`` made a record: engines played it."""
    return {"Game", "Opening", "Seconds"} <= record.tags.keys()


def match_game(record: Record) -> MatchGame:
    """Read back what ``match_record`` made."""
    tags, played = record.tags, game_of(record)
    try:
        if played.result is None:
            raise ValueError("it has no result")
        one, two, *longest = map(float, tags["Seconds"].split())
        notes = tuple(move.comment for move in record.moves)
        return MatchGame(
            number=int(tags["Game"]) - 1,
            moves=record.squares,
            opening=int(tags["Opening"]),
            result=played.result,
            reason=tags.get("Reason", ""),
            notes=notes if any(notes) else (),
            seconds=(one, two),
            longest=(longest[0], longest[1]),
        )
    except (KeyError, ValueError, IndexError) as error:
        raise BadSyntax(f"a record that is not a finished game of a match: {error}") from error
