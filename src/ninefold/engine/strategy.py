"""The win from the centre: X's proven win where a target holds until it is full.

Bertholon, Géraud-Stewart, Kugelmann, Lenoir and Naccache found it for Classic (arXiv 2006.02353).
X takes 55. While O is held in board 5, X answers in the centre of whatever board it is sent to,
which sends O back. At the end O has eight marks in board 5, X has seven centres and stands in the
last untouched board k. From then on X plays only the cell k, the cell opposite, or a cell that
captures, and wins by move 43: a search over so few moves settles every position in an instant.

Which modes it works in is not written down but found out: the search says for each k whether X
wins from there, and the strategy speaks only where every k that O can still choose is won.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from ninefold.engine.goal import Cells, Goal
from ninefold.engine.prover import Prover
from ninefold.rules.position import Position
from ninefold.rules.squares import NINE, square_at, transform_square
from ninefold.rules.variants import Variant

__all__ = ["WON_BY", "CentreWin", "Win"]

#: The move by which X has won at the latest.
WON_BY: Final = 43

_CENTRE: Final = 4
_AROUND: Final = frozenset(NINE) - {_CENTRE}
_PAIRS: Final = ((0, 8), (1, 7), (2, 6), (3, 5))
_ENOUGH: Final = 100_000  # nodes: the hardest question of the strategy takes a quarter of it
_ALONE: Final = "....X...."


@dataclass(frozen=True, slots=True)
class Win:
    """A move that wins against every defence, and the move of the game by which it has won."""

    move: int
    by: int


class CentreWin:
    """Finds the win from the centre wherever it stands; remembers what it has worked out.

    >>> with CentreWin() as strategy:
    ...     strategy.find(Position.start("classic"))
    Win(move=40, by=43)
    """

    def __init__(self, memory: int = 8) -> None:
        self._prover = Prover(memory)
        self._last_boards_won: dict[Position, bool] = {}

    def find(self, position: Position) -> Win | None:
        """The move for X that keeps the win, or ``None`` where the win does not stand."""
        if not _applies(position):
            return None
        if position.ply == 0 or _in_first_phase(position):
            boards = _boards_to_come(position)
            move = square_at(_CENTRE if position.target is None else position.target, _CENTRE)
            won = all(self._won_from(position.variant, board) for board in boards)
            return Win(move, WON_BY) if won else None
        return self._find_in_second_phase(position) if _in_second_phase(position) else None

    @property
    def nodes(self) -> int:
        """Positions looked at so far."""
        return self._prover.nodes

    def close(self) -> None:
        """Give the memory back; safe to call twice."""
        self._prover.close()

    def __enter__(self) -> CentreWin:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _find_in_second_phase(self, position: Position) -> Win | None:
        """Answer for the canonical image and turn the answer back: all images get the same one."""
        image = position.canonical()
        win = self._search(image)
        if win is None:
            return None
        back = next(turn for turn in range(8) if image.transform(turn) == position)
        return replace(win, move=transform_square(win.move, back))

    def _won_from(self, variant: Variant, board: int) -> bool:
        """Whether X wins when this board is the last that O sends X to."""
        last = _last_board(variant, board).canonical()
        if last not in self._last_boards_won:
            self._last_boards_won[last] = bool(self._standing(last))
        return self._last_boards_won[last]

    def _search(self, position: Position) -> Win | None:
        """The quickest win in the strategy's second phase."""
        standing = self._standing(position)
        for by in range(position.ply + 1, WON_BY + 1, 2):
            for goal in standing:
                move = self._prove(position, goal, by)
                if move is not None:
                    return Win(move, by)
        return None

    def _standing(self, position: Position) -> list[Goal]:
        """The sets of cells with which X wins in time."""
        goals = (Goal("X", cells=Cells(frozenset(pair), captures=True)) for pair in _PAIRS)
        return [goal for goal in goals if self._prove(position, goal, WON_BY) is not None]

    def _prove(self, position: Position, goal: Goal, by: int) -> int | None:
        return self._prover.prove(position, replace(goal, by=by), nodes=_ENOUGH).move


def _applies(position: Position) -> bool:
    """Whether the strategy has anything to say: X to move, early enough, and O can be held."""
    held = position.variant.release == "full"
    return held and position.outcome is None and position.turn == "X" and position.ply < WON_BY


def _boards_to_come(position: Position) -> frozenset[int]:
    """The boards that O can still make the last one."""
    return frozenset(cell for cell in _AROUND if position.board(_CENTRE)[cell] == ".")


def _in_first_phase(position: Position) -> bool:
    """Whether X holds the centres of the boards it was sent to, and O is not done with board 5."""
    sent = frozenset(cell for cell in NINE if position.board(_CENTRE)[cell] == "O")
    if position.board(_CENTRE)[_CENTRE] != "X" or position.target not in sent or sent == _AROUND:
        return False
    return sent | _boards_to_come(position) == _AROUND and all(
        position.board(board) == (_ALONE if board in sent - {position.target} else "." * 9)
        for board in _AROUND
    )


def _in_second_phase(position: Position) -> bool:
    """Whether board 5 is full with X's one mark, and X holds all other centres but one at most."""
    centres = sum(position.board(board)[_CENTRE] == "X" for board in NINE)
    return position.board(_CENTRE) == "OOOOXOOOO" and centres >= len(_AROUND)


def _last_board(variant: Variant, last: int) -> Position:
    """The position with X to move in the last untouched board."""
    position = Position.start(variant).play(square_at(_CENTRE, _CENTRE))
    for board in _first_boards(last):
        position = position.play(square_at(_CENTRE, board)).play(square_at(board, _CENTRE))
    return position.play(square_at(_CENTRE, last))


def _first_boards(last: int) -> Iterator[int]:
    return (board for board in NINE if board not in (_CENTRE, last))
