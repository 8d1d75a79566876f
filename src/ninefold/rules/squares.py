"""Squares, lines and players: the geometry that every mode shares.

A square is one number from 0 to 80: nine times its board plus its cell, both counted from 0 in
reading order. People write board and cell from 1: square 2 is ``13``, board 1, cell 3. A set of
cells, or of boards, is a mask of nine bits, bit 0 first in reading order.
"""

from __future__ import annotations

from functools import cache
from operator import index
from typing import Any, Final, Literal

from ninefold.rules.errors import BadSyntax, quoted

__all__ = [
    "ALL_NINE",
    "LINES",
    "LINE_MASKS",
    "NINE",
    "PLAYERS",
    "SQUARES",
    "SYMMETRIES",
    "Player",
    "bits",
    "board_of",
    "cell_of",
    "check_square",
    "has_line",
    "line_in",
    "line_makers",
    "line_through",
    "other",
    "parse_square",
    "square_at",
    "square_name",
    "transform_mask",
    "transform_square",
    "trimmed",
    "whole_number",
]

Player = Literal["X", "O"]

PLAYERS: Final[tuple[Player, Player]] = ("X", "O")
NINE: Final = range(9)
SQUARES: Final = range(81)
ALL_NINE: Final = 0b111_111_111

#: The eight lines of a board, and of the nine boards: rows, columns, diagonals.
LINES: Final[tuple[tuple[int, int, int], ...]] = (
    *((0, 1, 2), (3, 4, 5), (6, 7, 8)),
    *((0, 3, 6), (1, 4, 7), (2, 5, 8)),
    *((0, 4, 8), (2, 4, 6)),
)
LINE_MASKS: Final = tuple(1 << a | 1 << b | 1 << c for a, b, c in LINES)


def _in_line(mask: int) -> int:
    """The members of a mask that stand in one of its lines."""
    members = 0
    for line in LINE_MASKS:
        if mask & line == line:
            members |= line
    return members


def _members_of_masks() -> tuple[tuple[int, ...], ...]:
    """The members of every mask: with each bit, all masks so far come again with it added."""
    members: list[tuple[int, ...]] = [()]
    for n in NINE:
        members += [(*smaller, n) for smaller in members]
    return tuple(members)


_IN_LINE: Final = tuple(map(_in_line, range(512)))
_BITS: Final = _members_of_masks()


def board_of(square: int) -> int:
    """The board that a square lies on, 0-8."""
    return square // 9


def cell_of(square: int) -> int:
    """The cell of its board that a square is, 0-8: also the board it sends the opponent to."""
    return square % 9


def square_at(board: int, cell: int) -> int:
    """The square at a cell of a board, both counted from 0."""
    return 9 * board + cell


def other(player: Player) -> Player:
    """The opponent of a player."""
    return "O" if player == "X" else "X"


def bits(mask: int) -> tuple[int, ...]:
    """The members of a mask, ascending."""
    return _BITS[mask]


def has_line(mask: int) -> bool:
    """Whether three of the mask's members stand in line."""
    return _IN_LINE[mask] != 0


def line_through(mask: int, cell: int) -> bool:
    """Whether the mask has a line that contains a cell."""
    return _IN_LINE[mask] >> cell & 1 == 1


@cache
def line_makers(mask: int) -> int:
    """The cells that would make a line with those of a mask, as a mask."""
    return sum(1 << cell for cell in NINE if line_through(mask | 1 << cell, cell))


def line_in(mask: int) -> tuple[int, int, int] | None:
    """The first line that a mask contains, in the order of ``LINES``."""
    return next((LINES[n] for n, line in enumerate(LINE_MASKS) if mask & line == line), None)


def whole_number(value: Any) -> int | None:
    """The number that a value stands for, or ``None``: NumPy's integers count, a bool does not."""
    try:
        return None if isinstance(value, bool) else index(value)
    except TypeError:
        return None


def trimmed(text: object) -> str:
    """A text without the blanks around it; what is no text gives "", which no form accepts."""
    return text.strip() if isinstance(text, str) else ""


def check_square(square: int) -> int:
    """The square itself as a plain number, if it is one."""
    number = whole_number(square)
    if number is None or number not in SQUARES:
        raise BadSyntax(f"{quoted(square)} is not a square: expected a number 0-80")
    return number


def square_name(square: int) -> str:
    """A square as people write it, board then cell.

    >>> square_name(2)
    '13'
    """
    check_square(square)
    return f"{board_of(square) + 1}{cell_of(square) + 1}"


def parse_square(text: str) -> int:
    """Read a square written as two digits, board then cell.

    >>> parse_square("13")
    2
    """
    digits = trimmed(text)
    if len(digits) == 2 and all(digit in "123456789" for digit in digits):
        return square_at(int(digits[0]) - 1, int(digits[1]) - 1)
    raise BadSyntax(
        f"{quoted(text)} is not a move: expected two digits 1-9, board then cell, such as 13"
    )


def _turned(turns: int, mirrored: bool) -> tuple[int, ...]:
    """Where each of the nine places goes when a board is mirrored, then turned clockwise."""
    places = []
    for place in NINE:
        row, column = divmod(place, 3)
        if mirrored:
            column = 2 - column
        for _ in range(turns):
            row, column = column, 2 - row
        places.append(3 * row + column)
    return tuple(places)


#: The eight symmetries of the board, as the new place of each of the nine; the identity is first.
SYMMETRIES: Final = tuple(
    _turned(turns, mirrored) for mirrored in (False, True) for turns in range(4)
)


@cache
def _masks_turned(symmetry: int) -> tuple[int, ...]:
    """Where a symmetry carries every mask; made on first use, to keep the import quick."""
    places = SYMMETRIES[symmetry]
    return tuple(sum(1 << places[n] for n in _BITS[mask]) for mask in range(512))


def transform_square(square: int, symmetry: int) -> int:
    """Where a symmetry (0-7) carries a square: boards and cells turn alike."""
    places = SYMMETRIES[symmetry]
    return square_at(places[board_of(square)], places[cell_of(square)])


def transform_mask(mask: int, symmetry: int) -> int:
    """Where a symmetry (0-7) carries a mask of cells or boards."""
    return _masks_turned(symmetry)[mask]
