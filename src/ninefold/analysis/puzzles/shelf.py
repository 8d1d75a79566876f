"""Shelf: the puzzles that come with Ninefold, a file a mode, and the one of the day."""

from __future__ import annotations

from datetime import date
from functools import cache
from pathlib import Path
from typing import Final

from ninefold.analysis.puzzles.puzzle import Puzzle, parse_puzzles
from ninefold.files import read_text
from ninefold.rules.variants import VARIANTS, Variant

__all__ = ["DAILY_STRIDE", "daily_puzzle", "shelf_file", "shipped_puzzles"]

_FOLDER: Final = Path(__file__).parent / "shelf"
#: How far apart the puzzles of two days are on the shelf: neighbours of one kind would be dull.
DAILY_STRIDE: Final = 89


def shelf_file(variant: Variant) -> Path:
    """Where a mode's puzzles are."""
    return _FOLDER / f"{variant.name}.txt"


@cache
def shipped_puzzles(variant: Variant) -> tuple[Puzzle, ...]:
    """All puzzles of a mode."""
    path = shelf_file(variant)
    return tuple(parse_puzzles(read_text(path), path.name))


def daily_puzzle(day: date) -> Puzzle:
    """The puzzle of a day, the same for everybody; the modes take turns."""
    number, mode = divmod(day.toordinal(), len(VARIANTS))
    shelf = shipped_puzzles(list(VARIANTS.values())[mode])
    return shelf[number * DAILY_STRIDE % len(shelf)]
