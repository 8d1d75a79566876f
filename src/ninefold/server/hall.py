"""Hall: all the tables, and what concerns more than one of them.

It creates and finds games, keeps those in memory that are needed there, calls off what nobody came
to, and knows the lobby.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from typing import Final

from ninefold.server import messages as m
from ninefold.server.bus import Bus
from ninefold.server.config import Config
from ninefold.server.entries import Settings
from ninefold.server.game import LiveGame
from ninefold.server.lobby import lobby_view
from ninefold.server.metrics import Metrics
from ninefold.server.refusal import Refusal
from ninefold.server.seating import new_game, rematch_of
from ninefold.server.store import Store, StoreFailed
from ninefold.server.table import Table, encode, now_ms, today_ms
from ninefold.server.thinking import Thinking
from ninefold.server.views import summary_view
from ninefold.server.visitors import Visitor

__all__ = ["LOBBY", "Hall"]

log: Final = logging.getLogger("ninefold.server")
LOBBY: Final = "lobby"
_IDLE_SOLO_MS: Final = 3_600_000


class Hall:
    """Everything that is going on."""

    def __init__(
        self, config: Config, store: Store, bus: Bus, thinking: Thinking, metrics: Metrics
    ) -> None:
        self.config, self.store, self.bus = config, store, bus
        self.thinking, self.metrics = thinking, metrics
        self.tables: dict[str, Table] = {}
        self.stopping = False
        self._loading: dict[str, asyncio.Task[Table]] = {}
        self._sockets: dict[tuple[str, str], int] = {}
        self._sweeping: asyncio.Task[None] | None = None
        self._lobby_changed = asyncio.Event()
        self._lobby_teller: asyncio.Task[None] | None = None

    # Opening and closing

    async def open(self) -> None:
        """Take up the games that cannot wait for a visitor: with a clock, or without opponent."""
        alive = await self.store.last_alive()
        waiting = await self.store.games_in("waiting")
        clocked = await self.store.games_in("playing", clocked=True)
        for game in [*waiting, *clocked]:
            table = await self._load(game)
            table.game.clock.resume(
                now_ms(),
                0.0 if alive is None else max(0, alive - table.game.turn_began_at),
                self.config.restart_grace_s * 1000,
            )
            table.tend()
        await self.store.alive(today_ms())
        self._sweeping = asyncio.create_task(self._sweep_for_ever())
        self._lobby_teller = asyncio.create_task(self._tell_lobby_for_ever())

    async def close(self) -> None:
        """Let nothing new begin, and finish what is under way."""
        self.stopping = True
        for task in (self._sweeping, self._lobby_teller):
            if task is not None:
                task.cancel()
        for table in self.tables.values():
            table.close()
        try:
            await self.store.alive(today_ms())
        except StoreFailed as error:
            log.error("the last moment could not be stored: %s", error)

    # Games

    async def create(self, wish: m.CreateGame, visitor: Visitor) -> Table:
        """Set up a game for a visitor."""
        await self._check_caps(wish, visitor)
        levels = [level.name for level in self.thinking.levels]
        default = self.thinking.default_level
        settings = new_game(wish, visitor, levels, default, today_ms())
        table = await self._add(settings)
        table.seen(visitor)
        return table

    async def create_rematch(self, game: LiveGame, new: str) -> None:
        """Set up the game that follows another: the same again, with sides changed."""
        await self._add(rematch_of(game, new, today_ms()))

    async def find(self, game: str) -> Table:
        """The table of a game, from memory or from the store; or ``Refusal``."""
        table = self.tables.get(game)
        if table is not None:
            return table
        loading = self._loading.get(game)
        if loading is None:
            loading = asyncio.create_task(self._wake(game))
            self._loading[game] = loading
            loading.add_done_callback(lambda _: self._loading.pop(game, None))
        return await asyncio.shield(loading)

    async def read_game(self, game: str) -> LiveGame:
        """A game as the store tells it."""
        try:
            stored = await self.store.load(game)
        except StoreFailed as error:
            log.error("game %s: not readable: %s", game, error)
            raise Refusal("disk", "The server cannot read its games now.") from None
        if stored is None:
            raise Refusal("no-such-game", "There is no game at this address.")
        live = LiveGame(stored.settings)
        for entry in stored.entries:
            live.apply(entry)
        return live

    async def summaries(self, visitor: Visitor, limit: int = 40) -> list[m.GameSummary]:
        """A visitor's games: those to move in first, then unfinished ones, then the newest."""
        games = []
        for game in await self.store.games_of(visitor.key, limit):
            table = self.tables.get(game)
            games.append(table.game if table else await self.read_game(game))

        def order(game: LiveGame) -> tuple[bool, bool, int]:
            unfinished = game.state in ("waiting", "playing")
            mine = game.state == "playing" and game.position.turn in game.sides_of(visitor.key)
            return (not mine, not unfinished, -game.updated_at)

        return [summary_view(game) for game in sorted(games, key=order)]

    async def rename(self, visitor: Visitor) -> None:
        """Show a visitor's new name at the tables where they sit."""
        for table in tuple(self.tables.values()):
            if visitor.key in table.game.keys:
                await table.rename(visitor)
        self.lobby_changed()

    async def _add(self, settings: Settings) -> Table:
        game = LiveGame(settings)
        try:
            await self.store.create(settings, game.state)
        except StoreFailed as error:
            log.error("game %s: not created: %s", settings.id, error)
            raise Refusal("disk", "The server cannot store games now; try again soon.") from None
        table = Table(game, self)
        game.clock.resume(now_ms(), 0.0, 0.0)
        self.tables[settings.id] = table
        self.metrics.games_created += 1
        log.info("game %s: created, %s, %s", settings.id, settings.mode, settings.opponent)
        self.state_changed(table)
        table.tend()
        return table

    async def _wake(self, game: str) -> Table:
        table = await self._load(game)
        table.tend()
        return table

    async def _load(self, game: str) -> Table:
        table = Table(await self.read_game(game), self)
        table.game.clock.resume(now_ms(), 0.0, 0.0)
        return self.tables.setdefault(game, table)

    async def _check_caps(self, wish: m.CreateGame, visitor: Visitor) -> None:
        limits = self.config.limits
        if wish.opponent == "open":
            mine = sum(
                table.game.state == "waiting" and visitor.key in table.game.keys
                for table in self.tables.values()
                if table.game.settings.opponent == "open"
            )
            if mine >= limits.challenges_per_visitor:
                raise Refusal("too-many-challenges", "You have enough challenges in the lobby.")
        unfinished = await self.store.count_unfinished(visitor.key)
        if unfinished >= limits.games_per_visitor and not await self._make_room(visitor):
            raise Refusal(
                "too-many-games",
                f"You have {unfinished} unfinished games: finish or resign some of them first.",
            )

    async def _make_room(self, visitor: Visitor) -> bool:
        """Give up the oldest solo game of a visitor that nobody has touched for an hour."""
        for game in reversed(await self.store.games_of(visitor.key, 1_000)):
            live = await self.read_game(game)
            idle = today_ms() - live.updated_at > _IDLE_SOLO_MS
            if live.settings.solo and live.state == "playing" and idle:
                await (await self.find(game)).give_up()
                return True
        return False

    # Sockets, as far as they matter to tables

    def count_socket(self, game: str, key: str, change: int) -> None:
        """Remember how many sockets a visitor has open on a game."""
        count = self._sockets.get((game, key), 0) + change
        if count > 0:
            self._sockets[game, key] = count
        else:
            self._sockets.pop((game, key), None)

    def sockets_of(self, game: str, key: str) -> int:
        """How many sockets a visitor has open on a game."""
        return self._sockets.get((game, key), 0)

    # The lobby

    def lobby(self) -> m.Lobby:
        """Open challenges and games to watch."""
        return lobby_view(self.tables.values(), self.metrics.visitors)

    def state_changed(self, table: Table) -> None:
        """A table's game began, ended, or was created."""
        if table.game.settings.opponent == "open":
            self.lobby_changed()

    def lobby_changed(self) -> None:
        """Tell those who look at the lobby, soon."""
        self._lobby_changed.set()

    async def _tell_lobby_for_ever(self) -> None:
        """At most a few times a second, however much happens."""
        while True:
            await self._lobby_changed.wait()
            self._lobby_changed.clear()
            if self.bus.followers(LOBBY):
                self.bus.publish(LOBBY, 0, encode(self.lobby()))
            await asyncio.sleep(0.3)

    # Housekeeping

    async def _sweep_for_ever(self) -> None:
        while True:
            await asyncio.sleep(self.config.sweep_s)
            try:
                await self.sweep()
            except (StoreFailed, Refusal) as error:
                log.error("housekeeping failed, will try again: %s", error)

    async def sweep(self) -> None:
        """Note that we are alive, call off what nobody came to, forget what nobody looks at."""
        await self.store.alive(today_ms())
        for table in tuple(self._expired()):
            await table.expire()
        for table in tuple(self._unneeded()):
            table.close()
            del self.tables[table.id]
        self.lobby_changed()

    def _expired(self) -> Iterator[Table]:
        today, config = today_ms(), self.config
        for table in self.tables.values():
            game = table.game
            if not game.can_abort:
                continue
            if game.state == "waiting":
                listed = game.settings.opponent == "open"
                limit = config.expire_open_s if listed else config.expire_link_s
            elif isinstance(game.settings.clock, m.TimedClock):
                limit = config.expire_unbegun_s
            else:
                continue
            if today - game.turn_began_at > limit * 1000:
                yield table

    def _unneeded(self) -> Iterator[Table]:
        now = now_ms()
        for table in self.tables.values():
            game = table.game
            kept = game.state == "waiting" or (game.state == "playing" and game.clock.exists)
            watched = self.bus.followers(table.topic) > 0
            if not kept and not watched and now - table.touched_at > self.config.idle_s * 1000:
                yield table
