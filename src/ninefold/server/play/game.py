"""LiveGame: a game of the server, as its log tells it.

What a game is stands in ``ninefold.game``; here are its settings, its visitors, and the version by
which the store and every page know how far they are. What may be done is decided in ``decisions``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Self

from msgspec.structs import replace

from ninefold.game.clock import Control, DaysControl, TimeControl
from ninefold.game.entries import Entry
from ninefold.game.game import Game
from ninefold.rules.position import Position
from ninefold.rules.squares import PLAYERS
from ninefold.server.play.entries import Joined, Renamed, Seat, Settings
from ninefold.server.wire import messages as m

__all__ = ["LiveGame"]


class LiveGame(Game[Seat]):
    """A game as its log tells it."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.version = 1
        self.done: dict[tuple[str, str], int] = {}  # the version that each command made
        super().__init__(
            Position.start(settings.mode, tie_break=settings.tie_break),
            {"X": settings.x, "O": settings.o},
            control=_control(settings.clock),
            swap=settings.swap,
            solo=settings.solo,
            at=settings.created_at,
        )

    def fork(self) -> Self:
        """A copy to try entries on: it replaces this one when they stand in the log."""
        twin = super().fork()
        twin.done = self.done.copy()
        return twin

    @property
    def keys(self) -> tuple[str | None, str | None]:
        """The private keys of whoever sits at X and O."""
        x, o = self.seats["X"], self.seats["O"]
        return (None if x is None else x.key, None if o is None else o.key)

    def sides_of(self, key: str | None) -> tuple[m.Side, ...]:
        """The sides that a visitor plays."""
        if key is None:
            return ()
        x, o = self.keys
        if key == x:
            return PLAYERS if key == o else ("X",)
        return ("O",) if key == o else ()

    def apply(self, entry: Entry, now: float = 0.0) -> None:
        """Take over an entry of the log; ``now`` is the moment at which the new turn begins."""
        self.version += 1
        if entry.id is not None and entry.by is not None:
            self.done[entry.by, entry.id] = self.version
        super().apply(entry, now)

    def _apply_join(self, entry: Joined, now: float) -> None:
        self.seats[entry.side] = entry.seat
        self._begin_if_full(now)

    def _apply_name(self, entry: Renamed, _: float) -> None:
        seat = self.seats[entry.side]
        if seat is not None:
            self.seats[entry.side] = Seat(seat.key, replace(seat.player, name=entry.name))

    APPLIERS: ClassVar[Mapping[type[Entry], Callable[[Any, Any, float], None]]] = {
        **Game.APPLIERS,
        Joined: _apply_join,
        Renamed: _apply_name,
    }


def _control(clock: m.ClockSettings) -> Control | None:
    if isinstance(clock, m.TimedClock):
        return TimeControl(clock.initial_s, clock.increment_s)
    return DaysControl(clock.days) if isinstance(clock, m.DaysClock) else None
