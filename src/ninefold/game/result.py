"""Result: who won a game and how it ended; the same words on the wire, on disk and on screens.

>>> Result("X", "resignation").letter
'X'
>>> Result.read("O", "resigned")
Result(winner='O', ending='resignation')
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, get_args

from ninefold.rules.errors import BadInput, quoted
from ninefold.rules.position import Outcome
from ninefold.rules.record import Result as Letter
from ninefold.rules.squares import Player

__all__ = ["ENDINGS", "Ending", "Letter", "Result", "read_ending"]

#: On the board; by a player's word; because somebody left; by an umpire; before it began. A record
#: from elsewhere may not say: ``unknown``.
Ending = Literal[
    "line",
    "tie-break",
    "draw",
    "resignation",
    "time",
    "agreement",
    "abandoned",
    "proven",
    "crash",
    "illegal",
    "error",
    "aborted",
    "expired",
    "unknown",
]
ENDINGS: Final[tuple[Ending, ...]] = get_args(Ending)

_ON_THE_BOARD: Final = frozenset(("line", "tie-break", "draw"))
_DRAWN: Final = frozenset(("draw", "agreement"))
_CALLED_OFF: Final = frozenset(("aborted", "expired"))
_EITHER: Final = frozenset(("abandoned", "unknown"))
#: What earlier versions wrote into records and logs.
_OLD_SPELLINGS: Final[dict[str, Ending]] = {
    "resign": "resignation",
    "resigned": "resignation",
    "agreed": "agreement",
    "abort": "aborted",
}


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended: the winner, if there is one, and by what."""

    winner: Player | None
    ending: Ending

    def __post_init__(self) -> None:
        if not _fits(self.winner, self.ending):
            raise BadInput(
                f"a game with winner {quoted(self.winner)} cannot end by {quoted(self.ending)}: "
                f"expected one of {', '.join(e for e in ENDINGS if _fits(self.winner, e))}"
            )

    @classmethod
    def of(cls, outcome: Outcome) -> Result:
        """What the board decided."""
        return cls(outcome.winner, outcome.reason)

    @classmethod
    def read(cls, letter: Letter, tag: str = "") -> Result | None:
        """What a record tells of a game that its board leaves open; ``None`` if it may go on.

        A tag that is missing, or that cannot be true of such a game, says nothing.

        >>> Result.read("=", "resigned")
        Result(winner=None, ending='unknown')
        """
        ending = read_ending(tag)
        if letter == "*":
            return cls(None, ending) if ending in _CALLED_OFF else None
        winner: Player | None = None if letter == "=" else letter
        fits = _fits(winner, ending) and ending not in _ON_THE_BOARD | _CALLED_OFF
        return cls(winner, ending if fits else "unknown")

    @property
    def letter(self) -> Letter:
        """As a record says it: X or O has won, ``=`` is a draw, and ``*`` had no result."""
        return "*" if self.ending in _CALLED_OFF else self.winner or "="

    @property
    def on_the_board(self) -> bool:
        """Whether the position itself ends the game."""
        return self.ending in _ON_THE_BOARD


def read_ending(text: str) -> Ending:
    """The ending that a text names, in today's spelling or an older one.

    >>> read_ending("agreed"), read_ending("sudden rain")
    ('agreement', 'unknown')
    """
    word = text.strip().lower()
    if word in ENDINGS:
        return word
    return _OLD_SPELLINGS.get(word, "unknown")


def _fits(winner: Player | None, ending: str) -> bool:
    if ending in _EITHER:
        return True
    return ending in ENDINGS and (winner is None) == (ending in _DRAWN | _CALLED_OFF)
