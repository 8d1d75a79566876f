"""Commands: page to server, over a socket or as the body of ``POST …/games/{id}/commands``."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from ninefold.game.entries import OfferKind
from ninefold.server.wire.messages.terms import CommandId, Message, Phrase, Square

__all__ = [
    "Abort",
    "Accept",
    "Claim",
    "ClientMessage",
    "Command",
    "Decline",
    "GameCommand",
    "Move",
    "Offer",
    "Ping",
    "Pong",
    "Redo",
    "Resign",
    "Say",
    "Swap",
    "Sync",
    "Undo",
]


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
