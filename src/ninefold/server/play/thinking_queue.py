"""ThinkingQueue: questions to the computer for which programs come (``ninefold think``).

Whoever asks waits in the same lines as before the threads of a ``Pool``, so quotas and fairness are
the same. A program takes a question, which is its own for a few seconds, and says again and again
that it is still at it. When it falls silent the question goes back into the line, for the next.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from ninefold.engine import EngineError, Limit
from ninefold.game.computer import Thought
from ninefold.server.play.line import Asker, Line
from ninefold.server.play.thinking import Question
from ninefold.server.wire.messages import Level
from ninefold.server.wire.refusal import Refusal

__all__ = ["LAPSE_S", "ThinkingQueue"]

log: Final = logging.getLogger("ninefold.server")
#: For how long a question belongs to whoever took it and then says nothing more.
LAPSE_S: Final = 3.0
#: How often a question may be lost with its program before it is taken for its cause.
_MOST_LOSSES: Final = 3


@dataclass(slots=True, eq=False)
class _Job:
    number: int
    question: Question
    asker: Asker
    answer: asyncio.Future[Thought]
    failures: int = 0
    losses: int = 0
    until: float = 0.0  # it lapses then, if somebody has it


class ThinkingQueue:
    """What the server asks of the computer, answered by whoever comes for work."""

    def __init__(
        self,
        levels: Sequence[Level],
        *,
        default_level: str,
        hint_level: str,
        slow: Collection[str],
        lines: tuple[Line[_Job], Line[_Job]],
    ) -> None:
        self.levels = levels
        self.default_level, self.hint_level = default_level, hint_level
        self._slow_levels = frozenset(slow)
        self._quick, self._slow = lines
        self._taken: dict[int, _Job] = {}
        self._numbers = itertools.count(1)
        self._closed = False
        #: How many thoughts have come to an end.
        self.ended = 0

    @property
    def waiting(self) -> int:
        """How many questions wait for somebody who thinks."""
        return len(self._quick) + len(self._slow)

    # Those who ask

    async def choose(self, question: Question, asker: Asker) -> Thought:
        """The move a level plays for somebody; cancel the task to give up on it."""
        if self._closed:
            raise Refusal("stopping", "The server is stopping; come back in a moment.")
        answer: asyncio.Future[Thought] = asyncio.get_running_loop().create_future()
        job = _Job(next(self._numbers), question, asker, answer)
        line = self._line(slow=question.level in self._slow_levels)
        line.add(job, asker)
        try:
            return await answer
        except asyncio.CancelledError:
            line.drop(job, asker)
            self._taken.pop(job.number, None)
            raise

    def forget(self, game: str) -> None:
        """A game needs no computer any more: those who think forget it by themselves."""

    async def close(self) -> None:
        """Hand out nothing more."""
        self._closed = True
        for line in (self._quick, self._slow):
            line.clear()
        self._taken.clear()

    # Those who think

    def take(self, *, slow: bool) -> tuple[int, Question, Limit] | None:
        """A question of one kind, with its number, and what may be spent on it."""
        self._put_back_what_lapsed()
        line = self._line(slow=slow)
        if not line:
            return None
        job = line.take()
        job.until = _now() + LAPSE_S
        self._taken[job.number] = job
        return job.number, job.question, job.question.limit()  # its clock begins now

    def hold(self, number: int) -> bool:
        """Somebody is still at a question; whether it is still wanted of them."""
        job = self._taken.get(number)
        if job is not None:
            job.until = _now() + LAPSE_S
        return job is not None

    def tell(self, number: int, thought: Thought | None) -> None:
        """What somebody thinks of a question that is theirs; ``None``: the engine failed."""
        job = self._taken.pop(number, None)
        if job is None:
            return
        self.ended += 1
        if thought is not None:
            job.answer.set_result(thought)
            return
        log.error("%s failed in game %s", job.question.level, job.question.game or "none")
        job.failures += 1
        self._again(job, once_more=job.failures < 2)

    def _put_back_what_lapsed(self) -> None:
        now = _now()
        for job in [job for job in self._taken.values() if job.until < now]:
            del self._taken[job.number]
            job.losses += 1
            log.warning("whoever thought in game %s is gone", job.question.game or "none")
            self._again(job, once_more=job.losses < _MOST_LOSSES)

    def _again(self, job: _Job, *, once_more: bool) -> None:
        try:
            if not once_more:
                raise EngineError("the engine failed again and again in one position")
            line = self._line(slow=job.question.level in self._slow_levels)
            line.add(job, job.asker)
        except (EngineError, Refusal) as error:
            job.answer.set_exception(error)

    def _line(self, *, slow: bool) -> Line[_Job]:
        return self._slow if slow else self._quick


def _now() -> float:
    return asyncio.get_running_loop().time()
