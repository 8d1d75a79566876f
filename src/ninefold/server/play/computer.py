"""The computer's games: a ``Computer`` for each, kept between its moves as far as memory goes.

What a game's computer overlooks follows from the game's id. So it stays the same player through a
restart, and when its engine was given up for another game: then only its table begins anew.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Final
from zlib import crc32

from ninefold.engine import LEVELS, Limit
from ninefold.game.computer import DEFAULT_LEVEL, Computer, Thought, table_of
from ninefold.server.config import Limits
from ninefold.server.play.line import Line
from ninefold.server.play.thinking import Pool, Question
from ninefold.server.play.thinking_queue import ThinkingQueue
from ninefold.server.wire.messages import Level
from ninefold.words import GAME_WORDS

__all__ = ["Opponents", "make_pool", "make_queue", "offered_levels"]

#: What the engines that are kept may hold together, and what one holds besides its table.
_MOST_MB: Final = 256
_ENGINE_MB: Final = 1


class Opponents:
    """The computers of all games, used by the threads of a pool."""

    def __init__(
        self, *, most_mb: int = _MOST_MB, make: Callable[[Question], Computer] | None = None
    ) -> None:
        self._most_mb = most_mb
        self._make = make or _make
        self._lock = threading.Lock()
        self._kept: OrderedDict[str, Computer] = OrderedDict()  # the latest to think is last
        self._busy: dict[Question, Computer] = {}
        self._unwanted: set[Question] = set()  # under way, and not to be kept

    @property
    def kept_mb(self) -> int:
        """What the engines between two moves hold, about."""
        with self._lock:
            return sum(map(_size, self._kept.values()))

    def think(self, question: Question, limit: Limit) -> Thought:
        """What the computer of a game plays; one that fails is not kept."""
        with self._lock:
            kept = self._kept.pop(question.game, None) if question.game else None
            computer = kept or self._make(question)
            self._busy[question] = computer
        try:
            return computer.choose(question.position, limit, question.swap)
        except Exception:
            with self._lock:
                self._unwanted.add(question)
            raise
        finally:
            self._put_back(question, computer)

    def _put_back(self, question: Question, computer: Computer) -> None:
        over = [computer]
        with self._lock:
            del self._busy[question]
            if question.game and question not in self._unwanted:
                # Another may be there: of a question that was stopped when this one came.
                earlier = self._kept.pop(question.game, None)
                self._kept[question.game] = computer
                over = [earlier] if earlier else []
                while self._kept and sum(map(_size, self._kept.values())) > self._most_mb:
                    over.append(self._kept.popitem(last=False)[1])
            self._unwanted.discard(question)
        for one in over:
            one.close()

    def stop(self, question: Question) -> None:
        """End the thought about a question, from any thread."""
        with self._lock:
            computer = self._busy.get(question)
        if computer is not None:
            computer.stop()

    def forget(self, game: str) -> None:
        """Give back what is held for a game."""
        with self._lock:
            computer = self._kept.pop(game, None)
            self._unwanted.update(question for question in self._busy if question.game == game)
        if computer is not None:
            computer.close()

    def close(self) -> None:
        """Give back what is held for all of them."""
        with self._lock:
            kept, self._kept = self._kept, OrderedDict()
        for computer in kept.values():
            computer.close()


def _make(question: Question) -> Computer:
    """A game's own computer; whoever asks only once gets any."""
    seed = crc32(question.game.encode()) if question.game else None
    return Computer(question.level, seed=seed)


def _size(computer: Computer) -> int:
    return table_of(computer.level) + _ENGINE_MB


def offered_levels() -> list[Level]:
    """The levels as pages are told of them, weakest first."""
    said = GAME_WORDS["en"].levels
    return [Level(name=one.name, rank=one.number, text=said[one.name].text) for one in LEVELS]


#: Levels that take as long as they are given.
_SLOW: Final = tuple(one.name for one in LEVELS if one.limit.time is not None)


def make_queue(limits: Limits) -> ThinkingQueue:
    """The queue from which programs take what there is to think about."""
    most = (limits.thoughts, limits.thoughts_per_visitor, limits.thoughts_per_address)
    return ThinkingQueue(
        offered_levels(),
        default_level=DEFAULT_LEVEL,
        hint_level=LEVELS[-1].name,
        slow=_SLOW,
        lines=(Line(*most), Line(*most)),
    )


def make_pool(workers: int, limits: Limits) -> Pool:
    """The pool that plays all levels; those that think by time are the slow ones."""
    return Pool(
        Opponents(),
        offered_levels(),
        default_level=DEFAULT_LEVEL,
        hint_level=LEVELS[-1].name,
        slow=_SLOW,
        workers=workers,
        most_waiting=limits.thoughts,
        most_waiting_each=limits.thoughts_per_visitor,
        most_waiting_each_address=limits.thoughts_per_address,
    )
