"""Handicap: what makes an engine weaker, in the way of people."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ninefold.rules.errors import BadInput, quoted

__all__ = ["NONE", "Handicap"]


@dataclass(frozen=True, slots=True)
class Handicap:
    """What makes a player weaker, in the way of people.

    ``noise``: how far its judgement may be off, in captured boards. ``blindness``: the share of
    captures that it overlooks when it looks ahead, the opponent's and its own.
    """

    noise: float = 0.0
    blindness: float = 0.0

    def __post_init__(self) -> None:
        for name, most in (("noise", 10), ("blindness", 0.99)):
            value = getattr(self, name)
            if type(value) not in (int, float) or not 0 <= value <= most:
                raise BadInput(f"{name} is {quoted(value)}: expected a number from 0 to {most}")


#: Full strength.
NONE: Final = Handicap()
