"""Entries: what a game's log is made of. A game is its settings and its entries, and nothing else.

The log is append-only and each entry has the key (game, version). A move carries its ply and its
*epoch*, which goes up with every takeback, and (game, epoch, ply) is unique too: a ply is played
once, and again only after it was taken back. See ``docs/server.md``.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from ninefold.server.messages import (
    ClockSettings,
    EndReason,
    OfferKind,
    Opponent,
    Player,
    Side,
    TieBreak,
)

__all__ = [
    "Aborted",
    "Agreed",
    "Claimed",
    "Declined",
    "Entry",
    "Flagged",
    "Joined",
    "Kept",
    "Moved",
    "Offered",
    "Rematched",
    "Renamed",
    "Resigned",
    "Seat",
    "Settings",
    "Swapped",
    "TookBack",
]


class Seat(Struct, frozen=True):
    """Who sits there: a visitor's private key (``None``: the computer), and what others see."""

    key: str | None
    player: Player


class Settings(Struct, frozen=True):
    """What is decided when a game is created, for good."""

    id: str
    created_at: int
    mode: str
    opponent: Opponent
    tie_break: TieBreak
    swap: bool
    clock: ClockSettings
    x: Seat | None
    o: Seat | None
    previous: str | None = None

    @property
    def solo(self) -> bool:
        """Whether nobody else needs to be asked: one device, or against the computer."""
        return self.opponent in ("same-device", "computer")


class _Entry(Struct, frozen=True, omit_defaults=True, tag_field="kind", kw_only=True):
    """What every entry carries: when, and which command of which visitor asked for it."""

    at: int
    by: str | None = None  # the public id of the visitor
    id: str | None = None  # the visitor's name for the command


class Joined(_Entry, frozen=True, tag="join"):
    """Somebody took the free seat."""

    side: Side
    seat: Seat


class Renamed(_Entry, frozen=True, tag="name"):
    """A player chose another name."""

    side: Side
    name: str


class Moved(_Entry, frozen=True, tag="move"):
    """A move, with the time it took and the time its player has left, in milliseconds."""

    side: Side
    square: int
    spent: int
    left: int | None = None


class TookBack(_Entry, frozen=True, tag="takeback"):
    """The last moves were taken back; ``left`` is what the running clock stood at."""

    side: Side
    count: int
    left: int | None = None


class Swapped(_Entry, frozen=True, tag="swap"):
    """O took over X's first move: the players changed seats."""

    side: Side
    left: int | None = None


class Kept(_Entry, frozen=True, tag="keep"):
    """O chose not to swap."""

    side: Side


class Resigned(_Entry, frozen=True, tag="resign"):
    """A player gave up."""

    side: Side


class Flagged(_Entry, frozen=True, tag="time"):
    """A player's time ran out."""

    side: Side


class Agreed(_Entry, frozen=True, tag="draw"):
    """Both agreed to a draw; ``side`` is who accepted."""

    side: Side


class Claimed(_Entry, frozen=True, tag="claim"):
    """A player claimed the game because the other had left."""

    side: Side
    result: Literal["win", "draw"]


class Aborted(_Entry, frozen=True, tag="abort"):
    """The game was called off before it began."""

    side: Side | None
    reason: EndReason


class Offered(_Entry, frozen=True, tag="offer"):
    """A player offered a draw or a rematch, or asked for a takeback."""

    side: Side
    what: OfferKind


class Declined(_Entry, frozen=True, tag="decline"):
    """An offer was declined or withdrawn."""

    side: Side
    what: OfferKind


class Rematched(_Entry, frozen=True, tag="rematch"):
    """The players play again, in another game."""

    side: Side
    game: str


Entry = (
    Joined
    | Renamed
    | Moved
    | TookBack
    | Swapped
    | Kept
    | Resigned
    | Flagged
    | Agreed
    | Claimed
    | Aborted
    | Offered
    | Declined
    | Rematched
)
