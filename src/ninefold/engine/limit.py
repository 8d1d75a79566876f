"""Limit: how long an engine may think about one move.

>>> Limit(time=0.5)
Limit(time=0.5)
>>> Limit().endless
True
"""

from __future__ import annotations

import math
from dataclasses import dataclass, fields

from ninefold.rules.errors import BadInput, quoted

__all__ = ["BadLimit", "Limit"]


class BadLimit(BadInput):
    """A limit that no search can keep: negative, not finite, or no number at all."""


@dataclass(frozen=True, slots=True, repr=False)
class Limit:
    """When a search must end: at the first of these that is reached; with none, when stopped.

    ``time``: seconds for this move. ``nodes``: positions looked at. ``depth``: moves looked ahead.
    ``clock``: seconds left for the rest of the game, ``increment`` seconds come back after each
    move, and the engine shares them out itself.
    """

    time: float | None = None
    nodes: int | None = None
    depth: int | None = None
    clock: float | None = None
    increment: float = 0.0

    def __post_init__(self) -> None:
        for name in ("time", "clock", "increment"):
            _check_seconds(name, getattr(self, name))
        for name in ("nodes", "depth"):
            _check_count(name, getattr(self, name))

    @property
    def endless(self) -> bool:
        """Whether only a stop ends the search (or the proof of the result)."""
        return (self.time, self.nodes, self.depth, self.clock) == (None, None, None, None)

    def seconds(self, ply: int = 0) -> float | None:
        """The seconds to spend on the move after ``ply`` moves, or ``None`` if time sets no limit.

        A clock is shared out evenly over the moves that a game may still have, with a tenth of it
        kept back for what else takes time.

        >>> round(Limit(time=2, clock=9).seconds(), 2)
        0.45
        """
        shares = [] if self.time is None else [self.time]
        if self.clock is not None:
            moves_left = max(6, 36 - ply // 2) / 2
            usable = 0.9 * self.clock
            shares.append(min(usable, usable / moves_left + 0.8 * self.increment))
        return min(shares, default=None)

    def __repr__(self) -> str:
        given = (
            f"{field.name}={getattr(self, field.name)!r}"
            for field in fields(self)
            if getattr(self, field.name) != field.default
        )
        return f"Limit({', '.join(given)})"


def _check_seconds(name: str, value: object) -> None:
    if value is None and name != "increment":
        return
    number = isinstance(value, int | float) and not isinstance(value, bool)
    try:
        good = number and math.isfinite(value) and value >= 0  # type: ignore[arg-type,operator]  # a number by now
    except OverflowError:  # so long that Python may refuse even to show it
        raise BadLimit(f"{name} is beyond every clock: expected seconds, 0 or more") from None
    if not good:
        raise BadLimit(f"{name} is {quoted(value)}: expected seconds, 0 or more")


def _check_count(name: str, value: object) -> None:
    if value is None:
        return
    if not isinstance(value, int) or isinstance(value, bool) or value < 1:
        raise BadLimit(f"{name} is {quoted(value)}: expected a whole number, 1 or more")
