"""Everything that can go wrong, as one small tree.

NinefoldError                 whatever this package refuses; a ValueError too
├── BadSyntax                 a text that cannot be read at all
│   └── AmbiguousText         a text that two forms would read differently
├── IllegalMove               a readable move that the rules do not allow here
├── ImpossiblePosition        a position that no game can reach; has ``reasons``
└── BadVariant                axes of a mode that contradict each other
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

__all__ = [
    "AmbiguousText",
    "BadSyntax",
    "BadVariant",
    "IllegalMove",
    "ImpossiblePosition",
    "NinefoldError",
    "counted",
    "quoted",
]

_LONGEST_QUOTE = 60


class NinefoldError(ValueError):
    """The root of every error that Ninefold raises on purpose."""

    def within(self, where: str) -> Self:
        """The same error, said of a place: ``move 17: …``."""
        return type(self)(f"{where}: {self}")


class BadSyntax(NinefoldError):
    """A text that is not a move, a position or a game record."""


class AmbiguousText(BadSyntax):
    """A text that two notations read in two different ways."""


class IllegalMove(NinefoldError):
    """A well-formed move that the rules do not allow in this position."""


class ImpossiblePosition(NinefoldError):
    """A position that no game in its mode can reach, with every reason found."""

    def __init__(self, reasons: Sequence[str]) -> None:
        self.reasons = tuple(reasons)
        super().__init__("; ".join(self.reasons))

    def within(self, where: str) -> Self:
        """The same error, said of a place."""
        return type(self)([f"{where}: {self.reasons[0]}", *self.reasons[1:]])

    def __reduce__(self) -> tuple[type[ImpossiblePosition], tuple[tuple[str, ...]]]:
        return type(self), (self.reasons,)


class BadVariant(NinefoldError):
    """A mode whose axes contradict each other or have an unknown value."""


def quoted(value: object) -> str:
    """Show an offending value in a message, shortened when it is long.

    >>> quoted("99")
    "'99'"
    """
    try:
        text = repr(value)
    except ValueError:  # Python shows no number of thousands of digits
        return "a number too long to show"
    if len(text) <= _LONGEST_QUOTE:
        return text
    length = len(value) if isinstance(value, str) else len(text)
    return f"{text[:_LONGEST_QUOTE]}… ({length} characters)"


def counted(number: int, noun: str) -> str:
    """A number of things in words.

    >>> counted(1, "mark"), counted(2, "mark")
    ('1 mark', '2 marks')
    """
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
