"""Prover: settles by search whether a player reaches a goal against every defence.

>>> from ninefold import Position
>>> endgame = Position.start("classic")
>>> for move in "55 51 15 53 35 54 45 56 65 57 75 58 85 59 95 52".split():
...     endgame = endgame.play(move)
>>> with Prover() as prover:
...     proof = prover.prove(endgame, Goal("X", by=43, cells=parse_cells("28 captures")))
>>> proof.verdict
'proven'
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock
from typing import Any, Final, Literal, Self

from ninefold.engine.core import check_number, ffi, in_background, lib, native, zeroed_memory
from ninefold.engine.engine import EngineError, require_kind
from ninefold.engine.goal import Goal, parse_cells
from ninefold.engine.limit import Limit
from ninefold.rules.position import Position
from ninefold.rules.squares import PLAYERS, Player

__all__ = ["Goal", "Proof", "Prover", "Verdict", "parse_cells"]

Verdict = Literal["proven", "disproven", "unknown"]
_VERDICTS: Final[tuple[Verdict, ...]] = ("unknown", "proven", "disproven")
_ENTRY: Final = 16  # bytes
_MIB: Final = 1 << 20
_MOST_NODES: Final = 2**64 - 1
_MOST_MEMORY: Final = 1 << 20  # in MiB
_A_MOMENT: Final = 100_000  # nodes that take no longer than a person notices
_GLANCE: Final = 0.1  # seconds between two looks at a search


@dataclass(frozen=True, slots=True)
class Proof:
    """What a search has found: its verdict, the move that keeps a proof, and what it cost.

    ``to_prove`` and ``to_disprove`` are the leaves that were still to be settled, at least.
    """

    verdict: Verdict
    move: int | None
    nodes: int
    seconds: float
    to_prove: int
    to_disprove: int


class Prover:
    """A proof search with its table, which carries over from one question to the next."""

    def __init__(self, memory: int = 64) -> None:
        check_number("memory", memory, 1, _MOST_MEMORY)
        self._entries = 1 << int(math.log2(memory * _MIB // _ENTRY))
        try:
            self._memory = zeroed_memory(self._entries * _ENTRY)
        except MemoryError:
            raise EngineError(
                f"there is no room for {memory} MiB: ask for a smaller memory"
            ) from None
        self._table: Any = ffi.cast("nf_proof_entry *", self._memory)
        self._stop = ffi.new("int *")
        self._busy = Lock()  # held while a search uses the table
        #: Positions looked at in all searches so far.
        self.nodes = 0

    def prove(
        self,
        position: Position,
        goal: Goal,
        *,
        nodes: int | None = None,
        seconds: float | None = None,
        watch: Callable[[Proof], None] | None = None,
    ) -> Proof:
        """Search until the goal is settled or the nodes or the seconds are spent.

        ``watch`` is told now and then how far the search has come.
        """
        if nodes is not None:
            check_number("nodes", nodes, 1, _MOST_NODES)
        Limit(time=seconds)  # refuses what is no time
        copy, aim, found = native(position), _native_goal(goal), ffi.new("nf_proof *")
        found.square = lib.NF_SQUARES
        began = time.monotonic()
        self._stop[0] = 0

        def search() -> None:
            most = _MOST_NODES if nodes is None else nodes
            with self._busy:
                if self._table is None:
                    raise EngineError("this prover is closed")
                lib.nf_prove(copy, aim, self._table, self._entries, most, self._stop, found)

        def report() -> Proof:
            square = None if found.square == lib.NF_SQUARES else found.square
            verdict, spent = _VERDICTS[found.verdict], time.monotonic() - began
            return Proof(verdict, square, found.nodes, spent, found.proof, found.disproof)

        if nodes is not None and nodes <= _A_MOMENT and seconds is None:
            search()
        else:
            end = math.inf if seconds is None else began + seconds
            with in_background(search, self.stop) as ended:
                while not ended.wait(max(0.0, min(_GLANCE, end - time.monotonic()))):
                    if watch:
                        watch(report())
                    if time.monotonic() >= end:
                        break
        self.nodes += found.nodes
        return report()

    def value(
        self,
        position: Position,
        *,
        nodes: int | None = None,
        seconds: float | None = None,
        watch: Callable[[Proof], None] | None = None,
    ) -> Literal["win", "draw", "loss", "unknown"]:
        """What best play gives the player to move; the limits are for each of two questions."""
        require_kind(position, Position)
        me: Player = position.turn
        win = self.prove(position, Goal(me), nodes=nodes, seconds=seconds, watch=watch)
        if win.verdict == "proven":
            return "win"
        hold = self.prove(position, Goal(me, "draw"), nodes=nodes, seconds=seconds, watch=watch)
        if hold.verdict == "disproven":
            return "loss"
        return "draw" if (win.verdict, hold.verdict) == ("disproven", "proven") else "unknown"

    def stop(self) -> None:
        """End the search that is under way, from any thread."""
        self._stop[0] = 1

    def close(self) -> None:
        """End what is under way and give the table's memory back; safe to call twice."""
        self.stop()
        with self._busy:
            if self._table is not None:
                self._table = None
                ffi.release(self._memory)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _native_goal(goal: Goal) -> Any:
    require_kind(goal, Goal)
    player = PLAYERS.index(goal.player)
    outcomes = 1 << lib.NF_X_WINS + player
    if goal.at_least == "draw":
        outcomes |= 1 << lib.NF_DRAWN
    cells = goal.cells
    extras = (
        cells.captures * lib.NF_CELLS_CAPTURING
        + cells.blocks * lib.NF_CELLS_BLOCKING
        + cells.else_any * lib.NF_CELLS_FALL_BACK
    )
    mask = sum(1 << cell for cell in cells.among)
    return ffi.new("nf_goal *", (player, outcomes, goal.by, extras, mask))
