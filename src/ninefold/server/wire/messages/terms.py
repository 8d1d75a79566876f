"""What many messages have in common: words, numbers with their limits, and the base of all."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

__all__ = [
    "API",
    "CLOSED_FOR_GOOD",
    "BoardNumber",
    "CauseKind",
    "CommandId",
    "GameId",
    "Message",
    "Milliseconds",
    "ModeText",
    "Moment",
    "Opponent",
    "Phrase",
    "PlayerKind",
    "ProblemCode",
    "Scope",
    "Square",
    "TieBreak",
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
