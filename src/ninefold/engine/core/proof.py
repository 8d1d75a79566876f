"""Proof-number search: one question at a time, with a table that carries over to the next."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Any, Final, Literal, NamedTuple

from ninefold.engine.core.library import ffi, lib
from ninefold.engine.core.memory import table_memory
from ninefold.engine.core.position import native
from ninefold.engine.engine import EngineError
from ninefold.rules.position import Position

__all__ = ["ProofSearch", "ProofTable", "Question", "Verdict"]

Verdict = Literal["proven", "disproven", "unknown"]
_VERDICTS: Final[tuple[Verdict, ...]] = ("unknown", "proven", "disproven")
_ENTRY: Final[int] = ffi.sizeof("nf_proof_entry")


class Question(NamedTuple):
    """Does a player (0 X, 1 O) reach a goal? ``cells`` is the mask of the cells they look at."""

    player: int
    or_draw: bool
    by: int
    cells: int
    captures: bool
    blocks: bool
    else_any: bool


class ProofTable:
    """A table of at most so many bytes; a search uses it alone."""

    def __init__(self, size: int) -> None:
        self.entries = 1 << (size // _ENTRY).bit_length() - 1
        self._memory = table_memory(self.entries * _ENTRY, size)
        self._busy = Lock()  # held while a search uses it
        self._handle: Any = ffi.cast("nf_proof_entry *", self._memory)

    @contextmanager
    def alone(self) -> Iterator[Any]:
        """The core's table, while nobody else uses it."""
        with self._busy:
            if self._handle is None:
                raise EngineError("this prover is closed")
            yield self._handle

    def close(self) -> None:
        """Give the memory back when no search uses it any more; safe to call twice."""
        with self._busy:
            if self._handle is not None:
                self._handle = None
                ffi.release(self._memory)


class ProofSearch:
    """A question about a position; what is known so far may be read while it runs."""

    def __init__(self, position: Position, question: Question) -> None:
        self._position, self._goal = native(position), _native_goal(question)
        self._found, self._stop = ffi.new("nf_proof *"), ffi.new("int *")
        self._found.square = lib.NF_SQUARES

    def run(self, table: ProofTable, nodes: int) -> None:
        """Search until it is settled, the nodes are spent or it is stopped."""
        goal, found = self._goal, self._found
        with table.alone() as entries:
            lib.nf_prove(self._position, goal, entries, table.entries, nodes, self._stop, found)

    def stop(self) -> None:
        """End it, from any thread."""
        self._stop[0] = 1

    @property
    def verdict(self) -> Verdict:
        """Whether the goal is reached against every defence, as far as it is settled."""
        return _VERDICTS[int(self._found.verdict)]

    @property
    def square(self) -> int | None:
        """After a proof with the goal's player to move: the move to play."""
        return None if self._found.square == lib.NF_SQUARES else int(self._found.square)

    @property
    def nodes(self) -> int:
        """Positions looked at."""
        return int(self._found.nodes)

    @property
    def numbers(self) -> tuple[int, int]:
        """How many leaves are still to be proven at least, and how many to be disproven."""
        return self._found.proof, self._found.disproof


def _native_goal(question: Question) -> Any:
    outcomes = 1 << lib.NF_X_WINS + question.player | question.or_draw << lib.NF_DRAWN
    extras = (
        question.captures * lib.NF_CELLS_CAPTURING
        + question.blocks * lib.NF_CELLS_BLOCKING
        + question.else_any * lib.NF_CELLS_FALL_BACK
    )
    goal = (question.player, outcomes, question.by, extras, question.cells)
    return ffi.new("nf_goal *", goal)
