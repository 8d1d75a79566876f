"""The start screen, opening games, and stepping through records."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from textual.widgets import Input, OptionList, Static

from ninefold.analysis import MARKS, review
from ninefold.game import TWO_PEOPLE, Game, Seat, record_of
from ninefold.rules.position import Position
from ninefold.rules.record import Record
from ninefold.rules.squares import square_name
from ninefold.rules.variants import VARIANTS, find_variant, parse_variant
from ninefold.terminal.app import NinefoldApp
from ninefold.terminal.board import BoardWidget
from ninefold.terminal.board_screen import Seating
from ninefold.terminal.look import Look
from ninefold.terminal.menu import MenuScreen
from ninefold.terminal.replay import ReplayScreen
from ninefold.terminal.saves import Shelf, store_game
from ninefold.terminal.settings import Settings
from ninefold.terminal.sitting import new_game
from ninefold.terminal.table import TableScreen
from ninefold.words import GAME_WORDS, mode_line
from support.pilots import at, drive, press, random_game, seen, told, until


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
            await press(pilot, *["right"] * list(VARIANTS).index(mode))
            line = mode_line(GAME_WORDS["en"], VARIANTS[mode])
            words = str(app.screen.query_one("#words", Static).content)
            assert " ".join(words.split()).startswith(line)
            await press(pilot, "down", "right", "enter")
            await until(pilot, lambda: isinstance(app.screen, TableScreen))
            game = the_table(app).game
            assert game.variant.name == mode
            assert game.seats == TWO_PEOPLE

    drive(scenario())


def test_each_mode_has_a_picture_of_its_own(tmp_path: Path) -> None:
    async def scenario() -> None:
        app = app_with(tmp_path)
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: isinstance(app.screen, MenuScreen))
            views = []
            for _ in VARIANTS:
                views.append(app.screen.query_one(BoardWidget).view)
                await press(pilot, "right")
            lit = [view.lit for view in views]
            assert len({(view.position.owners, view.lit) for view in views}) == len(VARIANTS)
            assert all(lit)

    drive(scenario())


def test_the_computer_side_level_and_clock_are_chosen(tmp_path: Path) -> None:
    async def scenario() -> None:
        app = app_with(tmp_path)
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: isinstance(app.screen, MenuScreen))
            await press(pilot, "down", "down", "down", "right")  # you play O
            await press(pilot, "down", "right", "down", "right", "enter")
            await until(pilot, lambda: isinstance(app.screen, TableScreen))
            game = the_table(app).game
            assert game.seats == at(X="casual")
            assert str(game.clock.control) == "180+2"
            assert game.variant.tie_break == "boards"
            await until(pilot, lambda: len(game.moves) == 1)

    drive(scenario())


def test_the_choices_stay_for_the_next_game_and_in_the_other_language(tmp_path: Path) -> None:
    async def scenario() -> None:
        app = app_with(tmp_path)
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: isinstance(app.screen, MenuScreen))
            await press(pilot, "right", "right", "down", "down", "right")  # Battle, Keen
            await press(pilot, "z")
            await until(pilot, lambda: "[爭奪]" in seen(pilot) and "進階" in seen(pilot))
            await press(pilot, "z", "enter")
            await until(pilot, lambda: isinstance(app.screen, TableScreen))
            await press(pilot, "n")
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
        unfinished(tmp_path)
        (file,) = tmp_path.iterdir()
        app = app_with(tmp_path)
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: "Continue Battle, move 1" in seen(pilot))
            await press(pilot, "c")
            await until(pilot, lambda: isinstance(app.screen, TableScreen))
            await press(pilot, "5", "1")
            assert the_table(app).game.moves == [40, 36]
        (saved,) = Shelf(tmp_path).saved()
        assert saved.path == file
        assert saved.game is not None
        assert saved.game.moves == [40, 36]

    drive(scenario())


def unfinished(folder: Path) -> None:
    game = Game(Position.start("battle"), TWO_PEOPLE)
    game.play(40)
    store_game(folder / "2026-01-01-000000-battle.game", game)


def test_enter_at_the_start_goes_on_with_the_game_that_waits(tmp_path: Path) -> None:
    async def scenario() -> None:
        unfinished(tmp_path)
        app = app_with(tmp_path)
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: "Enter Continue" in seen(pilot))
            await press(pilot, "up")
            await until(pilot, lambda: "Enter Start" in seen(pilot))
            await press(pilot, "down", "enter")
            await until(pilot, lambda: isinstance(app.screen, TableScreen))
            assert the_table(app).game.moves == [40]

    drive(scenario())


def test_enter_after_leaving_a_game_begins_another(tmp_path: Path) -> None:
    async def scenario() -> None:
        unfinished(tmp_path)
        app = app_with(tmp_path)
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: "Enter Continue" in seen(pilot))
            await press(pilot, "enter")
            await until(pilot, lambda: isinstance(app.screen, TableScreen))
            await press(pilot, "n")
            await until(pilot, lambda: "Enter Start" in seen(pilot))
            await press(pilot, "enter")
            await until(pilot, lambda: isinstance(app.screen, TableScreen))
            assert the_table(app).game.moves == []

    drive(scenario())


@pytest.mark.parametrize("size", [(80, 24), (40, 15)])
def test_no_line_of_the_start_screen_stays_behind_in_the_other_language(
    size: tuple[int, int], tmp_path: Path
) -> None:
    async def scenario() -> None:
        unfinished(tmp_path)
        app = app_with(tmp_path)
        async with app.run_test(size=size) as pilot:
            await until(pilot, lambda: "Continue" in seen(pilot))
            await press(pilot, "z")
            await until(pilot, lambda: "模式" in seen(pilot))
            words = set(re.findall("[A-Za-z]{2,}", seen(pilot)))
            assert words <= {"Ninefold", "Enter", "English"}
            assert "Enter 繼續" in seen(pilot)

    drive(scenario())


def test_a_variant_of_ones_own_is_played_and_offered_from_then_on(tmp_path: Path) -> None:
    async def scenario() -> None:
        own = parse_variant("raid:release=full,free_move=unfilled,ownership=latest")
        game = new_game(Position.start(own), TWO_PEOPLE)
        app = app_with(tmp_path, seating=Seating(game))
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: "Raid · X starts" in seen(pilot))
            await press(pilot, "f1")
            await until(pilot, lambda: "The rules of Raid" in seen(pilot))
            await press(pilot, "escape", "5", "5", "n")
            await until(pilot, lambda: isinstance(app.screen, MenuScreen))
            await press(pilot, "left")  # from Modern round to the last
            await until(pilot, lambda: "[Raid]" in seen(pilot))
            assert "No board is safe" in seen(pilot)
            await press(pilot, "enter")
            await until(pilot, lambda: isinstance(app.screen, TableScreen))
            assert the_table(app).game.variant == own
        reopened = app_with(tmp_path)
        async with reopened.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: "Continue Raid, move 1" in seen(pilot))
            assert "[Raid]" in seen(pilot)

    drive(scenario())


def test_a_usual_mode_is_offered_once_also_when_boards_were_counted_in_it(tmp_path: Path) -> None:
    async def scenario() -> None:
        variant = find_variant("battle", tie_break="boards")
        app = app_with(tmp_path, seating=Seating(new_game(Position.start(variant), TWO_PEOPLE)))
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: isinstance(app.screen, TableScreen))
            await press(pilot, "n")
            await until(pilot, lambda: isinstance(app.screen, MenuScreen))
            modes = next(line for line in seen(pilot).splitlines() if "[" in line)
            assert sorted(modes.replace("[", " ").replace("]", " ").split()[-4:]) == [
                *("Battle", "Classic", "Modern", "Open"),
            ]
            assert modes.count("Battle") == 1

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
            await press(pilot, "o")
            await until(pilot, lambda: "cannot be read" in seen(pilot))
            problem = app.screen.query_one("#problem", Static)
            await until(pilot, lambda: broken.name in str(problem.content))
            app.screen.query_one(OptionList).highlighted = 1
            await press(pilot, "enter")
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
            await press(pilot, "down", "right", "enter")
            await until(pilot, lambda: isinstance(app.screen, TableScreen))
            await press(pilot, "1", "3", "o")
            app.screen.query_one(Input).value = str(bad)
            app.screen.query_one(Input).focus()
            await press(pilot, "enter")
            await until(pilot, lambda: isinstance(app.screen, TableScreen))
            await until(pilot, lambda: "move 2: 55 is not a legal move" in told(the_table(app)))
            assert the_table(app).game.moves == [2]

    drive(scenario())


def test_the_start_screen_speaks_both_languages(tmp_path: Path) -> None:
    async def scenario() -> None:
        app = app_with(tmp_path, look=Look("zh-Hant"))
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: "模式" in seen(pilot))
            await press(pilot, "z")
            await until(pilot, lambda: "Mode" in seen(pilot))
            assert "模式" not in seen(pilot)

    drive(scenario())


def recorded() -> Record:
    game = random_game("classic", 6)
    game.seats = {"X": Seat("Ann"), "O": Seat("Ben")}
    game.comments[0] = "a bold start"
    return record_of(game)


def cut(record: Record, moves: int) -> Record:
    """So many moves of a game, which then goes on."""
    return replace(record, moves=record.moves[:moves], result="*")


def test_a_record_is_stepped_through_in_both_directions(tmp_path: Path) -> None:
    async def scenario() -> None:
        record = cut(recorded(), 12)
        app = app_with(tmp_path, records=[record])
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: isinstance(app.screen, ReplayScreen))
            screen = app.screen
            assert isinstance(screen, ReplayScreen)
            board = screen.query_one(BoardWidget)
            for ply in range(len(record.moves) + 1):
                assert screen.ply == ply
                assert board.view.position == record.positions[ply]
                await press(pilot, "right")
            assert screen.ply == len(record.moves)
            await press(pilot, "home", "l")
            assert board.view.last == record.squares[0]
            assert f"X plays {square_name(record.squares[0])}. a bold start" in seen(pilot)
            assert "Ann" in seen(pilot)
            await press(pilot, "end", "left")
            assert screen.ply == len(record.moves) - 1

    drive(scenario())


def test_the_games_of_a_file_are_looked_at_one_after_another(tmp_path: Path) -> None:
    async def scenario() -> None:
        records = [record_of(random_game(mode, 6)) for mode in ("classic", "open", "battle")]
        app = app_with(tmp_path, records=records, number=2)
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: "Open · game 2 of 3 · move 0 of" in seen(pilot))
            await press(pilot, "right", "n")
            await until(pilot, lambda: "Battle · game 3 of 3 · move 0 of" in seen(pilot))
            await press(pilot, "n")
            await until(pilot, lambda: "Classic · game 1 of 3" in seen(pilot))
            await press(pilot, "b", "end")
            await until(pilot, lambda: "Battle · game 3 of 3" in seen(pilot))
            assert app.screen.query_one(BoardWidget).view.position == records[2].position

    drive(scenario())


def test_a_file_with_one_game_is_not_counted(tmp_path: Path) -> None:
    async def scenario() -> None:
        app = app_with(tmp_path, records=[recorded()])
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: "Classic · move 0 of" in seen(pilot))
            assert "next game" not in seen(pilot)

    drive(scenario())


def test_a_replay_is_reviewed_while_it_is_stepped_through(tmp_path: Path) -> None:
    async def scenario() -> None:
        record = cut(recorded(), 5)
        app = app_with(tmp_path, records=[record])
        async with app.run_test(size=(90, 30)) as pilot:
            await until(pilot, lambda: isinstance(app.screen, ReplayScreen))
            assert "next mistake" not in seen(pilot)
            await press(pilot, "r", "right")
            screen = app.screen
            assert isinstance(screen, ReplayScreen)
            assert screen.ply == 1
            await until(pilot, lambda: screen.review is not None)
            found = screen.review
            assert found == review(record)
            await until(pilot, lambda: "Evaluation" in seen(pilot) and "accuracy" in seen(pilot))
            faults = [move.ply + 1 for move in found.moves if move.judgement in MARKS]
            await press(pilot, "home", "m", "m")
            await until(pilot, lambda: screen.ply == faults[1])
            await until(pilot, lambda: "Better:" in seen(pilot))
            await press(pilot, "n")  # on to the next game, which is this one again
            assert screen.review is None

    drive(scenario())


def test_a_replay_that_is_left_leaves_no_review_behind(tmp_path: Path) -> None:
    async def scenario() -> None:
        app = app_with(tmp_path, records=[recorded()])
        async with app.run_test(size=(90, 30)) as pilot:
            await until(pilot, lambda: isinstance(app.screen, ReplayScreen))
            await press(pilot, "r", "escape")

    drive(scenario())


def test_a_replay_can_be_played_on_without_touching_the_record(tmp_path: Path) -> None:
    async def scenario() -> None:
        record = recorded()
        app = app_with(tmp_path, records=[record])
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: isinstance(app.screen, ReplayScreen))
            await press(pilot, "right", "right", "p")
            await until(pilot, lambda: isinstance(app.screen, TableScreen))
            assert the_table(app).game.moves == [*record.squares[:2]]

    drive(scenario())
