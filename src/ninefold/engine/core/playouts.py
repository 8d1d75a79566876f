"""Random games to their end, and how they came out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from ninefold.engine.checks import check_choice, check_number
from ninefold.engine.core.background import with_stop_flag
from ninefold.engine.core.library import ffi, lib
from ninefold.engine.core.position import native
from ninefold.engine.engine import require_kind
from ninefold.rules.position import Position

__all__ = ["INSTRUCTION_SETS", "Results", "instruction_set", "random_games", "written_games"]

#: The instruction sets for random games, slowest first; all give the same results.
INSTRUCTION_SETS: Final = ("portable", "avx2", "avx512")
_MOST: Final = 2**64 - 1


class Results(NamedTuple):
    """How random games ended, and how many moves they took altogether."""

    x_wins: int
    o_wins: int
    draws: int
    moves: int

    @property
    def games(self) -> int:
        """How many games there were."""
        return self.x_wins + self.o_wins + self.draws


def instruction_set() -> str:
    """The instruction set that random games use on this processor."""
    return INSTRUCTION_SETS[lib.nf_instruction_set()]


def random_games(
    position: Position, games: int, *, seed: int = 0, instructions: str | None = None
) -> Results:
    """Play random games to their end; the same seed gives the same games on every machine.

    >>> random_games(Position.start(), 1000, seed=1).games
    1000
    """
    check_number("games", games, 0, 2**40)
    check_number("seed", seed, 0, _MOST)
    best = instruction_set()
    chosen = best if instructions is None else instructions
    usable = INSTRUCTION_SETS[: INSTRUCTION_SETS.index(best) + 1]
    check_choice("instructions", chosen, usable)
    copy, results = native(position), ffi.new("nf_results *")
    number = INSTRUCTION_SETS.index(chosen)
    with_stop_flag(lambda stop: lib.nf_random_games(copy, games, seed, number, stop, results))
    return Results(results.x_wins, results.o_wins, results.draws, results.moves)


def written_games(
    position: Position, *, seed: int = 0, size: int = 1_000_000
) -> Iterator[tuple[bytes, int]]:
    """Random games as the core plays them one by one: the squares, and the core's outcome.

    ``size`` is the room for all of them in bytes. The outcome is 1 for X, 2 for O, 3 for a draw.
    """
    check_number("seed", seed, 0, _MOST)
    check_number("size", size, 0, 2**30)
    require_kind(position, Position)
    if position.outcome is not None:
        return
    room = ffi.new("uint8_t[]", size)
    written = bytes(ffi.buffer(room, lib.nf_write_games(native(position), seed, room, size)))
    at = 0
    while at < len(written):
        end = written.index(255, at)
        yield written[at:end], written[end + 1]
        at = end + 2
