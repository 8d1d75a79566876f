"""Whole games on the screen, by keyboard and by mouse, and everything else one does at a table."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from textual.widgets import Input, Static

from ninefold.game import TWO_PEOPLE, Seat, Seats
from ninefold.game.entries import Moved
from ninefold.rules.position import Position
from ninefold.rules.squares import parse_square, square_name
from ninefold.rules.variants import VARIANTS
from ninefold.terminal.board import BoardWidget
from ninefold.terminal.help import HelpScreen
from ninefold.terminal.look import Look
from ninefold.terminal.menu import MenuScreen
from ninefold.terminal.saves import Shelf, load_game
from ninefold.terminal.sitting import Table, moment, new_game
from support.pilots import at, click, drive, press, random_game, seen, table, told, type_move, until

#: One mode is played from its first move to its last; of the others the end is played, where they
#: differ: a screen takes a tenth of a second for each move.
WHOLE, END = "modern", 6


def begun(whole: Table, left: int = END, seats: Seats = TWO_PEOPLE) -> Table:
    """A game on the table with all the moves of another but those that are still to be made."""
    game = new_game(whole.start, seats)
    for move in whole.moves[: len(whole.moves) - left]:
        game.play(move)
    return game


@pytest.mark.parametrize("mode", VARIANTS)
def test_a_game_typed_in_digits_goes_to_its_end(mode: str, tmp_path: Path) -> None:
    async def scenario() -> None:
        whole = random_game(mode, seed=11)
        game = begun(whole, len(whole.moves) if mode == WHOLE else END)
        async with table(tmp_path, game=game) as (_, screen):
            for move in whole.moves[len(game.moves) :]:
                await type_move(screen, move)
            assert screen.game.moves == whole.moves
            assert screen.game.result == whole.result
            winner = whole.result.winner if whole.result else None
            assert (f"{winner} wins" if winner else "Draw.") in told(screen, "status")
        (saved,) = Shelf(tmp_path).saved()
        assert saved.game is not None
        assert saved.game.moves == whole.moves
        assert saved.game.result == whole.result

    drive(scenario())


@pytest.mark.parametrize("mode", VARIANTS)
def test_the_end_of_a_game_by_mouse(mode: str, tmp_path: Path) -> None:
    async def scenario() -> None:
        whole = random_game(mode, seed=12)
        async with table(tmp_path, game=(game := begun(whole))) as (_, screen):
            for move in whole.moves[len(game.moves) :]:
                await click(screen, move)
            assert screen.game.moves == whole.moves
            assert screen.game.result == whole.result

    drive(scenario())


def test_a_game_goes_to_its_end_with_arrows_and_enter(tmp_path: Path) -> None:
    """Tab goes round the squares that may be played, so it reaches every one of them."""

    async def scenario() -> None:
        chance = random.Random(3)
        async with table(tmp_path, game=begun(random_game("battle", seed=3))) as (pilot, screen):
            board = screen.query_one(BoardWidget)
            while not screen.game.result:
                await press(
                    pilot, chance.choice(["up", "down", "left", "right", "h", "j", "k", "l"])
                )
                if board.view.cursor not in screen.game.position.legal_moves:
                    await press(pilot, "tab")
                before = [*screen.game.moves]
                await press(pilot, chance.choice(["enter", "space"]))
                assert len(screen.game.moves) == len(before) + 1
            assert screen.game.position.outcome

    drive(scenario())


def test_arrows_walk_over_the_whole_grid_and_stop_at_its_edges(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with table(tmp_path) as (pilot, screen):
            board = screen.query_one(BoardWidget)
            await press(pilot, *["left"] * 5, *["up"] * 5)
            assert board.view.cursor == parse_square("11")
            await press(pilot, "right", "right", "right", "down", "down", "down")
            assert board.view.cursor == parse_square("51")
            await press(pilot, *["l"] * 6, *["j"] * 6)
            assert board.view.cursor == parse_square("99")

    drive(scenario())


def test_the_line_below_says_where_a_move_sends_and_why_a_square_is_refused(
    tmp_path: Path,
) -> None:
    async def scenario() -> None:
        async with table(tmp_path) as (pilot, screen):
            await press(pilot, "1")
            assert told(screen) == "Board 1: now the cell, 1-9."
            await press(pilot, "3")
            assert told(screen) == "X plays 13."
            assert told(screen, "status") == "Modern · O must play in board 3."
            await press(pilot, "left")
            assert told(screen) == "34 sends X to board 4."
            await press(pilot, "left")
            assert told(screen) == "Not 26: the last move sends O to board 3."
            await press(pilot, "enter")
            assert told(screen) == "Not 26: the last move sends O to board 3."
            assert len(screen.game.moves) == 1

    drive(scenario())


def test_pointing_with_the_mouse_previews_without_playing(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with table(tmp_path) as (pilot, screen):
            board = screen.query_one(BoardWidget)
            await pilot.hover(board, offset=board.place_of(parse_square("76")))
            assert told(screen) == "76 sends O to board 6."
            assert board.view.sent == {5}
            assert screen.game.moves == []

    drive(scenario())


def test_undo_redo_and_resign(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with table(tmp_path) as (pilot, screen):
            await press(pilot, "u")
            assert told(screen) == "There is nothing to take back."
            await press(pilot, "5", "5", "5", "1", "u")
            assert [square_name(move) for move in screen.game.moves] == ["55"]
            await press(pilot, "r")
            assert [square_name(move) for move in screen.game.moves] == ["55", "51"]
            await press(pilot, "g", "escape")
            assert screen.game.result is None
            await press(pilot, "g", "y")
            assert told(screen, "status") == "Modern · O wins. X resigned."
            assert not screen.query_one(BoardWidget).view.lit, "nobody may play any more"
            await press(pilot, "1", "1")
            assert told(screen) == "The game is over: undo, or start a new one."
            await press(pilot, "u", "1", "1")
            assert len(screen.game.moves) == 3

    drive(scenario())


def test_a_game_against_the_computer_goes_to_its_end(tmp_path: Path) -> None:
    async def scenario() -> None:
        chance = random.Random(5)
        game = begun(random_game("open", seed=1), 10, at(X="beginner"))
        async with table(tmp_path, game=game) as (pilot, screen):
            while True:
                await until(pilot, lambda: screen.game.result or not screen.game.level_to_move)
                if screen.game.result:
                    break
                await type_move(screen, chance.choice(screen.game.position.legal_moves))
            assert screen.game.position.outcome
            await press(pilot, "u")
            await until(pilot, lambda: not screen.game.level_to_move)
            assert screen.game.position.turn == "O"

    drive(scenario())


def test_switching_sides_lets_the_computer_go_on_with_ours(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with table(tmp_path, seats=at(O="beginner")) as (pilot, screen):
            await press(pilot, "x")
            await until(pilot, lambda: len(screen.game.moves) == 1)
            assert screen.game.seats == at(X="beginner")
            await until(pilot, lambda: "Beginner" in seen(pilot))

    drive(scenario())


def test_a_hint_is_a_legal_move_with_a_reason(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with table(tmp_path) as (pilot, screen):
            await press(pilot, "5", "5", "t")
            await until(pilot, lambda: told(screen).startswith("Try "))
            board = screen.query_one(BoardWidget)
            assert board.view.cursor in screen.game.position.legal_moves
            assert board.view.stars == (board.view.cursor,)
            assert "sends X to board" in told(screen)

    drive(scenario())


def test_the_evaluation_is_shown_on_request(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with table(tmp_path) as (pilot, _screen):
            assert "Evaluation" not in seen(pilot)
            await press(pilot, "5", "5", "e")
            await until(pilot, lambda: "%" in seen(pilot))
            assert "Evaluation" in seen(pilot)
            await press(pilot, "e")
            assert "Evaluation" not in seen(pilot)

    drive(scenario())


def test_a_narrow_window_tells_the_evaluation_in_words(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with table(tmp_path, size=(40, 15)) as (pilot, screen):
            await press(pilot, "e")
            await until(pilot, lambda: "%: " in told(screen))
            assert "55 sends O to board 5." in told(screen)

    drive(scenario())


def test_help_tells_the_rules_of_the_mode_and_the_keys(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with table(tmp_path, "battle", size=(80, 50)) as (pilot, _):
            await press(pilot, "f1")
            assert isinstance(pilot.app.screen, HelpScreen)
            assert "The rules of Battle" in seen(pilot)
            assert "It is not safe" in seen(pilot)
            assert "take back, play again" in seen(pilot)
            await press(pilot, "escape", "question_mark")
            assert isinstance(pilot.app.screen, HelpScreen)

    drive(scenario())


def test_a_record_is_saved_and_no_file_is_overwritten(tmp_path: Path) -> None:
    async def scenario() -> None:
        file = tmp_path / "mine.txt"
        file.write_text("precious")
        async with table(tmp_path / "shelf") as (pilot, screen):
            await press(pilot, "5", "5", "s")
            pilot.app.screen.query_one(Input).value = str(file)
            await press(pilot, "enter")
            problem = pilot.app.screen.query_one("#problem", Static)
            await until(pilot, lambda: "exists already" in str(problem.content))
            pilot.app.screen.query_one(Input).value = str(file.with_name("new.txt"))
            await press(pilot, "enter")
            await until(pilot, lambda: told(screen).startswith("Saved"))
        assert file.read_text() == "precious"
        assert load_game(file.with_name("new.txt"))[0].moves == [40]

    drive(scenario())


def test_a_clock_runs_for_the_side_to_move_and_ends_the_game(tmp_path: Path) -> None:
    async def scenario() -> None:
        game = new_game(Position.start(), TWO_PEOPLE, "3600")
        for name, left in (("55", 3_500_000), ("51", 1_000), ("15", 3_400_000)):
            turn = game.position.turn
            game.apply(Moved(side=turn, square=parse_square(name), left=left))
        async with table(tmp_path, game=game) as (pilot, screen):
            assert "56:40" in seen(pilot)
            await until(pilot, lambda: screen.game.result)
            assert told(screen, "status") == "Modern · X wins. O ran out of time."
            (saved,) = Shelf(tmp_path).saved()
            assert saved.game is not None
            assert saved.game.result == screen.game.result

    drive(scenario())


def test_a_clock_goes_on_from_now_after_undo_and_redo(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with table(tmp_path, clock="3600") as (pilot, screen):
            await press(pilot, *"555115")
            for key, side in (("u", "X"), ("r", "O")):
                await press(pilot, key)
                clock = screen.game.clock
                assert clock.running == side
                assert 3_000_000 < clock.remaining(side, moment()) <= 3_600_000
                assert screen.game.result is None

    drive(scenario())


def test_a_move_is_saved_with_the_time_that_it_left(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with table(tmp_path, clock="3600+30") as (pilot, _):
            await press(pilot, "5", "5")
            (saved,) = Shelf(tmp_path).saved()
            assert saved.game is not None
            (clock,) = saved.game.lefts
            assert clock is not None
            assert 3_000_000 < clock <= 3_600_000  # it runs once both have moved

    drive(scenario())


def test_the_language_and_the_colours_change_at_once(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with table(tmp_path) as (pilot, screen):
            await press(pilot, "5", "5", "z")
            assert told(screen, "status") == "現代 · O 必須下在第 5 盤。"
            assert "悔棋" in seen(pilot)
            await press(pilot, "z", "d")
            assert told(screen, "status") == "Modern · O must play in board 5."
            assert pilot.app.theme == "ninefold-light"

    drive(scenario())


def test_no_line_of_the_table_stays_behind_in_the_other_language(tmp_path: Path) -> None:
    """Whatever was said last is said again in the language that is spoken now."""

    async def scenario() -> None:
        sayings = [
            (("5", "5"), "X 下 55。"),
            (("u",), "已悔棋。"),
            (("5", "5", "5"), "第 5 盤：再輸入格子 1-9。"),
            (("5",), "55 已經有 X 了。"),
            (("m",), "棋局還沒結束：請繼續下，或先認輸。"),
            (("x",), "雙方都在這個鍵盤下棋，不需要對調。"),
        ]
        async with table(tmp_path) as (pilot, screen):
            for keys, chinese in sayings:
                await press(pilot, *keys)
                english = told(screen)
                await press(pilot, "z")
                assert told(screen) == chinese
                assert not _english_lines(seen(pilot))
                await press(pilot, "z")
                assert told(screen) == english

    drive(scenario())


def test_a_window_too_small_says_so_in_the_language_that_is_spoken_now(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with table(tmp_path, size=(20, 12)) as (pilot, screen):
            await press(pilot, "z")
            assert told(screen, "small").startswith("此視窗為 20 x 12")

    drive(scenario())


def _english_lines(screen: str) -> list[str]:
    """Lines with English words; the keys' own names and the other language's stay."""
    words = re.compile(r"[A-Za-z]{2,}")
    kept = {"Enter", "English", "Tab", "Ninefold"}
    return [line for line in screen.splitlines() if set(words.findall(line)) - kept]


def test_after_a_game_the_same_is_played_again_with_sides_changed(tmp_path: Path) -> None:
    async def scenario() -> None:
        seats: Seats = {"X": Seat("Ann"), "O": Seat("Ben")}
        game = new_game(Position.start("battle"), seats, "600+5", swap=True)
        async with table(tmp_path, game=game) as (pilot, screen):
            await press(pilot, "m")
            assert told(screen) == "The game is not over yet: play on, or resign first."
            await press(pilot, "5", "5", "g", "y")
            assert told(screen, "status").startswith("Battle · X wins. O resigned.")
            assert "m rematch" in seen(pilot)
            await press(pilot, "m")
            assert screen.game is not game
            assert screen.game.seats == {"X": Seat("Ben"), "O": Seat("Ann")}
            assert screen.game.variant.name == "battle"
            assert (str(screen.game.clock.control), screen.game.may_swap) == ("600+5", True)
            await press(pilot, "1", "1")
        newer, older = Shelf(tmp_path).saved()
        assert older.game is not None
        assert newer.game is not None
        assert (older.game.result, newer.game.result) == (game.result, None)

    drive(scenario())


def test_in_a_rematch_the_computer_begins_where_you_began(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with table(tmp_path, seats=at(O="beginner")) as (pilot, screen):
            await press(pilot, "g", "y")
            assert told(screen, "status") == "Modern · You lose. You resigned."
            await press(pilot, "m")
            assert screen.game.seats == at(X="beginner")
            await until(pilot, lambda: len(screen.game.moves) == 1)

    drive(scenario())


def test_a_new_game_starts_from_the_menu_and_the_old_one_is_offered(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with table(tmp_path) as (pilot, _):
            await press(pilot, "5", "5", "n")
            await until(pilot, lambda: isinstance(pilot.app.screen, MenuScreen))
            await until(pilot, lambda: "Continue Modern, move 1" in seen(pilot))

    drive(scenario())


def test_without_colour_and_unicode_only_plain_characters_are_drawn(tmp_path: Path) -> None:
    async def scenario() -> None:
        look = Look.from_environment(environment={"NO_COLOR": "1", "LC_ALL": "C"})
        game = random_game("battle", seed=4)
        async with table(tmp_path, game=game, look=look) as (pilot, _):
            assert seen(pilot).isascii()
            for strip in pilot.app.screen._compositor.render_strips():
                filtered = strip.apply_filter(
                    pilot.app.get_line_filters()[-2], pilot.app.screen.background_colors[1]
                )
                for segment in filtered:
                    style = segment.style
                    assert style is None or style.color is None or style.color.is_default
                    assert style is None or style.bgcolor is None or style.bgcolor.is_default

    drive(scenario())


@pytest.mark.parametrize("size", [(28, 24), (80, 13), (20, 5)])
def test_a_terminal_too_small_says_so_in_words(size: tuple[int, int], tmp_path: Path) -> None:
    async def scenario() -> None:
        async with table(tmp_path, size=size) as (pilot, screen):
            assert told(screen, "small").startswith(f"This window has {size[0]} x {size[1]}")
            assert "This window" in seen(pilot)
            await pilot.resize_terminal(80, 24)
            await until(pilot, lambda: "This window" not in seen(pilot))
            await press(pilot, "5", "5")
            assert screen.game.moves == [40]

    drive(scenario())


@pytest.mark.parametrize("size", [(40, 15), (29, 14), (60, 40), (80, 24), (120, 40), (220, 70)])
def test_every_square_can_be_clicked_at_every_size(size: tuple[int, int], tmp_path: Path) -> None:
    async def scenario() -> None:
        async with table(tmp_path, size=size) as (pilot, screen):
            board = screen.query_one(BoardWidget)
            layout = board.fitted
            assert layout is not None
            assert board.place_of(80).y < board.size.height
            assert [board.square_under(*board.place_of(square)) for square in range(81)] == list(
                range(81)
            )
            await click(screen, parse_square("99"))
            assert screen.game.moves == [80]
            assert "help" in seen(pilot)

    drive(scenario())
