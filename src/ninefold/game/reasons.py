"""Reasons: why a move is worse than another one, as codes; ``ninefold.words`` says them.

>>> from ninefold.rules.position import replay
>>> [*reasons_for(replay(Position.start(), "12 21 13 31")[-1], 3, better=0)]
[Reason(code='misses-capture', board=0)]
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, get_args

from ninefold.engine.core.remarks import reason_bits
from ninefold.rules.position import Position
from ninefold.rules.squares import board_of, cell_of

__all__ = ["REASON_CODES", "Reason", "ReasonCode", "reasons_for"]

ReasonCode = Literal[
    "lets-win",
    "misses-win",
    "lets-steal",
    "lets-capture",
    "misses-steal",
    "misses-capture",
    "misses-block",
    "lets-threaten",
    "gives-free-move",
    "sends-badly",
]
#: Every reason there is, most telling first: the order of the core's bits (``core/remarks.c``).
REASON_CODES: Final[tuple[ReasonCode, ...]] = get_args(ReasonCode)


class Reason(NamedTuple):
    """Something that makes a move worse than another, and the board that it is about."""

    code: ReasonCode
    board: int


def reasons_for(
    position: Position, square: int, *, better: int, answer: int | None = None
) -> tuple[Reason, ...]:
    """Why a move is worse than a ``better`` one, most telling first; there may be nothing to say.

    ``answer`` is the opponent's best reply to it. ``lets-…`` tell what the reply does: wins the
    game, takes a board over, captures one, threatens to win. ``misses-…`` tell what the better move
    would have done. ``gives-free-move``: and the better one does not. ``sends-badly``: the two
    differ only in where they send.
    """
    position.play(square)  # an illegal move is refused there
    found = reason_bits(position, square, better, answer)
    codes = (code for n, code in enumerate(REASON_CODES) if found >> n & 1)
    return tuple(Reason(code, _board(code, square, better, answer)) for code in codes)


def _board(code: ReasonCode, square: int, better: int, answer: int | None) -> int:
    if code.startswith("misses-"):
        return board_of(better)
    if code.startswith("lets-") and answer is not None:
        return board_of(answer)
    return cell_of(square)
