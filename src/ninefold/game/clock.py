"""Clock: how much time each side has left, and whose is running since when.

Pure arithmetic in milliseconds: whoever holds the game reads the moment from one steady clock.

>>> clock = Clock(parse_control("180+2"))
>>> clock.run("X", now=0)
>>> clock_face(clock.remaining("X", now=5_000))
'2:55'

Over a network a player pays for the time from the moment the turn began to the moment the move
arrived, less a compensation for the lag that the server itself measured. The compensation is at
most ``MOST_LAG`` a move and is paid from a credit that grows slowly, so that somebody who pretends
to be far away gains next to nothing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from ninefold.rules.errors import BadSyntax, quoted
from ninefold.rules.squares import PLAYERS, Player

__all__ = [
    "MOST_LAG",
    "Clock",
    "Control",
    "DaysControl",
    "TimeControl",
    "clock_face",
    "parse_control",
]

MOST_LAG: Final = 500
_FIRST_CREDIT: Final = 1_000
_CREDIT_A_MOVE: Final = 100
_MOST_CREDIT: Final = 2_000
_DAY: Final = 86_400_000


@dataclass(frozen=True, slots=True)
class TimeControl:
    """Seconds for a whole game, and seconds that come back after each move."""

    base: int
    increment: int = 0

    def __str__(self) -> str:
        return f"{self.base}+{self.increment}"


@dataclass(frozen=True, slots=True)
class DaysControl:
    """So many days for each move."""

    days: int

    def __str__(self) -> str:
        return f"{self.days}d"


Control = TimeControl | DaysControl


def parse_control(text: str) -> Control:
    """Read seconds for a game, with or without an increment, or days for each move.

    >>> parse_control("180+2"), parse_control("300"), parse_control("3d")
    (TimeControl(base=180, increment=2), TimeControl(base=300, increment=0), DaysControl(days=3))
    """
    word = text.strip()
    if re.fullmatch(r"[0-9]{1,3}d", word) and int(word[:-1]):
        return DaysControl(int(word[:-1]))
    found = re.fullmatch(r"([0-9]{1,5})(?:\+([0-9]{0,5}))?", word)
    if found and int(found[1]):
        return TimeControl(int(found[1]), int(found[2] or 0))
    raise BadSyntax(
        f"{quoted(text)} is not a clock: expected seconds for the game, such as 300 or 180+2, "
        "or days for each move, such as 3d"
    )


class Clock:
    """A chess clock: it runs for one side at a time, or stands still; without a control never."""

    def __init__(self, control: Control | None = None) -> None:
        self.control = control
        self.left: dict[Player, int | None] = dict.fromkeys(PLAYERS, _start(control))
        self.running: Player | None = None
        self._since = 0.0
        self._held = False
        self._credit: dict[Player, int] = dict.fromkeys(PLAYERS, _FIRST_CREDIT)

    def fork(self) -> Clock:
        """A copy that runs on its own."""
        twin = object.__new__(Clock)  # copy.copy takes four times as long, on every move
        twin.__dict__.update(self.__dict__)
        twin.left = self.left.copy()
        twin._credit = self._credit.copy()
        return twin

    @property
    def exists(self) -> bool:
        """Whether the game is played with a clock at all."""
        return self.control is not None

    @property
    def starts_at_ply(self) -> int:
        """From which ply on clocks run: a timed game waits until both have made a move."""
        return 2 if isinstance(self.control, TimeControl) else 0

    def run(self, side: Player | None, now: float) -> None:
        """Start the clock of a side; nobody's runs when it is ``None``.

        What ran before has been charged: a move and a takeback say what they left.
        """
        self.running = side if self.exists else None
        self._since, self._held = now, False
        if side is not None and isinstance(self.control, DaysControl):
            self.left[side] = _start(self.control)

    def pause(self, now: float) -> None:
        """Charge the running side for its time so far, and let nobody's run."""
        if self.running is not None:
            self.left[self.running] = max(0, self.remaining(self.running, now) or 0)
        self.running = None

    def told(self, now: float) -> None:
        """The turn begins when both are told of it, not when the last move arrived."""
        self._since, self._held = max(self._since, now), False

    def hold(self) -> None:
        """Let nobody pay until it is ``told`` that the turn begins."""
        self._held = True

    def resume(self, now: float, spent: float, grace: float) -> None:
        """Go on after a restart: what was spent before counts, the time since then does not."""
        side = self.running
        self._since = now
        if side is not None:
            self.left[side] = max(1, round((self.left[side] or 0) - spent))
            self._since += grace

    def charge(self, left: int | None) -> None:
        """Set the running side to what it had left."""
        if self.running is not None and left is not None:
            self.left[self.running] = left

    def refill(self, side: Player, left: int | None) -> None:
        """Give a side back what it had, or all that it began with."""
        self.left[side] = _start(self.control) if left is None else left

    def remaining(self, side: Player, now: float) -> int | None:
        """The time a side has left now; below 0 when it has run out, ``None`` without a clock."""
        left = self.left[side]
        if left is None or side != self.running or self._held:
            return left
        return round(left - max(0.0, now - self._since))

    @property
    def running_since(self) -> float:
        """The moment from which the running side pays; it may lie ahead."""
        return self._since

    def after_move(self, side: Player, now: float, lag: float = 0.0) -> tuple[int, int, int | None]:
        """What a move received now took, what of it was lag, and what its player then has left.

        Below 0 it came too late. The lag is given back: it is no part of what the move took.
        """
        spent = max(0.0, now - self._since)
        if side != self.running:
            return round(spent), 0, self.left[side]
        given = round(min(spent, max(0.0, lag), MOST_LAG, self._credit[side]))
        spent = max(0.0, spent - given)
        gain = self.control.increment * 1000 if isinstance(self.control, TimeControl) else 0
        rest = round((self.left[side] or 0) - spent)
        return round(spent), given, rest + gain if rest >= 0 else rest

    def pay_for_lag(self, side: Player, given: int) -> None:
        """Take what a move was given back from the side's credit, and let it grow a little."""
        credit = self._credit[side] - given + _CREDIT_A_MOVE
        self._credit[side] = max(0, min(_MOST_CREDIT, credit))

    def flags_in(self, now: float) -> float | None:
        """The time until the running side must be flagged, whatever its lag; ``None``: never."""
        if self.running is None or self._held:
            return None
        left = self.left[self.running] or 0
        return left + min(MOST_LAG, self._credit[self.running]) - (now - self._since)


def clock_face(milliseconds: float) -> str:
    """Time as a clock shows it: minutes and seconds, and tenths when it gets close.

    >>> clock_face(9_870), clock_face(125_000), clock_face(2 * 86_400_000)
    ('0:09.8', '2:05', '48:00:00')
    """
    seconds = max(0.0, milliseconds) / 1000
    minutes, rest = divmod(int(seconds), 60)
    if minutes >= 60:
        return f"{minutes // 60}:{minutes % 60:02}:{rest:02}"
    tenths = f".{int(seconds * 10 % 10)}" if seconds < 10 else ""
    return f"{minutes}:{rest:02}{tenths}"


def _start(control: Control | None) -> int | None:
    if isinstance(control, TimeControl):
        return control.base * 1000
    return control.days * _DAY if isinstance(control, DaysControl) else None
