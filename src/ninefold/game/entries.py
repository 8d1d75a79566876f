"""Entries: what can happen in a game, as values. A game is how it began and its entries, no more.

Nobody changes one. They are not ``frozen`` because such a dataclass takes five times as long to
make, and every move makes one.

>>> Moved(side="X", square=40)
Moved(at=0, by=None, id=None, side='X', square=40, spent=0, left=None, lag=None)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal, TypedDict

from ninefold.rules.squares import Player

__all__ = [
    "Aborted",
    "Agreed",
    "Claimed",
    "Declined",
    "Entry",
    "Failed",
    "Flagged",
    "Kept",
    "Moved",
    "OfferKind",
    "Offered",
    "Rematched",
    "Resigned",
    "Stamp",
    "Swapped",
    "TookBack",
]

OfferKind = Literal["draw", "takeback", "rematch"]


class Stamp(TypedDict, total=False):
    """What every entry can carry: when it happened, and by which command of whom."""

    at: int
    by: str | None
    id: str | None


@dataclass(slots=True, kw_only=True)
class Entry:
    """Something that happened, with its stamp.

    ``at`` is in milliseconds since 1970, ``by`` a visitor's public id, ``id`` that visitor's own
    name for the command.
    """

    #: What a log calls it.
    kind: ClassVar[str]

    at: int = 0
    by: str | None = None
    id: str | None = None


@dataclass(slots=True, kw_only=True)
class Moved(Entry):
    """A move, with the time it took and the time its player has left, in milliseconds.

    ``lag`` is what its way over the network took besides, and was given back; ``None``: nothing.
    """

    kind: ClassVar[str] = "move"

    side: Player
    square: int
    spent: int = 0
    left: int | None = None
    lag: int | None = None


@dataclass(slots=True, kw_only=True)
class TookBack(Entry):
    """The last moves were taken back, or with none the end of the game.

    ``left`` is what the running clock stood at; with ``swap`` the swap does not stand either.
    """

    kind: ClassVar[str] = "takeback"

    side: Player
    count: int
    left: int | None = None
    swap: bool = False


@dataclass(slots=True, kw_only=True)
class Swapped(Entry):
    """O took over X's first move: the players changed seats."""

    kind: ClassVar[str] = "swap"

    side: Player
    left: int | None = None


@dataclass(slots=True, kw_only=True)
class Kept(Entry):
    """O chose not to swap."""

    kind: ClassVar[str] = "keep"

    side: Player


@dataclass(slots=True, kw_only=True)
class Resigned(Entry):
    """A player gave up."""

    kind: ClassVar[str] = "resign"

    side: Player


@dataclass(slots=True, kw_only=True)
class Flagged(Entry):
    """A player's time ran out."""

    kind: ClassVar[str] = "time"

    side: Player


@dataclass(slots=True, kw_only=True)
class Failed(Entry):
    """The program that plays a side cannot go on."""

    kind: ClassVar[str] = "fail"

    side: Player


@dataclass(slots=True, kw_only=True)
class Agreed(Entry):
    """Both agreed to a draw; ``side`` is who accepted."""

    kind: ClassVar[str] = "draw"

    side: Player


@dataclass(slots=True, kw_only=True)
class Claimed(Entry):
    """A player claimed the game because the other had left."""

    kind: ClassVar[str] = "claim"

    side: Player
    result: Literal["win", "draw"]


@dataclass(slots=True, kw_only=True)
class Aborted(Entry):
    """The game was called off; ``reason`` is an ending, also in an older spelling."""

    kind: ClassVar[str] = "abort"

    side: Player | None
    reason: str


@dataclass(slots=True, kw_only=True)
class Offered(Entry):
    """A player offered a draw or a rematch, or asked for a takeback."""

    kind: ClassVar[str] = "offer"

    side: Player
    what: OfferKind


@dataclass(slots=True, kw_only=True)
class Declined(Entry):
    """An offer was declined or withdrawn."""

    kind: ClassVar[str] = "decline"

    side: Player
    what: OfferKind


@dataclass(slots=True, kw_only=True)
class Rematched(Entry):
    """The players play again, in another game."""

    kind: ClassVar[str] = "rematch"

    side: Player
    game: str
