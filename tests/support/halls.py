"""A hall in the test's own process: real tables and a real database, and a clock set by hand."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec

from ninefold.server.config import Config, Limits
from ninefold.server.metrics import Metrics
from ninefold.server.moments import ServerTime
from ninefold.server.play.computer import make_queue
from ninefold.server.play.hall import Hall
from ninefold.server.play.house import House
from ninefold.server.play.quotas import MemoryQuotas
from ninefold.server.play.table import Table
from ninefold.server.play.visitors import Visitor
from ninefold.server.store.bus import MemoryBus
from ninefold.server.store.sqlite import SqliteStore
from ninefold.server.wire import messages as m

__all__ = [
    "ADDRESS",
    "HandTime",
    "Heard",
    "game_of_two",
    "in_hall",
    "make_house",
    "open_hall",
    "play",
    "soon",
]

ADDRESS = "10.0.0.1"


class HandTime(ServerTime):
    """Time that passes when a test says so."""

    def __init__(self, at: float = 1_000.0) -> None:
        super().__init__()
        self.at = at

    def now(self) -> float:
        return self.at


class Heard:
    """Everything that a topic tells, as messages."""

    def __init__(self, hall: Hall, topic: str, kinds: Any = m.GameMessage) -> None:
        self.messages: list[Any] = []
        decoder = msgspec.json.Decoder(kinds)
        self.leave = hall.bus.follow(
            topic, lambda _, told: self.messages.append(decoder.decode(told))
        )


def make_house(store: Any, bus: Any = None, **settings: Any) -> House:
    """A house whose computer never answers, and whose time stands still."""
    limits = Limits(**settings.pop("limits", {}))
    config = Config(limits=limits, **settings)
    bus = MemoryBus() if bus is None else bus
    house = House(config, store, bus, make_queue(limits), Metrics(), MemoryQuotas(limits))
    house.time = HandTime()
    return house


@asynccontextmanager
async def open_hall(folder: Path, **settings: Any) -> AsyncIterator[Hall]:
    """A hall without anything that goes on by itself: no sweeps, no lobby that is told."""
    store = SqliteStore(folder / "games.sqlite3")
    hall = Hall(make_house(store, **settings))
    try:
        yield hall
    finally:
        await hall.close()
        await store.close()


def in_hall(folder: Path, scene: Callable[[Hall], Awaitable[Any]], **settings: Any) -> Any:
    """What comes of a scene in a hall of its own; one that stands still fails."""

    async def run() -> Any:
        async with open_hall(folder, **settings) as hall, asyncio.timeout(60):
            return await scene(hall)

    return asyncio.run(run())


async def soon(condition: Callable[[], Any]) -> None:
    """Wait until something is so."""
    async with asyncio.timeout(60):
        while not condition():
            await asyncio.sleep(0.005)


async def game_of_two(
    hall: Hall, one: Visitor, two: Visitor, *, opponent: m.Opponent = "link", **wish: Any
) -> Table:
    """A game of one at X and two at O."""
    wanted = m.CreateGame(opponent=opponent, side="X", **wish)
    table = await hall.create(wanted, one, ADDRESS)
    await table.join(two)
    return table


async def play(table: Table, *visitors: Visitor, moves: int) -> None:
    """So many moves, the first legal of each, by these in turn."""
    for number in range(moves):
        square = table.game.position.legal_moves[0]
        mover = visitors[number % len(visitors)]
        command = m.Move(ply=table.game.ply, square=square)
        await table.do(command, mover, ADDRESS, received=table._time.now())
