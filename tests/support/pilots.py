"""Helpers for tests that drive the app: start it, wait for a condition, read the screen."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from textual.pilot import Pilot
from textual.widgets import Static

from ninefold.rules.position import Position
from ninefold.rules.squares import square_name
from ninefold.terminal.app import NinefoldApp
from ninefold.terminal.board import BoardWidget
from ninefold.terminal.board_screen import Seating
from ninefold.terminal.game import TWO_FRIENDS, Game, Seats
from ninefold.terminal.look import Look
from ninefold.terminal.saves import Shelf, new_game
from ninefold.terminal.table import TableScreen

_PATIENCE = 60.0


def drive(scenario: Coroutine[Any, Any, None]) -> None:
    """Run one scenario to its end."""
    asyncio.run(scenario)


@asynccontextmanager
async def table(
    folder: Path,
    mode: str = "modern",
    *,
    seats: Seats = TWO_FRIENDS,
    size: tuple[int, int] = (80, 24),
    look: Look | None = None,
    game: Game | None = None,
    clock: str = "",
    **options: Any,
) -> AsyncIterator[tuple[Pilot[None], TableScreen]]:
    """A running app with a game on the table."""
    game = game or new_game(Position.start(mode), seats, clock)
    app = NinefoldApp(look or Look(), Shelf(folder), seating=Seating(game), pace=0, **options)
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: isinstance(app.screen, TableScreen))
        screen = app.screen
        assert isinstance(screen, TableScreen)
        await pilot.pause()
        yield pilot, screen


async def until(pilot: Pilot[Any], true: Callable[[], object]) -> None:
    """Wait until something holds; a machine under load may take its time."""
    deadline = asyncio.get_running_loop().time() + _PATIENCE
    while not true():
        assert asyncio.get_running_loop().time() < deadline, "waited too long"
        await pilot.pause(0.01)


def told(screen: TableScreen, place: str = "message") -> str:
    """What the status or the message line says."""
    return str(screen.query_one(f"#{place}", Static).content)


def seen(pilot: Pilot[Any]) -> str:
    """The whole screen as text."""
    width, _ = pilot.app.size
    compositor = pilot.app.screen._compositor
    lines = ["".join(s.text for s in strip)[:width] for strip in compositor.render_strips()]
    return "\n".join(lines)


async def type_move(pilot: Pilot[Any], square: int) -> None:
    """Play a square by its two digits."""
    await pilot.press(*square_name(square))


async def click(pilot: Pilot[Any], screen: TableScreen, square: int) -> None:
    """Play a square with the mouse."""
    board = screen.query_one(BoardWidget)
    await pilot.click(board, offset=board.place_of(square))


def random_game(mode: str, seed: int) -> Game:
    """A whole game of random moves."""
    chance = random.Random(seed)
    game = Game(Position.start(mode))
    while not game.result:
        game.play(chance.choice(game.position.legal_moves))
    return game
