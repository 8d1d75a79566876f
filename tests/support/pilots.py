"""Helpers for tests that drive the app: start it, wait for a condition, read the screen."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from textual import events
from textual.pilot import Pilot
from textual.widgets import Static

from ninefold.game import TWO_PEOPLE, Game, Seat, Seats
from ninefold.rules.position import Position
from ninefold.rules.squares import PLAYERS, Player, square_name
from ninefold.terminal.app import NinefoldApp
from ninefold.terminal.board import BoardWidget
from ninefold.terminal.board_screen import Seating
from ninefold.terminal.look import Look
from ninefold.terminal.saves import Shelf
from ninefold.terminal.sitting import Table, new_game
from ninefold.terminal.table import TableScreen

_PATIENCE = 60.0
_HOPS = 10


def drive(scenario: Coroutine[Any, Any, None]) -> None:
    """Run one scenario to its end."""
    asyncio.run(scenario)


def at(**levels: str) -> Seats:
    """Seats with the computer's level at some of them, and people at the rest."""
    sides: Mapping[Player, str | None] = {side: levels.get(side) for side in PLAYERS}
    return {side: Seat(level=level) for side, level in sides.items()}


@asynccontextmanager
async def table(
    folder: Path,
    mode: str = "modern",
    *,
    seats: Seats = TWO_PEOPLE,
    size: tuple[int, int] = (80, 24),
    look: Look | None = None,
    game: Table | None = None,
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


async def press(pilot: Pilot[Any], *keys: str) -> None:
    """Press keys, each as soon as the one before is dealt with.

    The pilot's own ``press`` waits twice after each key until the process has nothing to do: a
    twentieth of a second at best, and very long on a busy machine.
    """
    for key in keys:
        pilot.app.post_message(events.Key(key, key if len(key) == 1 else None))
        await _settled(pilot)


async def _settled(pilot: Pilot[Any]) -> None:
    """Wait until a key, and what it sets off, has gone from queue to queue, up to the app."""
    for _ in range(_HOPS):
        await pilot._wait_for_screen()


async def type_move(screen: TableScreen, square: int) -> None:
    """Play a square by its two digits, as fast as the table takes them."""
    for digit in square_name(square):
        screen.app.post_message(events.Key(digit, digit))
    await _moved(screen, square)


async def click(screen: TableScreen, square: int) -> None:
    """Play a square with the mouse, as fast as the table takes it."""
    board = screen.query_one(BoardWidget)
    x, y = board.region.offset + board.place_of(square)
    for kind in (events.MouseMove, events.MouseDown, events.MouseUp, events.Click):
        nothing_held = (False, False, False)
        screen._forward_event(kind(board, x, y, 0, 0, 1, *nothing_held, x, y))
    await _moved(screen, square)


async def _moved(screen: TableScreen, square: int) -> None:
    deadline = asyncio.get_running_loop().time() + _PATIENCE
    while square not in screen.game.moves:
        assert asyncio.get_running_loop().time() < deadline, f"{square_name(square)} is not played"
        await asyncio.sleep(0)


def random_game(mode: str, seed: int) -> Table:
    """A whole game of random moves."""
    chance = random.Random(seed)
    game = Game(Position.start(mode), TWO_PEOPLE)
    while not game.result:
        game.play(chance.choice(game.position.legal_moves))
    return game
