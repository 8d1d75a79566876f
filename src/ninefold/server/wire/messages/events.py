"""Events: server to page, over the socket of a game."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from ninefold.rules.squares import Player as Side
from ninefold.server.wire.messages.game import Cause, Game, Presence
from ninefold.server.wire.messages.terms import CommandId, Message, Phrase, ProblemCode

__all__ = [
    "Done",
    "GameEvent",
    "GameMessage",
    "Me",
    "Refused",
    "Said",
    "ServerPing",
    "ServerPong",
    "Stopping",
    "Welcome",
]


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
