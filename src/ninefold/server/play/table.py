"""Table: one live game with everything around it: its queue, its clock, the computer, who is there.

Commands are carried out one after the other, in the order in which they arrive. Each becomes
entries; the entries are made durable; only then does the game change and is everybody told.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Final

import msgspec

from ninefold.engine import Limit
from ninefold.game.computer import limit_of
from ninefold.game.entries import Aborted, Entry, Failed, Moved, Rematched, Swapped, TookBack
from ninefold.rules.squares import PLAYERS
from ninefold.server.moments import today_ms
from ninefold.server.pace import Bucket
from ninefold.server.play.attendance import Attendance
from ninefold.server.play.computer_seat import ComputerSeat
from ninefold.server.play.decisions import (
    Asked,
    decide,
    decide_join,
    decide_move,
    decide_rename,
    overdue,
)
from ninefold.server.play.entries import Seat
from ninefold.server.play.explorer import counts_of
from ninefold.server.play.game import LiveGame
from ninefold.server.play.house import House, too_many
from ninefold.server.play.seating import rematch_of
from ninefold.server.play.views import game_view, summary_view
from ninefold.server.play.visitors import Visitor, topic_of
from ninefold.server.store.store import (
    Append,
    Cap,
    Conflict,
    Lost,
    NewGame,
    StoreFailed,
    Told,
    TooMany,
    Unsure,
)
from ninefold.server.wire import messages as m
from ninefold.server.wire.encoding import encode
from ninefold.server.wire.refusal import GameMoved, Refusal

__all__ = ["Answer", "Table"]

log: Final = logging.getLogger("ninefold.server")
_TRY_AGAIN_S: Final = 1.0
_PRESENCE_DELAY_S: Final = 0.2
#: What a game can be finished without.
_BACK_AND_FORTH: Final = (m.Undo, m.Redo, m.Offer, m.Decline)
#: What storing a move may take before it is worth a note.
_LONG_WAIT_MS: Final = 100
#: Entries after which a turn begins anew.
_NEW_TURN: Final = frozenset((Moved, TookBack, Swapped))


class Answer(msgspec.Struct, frozen=True):
    """What became of a command: the version that it made, and whether it had done so before."""

    version: int
    repeated: bool = False


class Table:
    """A game that is in memory.

    ``tell_state`` is called when the game begins or ends, or whoever waits at it comes or goes, and
    ``take_up`` with the game that follows this one, once it is stored.
    """

    def __init__(
        self,
        game: LiveGame,
        house: House,
        tell_state: Callable[[Table], None],
        take_up: Callable[[LiveGame], object],
    ) -> None:
        self.game = game
        self.id: Final = game.settings.id
        #: Where the bus carries this game's events.
        self.topic: Final = f"game:{self.id}"
        self._house, self._tell_state, self._take_up = house, tell_state, take_up
        self._time = house.time
        self._queue = asyncio.Lock()  # first come, first served
        self._stale = self._closed = False
        self._flag_timer: asyncio.TimerHandle | None = None
        self._presence_timer: asyncio.TimerHandle | None = None
        self._computer = ComputerSeat(self, house)
        self._noting: asyncio.Task[None] | None = None
        self._flagging: asyncio.Task[None] | None = None
        self._attendance = Attendance(house.time)
        self._told = (0, b"")  # the last event, and the version that it shows
        limits = house.config.limits
        self._pace = Bucket(limits.entries_per_second, limits.entry_burst)
        self._looks = Bucket(1.0, 2)
        #: From where its player last acted, if that is known.
        self.address: str | None = None
        #: When somebody last had to do with it, and when its turn, or its wait, began.
        self.touched_at = self.turned_at = self._time.now()

    # Views

    @property
    def closed(self) -> bool:
        """Whether nothing can be done here any more."""
        return self._closed

    @property
    def version(self) -> int:
        """How far the game's log is."""
        return self.game.version

    async def catch_up(self) -> None:
        """Know how the game stands: a table does."""

    def state_event(self) -> bytes:
        """The game as it is now, as an event that nothing caused."""
        return encode(m.GameEvent(m.Cause(kind="state"), self.view()))

    def event_of(self, version: int) -> bytes | None:
        """The event that led to a version, if it was the last."""
        return self._told[1] if self._told[0] == version else None

    def view(self) -> m.Game:
        """The game as everybody sees it now."""
        return game_view(self.game, self._time.now())

    def presence(self) -> m.Presence:
        """Who is there."""
        return m.Presence(
            X=self._seat_presence("X"),
            O=self._seat_presence("O"),
            watchers=self._attendance.watchers(self.game.keys),
            claim_after_ms=self._claim_after_ms(),
        )

    def gone_ms(self, side: m.Side) -> float | None:
        """For how long a player has been away; ``None`` if there, or no visitor sits there."""
        seat = self.game.seats[side]
        return None if seat is None or seat.key is None else self._attendance.gone_ms(seat.key)

    def left(self, side: m.Side) -> bool:
        """Whether a player had this game open, and has closed it."""
        seat = self.game.seats[side]
        return seat is not None and seat.key is not None and self._attendance.left(seat.key)

    def _seat_presence(self, side: m.Side) -> m.SeatPresence:
        gone = self.gone_ms(side)
        seated = self.game.seats[side] is not None
        return m.SeatPresence(
            online=seated and gone is None, gone_ms=None if gone is None else round(gone)
        )

    def _claim_after_ms(self) -> int | None:
        settings, config = self.game.settings, self._house.config
        if settings.solo or isinstance(settings.clock, m.DaysClock):
            return None
        timed = isinstance(settings.clock, m.TimedClock)
        return round(1000 * (config.claim_after_s if timed else config.claim_untimed_after_s))

    def _gone(self) -> tuple[m.Side, ...]:
        """The sides that have been away so long that the other may claim the game."""
        after = self._claim_after_ms()
        if after is None:
            return ()
        return tuple(side for side in PLAYERS if (self.gone_ms(side) or 0) >= after)

    # Who is there

    def connect(self, visitor: Visitor | None) -> None:
        """A page was opened."""
        self._attendance.came(None if visitor is None else visitor.key)
        self._tell_presence()
        self._tell_lobby()

    def disconnect(self, visitor: Visitor | None) -> None:
        """A page was closed."""
        self._attendance.went(None if visitor is None else visitor.key)
        self.seen(visitor)
        self._tell_presence()
        self._tell_lobby()

    def attend_from(self, node: int, pages: Mapping[str, int]) -> None:
        """Another node says who looks from there; strangers stand under an empty key."""
        if self._attendance.told(node, {key or None: count for key, count in pages.items()}):
            self.touched_at = self._time.now()
            self._tell_presence()
            self._tell_lobby()

    def forget_silent_nodes(self) -> None:
        """Who looked from a node that has fallen silent looks no longer."""
        if self._attendance.forget_silent_nodes():
            self._tell_presence()
            self._tell_lobby()

    @property
    def watched(self) -> bool:
        """Whether a page shows the game, here or at another node."""
        return self._house.bus.followers(self.topic) > 0 or self._attendance.far

    def _tell_lobby(self) -> None:
        """Whether whoever waits is there concerns those who look for a game."""
        if self.game.state == "waiting" and self.game.settings.opponent == "open":
            self._tell_state(self)

    def seen(self, visitor: Visitor | None) -> None:
        """A visitor was there just now; without a socket too: a bot that polls is there."""
        self.touched_at = self._time.now()
        if visitor is not None and visitor.key in self.game.keys:
            self._attendance.seen(visitor.key)

    def _tell_presence(self) -> None:
        """Tell who is there, soon, and once for all who come and go meanwhile.

        Five hundred watchers who return after a restart would otherwise be told of each other a
        quarter of a million times.
        """
        if self._presence_timer is None:
            loop = asyncio.get_running_loop()
            self._presence_timer = loop.call_later(_PRESENCE_DELAY_S, self._publish_presence)

    def _publish_presence(self) -> None:
        self._presence_timer = None
        if self._house.bus.heard(self.topic):
            self._house.bus.publish(self.topic, 0, encode(self.presence()))

    # Commands

    async def do(
        self,
        command: m.GameCommand,
        visitor: Visitor,
        address: str,
        *,
        received: float,
        lag: float = 0.0,
    ) -> Answer:
        """Carry out a visitor's command: it is durable when this returns, or ``Refusal``."""
        async with self._queue:
            if getattr(command, "ply", 0) > self.game.ply and self._may_know_more(visitor):
                self._stale = True  # seen more than we have: perhaps on another node
            await self._refresh()
            if command.id is not None:
                version = self.game.done.get((visitor.id, command.id))
                if version is not None:
                    return Answer(version, repeated=True)
            asked = self._asked(visitor, received, lag)
            entries = decide(self.game, command, asked)
            self._check_log(command)
            self.address = address
            last = entries[-1]
            follow_up = (
                await self._follow_up(last, address) if isinstance(last, Rematched) else None
            )
            await self._commit(entries, received, follow_up=follow_up)
            self._house.metrics.took(self.touched_at - received)
            return Answer(self.game.version)

    def _may_know_more(self, visitor: Visitor) -> bool:
        """Whether to look into the store for somebody: for strangers only now and then."""
        return visitor.key in self.game.keys or self._looks.take()

    def _check_log(self, command: m.GameCommand) -> None:
        """Refuse what would let the log of this game grow without end."""
        if self.game.version >= self._house.config.limits.entries_per_game and isinstance(
            command, _BACK_AND_FORTH
        ):
            raise Refusal("not-now", "This game has gone back and forth too often: play it out.")
        if not self._pace.take():
            raise Refusal("too-fast", "So much happens in this game: wait a moment.")

    async def _follow_up(self, entry: Rematched, address: str) -> LiveGame:
        """The game that comes after a rematch was agreed on."""
        await self._house.take_pace_of_games(address)
        return LiveGame(rematch_of(self.game, entry.game, entry.at))

    async def join(self, visitor: Visitor) -> None:
        """Seat a visitor, or ``Refusal``."""
        async with self._queue:
            await self._refresh()
            seat = Seat(visitor.key, visitor.player)
            entries = decide_join(self.game, seat, self._asked(visitor, self._time.now()))
            await self._commit(entries, caps=(self._house.cap_of(visitor.key),))
            self.seen(visitor)

    async def rename(self, visitor: Visitor) -> None:
        """Show a visitor's new name, if they play here."""
        async with self._queue:
            await self._refresh()
            asked = self._asked(visitor, self._time.now())
            await self._commit(decide_rename(self.game, visitor.name, asked))

    async def expire(self) -> None:
        """Call the game off if it has not begun."""
        async with self._queue:
            await self._refresh()
            if self.game.can_abort:
                await self._commit([Aborted(at=today_ms(), side=None, reason="expired")])

    async def give_up(self) -> None:
        """Call a solo game off that its player has left."""
        async with self._queue:
            await self._refresh()
            if self.game.state == "playing" and self.game.settings.solo:
                await self._commit([Aborted(at=today_ms(), side=None, reason="expired")])

    def _asked(self, visitor: Visitor, received: float, lag: float = 0.0) -> Asked:
        return Asked(
            key=visitor.key,
            visitor=visitor.id,
            at=today_ms(),
            now=received,
            lag=lag,
            gone=self._gone,
            kind=visitor.kind,
        )

    # Changing the game

    async def _refresh(self) -> None:
        """Start from what the store has, if another node or a lost answer left us behind."""
        self._house.must_be_open()
        if self._closed:
            raise GameMoved
        if self._stale:
            stored = await self._house.read_game(self.id)
            self._stale = False
            if stored.version != self.game.version:
                self.game = stored
                self._after_change(m.Cause(kind="state"), self._time.now())

    async def _commit(
        self,
        entries: Sequence[Entry],
        now: float | None = None,
        *,
        follow_up: LiveGame | None = None,
        caps: tuple[Cap, ...] = (),
    ) -> None:
        """Make entries durable, then change the game, then tell everybody.

        ``now`` is the moment at which the command was received, if that was before. The game that
        follows is stored with the entry that names it, if nobody has too many games.
        """
        if not entries:
            return
        before, after = self.game, self.game.fork()
        for entry in entries:
            after.apply(entry, self._time.now() if now is None else now)
        reseated = after.seats != before.seats and after.keys != before.keys
        up = round(self._time.now())
        append = Append(
            game=self.id,
            version=before.version,
            epoch=before.epoch,
            ply=before.ply,
            entries=entries,
            state=after.state if after.state != before.state else None,
            players=after.keys if reseated else None,
            up=up,
            follow_up=None
            if follow_up is None
            else NewGame(follow_up.settings, follow_up.state, up),
            caps=caps if follow_up is None else self._caps(follow_up),
            counts=counts_of(after) if after.state == "over" != before.state else (),
        )
        await self._store(append)
        stored = self._time.now()
        if not _NEW_TURN.isdisjoint(map(type, entries)):
            self._begin_turn(after, up, stored)
        self.game = after
        if follow_up is not None:
            self._take_up(follow_up)
        self._after_change(_cause(entries[-1]), stored)
        if reseated:
            self._tell_presence()  # it is told by seat, and the seats have changed
        if (before.state, before.ply) != (after.state, after.ply):
            self.turned_at = stored
        if before.state != after.state:
            log.info("game %s: %s", self.id, after.state)
            self._tell_state(self)

    def _begin_turn(self, game: LiveGame, up: int, now: float) -> None:
        """The turn begins when both are told of it; after a long wait for the disk that is noted.

        Nobody waits for the note: it is for whoever reads the game back after a restart.
        """
        game.clock.told(now)
        if game.clock.running is not None and now - up > _LONG_WAIT_MS:
            note = self._house.store.note_told(self.id, Told(game.version, round(now)))
            self._noting = asyncio.create_task(_try(note, self.id))

    async def _store(self, append: Append) -> None:
        """Make entries durable, or ``Refusal``."""
        try:
            await self._house.store.append(append)
        except Conflict:
            self._stale = True
            await self._refresh()
            raise Refusal("stale", "The game had moved on: here it is.") from None
        except TooMany as found:
            raise too_many(found) from None
        except Lost:
            self._house.lost(self.id)
            raise GameMoved from None
        except Unsure:
            self._stale = True
            raise
        except StoreFailed as error:
            log.error("game %s: not stored: %s", self.id, error)
            detail = "The server cannot store moves now; nothing was played."
            raise Refusal("disk", detail) from None
        except asyncio.CancelledError:
            self._stale = True  # it may be stored or not: the store knows
            raise

    def _caps(self, game: LiveGame) -> tuple[Cap, ...]:
        keys = {key for key in game.keys if key is not None}
        return tuple(map(self._house.cap_of, sorted(keys)))

    def _after_change(self, cause: m.Cause, now: float) -> None:
        self.touched_at = now
        self._house.metrics.changes += 1
        bus = self._house.bus
        if bus.heard(self.topic):
            self._told = self.game.version, encode(m.GameEvent(cause, game_view(self.game, now)))
            bus.publish(self.topic, *self._told)
        self._tell_players(cause)
        self.tend()

    def _tell_players(self, cause: m.Cause) -> None:
        """Tell those who play, on whatever page they are."""
        if self.game.settings.solo:
            return
        bus, news = self._house.bus, b""
        for key in self.game.keys:
            if key is not None and bus.heard(topic := topic_of(key)):
                news = news or encode(m.News(cause, summary_view(self.game)))
                bus.publish(topic, 0, news)

    def tend(self) -> None:
        """See to it that the clock is watched, and that the computer thinks if it is to move."""
        self._computer.tend()
        self._tend_clock()

    def close(self) -> None:
        """Stop everything that belongs to the table; nothing can be done at it any more."""
        self._closed = True
        for timer in (self._flag_timer, self._presence_timer):
            if timer is not None:
                timer.cancel()
        if self._flagging is not None:
            self._flagging.cancel()
        self._computer.close()

    # The clock

    def _tend_clock(self) -> None:
        if self._flag_timer is not None:
            self._flag_timer.cancel()
            self._flag_timer = None
        playing = self.game.state == "playing" and self.game.clock.running is not None
        flags_in = self.game.clock.flags_in(self._time.now()) if playing else None
        if flags_in is not None:
            self._wake_in(max(0.0, flags_in / 1000) + 0.002)

    def _wake_in(self, seconds: float) -> None:
        self._flag_timer = asyncio.get_running_loop().call_later(seconds, self._start_flagging)

    def _start_flagging(self) -> None:
        self._flagging = asyncio.create_task(self._flag())

    async def _flag(self) -> None:
        async with self._queue:
            asked = Asked(key=None, visitor=None, at=today_ms(), now=self._time.now())
            try:
                await self._refresh()
                late = overdue(self.game, asked)
                if late:
                    await self._commit(late)
                else:
                    self._tend_clock()
            except (Refusal, StoreFailed):
                if not self._closed:
                    self._wake_in(_TRY_AGAIN_S)

    # The computer

    def begin_thought(self) -> Limit:
        """The computer pays from here on, not for the line in which it stood."""
        now = self._time.now()
        self.game.clock.told(now)
        self._tend_clock()
        return limit_of(self.game.clock, self.game.position.turn, now)

    async def play_thought(
        self, turn: tuple[int, int, m.SwapState], command: m.Move | m.Swap | None
    ) -> None:
        """Do what the computer chose for a turn, if the game still waits for it."""
        async with self._queue:
            if self._computer.takes(turn):
                await self._refresh()
                asked = Asked(key=None, visitor=None, at=today_ms(), now=self._time.now())
                await self._commit(self._decide_thought(command, asked))

    def _decide_thought(self, command: m.Move | m.Swap | None, asked: Asked) -> Sequence[Entry]:
        side = self.game.position.turn
        if command is None:
            log.error("game %s: the computer cannot go on", self.id)
            return [Failed(side=side, at=asked.at)]
        if isinstance(command, m.Swap):
            return [self.game.plan_swap(asked.now, at=asked.at)]
        return decide_move(self.game, command, side, asked)


async def _try(note: Awaitable[None], game: str) -> None:
    try:
        await note
    except StoreFailed as error:
        log.warning("game %s: how long its move waited for the disk was not kept: %s", game, error)


def _cause(entry: Entry) -> m.Cause:
    """What made a change, as pages are told."""
    return m.Cause(
        kind=entry.kind,  # type: ignore[arg-type]  # they are called alike
        by=getattr(entry, "side", None),
        square=entry.square if isinstance(entry, Moved) else None,
        what=getattr(entry, "what", None),
        id=entry.id,
    )
