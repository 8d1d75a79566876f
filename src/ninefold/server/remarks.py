"""Remarks: what a move does, in a few words that a person who lost the thread understands.

Everything is read off the rules, nothing is guessed: a remark is true or it is not made.
"""

from __future__ import annotations

from typing import Final

from ninefold.rules.position import Position
from ninefold.rules.squares import LINES, Player, cell_of, other
from ninefold.server.messages import Remark, RemarkCode

__all__ = ["remarks_on"]

_MOST: Final = 3
#: What is said, most telling first; ``{board}`` is counted from 1.
_TEXTS: Final[dict[RemarkCode, str]] = {
    "wins-game": "wins the game",
    "stops-game": "stops the opponent from winning the game in board {board}",
    "steals-board": "steals board {board}",
    "captures-board": "captures board {board}",
    "threatens-game": "threatens to win the game in board {board}",
    "stops-line": "stops a line in board {board}",
    "threatens-two-lines": "threatens two lines in board {board}",
    "threatens-board": "threatens to take board {board}",
    "only-move": "is the only legal move",
    "sends-to-full": "sends the opponent to board {board}, which is full: they may choose",
    "sends-to-captured": "sends the opponent to board {board}, which is taken: they may choose",
    "gives-free-choice": "gives the opponent a free choice",
    "sends-to-quiet": "sends the opponent to board {board}, where they can take nothing now",
    "allows-win": "lets the opponent win at once",
    "allows-capture": "lets the opponent take board {board} at once",
    "takes-centre": "takes the centre of board {board}",
}


def remarks_on(position: Position, square: int) -> list[Remark]:
    """The most telling things about a legal move, at most three.

    >>> from ninefold import Position
    >>> [remark.code for remark in remarks_on(Position.start(), 40)]
    ['sends-to-quiet', 'takes-centre']
    """
    found = {**_made(position, square), **_left_behind(position, square)}
    order = list(_TEXTS)
    codes = sorted(found, key=order.index)[:_MOST]
    return [
        Remark(code=code, board=found[code], text=_TEXTS[code].format(board=(found[code] or 0) + 1))
        for code in codes
    ]


def _made(position: Position, square: int) -> dict[RemarkCode, int | None]:
    """What the move makes on the board it is played in."""
    after = position.play(square)
    me, board, cell = position.turn, square // 9, cell_of(square)
    found: dict[RemarkCode, int | None] = {}
    if after.outcome is not None and after.outcome.winner == me:
        return {"wins-game": None}
    taken = after.owners[board] == me != position.owners[board]
    if taken:
        stolen = position.owners[board] == other(me)
        found["steals-board" if stolen else "captures-board"] = board
    elif _takeable(position, board, me):
        found.update(_threats(after, board, cell, me))
    if _takeable(position, board, other(me)) and _completes(position, board, cell, other(me)):
        wins = _line_for(position.owners, board, other(me))
        found["stops-game" if wins else "stops-line"] = board
    if len(position.legal_moves) == 1:
        found["only-move"] = None
    elif cell == 4 and not taken:
        found["takes-centre"] = board
    return found


def _threats(after: Position, board: int, cell: int, me: Player) -> dict[RemarkCode, int | None]:
    """The lines through the new mark that lack one cell."""
    cells = after.board(board)
    open_lines = sum(
        sorted(cells[place] for place in line) == sorted([me, me, "."])
        for line in LINES
        if cell in line
    )
    if not open_lines:
        return {}
    if _line_for(after.owners, board, me):
        return {"threatens-game": board}
    return {"threatens-two-lines" if open_lines > 1 else "threatens-board": board}


def _left_behind(position: Position, square: int) -> dict[RemarkCode, int | None]:
    """What the move leaves the opponent to do."""
    after = position.play(square)
    if after.outcome is not None:
        return {}
    target = cell_of(square)
    found: dict[RemarkCode, int | None] = {}
    if after.free:
        full = "." not in after.board(target)
        captured = after.owners[target] in "XO"
        code: RemarkCode = "sends-to-full" if full else "gives-free-choice"
        found["sends-to-captured" if captured and not full else code] = target
    gains = [reply for reply in after.legal_moves if _captures(after, reply)]
    if any(_wins(after, reply) for reply in gains):
        found["allows-win"] = None
    elif gains and not after.free:
        found["allows-capture"] = gains[0] // 9
    elif not after.free:
        found["sends-to-quiet"] = target
    return found


def _takeable(position: Position, board: int, player: Player) -> bool:
    """Whether a player may still come to own a board by a line in it."""
    owner = position.owners[board]
    if position.variant.ownership == "latest":
        return owner != player
    return owner == "."


def _completes(position: Position, board: int, cell: int, player: Player) -> bool:
    """Whether a player's mark in a cell would make a line there."""
    cells = position.board(board)
    return any(
        all(cells[place] == player for place in line if place != cell)
        for line in LINES
        if cell in line
    )


def _line_for(owners: str, board: int, player: Player) -> bool:
    """Whether a board would give its new owner three in line."""
    return any(
        all(owners[place] == player for place in line if place != board)
        for line in LINES
        if board in line
    )


def _captures(position: Position, move: int) -> bool:
    board = move // 9
    after = position.play(move)
    return after.owners[board] == position.turn != position.owners[board] or _wins(position, move)


def _wins(position: Position, move: int) -> bool:
    outcome = position.play(move).outcome
    return outcome is not None and outcome.winner == position.turn
