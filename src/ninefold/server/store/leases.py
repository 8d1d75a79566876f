"""Leases: which node owns a game, on a database that several nodes share.

A node holds one lease, a row with a number that grows with every new one (its *fence*) and a moment
at which it ends unless it is renewed. A game names the fence of its owner. Whoever finds that this
lease has ended may put its own fence there; every write to the game's log is made in the name of a
fence, and the database takes it only from the one that stands there and whose lease still runs. So
a node that was stopped or cut off for too long can write nothing, whatever it believes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from msgspec import Struct

from ninefold.server.store.store import StoredGame, Taken

__all__ = ["Beat", "Elsewhere", "Leases"]


class Elsewhere(Struct, frozen=True):
    """A game belongs to another node: its fence, and where it is reached."""

    fence: int
    address: str


class Beat(Struct, frozen=True):
    """A node's lease as it was last renewed: by its own time then, and for how long it still runs.

    It is another whenever the node has renewed it since.
    """

    up: int
    left_s: float


class Leases(Protocol):
    """What several nodes ask of their database, besides ``Store``."""

    fence: int | None

    async def secret(self) -> str:
        """What only nodes of this database know."""

    async def seen_from(self) -> str:
        """The address at which the database sees this machine, and others may too."""

    async def register(self, address: str, up: int, seconds: float) -> int:
        """Begin a lease; its number is ours from now on."""

    async def renew(self, up: int, seconds: float) -> bool:
        """Go on holding the lease; whether we still did."""

    async def release(self, up: int) -> None:
        """Give the lease back: our games are free for others at once."""

    async def beat_of(self, fence: int) -> Beat | None:
        """How a node last renewed its lease; ``None`` if that has ended."""

    async def end(self, fence: int, up: int) -> None:
        """End the lease of a node that is no more, unless it has renewed it since a beat."""

    async def nodes(self) -> dict[int, str]:
        """The nodes whose lease runs: the fence and the address of each."""

    async def claim(self, game: str) -> tuple[StoredGame, int | None] | Elsewhere | None:
        """Own a game from now on, unless another does.

        With the game comes the moment, by its own time, at which its last owner was known to run;
        ``None`` if it was ours already.
        """

    async def note_taken(self, game: str, taken: Taken) -> None:
        """Keep how the clock stood when we took a game over."""

    async def give_back(self, games: Sequence[str]) -> None:
        """Own some games no longer: whoever asks for one next may have it."""

    async def orphans(self, most: int) -> list[str]:
        """Games that cannot wait for a visitor and whose owner has gone, some of them."""
