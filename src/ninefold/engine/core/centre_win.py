"""X's win from the centre, as ``core/centre_win.c`` finds it."""

from __future__ import annotations

from ninefold.engine.core.library import ffi, lib
from ninefold.engine.core.position import native
from ninefold.engine.core.proof import ProofTable
from ninefold.rules.position import Position

__all__ = ["CentreWinSearch"]


class CentreWinSearch:
    """Finds the win with a table of at most so many bytes; remembers what it has worked out."""

    def __init__(self, size: int) -> None:
        self._table = ProofTable(size)
        self._known = ffi.new("nf_centre_win *")

    def find(self, position: Position) -> tuple[int, int] | None:
        """X's move and the move of the game by which it has won; None where no win stands."""
        square, by = ffi.new("uint8_t *"), ffi.new("uint8_t *")
        with self._table.alone() as entries:
            self._known.table, self._known.entries = entries, self._table.entries
            found = lib.nf_centre_win_find(self._known, native(position), square, by)
        return (square[0], by[0]) if found else None

    @property
    def nodes(self) -> int:
        """Positions looked at so far."""
        return int(self._known.nodes)

    def close(self) -> None:
        """Give the memory back; safe to call twice."""
        self._table.close()
