"""Canvas: the whole board as characters with a role each, ready for any screen.

Nothing here knows about colours or about Textual: a role such as ``x`` or ``lit`` is turned into a
colour by a palette, and means the same without one because shape carries it too.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from ninefold.rules.position import Position
from ninefold.rules.squares import NINE, board_of
from ninefold.terminal.glyphs import Frame, Glyphs, mark_rows
from ninefold.terminal.layout import Layout

__all__ = ["BoardView", "Paint", "paint_board"]


@dataclass(frozen=True, slots=True)
class BoardView:
    """What a drawing shows of a game besides the position itself."""

    position: Position
    last: int | None = None
    cursor: int | None = None
    stars: tuple[int, ...] = field(default=())
    preview: Position | None = None
    over: bool = False

    @property
    def legal(self) -> frozenset[int]:
        """The squares that may be played: none once the game is over, by the rules or otherwise."""
        return frozenset(() if self.over else self.position.legal_moves)

    @property
    def lit(self) -> frozenset[int]:
        """The boards in which the player to move may play."""
        return frozenset(() if self.over else self.position.open_boards)

    @property
    def sent(self) -> frozenset[int]:
        """The boards that the previewed move would leave to the other player."""
        return frozenset(self.preview.open_boards if self.preview else ())


class Paint(NamedTuple):
    """How a character looks: the role of its ink and of the ground behind it."""

    ink: str
    ground: str


class _Sheet:
    """Rows of characters and their paint, written to piece by piece."""

    def __init__(self, width: int, height: int) -> None:
        self.chars = [[" "] * width for _ in range(height)]
        self.inks = [["frame"] * width for _ in range(height)]
        self.grounds = [[""] * width for _ in range(height)]

    def write(self, x: int, y: int, text: str, ink: str) -> None:
        for n, char in enumerate(text):
            self.chars[y][x + n] = char
            self.inks[y][x + n] = ink

    def fill(self, x: int, y: int, width: int, height: int, ground: str) -> None:
        for row in self.grounds[y : y + height]:
            row[x : x + width] = [ground] * width

    def rows(self) -> list[list[tuple[str, Paint]]]:
        """The rows as runs of equal paint."""
        found = []
        for chars, inks, grounds in zip(self.chars, self.inks, self.grounds, strict=True):
            runs: list[tuple[str, Paint]] = []
            for char, ink, ground in zip(chars, inks, grounds, strict=True):
                if runs and runs[-1][1] == (ink, ground):
                    runs[-1] = (runs[-1][0] + char, runs[-1][1])
                else:
                    runs.append((char, Paint(ink, ground)))
            found.append(runs)
        return found


def paint_board(view: BoardView, layout: Layout, glyphs: Glyphs) -> list[list[tuple[str, Paint]]]:
    """Draw the board: rows of runs, each a text with its paint."""
    sheet = _Sheet(layout.width, layout.height)
    painter = _Painter(view, layout, glyphs, sheet)
    if not layout.framed:
        painter.paint_lines()
    for board in NINE:
        painter.paint_board(board)
    return sheet.rows()


class _Painter:
    """Draws the parts of one view onto one sheet."""

    def __init__(self, view: BoardView, layout: Layout, glyphs: Glyphs, sheet: _Sheet) -> None:
        self.view, self.layout, self.glyphs, self.sheet = view, layout, glyphs, sheet
        self.lit, self.sent = view.lit, view.sent
        self.legal = view.legal
        self.cells, self.owners = view.position.cells, view.position.owners
        outcome = view.position.outcome
        self.winning = frozenset(outcome.boards if outcome else ())
        variant = view.position.variant
        self._stay_open = variant.release == "full" or variant.free_move == "unfilled"

    def paint_lines(self) -> None:
        """The lines between the nine boards, where there is no room for frames."""
        width, height = self.layout.inner_width, self.layout.inner_height
        across = self.glyphs.cross.join([self.glyphs.plain.across * width] * 3)
        for row in range(2 * height + 2):
            line = row in (height, 2 * height + 1)
            for column in (width, 2 * width + 1):
                self.sheet.write(column, row, self.glyphs.plain.down, "frame")
            if line:
                self.sheet.write(0, row, across, "frame")
        for row in range(2 * height + 2, self.layout.height):
            for column in (width, 2 * width + 1):
                self.sheet.write(column, row, self.glyphs.plain.down, "frame")

    def paint_board(self, board: int) -> None:
        """One board: its ground, its frame, and its cells or the large mark of its owner."""
        x, y = self.layout.board_origin(board)
        width, height = self.layout.inner_width, self.layout.inner_height
        owner = self.owners[board]
        if board in self.lit:
            self.sheet.fill(x, y, width, height, "lit-ground")
        elif board in self.sent:
            self.sheet.fill(x, y, width, height, "sent-ground")
        if self.layout.framed:
            self._frame(board, owner)
        if owner == "-":
            self._hatch(board)
        if owner in "XO" and self._is_closed(board):
            for n, row in enumerate(mark_rows(owner, width, height, self.glyphs)):
                self.sheet.write(x, y + n, row, owner.lower())
            self._mark_special(board)
            return
        if owner in "XO":
            self._large_shade(board, owner)
        if self.layout.framed:
            self._rules(x, y)
        for square in range(9 * board, 9 * board + 9):
            self._cell(square)

    def _is_closed(self, board: int) -> bool:
        """Whether nobody will ever play in a captured board again."""
        return not self._stay_open or "." not in self.cells[9 * board : 9 * board + 9]

    def _mark_special(self, board: int) -> None:
        """Show cursor and last move even where a large mark hides the cells."""
        for square in (self.view.last, self.view.cursor):
            if square is not None and board_of(square) == board:
                self._cell(square)

    def _large_shade(self, board: int, owner: str) -> None:
        """The owner's mark in large, behind cells that can still be played."""
        x, y = self.layout.board_origin(board)
        width, height = self.layout.inner_width, self.layout.inner_height
        for row, text in enumerate(mark_rows(owner, width, height, self.glyphs)):
            for column, char in enumerate(text):
                if char != " ":
                    self.sheet.write(
                        x + column, y + row, self.glyphs.shade, f"{owner.lower()}-shade"
                    )
                    self.sheet.grounds[y + row][x + column] = f"{owner.lower()}-ground"

    def _frame(self, board: int, owner: str) -> None:
        x, y = self.layout.board_origin(board)
        width, height = self.layout.inner_width, self.layout.inner_height
        frame, ink = self._frame_style(board, owner)
        corners = frame.corners
        if owner in "XO":
            corners = owner * 4
        self.sheet.write(x - 1, y - 1, corners[0] + frame.across * width + corners[1], ink)
        self.sheet.write(x - 1, y + height, corners[2] + frame.across * width + corners[3], ink)
        for row in range(y, y + height):
            self.sheet.write(x - 1, row, frame.down, ink)
            self.sheet.write(x + width, row, frame.down, ink)
        self.sheet.write(x + 1, y - 1, self._title(board, owner), ink)

    def _frame_style(self, board: int, owner: str) -> tuple[Frame, str]:
        if board in self.winning:
            return self.glyphs.lit, f"{owner.lower()}"
        if board in self.lit:
            return self.glyphs.lit, "lit"
        if board in self.sent:
            return self.glyphs.preview, "sent"
        ink = {"X": "x", "O": "o", "-": "dead"}.get(owner, "frame")
        return self.glyphs.plain, ink

    def _title(self, board: int, owner: str) -> str:
        """The board's number, its owner, and who would be sent here."""
        title = f" {board + 1} " if owner in ".-" else f" {board + 1} {owner} "
        if board in self.winning:
            title += f"{self.glyphs.star} "
        if board in self.sent and self.view.preview is not None:
            title += f"{self.glyphs.arrow}{self.view.preview.turn} "
        return title

    def _rules(self, x: int, y: int) -> None:
        """The lines between the cells of one board."""
        cell_width, cell_height = self.layout.cell_width, self.layout.cell_height
        glyphs = self.glyphs
        across = glyphs.cross.join([glyphs.rule.across * cell_width] * 3)
        for row in range(self.layout.inner_height):
            if row % (cell_height + 1) == cell_height:
                self.sheet.write(x, y + row, across, "rule")
                continue
            for column in (cell_width, 2 * cell_width + 1):
                self.sheet.write(x + column, y + row, glyphs.rule.down, "rule")

    def _hatch(self, board: int) -> None:
        x, y = self.layout.board_origin(board)
        for row in range(self.layout.inner_height):
            self.sheet.write(x, y + row, self.glyphs.hatch * self.layout.inner_width, "dead")

    def _cell(self, square: int) -> None:
        x, y = self.layout.cell_origin(square)
        width, height = self.layout.cell_width, self.layout.cell_height
        mark = self.cells[square]
        middle = y + (height - 1) // 2
        if square in self.view.stars:
            self.sheet.write(x + width // 2, middle, self.glyphs.star, "star")
        elif mark == "." and square in self.legal:
            self.sheet.write(x + width // 2, middle, self.glyphs.dot, "dot")
        elif mark != ".":
            self._mark(x, y, mark)
        self._brackets(square)

    def _mark(self, x: int, y: int, mark: str) -> None:
        width, height = self.layout.cell_width, self.layout.cell_height
        if height == 1 or not self.glyphs.unicode:
            middle = y + (height - 1) // 2
            self.sheet.write(x + width // 2 - 1, middle, f" {mark} ", mark.lower())
            return
        for n, row in enumerate(mark_rows(mark, width - 2, height, self.glyphs)):
            self.sheet.write(x + 1, y + n, row, mark.lower())

    def _brackets(self, square: int) -> None:
        """What surrounds the last move, and the cursor."""
        for marked, signs, role in (
            (self.view.last, "()", "last"),
            (self.view.cursor, "[]", "cursor"),
        ):
            if square != marked:
                continue
            x, y = self.layout.cell_origin(square)
            width, height = self.layout.cell_width, self.layout.cell_height
            near = width // 2 - 1 if height == 1 else 0
            self.sheet.fill(x, y, width, height, f"{role}-ground")
            for row in range(y, y + height):
                self.sheet.write(x + near, row, signs[0], role)
                self.sheet.write(x + width - 1 - near, row, signs[1], role)
