"""A position as shapes: the picture that SVG, sheets and diagrams share.

The picture is ``SIDE`` units wide and high. It has two hashes, as on paper: heavy lines between
the boards and thin ones between cells. Everything a reader needs is told by form as well as by
colour: the target by an outline, a captured board by a large mark, a dead one by hatching.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from ninefold.drawing.shapes import (
    Circle,
    Paint,
    Point,
    Polyline,
    Rectangle,
    Role,
    Shape,
    Text,
)
from ninefold.rules.errors import BadSyntax, quoted
from ninefold.rules.position import Position
from ninefold.rules.squares import NINE, SQUARES, board_of, cell_of, square_at

__all__ = ["SIDE", "BoardView", "board_shapes", "square_center"]

_CELL: Final = 30.0
_BOARD: Final = 3 * _CELL
_GAP: Final = 18.0
_MARGIN: Final = 12.0
_PITCH: Final = _BOARD + _GAP
#: Width and height of the picture in its own units.
SIDE: Final = 2 * _MARGIN + 3 * _BOARD + 2 * _GAP


@dataclass(frozen=True, slots=True)
class BoardView:
    """What to show of a position besides its marks."""

    last_move: int | None = None
    arrows: tuple[tuple[int, int], ...] = ()
    numbers: Mapping[int, str] = field(default_factory=dict)
    labels: bool = False
    show_target: bool = True

    def __post_init__(self) -> None:
        last = () if self.last_move is None else (self.last_move,)
        for square in (*last, *self.numbers, *(end for arrow in self.arrows for end in arrow)):
            if square not in SQUARES:
                raise BadSyntax(f"{quoted(square)} is not a square: expected a number 0-80")


def board_shapes(position: Position, view: BoardView) -> list[Shape]:
    """The whole picture of a position, the lowest shape first."""
    shapes: list[Shape] = []
    for board in NINE:
        shapes += _ground(position, board, view)
    shapes += _frame()
    if view.numbers:
        shapes += _winning_line(position, opacity=0.3)  # pale and under the numbers
    for board in NINE:
        shapes += _marks(position, board, view)
    if not view.numbers:
        shapes += _winning_line(position, opacity=0.7)
    for start, end in view.arrows:
        shapes += _arrow(square_center(start), square_center(end))
    return shapes


def square_center(square: int) -> Point:
    """Where a square's centre lies in the picture."""
    left, top = _corner(board_of(square))
    row, column = divmod(cell_of(square), 3)
    return left + _CELL * (column + 0.5), top + _CELL * (row + 0.5)


def _corner(board: int) -> Point:
    row, column = divmod(board, 3)
    return _MARGIN + _PITCH * column, _MARGIN + _PITCH * row


def _ground(position: Position, board: int, view: BoardView) -> Iterator[Shape]:
    """What lies under a board's marks: its light, the owner's large mark, the thin hash."""
    left, top = _corner(board)
    if view.show_target and _is_playable(position, board):
        yield Rectangle(
            *(left - 3.5, top - 3.5, _BOARD + 7, _BOARD + 7),
            paint=Paint(fill="target", stroke="target-edge", width=2.6),
            radius=6,
        )
    owner = position.owners[board]
    if owner in "XO":
        ground = _role(owner, "-ground")
        if not (view.show_target and _is_playable(position, board)):
            yield Rectangle(left, top, _BOARD, _BOARD, paint=Paint(fill=ground), radius=5)
        yield from _mark(owner, square_center(square_at(board, 4)), 36, 11, _role(owner, "-large"))
    elif owner == "-":
        yield from _hatching(left, top)
    if view.last_move is not None and board_of(view.last_move) == board:
        x, y = square_center(view.last_move)
        yield Rectangle(
            x - 14, y - 14, 28, 28, paint=Paint(fill="last", stroke="faint", width=1), radius=4
        )
    yield from _hash(left, top, _CELL, Paint(stroke="grid", width=1.2))
    if view.labels:
        # The number cuts into the outline of a lit board, like the tab of a folder.
        yield Rectangle(left - 3, top - 6.2, 7.2, 6.2, paint=Paint(fill="paper"), radius=1.5)
        yield Text(left + 0.6, top - 1.2, 6.6, str(board + 1), "middle", role="faint")


def _marks(position: Position, board: int, view: BoardView) -> Iterator[Shape]:
    """The marks and numbers on a board; where play is over for good they stand back."""
    settled = position.owners[board] in "XO" and not _can_be_played_again(position, board)
    arm, weight, tone = (5.9, 2.9, "-dim") if settled else (7.4, 3.6, "")
    for cell, mark in enumerate(position.board(board)):
        square = square_at(board, cell)
        number = view.numbers.get(square)
        if number is not None:
            yield from _numbered(mark, number, square_center(square))
        elif mark != ".":
            yield from _mark(mark, square_center(square), arm, weight, _role(mark, tone))


def _is_playable(position: Position, board: int) -> bool:
    """Whether to light a board up; at the start all nine are open, and light says nothing."""
    return position.ply > 0 and board in position.open_boards


def _can_be_played_again(position: Position, board: int) -> bool:
    """Whether a captured board may see another move: its marks then still count."""
    closes = position.variant.captured_is_closed
    return not closes and position.outcome is None and "." in position.board(board)


def _numbered(mark: str, number: str, center: Point) -> Iterator[Shape]:
    """A text in a square, and its mark around it: O as a ring, X as four arms."""
    x, y = center
    size = min(13.0, 40 / max(len(number), 1))
    if mark == "O":
        yield Circle(x, y, 12.2, _line("o", 1.8))
    elif mark == "X":
        for dx, dy in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
            arm = ((x + 8.2 * dx, y + 8.2 * dy), (x + 12.6 * dx, y + 12.6 * dy))
            yield Polyline(arm, _line("x", 2.2))
    yield Text(x, y + 0.36 * size, size, number, anchor="middle", bold=True)


def _mark(mark: str, center: Point, arm: float, weight: float, role: Role) -> Iterator[Shape]:
    """An X or O that reaches ``arm`` from its centre to each side."""
    x, y = center
    if mark == "O":
        yield Circle(x, y, 1.03 * arm, _line(role, weight))  # round looks smaller than it is
        return
    for slope in (1, -1):
        ends = ((x - arm, y - slope * arm), (x + arm, y + slope * arm))
        yield Polyline(ends, _line(role, weight))


def _role(mark: str, tone: str = "") -> Role:
    """The colour of a mark: plain, ``-dim``, ``-large`` or ``-ground``."""
    role: Role = f"{mark.lower()}{tone}"  # type: ignore[assignment]  # both marks have every tone
    return role


def _line(role: Role, width: float) -> Paint:
    return Paint(stroke=role, width=width)


def _hash(left: float, top: float, pitch: float, paint: Paint) -> Iterator[Shape]:
    """The four lines of a tic-tac-toe grid."""
    for n in (1, 2):
        x, y = left + n * pitch, top + n * pitch
        yield Polyline(((x, top), (x, top + 3 * pitch)), paint)
        yield Polyline(((left, y), (left + 3 * pitch, y)), paint)


def _frame() -> Iterator[Shape]:
    yield from _hash(_MARGIN - _GAP / 2, _MARGIN - _GAP / 2, _PITCH, _line("frame", 3.4))


def _hatching(left: float, top: float) -> Iterator[Shape]:
    """Slanted lines over a dead board."""
    step = 9.0
    for n in range(1, int(2 * _BOARD / step)):
        reach = n * step
        low, high = max(0.0, reach - _BOARD), min(reach, _BOARD)
        ends = ((left + low, top + reach - low), (left + high, top + reach - high))
        yield Polyline(ends, _line("dead", 2.2))


def _winning_line(position: Position, opacity: float) -> Iterator[Shape]:
    """The stroke through the three boards that won the game."""
    outcome = position.outcome
    if outcome is None or outcome.winner is None or not outcome.boards:
        return
    first, last = (square_center(square_at(n, 4)) for n in (outcome.boards[0], outcome.boards[-1]))
    length = math.dist(first, last)
    ux, uy = (last[0] - first[0]) / length, (last[1] - first[1]) / length
    reach = 0.42 * _BOARD
    ends = (
        (first[0] - reach * ux, first[1] - reach * uy),
        (last[0] + reach * ux, last[1] + reach * uy),
    )
    yield Polyline(ends, Paint(stroke=_role(outcome.winner), width=6, opacity=opacity))


def _arrow(start: Point, end: Point) -> Iterator[Shape]:
    """An arrow from one square to another; a ring when both are the same."""
    length = math.dist(start, end)
    if length == 0:
        yield Circle(*start, 13, Paint(stroke="arrow", width=3, opacity=0.85))
        return
    ux, uy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    tail = (start[0] + 9 * ux, start[1] + 9 * uy)  # what stands in the square stays readable
    neck = (end[0] - 11 * ux, end[1] - 11 * uy)
    head = (end, (neck[0] - 7 * uy, neck[1] + 7 * ux), (neck[0] + 7 * uy, neck[1] - 7 * ux))
    yield Polyline((tail, neck), Paint(stroke="arrow", width=4, opacity=0.85))
    yield Polyline(head, Paint(fill="arrow", opacity=0.85), closed=True)
