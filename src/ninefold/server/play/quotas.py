"""Quotas: how often somebody may do what costs the server something.

A door that several nodes can share: another implementation counts for all of them together.
"""

from __future__ import annotations

from typing import Final, Literal, Protocol

from ninefold.server.config import Limits
from ninefold.server.pace import Buckets

__all__ = ["MemoryQuotas", "Quota", "Quotas"]

#: New games, new names, hints, new visitors, and phrases.
Quota = Literal["games", "names", "hints", "visitors", "phrases"]


class Quotas(Protocol):
    """What the server asks of whoever counts."""

    async def take(self, quota: Quota, who: str) -> bool:
        """Whether somebody, a visitor or an address, may do it once more; if so it counts."""


class MemoryQuotas:
    """Counted by one process, for itself."""

    def __init__(self, limits: Limits) -> None:
        self._paces: Final[dict[Quota, tuple[float, int]]] = {
            "games": (limits.creates_per_minute / 60, limits.create_burst),
            "names": (limits.renames_per_minute / 60, limits.rename_burst),
            "hints": (limits.hints_per_minute / 60, limits.hint_burst),
            "phrases": (limits.phrases_per_minute / 60, limits.phrase_burst),
            "visitors": (limits.visitors_per_minute / 60, limits.visitor_burst),
        }
        self._buckets = {quota: Buckets(*pace) for quota, pace in self._paces.items()}

    def pace_of(self, quota: Quota) -> tuple[float, int]:
        """How many a second in the long run, and how many at once."""
        return self._paces[quota]

    async def take(self, quota: Quota, who: str) -> bool:
        """Whether somebody, a visitor or an address, may do it once more; if so it counts."""
        return self._buckets[quota].of(who).take()
