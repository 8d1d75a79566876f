"""A level's way of choosing a move, as the core knows it; ``Search.choice`` then tells the line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ninefold.engine.core.library import ffi, lib
from ninefold.engine.core.position import native
from ninefold.rules.position import Position

__all__ = ["Weakness"]


@dataclass(frozen=True, slots=True)
class Weakness:
    """What makes a level weaker than the search: the same seed and position, the same choice.

    ``noise`` is in hundredths of a captured board, ``blindness`` and ``oversight`` in 256ths,
    ``variety`` in evaluation units.
    """

    noise: int = 0
    blindness: int = 0
    oversight: int = 0
    variety: int = 0

    def moves(self, position: Position, seed: int) -> tuple[int, ...]:
        """The first moves that it considers."""
        halves = ffi.new("uint64_t[2]")
        lib.nf_level_moves(native(position), self.native(), seed, halves)
        mask = halves[0] | halves[1] << 64
        return tuple(square for square in position.legal_moves if mask >> square & 1)

    def lines(self, position: Position) -> int:
        """How many lines it wants to choose from."""
        return int(lib.nf_level_lines(native(position), self.native()))

    def native(self) -> Any:
        """The same as the core's own structure."""
        return ffi.new("nf_level *", (self.noise, self.blindness, self.oversight, self.variety))
