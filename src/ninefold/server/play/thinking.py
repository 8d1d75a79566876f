"""Thinking: how the server asks the computer for a move, and a bounded pool that answers.

The event loop never thinks: a few threads do. Whoever asks waits in line; the lines of different
visitors take turns, so that fifty games of one visitor do not hold up another's only game. A
question whose asker has gone is dropped, or stopped if it is under way.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Protocol

from ninefold.engine import Limit
from ninefold.game.computer import Thought
from ninefold.game.game import Swap
from ninefold.rules.position import Position
from ninefold.server.wire.messages import Level
from ninefold.server.wire.refusal import Refusal

__all__ = ["Brain", "Pool", "Question", "Thinking"]


@dataclass(frozen=True, slots=True, eq=False)
class Question:
    """What a level plays in a position of a game; without a game it is asked only once."""

    position: Position
    level: str
    game: str | None = None
    limit: Limit = field(default_factory=Limit)
    swap: Swap = "off"


class Brain(Protocol):
    """Something that plays, used by several threads, each with a question of its own."""

    def think(self, question: Question) -> Thought:
        """The move that a level plays; it takes as long as the level, or the clock, lets it."""

    def stop(self, question: Question) -> None:
        """End the thought about a question, from any thread."""

    def forget(self, game: str) -> None:
        """Give back what is held for a game."""

    def close(self) -> None:
        """Give back what is held for all of them."""


class Thinking(Protocol):
    """What the server asks of the computer."""

    levels: Sequence[Level]
    default_level: str
    hint_level: str

    async def choose(self, question: Question, owner: str) -> Thought:
        """The move a level plays, for a visitor's game; cancel the task to give up on it."""

    def forget(self, game: str) -> None:
        """A game needs no computer any more."""

    async def close(self) -> None:
        """Stop thinking."""


@dataclass(slots=True, eq=False)
class _Job:
    question: Question
    answer: asyncio.Future[Thought]


class Pool:
    """A few threads that think in turn for everybody."""

    def __init__(
        self,
        brain: Brain,
        levels: Sequence[Level],
        *,
        default_level: str,
        hint_level: str,
        workers: int = 1,
        most_waiting: int = 1_000,
        most_waiting_each: int = 100,
    ) -> None:
        self.levels = levels
        self.default_level, self.hint_level = default_level, hint_level
        self._brain = brain
        self._free = workers
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix="thinking")
        self._lines: OrderedDict[str, deque[_Job]] = OrderedDict()
        self._busy: set[_Job] = set()
        self._most_waiting, self._most_waiting_each = most_waiting, most_waiting_each
        self._closed = False

    @property
    def waiting(self) -> int:
        """How many questions wait for a thread."""
        return sum(map(len, self._lines.values()))

    async def choose(self, question: Question, owner: str) -> Thought:
        """The move a level plays, for a visitor's game; cancel the task to give up on it."""
        if self._closed:
            raise Refusal("stopping", "The server is stopping; come back in a moment.")
        mine = len(self._lines.get(owner, ()))
        if self.waiting >= self._most_waiting or mine >= self._most_waiting_each:
            raise Refusal("busy", "The computer has too many games just now; try again soon.")
        job = _Job(question, asyncio.get_running_loop().create_future())
        self._lines.setdefault(owner, deque()).append(job)
        self._start_what_fits()
        try:
            return await job.answer
        except asyncio.CancelledError:
            self._give_up(job, owner)
            raise

    def forget(self, game: str) -> None:
        """A game needs no computer any more: away from the event loop, for it may wait a little."""
        if not self._closed:
            self._threads.submit(self._brain.forget, game)

    async def close(self) -> None:
        """Stop thinking."""
        self._closed = True
        self._lines.clear()
        for job in tuple(self._busy):
            self._brain.stop(job.question)
        await asyncio.to_thread(self._threads.shutdown)
        self._brain.close()

    def _start_what_fits(self) -> None:
        while self._free and self._lines:
            owner, line = self._lines.popitem(last=False)
            job = line.popleft()
            if line:
                self._lines[owner] = line  # back to the end: the next visitor's turn
            self._start(job)

    def _start(self, job: _Job) -> None:
        self._free -= 1
        self._busy.add(job)
        loop = asyncio.get_running_loop()
        running = loop.run_in_executor(self._threads, self._brain.think, job.question)
        running.add_done_callback(lambda done: self._finish(job, done))

    def _finish(self, job: _Job, done: asyncio.Future[Thought]) -> None:
        self._free += 1
        self._busy.remove(job)
        error = done.exception()
        if not job.answer.done():
            if error is not None:
                job.answer.set_exception(error)
            else:
                job.answer.set_result(done.result())
        if not self._closed:
            self._start_what_fits()

    def _give_up(self, job: _Job, owner: str) -> None:
        line = self._lines.get(owner)
        if line is not None and job in line:
            line.remove(job)
            if not line:
                del self._lines[owner]
        elif job in self._busy:
            self._brain.stop(job.question)
