"""Searches: who looks for an opponent now, and what they would play.

A search lives as long as the socket that began it, so it is never stored. Several nodes share one
list by another implementation of this one interface, which must keep one promise: a search is
handed out once, to one caller, however many ask.
"""

from __future__ import annotations

from typing import Protocol

from msgspec import Struct

from ninefold.server.wire.messages import ClockSettings, Player, Seek

__all__ = ["MemorySearches", "Search", "Searches", "Wish"]


class Wish(Struct, frozen=True):
    """A game that somebody would play: a variant as text, with swap or not, and its clock."""

    mode: str
    swap: bool
    clock: ClockSettings


class Search(Struct, frozen=True, eq=False):
    """Somebody who looks for an opponent; ``since`` is when it began, by the calendar."""

    id: str
    key: str
    address: str
    player: Player
    asked: Seek
    wishes: frozenset[Wish]
    since: int

    @property
    def topic(self) -> str:
        """Where the bus carries what concerns this search."""
        return f"search:{self.id}"

    @property
    def answers(self) -> str:
        """Where the bus carries whether whoever searches is still there."""
        return f"search-answers:{self.id}"

    def fits(self, other: Search) -> bool:
        """Whether two may be paired: two people, and a game that both would play."""
        return self.key != other.key and not self.wishes.isdisjoint(other.wishes)


class Searches(Protocol):
    """What the server asks of the list of those who wait."""

    async def pair(self, search: Search) -> Search | None:
        """Whoever has waited longest of those that fit, taken off; else the search waits here."""

    async def take(self, search: str) -> Search | None:
        """A search by its id, taken off; ``None`` if it does not wait here."""

    async def waiting(self) -> list[Search]:
        """All that wait, the longest first."""


class MemorySearches:
    """The list within one process; nothing here pauses, so nobody comes between."""

    def __init__(self) -> None:
        self._waiting: dict[str, Search] = {}

    async def pair(self, search: Search) -> Search | None:
        """Whoever has waited longest of those that fit, taken off; else the search waits here."""
        for one in await self.waiting():
            if search.fits(one):
                return self._waiting.pop(one.id)
        self._waiting[search.id] = search
        return None

    async def take(self, search: str) -> Search | None:
        """A search by its id, taken off; ``None`` if it does not wait here."""
        return self._waiting.pop(search, None)

    async def waiting(self) -> list[Search]:
        """All that wait, the longest first."""
        return sorted(self._waiting.values(), key=lambda one: one.since)
