"""What nodes ask each other, as messages in MessagePack."""

from __future__ import annotations

from typing import Final, Literal, TypeVar

import msgspec
from msgspec import Struct

from ninefold.server.play.visitors import Visitor
from ninefold.server.wire.messages import PlayerKind, ProblemCode, SwapState

__all__ = [
    "Attend",
    "Attended",
    "Call",
    "Do",
    "Done",
    "Hold",
    "Http",
    "HttpTold",
    "Look",
    "Reply",
    "Take",
    "Thinks",
    "Who",
    "Work",
    "pack",
    "unpack",
]

_Shape = TypeVar("_Shape")


class Who(Struct, frozen=True, array_like=True):
    """A visitor, as one node knows them from a cookie or a token."""

    key: str
    name: str
    kind: PlayerKind

    @classmethod
    def of(cls, visitor: Visitor) -> Who:
        """A visitor for the way."""
        return cls(visitor.key, visitor.name, visitor.kind)

    @property
    def visitor(self) -> Visitor:
        """The same visitor there."""
        return Visitor(self.key, self.name, self.kind)


class Do(Struct, frozen=True, array_like=True):
    """A command for a game; it was received ``age`` milliseconds ago from ``lag`` away."""

    game: str
    command: bytes  # JSON of messages.GameCommand
    who: Who
    address: str
    age: float
    lag: float


class Done(Struct, frozen=True, array_like=True):
    """What became of a command, and the event that shows the game as it is now.

    Without a ``code`` it was carried out, else refused.
    """

    version: int
    repeated: bool
    shown: int  # the version that the event shows
    event: bytes
    code: ProblemCode | None = None
    detail: str = ""


class Call(Struct, frozen=True, array_like=True):
    """Something to be done with a game that needs no answer but that it was done."""

    game: str
    method: Literal["join", "rename", "expire", "give_up"]
    who: Who | None = None


class Look(Struct, frozen=True, array_like=True):
    """Asks what a game looks like."""

    game: str


class Attend(Struct, frozen=True, array_like=True):
    """Who looks at some games from a node, and the version that it knows of each.

    Strangers, who have no key, are counted under an empty one.
    """

    node: int
    games: dict[str, tuple[int, dict[str, int]]]


class Attended(Struct, frozen=True, array_like=True):
    """Of a game: its version, the event that shows it if that is news, and who is there."""

    version: int
    event: bytes
    presence: bytes


class Http(Struct, frozen=True, array_like=True):
    """A request about a game, as it reached another node."""

    game: str
    method: str
    path: str
    query: bytes
    headers: list[tuple[bytes, bytes]]
    address: str
    scheme: str
    body: bytes


class HttpTold(Struct, frozen=True, array_like=True):
    """The answer to a request; ``secret`` is that of a visitor who is new."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes
    secret: str | None = None


class Take(Struct, frozen=True, array_like=True):
    """Asks for a question to the computer: one that takes long, or one that does not."""

    slow: bool


class Work(Struct, frozen=True, array_like=True):
    """A question to the computer; number 0: there is none."""

    number: int = 0
    position: str = ""
    level: str = ""
    game: str | None = None
    clock: float | None = None
    increment: float = 0.0
    swap: SwapState = "off"


class Hold(Struct, frozen=True, array_like=True):
    """Says that somebody is still at a question; the answer is whether it is still wanted."""

    number: int


class Thinks(Struct, frozen=True, array_like=True):
    """The answer to a question; without a square the engine failed."""

    number: int
    square: int | None = None
    expected: float | None = None
    swap: bool = False
    book: bool = False


class Reply(Struct, frozen=True, array_like=True):
    """An answer, or why there is none.

    ``moved``: the game is no longer there. ``unsure``: it is not known whether it was done.
    """

    body: bytes = b""
    moved: bool = False
    unsure: bool = False
    code: ProblemCode | None = None
    detail: str = ""


pack: Final = msgspec.msgpack.Encoder().encode


def unpack(body: bytes, shape: type[_Shape]) -> _Shape:
    """Read a message."""
    return msgspec.msgpack.decode(body, type=shape)
