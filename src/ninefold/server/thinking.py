"""Thinking: how the server asks the computer for a move, and a bounded pool that answers.

The event loop never thinks: a few threads do, each with a brain of its own. Whoever asks waits in
line; the lines of different visitors take turns, so that fifty games of one visitor do not hold up
another's only game. A question whose asker has gone is dropped, or stopped if it is under way.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Protocol

from ninefold.rules.position import Position
from ninefold.server.messages import Level
from ninefold.server.refusal import Refusal

__all__ = ["Brain", "Pool", "Thinking", "Thought", "TimeLeft"]


@dataclass(frozen=True, slots=True)
class Thought:
    """A move, and the share of the point (0-1) that its player can expect, if that is known."""

    square: int
    win: float | None = None


@dataclass(frozen=True, slots=True)
class TimeLeft:
    """What a player has on the clock, and gains by a move, in seconds."""

    seconds: float
    increment: float = 0.0


class Brain(Protocol):
    """Something that plays, used by one thread at a time."""

    def think(self, position: Position, level: str, time_left: TimeLeft | None = None) -> Thought:
        """The move that a level plays; it takes as long as the level, or the clock, lets it."""

    def stop(self) -> None:
        """End the thought that is under way, from any thread."""

    def close(self) -> None:
        """Give back what it holds."""


class Thinking(Protocol):
    """What the server asks of the computer."""

    levels: Sequence[Level]
    default_level: str
    hint_level: str

    async def choose(
        self, position: Position, level: str, owner: str, time_left: TimeLeft | None = None
    ) -> Thought:
        """The move a level plays, for a visitor's game; cancel the task to give up on it."""

    def pace(self, level: str) -> float:
        """The least time, in seconds, that a level takes for a move, so that people can follow."""

    async def close(self) -> None:
        """Stop thinking."""


@dataclass(slots=True, eq=False)
class _Job:
    position: Position
    level: str
    time_left: TimeLeft | None
    answer: asyncio.Future[Thought]


class Pool:
    """A few threads that think in turn for everybody."""

    def __init__(
        self,
        make_brain: Callable[[], Brain],
        levels: Sequence[Level],
        *,
        default_level: str,
        hint_level: str,
        paces: dict[str, float] | None = None,
        workers: int = 1,
        most_waiting: int = 1_000,
        most_waiting_each: int = 100,
    ) -> None:
        self.levels = levels
        self.default_level, self.hint_level = default_level, hint_level
        self._paces = paces or {}
        self._make_brain = make_brain
        self._idle: list[Brain | None] = [None] * workers  # a brain is made when first needed
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix="thinking")
        self._lines: OrderedDict[str, deque[_Job]] = OrderedDict()
        self._busy: dict[_Job, Brain | None] = {}
        self._most_waiting, self._most_waiting_each = most_waiting, most_waiting_each
        self._closed = False

    @property
    def waiting(self) -> int:
        """How many questions wait for a thread."""
        return sum(map(len, self._lines.values()))

    def pace(self, level: str) -> float:
        """The least time, in seconds, that a level takes for a move."""
        return self._paces.get(level, 0.0)

    async def choose(
        self, position: Position, level: str, owner: str, time_left: TimeLeft | None = None
    ) -> Thought:
        """The move a level plays, for a visitor's game; cancel the task to give up on it."""
        if self._closed:
            raise Refusal("stopping", "The server is stopping; come back in a moment.")
        mine = len(self._lines.get(owner, ()))
        if self.waiting >= self._most_waiting or mine >= self._most_waiting_each:
            raise Refusal("busy", "The computer has too many games just now; try again soon.")
        answer: asyncio.Future[Thought] = asyncio.get_running_loop().create_future()
        job = _Job(position, level, time_left, answer)
        self._lines.setdefault(owner, deque()).append(job)
        self._start_what_fits()
        try:
            return await job.answer
        except asyncio.CancelledError:
            self._give_up(job, owner)
            raise

    async def close(self) -> None:
        """Stop thinking."""
        self._closed = True
        self._lines.clear()
        for brain in self._busy.values():
            if brain is not None:
                brain.stop()
        await asyncio.to_thread(self._threads.shutdown)
        for idle in self._idle:
            if idle is not None:
                idle.close()

    def _start_what_fits(self) -> None:
        while self._idle and self._lines:
            owner, line = self._lines.popitem(last=False)
            job = line.popleft()
            if line:
                self._lines[owner] = line  # back to the end: the next visitor's turn
            self._start(job, self._idle.pop())

    def _start(self, job: _Job, brain: Brain | None) -> None:
        self._busy[job] = brain
        loop = asyncio.get_running_loop()
        running = loop.run_in_executor(self._threads, self._think, job, brain)
        running.add_done_callback(lambda done: self._finish(job, done))

    def _think(self, job: _Job, brain: Brain | None) -> tuple[Brain, Thought]:
        """In a thread: make the brain if it is the first time, and think."""
        ready = self._make_brain() if brain is None else brain
        self._busy[job] = ready
        return ready, ready.think(job.position, job.level, job.time_left)

    def _finish(self, job: _Job, done: asyncio.Future[tuple[Brain, Thought]]) -> None:
        brain = self._busy.pop(job)
        error = done.exception()
        self._idle.append(brain)
        if not job.answer.done():
            if error is not None:
                job.answer.set_exception(error)
            else:
                job.answer.set_result(done.result()[1])
        if not self._closed:
            self._start_what_fits()

    def _give_up(self, job: _Job, owner: str) -> None:
        line = self._lines.get(owner)
        if line is not None and job in line:
            line.remove(job)
            if not line:
                del self._lines[owner]
        elif (brain := self._busy.get(job)) is not None:
            brain.stop()
