"""Bodies of HTTP requests and answers."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, field

from ninefold.game.remarks import RemarkCode
from ninefold.rules.squares import Player as Side
from ninefold.server.wire.messages.events import Me
from ninefold.server.wire.messages.game import (
    Axes,
    Board,
    ClockSettings,
    Game,
    NoClock,
    Presence,
    Result,
    Seats,
)
from ninefold.server.wire.messages.lobby import GameSummary
from ninefold.server.wire.messages.terms import (
    BoardNumber,
    GameId,
    Message,
    Milliseconds,
    ModeText,
    Moment,
    Opponent,
    ProblemCode,
    Scope,
    Square,
    TieBreak,
)

__all__ = [
    "About",
    "CreateGame",
    "CreateToken",
    "Ends",
    "ExploredMove",
    "Explorer",
    "GameReply",
    "Health",
    "Hint",
    "Join",
    "Level",
    "Mode",
    "MyGames",
    "MyRecords",
    "NewToken",
    "Problem",
    "Remark",
    "Rename",
    "Replay",
    "Token",
    "Tokens",
    "TryOut",
    "Why",
]


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
