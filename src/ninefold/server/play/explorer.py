"""What the explorer learns of games: those that end, and those that ended before there was one."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from ninefold.analysis.explorer import Count, count_moves
from ninefold.server.play.entries import Seat
from ninefold.server.play.game import LiveGame
from ninefold.server.play.house import House
from ninefold.server.store.store import StoreFailed
from ninefold.server.wire.refusal import Refusal

__all__ = ["count_earlier_for_ever", "counts_of"]

log: Final = logging.getLogger("ninefold.server")
#: So many games are read, counted and stored together; after each others have their turn.
_AT_ONCE: Final = 20
_PAUSE_S: Final = 0.01
#: A node of an earlier version may still end games beside us.
_AGAIN_S: Final = 600.0


def counts_of(game: LiveGame) -> tuple[Count, ...]:
    """A finished game as counts; bots are computers too."""
    return count_moves(game, _is_computer)


def _is_computer(seat: Seat) -> bool:
    return seat.player.kind != "person"


async def count_earlier_for_ever(house: House) -> None:
    """Count games that ended under an earlier version, a few at a time."""
    while True:
        try:
            done = await _count_some(house)
        except StoreFailed as error:
            log.error("earlier games are not counted for the explorer now: %s", error)
            done = 0
        await asyncio.sleep(_PAUSE_S if done else _AGAIN_S)


async def _count_some(house: House) -> int:
    counted: dict[str, tuple[Count, ...]] = {}
    for game in await house.store.uncounted(_AT_ONCE):
        try:
            counted[game] = counts_of(await house.read_game(game))
        except Refusal as refusal:
            if refusal.code != "set-aside":  # the disk, not the game: later
                raise StoreFailed(str(refusal)) from refusal
            counted[game] = ()
        await asyncio.sleep(_PAUSE_S)
    if counted:
        await house.store.count_games(counted)
    return len(counted)
