"""Remarks: what a move does, as codes; ``ninefold.words`` says them.

>>> [remark.code for remark in remarks_on(Position.start(), 40)]
['sends-to-quiet', 'sends-back', 'takes-centre']
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, get_args

from ninefold.engine.core.remarks import remark_bits
from ninefold.rules.position import Position
from ninefold.rules.squares import board_of, cell_of

__all__ = ["OF_NO_BOARD", "REMARK_CODES", "Remark", "RemarkCode", "remarks_on"]

RemarkCode = Literal[
    "wins-game",
    "stops-game",
    "steals-board",
    "captures-board",
    "threatens-game",
    "stops-line",
    "threatens-two-lines",
    "threatens-board",
    "only-move",
    "sends-to-full",
    "sends-to-captured",
    "gives-free-choice",
    "sends-to-quiet",
    "sends-back",
    "allows-win",
    "allows-capture",
    "takes-centre",
]
#: Every remark there is, most telling first: the order of the core's bits (``core/remarks.c``).
REMARK_CODES: Final[tuple[RemarkCode, ...]] = get_args(RemarkCode)
#: Those that are about no board in particular.
OF_NO_BOARD: Final = frozenset(
    (
        *("wins-game", "threatens-game", "only-move", "gives-free-choice"),
        *("allows-win", "allows-capture"),
    )
)


class Remark(NamedTuple):
    """Something worth saying about a move, and the board that it is about, if there is one."""

    code: RemarkCode
    board: int | None


def remarks_on(position: Position, square: int) -> tuple[Remark, ...]:
    """What a legal move does, most telling first.

    ``stops-line``: the opponent could have captured the board by playing there; ``stops-game``: and
    so won. ``threatens-board``: the mover could capture the board next; ``threatens-two-lines``: in
    two ways at once. ``threatens-game``: one more board would win. ``sends-to-quiet``: the opponent
    is held in a board where nothing can be captured now; ``sends-back``: in the one just played in.
    ``allows-capture`` and ``allows-win``: the opponent may do so at once.
    """
    position.play(square)  # an illegal move is refused there
    found = remark_bits(position, square)
    codes = (code for n, code in enumerate(REMARK_CODES) if found >> n & 1)
    return tuple(_remark(code, square) for code in codes)


def _remark(code: RemarkCode, square: int) -> Remark:
    if code in OF_NO_BOARD:
        return Remark(code, None)
    return Remark(code, cell_of(square) if code.startswith("sends-") else board_of(square))
