"""House: what every table shares. A table knows its house, and nothing of the other tables."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from ninefold.server.config import Config
from ninefold.server.metrics import Metrics
from ninefold.server.moments import ServerTime
from ninefold.server.play.game import LiveGame
from ninefold.server.play.quotas import Quota, Quotas
from ninefold.server.play.thinking import Thinking
from ninefold.server.store.bus import Bus
from ninefold.server.store.searches import MemorySearches, Searches
from ninefold.server.store.store import (
    Cap,
    Store,
    StoredGame,
    StoreFailed,
    Taken,
    TooMany,
    Unreadable,
)
from ninefold.server.wire.refusal import Refusal

__all__ = ["House", "too_many"]

log: Final = logging.getLogger("ninefold.server")


@dataclass(slots=True, eq=False)
class House:
    """The doors to what is shared or slow, how the server is run, and whether it is closing."""

    config: Config
    store: Store
    bus: Bus
    thinking: Thinking
    metrics: Metrics
    quotas: Quotas
    searches: Searches = field(default_factory=MemorySearches)
    time: ServerTime = field(default_factory=ServerTime)
    last_alive: int | None = None  # before this run, by the calendar
    set_aside: dict[str, str] = field(default_factory=dict)  # games that cannot be read, and why
    stopping: bool = False
    #: Called with a game that turned out to belong to another node.
    lost: Callable[[str], None] = field(default=lambda _: None)

    def must_be_open(self) -> None:
        """Refuse to begin anything while the server stops."""
        if self.stopping:
            raise Refusal("stopping", "The server is stopping; come back in a moment.")

    async def take_pace_of_games(self, address: str) -> None:
        """Refuse one more game from an address that makes too many, by whatever way."""
        if not await self.quotas.take("games", address):
            raise Refusal("too-fast", "Too many games come from your address; wait a little.")

    async def take_pace_of_names(self, key: str, address: str) -> None:
        """Refuse one more name: each is written into every game that its owner plays."""
        if not await self._take_both("names", key, address):
            raise Refusal("too-fast", "Names change too often: wait a little.")

    async def take_pace_of_visitors(self, address: str) -> None:
        """Refuse one more visitor: limits by visitor would mean nothing to who is many of them."""
        if not await self.quotas.take("visitors", address):
            raise Refusal("too-fast", "Too many visitors come from your address; wait a little.")

    async def take_pace_of_hints(self, key: str, address: str) -> None:
        """Refuse one more hint: each keeps the engine busy for a second."""
        if not await self._take_both("hints", key, address):
            raise Refusal("too-fast", "You ask for hints too often: wait a little.")

    async def take_pace_of_phrases(self, key: str) -> None:
        """Refuse one more phrase: nobody is talked at without end."""
        if not await self.quotas.take("phrases", key):
            raise Refusal("too-fast", "You have said so much: wait a little.")

    async def _take_both(self, quota: Quota, key: str, address: str) -> bool:
        return await self.quotas.take(quota, key) and await self.quotas.take(quota, address)

    def cap_of(self, key: str, *, challenge: bool = False) -> Cap:
        """How many games a visitor may have."""
        limits = self.config.limits
        most = limits.challenges_per_visitor if challenge else None
        return Cap(key, limits.games_per_visitor, most)

    async def read_game(self, game: str) -> LiveGame:
        """A game as the store tells it."""
        try:
            stored = await self.store.load(game)
        except Unreadable as error:
            raise self.put_aside(game, error) from None
        except StoreFailed as error:
            log.error("game %s: not readable: %s", game, error)
            raise Refusal("disk", "The server cannot read its games now.") from None
        if stored is None:
            raise Refusal("no-such-game", "There is no game at this address.")
        return self._go_on(self._replay(game, stored), stored)

    def _go_on(self, live: LiveGame, stored: StoredGame) -> LiveGame:
        """Let the clock of a game go on that this node has had before, or has alone."""
        taken = stored.taken
        if taken is not None and _turn_began_before(live, stored, taken):
            live.clock.resume(taken.up, taken.spent, self.config.restart_grace_s * 1000)
        else:
            self.settle_clock(live, live.clock.running_since or stored.up)
        return live

    def take_over(
        self, game: str, stored: StoredGame, left: int | None
    ) -> tuple[LiveGame, Taken | None]:
        """A game that belongs to this node now, and how it stood if another had it before.

        The turn is charged for as long as that node is known to have run, which is until ``left``
        by its own time, and then stands still for the grace after a restart.
        """
        live = self._replay(game, stored)
        if left is None:
            return self._go_on(live, stored), None
        grace, taken = self.config.restart_grace_s * 1000, stored.taken
        if live.level_to_move is not None:  # the computer's turn: it thinks anew
            spent = grace = 0.0
        elif taken is not None and _turn_began_before(live, stored, taken):
            spent = taken.spent + max(0.0, left - taken.up - grace)
        else:
            spent = max(0.0, left - (live.clock.running_since or stored.up or left))
        noted = Taken(live.version, round(self.time.now()), round(spent))
        live.clock.resume(noted.up, noted.spent, grace)
        return live, noted

    def _replay(self, game: str, stored: StoredGame) -> LiveGame:
        try:
            live = _replayed(stored)
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
            raise self.put_aside(game, error) from None
        self.set_aside.pop(game, None)
        return live

    def put_aside(self, game: str, error: Exception) -> Refusal:
        """Note a game that cannot be read, for log and health, and go on without it."""
        if game not in self.set_aside:
            log.error("game %s: cannot be read and is set aside: %s", game, error)
        self.set_aside[game] = str(error)
        return Refusal("set-aside", "This game cannot be read: it waits for the server's operator.")

    def settle_clock(self, game: LiveGame, since: float | None) -> None:
        """Let the clock of a game that was read go on.

        A turn that began before this run is charged for as long as the server ran, and then stands
        still for the grace after a restart. ``since`` is when it began, by the server's own time.
        """
        began, grace = self.time.began, self.config.restart_grace_s * 1000
        if game.level_to_move is not None:  # the computer's turn: it thinks anew
            game.clock.resume(self.time.now(), 0.0, 0.0)
        elif not since:  # by an earlier version, which went by the calendar
            spent = 0 if self.last_alive is None else self.last_alive - game.turn_began_at
            game.clock.resume(began, max(0, spent), grace)
        elif since < began:
            game.clock.resume(began, began - since, grace)
        else:
            game.clock.resume(min(since, self.time.now()), 0.0, 0.0)


def _replayed(stored: StoredGame, entries: int | None = None) -> LiveGame:
    live, told = LiveGame(stored.settings), stored.told
    for entry, up in list(zip(stored.entries, stored.ups, strict=True))[:entries]:
        late = told is not None and told.version == live.version + 1
        live.apply(entry, (told.up if late and told else up) or 0.0)
    return live


def _turn_began_before(live: LiveGame, stored: StoredGame, taken: Taken) -> bool:
    """Whether the turn under way began before the game was last taken over."""
    then = _replayed(stored, taken.version - 1)
    return (then.epoch, then.ply, then.clock.running, then.clock.running_since) == (
        *(live.epoch, live.ply),
        *(live.clock.running, live.clock.running_since),
    )


def too_many(found: TooMany) -> Refusal:
    """What a visitor is told whose cap is reached."""
    if found.what == "challenges":
        return Refusal("too-many-challenges", "You have enough challenges in the lobby.")
    return Refusal(
        "too-many-games",
        f"You have {found.count} unfinished games: finish or resign some of them first.",
    )
