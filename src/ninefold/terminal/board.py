"""The board on the screen: a widget that fills its space and says which square was meant."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from rich.segment import Segment
from textual import events
from textual.geometry import Offset
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from ninefold.terminal.canvas import BoardView, paint_board
from ninefold.terminal.glyphs import UNICODE, Glyphs
from ninefold.terminal.layout import Layout, best_layout
from ninefold.terminal.palette import DARK, Palette

__all__ = ["BoardWidget"]

_STEPS: Final = {
    "up": (0, -1),
    "down": (0, 1),
    "left": (-1, 0),
    "right": (1, 0),
    "k": (0, -1),
    "j": (0, 1),
    "h": (-1, 0),
    "l": (1, 0),
}


class BoardWidget(Widget, can_focus=True):
    """Draws a view as large as fits; posts ``Pointed`` and ``Chosen`` for squares."""

    DEFAULT_CSS = "BoardWidget { width: 1fr; height: 1fr; }"

    @dataclass
    class Pointed(Message):
        """The cursor, or the mouse, is on a square now."""

        square: int

    @dataclass
    class Chosen(Message):
        """A square was asked to be played."""

        square: int

    def __init__(
        self,
        view: BoardView,
        glyphs: Glyphs = UNICODE,
        palette: Palette = DARK,
        *,
        passive: bool = False,
        id: str | None = None,  # noqa: A002 - Textual's own name for it
    ) -> None:
        super().__init__(id=id)
        self.can_focus = not passive
        self._passive = passive
        self._view = view
        self._glyphs = glyphs
        self._palette = palette
        self._strips: list[Strip] | None = None

    @property
    def view(self) -> BoardView:
        """What is drawn."""
        return self._view

    @view.setter
    def view(self, view: BoardView) -> None:
        if view != self._view:
            self._view = view
            self._redraw()

    @property
    def palette(self) -> Palette:
        """The colours in use."""
        return self._palette

    @palette.setter
    def palette(self, palette: Palette) -> None:
        if palette != self._palette:
            self._palette = palette
            self._redraw()

    @property
    def fitted(self) -> Layout | None:
        """The layout in use, or ``None`` when there is no room for a board."""
        return best_layout(self.size.width, self.size.height)

    @property
    def origin(self) -> Offset:
        """Where the drawn board begins: it stands in the middle."""
        layout = self.fitted
        if layout is None:
            return Offset(0, 0)
        return Offset(
            (self.size.width - layout.width) // 2, (self.size.height - layout.height) // 2
        )

    def square_under(self, x: int, y: int) -> int | None:
        """The square at a place of the widget, if any."""
        layout = self.fitted
        return layout.square_at(x - self.origin.x, y - self.origin.y) if layout else None

    def place_of(self, square: int) -> Offset:
        """The middle of a square, for whoever wants to click there."""
        layout = self.fitted
        if layout is None:
            return Offset(0, 0)
        x, y = layout.cell_origin(square)
        return self.origin + Offset(x + layout.cell_width // 2, y + (layout.cell_height - 1) // 2)

    # Drawing

    def _redraw(self) -> None:
        self._strips = None
        self.refresh()

    def on_resize(self) -> None:
        """Fit the board anew."""
        self._redraw()

    def render_line(self, y: int) -> Strip:
        """One row of the drawing."""
        if self._strips is None:
            self._strips = self._draw()
        row = y - self.origin.y
        if 0 <= row < len(self._strips):
            return self._strips[row].simplify()
        return Strip.blank(self.size.width, self.rich_style)

    def _draw(self) -> list[Strip]:
        layout = self.fitted
        if layout is None:
            return []
        ground = self.rich_style
        left, width = self.origin.x, self.size.width
        margins = Segment(" " * left, ground), Segment(" " * (width - left - layout.width), ground)
        return [
            Strip(
                [
                    margins[0],
                    *(Segment(text, ground + self._palette.style(paint)) for text, paint in row),
                    margins[1],
                ],
                width,
            )
            for row in paint_board(self._view, layout, self._glyphs)
        ]

    # Keys and mouse

    def on_key(self, event: events.Key) -> None:
        """Move the cursor with arrows and hjkl, jump with tab, home and end."""
        if self._passive:
            return
        if event.key in _STEPS:
            event.stop()
            event.prevent_default()
            self._step(*_STEPS[event.key])
        elif event.key in ("tab", "shift+tab", "home", "end"):
            event.stop()
            event.prevent_default()
            self._jump(event.key)
        elif event.key in ("enter", "space"):
            event.stop()
            if self._view.cursor is not None:
                self.post_message(self.Chosen(self._view.cursor))

    def _step(self, right: int, down: int) -> None:
        row, column = _row_and_column(40 if self._view.cursor is None else self._view.cursor)
        row = min(8, max(0, row + down))
        column = min(8, max(0, column + right))
        self.post_message(self.Pointed(_square_of(row, column)))

    def _jump(self, key: str) -> None:
        """To the next or previous square that may be played, to the first or to the last."""
        legal = self._view.position.legal_moves
        if not legal:
            return
        cursor = self._view.cursor
        at = -1 if cursor is None else cursor
        target = {
            "tab": next((square for square in legal if square > at), legal[0]),
            "shift+tab": next((square for square in reversed(legal) if square < at), legal[-1]),
            "home": legal[0],
            "end": legal[-1],
        }[key]
        self.post_message(self.Pointed(target))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Point at the square under the mouse."""
        square = None if self._passive else self.square_under(event.x, event.y)
        if square is not None and square != self._view.cursor:
            self.post_message(self.Pointed(square))

    def on_click(self, event: events.Click) -> None:
        """Play the square that was clicked."""
        square = None if self._passive else self.square_under(event.x, event.y)
        if square is not None:
            event.stop()
            self.post_message(self.Chosen(square))


def _row_and_column(square: int) -> tuple[int, int]:
    board, cell = divmod(square, 9)
    return 3 * (board // 3) + cell // 3, 3 * (board % 3) + cell % 3


def _square_of(row: int, column: int) -> int:
    return 9 * (3 * (row // 3) + column // 3) + 3 * (row % 3) + column % 3
