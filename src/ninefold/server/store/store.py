"""Store: where games live for good. This is the whole of what the server asks of a database.

Another database takes over by another implementation of this one interface. What it must promise:
when ``append`` returns, the entries survive a power cut; and of two writers who append the same
version of a game, or the same move of it, exactly one succeeds and the other gets ``Conflict``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, Protocol

from msgspec import Struct

from ninefold.analysis.explorer import Count
from ninefold.game.entries import Entry
from ninefold.rules.errors import SystemFailed
from ninefold.server.play.entries import Settings
from ninefold.server.wire.messages import GameState, Scope, Token

__all__ = [
    "Append",
    "Cap",
    "Conflict",
    "Lost",
    "NewGame",
    "Store",
    "StoreFailed",
    "StoredGame",
    "StoredToken",
    "Taken",
    "Told",
    "TooMany",
    "Unreadable",
    "Unsure",
]


class StoreFailed(SystemFailed):
    """The database could not do it: nothing was written, and nothing may be acknowledged."""


class Conflict(StoreFailed):
    """Somebody else wrote this version of the game first: load it again."""


class Lost(StoreFailed):
    """The game belongs to another node now: nothing was written."""


class Unsure(StoreFailed):
    """The database broke off: it may have been written or not. Load the game again."""


class Unreadable(StoreFailed):
    """What lies in the store of a game cannot be read; the others can."""


class TooMany(StoreFailed):
    """A cap would not hold: nothing was written. ``what`` there are ``count`` of."""

    def __init__(self, what: Literal["games", "challenges"], count: int) -> None:
        self.what, self.count = what, count
        super().__init__(f"{count} {what} already")


class Cap(Struct, frozen=True):
    """In how many unfinished games a visitor may sit, and how many challenges may be among them.

    It is counted in the transaction that adds one more, so it holds however many come at once.
    """

    key: str
    games: int
    challenges: int | None = None  # counted only when one is added


class NewGame(Struct, frozen=True):
    """A game that begins to exist; ``up`` is the moment by the server's own time."""

    settings: Settings
    state: GameState
    up: int = 0


class Append(Struct, frozen=True):
    """Entries to add to a game's log after ``version``, all or none.

    ``epoch`` and ``ply`` are where the game stood before. ``state`` and ``players`` (the keys of X
    and O) are what it will be, given only when they change: the store keeps them as an index.
    ``up`` is the moment, by the server's own time, at which they were made. ``follow_up`` is the
    game that the entries name as the next, created with them. ``caps`` must hold before any of it.
    ``counts`` are what the explorer learns of a game that ends, the first time that it does.
    """

    game: str
    version: int
    epoch: int
    ply: int
    entries: Sequence[Entry]
    state: GameState | None = None
    players: tuple[str | None, str | None] | None = None
    up: int = 0
    follow_up: NewGame | None = None
    caps: tuple[Cap, ...] = ()
    counts: tuple[Count, ...] = ()


class Taken(Struct, frozen=True):
    """How a game stood when its owner took it over from another node.

    ``version`` is how far its log was, ``up`` the moment by the new owner's time, and ``spent``
    what the turn under way had used until then.
    """

    version: int
    up: int
    spent: int


class Told(Struct, frozen=True):
    """When the players were told of a version of their game that took long to store."""

    version: int
    up: int


class StoredGame(Struct, frozen=True):
    """A game as it lies in the store.

    ``up`` and ``ups`` are the moments, by the server's own time, at which it and its entries were
    made; an earlier version did not note them.
    """

    settings: Settings
    entries: list[Entry]
    ups: list[int | None]
    up: int | None = None
    taken: Taken | None = None
    told: Told | None = None


class StoredToken(Struct, frozen=True):
    """A bot's token: its id, the key of its owner, and what it is for."""

    id: str
    owner: str
    scopes: tuple[Scope, ...]


class Store(Protocol):
    """What the server asks of a database."""

    async def create(self, game: NewGame, *caps: Cap) -> None:
        """Keep a new game if all caps hold, or ``TooMany``."""

    async def append(self, append: Append) -> None:
        """Add to a game's log: durable on return, or ``Conflict``, or ``StoreFailed``."""

    async def note_told(self, game: str, told: Told) -> None:
        """Keep when a version was told: the turn that it began is charged from then on."""

    async def load(self, game: str) -> StoredGame | None:
        """A game with its whole log."""

    async def games_to_tend(self) -> list[str]:
        """The ids of games that cannot wait for a visitor: with a clock, or open to anybody."""

    async def links_that_waited(self, before: int, most: int) -> list[str]:
        """The ids of games by link that have waited since before a moment, some of them."""

    async def unfinished_of(self, key: str) -> list[str]:
        """The ids of a visitor's unfinished games."""

    async def finished_of(
        self, key: str, before: tuple[int, str] | None, limit: int
    ) -> list[tuple[int, str]]:
        """A visitor's finished games, newest first: when each ended, and its id.

        ``before`` is the last of them that was seen already.
        """

    async def idle_solo_of(self, key: str | None, before: int) -> str | None:
        """The game of a visitor, or of anybody, that was left longest ago, before a moment.

        Only games that concern nobody else.
        """

    async def forget_called_off(self, before: int, most: int) -> int:
        """Delete games that were called off before a moment, some of them; how many it were."""

    async def count_unfinished(self, key: str, *, challenges: bool = False) -> int:
        """In how many unfinished games a visitor sits, or only how many challenges are theirs."""

    async def find_counts(self, axes: int, key: int) -> list[Count]:
        """What the explorer has counted of a position, by its axes and its key."""

    async def uncounted(self, most: int) -> list[str]:
        """The ids of finished games that are not counted yet, some of them.

        They ended under an earlier version.
        """

    async def count_games(self, games: Mapping[str, Sequence[Count]]) -> None:
        """Count such games, each once, whoever else does the same."""

    async def name_of(self, key: str) -> str:
        """The name a visitor chose, or an empty one."""

    async def seal(self) -> bytes:
        """What visitors' secrets are sealed with, the same for all who share the database."""

    async def welcome_back(self, key: str, *, sealed: bool) -> str | None:
        """The name of a visitor whose secret has our seal; ``None`` if they have signed out.

        Without a seal they must have been here before: with a game, a name or a token.
        """

    async def sign_out(self, key: str, at: int) -> list[str]:
        """End a visitor's sign-in for good, and their tokens with it; the ids of these."""

    async def rename(self, key: str, name: str) -> None:
        """Keep a visitor's name."""

    async def add_token(self, key: str, digest: str, token: Token) -> None:
        """Keep a bot's token, known by the digest of its secret."""

    async def tokens_of(self, key: str) -> list[Token]:
        """A visitor's tokens, oldest first."""

    async def drop_token(self, key: str, token: str) -> bool:
        """Forget a token; whether there was one."""

    async def find_token(self, digest: str) -> StoredToken | None:
        """The token that has this digest."""

    async def alive(self, at: int, up: int) -> None:
        """Note that the server runs: the calendar's moment, and that of the server's own time."""

    async def last_alive(self) -> tuple[int | None, int]:
        """The moments at which the server was last known to be running, by both clocks."""

    async def check(self) -> None:
        """Write and read something small, or ``StoreFailed``."""

    async def open(self) -> None:
        """Connect, if that was not done before."""

    async def close(self) -> None:
        """Finish what is under way and let go of the database."""
