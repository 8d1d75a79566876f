"""The paper board: a position in plain characters, at most 79 columns wide.

The nine boards stand as one would draw them on paper, each under its number. What surrounds the
number tells how the board stands:

    captured by X                            XXX board 1 XXX
    captured by O                            OOO board 1 OOO
    dead: full, and nobody's                 --- board 1 ---
    the player must, or may, play here now   >>> board 1 <<<
    the same in a captured board             >XX board 1 XX<
    part of the line that won the game       *X* board 1 *X*
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from ninefold.rules.position import Outcome, Position
from ninefold.rules.squares import NINE, PLAYERS, square_at

__all__ = ["describe", "draw_text"]

_MARGIN: Final = "  "
_BOARD_WIDTH: Final = 18
_CELL_WIDTH: Final = 4
_RULE: Final = "|".join(["_" * _BOARD_WIDTH] * 3)


def draw_text(
    position: Position,
    *,
    last_move: int | None = None,
    show_legal: bool = False,
    caption: bool = True,
) -> str:
    """Draw the board in plain ASCII, with a line below that says how the game stands.

    The last move stands in brackets when it is given; ``show_legal`` writes its cell's number
    into every square that may be played now.

    >>> drawing = draw_text(Position.start().play("13"), last_move=2)
    >>> drawing.splitlines()[1]
    '      |    |(X)   |      |    |      |      |    |'
    """
    lines: list[str] = []
    for row in range(3):
        blocks = [_block(position, 3 * row + n, last_move, show_legal) for n in range(3)]
        lines += ["|".join(parts).rstrip() for parts in zip(*blocks, strict=True)]
        if row < 2:
            lines.append(_RULE)
    if caption:
        lines += ["", describe(position)]
    return "\n".join(lines)


def describe(position: Position) -> str:
    """Say in one sentence whose move it is and where, or how the game ended.

    >>> describe(Position.start().play("13"))
    'Modern: O to move in board 3.'
    """
    outcome = position.outcome
    state = _state(position) if outcome is None else _ending(position, outcome)
    return f"{position.variant.name.capitalize()}: {state}."


def _ending(position: Position, outcome: Outcome) -> str:
    if outcome.winner is None:
        return "the game is drawn"
    if outcome.reason == "line":
        return f"{outcome.winner} wins with the line of boards {_listed(outcome.boards)}"
    own, others = sorted(map(position.owners.count, PLAYERS), reverse=True)
    return f"{outcome.winner} wins by owning more boards, {own} to {others}"


def _state(position: Position) -> str:
    turn, playable = position.turn, position.open_boards
    if not position.free:
        return f"{turn} to move in board {_listed(playable)}"
    if len(playable) == len(NINE):
        return f"{turn} to move in any board"
    where = "any of the boards" if len(playable) > 1 else "board"
    return f"{turn} has a free move in {where} {_listed(playable)}"


def _listed(boards: Iterable[int]) -> str:
    return ", ".join(str(board + 1) for board in sorted(boards))


def _block(position: Position, board: int, last_move: int | None, show_legal: bool) -> list[str]:
    """One board as seven lines of equal width: its header, and two lines to each row of cells."""
    marks = position.board(board)
    legal = position.legal_moves if show_legal else ()
    cells = []
    for cell, mark in enumerate(marks):
        square = square_at(board, cell)
        shown = str(cell + 1) if square in legal else mark.replace(".", " ")
        cells.append(f"({shown}) " if square == last_move else f" {shown}  ")
    lines = [_header(position, board)]
    for row in range(3):
        lines.append("|".join(cells[3 * row : 3 * row + 3]))
        lines.append("|".join([("_" if row < 2 else " ") * _CELL_WIDTH] * 3))
    return [f"{_MARGIN}{line}".ljust(_BOARD_WIDTH) for line in lines]


def _header(position: Position, board: int) -> str:
    """The board's number between signs that say how it stands."""
    owner = position.owners[board].replace(".", " ")
    if position.outcome is not None and board in position.outcome.boards:
        left = right = f"*{owner}*"
    elif board in position.open_boards and position.ply > 0:
        # At the start arrows around all nine boards would point nowhere.
        left, right = (">>>", "<<<") if owner == " " else (f">{owner}{owner}", f"{owner}{owner}<")
    else:
        left = right = owner * 3
    return f"{left} board {board + 1} {right}"
