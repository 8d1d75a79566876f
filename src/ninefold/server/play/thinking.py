"""Thinking: how the server asks the computer for a move, and a bounded pool that answers.

The event loop never thinks: a few threads do. Whoever asks waits in line (``Line``). What takes
long and what does not have threads of their own, so that a quick level never waits for a slow one.
A question whose asker has gone is dropped, or stopped if it is under way; an engine that fails is
asked once more.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final, Protocol

from ninefold.engine import EngineError, Limit
from ninefold.game.computer import Thought
from ninefold.game.game import Swap
from ninefold.rules.position import Position
from ninefold.server.play.line import Asker, Line
from ninefold.server.wire.messages import Level
from ninefold.server.wire.refusal import Refusal

__all__ = ["Brain", "Pool", "Question", "Thinking"]

log: Final = logging.getLogger("ninefold.server")


@dataclass(frozen=True, slots=True, eq=False)
class Question:
    """What a level plays in a position of a game; without a game it is asked only once.

    ``limit`` is asked when thinking begins: a clock has run on since somebody stood in line.
    """

    position: Position
    level: str
    game: str | None = None
    limit: Callable[[], Limit] = Limit
    swap: Swap = "off"


class Brain(Protocol):
    """Something that plays, used by several threads, each with a question of its own."""

    def think(self, question: Question, limit: Limit) -> Thought:
        """The move that a level plays; it takes as long as the level, or the limit, lets it."""

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

    @property
    def waiting(self) -> int:
        """How many questions wait for a thread."""

    @property
    def ended(self) -> int:
        """How many thoughts have come to an end, by themselves or because they were stopped."""

    async def choose(self, question: Question, asker: Asker) -> Thought:
        """The move a level plays for somebody; cancel the task to give up on it.

        ``Refusal`` if there is no room, ``EngineError`` if the engine fails again and again.
        """

    def forget(self, game: str) -> None:
        """A game needs no computer any more."""

    async def close(self) -> None:
        """Stop thinking."""


@dataclass(slots=True, eq=False)
class _Job:
    question: Question
    answer: asyncio.Future[Thought]
    failed: bool = False


class _Lane:
    """Threads that answer one kind of question, and the line before them."""

    def __init__(self, brain: Brain, line: Line[_Job], workers: int, name: str) -> None:
        self.line = line
        self._brain = brain
        self._free = workers
        self._busy: set[_Job] = set()
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix=f"thinking-{name}")
        self._closed = False
        self.ended = 0

    def add(self, job: _Job, asker: Asker) -> None:
        self.line.add(job, asker)
        self._start_what_fits()

    def give_up(self, job: _Job, asker: Asker) -> None:
        if not self.line.drop(job, asker) and job in self._busy:
            self._brain.stop(job.question)

    def run(self, act: Callable[[str], None], game: str) -> None:
        self._threads.submit(act, game)

    def stop(self) -> None:
        self._closed = True
        self.line.clear()
        for job in tuple(self._busy):
            self._brain.stop(job.question)

    async def close(self) -> None:
        await asyncio.to_thread(self._threads.shutdown)

    def _start_what_fits(self) -> None:
        while self._free and self.line:
            self._free -= 1
            self._start(self.line.take())

    def _start(self, job: _Job) -> None:
        self._busy.add(job)
        loop, question = asyncio.get_running_loop(), job.question
        limit = question.limit()
        running = loop.run_in_executor(self._threads, self._brain.think, question, limit)
        running.add_done_callback(lambda done: self._finish(job, done))

    def _finish(self, job: _Job, done: asyncio.Future[Thought]) -> None:
        self._busy.remove(job)
        self.ended += 1
        error = done.exception()
        if error is not None and not job.answer.done():
            log.error("%s failed in game %s", *_names(job.question), exc_info=error)
            if not (job.failed or self._closed):
                job.failed = True
                self._start(job)
                return
            job.answer.set_exception(EngineError("the engine failed twice in one position"))
        elif not job.answer.done():
            job.answer.set_result(done.result())
        self._free += 1
        if not self._closed:
            self._start_what_fits()


def _names(question: Question) -> tuple[str, str]:
    return question.level, question.game or "none"


class Pool:
    """A few threads that think in turn for everybody, and as many for what is quick.

    ``slow`` names the levels that take as long as they are given.
    """

    def __init__(
        self,
        brain: Brain,
        levels: Sequence[Level],
        *,
        default_level: str,
        hint_level: str,
        slow: Collection[str] = (),
        workers: int = 1,
        most_waiting: int = 1_000,
        most_waiting_each: int = 100,
        most_waiting_each_address: int = 300,
    ) -> None:
        self.levels = levels
        self.default_level, self.hint_level = default_level, hint_level
        self._brain, self._slow_levels = brain, frozenset(slow)

        def line() -> Line[_Job]:
            return Line(most_waiting, most_waiting_each, most_waiting_each_address)

        self._slow = _Lane(brain, line(), workers, "slow")
        self._quick = _Lane(brain, line(), workers, "quick")
        self._closed = False

    @property
    def waiting(self) -> int:
        """How many questions wait for a thread."""
        return len(self._slow.line) + len(self._quick.line)

    @property
    def ended(self) -> int:
        """How many thoughts have come to an end, by themselves or because they were stopped."""
        return self._slow.ended + self._quick.ended

    async def choose(self, question: Question, asker: Asker) -> Thought:
        """The move a level plays for somebody; cancel the task to give up on it."""
        if self._closed:
            raise Refusal("stopping", "The server is stopping; come back in a moment.")
        lane = self._slow if question.level in self._slow_levels else self._quick
        job = _Job(question, asyncio.get_running_loop().create_future())
        lane.add(job, asker)
        try:
            return await job.answer
        except asyncio.CancelledError:
            lane.give_up(job, asker)
            raise

    def forget(self, game: str) -> None:
        """A game needs no computer any more: away from the event loop, for it may wait a little."""
        if not self._closed:
            self._quick.run(self._brain.forget, game)

    async def close(self) -> None:
        """Stop thinking."""
        self._closed = True
        for lane in (self._slow, self._quick):
            lane.stop()
        for lane in (self._slow, self._quick):
            await lane.close()
        self._brain.close()
