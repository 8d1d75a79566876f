"""Choices on the start screen: what is shown of them, what is kept, and which game they make."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, Static

from ninefold.game import DEFAULT_LEVEL, TWO_PEOPLE, Game
from ninefold.rules.position import Position
from ninefold.rules.variants import VARIANTS, parse_variant
from ninefold.terminal.app import NinefoldApp
from ninefold.terminal.board_screen import Seating
from ninefold.terminal.choice import Choice
from ninefold.terminal.help import HelpScreen
from ninefold.terminal.look import Look
from ninefold.terminal.menu import MenuScreen
from ninefold.terminal.saves import Shelf, load_game, store_game
from ninefold.terminal.say import say_rules
from ninefold.terminal.settings import Settings
from ninefold.terminal.sitting import new_game
from ninefold.terminal.table import TableScreen
from support.pilots import at, drive, press, seen, until


@asynccontextmanager
async def menu(
    folder: Path, size: tuple[int, int] = (80, 24), **chosen: str
) -> AsyncIterator[tuple[Pilot[None], MenuScreen]]:
    """The start screen of somebody who has chosen so before."""
    shelf = Shelf(folder)
    if chosen:
        Settings(shelf).remember(game=chosen)
    app = NinefoldApp(Look(), shelf, pace=0)
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: isinstance(app.screen, MenuScreen))
        screen = app.screen
        assert isinstance(screen, MenuScreen)
        await pilot.pause()
        yield pilot, screen


async def started(pilot: Pilot[None], *keys: str) -> TableScreen:
    await press(pilot, *keys)
    await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
    screen = pilot.app.screen
    assert isinstance(screen, TableScreen)
    return screen


def test_what_was_chosen_last_stands_there_and_what_is_unknown_is_as_at_first(
    tmp_path: Path,
) -> None:
    async def scenario() -> None:
        chosen = {"mode": "battle", "level": "no such level", "side": "O", "clock": "7+7"}
        async with menu(tmp_path, **chosen) as (_, screen):
            rows = {row.id: row.value for row in screen.query(Choice)}
            assert rows == {
                "mode": "battle",
                "opponent": "computer",
                "level": DEFAULT_LEVEL,
                "side": "O",
                "clock": "",
                "ties": "draw",
                "swap": "",
            }

    drive(scenario())


@pytest.mark.parametrize(("opponent", "shown"), [("computer", True), ("friend", False)])
def test_level_and_side_are_asked_for_against_the_computer_only(
    opponent: str, shown: bool, tmp_path: Path
) -> None:
    async def scenario() -> None:
        async with menu(tmp_path, opponent=opponent) as (pilot, screen):
            assert [screen.query_one(f"#{row}").display for row in ("level", "side")] == [shown] * 2
            assert ("Level" in seen(pilot)) == shown

    drive(scenario())


@pytest.mark.parametrize(
    ("chosen", "seats"),
    [
        ({"side": "X", "level": "keen"}, at(O="keen")),
        ({"side": "O", "level": "keen"}, at(X="keen")),
        ({"opponent": "friend", "level": "keen"}, TWO_PEOPLE),
    ],
)
def test_a_game_has_the_seats_the_clock_and_the_rules_that_were_chosen(
    chosen: dict[str, str], seats: object, tmp_path: Path
) -> None:
    async def scenario() -> None:
        rest = {"mode": "open", "clock": "180+2", "ties": "boards", "swap": "swap"}
        async with menu(tmp_path, **rest, **chosen) as (pilot, _):
            game = (await started(pilot, "enter")).game
            assert game.seats == seats
            assert (str(game.clock.control), game.may_swap) == ("180+2", True)
            assert (game.variant.name, game.variant.tie_break) == ("open", "boards")
        assert Settings(Shelf(tmp_path)).game == {**Settings(Shelf(tmp_path)).game, **rest}

    drive(scenario())


def test_help_is_about_the_mode_that_is_chosen_with_swap_or_without(tmp_path: Path) -> None:
    battle = VARIANTS["battle"]
    plain = say_rules(Look().words, battle)

    async def scenario() -> None:
        for swap in ("", "swap"):
            async with menu(tmp_path, (100, 60), mode="battle", swap=swap) as (pilot, _):
                await press(pilot, "f1")
                await until(pilot, lambda app=pilot.app: isinstance(app.screen, HelpScreen))
                rules, _, _ = str(pilot.app.screen.query_one(Static).content).partition("\nKeys")
                assert rules.startswith("The rules of Battle")
                (more,) = set(say_rules(Look().words, battle, swap=True)) - set(plain)
                assert (more in " ".join(rules.split())) == bool(swap)

    drive(scenario())


def test_that_a_mode_is_known_to_be_won_is_told_where_there_is_room(tmp_path: Path) -> None:
    async def scenario() -> None:
        for size, told in (((80, 24), True), ((29, 14), False)):
            async with menu(tmp_path, size, mode="classic") as (_, screen):
                words = str(screen.query_one("#words", Static).content)
                assert ("win" in " ".join(words.split("\n")[1:])) == told, size

    drive(scenario())


@pytest.mark.parametrize("own", [True, False])
def test_a_game_that_is_opened_goes_on_in_its_file_if_that_is_on_the_shelf(
    own: bool, tmp_path: Path
) -> None:
    shelf = tmp_path / "shelf"
    shelf.mkdir()
    file = (shelf if own else tmp_path) / "2026-01-01-000000-open.game"
    game = Game(Position.start("open"), TWO_PEOPLE)
    game.play(40)
    store_game(file, game)

    async def scenario() -> None:
        async with menu(shelf) as (pilot, _):
            await press(pilot, "o")
            line = pilot.app.screen.query_one(Input)
            line.value = str(file)
            line.focus()
            table = await started(pilot, "enter")
            assert table.game.moves == [40]
            await press(pilot, "5", "1")
        assert load_game(file)[0].moves == ([40, 36] if own else [40])
        assert len(list(shelf.glob("*.game"))) == 1

    drive(scenario())


def test_a_file_that_is_no_game_is_told_on_the_start_screen(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with menu(tmp_path) as (pilot, screen):
            await press(pilot, "o")
            pilot.app.screen.query_one(Input).value = str(tmp_path / "none.txt")
            pilot.app.screen.query_one(Input).focus()
            await press(pilot, "enter")
            await until(pilot, lambda: pilot.app.screen is screen)
            words = screen.query_one("#words", Static)
            await until(pilot, lambda: "cannot read" in str(words.content))

    drive(scenario())


def test_a_variant_of_ones_own_is_offered_without_its_tie_break_and_a_mode_is_not(
    tmp_path: Path,
) -> None:
    own = parse_variant("raid:release=full,free_move=unfilled,tie_break=boards")

    async def scenario() -> None:
        for variant, kept in ((own, own.with_tie_break("draw")), ("battle", None)):
            folder = tmp_path / ("own" if kept else "mode")
            start = Position.start(variant, tie_break="boards")
            app = NinefoldApp(Look(), Shelf(folder), seating=Seating(new_game(start, TWO_PEOPLE)))
            async with app.run_test(size=(80, 24)) as pilot:
                await until(pilot, lambda app=app: isinstance(app.screen, TableScreen))
            assert Settings(Shelf(folder)).variant == kept

    drive(scenario())
