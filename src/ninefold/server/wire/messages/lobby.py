"""The lobby: ``GET /api/v1/lobby`` once, or ``/api/v1/lobby/live`` for every change."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from ninefold.game.game import State as GameState
from ninefold.rules.squares import Player as Side
from ninefold.server.wire.messages.events import ServerPing, Stopping
from ninefold.server.wire.messages.game import Axes, ClockSettings, Player, Result, Seats
from ninefold.server.wire.messages.terms import GameId, Message, Moment, Opponent, TieBreak

__all__ = [
    "Challenge",
    "GameSummary",
    "Going",
    "Lobby",
    "LobbyMessage",
    "Seeker",
]


class Challenge(Message, frozen=True):
    """A game that waits for anybody to join."""

    id: GameId
    mode: str
    axes: Axes
    tie_break: TieBreak
    swap: bool
    clock: ClockSettings
    side: Annotated[Side, Meta(description="the side that is still free")]
    by: Player
    created_at: Moment


class Seeker(Message, frozen=True):
    """Somebody who looks for an opponent, and would play any of these games."""

    id: str
    by: Player
    modes: Annotated[list[str], Meta(description="names; empty: any mode")]
    clocks: Annotated[list[ClockSettings], Meta(description="empty: any of `about.clocks`")]
    tie_break: Annotated[TieBreak | None, Meta(description="null: either")]
    swap: Annotated[bool | None, Meta(description="null: either")]
    since: Moment


class Going(Message, frozen=True):
    """How many games of one kind are being played between people who were not invited."""

    mode: str
    clock: ClockSettings
    count: int


class GameSummary(Message, frozen=True):
    """A line in a list of games."""

    id: GameId
    mode: str
    axes: Axes
    opponent: Opponent
    state: GameState
    players: Seats
    clock: ClockSettings
    ply: int
    owners: str
    turn: Side
    result: Result | None
    updated_at: Moment
    cells: Annotated[
        str, Meta(description="all 81, for a small picture; older nodes send none")
    ] = ""


class Lobby(Message, tag="lobby", tag_field="t", frozen=True):
    """Everything the lobby shows; each message replaces the one before."""

    challenges: list[Challenge]
    seekers: Annotated[list[Seeker], Meta(description="those who wait, the longest first")]
    going: Annotated[list[Going], Meta(description="how many games of which kind go on")]
    games: Annotated[list[GameSummary], Meta(description="games to watch, newest first")]
    visitors: Annotated[int, Meta(description="how many visitors are connected")]


LobbyMessage = Lobby | ServerPing | Stopping
