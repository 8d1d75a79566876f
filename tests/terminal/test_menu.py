"""The start screen, opening games, and stepping through records."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.widgets import Input, OptionList, Static

from ninefold.rules.position import Position
from ninefold.rules.record import Record, RecordedMove
from ninefold.rules.squares import square_name
from ninefold.rules.variants import VARIANTS
from ninefold.terminal.app import NinefoldApp
from ninefold.terminal.board import BoardWidget
from ninefold.terminal.game import Game
from ninefold.terminal.look import Look
from ninefold.terminal.menu import MenuScreen
from ninefold.terminal.replay import ReplayScreen
from ninefold.terminal.saves import Shelf, record_of, store_game
from ninefold.terminal.settings import Settings
from ninefold.terminal.table import TableScreen
from support.pilots import drive, random_game, seen, told, until


def app_with(folder: Path, **options: object) -> NinefoldApp:
    look = options.pop("look", None) or Look()
    assert isinstance(look, Look)
    return NinefoldApp(look, Shelf(folder), pace=0, **options)  # type: ignore[arg-type]


def the_table(app: NinefoldApp) -> TableScreen:
    assert isinstance(app.screen, TableScreen)
    return app.screen


@pytest.mark.parametrize(
    ("mode", "size"), list(zip(VARIANTS, [(80, 24), (40, 15), (120, 40), (60, 30)], strict=True))
)
def test_every_mode_is_explained_and_starts(
    mode: str, size: tuple[int, int], tmp_path: Path
) -> None:
    async def scenario() -> None:
        app = app_with(tmp_path)
        async with app.run_test(size=size) as pilot:
            await until(pilot, lambda: isinstance(app.screen, MenuScreen))
            await pilot.press(*["right"] * list(VARIANTS).index(mode))
            blurb = "\n".join(app._look.words.blurbs[mode])
            assert str(app.screen.query_one("#words", Static).content).startswith(blurb)
            await pilot.press("down", "right", "enter")
            await until(pilot, lambda: isinstance(app.screen, TableScreen))
            game = the_table(app).game
            assert game.variant.name == mode
            assert game.seats == {"X": None, "O": None}

    drive(scenario())


def test_each_mode_has_a_picture_of_its_own(tmp_path: Path) -> None:
    async def scenario() -> None:
        app = app_with(tmp_path)
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: isinstance(app.screen, MenuScreen))
            views = []
            for _ in VARIANTS:
                views.append(app.screen.query_one(BoardWidget).view)
                await pilot.press("right")
            lit = [view.lit for view in views]
            assert len({(view.position.owners, view.lit) for view in views}) == len(VARIANTS)
            assert all(lit)

    drive(scenario())


def test_the_computer_side_level_and_clock_are_chosen(tmp_path: Path) -> None:
    async def scenario() -> None:
        app = app_with(tmp_path)
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: isinstance(app.screen, MenuScreen))
            await pilot.press("down", "down", "down", "right")  # you play O
            await pilot.press("down", "right", "down", "right", "enter")
            await until(pilot, lambda: isinstance(app.screen, TableScreen))
            game = the_table(app).game
            assert game.seats["X"] is not None
            assert game.seats["O"] is None
            assert game.tags["Clock"] == "180+2"
            assert game.variant.tie_break == "boards"
            await until(pilot, lambda: len(game.moves) == 1)

    drive(scenario())


def test_the_choices_stay_for_the_next_game_and_in_the_other_language(tmp_path: Path) -> None:
    async def scenario() -> None:
        app = app_with(tmp_path)
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: isinstance(app.screen, MenuScreen))
            await pilot.press("right", "right", "down", "down", "right")  # Battle, Keen
            await pilot.press("z")
            await until(pilot, lambda: "[爭奪]" in seen(pilot) and "認真" in seen(pilot))
            await pilot.press("z", "enter")
            await until(pilot, lambda: isinstance(app.screen, TableScreen))
            await pilot.press("n")
            await until(pilot, lambda: isinstance(app.screen, MenuScreen))
            await until(pilot, lambda: "[Battle]" in seen(pilot) and "< Keen >" in seen(pilot))

    drive(scenario())
    drive(_next_time(tmp_path))


async def _next_time(folder: Path) -> None:
    app = app_with(folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "[Battle]" in seen(pilot) and "< Keen >" in seen(pilot))
        (folder / Settings.FILE).write_text('{"game": {"mode": "chess", "level": 3, "x": "y"}}')
    app = app_with(folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "[Modern]" in seen(pilot) and "< Casual >" in seen(pilot))


def test_an_unfinished_game_is_offered_and_goes_on_in_its_file(tmp_path: Path) -> None:
    async def scenario() -> None:
        game = Game(Position.start("battle"))
        game.play(40)
        file = tmp_path / "2026-01-01-000000-battle.game"
        store_game(file, game)
        app = app_with(tmp_path)
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: "Continue Battle, move 1" in seen(pilot))
            await pilot.press("c")
            await until(pilot, lambda: isinstance(app.screen, TableScreen))
            await pilot.press("5", "1")
            assert the_table(app).game.moves == (40, 36)
        (saved,) = Shelf(tmp_path).saved()
        assert saved.path == file
        assert saved.game is not None
        assert saved.game.moves == (40, 36)

    drive(scenario())


def test_opening_shows_what_is_wrong_with_a_broken_file_and_keeps_it(tmp_path: Path) -> None:
    async def scenario() -> None:
        broken = tmp_path / "2026-03-01-000000-modern.game"
        broken.write_text("not a game")
        finished = tmp_path / "2026-02-01-000000-open.game"
        store_game(finished, random_game("open", 1))
        app = app_with(tmp_path)
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: isinstance(app.screen, MenuScreen))
            await pilot.press("o")
            await until(pilot, lambda: "cannot be read" in seen(pilot))
            problem = app.screen.query_one("#problem", Static)
            await until(pilot, lambda: broken.name in str(problem.content))
            app.screen.query_one(OptionList).highlighted = 1
            await pilot.press("enter")
            await until(pilot, lambda: isinstance(app.screen, TableScreen))
            assert the_table(app).game.result is not None
        assert broken.read_text() == "not a game"

    drive(scenario())


def test_a_file_by_name_that_is_illegal_is_answered_at_the_table(tmp_path: Path) -> None:
    async def scenario() -> None:
        bad = tmp_path / "bad.txt"
        bad.write_text('[Mode "modern"]\n[Result "*"]\n\n1. 55 55 *\n')
        app = app_with(tmp_path / "shelf")
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: isinstance(app.screen, MenuScreen))
            await pilot.press("down", "right", "enter")
            await until(pilot, lambda: isinstance(app.screen, TableScreen))
            await pilot.press("1", "3", "o")
            app.screen.query_one(Input).value = str(bad)
            app.screen.query_one(Input).focus()
            await pilot.press("enter")
            await until(pilot, lambda: isinstance(app.screen, TableScreen))
            await until(pilot, lambda: "move 2: 55 is not a legal move" in told(the_table(app)))
            assert the_table(app).game.moves == (2,)

    drive(scenario())


def test_the_start_screen_speaks_both_languages(tmp_path: Path) -> None:
    async def scenario() -> None:
        app = app_with(tmp_path, look=Look("zh"))
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: "模式" in seen(pilot))
            await pilot.press("z")
            await until(pilot, lambda: "Mode" in seen(pilot))
            assert "模式" not in seen(pilot)

    drive(scenario())


def recorded() -> Record:
    game = random_game("classic", 6)
    moves = (RecordedMove(game.moves[0], comment="a bold start"), *game.recorded[1:])
    return record_of(Game(game.start, moves=moves, tags={"X": "Ann", "O": "Ben"}))


def test_a_record_is_stepped_through_in_both_directions(tmp_path: Path) -> None:
    async def scenario() -> None:
        record = recorded()
        app = app_with(tmp_path, record=record)
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: isinstance(app.screen, ReplayScreen))
            screen = app.screen
            assert isinstance(screen, ReplayScreen)
            board = screen.query_one(BoardWidget)
            for ply in range(len(record.moves) + 1):
                assert screen.ply == ply
                assert board.view.position == record.positions[ply]
                await pilot.press("right")
            assert screen.ply == len(record.moves)
            await pilot.press("home", "l")
            assert board.view.last == record.squares[0]
            assert f"X plays {square_name(record.squares[0])}. a bold start" in seen(pilot)
            assert "Ann" in seen(pilot)
            await pilot.press("end", "left")
            assert screen.ply == len(record.moves) - 1

    drive(scenario())


def test_a_replay_can_be_played_on_without_touching_the_record(tmp_path: Path) -> None:
    async def scenario() -> None:
        record = recorded()
        app = app_with(tmp_path, record=record)
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: isinstance(app.screen, ReplayScreen))
            await pilot.press("right", "right", "p")
            await until(pilot, lambda: isinstance(app.screen, TableScreen))
            assert the_table(app).game.moves == record.squares[:2]

    drive(scenario())
