"""Refusal: a request that changes nothing, with a code for programs and a sentence for people."""

from __future__ import annotations

from typing import Final

from ninefold.rules.errors import BadInput
from ninefold.server.wire.messages import ProblemCode

__all__ = ["STATUS", "GameMoved", "Refusal"]


class Refusal(BadInput):
    """Why a request was refused; nothing has changed."""

    def __init__(self, code: ProblemCode, detail: str) -> None:
        self.code: ProblemCode = code
        self.detail = detail
        super().__init__(detail)

    def __reduce__(self) -> tuple[type[Refusal], tuple[ProblemCode, str]]:
        return type(self), (self.code, self.detail)


class GameMoved(Refusal):
    """The game belongs to another node, or is about to: whoever asks again finds it there."""

    def __init__(self) -> None:
        super().__init__("busy", "This game moves to another server just now: try again.")

    def __reduce__(self) -> tuple[type[Refusal], tuple[ProblemCode, str]]:
        return Refusal, (self.code, self.detail)


#: The HTTP status of each code.
STATUS: Final[dict[ProblemCode, int]] = {
    "bad-message": 400,
    "bad-request": 400,
    "bad-name": 400,
    "not-found": 404,
    "no-such-game": 404,
    "set-aside": 503,
    "method-not-allowed": 405,
    "not-your-game": 403,
    "not-your-turn": 409,
    "not-now": 409,
    "stale": 409,
    "illegal-move": 409,
    "game-over": 409,
    "not-started": 409,
    "seat-taken": 409,
    "nothing-offered": 409,
    "nothing-to-undo": 409,
    "not-gone": 409,
    "foreign-origin": 403,
    "unknown-host": 421,
    "no-visitor": 401,
    "bad-token": 401,
    "not-allowed": 403,
    "too-many-games": 429,
    "too-many-challenges": 429,
    "too-many-sockets": 429,
    "too-fast": 429,
    "too-large": 413,
    "disk": 503,
    "stopping": 503,
    "busy": 503,
    "internal": 500,
}
