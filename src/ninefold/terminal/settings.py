"""Settings: what somebody chose in the app, kept for the next time."""

from __future__ import annotations

import contextlib
import json
from typing import Any, Final

from ninefold.rules.errors import BadSyntax, NinefoldError
from ninefold.rules.variants import VARIANTS, Variant, parse_variant
from ninefold.terminal.palette import PALETTES
from ninefold.terminal.saves import SaveError, Shelf, write_atomically
from ninefold.words import Language, find_language

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
    def language(self) -> Language | None:
        """The language chosen last, if one was; earlier versions wrote ``zh``."""
        try:
            return find_language(str(self._read().get("language", "")))
        except BadSyntax:
            return None

    @property
    def shade(self) -> str | None:
        """Light or dark, if it was chosen."""
        value = self._read().get("shade")
        return value if isinstance(value, str) and value in PALETTES else None

    @property
    def game(self) -> dict[str, str]:
        """What was chosen on the start screen for the last game, row by row."""
        rows = self._read().get("game")
        if not isinstance(rows, dict):
            return {}
        return {row: value for row, value in rows.items() if isinstance(value, str)}

    @property
    def variant(self) -> Variant | None:
        """The variant of one's own that was played last, if one was."""
        try:
            found = parse_variant(str(self._read().get("variant", "")))
        except NinefoldError:
            return None
        return None if found in VARIANTS.values() else found

    @property
    def puzzles(self) -> dict[str, Any]:
        """What was solved, and how many in a row."""
        found = self._read().get("puzzles")
        return found if isinstance(found, dict) else {}

    def remember(self, **chosen: object) -> None:
        """Keep what was chosen; what a newer Ninefold may have put there stays."""
        with contextlib.suppress(SaveError):
            self._shelf.make_folder()
            write_atomically(self._path, json.dumps(self._read() | chosen, indent=2) + "\n")

    def _read(self) -> dict[str, Any]:
        try:
            found = json.loads(self._path.read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError):
            return {}
        return found if isinstance(found, dict) else {}
