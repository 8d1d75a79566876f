"""Guard: the outermost layer, for HTTP and WebSockets alike.

It refuses pages from elsewhere, limits how fast one address may ask, and adds the headers that make
browsers strict. The framework's own middleware would cover HTTP only.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final
from urllib.parse import quote

from litestar.types import ASGIApp, Message, Receive, Scope, Send

from ninefold.server.config import Config
from ninefold.server.http.origins import Origins, is_readable
from ninefold.server.metrics import Metrics
from ninefold.server.pace import Buckets
from ninefold.server.play.visitors import COOKIE, SECURE_COOKIE
from ninefold.server.wire.messages import API, ProblemCode
from ninefold.server.wire.problems import problem_bytes
from ninefold.server.wire.refusal import STATUS

__all__ = ["SECRET", "SECURITY_HEADERS", "Guard", "address_of", "is_secure"]

#: Where a request leaves the secret of its visitor, for the guard to set the cookie, so that it
#: lasts for as long as it is used; an empty one takes the cookie away.
SECRET: Final = "ninefold_secret"  # noqa: S105 - a name, no secret
_YEAR: Final = 365 * 86_400
#: What stands under ``/api`` and is not asked for by version, or says its version.
_NO_VERSION: Final = ("docs", "schema", API.rpartition("/")[2])
_SAFE: Final = ("GET", "HEAD", "OPTIONS")
#: How an answer to somebody who wanted a socket is called.
_DENIED: Final = "websocket.http.response"
_CONTENT_POLICY: Final = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self' 'wasm-unsafe-eval'",  # the engine in the page; nothing else is evaluated
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "media-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    ]
)
SECURITY_HEADERS: Final = (
    (b"content-security-policy", _CONTENT_POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-embedder-policy", b"require-corp"),  # for memory that page and worker share
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
)


def address_of(scope: Any) -> str:
    """The address that a request comes from."""
    client = scope.get("client")
    return client[0] if client else "unknown"


def is_secure(scope: Any, config: Config) -> bool:
    """Whether nobody between the browser and us can read along, or change what is sent."""
    return config.secure_cookie or scope["scheme"] in ("https", "wss")


def _in_version(scope: Any) -> Any:
    """A request as if it had named a version: those who know of none mean the first."""
    path: str = scope.get("path", "")
    head, slash, rest = path.removeprefix("/api/").partition("/")
    if not path.startswith("/api/") or head in _NO_VERSION:
        return scope
    path = f"{API}/{head}{slash}{rest}"
    return {**scope, "path": path, "raw_path": quote(path).encode()}


class Guard:
    """Stands before the whole application."""

    def __init__(self, app: ASGIApp, config: Config, metrics: Metrics) -> None:
        self._app, self._config, self._metrics = app, config, metrics
        limits = config.limits
        self._origins = Origins(config.hosts, config.origins)
        self._pace = Buckets(limits.requests_per_second, limits.request_burst)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it."""
        scope = _in_version(scope)
        match str(scope["type"]):
            case "http":
                await self._http(scope, receive, send)
            case "websocket":
                await self._websocket(scope, receive, send)
            case _:
                await self._app(scope, receive, send)

    async def _http(self, scope: Any, receive: Receive, send: Send) -> None:
        self._metrics.requests += 1
        bucket = self._pace.of(address_of(scope))
        refusal = self._why_not(scope)
        if not bucket.take():
            self._metrics.requests_limited += 1
            detail = "You ask too fast: wait a moment."
            await _refuse(send, "too-fast", detail, [(b"retry-after", b"%d" % (bucket.wait + 1))])
        elif refusal is not None:
            await _refuse(send, *refusal)
        elif (shared := self._origins.preflight(scope)) is not None:
            await _answer(send, 204, [*SECURITY_HEADERS, *shared], b"")
        else:
            # Whoever asks for the head alone gets the head of the same answer: the web server
            # keeps the body back.
            asked: Any = {**scope, "method": "GET"} if scope["method"] == "HEAD" else scope
            await self._app(asked, receive, self._with_headers(asked, send))

    async def _websocket(self, scope: Any, receive: Receive, send: Send) -> None:
        """A socket refused before it is accepted answers with the reason."""
        bucket = self._pace.of(address_of(scope))
        refusal = self._why_not(scope)
        if refusal is not None:
            await _refuse(send, *refusal, kind=_DENIED)
        elif not bucket.take():
            await _refuse(send, "too-fast", "You connect too often: wait a moment.", kind=_DENIED)
        else:
            await self._app(scope, receive, send)

    def _why_not(self, scope: Any) -> tuple[ProblemCode, str] | None:
        """Why a request is not for us, from its address, its host and its origin."""
        if not is_readable(scope):
            return "bad-request", "This address is not one that can be read."
        if not self._origins.knows_host(scope):
            return "unknown-host", "This server has another name: its operator lists them in hosts."
        if scope.get("method") not in _SAFE and self._origins.is_foreign(scope):
            return "foreign-origin", "Pages from elsewhere may not do that here."
        return None

    def _with_headers(self, scope: Any, send: Send) -> Send:
        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = list(message.get("headers", []))
                present = {name.lower() for name, _ in headers}
                headers += [one for one in SECURITY_HEADERS if one[0] not in present]
                headers += self._origins.sharing(scope)
                secret = scope.get("state", {}).get(SECRET)
                if secret is not None:
                    headers.append((b"set-cookie", self._cookie(secret, scope)))
                message["headers"] = headers
            await send(message)

        return sending

    def _cookie(self, secret: str, scope: Any) -> bytes:
        secure = is_secure(scope, self._config)
        name, mark = (SECURE_COOKIE, "; Secure") if secure else (COOKIE, "")
        lasts = _YEAR if secret else 0
        return (f"{name}={secret}; Path=/; Max-Age={lasts}; HttpOnly; SameSite=Lax{mark}").encode()


async def _refuse(
    send: Send,
    code: ProblemCode,
    detail: str,
    more: Iterable[tuple[bytes, bytes]] = (),
    kind: str = "http.response",
) -> None:
    headers = [(b"content-type", b"application/problem+json"), *SECURITY_HEADERS, *more]
    await _answer(send, STATUS[code], headers, problem_bytes(code, detail), kind)


async def _answer(
    send: Send,
    status: int,
    headers: list[tuple[bytes, bytes]],
    body: bytes,
    kind: str = "http.response",
) -> None:
    start: Any = {"type": f"{kind}.start", "status": status, "headers": headers}
    rest: Any = {"type": f"{kind}.body", "body": body}
    await send(start)
    await send(rest)
