"""Identity: which visitor a request comes from, by cookie or by a bot's bearer token."""

from __future__ import annotations

from typing import Any

from litestar import Request
from litestar.connection import ASGIConnection

from ninefold.server.http.guard import SECRET, address_of, is_secure
from ninefold.server.play.house import House
from ninefold.server.play.visitors import (
    COOKIE,
    SECURE_COOKIE,
    Visitor,
    digest_of,
    is_old_secret,
    is_sealed,
    new_secret,
)
from ninefold.server.wire.refusal import Refusal

__all__ = ["forget_secret", "identify", "identify_or_welcome", "identify_player", "must_play"]

_Connection = ASGIConnection[Any, Any, Any, Any]
_Ask = Request[Any, Any, Any]


async def identify(connection: _Connection, house: House) -> Visitor | None:
    """The visitor who asks; ``None`` for somebody we do not know."""
    authorization = connection.headers.get("authorization")
    if authorization is not None:
        return await _bot(authorization, house)
    secret = _secret_of(connection, house)
    sealed = is_sealed(secret, await house.store.seal())
    if not sealed and not is_old_secret(secret):
        return None
    name = await house.store.welcome_back(digest_of(secret), sealed=sealed)
    if name is None:
        return None
    _leave(connection, secret)
    return Visitor(digest_of(secret), name)


async def identify_or_welcome(request: _Ask, house: House) -> Visitor:
    """The visitor who asks; somebody new gets a secret, which the guard puts into a cookie."""
    visitor = await identify(request, house)
    if visitor is None:
        await house.take_pace_of_visitors(address_of(request.scope))
        secret = new_secret(await house.store.seal())
        _leave(request, secret)
        visitor = Visitor(digest_of(secret))
    return visitor


async def identify_player(request: _Ask, house: House) -> Visitor:
    """The visitor who asks, somebody new too, if they may change anything."""
    visitor = await identify_or_welcome(request, house)
    must_play(visitor)
    return visitor


def must_play(visitor: Visitor) -> None:
    """Refuse a bot whose token is for reading only."""
    if "play" not in visitor.scopes:
        raise Refusal("not-allowed", "This token may only read: make one that may play.")


def forget_secret(request: _Ask) -> None:
    """Let the browser forget who it was."""
    _leave(request, "")


def _leave(connection: _Connection, secret: str) -> None:
    scope: Any = connection.scope
    scope.setdefault("state", {})[SECRET] = secret


def _secret_of(connection: _Connection, house: House) -> str:
    """What the cookie says. Where it is secure, the plain one counts only if it is an old one.

    Somebody between the browser and us could have set that, but not with a secret of their own
    making.
    """
    cookies = connection.cookies
    plain = cookies.get(COOKIE, "")
    if not is_secure(connection.scope, house.config):
        return plain
    return cookies.get(SECURE_COOKIE) or (plain if is_old_secret(plain) else "")


async def _bot(authorization: str, house: House) -> Visitor:
    scheme, _, secret = authorization.partition(" ")
    digest = digest_of(secret.strip())
    token = await house.store.find_token(digest) if scheme.lower() == "bearer" else None
    if token is None:
        raise Refusal(
            "bad-token", "This token is unknown: make one on the settings page, send it as Bearer."
        )
    name = await house.store.name_of(token.owner)
    return Visitor(token.owner, name, "bot", token.id, frozenset(token.scopes))
