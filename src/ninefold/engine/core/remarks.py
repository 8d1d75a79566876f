"""What a move does, as bits that ``core/remarks.c`` works out."""

from __future__ import annotations

from ninefold.engine.core.library import lib
from ninefold.engine.core.position import native
from ninefold.rules.position import Position

__all__ = ["remark_bits"]


def remark_bits(position: Position, square: int) -> int:
    """What a legal move does: a bit for each ``NF_SAY_...``, most telling first."""
    return int(lib.nf_remarks(native(position), square))
