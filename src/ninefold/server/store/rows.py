"""Rows: a game's log as every database holds it, and how those who wait for a write are told."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

import msgspec

from ninefold.game.entries import Entry, Moved, TookBack
from ninefold.server.play.entries import Settings, decode_entry
from ninefold.server.store.store import (
    Append,
    StoredGame,
    StoreFailed,
    Taken,
    Told,
    Unreadable,
)
from ninefold.server.wire.messages import Token

__all__ = ["places_of", "read_game", "settle", "token_row"]

_settings_decoder: Final = msgspec.json.Decoder(Settings)


def places_of(append: Append) -> Iterator[tuple[int, int | None, int | None, Entry]]:
    """The version of each entry, and of moves the epoch and ply, under which it is stored."""
    epoch, ply = append.epoch, append.ply
    for version, entry in enumerate(append.entries, start=append.version + 1):
        if isinstance(entry, Moved):
            yield version, epoch, ply, entry
            ply += 1
            continue
        yield version, None, None, entry
        if isinstance(entry, TookBack):
            epoch, ply = epoch + 1, ply - entry.count


def read_game(
    settings: str,
    up: int | None,
    log: Sequence[tuple[str, int | None]],
    *,
    taken: Taken | None = None,
    told: Told | None = None,
) -> StoredGame:
    """A game from its row and those of its log (entry and moment), or ``Unreadable``."""
    try:
        return StoredGame(
            settings=_settings_decoder.decode(settings),
            entries=[decode_entry(entry) for entry, _ in log],
            ups=[one for _, one in log],
            up=up,
            taken=taken,
            told=told,
        )
    except (msgspec.DecodeError, UnicodeError, TypeError) as error:
        raise Unreadable(f"{error}") from error


def token_row(key: str, digest: str, token: Token) -> tuple[str, str, str, str, int, str]:
    """A bot's token as it is stored."""
    scopes = " ".join(sorted(set(token.scopes)))
    return digest, token.id, key, token.label, token.created_at, scopes


def settle(
    batch: Iterable[tuple[Any, asyncio.Future[None]]], outcomes: Iterable[StoreFailed | None]
) -> None:
    """Tell those who wait for writes what became of them, unless they wait no longer."""
    for (_, done), outcome in zip(batch, outcomes, strict=True):
        if done.cancelled():
            continue
        if outcome is None:
            done.set_result(None)
        else:
            done.set_exception(outcome)
