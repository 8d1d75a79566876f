"""One key for a position and its mirror images, as books and the explorer find positions by it."""

from __future__ import annotations

from typing import Final, NamedTuple

from ninefold.engine.core.library import ffi, lib
from ninefold.engine.core.position import native
from ninefold.rules.position import Position

__all__ = ["Canonical", "canonical"]

_SIGN: Final = 1 << 63


class Canonical(NamedTuple):
    """The key that all images of a position share, and what each square is in the one kept.

    The key is a signed number of 64 bits, as databases have them. Squares that symmetries of the
    position carry into each other have the same image.
    """

    key: int
    images: bytes


def canonical(position: Position) -> Canonical:
    """A position up to symmetry.

    >>> one, other = (canonical(Position.start().play(move)) for move in ("11", "99"))
    >>> one.key == other.key, len(set(canonical(Position.start()).images))
    (True, 15)
    """
    images = ffi.new("uint8_t[]", lib.NF_SQUARES)
    key = int(lib.nf_canonical(native(position), images))
    return Canonical(key - 2 * _SIGN if key >= _SIGN else key, bytes(images))
