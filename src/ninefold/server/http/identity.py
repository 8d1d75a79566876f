"""Identity: which visitor a request comes from, by cookie or by a bot's bearer token."""

from __future__ import annotations

from typing import Any

from litestar import Request
from litestar.connection import ASGIConnection

from ninefold.server.http.guard import NEW_SECRET
from ninefold.server.play.visitors import COOKIE, Visitor, digest_of, new_secret
from ninefold.server.store.store import Store
from ninefold.server.wire.refusal import Refusal

__all__ = ["identify", "identify_or_welcome"]


async def identify(connection: ASGIConnection[Any, Any, Any, Any], store: Store) -> Visitor | None:
    """The visitor who asks; ``None`` for somebody we do not know."""
    authorization = connection.headers.get("authorization")
    if authorization is not None:
        return await _bot(authorization, store)
    visitor = Visitor.from_secret(connection.cookies.get(COOKIE, ""))
    return visitor and Visitor(visitor.key, await store.name_of(visitor.key))


async def identify_or_welcome(request: Request[Any, Any, Any], store: Store) -> Visitor:
    """The visitor who asks; somebody new gets a secret, which the guard puts into a cookie."""
    visitor = await identify(request, store)
    if visitor is None:
        secret = new_secret()
        scope: Any = request.scope
        scope.setdefault("state", {})[NEW_SECRET] = secret
        visitor = Visitor(digest_of(secret))
    return visitor


async def _bot(authorization: str, store: Store) -> Visitor:
    scheme, _, token = authorization.partition(" ")
    owner = await store.owner_of(digest_of(token.strip())) if scheme.lower() == "bearer" else None
    if owner is None:
        raise Refusal(
            "bad-token", "This token is unknown: make one on the settings page, send it as Bearer."
        )
    return Visitor(owner, await store.name_of(owner), "bot")
