"""Line: who waits for the computer, and whose turn it is."""

from __future__ import annotations

from collections import OrderedDict, deque
from dataclasses import dataclass
from typing import Generic, TypeVar

from ninefold.server.wire.refusal import Refusal

__all__ = ["Asker", "Line"]

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Asker:
    """For whom the computer thinks: a visitor, and their address where it is known."""

    visitor: str
    address: str | None = None

    @property
    def place(self) -> str:
        """Where they stand in line: with all who share their address."""
        return self.visitor if self.address is None else self.address


class Line(Generic[T]):
    """Addresses take turns, and at each address its visitors: many games hold up nobody else.

    >>> line = Line[str](most=9, each=9, each_address=9)
    >>> ann, ben = Asker("ann", "10.0.0.1"), Asker("ben", "10.0.0.2")
    >>> for job, asker in (("a1", ann), ("a2", ann), ("b1", ben)):
    ...     line.add(job, asker)
    >>> [line.take() for _ in range(3)]
    ['a1', 'b1', 'a2']
    """

    def __init__(self, most: int, each: int, each_address: int) -> None:
        self._most, self._each, self._each_address = most, each, each_address
        self._places: OrderedDict[str, OrderedDict[str, deque[T]]] = OrderedDict()
        self._length = 0

    def __len__(self) -> int:
        return self._length

    def add(self, job: T, asker: Asker) -> None:
        """Stand in line, or ``Refusal`` when it, or the asker's part of it, is too long."""
        visitors = self._places.get(asker.place, OrderedDict[str, deque[T]]())
        mine = len(visitors.get(asker.visitor, ()))
        here = sum(map(len, visitors.values()))
        if self._length >= self._most or mine >= self._each or here >= self._each_address:
            raise Refusal("busy", "The computer has too many games just now; try again soon.")
        visitors = self._places.setdefault(asker.place, OrderedDict())
        visitors.setdefault(asker.visitor, deque()).append(job)
        self._length += 1

    def take(self) -> T:
        """Whoever is next; their address and they themselves go to the end."""
        place, visitors = self._places.popitem(last=False)
        visitor, jobs = visitors.popitem(last=False)
        job = jobs.popleft()
        if jobs:
            visitors[visitor] = jobs
        if visitors:
            self._places[place] = visitors
        self._length -= 1
        return job

    def drop(self, job: T, asker: Asker) -> bool:
        """Leave the line; whether it was there."""
        visitors = self._places.get(asker.place, OrderedDict())
        jobs = visitors.get(asker.visitor, deque())
        if job not in jobs:
            return False
        jobs.remove(job)
        self._length -= 1
        if not jobs:
            del visitors[asker.visitor]
        if not visitors:
            del self._places[asker.place]
        return True

    def clear(self) -> None:
        """Send everybody away."""
        self._places.clear()
        self._length = 0
