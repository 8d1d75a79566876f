"""The clock of one game: pure arithmetic on moments that the caller reads from one steady clock.

A player pays for the time from the moment the turn began to the moment the server received the
move, less a compensation for the lag that the server itself measured. The compensation is at most
``MOST_LAG`` a move and is paid from a credit that grows slowly, so that somebody who pretends to be
far away gains next to nothing.
"""

from __future__ import annotations

from typing import Final

from ninefold.rules.squares import PLAYERS
from ninefold.server.messages import Clock, ClockSettings, DaysClock, NoClock, Side, TimedClock
from ninefold.server.thinking import TimeLeft

__all__ = ["MOST_LAG", "GameClock"]

MOST_LAG: Final = 500
_FIRST_CREDIT: Final = 1_000
_CREDIT_A_MOVE: Final = 100
_MOST_CREDIT: Final = 2_000
_DAY: Final = 86_400_000


class GameClock:
    """Who has how much time left, in milliseconds, and whose clock runs since when."""

    def __init__(self, settings: ClockSettings) -> None:
        self.settings = settings
        start = _start(settings)
        self.left: dict[Side, int | None] = dict.fromkeys(PLAYERS, start)
        self.running: Side | None = None
        self._since = 0.0
        self._credit: dict[Side, int] = dict.fromkeys(PLAYERS, _FIRST_CREDIT)

    def fork(self) -> GameClock:
        """A copy that runs on its own."""
        twin = object.__new__(GameClock)
        twin.__dict__.update(self.__dict__)
        twin.left = self.left.copy()
        twin._credit = self._credit.copy()
        return twin

    @property
    def exists(self) -> bool:
        """Whether the game is played with a clock at all."""
        return not isinstance(self.settings, NoClock)

    @property
    def starts_at_ply(self) -> int:
        """From which ply on clocks run: a timed game waits until both have made a move."""
        return 2 if isinstance(self.settings, TimedClock) else 0

    def run(self, side: Side | None, now: float) -> None:
        """Start the clock of a side; nobody's runs when it is ``None``."""
        self.running = side if self.exists else None
        self._since = now
        if side is not None and isinstance(self.settings, DaysClock):
            self.left[side] = _start(self.settings)

    def told(self, now: float) -> None:
        """The turn begins when both are told of it, not when the last move arrived."""
        self._since = max(self._since, now)

    def resume(self, now: float, spent: float, grace: float) -> None:
        """Go on after a restart: what was spent before counts, the time since then does not."""
        side = self.running
        self._since = now
        if side is not None:
            self.left[side] = max(1, round((self.left[side] or 0) - spent))
            self._since += grace

    def remaining(self, side: Side, now: float) -> int | None:
        """The time a side has left now; below 0 when it has run out."""
        left = self.left[side]
        if left is None or side != self.running:
            return left
        return round(left - max(0.0, now - self._since))

    def after_move(self, side: Side, now: float, lag: float) -> tuple[int, int | None]:
        """What a move received now took, and what its player then has left (below 0: too late)."""
        spent = max(0.0, now - self._since)
        if side != self.running:
            return round(spent), self.left[side]
        spent -= min(spent, max(0.0, lag), MOST_LAG, self._credit[side])
        gain = self.settings.increment_s * 1000 if isinstance(self.settings, TimedClock) else 0
        rest = round((self.left[side] or 0) - spent)
        return round(spent), rest + gain if rest >= 0 else rest

    def pay_for_lag(self, side: Side, now: float, spent: int) -> None:
        """Take what a move's compensation cost from the side's credit, and let it grow a little."""
        cost = round(max(0.0, now - self._since)) - spent if side == self.running else 0
        credit = self._credit[side] - max(0, cost) + _CREDIT_A_MOVE
        self._credit[side] = max(0, min(_MOST_CREDIT, credit))

    def time_left(self, side: Side, now: float) -> TimeLeft | None:
        """What a side has for thinking, if its time is limited to less than days."""
        left = self.remaining(side, now)
        if left is None or not isinstance(self.settings, TimedClock):
            return None
        return TimeLeft(max(0, left) / 1000, self.settings.increment_s)

    def flags_in(self, now: float) -> float | None:
        """The time until the running side must be flagged, whatever its lag; ``None``: never."""
        if self.running is None:
            return None
        left = self.left[self.running] or 0
        return left + min(MOST_LAG, self._credit[self.running]) - (now - self._since)

    def view(self, now: float) -> Clock:
        """The clock as pages see it."""
        x, o = (self.remaining(side, now) for side in PLAYERS)
        return Clock(
            settings=self.settings,
            X=None if x is None else max(0, x),
            O=None if o is None else max(0, o),
            running=self.running,
            starts_in=0 if self.running is None else max(0, round(self._since - now)),
        )


def _start(settings: ClockSettings) -> int | None:
    if isinstance(settings, TimedClock):
        return settings.initial_s * 1000
    return settings.days * _DAY if isinstance(settings, DaysClock) else None
