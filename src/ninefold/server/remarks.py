"""Remarks: what a move does, in a few words that a person who lost the thread understands.

The engine's reasons say what is true of a move; here each gets its board and its sentence, and what
they leave open: where the move sends the opponent, and what waits for them there.
"""

from __future__ import annotations

from typing import Final

from ninefold.engine.reasons import Reason, reasons
from ninefold.rules.position import Position
from ninefold.rules.squares import LINES, board_of, cell_of, other
from ninefold.server.messages import Remark, RemarkCode

__all__ = ["remarks_on"]

_MOST: Final = 3
#: What is said, most telling first; ``{board}`` is counted from 1.
_TEXTS: Final[dict[RemarkCode, str]] = {
    "wins-game": "wins the game",
    "stops-game": "stops the opponent from winning the game in board {board}",
    "steals-board": "steals board {board}",
    "captures-board": "captures board {board}",
    "threatens-game": "threatens to win the game",
    "stops-line": "stops a line in board {board}",
    "threatens-two-lines": "threatens two lines in board {board}",
    "threatens-board": "threatens to take board {board}",
    "only-move": "is the only legal move",
    "sends-to-full": "sends the opponent to board {board}, which is full: they may choose",
    "sends-to-captured": "sends the opponent to board {board}, which is taken: they may choose",
    "gives-free-choice": "gives the opponent a free choice",
    "sends-to-quiet": "sends the opponent to board {board}, where they can take nothing now",
    "allows-win": "lets the opponent win at once",
    "allows-capture": "lets the opponent take a board at once",
    "takes-centre": "takes the centre of board {board}",
}
_ORDER: Final = list(_TEXTS)
#: What the engine's reasons are called here; the others say nothing to a newcomer.
_CODES: Final[dict[Reason, RemarkCode]] = {
    "wins-game": "wins-game",
    "captures-board": "captures-board",
    "steals-board": "steals-board",
    "blocks-capture": "stops-line",
    "threatens-game": "threatens-game",
    "threatens-board": "threatens-board",
    "threatens-two-lines": "threatens-two-lines",
    "gives-free-move": "gives-free-choice",
    "allows-capture": "allows-capture",
    "allows-win": "allows-win",
}


def remarks_on(position: Position, square: int) -> list[Remark]:
    """The most telling things about a legal move, at most three.

    >>> from ninefold import Position
    >>> [remark.code for remark in remarks_on(Position.start(), 40)]
    ['sends-to-quiet', 'takes-centre']
    """
    found = {_CODES[reason] for reason in reasons(position, square) if reason in _CODES}
    if "wins-game" in found:
        return [_remark("wins-game", square)]
    if "stops-line" in found and _would_win(position, board_of(square)):
        found = found - {"stops-line"} | {"stops-game"}
    if "gives-free-choice" in found:
        found = found - {"gives-free-choice"} | {_why_free(position.play(square), cell_of(square))}
    elif not found & {"allows-capture", "allows-win"}:
        found.add("sends-to-quiet")
    if "threatens-two-lines" in found:
        found.discard("threatens-board")  # said already, and better
    if len(position.legal_moves) == 1:
        found.add("only-move")
    if cell_of(square) == 4 and not found & {"captures-board", "steals-board"}:
        found.add("takes-centre")
    return [_remark(code, square) for code in sorted(found, key=_ORDER.index)[:_MOST]]


def _remark(code: RemarkCode, square: int) -> Remark:
    about_target = code.startswith("sends-to")
    board = cell_of(square) if about_target else board_of(square)
    told = "{board}" in _TEXTS[code]
    return Remark(code, board if told else None, _TEXTS[code].format(board=board + 1))


def _would_win(position: Position, board: int) -> bool:
    """Whether the opponent would win the game by taking a board."""
    opponent, owners = other(position.turn), position.owners
    return any(
        all(owners[place] == opponent for place in line if place != board)
        for line in LINES
        if board in line
    )


def _why_free(after: Position, target: int) -> RemarkCode:
    """Why the board that a move points at holds nobody."""
    if "." not in after.board(target):
        return "sends-to-full"
    return "sends-to-captured" if after.owners[target] in "XO" else "gives-free-choice"
