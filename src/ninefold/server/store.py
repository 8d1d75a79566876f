"""Store: where games live for good. This is the whole of what the server asks of a database.

Another database takes over by another implementation of this one interface. What it must promise:
when ``append`` returns, the entries survive a power cut; and of two writers who append the same
version of a game, or the same move of it, exactly one succeeds and the other gets ``Conflict``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from msgspec import Struct

from ninefold.rules.errors import NinefoldError
from ninefold.server.entries import Entry, Settings
from ninefold.server.messages import GameState, Token

__all__ = ["Append", "Conflict", "Store", "StoreFailed", "StoredGame"]


class StoreFailed(NinefoldError):
    """The database could not do it: nothing was written, and nothing may be acknowledged."""


class Conflict(StoreFailed):
    """Somebody else wrote this version of the game first: load it again."""


class Append(Struct, frozen=True):
    """Entries to add to a game's log after ``version``, all or none.

    ``epoch`` and ``ply`` are where the game stood before. ``state`` and ``players`` (the keys of X
    and O) are what it will be, given only when they change: the store keeps them as an index.
    """

    game: str
    version: int
    epoch: int
    ply: int
    entries: Sequence[Entry]
    state: GameState | None = None
    players: tuple[str | None, str | None] | None = None


class StoredGame(Struct, frozen=True):
    """A game as it lies in the store."""

    settings: Settings
    entries: list[Entry]


class Store(Protocol):
    """What the server asks of a database."""

    async def create(self, settings: Settings, state: GameState) -> None:
        """Keep a new game."""

    async def append(self, append: Append) -> None:
        """Add to a game's log: durable on return, or ``Conflict``, or ``StoreFailed``."""

    async def load(self, game: str) -> StoredGame | None:
        """A game with its whole log."""

    async def games_in(self, state: GameState, *, clocked: bool = False) -> list[str]:
        """The ids of all games in a state, or only of those with a clock."""

    async def games_of(self, key: str, limit: int) -> list[str]:
        """The ids of a visitor's games, unfinished ones first, then the newest."""

    async def count_unfinished(self, key: str) -> int:
        """In how many unfinished games a visitor sits."""

    async def name_of(self, key: str) -> str:
        """The name a visitor chose, or an empty one."""

    async def rename(self, key: str, name: str) -> None:
        """Keep a visitor's name."""

    async def add_token(self, key: str, digest: str, token: Token) -> None:
        """Keep a bot's token, known by the digest of its secret."""

    async def tokens_of(self, key: str) -> list[Token]:
        """A visitor's tokens, oldest first."""

    async def drop_token(self, key: str, token: str) -> bool:
        """Forget a token; whether there was one."""

    async def owner_of(self, digest: str) -> str | None:
        """The visitor whose token has this digest."""

    async def alive(self, at: int) -> None:
        """Note that the server was running at this moment."""

    async def last_alive(self) -> int | None:
        """When the server was last known to be running."""

    async def check(self) -> None:
        """Write and read something small, or ``StoreFailed``."""

    async def close(self) -> None:
        """Finish what is under way and let go of the database."""
