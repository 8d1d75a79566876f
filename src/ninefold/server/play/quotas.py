"""Quotas: how often somebody may do what costs the server something.

A door that several nodes can share: another implementation counts for all of them together.
"""

from __future__ import annotations

from typing import Final, Literal, Protocol

from ninefold.server.config import Limits
from ninefold.server.pace import Buckets

__all__ = ["MemoryQuotas", "Quota", "Quotas"]

#: New games, new names, hints, and new visitors.
Quota = Literal["games", "names", "hints", "visitors"]


class Quotas(Protocol):
    """What the server asks of whoever counts."""

    async def take(self, quota: Quota, who: str) -> bool:
        """Whether somebody, a visitor or an address, may do it once more; if so it counts."""


class MemoryQuotas:
    """Counted by one process, for itself."""

    def __init__(self, limits: Limits) -> None:
        self._buckets: Final[dict[Quota, Buckets]] = {
            "games": Buckets(limits.creates_per_minute / 60, limits.create_burst),
            "names": Buckets(limits.renames_per_minute / 60, limits.rename_burst),
            "hints": Buckets(limits.hints_per_minute / 60, limits.hint_burst),
            "visitors": Buckets(limits.visitors_per_minute / 60, limits.visitor_burst),
        }

    async def take(self, quota: Quota, who: str) -> bool:
        """Whether somebody, a visitor or an address, may do it once more; if so it counts."""
        return self._buckets[quota].of(who).take()
