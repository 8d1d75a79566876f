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
from typing import Final, Literal, Self

from ninefold.engine.checks import check_number
from ninefold.engine.core.background import in_background
from ninefold.engine.core.memory import MIB
from ninefold.engine.core.proof import ProofSearch, ProofTable, Question, Verdict
from ninefold.engine.engine import require_kind
from ninefold.engine.limit import Limit
from ninefold.engine.proofs.goal import Goal, parse_cells
from ninefold.rules.position import Position
from ninefold.rules.squares import PLAYERS, Player

__all__ = ["Goal", "Proof", "Prover", "Verdict", "parse_cells"]

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
        self._table = ProofTable(memory * MIB)
        self._search: ProofSearch | None = None
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
        search = self._search = ProofSearch(position, _question(goal))
        most = _MOST_NODES if nodes is None else nodes
        began = time.monotonic()

        def report() -> Proof:
            spent = time.monotonic() - began
            return Proof(search.verdict, search.square, search.nodes, spent, *search.numbers)

        if nodes is not None and nodes <= _A_MOMENT and seconds is None:
            search.run(self._table, most)
        else:
            end = math.inf if seconds is None else began + seconds
            with in_background(lambda: search.run(self._table, most), search.stop) as ended:
                while not ended.wait(max(0.0, min(_GLANCE, end - time.monotonic()))):
                    if watch:
                        watch(report())
                    if time.monotonic() >= end:
                        break
        self.nodes += search.nodes
        return report()

    def value(
        self,
        position: Position,
        *,
        nodes: int | None = None,
        seconds: float | None = None,
        watch: Callable[[Proof], None] | None = None,
    ) -> Literal["win", "draw", "loss", "unknown"]:
        """What best play gives the player to move.

        That is two questions, whether it wins and whether it holds a draw; the limits are for both
        together. The first may use half of them, so that the second is asked too.
        """
        require_kind(position, Position)
        if nodes is not None:
            check_number("nodes", nodes, 1, _MOST_NODES)
        me: Player = position.turn
        half = nodes and max(1, nodes // 2), None if seconds is None else seconds / 2
        win = self.prove(position, Goal(me), nodes=half[0], seconds=half[1], watch=watch)
        if win.verdict == "proven":
            return "win"
        nodes = nodes and max(1, nodes - win.nodes)
        seconds = None if seconds is None else max(0.0, seconds - win.seconds)
        hold = self.prove(position, Goal(me, "draw"), nodes=nodes, seconds=seconds, watch=watch)
        if hold.verdict == "disproven":
            return "loss"
        return "draw" if (win.verdict, hold.verdict) == ("disproven", "proven") else "unknown"

    def stop(self) -> None:
        """End the search that is under way, from any thread."""
        if self._search is not None:
            self._search.stop()

    def close(self) -> None:
        """End what is under way and give the table's memory back; safe to call twice."""
        self.stop()
        self._table.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _question(goal: Goal) -> Question:
    require_kind(goal, Goal)
    cells = goal.cells
    return Question(
        player=PLAYERS.index(goal.player),
        or_draw=goal.at_least == "draw",
        by=goal.by,
        cells=sum(1 << cell for cell in cells.among),
        captures=cells.captures,
        blocks=cells.blocks,
        else_any=cells.else_any,
    )
