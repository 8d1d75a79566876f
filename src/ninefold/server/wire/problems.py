"""Problems: every failed request answers with one, whatever failed (RFC 9457)."""

from __future__ import annotations

import logging
from typing import Any, Final

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException
from msgspec.structs import replace

from ninefold.engine import EngineError
from ninefold.rules.errors import NinefoldError
from ninefold.server.store.store import StoreFailed
from ninefold.server.wire.messages import Game, Problem, ProblemCode
from ninefold.server.wire.refusal import STATUS, Refusal

__all__ = ["HANDLERS", "PROBLEM", "RefusedInGame", "problem", "problem_bytes"]

log: Final = logging.getLogger("ninefold.server")
#: The media type of every answer that says why not.
PROBLEM: Final = "application/problem+json"
#: How the framework says that nobody is there any more to be answered.
_GONE: Final = "client disconnected prematurely"
#: The code for each status that the framework itself answers with.
_CODES: Final[dict[int, ProblemCode]] = {
    400: "bad-request",
    404: "not-found",
    405: "method-not-allowed",
    413: "too-large",
    415: "bad-request",
    422: "bad-request",
}


class RefusedInGame(Refusal):
    """A refusal that brings the game as it is."""

    def __init__(self, refusal: Refusal, game: Game) -> None:
        super().__init__(refusal.code, refusal.detail)
        self.game = game


def problem(code: ProblemCode, detail: str, game: Game | None = None) -> Problem:
    """A problem with its code, its sentence, and the game as it is if there is one."""
    title = code.replace("-", " ").capitalize()
    return Problem(
        type=f"/problems/{code}",
        title=title,
        status=STATUS[code],
        detail=detail,
        code=code,
        game=game,
    )


def problem_bytes(code: ProblemCode, detail: str, status: int | None = None) -> bytes:
    """A problem as it goes over the wire, with another status than the code's own if need be."""
    found = problem(code, detail)
    return msgspec.json.encode(found if status is None else replace(found, status=status))


def _answer(
    code: ProblemCode,
    detail: str,
    headers: dict[str, str] | None = None,
    game: Game | None = None,
) -> Response[Any]:
    answer = problem(code, detail, game)
    return Response(answer, status_code=answer.status, media_type=PROBLEM, headers=headers)


def _refused(_: Request[Any, Any, Any], error: Refusal) -> Response[Any]:
    game = error.game if isinstance(error, RefusedInGame) else None
    return _answer(error.code, error.detail, game=game)


def _ours(_: Request[Any, Any, Any], error: NinefoldError) -> Response[Any]:
    return _answer("bad-request", f"{error}".removesuffix(".") + ".")


def _disk(_: Request[Any, Any, Any], error: StoreFailed) -> Response[Any]:
    log.error("the store failed: %s", error)
    return _answer("disk", "The server cannot reach its games now; try again soon.")


def _http(request: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
    if error.detail == _GONE:
        return _answer("bad-request", "The request was not sent to its end.")
    if error.status_code >= 500:
        return _internal(request, error)
    code = _CODES.get(error.status_code, "bad-request")
    if code == "not-found":
        return _answer(code, "There is nothing at this address.")
    if code == "method-not-allowed":
        return _answer(code, "This address does not take that method.", dict(error.headers or {}))
    return _answer(code, _sentence(error))


def _sentence(error: HTTPException) -> str:
    """What the framework found wrong with a request, without its inner names."""
    found = [f"{one.get('key', '')}: {one['message']}" for one in _extra(error)]
    if found:
        return "The request cannot be read: " + "; ".join(found).strip(": ") + "."
    cause = error.__cause__ or error.__context__
    if isinstance(cause, msgspec.MsgspecError):
        return f"The request cannot be read: {cause}."
    return f"The request cannot be read: {error.detail}."


def _extra(error: HTTPException) -> list[dict[str, Any]]:
    extra = error.extra
    return [one for one in extra if "message" in one] if isinstance(extra, list) else []


def _internal(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    log.error("%s %s failed", request.method, request.url.path, exc_info=error)
    return _answer("internal", "Something went wrong in the server; it has been noted.")


HANDLERS: Final[dict[Any, Any]] = {
    Refusal: _refused,
    StoreFailed: _disk,
    EngineError: _internal,
    NinefoldError: _ours,
    HTTPException: _http,
    Exception: _internal,
}
