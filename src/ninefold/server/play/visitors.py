"""Visitors: people without accounts, known by a long random secret in a cookie; and their bots.

The secret itself is never stored or logged. Its digest is the visitor's *key*, which the database
holds; from the key follows the *id*, which everybody may see and from which nothing follows. A
secret carries the seal of whoever gave it, so nobody can make one up, and nothing needs to be
stored of somebody who only looks around.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from ninefold.server.wire.messages import Me, Player, PlayerKind, Scope

__all__ = [
    "COOKIE",
    "SECURE_COOKIE",
    "Visitor",
    "digest_of",
    "identity_of",
    "is_old_secret",
    "is_sealed",
    "new_id",
    "new_secret",
    "new_token",
    "topic_of",
]

COOKIE: Final = "ninefold_visitor"
#: Over HTTPS: browsers take it only from this very host, and only if it is marked ``Secure``.
SECURE_COOKIE: Final = f"__Host-{COOKIE}"
_TOKEN_PREFIX: Final = "ninefold_"  # noqa: S105 - the part of every token that is no secret
#: Secrets as they were given before there was a seal.
_OLD_SECRET: Final = re.compile(r"[A-Za-z0-9_-]{43}")
# No vowels and nothing that looks like something else, so that ids spell no words and read well.
_ALPHABET: Final = "23456789bcdfghjkmnpqrstvwxz"


@dataclass(frozen=True)
class Visitor:
    """Somebody who may sit at games; a bot has a ``token``, which may be for reading only."""

    key: str
    name: str = ""
    kind: PlayerKind = "person"
    token: str | None = None
    scopes: frozenset[Scope] = frozenset(("play", "read"))

    @property
    def identity(self) -> str:
        """Where the bus says that they are not who they were: signed out, or a token deleted."""
        return identity_of(self.key if self.token is None else self.token)

    @cached_property
    def id(self) -> str:
        """What others may know the visitor by."""
        digest = hashlib.sha256(b"id:" + self.key.encode()).digest()
        return base64.b32encode(digest)[:12].decode().lower()

    @property
    def me(self) -> Me:
        """The visitor's own view."""
        return Me(id=self.id, name=self.name)

    @property
    def player(self) -> Player:
        """The visitor at a game."""
        return Player(id=self.id, name=self.name, kind=self.kind)


def new_secret(seal: bytes) -> str:
    """A secret for a cookie."""
    return _sealed(secrets.token_urlsafe(32), seal)


def is_sealed(secret: str, seal: bytes) -> bool:
    """Whether we gave a secret."""
    return hmac.compare_digest(secret.encode(), _sealed(secret.partition(".")[0], seal).encode())


def is_old_secret(secret: str) -> bool:
    """Whether a secret may have been given before there was a seal: then its visitor is known."""
    return _OLD_SECRET.fullmatch(secret) is not None


def _sealed(text: str, seal: bytes) -> str:
    mac = hmac.digest(seal, text.encode(), "sha256")[:18]
    return f"{text}.{base64.urlsafe_b64encode(mac).decode()}"


def new_token() -> str:
    """A secret for a bot."""
    return _TOKEN_PREFIX + secrets.token_urlsafe(32)


def new_id(length: int = 10) -> str:
    """An id that cannot be guessed, for games and tokens."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(length))


def digest_of(secret: str) -> str:
    """What is stored of a secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


def topic_of(key: str) -> str:
    """Where the bus carries what concerns a visitor, on whatever page they are."""
    return f"visitor:{key}"


def identity_of(key_or_token: str) -> str:
    """Where the bus says that a visitor has signed out, or that a token was deleted."""
    return f"identity:{key_or_token}"
