"""Settings: what somebody chose in the app, kept for the next time."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Collection
from typing import Any, Final

from ninefold.terminal.palette import PALETTES
from ninefold.terminal.saves import SaveError, Shelf, write_atomically
from ninefold.terminal.say import LANGUAGES

__all__ = ["Settings"]


class Settings:
    """A small file beside the saved games.

    Nothing depends on it: what cannot be read counts as never chosen, and what cannot be written is
    chosen for this time only.
    """

    FILE: Final = "settings.json"

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf
        self._path = shelf.folder / self.FILE

    @property
    def language(self) -> str | None:
        """The language chosen last, if one was."""
        return self._chosen("language", LANGUAGES)

    @property
    def shade(self) -> str | None:
        """Light or dark, if it was chosen."""
        return self._chosen("shade", PALETTES)

    @property
    def game(self) -> dict[str, str]:
        """What was chosen on the start screen for the last game, row by row."""
        rows = self._read().get("game")
        if not isinstance(rows, dict):
            return {}
        return {row: value for row, value in rows.items() if isinstance(value, str)}

    def remember(self, **chosen: object) -> None:
        """Keep what was chosen; what a newer Ninefold may have put there stays."""
        with contextlib.suppress(SaveError):
            self._shelf.make_folder()
            write_atomically(self._path, json.dumps(self._read() | chosen, indent=2) + "\n")

    def _chosen(self, name: str, known: Collection[str]) -> str | None:
        value = self._read().get(name)
        return value if isinstance(value, str) and value in known else None

    def _read(self) -> dict[str, Any]:
        try:
            found = json.loads(self._path.read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError):
            return {}
        return found if isinstance(found, dict) else {}
