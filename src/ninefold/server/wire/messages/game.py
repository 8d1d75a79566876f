"""A game, as everybody sees it."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from ninefold.game.entries import OfferKind
from ninefold.game.game import State as GameState
from ninefold.game.game import Swap as SwapState
from ninefold.game.result import Ending as EndReason
from ninefold.rules.squares import Player as Side
from ninefold.server.wire.messages.terms import (
    BoardNumber,
    CauseKind,
    CommandId,
    GameId,
    Message,
    Milliseconds,
    Moment,
    Opponent,
    PlayerKind,
    Square,
    TieBreak,
)

__all__ = [
    "Axes",
    "Board",
    "Cause",
    "Clock",
    "ClockSettings",
    "DaysClock",
    "Game",
    "NoClock",
    "Offers",
    "Player",
    "Presence",
    "Result",
    "SeatPresence",
    "Seats",
    "TimedClock",
]


class Axes(Message, frozen=True):
    """What a mode is made of, and what follows from it; see the rules for the meaning of each axis.

    A mode's name says nothing more: two modes with the same axes are played alike.
    """

    release: Literal["decided", "full"]
    free_move: Literal["undecided", "unfilled"]
    ownership: Literal["first", "latest"]
    ending: Literal["decided", "full"]
    tie_break: TieBreak
    captured_stay_open: Annotated[
        bool, Meta(description="whether captured boards go on being played in")
    ]
    x_is_known_to_win: Annotated[
        bool, Meta(description="whether X wins against every defence, which is proven")
    ]


class Result(Message, frozen=True):
    """How a game ended: the winner if there is one, why, and the winning line of boards if any."""

    winner: Side | None
    reason: EndReason
    boards: list[BoardNumber] = []


class Board(Message, frozen=True):
    """A position, with all that is needed to draw it, to play on it and to explain it.

    A square that is not in ``legal`` is refused because the game is over (``result`` is set), it is
    taken (``cells``), the player is ``held`` in another board, or its board is closed.
    """

    ply: Annotated[int, Meta(description="how many moves have been played")]
    cells: Annotated[str, Meta(description="81 characters, one a square: `X`, `O` or `.`")]
    owners: Annotated[
        str,
        Meta(
            description="9 characters, one a board: `X`, `O`, `-` full with no owner, `.` undecided"
        ),
    ]
    turn: Annotated[Side, Meta(description="who is to move; in a finished game, who would be")]
    target: Annotated[
        BoardNumber | None,
        Meta(
            description="the board that the last move's cell points at; null before the first move"
        ),
    ]
    held: Annotated[
        BoardNumber | None,
        Meta(
            description="the board that the player to move is held to; null on a free move and "
            "after the end"
        ),
    ]
    free: Annotated[bool, Meta(description="whether the player to move is not held to one board")]
    last: Annotated[Square | None, Meta(description="the move that led here")]
    legal: Annotated[
        tuple[Square, ...], Meta(description="the squares that may be played, ascending")
    ]
    sends: Annotated[
        tuple[tuple[BoardNumber, ...], ...],
        Meta(
            description="for each legal square, in the same order, the boards in which the "
            "opponent may then play: one board when held there, several on a free choice, none "
            "when the move ends the game"
        ),
    ]
    result: Annotated[Result | None, Meta(description="how the rules ended the game, if they did")]


class Player(Message, frozen=True):
    """Somebody who sits at a game: a person, a bot that plays over the API, or our computer."""

    id: Annotated[
        str | None,
        Meta(description="the visitor's public id (compare with `me.id`); null: computer"),
    ]
    name: Annotated[str, Meta(description="empty for a person who chose none")]
    kind: PlayerKind
    level: Annotated[str | None, Meta(description="the computer's level")] = None


class Seats(Message, frozen=True):
    """Who plays which side; an empty seat waits for somebody to join."""

    X: Player | None
    O: Player | None  # noqa: E741 - the side's own name


class NoClock(Message, tag="none", tag_field="kind", frozen=True):
    """Think as long as you like."""


class TimedClock(Message, tag="timed", tag_field="kind", frozen=True):
    """So much time for the whole game, and an increment for each move."""

    initial_s: Annotated[int, Meta(ge=1, le=10_800, description="seconds at the start")]
    increment_s: Annotated[int, Meta(ge=0, le=180, description="seconds gained by each move")] = 0


class DaysClock(Message, tag="days", tag_field="kind", frozen=True):
    """So many days for each move."""

    days: Annotated[int, Meta(ge=1, le=14)]


ClockSettings = NoClock | TimedClock | DaysClock


class Clock(Message, frozen=True):
    """The time each side has left at the moment of sending; count ``running`` down yourself.

    The server alone decides that time is over. ``running`` is null while no clock runs: before both
    have made their first move, and after the end. After a restart of the server the running clock
    stands still for ``starts_in`` more milliseconds, so that nobody loses by it.
    """

    settings: ClockSettings
    X: Milliseconds | None
    O: Milliseconds | None  # noqa: E741 - the side's own name
    running: Side | None
    starts_in: Milliseconds = 0


class Offers(Message, frozen=True):
    """What is on offer now, and by whom."""

    draw: Side | None = None
    takeback: Side | None = None
    rematch: Side | None = None


class Game(Message, frozen=True):
    """A whole game, the same for everybody who looks at it."""

    id: GameId
    version: Annotated[int, Meta(description="goes up by one with every change, from 1")]
    state: GameState
    mode: Annotated[
        str, Meta(description="the mode's name: modern, classic, battle, open, or one's own")
    ]
    axes: Axes
    opponent: Annotated[Opponent, Meta(description="how the game was set up")]
    players: Seats
    board: Board
    moves: Annotated[list[Square], Meta(description="the moves so far")]
    redo: Annotated[list[Square], Meta(description="moves taken back that `redo` would play again")]
    swap: Annotated[
        SwapState,
        Meta(
            description="`off`; `ahead`: possible after the first move; `open`: O may take X's "
            "move over now, or play on; `swapped`; `kept`"
        ),
    ]
    clock: Clock
    offers: Offers
    result: Annotated[Result | None, Meta(description="set when the state is `over` or `aborted`")]
    rematch: Annotated[GameId | None, Meta(description="the game that follows this one")]
    previous: Annotated[GameId | None, Meta(description="the game that this one is the rematch of")]
    solo: Annotated[
        bool,
        Meta(
            description="against the computer or on one device: undo, redo and hint are there, and "
            "nobody needs to be asked"
        ),
    ]
    can_abort: Annotated[bool, Meta(description="whether a player may still call the game off")]
    created_at: Moment
    updated_at: Moment


class SeatPresence(Message, frozen=True):
    """Whether a player's page is connected, and if not, for how long."""

    online: bool
    gone_ms: Milliseconds | None = None


class Presence(Message, tag="presence", tag_field="t", frozen=True):
    """Who is there. Not part of the game: it has no version and may be missed without harm."""

    X: SeatPresence
    O: SeatPresence  # noqa: E741 - the side's own name
    watchers: Annotated[int, Meta(description="connected pages of people who do not play")]
    claim_after_ms: Annotated[
        Milliseconds | None,
        Meta(
            description="the absence after which the other may `claim`; null: never in this game "
            "(solo games, days per move)"
        ),
    ]


class Cause(Message, frozen=True):
    """What made the newest version of a game."""

    kind: CauseKind
    by: Annotated[Side | None, Meta(description="the side that did it; null: the server")] = None
    square: Square | None = None
    what: Annotated[OfferKind | None, Meta(description="which offer")] = None
    id: CommandId | None = None
