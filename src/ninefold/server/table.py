"""Table: one live game with everything around it: its queue, its clock, the computer, who is there.

Commands are carried out one after the other, in the order in which they arrive. Each becomes
entries; the entries are made durable; only then does the game change and is everybody told.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import msgspec

from ninefold.opponents import opens_with, takes_over
from ninefold.rules.squares import PLAYERS
from ninefold.server import messages as m
from ninefold.server.decisions import (
    Asked,
    decide,
    decide_join,
    decide_move,
    decide_rename,
    overdue,
)
from ninefold.server.entries import Aborted, Entry, Moved, Rematched, Seat, Swapped, TookBack
from ninefold.server.game import LiveGame
from ninefold.server.refusal import Refusal
from ninefold.server.store import Append, Conflict, StoreFailed
from ninefold.server.views import game_view
from ninefold.server.visitors import Visitor

if TYPE_CHECKING:
    from ninefold.server.hall import Hall

__all__ = ["Answer", "Table", "now_ms", "today_ms"]

log: Final = logging.getLogger("ninefold.server")
encode: Final = msgspec.json.Encoder().encode
_TRY_AGAIN_S: Final = 1.0
_MOVES_TO_KEEP_TIME_FOR: Final = 40
_PRESENCE_DELAY_S: Final = 0.2
#: Entries after which a turn begins anew.
_NEW_TURN: Final = frozenset((Moved, TookBack, Swapped))


def now_ms() -> float:
    """The steady clock, in milliseconds: only differences mean anything."""
    return time.monotonic() * 1000


def today_ms() -> int:
    """The calendar, in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Answer(msgspec.Struct, frozen=True):
    """What became of a command: the version that it made, and whether it had done so before."""

    version: int
    repeated: bool = False


class Table:
    """A game that is in memory."""

    def __init__(self, game: LiveGame, hall: Hall) -> None:
        self.game = game
        self.id: Final = game.settings.id
        #: Where the bus carries this game's events.
        self.topic: Final = f"game:{self.id}"
        self._hall = hall
        self._queue = asyncio.Lock()  # first come, first served
        self._stale = False
        self._flag_timer: asyncio.TimerHandle | None = None
        self._presence_timer: asyncio.TimerHandle | None = None
        self._thinking: asyncio.Task[None] | None = None
        self._flagging: asyncio.Task[None] | None = None
        self._connected: Counter[str] = Counter()
        self._watchers = 0
        self._left_at: dict[str, float] = {}
        self._loaded_at = self.touched_at = now_ms()

    # Views

    def view(self) -> m.Game:
        """The game as everybody sees it now."""
        return game_view(self.game, now_ms())

    def presence(self) -> m.Presence:
        """Who is there."""
        return m.Presence(
            X=self._seat_presence("X"),
            O=self._seat_presence("O"),
            watchers=self._watchers,
            claim_after_ms=self._claim_after_ms(),
        )

    def gone_ms(self, side: m.Side) -> float | None:
        """For how long a player has been away; ``None`` if there, or no visitor sits there."""
        seat = self.game.seats[side]
        if seat is None or seat.key is None or self._connected[seat.key]:
            return None
        return now_ms() - self._left_at.get(seat.key, self._loaded_at)

    def _seat_presence(self, side: m.Side) -> m.SeatPresence:
        gone = self.gone_ms(side)
        seated = self.game.seats[side] is not None
        return m.SeatPresence(
            online=seated and gone is None, gone_ms=None if gone is None else round(gone)
        )

    def _claim_after_ms(self) -> int | None:
        settings, config = self.game.settings, self._hall.config
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
        if visitor is not None and self.game.sides_of(visitor.key):
            self._connected[visitor.key] += 1
        else:
            self._watchers += 1
        self._tell_presence()

    def disconnect(self, visitor: Visitor | None) -> None:
        """A page was closed."""
        self.touched_at = now_ms()
        if visitor is not None and self._connected[visitor.key]:
            self._connected[visitor.key] -= 1
            self._left_at[visitor.key] = now_ms()
        else:
            self._watchers = max(0, self._watchers - 1)
        self._tell_presence()

    def seen(self, visitor: Visitor | None) -> None:
        """A visitor asked something without a socket: a bot that polls is there too."""
        self.touched_at = now_ms()
        if visitor is not None:
            self._left_at[visitor.key] = now_ms()

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
        if self._hall.bus.followers(self.topic):
            self._hall.bus.publish(self.topic, 0, encode(self.presence()))

    # Commands

    async def do(
        self, command: m.GameCommand, visitor: Visitor, *, received: float, lag: float = 0.0
    ) -> Answer:
        """Carry out a visitor's command: it is durable when this returns, or ``Refusal``."""
        async with self._queue:
            if getattr(command, "ply", 0) > self.game.ply:
                self._stale = True  # seen more than we have: perhaps on another node
            await self._refresh()
            if command.id is not None:
                version = self.game.done.get((visitor.id, command.id))
                if version is not None:
                    return Answer(version, repeated=True)
            asked = self._asked(visitor, received, lag)
            entries = decide(self.game, command, asked)
            if isinstance(entries[-1], Rematched):
                await self._hall.create_rematch(self.game, entries[-1].game)
            await self._commit(entries, received)
            return Answer(self.game.version)

    async def join(self, visitor: Visitor) -> None:
        """Seat a visitor, or ``Refusal``."""
        async with self._queue:
            await self._refresh()
            seat = Seat(visitor.key, visitor.player)
            entries = decide_join(self.game, seat, self._asked(visitor, now_ms()))
            self.seen(visitor)
            await self._commit(entries)
            self._recount(visitor.key)

    async def rename(self, visitor: Visitor) -> None:
        """Show a visitor's new name, if they play here."""
        async with self._queue:
            await self._refresh()
            asked = self._asked(visitor, now_ms())
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
        )

    def _recount(self, key: str) -> None:
        """Pages that a visitor had open before sitting down are no watchers any more."""
        pages = self._hall.sockets_of(self.id, key)
        if pages and not self._connected[key]:
            self._connected[key] = pages
            self._watchers = max(0, self._watchers - pages)
            self._tell_presence()

    # Changing the game

    async def _refresh(self) -> None:
        """Start from what the store has, if another node or a lost answer left us behind."""
        if self._hall.stopping:
            raise Refusal("stopping", "The server is stopping; come back in a moment.")
        if self._stale:
            stored = await self._hall.read_game(self.id)
            self._stale = False
            if stored.version != self.game.version:
                stored.clock.resume(now_ms(), 0.0, 0.0)
                self.game = stored
                self._after_change(m.Cause(kind="state"))

    async def _commit(self, entries: Sequence[Entry], now: float | None = None) -> None:
        """Make entries durable, then change the game, then tell everybody.

        ``now`` is the moment at which the command was received, if that was before.
        """
        if not entries:
            return
        before, after = self.game, self.game.fork()
        for entry in entries:
            after.apply(entry, now_ms() if now is None else now)
        reseated = after.keys != before.keys
        append = Append(
            game=self.id,
            version=before.version,
            epoch=before.epoch,
            ply=before.ply,
            entries=entries,
            state=after.state if after.state != before.state else None,
            players=after.keys if reseated else None,
        )
        try:
            await self._hall.store.append(append)
        except Conflict:
            self._stale = True
            await self._refresh()
            raise Refusal("stale", "The game had moved on: here it is.") from None
        except StoreFailed as error:
            log.error("game %s: not stored: %s", self.id, error)
            raise Refusal(
                "disk", "The server cannot store moves now; nothing was played."
            ) from None
        except asyncio.CancelledError:
            self._stale = True  # it may be stored or not: the store knows
            raise
        if not _NEW_TURN.isdisjoint(map(type, entries)):
            after.clock.told(now_ms())
        self.game = after
        self._after_change(_cause(entries[-1]))
        if reseated:
            self._tell_presence()  # it is told by seat, and the seats have changed
        if before.state != after.state:
            log.info("game %s: %s", self.id, after.state)
            self._hall.state_changed(self)

    def _after_change(self, cause: m.Cause) -> None:
        self.touched_at = now_ms()
        self._hall.metrics.changes += 1
        bus = self._hall.bus
        if bus.followers(self.topic):
            bus.publish(self.topic, self.game.version, encode(m.GameEvent(cause, self.view())))
        self.tend()

    def tend(self) -> None:
        """See to it that the clock is watched, and that the computer thinks if it is to move."""
        self._tend_clock()
        self._tend_computer()

    def close(self) -> None:
        """Stop everything that belongs to the table."""
        for timer in (self._flag_timer, self._presence_timer):
            if timer is not None:
                timer.cancel()
        for task in (self._thinking, self._flagging):
            if task is not None:
                task.cancel()

    # The clock

    def _tend_clock(self) -> None:
        if self._flag_timer is not None:
            self._flag_timer.cancel()
            self._flag_timer = None
        flags_in = self.game.clock.flags_in(now_ms()) if self.game.state == "playing" else None
        if flags_in is not None:
            self._wake_in(max(0.0, flags_in / 1000) + 0.002)

    def _wake_in(self, seconds: float) -> None:
        self._flag_timer = asyncio.get_running_loop().call_later(seconds, self._start_flagging)

    def _start_flagging(self) -> None:
        self._flagging = asyncio.create_task(self._flag())

    async def _flag(self) -> None:
        async with self._queue:
            asked = Asked(key=None, visitor=None, at=today_ms(), now=now_ms())
            try:
                await self._refresh()
                late = overdue(self.game, asked)
                if late:
                    await self._commit(late)
                else:
                    self._tend_clock()
            except Refusal:
                self._wake_in(_TRY_AGAIN_S)

    # The computer

    def _tend_computer(self) -> None:
        if self._thinking is not None:
            self._thinking.cancel()
            self._thinking = None
        if self.game.computer_to_move and not self._hall.stopping:
            self._thinking = asyncio.create_task(self._play_for_computer())

    async def _play_for_computer(self) -> None:
        """Think, keep to a pace that people can follow, and play if the game still waits for it."""
        version = self.game.version
        while self.game.version == version:
            try:
                command = await self._think()
                async with self._queue:
                    if self.game.version != version:
                        return
                    self._thinking = None  # from here on a change of the game is our own
                    await self._play_thought(command)
                return
            except (Refusal, StoreFailed) as refusal:
                log.warning("game %s: the computer waits: %s", self.id, refusal)
                await asyncio.sleep(_TRY_AGAIN_S)

    async def _think(self) -> m.Move | m.Swap:
        game = self.game
        if game.swap == "ahead":
            return m.Move(ply=game.ply, square=opens_with(game.position))
        side = game.position.turn
        seat = game.seats[side]
        level = (seat.player.level if seat else None) or self._hall.thinking.default_level
        owner = next((key for key in game.keys if key is not None), "")
        time_left = game.clock.time_left(side, now_ms())
        began = now_ms()
        thought = await self._hall.thinking.choose(game.position, level, owner, time_left)
        wait = self._hall.thinking.pace(level) * self._hall.config.pace - (now_ms() - began) / 1000
        if time_left is not None:
            wait = min(wait, time_left.seconds / _MOVES_TO_KEEP_TIME_FOR)
        if wait > 0:
            await asyncio.sleep(wait)
        if game.swap == "open" and thought.win is not None and takes_over(thought.win):
            return m.Swap(take=True)
        return m.Move(ply=game.ply, square=thought.square)

    async def _play_thought(self, command: m.Move | m.Swap) -> None:
        await self._refresh()
        side = self.game.position.turn
        asked = Asked(key=None, visitor=None, at=today_ms(), now=now_ms())
        if isinstance(command, m.Swap):
            await self._commit([Swapped(at=asked.at, side=side)])
        else:
            await self._commit(decide_move(self.game, command, side, asked))


def _cause(entry: Entry) -> m.Cause:
    """What made a change, as pages are told."""
    return m.Cause(
        kind=entry.__struct_config__.tag,  # type: ignore[arg-type]  # entries are tagged so
        by=getattr(entry, "side", None),
        square=entry.square if isinstance(entry, Moved) else None,
        what=getattr(entry, "what", None),
        id=entry.id,
    )
