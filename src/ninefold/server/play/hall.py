"""Hall: all the tables, and what concerns more than one of them.

It creates and finds games, keeps those in memory that are needed there, calls off what nobody came
to, and knows the lobby.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Final, Literal

from ninefold.server.moments import today_ms
from ninefold.server.play.entries import Settings
from ninefold.server.play.explorer import count_earlier_for_ever
from ninefold.server.play.game import LiveGame
from ninefold.server.play.house import House, too_many
from ninefold.server.play.lobby import is_open, lobby_view
from ninefold.server.play.pairing import Matchmaker
from ninefold.server.play.records import record_text
from ninefold.server.play.seating import new_game, paired_game
from ninefold.server.play.table import Table
from ninefold.server.play.views import summary_view
from ninefold.server.play.visitors import Visitor, identity_of
from ninefold.server.store.searches import Search, Wish
from ninefold.server.store.store import Cap, NewGame, StoreFailed, TooMany
from ninefold.server.wire import messages as m
from ninefold.server.wire.encoding import encode
from ninefold.server.wire.refusal import Refusal

if TYPE_CHECKING:
    from ninefold.server.nodes.node import Node
    from ninefold.server.nodes.place import Place

__all__ = ["LOBBY", "Hall"]

log: Final = logging.getLogger("ninefold.server")
LOBBY: Final = "lobby"
_IDLE_SOLO_MS: Final = 3_600_000
_PAUSE_S: Final = 0.002
_MOST_AT_ONCE: Final = 20
_MOST_TOLD: Final = 5_000


class Hall:
    """Everything that is going on."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.config, self.store, self.bus = house.config, house.store, house.bus
        self.thinking, self.metrics = house.thinking, house.metrics
        self.tables: dict[str, Table] = {}
        self._loading: dict[str, asyncio.Task[Table]] = {}
        self._looking: asyncio.Task[None] | None = None
        self._tending: asyncio.Task[None] | None = None
        self._sweeping: asyncio.Task[None] | None = None
        self._counting: asyncio.Task[None] | None = None
        self._told: dict[str, m.GameSummary] = {}  # finished games as lines of a list
        self._challengers: dict[str, str] = {}  # open games that wait: the address of each
        self._lobby_changed = asyncio.Event()
        self._lobby_teller: asyncio.Task[None] | None = None
        self.matchmaker = Matchmaker(house, self)
        #: What makes this server one of several; ``None``: it is the only one.
        self.node: Node | None = None

    # Opening and closing

    async def open(self) -> None:
        """Begin: games are taken up as visitors ask for them, and beside that as time allows."""
        self.house.last_alive, up = await self.store.last_alive()
        self.house.time.start(max(1.0, up))
        self._looking = asyncio.create_task(self._look_at_the_clock_for_ever())
        if self.node is None:  # it looks for games without an owner itself
            self._tending = asyncio.create_task(self._tend_what_cannot_wait())
        self._sweeping = asyncio.create_task(self._sweep_for_ever())
        self._counting = asyncio.create_task(count_earlier_for_ever(self.house))
        self._lobby_teller = asyncio.create_task(self._tell_lobby_for_ever())

    async def close(self) -> None:
        """Let nothing new begin, and finish what is under way."""
        self.house.stopping = True
        tasks = (self._looking, self._tending, self._sweeping, self._counting, self._lobby_teller)
        for task in tasks:
            if task is not None:
                task.cancel()
        self.matchmaker.close()
        for table in self.tables.values():
            table.close()
        try:
            await self._note_alive()
        except StoreFailed as error:
            log.error("the last moment could not be stored: %s", error)

    async def _tend_what_cannot_wait(self) -> None:
        """Take up games with a clock, and those open to anybody, one after the other."""
        try:
            games = await self.store.games_to_tend()
        except StoreFailed as error:
            log.error("games with a clock wait for their visitors: %s", error)
            return
        for game in games:
            try:
                await self.find(game)
            except Refusal:
                continue  # told already, and named by health
            await asyncio.sleep(_PAUSE_S)  # whoever plays meanwhile comes first

    async def _note_alive(self) -> None:
        await self.store.alive(today_ms(), round(self.house.time.now()))

    async def _look_at_the_clock_for_ever(self) -> None:
        """So often that time which passes unseen is time in which the server did not run."""
        while True:
            self.house.time.now()
            await asyncio.sleep(0.1)

    # Games

    async def create(self, wish: m.CreateGame, visitor: Visitor, address: str) -> Table:
        """Set up a game for a visitor, who asks from an address."""
        await self.house.take_pace_of_games(address)
        levels = [level.name for level in self.thinking.levels]
        default = self.thinking.default_level
        settings = new_game(wish, visitor, levels, default, today_ms())
        with self._challenging(settings, address):
            await self._see_room(visitor.key, challenge=wish.opponent == "open")
            listed = wish.opponent == "open"
            table = await self._add(settings, self.house.cap_of(visitor.key, challenge=listed))
        table.seen(visitor)
        table.address = address
        return table

    async def join(self, game: str, visitor: Visitor) -> Table:
        """Seat a visitor at a game, or ``Refusal``."""
        table = await self.find(game)
        if not table.game.sides_of(visitor.key):
            await self._see_room(visitor.key)
        await table.join(visitor)
        return table

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

    async def look_at(self, game: str) -> LiveGame:
        """A game as it is now, only to be read: it is taken up by nobody for that."""
        table = self.tables.get(game)
        return await self.house.read_game(game) if table is None else table.game

    async def follow(self, game: str) -> Table | Place:
        """What a page of this node needs of a game, wherever its table stands; or ``Refusal``."""
        if self.node is None:
            return await self.find(game)
        place = self.node.follow(game)
        await place.catch_up()
        return place

    def drop(self, game: str) -> None:
        """Forget a game in memory."""
        table = self.tables.pop(game, None)
        if table is not None:
            table.close()

    async def games_of(self, visitor: Visitor, cursor: str | None, limit: int) -> m.MyGames:
        """A visitor's games, a page of them: on the first, unfinished ones come before the rest."""
        page = await self.store.finished_of(visitor.key, _read_cursor(cursor), limit)
        begun = [] if cursor else await self._summaries(await self.store.unfinished_of(visitor.key))

        def order(game: m.GameSummary) -> tuple[bool, int]:
            player = game.players.X if game.turn == "X" else game.players.O
            mine = game.state == "playing" and player is not None and player.id == visitor.id
            return (not mine, -game.updated_at)

        ended = await self._summaries([game for _, game in page])
        more = f"{page[-1][0]}-{page[-1][1]}" if len(page) == limit else None
        return m.MyGames([*sorted(begun, key=order), *ended], more)

    async def records_of(self, visitor: Visitor, cursor: str | None, limit: int) -> m.MyRecords:
        """The records of the games on the same page of the list, but for those without a move."""
        page = await self.games_of(visitor, cursor, limit)
        texts = []
        for game in page.games:
            if game.ply:
                with suppress(Refusal):  # it cannot be read any more: the others can
                    texts.append(record_text(await self.look_at(game.id)))
        return m.MyRecords("\n".join(texts), len(texts), page.next)

    async def _summaries(self, games: Sequence[str]) -> list[m.GameSummary]:
        """Games as lines of a list, without those that cannot be read."""
        found = []
        for game in games:
            if game not in self._told:
                try:
                    table = self.tables.get(game)
                    live = await self.house.read_game(game) if table is None else table.game
                except Refusal:
                    continue
                if live.state in ("waiting", "playing"):
                    found.append(summary_view(live))
                    continue
                self._tell_again(game, summary_view(live))
            found.append(self._told[game])
        return found

    def _tell_again(self, game: str, summary: m.GameSummary) -> None:
        """Keep what is said of a finished game: lists ask for it again and again."""
        self._told[game] = summary
        if len(self._told) > _MOST_TOLD:
            del self._told[next(iter(self._told))]

    async def rename(self, visitor: Visitor) -> None:
        """Show a visitor's new name at the tables where they sit."""
        if self.node is None:
            for table in tuple(self.tables.values()):
                if visitor.key in table.game.keys:
                    await table.rename(visitor)
        else:
            for game in await self.store.unfinished_of(visitor.key):
                await self.node.call(game, "rename", visitor)
        self.lobby_changed()

    async def sign_out(self, visitor: Visitor) -> None:
        """End a sign-in: nobody is let in by it any more, and whoever is inside has to go."""
        tokens = await self.store.sign_out(visitor.key, today_ms())
        for one in (visitor.key, *tokens):
            self.put_out(one)

    def put_out(self, key_or_token: str) -> None:
        """Close the sockets of a visitor or a token that is not valid any more, on every node."""
        self.bus.publish(identity_of(key_or_token), 0, b"")

    async def _add(self, settings: Settings, *caps: Cap) -> Table:
        if self.node is not None and self.node.draining:
            raise Refusal("stopping", "This server is stopping: ask again, and another answers.")
        game = LiveGame(settings)
        try:
            up = round(self.house.time.now())
            await self.store.create(NewGame(settings, game.state, up), *caps)
        except TooMany as found:
            raise too_many(found) from None
        except StoreFailed as error:
            log.error("game %s: not created: %s", settings.id, error)
            raise Refusal("disk", "The server cannot store games now; try again soon.") from None
        return self.take_up(game)

    def take_up(self, game: LiveGame) -> Table:
        """Let a game begin that has just been stored."""
        settings = game.settings
        table = self._table(game)
        game.clock.resume(self.house.time.now(), 0.0, 0.0)
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
        read = self.house.read_game if self.node is None else self.node.claim
        table = self.tables.setdefault(game, self._table(await read(game)))
        if self.node is not None and game in self.node.places:
            self.node.places[game].stand(table)
        return table

    def _table(self, game: LiveGame) -> Table:
        return Table(game, self.house, self.state_changed, self.take_up)

    @contextmanager
    def _challenging(self, settings: Settings, address: str) -> Iterator[None]:
        """Count a challenge by its address from before it is stored, so that none slips by."""
        if settings.opponent != "open":
            yield
            return
        mine = sum(one == address for one in self._challengers.values())
        if self.node is not None:
            mine += self.node.gossip.challenges_of(address)
        if mine >= self.config.limits.challenges_per_address:
            raise Refusal("too-many-challenges", "Your address has enough challenges in the lobby.")
        self._challengers[settings.id] = address
        try:
            yield
        except BaseException:
            del self._challengers[settings.id]
            raise

    async def _see_room(self, key: str, *, challenge: bool = False) -> None:
        """Refuse early whoever has too many games; the store counts again when it writes."""
        if challenge:
            waiting = await self.store.count_unfinished(key, challenges=True)
            if waiting >= self.config.limits.challenges_per_visitor:
                raise too_many(TooMany("challenges", waiting))
        unfinished = await self.store.count_unfinished(key)
        most = self.config.limits.games_per_visitor
        if unfinished >= most and not await self._make_room(key):
            raise too_many(TooMany("games", unfinished))

    async def _make_room(self, key: str) -> bool:
        """Give up the oldest solo game of a visitor that nobody has touched for an hour."""
        game = await self.store.idle_solo_of(key, today_ms() - _IDLE_SOLO_MS)
        if game is not None:
            await self._call(game, "give_up")
        return game is not None

    async def _call(self, game: str, method: Literal["expire", "give_up"]) -> None:
        """Call a game off for a reason, wherever it lives."""
        if self.node is not None:
            await self.node.call(game, method)
            return
        table = await self.find(game)
        await (table.expire() if method == "expire" else table.give_up())

    # What the matchmaker asks for

    async def see_room_for(self, search: Search) -> None:
        """``Refusal`` if somebody has too many games already."""
        await self._see_room(search.key)

    async def seat(self, one: Search, two: Search, wish: Wish) -> Table:
        """Begin a game of two who were paired."""
        for search in (one, two):
            await self.house.take_pace_of_games(search.address)
        settings = paired_game(one, two, wish, today_ms())
        return await self._add(settings, *(self.house.cap_of(one.key) for one in (one, two)))

    async def join_challenge(self, search: Search, table: Table) -> None:
        """Seat somebody who searches at a game that waits for anybody."""
        await self.join(table.id, Visitor(search.key, search.player.name, search.player.kind))

    def challenges(self) -> list[Table]:
        """Games that wait for anybody, and whose maker is there; the oldest first."""
        return [table for table in self.tables.values() if is_open(table)]

    # The lobby

    async def lobby(self) -> m.Lobby:
        """Who waits, open challenges and games to watch."""
        waiting = await self.house.searches.waiting()
        ours = lobby_view(self.tables.values(), waiting, self.metrics.visitors)
        return ours if self.node is None else self.node.gossip.lobby(ours)

    def own_lobby(self) -> m.Lobby:
        """Challenges and games of this node."""
        return lobby_view(self.tables.values(), (), self.metrics.visitors)

    def challenges_by_address(self) -> dict[str, int]:
        """How many challenges each address has waiting at this node."""
        return dict(Counter(self._challengers.values()))

    def offer_challenges(self) -> None:
        """Somebody searches at another node: perhaps one of our challenges will do."""
        for table in self.challenges():
            self.matchmaker.challenge_came(table)

    def state_changed(self, table: Table) -> None:
        """A table's game began, ended, or was created; or whoever waits there came or went."""
        self._told.pop(table.id, None)
        if table.game.state != "waiting":
            self._challengers.pop(table.id, None)
        if table.game.settings.opponent == "open":
            self.lobby_changed()
        if is_open(table):
            self.matchmaker.challenge_came(table)

    def lobby_changed(self, *, tell: bool = True) -> None:
        """Tell those who look at the lobby, soon, and other nodes unless they told us."""
        self._lobby_changed.set()
        if self.node is not None and tell:
            self.node.gossip.changed()

    async def _tell_lobby_for_ever(self) -> None:
        """At most a few times a second, however much happens."""
        while True:
            await self._lobby_changed.wait()
            self._lobby_changed.clear()
            if self.bus.followers(LOBBY):
                self.bus.publish(LOBBY, 0, encode(await self.lobby()))
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
        await self._note_alive()
        for table in tuple(self._expired()):
            await table.expire()
        waited = today_ms() - round(self.config.expire_link_s * 1000)
        for game in await self.store.links_that_waited(waited, _MOST_AT_ONCE):
            await self._call(game, "expire")
        unneeded = [table.id for table in self._unneeded()]
        for game in unneeded:
            self.drop(game)
        if self.node is not None and unneeded:
            await self.node.give_back(unneeded)
        await self._forget()
        self.lobby_changed()

    async def _forget(self) -> None:
        """Call off what was left long ago, and delete what was called off long ago."""
        left = today_ms() - round(self.config.keep_abandoned_s * 1000)
        if (game := await self.store.idle_solo_of(None, left)) is not None:
            await self._call(game, "give_up")
        called_off = today_ms() - round(self.config.keep_aborted_s * 1000)
        await self.store.forget_called_off(called_off, _MOST_AT_ONCE)

    def _expired(self) -> Iterator[Table]:
        now, config = self.house.time.now(), self.config
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
            if now - table.turned_at > limit * 1000:
                yield table

    def _unneeded(self) -> Iterator[Table]:
        now = self.house.time.now()
        for table in self.tables.values():
            game = table.game
            listed = game.state == "waiting" and game.settings.opponent == "open"
            kept = listed or (game.state == "playing" and game.clock.exists)
            if (
                not kept
                and not table.watched
                and now - table.touched_at > self.config.idle_s * 1000
            ):
                yield table


def _read_cursor(text: str | None) -> tuple[int, str] | None:
    """Where a page begins: after the moment and the game that the page before ended with."""
    if text is None:
        return None
    at, dash, game = text.partition("-")
    if not (dash and at.isascii() and at.isdecimal()):
        raise Refusal("bad-request", "There is no such page: send `next` of the page before.")
    return min(int(at), 2**62), game
