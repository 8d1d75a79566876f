"""The lobby: open challenges and games to watch, as a view of the tables."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from ninefold.rules.squares import other
from ninefold.server.play.table import Table
from ninefold.server.play.views import axes_view, summary_view
from ninefold.server.wire import messages as m

__all__ = ["lobby_view"]

_MOST_SHOWN: Final = 50
#: A challenge is hidden while whoever made it has been away for so long.
_HIDE_AFTER_MS: Final = 120_000


def lobby_view(tables: Iterable[Table], visitors: int) -> m.Lobby:
    """What the lobby shows, newest first: only games that anybody may join or watch."""
    listed = [table for table in tables if table.game.settings.opponent == "open"][::-1]
    challenges = [challenge for table in listed if (challenge := _challenge(table)) is not None]
    games = [summary_view(table.game) for table in listed if table.game.state == "playing"]
    return m.Lobby(
        challenges=challenges[:_MOST_SHOWN], games=games[:_MOST_SHOWN], visitors=visitors
    )


def _challenge(table: Table) -> m.Challenge | None:
    """A table as a challenge, if it is one and whoever made it is there."""
    game = table.game
    free: m.Side = "O" if game.seats["X"] else "X"
    by = game.seats[other(free)]
    away = table.gone_ms(other(free)) or 0
    if game.state != "waiting" or by is None or away > _HIDE_AFTER_MS:
        return None
    settings, variant = game.settings, game.position.variant
    return m.Challenge(
        id=settings.id,
        mode=variant.name,
        axes=axes_view(variant),
        tie_break=variant.tie_break,
        swap=settings.swap,
        clock=settings.clock,
        side=free,
        by=by.player,
        created_at=settings.created_at,
    )
