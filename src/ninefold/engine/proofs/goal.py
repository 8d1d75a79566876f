"""Goal: what a proof is to show: who reaches what, by when, and with which moves.

>>> Goal("X", by=43, cells=parse_cells("19 captures"))
Goal(player='X', at_least='win', by=43, cells=Cells(among=frozenset({0, 8}), captures=True))
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Final, Literal

from ninefold.engine.engine import require_kind
from ninefold.rules.errors import BadInput, BadSyntax, quoted
from ninefold.rules.squares import NINE, PLAYERS, Player

__all__ = ["EVERY_CELL", "LAST_MOVE", "Cells", "Goal", "parse_cells"]

AtLeast = Literal["win", "draw"]
LAST_MOVE: Final = 81
_WORDS: Final = ("captures", "blocks", "else-any")


@dataclass(frozen=True, slots=True, repr=False)
class Cells:
    """The moves that the player looks at: these cells on any board, and those that do something.

    ``captures``: cells that capture a board. ``blocks``: cells that stop a capture. ``else_any``:
    any cell of a board that holds the player and has none of the above.
    """

    among: frozenset[int] = frozenset(NINE)
    captures: bool = False
    blocks: bool = False
    else_any: bool = False

    def __post_init__(self) -> None:
        require_kind(self.among, frozenset)
        if not self.among <= frozenset(NINE):
            raise BadInput(f"cells are {quoted(self.among)}: expected numbers from 0 to 8")

    @property
    def everything(self) -> bool:
        """Whether nothing is left out."""
        return len(self.among) == len(NINE)

    def __str__(self) -> str:
        digits = "".join(str(cell + 1) for cell in sorted(self.among))
        flags = (self.captures, self.blocks, self.else_any)
        words = (word for word, given in zip(_WORDS, flags, strict=True) if given)
        return " ".join(filter(None, (digits, *words)))

    def __repr__(self) -> str:
        given = (f"{f.name}={value!r}" for f in fields(self) if (value := getattr(self, f.name)))
        return f"Cells({', '.join(given)})"


EVERY_CELL: Final = Cells()


@dataclass(frozen=True, slots=True)
class Goal:
    """A player at least wins, or at least draws, by a move counted from the start of the game."""

    player: Player
    at_least: AtLeast = "win"
    by: int = LAST_MOVE
    cells: Cells = EVERY_CELL

    def __post_init__(self) -> None:
        if self.player not in PLAYERS:
            raise BadInput(f"the player is {quoted(self.player)}: expected X or O")
        if self.at_least not in ("win", "draw"):
            raise BadInput(f"the goal is {quoted(self.at_least)}: expected win or draw")
        if type(self.by) is not int or not 1 <= self.by <= LAST_MOVE:
            raise BadInput(f"by is {quoted(self.by)}: expected a move from 1 to {LAST_MOVE}")
        require_kind(self.cells, Cells)

    def __str__(self) -> str:
        held = "does not lose" if self.by == LAST_MOVE else "ends the game without losing it"
        aim = "wins" if self.at_least == "win" else held
        by = "" if self.by == LAST_MOVE else f" by move {self.by}"
        cells = "" if self.cells.everything else f" with cells {self.cells}"
        return f"{self.player} {aim}{by}{cells}"


def parse_cells(text: str) -> Cells:
    """Read a restriction: digits of cells, then any of ``captures``, ``blocks``, ``else-any``.

    >>> str(parse_cells("91 captures"))
    '19 captures'
    """
    digits, *words = text.lower().replace(",", " ").split() or [""]
    if digits and not (digits.isascii() and digits.isdigit()):
        digits, words = "", [digits, *words]
    if not text.strip() or "0" in digits or not set(words) <= set(_WORDS):
        raise BadSyntax(
            f"{quoted(text)} is not a restriction: expected the digits of the cells and any of "
            f"{', '.join(_WORDS)}, such as '19 captures'"
        )
    among = frozenset(int(digit) - 1 for digit in digits)
    return Cells(among, *(word in words for word in _WORDS))
