"""Batch: many games stepped together by the core, in arrays that the caller owns.

Any writable, contiguous buffers of the right shape and type will do; NumPy is not needed here.

>>> from array import array
>>> arrays = {
...     "observations": memoryview(bytearray(810)).cast("b", (2, 5, 9, 9)),
...     "masks": memoryview(bytearray(162)).cast("b", (2, 81)),
...     "rewards": array("f", [0, 0]),
...     "terminated": memoryview(bytearray(2)).cast("?"),
...     "players": array("b", [0, 0]),
... }
>>> batch = Batch("battle", 2, arrays)
>>> batch.step(array("q", [2, 80]))
>>> batch.position(0).target, batch.position(1).target
(2, 8)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from threading import Lock
from typing import Any, Final

from ninefold.engine.checks import check_choice, check_number
from ninefold.engine.core.library import ffi, lib
from ninefold.engine.core.position import axes_of, native
from ninefold.rules.errors import BadInput, quoted
from ninefold.rules.position import Position
from ninefold.rules.squares import SQUARES
from ninefold.rules.variants import Variant, find_variant

__all__ = [
    "ARRAYS",
    "AUTORESETS",
    "MOST_RANDOM_MOVES",
    "PLANES",
    "BadArray",
    "Batch",
    "observe",
]

#: The planes of an observation, as whoever is to move sees them; each has a square's board and cell
#: as its axes. The last is the mask of legal moves again.
PLANES: Final = ("own marks", "opponent's marks", "own boards", "opponent's boards", "legal moves")
#: When a finished game begins anew: a step later, within the step that ended it, or not by itself.
AUTORESETS: Final = ("next-step", "same-step", "disabled")
#: So many random moves may begin a game: none can end within them.
MOST_RANDOM_MOVES: Final[int] = lib.NF_MOST_RANDOM_MOVES

_OBSERVATION: Final = (len(PLANES), 9, 9)
#: The arrays of a batch: the type of their elements, and the shape of a game's row.
ARRAYS: Final[Mapping[str, tuple[str, tuple[int, ...]]]] = {
    "observations": ("int8", _OBSERVATION),
    "masks": ("int8", (len(SQUARES),)),
    "rewards": ("float32", ()),
    "terminated": ("bool", ()),
    "players": ("int8", ()),
    "final_observations": ("int8", _OBSERVATION),
}
_ONLY_SAME_STEP: Final = "final_observations"

#: Types by the letters of Python's buffers: two names for the same are two platforms'.
_LETTERS: Final = {"int8": "b", "bool": "?", "float32": "f", "int64": "lq"}
_SIZES: Final = {"int8": 1, "bool": 1, "float32": 4, "int64": 8}
_C_TYPES: Final = {"int8": "int8_t[]", "bool": "uint8_t[]", "float32": "float[]"}
_MOST_GAMES: Final = 1 << 24
_MOST_SEED: Final = 2**64 - 1


class BadArray(BadInput):
    """An array of the wrong shape, type or layout, or one that cannot be written to."""


class Batch:
    """N games of a variant, and the arrays in which each step writes what became of them.

    ``arrays`` has the names, types and shapes of ``ARRAYS``, with a row for every game;
    ``final_observations`` is needed only where games begin anew within the step that ends them.
    They are checked once and used as long as the batch lives. Every game begins with
    ``random_moves`` drawn by dice of its own.
    """

    def __init__(
        self,
        mode: str | Variant,
        count: int,
        arrays: Mapping[str, Any],
        *,
        autoreset: str = "next-step",
        random_moves: int = 0,
    ) -> None:
        check_number("count", count, 1, _MOST_GAMES)
        check_choice("autoreset", autoreset, AUTORESETS)
        check_number("random_moves", random_moves, 0, MOST_RANDOM_MOVES)
        self.variant = find_variant(mode)
        self.count = count
        self._lock = Lock()  # the core is called without the interpreter's
        self._episodes = ffi.new("nf_episode[]", count)
        self._batch = ffi.new("nf_batch *")
        self._batch.episodes = self._episodes
        self._batch.count = count
        self._batch.axes = axes_of(self.variant)
        self._batch.autoreset = AUTORESETS.index(autoreset)
        self._batch.random_moves = random_moves
        self._held = self._taken(arrays, same_step=autoreset == "same-step")
        self.reset(seeds=range(count))

    def _taken(self, arrays: Mapping[str, Any], *, same_step: bool) -> list[Any]:
        """Hand the arrays over to the core, and give what keeps their memory in place."""
        needed = [name for name in ARRAYS if same_step or name != _ONLY_SAME_STEP]
        if missing := [name for name in needed if name not in arrays]:
            raise BadArray(f"{', '.join(missing)} missing: expected {', '.join(needed)}")
        held = []
        for name in needed:
            kind, row = ARRAYS[name]
            _check(name, arrays[name], kind, (self.count, *row), writable=True)
            memory = ffi.from_buffer(_C_TYPES[kind], arrays[name], require_writable=True)
            setattr(self._batch, name, memory)
            held.append(memory)
        return held

    def reset(self, *, seeds: Sequence[int] | None = None, chosen: Any = None) -> None:
        """Begin games anew: all, or those ``chosen`` by an array of bools.

        Each has dice of its own; without seeds they go on as they are.
        """
        given = ffi.NULL if seeds is None else self._seeds(seeds)
        which = ffi.NULL
        if chosen is not None:
            _check("chosen", chosen, "bool", (self.count,))
            which = ffi.from_buffer("uint8_t[]", chosen)
        with self._lock:
            lib.nf_batch_reset(self._batch, given, which)

    def _seeds(self, seeds: Sequence[int]) -> Any:
        if len(seeds) != self.count:
            raise BadArray(f"{len(seeds)} seeds were given: expected {self.count}, one a game")
        for seed in seeds:
            check_number("a seed", seed, 0, _MOST_SEED)
        return ffi.new("uint64_t[]", list(seeds))

    def step(self, actions: Any) -> None:
        """Play a square in every game; one that is not legal ends its game as a loss."""
        _check("actions", actions, "int64", (self.count,))
        with self._lock:
            lib.nf_batch_step(self._batch, ffi.from_buffer("int64_t[]", actions))

    def random_actions(self, actions: Any) -> None:
        """Write a legal square of every game into an array, drawn by the game's own dice."""
        _check("actions", actions, "int64", (self.count,), writable=True)
        memory = ffi.from_buffer("int64_t[]", actions, require_writable=True)
        with self._lock:
            lib.nf_batch_random_actions(self._batch, memory)

    def position(self, game: int) -> Position:
        """How a game stands; after an illegal action only the turn has passed."""
        check_number("game", game, 0, self.count - 1)
        now = self._episodes[game].position
        return Position.unchecked(
            self.variant,
            (*now.marks[0], *now.marks[1]),
            (now.owned[0], now.owned[1]),
            now.turn,
            None if now.target == lib.NF_NO_TARGET else now.target,
        )

    def put(self, game: int, position: Position) -> None:
        """Go on in one game from another position of the same variant."""
        check_number("game", game, 0, self.count - 1)
        copy = native(position)
        if position.variant.axes != self.variant.axes:
            raise BadArray(
                f"a position of {quoted(position.variant.name)} was given: "
                f"expected one of {quoted(self.variant.name)}"
            )
        batch = self._batch
        with self._lock:
            self._episodes[game].position = copy[0]
            seen, legal = batch.observations + lib.NF_OBSERVATION * game, batch.masks + 81 * game
            lib.nf_observe(copy, seen, legal)
            batch.players[game] = copy.turn
            batch.rewards[game] = 0
            batch.terminated[game] = copy.outcome != lib.NF_GOING_ON


def observe(position: Position, observation: Any, mask: Any) -> None:
    """Write what whoever is to move sees, and the legal moves, into two arrays of one game."""
    copy = native(position)
    _check("observation", observation, "int8", _OBSERVATION, writable=True)
    _check("mask", mask, "int8", (len(SQUARES),), writable=True)
    lib.nf_observe(
        copy,
        ffi.from_buffer("int8_t[]", observation, require_writable=True),
        ffi.from_buffer("int8_t[]", mask, require_writable=True),
    )


def _check(
    name: str, array: Any, kind: str, shape: tuple[int, ...], *, writable: bool = False
) -> None:
    """Refuse what the core could not use as it is."""
    wanted = f"expected {kind} of shape {shape}"
    try:
        view = memoryview(array)
    except (TypeError, ValueError, BufferError):
        raise BadArray(f"{name} is {_kind_of(array)}: {wanted}") from None
    with view:
        if view.itemsize != _SIZES[kind] or view.format not in tuple(_LETTERS[kind]):
            raise BadArray(f"{name} has elements of type {_kind_of(array)}: {wanted}")
        if view.shape != shape:
            raise BadArray(f"{name} has the shape {view.shape}: {wanted}")
        if not view.c_contiguous:
            raise BadArray(f"{name} is not contiguous: copy it with numpy.ascontiguousarray")
        if writable and view.readonly:
            raise BadArray(f"{name} cannot be written to: hand over an array that can")


def _kind_of(array: Any) -> str:
    """What was given instead: an array's own word for its elements, or what kind of thing it is."""
    dtype = getattr(array, "dtype", None) or getattr(array, "typecode", None)
    return type(array).__name__ if dtype is None else str(dtype)
