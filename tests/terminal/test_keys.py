"""Keys, clicks and sizes: each part of a screen alone, up to the last column that belongs to it."""

from __future__ import annotations

from pathlib import Path

import pytest
from rich.text import Text
from textual import events
from textual.app import App, ComposeResult
from textual.widgets import Input, Label, OptionList, Static

from ninefold.game import TWO_PEOPLE, Game
from ninefold.rules.position import Position
from ninefold.rules.squares import square_name
from ninefold.terminal.app import NinefoldApp
from ninefold.terminal.board import BoardWidget
from ninefold.terminal.canvas import BoardView
from ninefold.terminal.choice import Choice
from ninefold.terminal.dialogs import AskOpen, AskSave, AskYesNo
from ninefold.terminal.help import HelpScreen
from ninefold.terminal.keybar import Key, KeyBar
from ninefold.terminal.look import Look
from ninefold.terminal.saves import Shelf, store_game
from ninefold.terminal.table import TableScreen
from support.pilots import drive, press, random_game, seen, table, told, until

# The board's own keys


def pointed(view: BoardView, key: str) -> str:
    """The square to which a key moves the cursor."""
    asked: list[object] = []
    board = BoardWidget(view)
    board.post_message = asked.append  # type: ignore[method-assign,assignment]
    board.on_key(events.Key(key, None))
    (message,) = asked
    assert isinstance(message, BoardWidget.Pointed)
    return square_name(message.square)


@pytest.mark.parametrize(
    ("cursor", "key", "square"),
    [
        (36, "tab", "52"),
        (44, "tab", "51"),
        (39, "tab", "56"),
        (0, "tab", "51"),
        (80, "tab", "51"),
        (37, "shift+tab", "51"),
        (36, "shift+tab", "59"),
        (41, "shift+tab", "54"),
        (80, "shift+tab", "59"),
        (0, "shift+tab", "59"),
        (80, "home", "51"),
        (0, "end", "59"),
        (None, "tab", "51"),
        (None, "up", "52"),
        (None, "l", "56"),
    ],
)
def test_keys_jump_from_one_square_that_may_be_played_to_the_next(
    cursor: int | None, key: str, square: str
) -> None:
    position = Position.start().play(40)  # O is held to board 5, and its middle is taken
    assert pointed(BoardView(position, cursor=cursor), key) == square


def test_a_board_to_look_at_answers_no_key_and_a_finished_one_no_jump() -> None:
    asked: list[object] = []
    for board, keys in (
        (BoardWidget(BoardView(Position.start(), cursor=0), passive=True), ("tab", "right")),
        (BoardWidget(BoardView(random_game("open", 1).position)), ("tab", "home", "enter")),
    ):
        board.post_message = asked.append  # type: ignore[method-assign,assignment]
        for key in keys:
            board.on_key(events.Key(key, None))
    assert asked == []


# A row of choices, and the keys below


class Parts(App[None]):
    """Nothing but a row and a line of keys."""

    def __init__(self, *parts: Choice | KeyBar) -> None:
        super().__init__()
        self.parts, self.done = parts, []

    def compose(self) -> ComposeResult:
        yield from self.parts

    def on_choice_changed(self, event: Choice.Changed) -> None:
        self.done.append(event.choice.value)

    def action_do(self, what: str) -> None:
        self.done.append(what)


def row() -> Choice:
    return Choice("Label", [("a", "one"), ("b", "two"), ("c", "three")], "a", id="row")


#: A space, eleven columns of label, then the options in brackets with a space between them.
FIRST, SECOND, THIRD, END = 12, 18, 24, 31


def test_left_and_right_go_round(tmp_path: Path) -> None:
    async def scenario() -> None:
        app = Parts(row())
        async with app.run_test(size=(60, 4)) as pilot:
            app.parts[0].focus()
            await press(pilot, "right", "right", "right", "left", "h", "l")
            assert app.done == ["b", "c", "a", "c", "b", "c"]

    drive(scenario())


def test_a_click_chooses_what_is_under_it_from_its_first_column_to_its_last() -> None:
    async def scenario() -> None:
        app = Parts(row())
        async with app.run_test(size=(60, 4)) as pilot:
            chosen = []
            for column in (
                SECOND,
                FIRST,
                SECOND + 4,
                SECOND + 5,
                FIRST + 4,
                THIRD,
                END - 1,
                END,
                3,
            ):
                await pilot.click("#row", offset=(column, 0))
                chosen.append(app.parts[0].value)
            assert chosen == ["b", "a", "b", "b", "a", "c", "c", "c", "c"]

    drive(scenario())


def test_a_chinese_letter_takes_two_columns_of_a_row() -> None:
    async def scenario() -> None:
        row = Choice("名", [("a", "現代"), ("b", "經典"), ("c", "爭奪")], "a", id="row")
        app = Parts(row)
        async with app.run_test(size=(60, 4)) as pilot:
            for place, value in enumerate("abc"):
                for column in (FIRST + 7 * place, FIRST + 7 * place + 5):
                    await pilot.click("#row", offset=(column, 0))
                    assert row.value == value

    drive(scenario())


@pytest.mark.parametrize(("width", "all_shown"), [(END + 1, True), (END, False)])
def test_where_not_all_fit_one_is_shown_and_a_click_takes_the_next(
    width: int, all_shown: bool
) -> None:
    async def scenario() -> None:
        app = Parts(row())
        async with app.run_test(size=(width, 4)) as pilot:
            assert ("three" in str(app.parts[0].render())) == all_shown
            await pilot.click("#row", offset=(3, 0))
            assert app.parts[0].value == ("a" if all_shown else "b")
            assert ("2/3" in str(app.parts[0].render())) == (not all_shown)

    drive(scenario())


def test_a_click_on_a_key_does_what_that_key_does() -> None:
    keys = [Key("a", "one", "app.do('a')"), Key("b", "two"), Key("?", "help", "app.do('?')")]

    async def scenario() -> None:
        app = Parts(KeyBar(keys))
        async with app.run_test(size=(60, 4)) as pilot:
            for column in (0, 6, 7, 13, 14, 21, 22, 40):
                await pilot.click(KeyBar, offset=(column, 0))
            assert app.done == ["a", "a", "?", "?"]

    drive(scenario())


# Questions


@pytest.mark.parametrize(
    ("keys", "answer"),
    [
        (("y",), True),
        (("n",), False),
        (("escape",), False),
        (("enter",), False),
        (("left", "enter"), True),
        (("tab", "tab", "enter"), False),
    ],
)
def test_a_question_is_answered_no_unless_it_is_meant(keys: tuple[str, ...], answer: bool) -> None:
    async def scenario() -> None:
        app, answers = Parts(), []
        async with app.run_test() as pilot:
            app.push_screen(AskYesNo("Really?", "Yes", "No"), answers.append)
            await until(pilot, lambda: isinstance(app.screen, AskYesNo) and app.focused)
            await press(pilot, *keys)
            await until(pilot, lambda: answers)
        assert answers == [answer]

    drive(scenario())


def test_a_name_to_save_under_is_taken_without_spaces_and_with_ones_own_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "taken.game").touch()

    async def scenario() -> None:
        app, answers = Parts(), []
        async with app.run_test() as pilot:
            app.push_screen(AskSave(Look(), "modern.game"), answers.append)
            await until(pilot, lambda: isinstance(app.screen, AskSave) and app.focused)
            for name, answered in (("  ", 0), (" ~/taken.game ", 0), (" ~/mine.game ", 1)):
                app.screen.query_one(Input).value = name
                await press(pilot, "enter")
                await until(pilot, lambda count=answered: len(answers) == count)
                if not name.strip():
                    problem = app.screen.query_one("#problem", Label)
                    assert str(problem.content) == "", "nobody has named a file yet"
        assert answers == [tmp_path / "mine.game"]

    drive(scenario())


def test_the_games_of_the_shelf_are_listed_with_how_they_stand(tmp_path: Path) -> None:
    agreed, won = Game(Position.start("battle"), TWO_PEOPLE), random_game("open", 1)
    agreed.play(40)
    store_game(tmp_path / "2026-01-04-000000-battle.game", agreed)
    resigned = Game(Position.start(), TWO_PEOPLE)
    resigned.resign("X")
    drawn = next(
        game
        for game in (random_game("classic", seed) for seed in range(99))
        if game.result and not game.result.winner
    )
    store_game(tmp_path / "2026-01-03-000000-open.game", won)
    store_game(tmp_path / "2026-01-02-000000-classic.game", drawn)
    (tmp_path / "2026-01-01-000000-open.game").write_text("spoilt")

    async def scenario() -> None:
        app, answers = Parts(), []
        async with app.run_test(size=(100, 30)) as pilot:
            app.push_screen(AskOpen(Look(), Shelf(tmp_path)), answers.append)
            await until(pilot, lambda: isinstance(app.screen, AskOpen) and app.focused)
            games = app.screen.query_one(OptionList)
            lines = [str(games.get_option_at_index(at).prompt) for at in range(4)]
            assert lines[0] == "2026-01-04-000000  Battle, move 1"
            assert won.result is not None
            assert lines[1].endswith(f"{won.result.winner} won")
            assert "won" not in lines[2]
            assert lines[2].endswith("drawn")
            assert lines[3].endswith("cannot be read")
            problem = app.screen.query_one("#problem", Label)
            games.highlighted = 3
            await until(pilot, lambda: "2026-01-01" in str(problem.content))
            assert str(tmp_path) not in str(problem.content)
            await press(pilot, "enter")
            assert answers == [], "what cannot be read is not opened"
            games.highlighted = 1
            await press(pilot, "enter")
            await until(pilot, lambda: answers)
        assert answers == [tmp_path / "2026-01-03-000000-open.game"]

    drive(scenario())


# Sizes


@pytest.mark.parametrize(
    ("size", "narrow", "wide", "lines"),
    [
        ((77, 24), True, False, 2),
        ((78, 24), False, False, 1),
        ((109, 24), False, False, 1),
        ((110, 24), False, True, 1),
        ((40, 15), True, False, 2),
        ((40, 14), True, False, 1),
    ],
)
def test_room_is_made_as_the_window_asks_for(
    size: tuple[int, int], narrow: bool, wide: bool, lines: int, tmp_path: Path
) -> None:
    async def scenario() -> None:
        async with table(tmp_path, size=size) as (_, screen):
            message = screen.query_one("#message", Static)
            height = message.styles.height
            assert (screen.has_class("narrow"), screen.has_class("wide")) == (narrow, wide)
            assert height is not None
            assert height.value == lines

    drive(scenario())


def test_help_is_scrolled_by_lines_and_broken_anew_when_the_window_changes(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with table(tmp_path, size=(80, 14)) as (pilot, _):
            await press(pilot, "f1")
            await until(pilot, lambda: isinstance(pilot.app.screen, HelpScreen))
            scroll = pilot.app.screen.query_one("VerticalScroll")
            await until(pilot, lambda: scroll.max_scroll_y > 3)
            for key, line in (("j", 1), ("j", 2), ("j", 3), ("k", 2)):
                await press(pilot, key)
                await until(pilot, lambda row=line: scroll.scroll_y == row)
            text = pilot.app.screen.query_one(Static)
            assert isinstance(text.content, Text)
            before = text.content.plain
            await pilot.resize_terminal(50, 14)
            await until(pilot, lambda: text.content.plain != before)  # type: ignore[union-attr]
            lines = str(text.content).partition("Keys")[0].splitlines()
            assert max(map(len, lines)) <= 50 * 95 // 100 - 6

    drive(scenario())


def test_every_command_of_the_palette_does_what_the_key_beside_it_does(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with table(tmp_path) as (pilot, screen):
            app = pilot.app
            assert isinstance(app, NinefoldApp)
            commands = {one.help: one for one in app.get_system_commands(screen)}
            bound = {
                binding.key: binding.action
                for binding in [*TableScreen.BINDINGS, *NinefoldApp.BINDINGS]
            }
            for key, command in commands.items():
                asked = "question_mark" if key == "?" else key
                action = next(act for name, act in bound.items() if asked in name.split(","))
                assert command.callback.__name__ == f"action_{action}", key
            assert len(commands) == 15

    drive(scenario())


@pytest.mark.parametrize(
    ("environment", "unicode", "colour"),
    [
        ({}, True, True),
        ({"NO_COLOR": ""}, True, True),
        ({"NO_COLOR": "1"}, True, False),
        ({"LANG": "C"}, False, True),
        ({"LANG": "C", "LC_ALL": "en_GB.UTF-8"}, True, True),
        ({"LANG": "en_GB.UTF-8", "LC_ALL": "C"}, False, True),
        ({"LANG": "de_DE.ISO-8859-1"}, False, True),
        ({"LANG": "de_DE.utf8", "LC_CTYPE": "C"}, False, True),
        ({"TERM": "vt100", "LANG": "en_GB.UTF-8"}, False, True),
    ],
)
def test_a_terminal_is_drawn_on_with_what_its_environment_says_it_can_show(
    environment: dict[str, str], unicode: bool, colour: bool
) -> None:
    look = Look.from_environment(environment=environment)
    assert (look.glyphs.unicode, look.colour) == (unicode, colour)
    before = look.language
    look.next_language()
    assert (look.language != before) == unicode, "without its characters Chinese is not spoken"


def test_a_preview_names_whoever_would_be_sent_there(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with table(tmp_path, size=(100, 40)) as (pilot, screen):
            await press(pilot, "5", "1", "home")
            assert told(screen) == "11 sends X to board 1."
            assert " 1 →X " in seen(pilot)

    drive(scenario())
