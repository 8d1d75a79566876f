"""Reasons: what a move does, as words that a screen can put into sentences.

>>> sorted(reasons(Position.start(), 40))
['sends-to-same-board']
"""

from __future__ import annotations

from typing import Final, Literal, get_args

from ninefold.rules.position import Position
from ninefold.rules.squares import LINE_MASKS, NINE, Player, bits, board_of, cell_of, other

__all__ = ["REASONS", "Reason", "reasons"]

Reason = Literal[
    "wins-game",
    "ends-game",
    "captures-board",
    "steals-board",
    "blocks-capture",
    "threatens-game",
    "threatens-board",
    "threatens-two-lines",
    "gives-free-move",
    "sends-to-same-board",
    "allows-capture",
    "allows-win",
]
#: Every reason there is, most telling first.
REASONS: Final[tuple[Reason, ...]] = get_args(Reason)


def reasons(position: Position, square: int) -> tuple[Reason, ...]:
    """What a legal move does, most telling first; empty when there is nothing to say.

    ``blocks-capture``: the opponent could have captured the board by playing there. ``threatens-
    board``: the mover could capture the board next; ``threatens-two-lines``: in two ways at once.
    ``threatens-game``: one more board would win. ``allows-capture`` and ``allows-win``: the
    opponent may do so at once.
    """
    after = position.play(square)  # an illegal move is refused there
    found = {*_about_boards(position, after, square), *_about_replies(after, square)}
    return tuple(reason for reason in REASONS if reason in found)


def _about_boards(position: Position, after: Position, square: int) -> set[Reason]:
    me, board, found = position.turn, board_of(square), set[Reason]()
    if after.outcome is not None:
        found.add("wins-game" if after.outcome.winner == me else "ends-game")
    before, now = position.owners[board], after.owners[board]
    if now == me != before:
        found.add("steals-board" if before == other(me) else "captures-board")
        if _completing(_owned(after, me)) & ~_owned(after, me) & _winnable(after, me):
            found.add("threatens-game")
    elif after.outcome is None:
        found |= _local(position, after, square)
    return found


def _local(position: Position, after: Position, square: int) -> set[Reason]:
    me, board, cell = position.turn, board_of(square), cell_of(square)
    found = set[Reason]()
    if _capturing_cells(position, board, other(me)) >> cell & 1:
        found.add("blocks-capture")
    new = _capturing_cells(after, board, me) & ~_capturing_cells(position, board, me)
    if new:
        found.add("threatens-board")
    if new and _capturing_cells(after, board, me).bit_count() > 1:
        found.add("threatens-two-lines")
    return found


def _about_replies(after: Position, square: int) -> set[Reason]:
    found = set[Reason]()
    if after.outcome is not None:
        return found
    if after.free:
        found.add("gives-free-move")
    elif cell_of(square) == board_of(square):
        found.add("sends-to-same-board")
    enemy = after.turn
    for reply in after.legal_moves:
        if not _capturing_cells(after, board_of(reply), enemy) >> cell_of(reply) & 1:
            continue
        found.add("allows-capture")
        end = after.play(reply).outcome
        if end is not None and end.winner == enemy:
            found.add("allows-win")
    return found


def _owned(position: Position, player: Player) -> int:
    return sum(1 << board for board in NINE if position.owners[board] == player)


def _completing(mask: int) -> int:
    """The members that would make a line with two of the mask."""
    return sum(
        1 << n
        for n in NINE
        if any(line >> n & 1 and (mask & line & ~(1 << n)).bit_count() == 2 for line in LINE_MASKS)
    )


def _winnable(position: Position, player: Player) -> int:
    """The boards that a player may still capture, as far as ownership goes."""
    latest = position.variant.ownership == "latest"
    open_to = "." + (other(player) if latest else "")
    return sum(
        1 << board
        for board in NINE
        if position.owners[board] in open_to and "." in position.board(board)
    )


def _capturing_cells(position: Position, board: int, player: Player) -> int:
    """The empty cells of a board by which a player would capture it."""
    if not _winnable(position, player) >> board & 1:
        return 0
    cells = position.board(board)
    mine = sum(1 << cell for cell in NINE if cells[cell] == player)
    empty = sum(1 << cell for cell in NINE if cells[cell] == ".")
    return sum(1 << cell for cell in bits(_completing(mine) & empty))
