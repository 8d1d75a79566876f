"""Origins: under which names the server answers, and to pages of which other places."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Collection
from typing import Any, Final
from urllib.parse import unquote_to_bytes, urlsplit

__all__ = ["Origins", "is_readable"]

_Headers = list[tuple[bytes, bytes]]
_PREFLIGHT: Final[_Headers] = [
    (b"access-control-allow-methods", b"GET, POST, PUT, DELETE"),
    (b"access-control-allow-headers", b"authorization, content-type"),
    (b"access-control-max-age", b"600"),
]


class Origins:
    """Who may ask, by the names in a request's ``Host`` and ``Origin``.

    A page from elsewhere that makes its own name point here would count as ours: so the server
    answers only to addresses, to ``localhost``, to this machine's name, and to ``hosts``.
    """

    def __init__(self, hosts: Collection[str], origins: Collection[str]) -> None:
        own = socket.gethostname().lower()
        self._hosts = {"localhost", own, f"{own}.local", *map(str.lower, hosts)}
        self._origins = frozenset(map(str.lower, origins))

    def knows_host(self, scope: Any) -> bool:
        """Whether a request calls us by a name of ours; a script may call us by none."""
        host = _header(scope, b"host")
        return host is None or self._is_ours(_name_in(host))

    def _is_ours(self, name: str) -> bool:
        return name in self._hosts or _is_address(name)

    def is_foreign(self, scope: Any) -> bool:
        """Whether a page of another origin asks; scripts send no Origin and are let through."""
        origin = _header(scope, b"origin")
        if origin is None or origin in self._origins:
            return False
        return urlsplit(origin).netloc != _header(scope, b"host")

    def sharing(self, scope: Any) -> _Headers:
        """The headers that let a page of ``origins`` read the answer (CORS)."""
        origin = _header(scope, b"origin")
        shared = origin is not None and origin in self._origins
        allowed = [(b"access-control-allow-origin", origin.encode("latin-1"))] if shared else []  # type: ignore[union-attr]
        return [*allowed, (b"vary", b"origin")] if self._origins else []

    def preflight(self, scope: Any) -> _Headers | None:
        """The answer to a browser that asks beforehand on behalf of such a page, if it is that."""
        asks = scope["method"] == "OPTIONS" and _header(scope, b"access-control-request-method")
        return [*self.sharing(scope), *_PREFLIGHT] if asks and not self.is_foreign(scope) else None


def is_readable(scope: Any) -> bool:
    """Whether a path is text without control characters, as every address of ours is."""
    raw: bytes = scope.get("raw_path") or b""
    try:
        return unquote_to_bytes(raw).decode().isprintable() if b"%" in raw else raw.isascii()
    except UnicodeDecodeError:
        return False


def _header(scope: Any, name: bytes) -> str | None:
    found = next((value for known, value in scope["headers"] if known == name), None)
    return None if found is None else found.decode("latin-1").lower()


def _name_in(host: str) -> str:
    """The name in ``name:port`` or ``[address]:port``."""
    return host[1:].partition("]")[0] if host.startswith("[") else host.partition(":")[0]


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
