"""Visitors: people without accounts, known by a long random secret in a cookie; and their bots.

The secret itself is never stored or logged. Its digest is the visitor's *key*, which the database
holds; from the key follows the *id*, which everybody may see and from which nothing follows.
"""

from __future__ import annotations

import base64
import hashlib
import re
import secrets
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from ninefold.server.wire.messages import Me, Player, PlayerKind

__all__ = ["COOKIE", "Visitor", "digest_of", "new_id", "new_secret", "new_token", "topic_of"]

COOKIE: Final = "ninefold_visitor"
_TOKEN_PREFIX: Final = "ninefold_"  # noqa: S105 - the part of every token that is no secret
_SECRET: Final = re.compile(r"[A-Za-z0-9_-]{43}")
# No vowels and nothing that looks like something else, so that ids spell no words and read well.
_ALPHABET: Final = "23456789bcdfghjkmnpqrstvwxz"


@dataclass(frozen=True)
class Visitor:
    """Somebody who may sit at games."""

    key: str
    name: str = ""
    kind: PlayerKind = "person"

    @classmethod
    def from_secret(cls, secret: str) -> Visitor | None:
        """The visitor whose cookie holds a secret; ``None`` if that is no secret of ours."""
        return cls(digest_of(secret)) if _SECRET.fullmatch(secret) else None

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


def new_secret() -> str:
    """A secret for a cookie."""
    return secrets.token_urlsafe(32)


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
