"""A game of the server as a record: the text that people keep, send and read in elsewhere."""

from __future__ import annotations

import datetime

from ninefold.game.record import record_of
from ninefold.rules.record import format_record
from ninefold.server.play.game import LiveGame

__all__ = ["record_text"]


def record_text(game: LiveGame) -> str:
    """The whole game as text."""
    begun = datetime.datetime.fromtimestamp(game.settings.created_at / 1000, datetime.UTC)
    tags = {"Date": begun.date().isoformat(), "Game": game.settings.id}
    return format_record(record_of(game, tags))
