"""A visitor's own line: ``/api/v1/me/live``, one for each open page."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from ninefold.server.wire.messages.commands import Ping, Pong
from ninefold.server.wire.messages.events import Me, Refused, ServerPing, ServerPong, Stopping
from ninefold.server.wire.messages.game import Cause, ClockSettings
from ninefold.server.wire.messages.lobby import GameSummary, Lobby
from ninefold.server.wire.messages.terms import (
    CommandId,
    GameId,
    Message,
    ModeText,
    Moment,
    TieBreak,
)

__all__ = [
    "Called",
    "FollowLobby",
    "Here",
    "Line",
    "LineCommand",
    "LineMessage",
    "News",
    "Paired",
    "Seek",
    "Seeking",
    "Unseek",
]


class Seek(Message, tag="seek", tag_field="t", frozen=True):
    """Look for an opponent who would play one of these games, until paired, ``unseek`` or the end.

    What is left out may be anything. The search ends with the socket: whoever comes back says it
    again. With ``only`` it is one who waits, on their terms.
    """

    modes: Annotated[list[ModeText], Meta(max_length=12)] = []
    clocks: Annotated[list[ClockSettings], Meta(max_length=12)] = []
    tie_break: TieBreak | None = None
    swap: bool | None = None
    only: Annotated[str, Meta(max_length=40, description="the id of a seeker")] | None = None
    id: CommandId | None = None


class Unseek(Message, tag="unseek", tag_field="t", frozen=True):
    """Look no longer."""


class Here(Message, tag="here", tag_field="t", frozen=True):
    """The answer to ``called``, to be sent at once."""

    seek: Annotated[str, Meta(max_length=40)]


class FollowLobby(Message, tag="follow-lobby", tag_field="t", frozen=True):
    """Be told what the lobby shows, from now on or no longer."""

    on: bool


LineCommand = Seek | Unseek | Here | FollowLobby | Ping | Pong


class Line(Message, tag="line", tag_field="t", frozen=True):
    """The first message on a visitor's line."""

    me: Annotated[Me | None, Meta(description="null for somebody without a cookie")]


class Seeking(Message, tag="seeking", tag_field="t", frozen=True):
    """A search begins, or is over without an opponent (``seek`` is null)."""

    seek: str | None
    since: Moment | None = None


class Called(Message, tag="called", tag_field="t", frozen=True):
    """Somebody fits: answer ``here`` at once, or the search is over."""

    seek: str


class Paired(Message, tag="paired", tag_field="t", frozen=True):
    """The search is over: this game has begun, and the other is there."""

    game: GameId


class News(Message, tag="news", tag_field="t", frozen=True):
    """Something happened in a game of yours that concerns others too."""

    cause: Cause
    game: GameSummary


LineMessage = (
    Line | Seeking | Called | Paired | News | Lobby | Refused | ServerPing | ServerPong | Stopping
)
