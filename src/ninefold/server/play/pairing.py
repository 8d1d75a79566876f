"""Pairing: people who would play the same game are brought together.

Whoever searches is paired with whoever has waited longest and fits. Before they are seated both
pages are called and must answer: a phone that sleeps still has its socket, and nobody shall sit
opposite an empty chair. Whoever does not answer is dropped, and the other goes on searching.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Coroutine, Iterable, Iterator
from itertools import product
from typing import Any, Final, Protocol

from ninefold.rules.errors import BadInput
from ninefold.rules.variants import VARIANTS, find_variant, format_variant
from ninefold.server.play.house import House
from ninefold.server.play.table import Table
from ninefold.server.store.searches import Search, Wish
from ninefold.server.wire import messages as m
from ninefold.server.wire.encoding import encode
from ninefold.server.wire.refusal import Refusal

__all__ = ["CLOCKS", "GONE", "HERE", "Floor", "Matchmaker", "wishes_of"]

log: Final = logging.getLogger("ninefold.server")
#: The clocks of those who do not mind which.
CLOCKS: Final[tuple[m.ClockSettings, ...]] = (
    m.TimedClock(60),
    m.TimedClock(180),
    m.TimedClock(300),
    m.TimedClock(600, 5),
    m.NoClock(),
)
#: Those who both do not mind get the first of these: time to think, and an end in sight.
_GENTLEST: Final[tuple[m.ClockSettings, ...]] = (
    m.TimedClock(300),
    m.TimedClock(600, 5),
    m.TimedClock(180),
)
#: What comes over the bus from a page that was called.
HERE, GONE = b"here", b"gone"


class Floor(Protocol):
    """What the matchmaker asks of the hall."""

    async def see_room_for(self, search: Search) -> None:
        """``Refusal`` if somebody has too many games already."""

    async def seat(self, one: Search, two: Search, wish: Wish) -> Table:
        """Begin a game of two."""

    async def join_challenge(self, search: Search, table: Table) -> None:
        """Seat somebody at a game that waits for anybody."""

    def challenges(self) -> Iterable[Table]:
        """Games that wait for anybody, and whose maker is there."""

    def lobby_changed(self) -> None:
        """Others are waiting now."""


def wishes_of(seek: m.Seek) -> frozenset[Wish]:
    """Every game that somebody would play, from what they said; or ``Refusal``."""
    try:
        return frozenset(_wishes(seek))
    except BadInput as error:
        raise Refusal("bad-request", f"{error}".removesuffix(".") + ".") from None


def _wishes(seek: m.Seek) -> Iterator[Wish]:
    swaps = (False, True) if seek.swap is None else (seek.swap,)
    ties: tuple[m.TieBreak, ...] = ("draw", "boards") if seek.tie_break is None else ()
    for mode in seek.modes or VARIANTS:
        base = find_variant(mode, tie_break=seek.tie_break)
        variants = [base.with_tie_break(tie) for tie in ties] or [base]
        for variant, swap, clock in product(variants, swaps, seek.clocks or CLOCKS):
            yield Wish(format_variant(variant), swap, clock)


def _agreed(one: Search, two: Search) -> Wish:
    """The game that two play: a mode by lot from those that both would, with its usual options."""
    common = one.wishes & two.wishes
    modes = sorted({find_variant(wish.mode).name for wish in common})
    mode = secrets.choice(modes)
    of_mode = [wish for wish in common if find_variant(wish.mode).name == mode]
    clocks = {wish.clock for wish in of_mode}
    clock = next((one for one in _GENTLEST if one in clocks), None) or secrets.choice([*clocks])
    return min((wish for wish in of_mode if wish.clock == clock), key=_strangeness)


def _strangeness(wish: Wish) -> int:
    """How far a game is from what its mode is usually played with."""
    variant = find_variant(wish.mode)
    usual = VARIANTS.get(variant.name, variant)
    return (wish.swap != variant.x_is_known_to_win) + 2 * (variant.tie_break != usual.tie_break)


class Matchmaker:
    """Brings those together who search."""

    def __init__(self, house: House, floor: Floor) -> None:
        self._house, self._floor = house, floor
        self._bus, self._searches = house.bus, house.searches
        self._tasks: set[asyncio.Task[None]] = set()

    async def begin(self, search: Search) -> None:
        """Look for an opponent from now on; ``Refusal`` if somebody has too many games."""
        self._house.must_be_open()
        await self._floor.see_room_for(search)
        await self._look(search)

    async def meet(self, search: Search, other: str) -> None:
        """Play with one who waits, on their terms; ``Refusal`` if they wait no longer."""
        self._house.must_be_open()
        await self._floor.see_room_for(search)
        found = await self._searches.take(other)
        if found is None or found.key == search.key:
            if found is not None:
                await self._look(found)
            raise Refusal("seat-taken", "Somebody was quicker, or they have left.")
        self._floor.lobby_changed()
        self._start(self._bring_together(search, found, found))

    async def end(self, search: Search) -> None:
        """Look no longer: the person thought better of it, or has left."""
        await self._searches.take(search.id)
        self._bus.publish(search.answers, 0, GONE)
        self._floor.lobby_changed()

    def challenge_came(self, table: Table) -> None:
        """A game waits for anybody: perhaps one of those who search will do."""
        self._start(self._offer(table))

    def close(self) -> None:
        """Bring nobody together any more."""
        for task in self._tasks:
            task.cancel()

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _look(self, search: Search) -> None:
        found = await self._searches.pair(search)
        self._floor.lobby_changed()
        if found is not None:
            self._start(self._bring_together(search, found))
            return
        self._tell(search, m.Seeking(search.id, search.since))
        for table in self._floor.challenges():
            if _suits(search, table) and await self._searches.take(search.id) is not None:
                self._start(self._send_to(search, table))
                return

    async def _offer(self, table: Table) -> None:
        for search in await self._searches.waiting():
            if _suits(search, table) and await self._searches.take(search.id) is not None:
                await self._send_to(search, table)
                return

    async def _send_to(self, search: Search, table: Table) -> None:
        """Let somebody join a game that waits."""
        try:
            await self._floor.join_challenge(search, table)
        except Refusal:
            await self._look(search)  # somebody was quicker
        else:
            self._tell(search, m.Paired(table.id))

    async def _bring_together(self, one: Search, two: Search, only: Search | None = None) -> None:
        """Call both, and seat them if both are there; else ``only`` one of them waits on."""
        answers = _Answers(self._house, (one, two))
        try:
            there = [search for search in await answers.call() if await self._has_room(search)]
            if len(there) == 2:
                table = await self._floor.seat(one, two, _agreed(only or one, only or two))
                there = answers.still_there()
                if len(there) == 2:
                    self._tell(one, m.Paired(table.id))
                    self._tell(two, m.Paired(table.id))
                    return
                await table.expire()  # whoever left meanwhile shall leave no empty chair
        except Refusal as refusal:
            self._refuse(one, refusal)
            self._refuse(two, refusal)
            return
        finally:
            answers.close()
        there = [search for search in there if search in answers.still_there()]
        for search in (one, two):
            if search not in there:
                self._tell(search, m.Seeking(None))
            elif only is None or search is only:
                await self._look(search)
            else:
                self._refuse(search, Refusal("seat-taken", "They have left."))

    async def _has_room(self, search: Search) -> bool:
        try:
            await self._floor.see_room_for(search)
        except Refusal as refusal:
            self._refuse(search, refusal)
            return False
        return True

    def _refuse(self, search: Search, refusal: Refusal) -> None:
        self._tell(search, m.Refused(refusal.code, refusal.detail, search.asked.id, None))
        self._tell(search, m.Seeking(None))

    def _tell(self, search: Search, message: m.Message) -> None:
        self._bus.publish(search.topic, 0, encode(message))


class _Answers:
    """Whether those who were called are there."""

    def __init__(self, house: House, called: tuple[Search, ...]) -> None:
        self._house, self._called = house, called
        self._changed = asyncio.Event()
        self._words: dict[str, bytes] = {}  # the last of each
        self._leave = [self._follow(search) for search in called]

    def _follow(self, search: Search) -> Callable[[], None]:
        def hear(_: int, word: bytes) -> None:
            if self._words.get(search.id) != GONE:
                self._words[search.id] = word
            self._changed.set()

        return self._house.bus.follow(search.answers, hear)

    async def call(self) -> list[Search]:
        """Ask whether they are there; those who are, as soon as that is known."""
        for search in self._called:
            self._house.bus.publish(search.topic, 0, encode(m.Called(search.id)))
        try:
            async with asyncio.timeout(self._house.config.call_s):
                while len(self._words) < len(self._called) and GONE not in self._words.values():
                    await self._changed.wait()
                    self._changed.clear()
        except TimeoutError:
            return [search for search in self._called if self._words.get(search.id) == HERE]
        return self.still_there()

    def still_there(self) -> list[Search]:
        """Those who have not said good-bye."""
        return [search for search in self._called if self._words.get(search.id) != GONE]

    def close(self) -> None:
        """Listen no longer."""
        for leave in self._leave:
            leave()


def _suits(search: Search, table: Table) -> bool:
    settings = table.game.settings
    wish = Wish(settings.mode, settings.swap, settings.clock)
    return wish in search.wishes and search.key not in table.game.keys
