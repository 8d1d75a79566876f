"""Every message that crosses the wire, once: HTTP bodies and WebSocket messages in both directions.

The browser's types are written from this file (``make types``), so page and server cannot drift
apart. Whoever reads a message is strict: an unknown field is refused.

How a page follows a game, in three rules:

1. Connect to ``/api/v1/games/{id}/live``. The first message is ``welcome`` with the whole game.
2. Every ``game`` message carries the whole game too: keep it if its ``version`` is higher than
   what you have, drop it otherwise. Nothing else needs to be remembered or merged.
3. A ``ping`` tells the version the server has. If yours is lower an event was lost: send ``sync``.

A command may carry an ``id`` of your own making. It is done once the ``game`` message whose
``cause.id`` is that id arrives (the change is on disk by then), or ``done`` if the server had
carried it out before, so a command whose answer was lost can be sent again without fear. Otherwise
``refused`` says why, in a code and a sentence, and brings the game as it is.

A socket that closes is worth opening again, unless its close code is ``CLOSED_FOR_GOOD`` or higher:
what was asked for is not there, and the close reason is the ``ProblemCode`` that says why.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct, field

from ninefold.game.entries import OfferKind
from ninefold.game.game import State as GameState
from ninefold.game.game import Swap as SwapState
from ninefold.game.remarks import RemarkCode
from ninefold.game.result import Ending as EndReason
from ninefold.rules.squares import Player as Side

__all__ = [
    "API",
    "CLOSED_FOR_GOOD",
    "Abort",
    "About",
    "Accept",
    "Axes",
    "Board",
    "Called",
    "Cause",
    "CauseKind",
    "Challenge",
    "Claim",
    "ClientMessage",
    "Clock",
    "ClockSettings",
    "Command",
    "CreateGame",
    "CreateToken",
    "DaysClock",
    "Decline",
    "Done",
    "EndReason",
    "Ends",
    "ExploredMove",
    "Explorer",
    "FollowLobby",
    "Game",
    "GameCommand",
    "GameEvent",
    "GameMessage",
    "GameReply",
    "GameState",
    "GameSummary",
    "Going",
    "Health",
    "Here",
    "Hint",
    "Join",
    "Level",
    "Line",
    "LineCommand",
    "LineMessage",
    "Lobby",
    "LobbyMessage",
    "Me",
    "Message",
    "Mode",
    "Move",
    "MyGames",
    "MyRecords",
    "NewToken",
    "News",
    "NoClock",
    "Offer",
    "OfferKind",
    "Offers",
    "Opponent",
    "Paired",
    "Phrase",
    "Ping",
    "Player",
    "PlayerKind",
    "Pong",
    "Presence",
    "Problem",
    "ProblemCode",
    "Redo",
    "Refused",
    "Remark",
    "RemarkCode",
    "Rename",
    "Replay",
    "Resign",
    "Result",
    "Said",
    "Say",
    "Scope",
    "SeatPresence",
    "Seats",
    "Seek",
    "Seeker",
    "Seeking",
    "ServerPing",
    "ServerPong",
    "Side",
    "Stopping",
    "Swap",
    "SwapState",
    "Sync",
    "TieBreak",
    "TimedClock",
    "Token",
    "Tokens",
    "TryOut",
    "Undo",
    "Unseek",
    "Welcome",
    "Why",
]

#: Where requests and sockets are: whatever a client could stumble over becomes another version.
API: Final = "/api/v1"
#: From this close code on it is no use to open a socket again.
CLOSED_FOR_GOOD: Final = 4_000

# Words shared by many messages

Opponent = Literal["open", "link", "same-device", "computer"]
TieBreak = Literal["draw", "boards"]
CauseKind = Literal[
    "join",
    "move",
    "takeback",
    "swap",
    "keep",
    "resign",
    "time",
    "fail",
    "draw",
    "claim",
    "abort",
    "offer",
    "decline",
    "rematch",
    "name",
    "state",
]
PlayerKind = Literal["person", "bot", "computer"]
#: What a token is for: to play, or only to look at what its owner may see.
Scope = Literal["play", "read"]
ProblemCode = Literal[
    "bad-message",
    "bad-request",
    "bad-name",
    "not-found",
    "no-such-game",
    "set-aside",
    "method-not-allowed",
    "not-your-game",
    "not-your-turn",
    "not-now",
    "stale",
    "illegal-move",
    "game-over",
    "not-started",
    "seat-taken",
    "nothing-offered",
    "nothing-to-undo",
    "not-gone",
    "foreign-origin",
    "unknown-host",
    "no-visitor",
    "bad-token",
    "not-allowed",
    "too-many-games",
    "too-many-challenges",
    "too-many-sockets",
    "too-fast",
    "too-large",
    "disk",
    "stopping",
    "busy",
    "internal",
]

#: What players may say to each other: there is no free chat.
Phrase = Literal["hello", "luck", "nice", "oops", "thanks", "game", "clap", "wow", "laugh", "think"]

Square = Annotated[int, Meta(ge=0, le=80, description="a square: 9 * board + cell, 0-80")]
BoardNumber = Annotated[int, Meta(ge=0, le=8, description="one of the nine boards, 0-8")]
CommandId = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=40,
        description="your own name for a command, to recognise its answer",
    ),
]
ModeText = Annotated[
    str,
    Meta(
        max_length=200,
        description="a mode by its name, or a variant of your own with its axes, such as "
        "`skirmish:free_move=unfilled`",
    ),
]
GameId = Annotated[str, Meta(description="the game's name in addresses")]
Moment = Annotated[int, Meta(description="a moment, in milliseconds since 1970 (UTC)")]
Milliseconds = Annotated[int, Meta(description="a span of time in milliseconds")]


class Message(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """What every message is: a value that never changes, read strictly.

    Messages hold no cycles, so the garbage collector need not look at them.
    """


# A game, as everybody sees it


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


# Commands: page to server, over the WebSocket or as the body of POST /api/v1/games/{id}/commands


class Command(Message, tag_field="t", kw_only=True, frozen=True):
    """What every command may carry."""

    id: CommandId | None = None


class Move(Command, tag="move", frozen=True):
    """Play a square. ``ply`` is how many moves you have seen, so a late click changes nothing."""

    ply: Annotated[int, Meta(ge=0, le=80)]
    square: Square


class Resign(Command, tag="resign", frozen=True):
    """Give the game up. On one device the side to move resigns."""


class Offer(Command, tag="offer", frozen=True):
    """Offer a draw, ask for a takeback, or offer a rematch (in a solo game it is done at once)."""

    what: OfferKind


class Accept(Command, tag="accept", frozen=True):
    """Accept what the other side offers."""

    what: OfferKind


class Decline(Command, tag="decline", frozen=True):
    """Decline what the other side offers, or withdraw your own offer."""

    what: OfferKind


class Swap(Command, tag="swap", frozen=True):
    """O's choice after the first move: take it over and change sides, or not. A move is a no."""

    take: bool


class Undo(Command, tag="undo", frozen=True):
    """Solo games: take back to your own last turn, even after the end."""

    ply: Annotated[int, Meta(ge=0, le=81, description="how many moves you have seen")]


class Redo(Command, tag="redo", frozen=True):
    """Solo games: play again what was taken back."""

    ply: Annotated[int, Meta(ge=0, le=80, description="how many moves you have seen")]


class Abort(Command, tag="abort", frozen=True):
    """Call the game off before it has begun: nobody joined, or not both sides have moved."""


class Claim(Command, tag="claim", frozen=True):
    """The other side has left for good: claim the win, or a draw."""

    result: Literal["win", "draw"]


class Sync(Message, tag="sync", tag_field="t", frozen=True):
    """Ask for the whole game again, after a gap."""


class Ping(Message, tag="ping", tag_field="t", frozen=True):
    """Ask whether the server is there; answered by ``pong`` with the same number."""

    n: Annotated[int, Meta(ge=0, le=2**53)]


class Pong(Message, tag="pong", tag_field="t", frozen=True):
    """The answer to the server's ``ping``, to be sent at once: it measures your lag."""

    n: Annotated[int, Meta(ge=0, le=2**53)]


class Say(Command, tag="say", frozen=True):
    """Say one of a few phrases to the others at the game; nothing of it is kept."""

    phrase: Phrase


GameCommand = Move | Resign | Offer | Accept | Decline | Swap | Undo | Redo | Abort | Claim
ClientMessage = GameCommand | Say | Sync | Ping | Pong


# Events: server to page


class Me(Message, frozen=True):
    """The visitor who asks. ``id`` is public and appears in the seats they hold."""

    id: str
    name: Annotated[str, Meta(description="empty until one is chosen")]


class Welcome(Message, tag="welcome", tag_field="t", frozen=True):
    """The first message on a game's socket."""

    me: Annotated[Me | None, Meta(description="null for somebody without a cookie: may only watch")]
    game: Game
    presence: Presence


class GameEvent(Message, tag="game", tag_field="t", frozen=True):
    """The game changed, or was asked for (``cause.kind`` is ``state``)."""

    cause: Cause
    game: Game


class Done(Message, tag="done", tag_field="t", frozen=True):
    """A command sent again had been carried out before, by this version."""

    id: CommandId
    version: int


class Refused(Message, tag="refused", tag_field="t", frozen=True):
    """A command that changed nothing: why, and the game as it is."""

    code: ProblemCode
    detail: Annotated[str, Meta(description="one sentence for people, in English")]
    id: CommandId | None
    game: Game | None


class ServerPing(Message, tag="ping", tag_field="t", frozen=True):
    """Answer with ``pong`` at once. If ``version`` is above yours, send ``sync``."""

    n: int
    version: int


class ServerPong(Message, tag="pong", tag_field="t", frozen=True):
    """The answer to a ``ping`` of yours."""

    n: int


class Stopping(Message, tag="stopping", tag_field="t", frozen=True):
    """The server is about to stop; connect again, the game will be there."""


class Said(Message, tag="said", tag_field="t", frozen=True):
    """A player says something. Not part of the game: whoever comes later does not hear it."""

    side: Side
    phrase: Phrase


GameMessage = (
    Welcome | GameEvent | Presence | Said | Done | Refused | ServerPing | ServerPong | Stopping
)


# The lobby: GET /api/v1/lobby once, or /api/v1/lobby/live for every change


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


# A visitor's own line: /api/v1/me/live, one for each open page


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


# HTTP bodies


class CreateGame(Message, frozen=True):
    """POST /api/v1/games: set up a game. Every field has a default: Modern against anybody."""

    mode: ModeText = "modern"
    opponent: Opponent = "open"
    tie_break: Annotated[TieBreak | None, Meta(description="null: as the mode has it")] = None
    swap: bool = False
    clock: ClockSettings = NoClock()
    side: Literal["X", "O", "random"] = "random"
    level: Annotated[str | None, Meta(description="the computer's level, see /api/v1/about")] = None
    names: Annotated[
        Annotated[list[Annotated[str, Meta(max_length=24)]], Meta(max_length=2)] | None,
        Meta(description="on one device: what X and O are called"),
    ] = None


class Join(Message, frozen=True):
    """POST /api/v1/games/{id}/join: take the free seat. There is nothing to say but yes."""


class GameReply(Message, frozen=True):
    """The answer to whatever a visitor asks of a game: the game, and which visitor asked.

    The visitor plays the sides whose player has ``id == me.id``; ``seats`` says the same.
    """

    me: Me | None
    seats: Annotated[list[Side], Meta(description="the sides that the one who asked plays")]
    game: Game
    presence: Presence


class Rename(Message, frozen=True):
    """PUT /api/v1/me: choose the name that others see; an empty one is allowed."""

    name: Annotated[str, Meta(max_length=24)]


class MyGames(Message, frozen=True):
    """GET /api/v1/me/games: the visitor's games, those to move in first, then the newest."""

    games: list[GameSummary]
    next: Annotated[
        str | None, Meta(description="what to send as `cursor` for those before; null: no more")
    ] = None


class MyRecords(Message, frozen=True):
    """GET /api/v1/me/records: the records of the same page of the visitor's games, as one text."""

    text: str
    count: Annotated[int, Meta(description="how many records the text has")]
    next: Annotated[
        str | None, Meta(description="what to send as `cursor` for those before; null: no more")
    ] = None


class CreateToken(Message, frozen=True):
    """POST /api/v1/me/tokens: make a bearer token for a bot."""

    label: Annotated[str, Meta(min_length=1, max_length=40)]
    scopes: Annotated[list[Scope], Meta(min_length=1, max_length=2)] = field(
        default_factory=lambda: ["play", "read"]
    )


class Token(Message, frozen=True):
    """A bot's token, without its secret."""

    id: str
    label: str
    created_at: Moment
    scopes: list[Scope]


class NewToken(Message, frozen=True):
    """A token just made: the secret is shown this once."""

    token: Token
    secret: str


class Tokens(Message, frozen=True):
    """GET /api/v1/me/tokens."""

    tokens: list[Token]


class Mode(Message, frozen=True):
    """A mode and its axes."""

    name: str
    axes: Axes


class Level(Message, frozen=True):
    """A level of the computer, weakest first; ``name`` is what POST /api/v1/games takes."""

    name: str
    rank: Annotated[int, Meta(description="1 for the weakest")]
    text: Annotated[str, Meta(description="one line in English about how it plays")]


class About(Message, frozen=True):
    """GET /api/v1/about: what this server offers."""

    version: str
    modes: list[Mode]
    levels: list[Level]
    default_level: str
    clocks: Annotated[
        list[ClockSettings], Meta(description="of those who seek and do not mind which")
    ]
    this_machine_only: Annotated[
        bool, Meta(description="whether nobody elsewhere can open a link to this server")
    ] = False
    own_networks: Annotated[
        list[int], Meta(description="variants, as sums of axes, for which only it has a network")
    ] = []


class TryOut(Message, frozen=True):
    """POST /api/v1/position: what a position looks like, for lessons and for trying things out.

    Give a mode and moves, or a position as one line of text (which names its mode itself) with
    moves after it.
    """

    mode: ModeText = "modern"
    tie_break: Annotated[TieBreak | None, Meta(description="null: as the mode has it")] = None
    position: Annotated[str, Meta(max_length=400)] | None = None
    moves: Annotated[list[Square], Meta(max_length=81)] = []


class Replay(Message, frozen=True):
    """GET /api/v1/games/{id}/replay: the board after every ply, from the empty one to the last."""

    id: GameId
    mode: str
    axes: Axes
    players: Seats
    moves: list[Square]
    boards: list[Board]
    spent_ms: Annotated[
        list[Milliseconds | None], Meta(description="how long each move took its player")
    ]
    result: Result | None
    record: Annotated[str, Meta(description="the whole game as text")]


class Remark(Message, frozen=True):
    """Something worth saying about a move: a code to translate, the board it is about, English."""

    code: RemarkCode
    board: BoardNumber | None
    text: str


class Ends(Message, frozen=True):
    """How games ended: X won, nobody won, O won."""

    X: int
    drawn: int
    O: int  # noqa: E741 - the side's own name


class ExploredMove(Message, frozen=True):
    """A move that was played in a position, or that the opening book knows."""

    squares: Annotated[
        list[Square],
        Meta(
            description="the move, and the others that are the same because the position is "
            "symmetric"
        ),
    ]
    people: Annotated[Ends, Meta(description="how games ended in which a person played it")]
    computer: Annotated[Ends, Meta(description="the same of the computer and of bots")]
    book: Annotated[
        int | None,
        Meta(
            description="what whoever plays it can expect by the opening book, in percent of the "
            "point; null: the book does not have it"
        ),
    ] = None


class Explorer(Message, frozen=True):
    """GET /api/v1/explorer: what was played here in a position, most often first.

    Mirror images are one position. Games count once they are over, from the empty board on.
    """

    plies: Annotated[int, Meta(description="how many moves of a game are counted")]
    games: Annotated[int, Meta(description="in how many games somebody moved in this position")]
    moves: list[ExploredMove]


class Hint(Message, frozen=True):
    """GET /api/v1/games/{id}/hint: what the computer would play for the side to move, and why."""

    ply: int
    square: Square
    remarks: list[Remark]
    win: Annotated[
        float | None, Meta(description="the chance, 0-1, that the side to move wins (draws half)")
    ] = None
    book: Annotated[bool, Meta(description="whether it comes from the opening book")] = False


class Why(Message, frozen=True):
    """GET /api/v1/games/{id}/why?ply=N: what was the point of the move that made ply N."""

    ply: int
    square: Square
    by: Side
    remarks: list[Remark]


class Problem(Message, frozen=True):
    """What every failed request answers, as ``application/problem+json`` (RFC 9457)."""

    type: Annotated[str, Meta(description="`/problems/` and the code")]
    title: str
    status: int
    detail: Annotated[str, Meta(description="one sentence for people, in English")]
    code: ProblemCode
    game: Annotated[Game | None, Meta(description="the game as it is, if there is one")] = None


class Health(Message, frozen=True):
    """GET /health: whether the server can do its work."""

    status: Literal["ok", "failing"]
    detail: str
    version: str
    games: Annotated[int, Meta(description="games held in memory")]
    sockets: int
    set_aside: Annotated[list[str], Meta(description="games that cannot be read, the first 20")]
