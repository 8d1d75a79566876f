"""What the server's log is made of: a game's settings, and its entries as text.

The log is append-only and each entry has the key (game, version). A move carries its ply and its
*epoch*, which goes up with every takeback, and (game, epoch, ply) is unique too: a ply is played
once, and again only after it was taken back. See ``docs/run/server.md``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, dataclass, fields
from operator import attrgetter
from typing import Any, ClassVar, Final

import msgspec
from msgspec import Struct

from ninefold.game.computer import DEFAULT_LEVEL
from ninefold.game.entries import (
    Aborted,
    Agreed,
    Claimed,
    Declined,
    Entry,
    Failed,
    Flagged,
    Kept,
    Moved,
    Offered,
    Rematched,
    Resigned,
    Swapped,
    TookBack,
)
from ninefold.rules.errors import quoted
from ninefold.server.wire.messages import ClockSettings, Opponent, Player, Side, TieBreak

__all__ = ["KINDS", "Joined", "Renamed", "Seat", "Settings", "decode_entry", "encode_entry"]


class Seat(Struct, frozen=True):
    """Who sits there: a visitor's private key (``None``: the computer), and what others see."""

    key: str | None
    player: Player

    @property
    def name(self) -> str:
        """What others call whoever sits there."""
        return self.player.name

    @property
    def level(self) -> str | None:
        """The computer's level; ``None``: a person or a bot."""
        player = self.player
        return (player.level or DEFAULT_LEVEL) if player.kind == "computer" else None


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


@dataclass(slots=True, kw_only=True)
class Joined(Entry):
    """Somebody took the free seat."""

    kind: ClassVar[str] = "join"

    side: Side
    seat: Seat


@dataclass(slots=True, kw_only=True)
class Renamed(Entry):
    """A player chose another name."""

    kind: ClassVar[str] = "name"

    side: Side
    name: str


# Entries as text: an object with its kind, and without what says nothing

_TYPES: Final[tuple[type[Entry], ...]] = (
    *(Joined, Renamed, Moved, TookBack, Swapped, Kept, Resigned, Flagged, Failed, Agreed),
    *(Claimed, Aborted, Offered, Declined, Rematched),
)


def _shape(entry: type[Entry]) -> tuple[Callable[[Entry], tuple[Any, ...]], type[Struct]]:
    """What takes an entry's values, and the struct that writes them: four times as quick as a dict.

    A field is left out while it has its default, unless that is a number.
    """
    told = [(f.name, f.default) for f in fields(entry)]
    always = [name for name, default in told if default is MISSING or type(default) is int]
    rest = [(name, Any, default) for name, default in told if name not in always]
    shape = msgspec.defstruct(
        entry.__name__,
        [*((name, Any) for name in always), *rest],
        tag_field="kind",
        tag=entry.kind,
        omit_defaults=True,
    )
    return attrgetter(*always, *(name for name, *_ in rest)), shape


_SHAPES: Final = {one: _shape(one) for one in _TYPES}
#: What an entry can be.
KINDS: Final = frozenset(one.kind for one in _TYPES)
_DECODERS: Final = {one.kind: msgspec.json.Decoder(one) for one in _TYPES}
_encode: Final = msgspec.json.Encoder().encode


class _Kind(Struct):
    kind: str


_kind_decoder: Final = msgspec.json.Decoder(_Kind)


def encode_entry(entry: Entry) -> str:
    """An entry as the log keeps it."""
    values_of, shape = _SHAPES[type(entry)]
    return _encode(shape(*values_of(entry))).decode()


def decode_entry(text: str) -> Entry:
    """Read an entry of the log, of this version or an earlier one."""
    kind = _kind_decoder.decode(text).kind
    if kind not in _DECODERS:
        known = ", ".join(_DECODERS)
        raise msgspec.ValidationError(f"{quoted(kind)} is not an entry: expected one of {known}")
    return _DECODERS[kind].decode(text)
