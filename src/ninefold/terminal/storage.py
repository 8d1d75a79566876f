"""Games on disk: written whole or not at all, read back with words for what is wrong."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from ninefold.rules.errors import NinefoldError
from ninefold.rules.squares import parse_square, square_name
from ninefold.rules.variants import find_variant
from ninefold.terminal.game import Game

__all__ = ["StorageError", "load_game", "read_text", "store_game", "write_atomically"]


class StorageError(NinefoldError):
    """A file that cannot be read or written, or that holds no game."""


def write_atomically(path: Path, text: str) -> None:
    """Write a file so that at any moment either the old or the new text is there, never a half."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
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
        raise StorageError(f"{path} could not be written: {error.strerror}") from error


def read_text(path: Path) -> str:
    """The text of a file, or ``StorageError`` in words."""
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise StorageError(f"{path} could not be read: {error.strerror}") from error
    except UnicodeDecodeError:
        raise StorageError(f"{path} is not text: expected a game record") from None


def store_game(path: Path, game: Game) -> None:
    """Write a game as a record."""
    moves = " ".join(map(square_name, game.moves))
    write_atomically(path, f'[Mode "{game.variant.name}"]\n\n{moves}\n')


def load_game(path: Path) -> Game:
    """Read a game back."""
    mode, moves = "modern", []
    for line in read_text(path).splitlines():
        if line.startswith("[Mode "):
            mode = line.split('"')[1]
        elif not line.startswith("["):
            moves += line.split()
    return Game(find_variant(mode), moves=map(parse_square, moves))
