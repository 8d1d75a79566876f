"""Layout: where the squares lie when the board is fitted into so many columns and rows.

>>> best_layout(57, 21)
Layout(cell_width=5, cell_height=1, framed=True)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ninefold.rules.squares import NINE, square_at

__all__ = ["SMALLEST", "Layout", "best_layout"]


@dataclass(frozen=True, slots=True)
class Layout:
    """The measures of a drawn board, in characters.

    A framed board stands in its own box with rules between its cells; where there is no room for
    that, only the lines between the nine boards are drawn.
    """

    cell_width: int
    cell_height: int
    framed: bool

    @property
    def _rule(self) -> int:
        return 1 if self.framed else 0

    @property
    def inner_width(self) -> int:
        """Columns inside one board's frame."""
        return 3 * self.cell_width + 2 * self._rule

    @property
    def inner_height(self) -> int:
        """Rows inside one board's frame."""
        return 3 * self.cell_height + 2 * self._rule

    @property
    def width(self) -> int:
        """Columns of the whole."""
        return 3 * self.inner_width + (6 if self.framed else 2)

    @property
    def height(self) -> int:
        """Rows of the whole."""
        return 3 * self.inner_height + (6 if self.framed else 2)

    def board_origin(self, board: int) -> tuple[int, int]:
        """The first column and row inside a board's frame."""
        row, column = divmod(board, 3)
        gap = 2 if self.framed else 1
        return (
            column * (self.inner_width + gap) + self._rule,
            row * (self.inner_height + gap) + self._rule,
        )

    def cell_origin(self, square: int) -> tuple[int, int]:
        """The first column and row of a square."""
        board, cell = divmod(square, 9)
        row, column = divmod(cell, 3)
        x, y = self.board_origin(board)
        return (
            x + column * (self.cell_width + self._rule),
            y + row * (self.cell_height + self._rule),
        )

    def square_at(self, x: int, y: int) -> int | None:
        """The square under a place, if any; a rule between two cells belongs to neither."""
        for board in NINE:
            left, top = self.board_origin(board)
            if 0 <= x - left < self.inner_width and 0 <= y - top < self.inner_height:
                column, over_x = divmod(x - left, self.cell_width + self._rule)
                row, over_y = divmod(y - top, self.cell_height + self._rule)
                on_rule = over_x >= self.cell_width or over_y >= self.cell_height
                return None if on_rule else square_at(board, 3 * row + column)
        return None


#: The smallest board that can still be played on.
SMALLEST: Final = Layout(3, 1, framed=False)


def best_layout(width: int, height: int) -> Layout | None:
    """The largest board for the space, or ``None`` when there is too little.

    Cells are about twice as wide as high, because characters are about twice as high as wide, and
    an odd number of columns wide, so that a mark stands in the middle.
    """
    for cell_height in range(height // 9, 0, -1):
        for cell_width in (2 * cell_height + 3, 2 * cell_height + 1):
            layout = Layout(cell_width, cell_height, framed=True)
            if layout.width <= width and layout.height <= height:
                return layout
    fits = SMALLEST.width <= width and SMALLEST.height <= height
    return SMALLEST if fits else None
