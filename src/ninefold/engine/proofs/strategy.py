"""The win from the centre: X's proven win where a target holds until it is full.

How it goes, and how the core finds out where it stands, is told in ``core/centre_win.c``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ninefold.engine.core.centre_win import CentreWinSearch
from ninefold.engine.core.memory import MIB
from ninefold.rules.position import Position

__all__ = ["WON_BY", "CentreWin", "Win"]

#: The move by which X has won at the latest.
WON_BY: Final = 43


@dataclass(frozen=True, slots=True)
class Win:
    """A move that wins against every defence, and the move of the game by which it has won."""

    move: int
    by: int


class CentreWin:
    """Finds the win from the centre wherever it stands; remembers what it has worked out.

    >>> with CentreWin() as strategy:
    ...     strategy.find(Position.start("classic"))
    Win(move=40, by=43)
    """

    def __init__(self, memory: int = 8) -> None:
        self._search = CentreWinSearch(memory * MIB)

    def find(self, position: Position) -> Win | None:
        """The move for X that keeps the win, or ``None`` where the win does not stand."""
        found = self._search.find(position)
        return None if found is None else Win(*found)

    @property
    def nodes(self) -> int:
        """Positions looked at so far."""
        return self._search.nodes

    def close(self) -> None:
        """Give the memory back; safe to call twice."""
        self._search.close()

    def __enter__(self) -> CentreWin:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
