"""Samples: positions of a search's games with itself, as the core lays them out in a file."""

from __future__ import annotations

from typing import Any, Final

from ninefold.engine.core.library import ffi, lib
from ninefold.engine.core.search import Search
from ninefold.rules.position import Position

__all__ = ["DRAWN", "EXPLORES", "PROVEN_SCORE", "SAMPLE_BYTES", "are_samples", "self_play"]

SAMPLE_BYTES: Final[int] = ffi.sizeof("nf_sample")
#: Scores beyond are proven wins, below the negative proven losses.
PROVEN_SCORE: Final[int] = lib.NF_SURE_SCORE
#: A sample's outcome where the game was drawn; 1 and 2 are wins of X and of O.
DRAWN: Final[int] = lib.NF_DRAWN
#: The flag of a sample where an exploration move was played, not the best.
EXPLORES: Final[int] = lib.NF_EXPLORES


def self_play(
    search: Search, start: Position, *, nodes: int, random_moves: int, seed: int
) -> bytes:
    """The samples of one game after so many random moves; none if these ended it."""
    room = ffi.new("nf_sample[]", lib.NF_SQUARES)
    count = search.self_play(start, room, nodes=nodes, random_moves=random_moves, seed=seed)
    return bytes(ffi.buffer(room, count * SAMPLE_BYTES))


def are_samples(data: bytes, axes: int) -> bool:
    """Whether these bytes can be whole samples of games of the variant with these axes."""
    return all(_is_sample(sample, axes) for sample in ffi.from_buffer("nf_sample[]", data))


def _is_sample(sample: Any, axes: int) -> bool:
    position = sample.position
    ended = sample.outcome in (lib.NF_X_WINS, lib.NF_O_WINS, lib.NF_DRAWN)
    boards = zip(*position.marks, strict=True)
    fits = all(not x & o and x | o < 1 << 9 for x, o in boards)
    return position.axes == axes and position.turn in (0, 1) and ended and fits
