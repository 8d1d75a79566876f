"""The opening book: its file, and the moves that the core finds in it.

A file says what it is: 32 bytes of little-endian fields (``nf_book_header`` in the core's
``ninefold.h``), eight bytes a move, and a description in UTF-8.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from ninefold.engine.core.library import ffi, lib
from ninefold.engine.core.position import native
from ninefold.engine.score import PROVEN, Proven
from ninefold.rules.errors import BadInput
from ninefold.rules.position import Position

__all__ = ["MAGIC", "MOST_MOVES", "BadBook", "Book", "BookMove", "encode_book", "entry_of"]

_HEADER: Final = struct.Struct("<8sIIIIII")
_CHECKSUM_AT: Final = 24
MAGIC: Final = b"NINEBOOK"
_FORMAT: Final = 1
#: That a position can have in a book.
MOST_MOVES: Final[int] = lib.NF_BOOK_MOVES


class BadBook(BadInput):
    """A file that is not an opening book, is damaged, or is for something else."""


class BookMove(NamedTuple):
    """A move of the book, and the percent of the point that whoever plays it can expect."""

    square: int
    percent: int
    proven: Proven | None = None


def entry_of(position: Position, move: BookMove) -> int:
    """A move of a position as the file has it: the same number for all images of the two."""
    given = ffi.new("nf_book_move *", (move.square, move.percent, PROVEN.index(move.proven)))
    return int(lib.nf_book_entry(native(position), given))


def encode_book(axes: int, entries: Iterable[int], description: str = "") -> bytes:
    """The bytes of a file of these entries."""
    told, numbers = description.encode(), sorted(set(entries))
    rest = struct.pack(f"<I{len(numbers)}Q", 0, *numbers) + told
    fields = (MAGIC, _FORMAT, axes, len(numbers), len(told), 0, 0)
    head = _HEADER.pack(*fields)[:_CHECKSUM_AT]
    return head + struct.pack("<I", zlib.crc32(rest, zlib.crc32(head))) + rest


def _refuse(data: bytes, name: str) -> None:
    """Say what is wrong with a file that the core refuses."""
    verdict = lib.nf_book_check(ffi.from_buffer(data), len(data))
    if verdict == lib.NF_BOOK_FITS:
        return
    version = struct.unpack_from("<I", data, len(MAGIC))[0] if len(data) >= 12 else 0
    reasons = {
        lib.NF_BOOK_FOREIGN: "is not an opening book: expected a file that `ninefold book make` "
        "wrote",
        lib.NF_BOOK_VERSION: f"is an opening book of format {version}: this version reads format "
        f"{_FORMAT}; make it again",
        lib.NF_BOOK_SIZE: f"has {len(data):,} bytes, which is not what its head says: it was cut "
        "off or added to; copy it again",
        lib.NF_BOOK_DAMAGED: "is damaged: its checksum does not fit; copy it again",
        lib.NF_BOOK_NONSENSE: "is an opening book for axes that contradict each other, or its "
        "moves are out of order: make it again",
    }
    raise BadBook(f"{name} {reasons[verdict]}")


class Book:
    """A book made from the bytes of a file; ``axes`` say which variant it is for.

    ``size`` is how many moves it holds.
    """

    def __init__(self, data: bytes, name: str = "this file") -> None:
        _refuse(data, name)
        _, _, self.axes, self.size, told, _, _ = _HEADER.unpack_from(data)
        self.name = name
        self.description = data[len(data) - told :].decode("utf-8", "replace")
        self._data = data
        self._handle: Any = ffi.from_buffer(data)

    def moves(self, position: Position) -> list[BookMove]:
        """What it has for a position, best first; nothing for another variant."""
        found = ffi.new("nf_book_move[]", MOST_MOVES)
        count = lib.nf_book_find(self._handle, native(position), found)
        return [_move(found[n]) for n in range(count)]

    def choice(self, position: Position, seed: int) -> BookMove | None:
        """One of its moves, always the same with the same seed; ``None`` where it has none."""
        chosen = ffi.new("nf_book_move *")
        if not lib.nf_book_choose(self._handle, native(position), seed, chosen):
            return None
        return _move(chosen)


def _move(move: Any) -> BookMove:
    return BookMove(move.square, move.percent, PROVEN[move.proven])
