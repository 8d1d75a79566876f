"""Search: alpha-beta in the core. Begin with a position, deepen, read the lines.

>>> search = Search(table=1 << 20)
>>> search.begin(Position.start("battle"), depth=3)
>>> while search.deepen():
...     pass
>>> [line.depth for line in search.lines()]
[3]
"""

from __future__ import annotations

from threading import RLock
from typing import Any, Final, NamedTuple

from ninefold.engine.core.background import interruptible
from ninefold.engine.core.level import Weakness
from ninefold.engine.core.library import ffi, lib
from ninefold.engine.core.memory import table_memory
from ninefold.engine.core.network import Network
from ninefold.engine.core.position import native
from ninefold.engine.engine import EngineError
from ninefold.engine.score import PROVEN, Proven
from ninefold.rules.position import Position

__all__ = ["Line", "Search"]

_HALF: Final = 2**64 - 1  # of a mask of squares


class Line(NamedTuple):
    """A line of analysis for the player to move, with the score in evaluation units."""

    squares: tuple[int, ...]
    score: int
    depth: int
    proven: Proven | None
    distance: int


class Search:
    """One search with its transposition table of so many bytes; it looks at one position at a time.

    It is used by one thread at a time, but for ``stop``, which may come from any.
    """

    def __init__(self, table: int, threads: int = 1) -> None:
        options = ffi.new("nf_options *", {"table_bytes": table, "threads": threads})
        self._memory = table_memory(lib.nf_search_bytes(options), table)
        self._handle: Any = lib.nf_search_make(self._memory, options)
        self._alive = RLock()  # held while it is stopped, and while it is given back
        self._networks: dict[int, Network] = {}  # by axes; they must outlive the search
        self._lines = 1

    @property
    def closed(self) -> bool:
        """Whether its memory was given back."""
        return self._handle is None

    @property
    def size(self) -> int:
        """The bytes of memory that it has."""
        return int(ffi.sizeof(self._memory))

    def use(self, network: Network) -> None:
        """Judge positions of the network's variant by it."""
        if self._networks.get(network.axes) is not network:
            self._networks[network.axes] = network
            lib.nf_search_use(self._handle, network.handle)

    def begin(
        self,
        position: Position,
        *,
        nodes: int = 0,
        seconds: float | None = None,
        depth: int = 0,
        lines: int = 1,
        moves: int = 0,
        noise: int = 0,
        blindness: int = 0,
        contempt: int = 0,
        seed: int = 0,
    ) -> None:
        """Turn to a position. 0 is no limit; ``moves`` is a mask of the first moves to look at.

        ``noise`` and ``contempt`` are hundredths of a captured board, ``blindness`` 256ths.
        """
        limits = {
            "nodes": nodes,
            "seconds": -1.0 if seconds is None else seconds,
            "depth": depth,
            "lines": lines,
            "noise": noise,
            "blindness": blindness,
            "contempt": contempt,
            "seed": seed,
            "moves": [moves & _HALF, moves >> 64],
        }
        self._lines = lines
        lib.nf_search_resume(self._handle)
        if lib.nf_search_begin(self._handle, native(position), ffi.new("nf_limits *", limits)):
            raise EngineError("the core refuses this search")

    def deepen(self) -> bool:
        """Look one move deeper; whether there is more to be found."""
        more: list[int] = []
        interruptible(lambda: more.append(lib.nf_search_deepen(self._handle)), self.stop)
        return bool(more[0])

    def lines(self) -> list[Line]:
        """The best lines so far, best first."""
        found = ffi.new("nf_line[]", self._lines)
        count = lib.nf_search_lines(self._handle, found, self._lines)
        return [_line(found[n]) for n in range(count)]

    def choice(self, position: Position, weakness: Weakness, seed: int) -> Line:
        """The line that a level plays, of those found of a position."""
        chosen = ffi.new("nf_line *")
        level = weakness.native()
        lib.nf_level_choose(self._handle, native(position), level, seed, chosen)
        return _line(chosen)

    @property
    def nodes(self) -> int:
        """Positions looked at since it began."""
        return int(lib.nf_search_nodes(self._handle))

    @property
    def seconds(self) -> float:
        """From its beginning to the end of the last depth."""
        return float(lib.nf_search_seconds(self._handle))

    def evaluate(self, position: Position) -> int:
        """The static evaluation for the player to move, in evaluation units."""
        return int(lib.nf_evaluate(self._handle, native(position)))

    def self_play(
        self, start: Position, samples: Any, *, nodes: int, random_moves: int, seed: int
    ) -> int:
        """Play a game with itself into room for 81 samples; how many there are (see selfplay)."""
        limits = ffi.new("nf_limits *", {"nodes": nodes, "seconds": -1.0, "lines": 1})
        first, counts = native(start), list[int]()
        play = lib.nf_self_play
        interruptible(
            lambda: counts.append(play(self._handle, first, limits, random_moves, seed, samples)),
            self.stop,
        )
        return counts[0]

    def stop(self) -> None:
        """End the search that is under way, or the next one before it begins; from any thread."""
        with self._alive:
            if self._handle is not None:
                lib.nf_search_stop(self._handle)

    def forget(self) -> None:
        """Forget what was learnt from earlier positions."""
        lib.nf_search_forget(self._handle)

    def close(self) -> None:
        """Give the memory back; safe to call twice."""
        with self._alive:
            if self._handle is not None:
                self._handle = None
                ffi.release(self._memory)


def _line(line: Any) -> Line:
    squares = tuple(line.squares[0 : line.length])
    return Line(squares, line.score, line.depth, PROVEN[line.proven], line.distance)
