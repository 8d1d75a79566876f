"""Guard: the outermost layer, for HTTP and WebSockets alike.

It refuses pages from elsewhere, limits how fast one address may ask, and adds the headers that make
browsers strict. The framework's own middleware would cover HTTP only.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final
from urllib.parse import urlsplit

from litestar.types import ASGIApp, Message, Receive, Scope, Send

from ninefold.server.config import Config
from ninefold.server.messages import ProblemCode
from ninefold.server.metrics import Metrics
from ninefold.server.pace import Buckets
from ninefold.server.problems import problem_bytes
from ninefold.server.refusal import STATUS
from ninefold.server.visitors import COOKIE

__all__ = ["NEW_SECRET", "SECURITY_HEADERS", "Guard", "address_of"]

#: Where a request leaves the secret of a new visitor, for the guard to set the cookie.
NEW_SECRET: Final = "ninefold_new_secret"  # noqa: S105 - a name, no secret
_YEAR: Final = 365 * 86_400
_SAFE: Final = ("GET", "HEAD", "OPTIONS")
_CONTENT_POLICY: Final = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
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
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
)


def address_of(scope: Any) -> str:
    """The address that a request comes from."""
    client = scope.get("client")
    return client[0] if client else "unknown"


class Guard:
    """Stands before the whole application."""

    def __init__(self, app: ASGIApp, config: Config, metrics: Metrics) -> None:
        self._app, self._config, self._metrics = app, config, metrics
        limits = config.limits
        self._pace = Buckets(limits.requests_per_second, limits.request_burst)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it."""
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
        if not bucket.take():
            self._metrics.requests_limited += 1
            detail = "You ask too fast: wait a moment."
            await _refuse(send, "too-fast", detail, [(b"retry-after", b"%d" % (bucket.wait + 1))])
        elif scope["method"] not in _SAFE and self._is_foreign(scope):
            await _refuse(send, "foreign-origin", "Pages from elsewhere may not do that here.")
        else:
            # Whoever asks for the head alone gets the head of the same answer: the web server
            # keeps the body back.
            asked: Any = {**scope, "method": "GET"} if scope["method"] == "HEAD" else scope
            await self._app(asked, receive, self._with_headers(asked, send))

    async def _websocket(self, scope: Any, receive: Receive, send: Send) -> None:
        """A socket refused before it is accepted answers 403 or 429, with the reason."""
        bucket = self._pace.of(address_of(scope))
        if self._is_foreign(scope):
            await _deny(send, "foreign-origin", "Pages from elsewhere may not connect here.")
        elif not bucket.take():
            await _deny(send, "too-fast", "You connect too often: wait a moment.")
        else:
            await self._app(scope, receive, send)

    def _is_foreign(self, scope: Any) -> bool:
        """Whether a page of another origin asks; scripts send no Origin and are let through."""
        headers = dict(scope["headers"])
        origin = headers.get(b"origin")
        if origin is None:
            return False
        text = origin.decode("latin-1")
        host = headers.get(b"host", b"").decode("latin-1")
        return text not in self._config.origins and urlsplit(text).netloc != host

    def _with_headers(self, scope: Any, send: Send) -> Send:
        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = list(message.get("headers", []))
                present = {name.lower() for name, _ in headers}
                headers += [one for one in SECURITY_HEADERS if one[0] not in present]
                secret = scope.get("state", {}).get(NEW_SECRET)
                if secret is not None:
                    headers.append((b"set-cookie", self._cookie(secret, scope["scheme"])))
                message["headers"] = headers
            await send(message)

        return sending

    def _cookie(self, secret: str, scheme: str) -> bytes:
        secure = "; Secure" if self._config.secure_cookie or scheme == "https" else ""
        return (
            f"{COOKIE}={secret}; Path=/; Max-Age={_YEAR}; HttpOnly; SameSite=Lax{secure}"
        ).encode()


async def _refuse(
    send: Send, code: ProblemCode, detail: str, more: Iterable[tuple[bytes, bytes]] = ()
) -> None:
    headers = [(b"content-type", b"application/problem+json"), *SECURITY_HEADERS, *more]
    start: Any = {"type": "http.response.start", "status": STATUS[code], "headers": headers}
    body: Any = {"type": "http.response.body", "body": problem_bytes(code, detail)}
    await send(start)
    await send(body)


async def _deny(send: Send, code: ProblemCode, detail: str) -> None:
    start: Any = {
        "type": "websocket.http.response.start",
        "status": STATUS[code],
        "headers": [(b"content-type", b"application/problem+json"), *SECURITY_HEADERS],
    }
    body: Any = {"type": "websocket.http.response.body", "body": problem_bytes(code, detail)}
    await send(start)
    await send(body)
