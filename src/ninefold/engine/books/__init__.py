"""Opening books: those that come with Ninefold, and those that you name.

A book belongs to a set of axes, as a network does, and is found by them.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final

from ninefold.engine.core.book import MAGIC, BadBook, Book
from ninefold.engine.core.position import axes_of
from ninefold.engine.variant_files import axes_in, file_name, newest_first, read_bytes, told_axes
from ninefold.rules.variants import Variant, format_variant

__all__ = ["book_name", "find_book", "load_book", "require_book_axes"]

_SUFFIX: Final = ".book"


def book_name(variant: Variant) -> str:
    """The name for the file of a book.

    >>> from ninefold.rules.variants import VARIANTS
    >>> book_name(VARIANTS["open"])
    'open.book'
    """
    return file_name(variant, _SUFFIX)


@cache
def find_book(axes: int) -> Book | None:
    """The book for a variant, by the core's sum of its axes; None where there is none."""
    for path in newest_first(Path(str(files(__name__))), _SUFFIX):
        if axes_in(path, MAGIC) == axes:
            return load_book(path)
    return None


def load_book(path: Path | str) -> Book:
    """The book in a file; refused in words if it is none."""
    return Book(read_bytes(path, "opening book"), str(path))


def require_book_axes(book: Book, variant: Variant) -> None:
    """Refuse a book that is for another variant."""
    if book.axes != axes_of(variant):
        raise BadBook(
            f"{book.name} is an opening book for {told_axes(book.axes)}: expected one for "
            f"{format_variant(variant)}"
        )
