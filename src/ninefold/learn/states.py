"""States: what a single board can be to a network, and how symmetries carry them about.

A state is a pattern of marks as a player sees them (0 empty, 1 own, 2 the other's) with the board's
owner (0 none, 1 own, 2 the other, 3 dead). Where captured boards close for good their marks no
longer matter, so three states hold all closed boards. ``core/network.c`` does the same.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from ninefold.rules.squares import LINES, transform_square
from ninefold.rules.variants import Variant

__all__ = ["FEATURES", "PLACES", "TERNARY", "States"]

FEATURES: Final = 21
_PATTERNS: Final = 3**9
_DEAD: Final = 3

_POWERS: Final = 3 ** np.arange(9)
_DIGITS: Final = np.arange(_PATTERNS)[:, None] // _POWERS % 3
#: The pattern of a player's marks alone, by their mask.
TERNARY: Final = (np.arange(512)[:, None] >> np.arange(9) & 1) @ _POWERS
#: Where each of the eight symmetries takes a cell or a board; the tenth is no board.
PLACES: Final = np.array(
    [[*(transform_square(9 * n, symmetry) // 9 for n in range(9)), 9] for symmetry in range(8)]
)


def _has_line(mark: int) -> Any:
    mine = np.equal(_DIGITS, mark)
    return np.any([mine[:, line].all(axis=1) for line in LINES], axis=0)


class States:
    """The states of one variant, numbered: ``number[owner, pattern]``.

    ``features`` has a row of inputs for each. ``exchanged`` gives the same board in the other
    player's eyes, ``turned[symmetry]`` the board after a symmetry.
    """

    def __init__(self, variant: Variant) -> None:
        self.closes = variant.captured_is_closed
        owners, patterns = self._listed()
        self.count = len(owners)
        self.number = np.full((4, _PATTERNS), -1)
        self.number[owners, patterns] = np.arange(self.count)
        if self.closes:
            for owner in (1, 2, _DEAD):
                self.number[owner] = self.number[owner, 0]
            self.number[0, self.number[0] < 0] = self.number[_DEAD, 0]
        digits = _DIGITS[patterns]
        flags = owners[:, None] == np.array([1, 2, _DEAD])
        self.features = np.hstack([digits == 1, digits == 2, flags]).astype(np.float32)
        swap = np.array([0, 2, 1])
        self.exchanged = self.number[np.array([0, 2, 1, _DEAD])[owners], swap[digits] @ _POWERS]
        self.turned = np.array([self._after(owners, digits, places) for places in PLACES])

    def _listed(self) -> tuple[Any, Any]:
        """Every state as its owner and its pattern."""
        lines = [_has_line(1), _has_line(2)]
        free = ~lines[0] & ~lines[1]
        if self.closes:
            free &= (_DIGITS == 0).any(axis=1)
            rest = [(owner, np.zeros(1, int)) for owner in (1, 2, _DEAD)]
        else:
            rest = [(1, np.flatnonzero(lines[0])), (2, np.flatnonzero(lines[1]))]
        groups = [(0, np.flatnonzero(free)), *rest]
        owners = np.concatenate([np.full(len(patterns), owner) for owner, patterns in groups])
        return owners, np.concatenate([patterns for _, patterns in groups])

    def _after(self, owners: Any, digits: Any, places: Any) -> Any:
        moved = np.empty_like(digits)
        moved[:, places[:9]] = digits
        return self.number[owners, moved @ _POWERS]
