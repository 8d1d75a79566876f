"""A game of the server as a record: the text that people keep, send and read in elsewhere."""

from __future__ import annotations

import datetime

from ninefold.rules.record import Record, RecordedMove, Result, format_record
from ninefold.rules.squares import PLAYERS, Player
from ninefold.server.game import LiveGame

__all__ = ["record_text"]

#: How the swap tag of a record names our states; the others say nothing.
_SWAP = {"swapped": "taken", "kept": "declined"}


def record_text(game: LiveGame) -> str:
    """The whole game as text."""
    moves = tuple(
        RecordedMove(square, clock=left)
        for square, left in zip(game.moves, game.lefts, strict=True)
    )
    return format_record(Record(game.start, moves, _result(game), _tags(game)))


def _result(game: LiveGame) -> Result:
    if game.result is None or game.state == "aborted":
        return "*"
    return game.result.winner or "="


def _tags(game: LiveGame) -> dict[str, str]:
    begun = datetime.datetime.fromtimestamp(game.settings.created_at / 1000, datetime.UTC)
    tags = {"Date": begun.date().isoformat(), "Game": game.settings.id}
    tags |= {side: name for side in PLAYERS if (name := _name(game, side))}
    if game.swap in _SWAP:
        tags["Swap"] = _SWAP[game.swap]
    if game.result is not None:
        tags["Ending"] = game.result.reason
    return tags


def _name(game: LiveGame, side: Player) -> str:
    seat = game.seats[side]
    if seat is None:
        return ""
    player = seat.player
    return f"Ninefold ({player.level})" if player.kind == "computer" else player.name
