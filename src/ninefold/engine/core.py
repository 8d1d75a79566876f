"""The native core seen from Python: positions handed over, perft, random games.

>>> from ninefold import Position
>>> perft(Position.start("battle"), 3).leaves
6336
"""

from __future__ import annotations

import mmap
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from threading import Event, Lock, Thread, current_thread, main_thread
from typing import Any, Final, NamedTuple

from ninefold.engine.engine import EngineError, require_kind
from ninefold.rules.errors import quoted
from ninefold.rules.perft import Counts
from ninefold.rules.position import Position
from ninefold.rules.squares import PLAYERS
from ninefold.rules.variants import AXES, Variant

__all__ = [
    "INSTRUCTION_SETS",
    "CoreMissing",
    "Results",
    "axes_of",
    "check_choice",
    "check_number",
    "ffi",
    "in_background",
    "instruction_set",
    "interruptible",
    "lib",
    "native",
    "perft",
    "random_games",
    "written_games",
    "zeroed_memory",
]


class CoreMissing(EngineError):
    """The native core is not there or cannot be loaded; nothing slower takes its place."""


try:
    from ninefold.engine._core import ffi, lib
except ImportError as error:  # pragma: no cover - a broken installation
    raise CoreMissing(
        f"Ninefold's native core cannot be loaded ({error}): "
        "install Ninefold again with a C compiler at hand, `pip install .` or `make play`"
    ) from error

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


def axes_of(variant: Variant) -> int:
    """A variant as the core knows it: the sum of the axes that are not at their first value."""
    values = variant.axes
    return sum(allowed.index(values[axis]) << n for n, (axis, allowed) in enumerate(AXES.items()))


def native(position: Position) -> Any:
    """The same position as the core's own structure."""
    require_kind(position, Position)
    copy = ffi.new("nf_position *")
    target = lib.NF_NO_TARGET if position.target is None else position.target
    marks, owners = position.cells.encode(), position.owners.encode()
    turn, axes = PLAYERS.index(position.turn), axes_of(position.variant)
    if lib.nf_set_up(copy, axes, marks, owners, turn, target):
        raise EngineError(f"the core cannot set up {position!r}")
    return copy


def zeroed_memory(size: int) -> Any:
    """Zeroed memory in whole pages, for the core to use as long as it is held on to.

    Large pages where the system has them: tables are looked up all over, and with small ones the
    search spends much of its time on finding where a page is.
    """
    try:
        memory = mmap.mmap(-1, size)
    except (OSError, OverflowError) as error:
        raise MemoryError(size) from error
    if (large := getattr(mmap, "MADV_HUGEPAGE", None)) is not None:
        with suppress(OSError):  # a wish: without it all is slower and nothing else
            memory.madvise(large)
    return ffi.from_buffer(memory)


def perft(position: Position, depth: int) -> Counts:
    """Count the move sequences of one length, and those that end the game.

    >>> perft(Position.start(), 7).leaves
    33782544
    """
    check_number("depth", depth, 0, 81)
    copy, counts = native(position), ffi.new("nf_counts *")
    _with_flag(lambda stop: lib.nf_perft(copy, depth, stop, counts))
    return Counts(counts.leaves, counts.x_wins, counts.o_wins, counts.draws)


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
    _with_flag(lambda stop: lib.nf_random_games(copy, games, seed, number, stop, results))
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


def check_number(name: str, value: object, least: int, most: int) -> None:
    """Refuse what is not a whole number of that range."""
    if type(value) is not int or not least <= value <= most:
        raise EngineError(
            f"{name} is {quoted(value)}: expected a whole number from {least} to {most}"
        )


def check_choice(name: str, value: object, choices: Sequence[str]) -> None:
    """Refuse what is none of the choices."""
    if value not in choices:
        raise EngineError(f"{name} is {quoted(value)}: expected {' or '.join(choices)}")


def interruptible(work: Callable[[], object], stop: Callable[[], object]) -> None:
    """Do long native work so that Ctrl-C is heard: off the main thread, which alone hears it."""
    if current_thread() is not main_thread():
        work()
        return
    with in_background(work, stop) as ended:
        ended.wait()


@contextmanager
def in_background(work: Callable[[], object], stop: Callable[[], object]) -> Iterator[Event]:
    """Do native work on a thread of its own; what is given is set when it has ended.

    Whoever leaves before ends the work by ``stop``, however often Ctrl-C comes: nothing is still
    using memory that is then given back. What the work raises is raised here.
    """
    ended, at_work = Event(), Lock()
    given_up = False
    failures: list[BaseException] = []

    def run() -> None:
        with at_work:
            try:
                if not given_up:
                    work()
            except BaseException as failure:
                failures.append(failure)
            ended.set()

    try:
        Thread(target=run, name="ninefold-core", daemon=True).start()
        yield ended
    finally:
        given_up = True  # a thread that has not come to it yet will do nothing
        over = False
        while not over:
            with suppress(KeyboardInterrupt):
                if not ended.is_set():
                    stop()
                with at_work:
                    over = True
    if failures:
        raise failures[0]


def _with_flag(work: Callable[[Any], object]) -> None:
    """Do native work that watches a flag."""
    flag = ffi.new("int *")
    interruptible(lambda: work(flag), lambda: flag.__setitem__(0, 1))
