"""Moves and positions as other programs write them.

========== ===================== ==================================================
notation   a game                where it is used
========== ===================== ==================================================
ninefold   ``55 51``             here, and on paper: board, then cell, 1-9
uttt.ai    ``X40O36``            the player, then nine times the board plus the cell
codingame  ``4 4 3 3``           row and column of the whole board, 0-8
ultimattt  ``ee ea``             board and cell as letters a-i
compass    ``C/C C/NW``          board and cell as points of the compass
========== ===================== ==================================================

None of them but ours carries a mode, so that has to be said. A text that two notations would read
differently is refused: ``1 3`` may be board 1, cell 3 or row 1, column 3.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from ninefold.rules.errors import AmbiguousText, BadSyntax, ImpossiblePosition, quoted
from ninefold.rules.position import Position
from ninefold.rules.setup import set_up
from ninefold.rules.squares import NINE, PLAYERS, check_square, square_at, square_name
from ninefold.rules.variants import TieBreak, Variant

__all__ = [
    "NOTATIONS",
    "format_codingame",
    "format_moves",
    "format_uttt_ai",
    "parse_codingame",
    "parse_moves",
    "parse_uttt_ai",
]

_COMPASS: Final = ("NW", "N", "NE", "W", "C", "E", "SW", "S", "SE")
_LETTERS: Final = "abcdefghi"


@dataclass(frozen=True, slots=True)
class _Notation:
    """One way to write a list of moves: the shape of a move, how it reads, how it is written."""

    example: str
    move: str  # compiled on first use, which keeps the import of the package quick
    read: Callable[[re.Match[str]], int]
    write: Callable[[int, int], str]  # the square and the ply
    between: str = " "
    alternates: bool = False  # each move names its player

    def parse(self, text: str) -> tuple[int, ...] | None:
        """The squares of a whole text, or ``None`` if it is not in this notation."""
        squares: list[int] = []
        at = 0
        for match in re.finditer(self.move, text, re.IGNORECASE | re.ASCII):
            ply = len(squares)
            gap = text[at : match.start()]
            if gap.strip(" \t\r\n,") or (ply and not gap and self.between):
                return None
            if self.alternates and match["player"].upper() != PLAYERS[ply % 2]:
                return None
            squares.append(self.read(match))
            at = match.end()
        return None if text[at:].strip(" \t\r\n,") or not squares else tuple(squares)


def format_codingame(square: int) -> str:
    """A square as row and column of the whole board.

    >>> format_codingame(10)
    '0 4'
    """
    board, cell = divmod(check_square(square), 9)
    return f"{3 * (board // 3) + cell // 3} {3 * (board % 3) + cell % 3}"


def parse_codingame(text: str) -> int:
    """Read ``row col``, each 0-8."""
    match = re.fullmatch(r"\s*([0-8])\s+([0-8])\s*", text, re.ASCII)
    if match is None:
        raise BadSyntax(f"{quoted(text)} is not a square: expected row and column 0-8, such as 4 4")
    return _square_on_grid(int(match[1]), int(match[2]))


def _square_on_grid(row: int, column: int) -> int:
    return square_at(3 * (row // 3) + column // 3, 3 * (row % 3) + column % 3)


_POINTS: Final = "NW|NE|SW|SE|N|W|C|E|S"

#: The notations by name. The first is ours; it also takes a space between board and cell, so that
#: a text which people may mean as ours is never read as a foreign one.
NOTATIONS: Final = MappingProxyType(
    {
        "ninefold": _Notation(
            "55 51",
            r"(?<!\d)(?:([1-9])([1-9])(?!\d)|([1-9])\s+([1-9])(?!\d))",
            lambda m: square_at(int(m[1] or m[3]) - 1, int(m[2] or m[4]) - 1),
            lambda square, _: square_name(square),
        ),
        "uttt.ai": _Notation(
            "X40O36",
            r"(?P<player>[XO])(?P<square>80|[1-7]\d|\d)(?!\d)",
            lambda m: int(m["square"]),
            lambda square, ply: f"{PLAYERS[ply % 2]}{square}",
            between="",
            alternates=True,
        ),
        "codingame": _Notation(
            "4 4",
            r"(?<!\d)([0-8])\s+([0-8])(?!\d)",
            lambda m: _square_on_grid(int(m[1]), int(m[2])),
            lambda square, _: format_codingame(square),
        ),
        "ultimattt": _Notation(
            "ee",
            r"(?<![a-z])([a-i])([a-i])(?![a-z])",
            lambda m: square_at(_LETTERS.index(m[1].lower()), _LETTERS.index(m[2].lower())),
            lambda square, _: _LETTERS[square // 9] + _LETTERS[square % 9],
        ),
        "compass": _Notation(
            "C/NW",
            rf"(?<![a-z/])({_POINTS})/({_POINTS})(?![a-z/])",
            lambda m: square_at(_COMPASS.index(m[1].upper()), _COMPASS.index(m[2].upper())),
            lambda square, _: f"{_COMPASS[square // 9]}/{_COMPASS[square % 9]}",
        ),
    }
)


def parse_moves(text: str, notation: str | None = None) -> tuple[int, ...]:
    """Read a list of moves in a notation, or in whichever one it fits.

    >>> parse_moves("55 51") == parse_moves("X40O36") == parse_moves("C/C C/NW")
    True
    """
    if not text.strip():
        return ()
    names = NOTATIONS if notation is None else (_known(notation),)
    readings = {name: NOTATIONS[name].parse(text) for name in names}
    fitting = {name: squares for name, squares in readings.items() if squares is not None}
    if len(set(fitting.values())) > 1:
        raise AmbiguousText(
            f"{quoted(text)} can be read as {' or as '.join(fitting)}: say which notation it is"
        )
    if not fitting:
        examples = ", ".join(f"{NOTATIONS[name].example} ({name})" for name in names)
        raise BadSyntax(f"{quoted(text)} is not a list of moves: expected {examples}")
    return next(iter(fitting.values()))


def format_moves(squares: Iterable[int], notation: str = "ninefold") -> str:
    """Write moves in a notation.

    >>> format_moves([40, 36], "ultimattt")
    'ee ea'
    """
    form = NOTATIONS[_known(notation)]
    return form.between.join(
        form.write(check_square(square), ply) for ply, square in enumerate(squares)
    )


def _known(notation: str) -> str:
    if notation not in NOTATIONS:
        raise BadSyntax(f"{quoted(notation)} is not a notation: expected {', '.join(NOTATIONS)}")
    return notation


# uttt.ai's positions: 81 squares, 9 boards, the side to move, the target and the result.

_DIGITS: Final = {".": "0", "X": "1", "O": "2", "-": "3"}
_OWNERS: Final = {digit: owner for owner, digit in _DIGITS.items()}


def format_uttt_ai(position: Position) -> str:
    """A position as uttt.ai's 93 digits, which know neither mode nor tie-break."""
    squares = "".join(_DIGITS[cell] for cell in position.cells)
    boards = "".join(_DIGITS[owner] for owner in position.owners)
    held = position.held_board
    outcome = position.outcome
    result = "0" if outcome is None else _DIGITS[outcome.winner or "-"]
    target = "9" if held is None else str(held)
    return f"{squares}{boards}{_DIGITS[position.turn]}{target}{result}"


def parse_uttt_ai(
    text: str, mode: str | Variant = "modern", *, tie_break: TieBreak | None = None
) -> Position:
    """Read uttt.ai's 93 digits as a position of a mode."""
    digits = text.strip()
    if not re.fullmatch(r"[0-2]{81}[0-3]{9}[12][0-9][0-3]", digits, re.ASCII):
        raise BadSyntax(
            f"{quoted(text)} is not a uttt.ai position: expected 93 digits, 81 squares (0-2), "
            "9 boards (0-3), side (1-2), target (0-9) and result (0-3)"
        )
    cells = "".join(_OWNERS[digit] for digit in digits[:81])
    owners = "".join(_OWNERS[digit] for digit in digits[81:90])
    position = _with_target(
        mode, cells, owners, PLAYERS[int(digits[90]) - 1], int(digits[91]), tie_break
    )
    if format_uttt_ai(position) != digits:
        raise ImpossiblePosition(
            [
                f"target {digits[91]} and result {digits[92]} do not follow from the squares "
                f"in {quoted(text)}"
            ]
        )
    return position


def _with_target(
    mode: str | Variant,
    cells: str,
    owners: str,
    turn: str,
    target: int,
    tie_break: TieBreak | None,
) -> Position:
    """Set up with a target; where any is allowed, with the first that sets the player free."""
    empty = set(cells) == {"."}
    candidates: tuple[int | None, ...] = (
        (target,) if target < 9 else (None,) if empty else tuple(NINE)
    )
    failure: ImpossiblePosition | None = None
    for candidate in candidates:
        try:
            position = set_up(
                mode,
                cells,
                owners=owners,
                turn=turn,  # type: ignore[arg-type]  # one of PLAYERS
                target=candidate,
                tie_break=tie_break,
            )
        except ImpossiblePosition as impossible:
            failure = failure or impossible
            continue
        if target < 9 or position.held_board is None:
            return position
    raise failure or ImpossiblePosition(["the player is said to be free, but every board holds"])
