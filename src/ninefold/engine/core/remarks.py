"""What a move does, and why it is worse than another, as bits that ``core/remarks.c`` works out."""

from __future__ import annotations

from ninefold.engine.core.library import lib
from ninefold.engine.core.position import native
from ninefold.rules.position import Position

__all__ = ["reason_bits", "remark_bits"]


def remark_bits(position: Position, square: int) -> int:
    """What a legal move does: a bit for each ``NF_SAY_...``, most telling first."""
    return int(lib.nf_remarks(native(position), square))


def reason_bits(position: Position, square: int, better: int, answer: int | None) -> int:
    """Why a legal move is worse than another: a bit for each ``NF_WHY_...``, most telling first."""
    answered = lib.NF_SQUARES if answer is None else answer
    return int(lib.nf_reasons(native(position), square, better, answered))
