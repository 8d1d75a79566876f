"""The lobby: who waits, open challenges and games to watch, as a view of searches and tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from ninefold.rules.squares import other
from ninefold.rules.variants import find_variant
from ninefold.server.play.table import Table
from ninefold.server.play.views import axes_view, summary_view
from ninefold.server.store.searches import Search
from ninefold.server.wire import messages as m

__all__ = ["is_open", "lobby_view"]

_MOST_SHOWN: Final = 50
#: A challenge is hidden when the page of whoever made it is closed, or, for somebody who never had
#: one, such as a bot that asks now and then, when nothing was heard of them for so long.
_HIDE_AFTER_MS: Final = 120_000


def lobby_view(tables: Iterable[Table], searches: Sequence[Search], visitors: int) -> m.Lobby:
    """What the lobby shows, newest first: only games that anybody may join or watch."""
    listed = [table for table in tables if table.game.settings.opponent == "open"][::-1]
    challenges = [challenge for table in listed if (challenge := _challenge(table)) is not None]
    playing = [table.game for table in listed if table.game.state == "playing"]
    kinds = Counter((game.position.variant.name, game.settings.clock) for game in playing)
    return m.Lobby(
        challenges=challenges[:_MOST_SHOWN],
        seekers=[_seeker(search) for search in searches[:_MOST_SHOWN]],
        going=[m.Going(mode, clock, count) for (mode, clock), count in kinds.items()],
        games=[summary_view(game) for game in playing[:_MOST_SHOWN]],
        visitors=visitors,
    )


def _seeker(search: Search) -> m.Seeker:
    asked = search.asked
    return m.Seeker(
        id=search.id,
        by=search.player,
        modes=[find_variant(mode).name for mode in asked.modes],
        clocks=asked.clocks,
        tie_break=asked.tie_break,
        swap=asked.swap,
        since=search.since,
    )


def is_open(table: Table) -> bool:
    """Whether a game waits for anybody, and whoever made it is there now."""
    game = table.game
    there = any(seat and table.gone_ms(side) is None for side, seat in game.seats.items())
    return game.state == "waiting" and game.settings.opponent == "open" and there


def _challenge(table: Table) -> m.Challenge | None:
    """A table as a challenge, if it is one and whoever made it is there."""
    game = table.game
    free: m.Side = "O" if game.seats["X"] else "X"
    by = game.seats[other(free)]
    away = table.gone_ms(other(free)) or 0
    hidden = table.left(other(free)) or away > _HIDE_AFTER_MS
    if game.state != "waiting" or by is None or hidden:
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
