"""What the table and the replay show after each key: hints, the evaluation, and how games ended."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace
from pathlib import Path

import pytest
from textual.widgets import Static

from ninefold.engine import Engine, Info, Limit, Score
from ninefold.game import Game, Seat, Seats, record_of
from ninefold.rules.position import Position
from ninefold.rules.record import Record
from ninefold.terminal.app import NinefoldApp
from ninefold.terminal.board import BoardWidget
from ninefold.terminal.computer import Computer
from ninefold.terminal.look import Look
from ninefold.terminal.replay import ReplayScreen
from ninefold.terminal.saves import Shelf
from ninefold.terminal.sitting import new_game
from support.pilots import at, drive, press, seen, table, told, until

ARROW = Look().glyphs.arrow


class Asked(Engine):
    """Answers at once with its last legal move, and remembers what it was asked."""

    name = "asked"

    def __init__(self) -> None:
        self.asked: list[tuple[int, float | None, int]] = []

    def analysis(
        self, position: Position, limit: Limit, *, lines: int = 1
    ) -> Generator[list[Info], None, None]:
        self.asked.append((position.ply, limit.time, lines))
        move = position.legal_moves[-1]
        yield [Info(move, Score(position.turn, 0.75), line=(move,))]

    def stop(self) -> None:
        """It has always answered already."""


# The evaluation and the hint


def test_the_evaluation_goes_on_after_a_hint_and_after_each_move(tmp_path: Path) -> None:
    judge = Asked()

    async def scenario() -> None:
        options = {"computer": lambda: Computer(lambda _: judge)}
        async with table(tmp_path, **options) as (pilot, screen):
            await press(pilot, "e")
            await until(pilot, lambda: "75" in seen(pilot))
            assert judge.asked == [(0, 5.0, 3)]
            await press(pilot, "t")
            await until(pilot, lambda: told(screen).startswith("Try 99"))
            await until(pilot, lambda: len(judge.asked) == 3)
            assert judge.asked[1:] == [(0, 1.0, 3), (0, 5.0, 3)]
            assert told(screen).startswith("Try 99")
            assert screen.query_one(BoardWidget).view.stars == (80,)
            await press(pilot, "5", "5")
            await until(pilot, lambda: len(judge.asked) == 4)
            assert judge.asked[3] == (1, 5.0, 3)
            assert screen.query_one(BoardWidget).view.stars == ()
            await press(pilot, "u")
            await until(pilot, lambda: len(judge.asked) == 5)
            assert judge.asked[4] == (0, 5.0, 3)
            await press(pilot, "e", "r")
            assert "Evaluation" not in seen(pilot)
            assert len(judge.asked) == 5, "what is switched off asks nothing"

    drive(scenario())


def test_a_hint_without_the_evaluation_asks_once_and_shows_no_evaluation(tmp_path: Path) -> None:
    judge = Asked()

    async def scenario() -> None:
        options = {"computer": lambda: Computer(lambda _: judge)}
        async with table(tmp_path, **options) as (pilot, screen):
            await press(pilot, "t")
            await until(pilot, lambda: told(screen).startswith("Try 99"))
            assert screen.query_one(BoardWidget).view.cursor == 80
            assert "Evaluation" not in seen(pilot)
            assert judge.asked == [(0, 1.0, 3)]
            await press(pilot, "g", "y", "t")
            assert not told(screen).startswith("Try")
            assert judge.asked == [(0, 1.0, 3)], "a game that is over has no best move"

    drive(scenario())


def test_no_hint_is_given_for_the_computers_move(tmp_path: Path) -> None:
    judge = Asked()

    class Never(Computer):
        def choose(self, *_: object, **__: object) -> None:
            return None

    heads = [Never(), Computer(lambda _: judge)]

    async def scenario() -> None:
        options = {"seats": at(X="casual"), "computer": lambda: heads.pop(0)}
        async with table(tmp_path, **options) as (pilot, screen):
            await press(pilot, "t", "w")
            assert told(screen) == "The computer is thinking …"
            assert judge.asked == []

    drive(scenario())


# What typing and undoing leave behind


def test_a_typed_digit_is_forgotten_by_escape_by_a_move_and_by_undo(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with table(tmp_path) as (pilot, screen):
            await press(pilot, "1", "escape", "5", "1")
            assert screen.game.moves == [36]
            await press(pilot, "1", "u", "5", "5")
            assert screen.game.moves == [40]
            await press(pilot, "u", "u")
            assert told(screen) == "There is nothing to take back."
            await press(pilot, "r", "r")
            assert told(screen) == "There is nothing to play again."

    drive(scenario())


def test_the_player_to_move_is_pointed_at_until_the_game_ends(tmp_path: Path) -> None:
    async def scenario() -> None:
        seats: Seats = {"X": Seat("Ann"), "O": Seat("Ben")}
        async with table(tmp_path, seats=seats) as (pilot, _):
            assert f"{ARROW}X Ann" in seen(pilot)
            assert f"{ARROW}O Ben" not in seen(pilot)
            await press(pilot, "5", "5")
            assert f"{ARROW}O Ben" in seen(pilot)
            assert f"{ARROW}X Ann" not in seen(pilot)
            await press(pilot, "g", "y")
            assert f"{ARROW}O Ben" not in seen(pilot)

    drive(scenario())


def test_who_resigns_is_the_person_or_of_two_the_one_to_move(tmp_path: Path) -> None:
    async def scenario() -> None:
        for seats, status in [(at(), "X wins. O resigned."), (at(O="full"), "You lose.")]:
            quiet = {"computer": lambda: Computer(lambda _: Asked())}
            async with table(tmp_path, seats=seats, **quiet) as (pilot, screen):
                await press(pilot, "5", "5")
                await until(pilot, lambda s=screen: s.game.level_to_move is None)
                await press(pilot, "g", "y")
                assert status in told(screen, "status")

    drive(scenario())


# What the cursor, the message and the status show in a state that is seldom visited


def test_the_cursor_goes_to_the_middle_of_the_board_that_is_held_to_or_else_stays(
    tmp_path: Path,
) -> None:
    async def scenario() -> None:
        async with table(tmp_path) as (pilot, screen):
            board = screen.query_one(BoardWidget)
            for keys, cursor in (
                (("5", "1"), 4),  # O is held to board 1
                (("1", "5"), 40),  # X to board 5, where the middle is still free
                (("5", "5"), 36 + 1),  # O to board 5, where it is not, nor the first
                (("u",), 37),  # there it may stay
                (("u",), 4),
                (("r",), 40),
            ):
                await press(pilot, *keys)
                assert board.view.cursor == cursor, keys

    drive(scenario())


def test_after_the_end_no_square_is_pointed_at_and_keys_are_told(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with table(tmp_path) as (pilot, screen):
            await press(pilot, "5", "5", "g", "y")
            view = screen.query_one(BoardWidget).view
            assert (view.cursor, view.preview, view.last) == (None, None, 40)
            assert told(screen).startswith("Press m for a rematch, n for a new game")
            await press(pilot, "5", "1")
            assert told(screen) == "The game is over: undo, or start a new one."
            await press(pilot, "escape")
            assert told(screen).startswith("Press m for a rematch")
            await press(pilot, "g")
            assert told(screen) == "The game is over: undo, or start a new one."

    drive(scenario())


def test_a_game_that_has_ended_meanwhile_is_not_resigned(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with table(tmp_path, clock="3600") as (pilot, screen):
            await press(pilot, "5", "5", "g")
            screen.game.flag("X")
            ended = screen.game.result
            await press(pilot, "y")
            assert screen.game.result == ended

    drive(scenario())


def test_what_was_typed_or_pointed_at_last_is_told(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with table(tmp_path) as (pilot, screen):
            await press(pilot, "1")
            assert told(screen).startswith("Board 1")
            await press(pilot, "left")
            assert told(screen).startswith("54 sends O to board 4")
            await press(pilot, "escape", "2", "escape")
            assert told(screen).startswith("54 sends O to board 4")

    drive(scenario())


@pytest.mark.parametrize(("width", "told_whole"), [(80, True), (34, True), (33, False)])
def test_the_mode_stands_before_the_turn_where_there_is_room(
    width: int, told_whole: bool, tmp_path: Path
) -> None:
    async def scenario() -> None:
        async with table(tmp_path, size=(width, 24)) as (pilot, screen):
            await press(pilot, "5", "5")
            turn = "O must play in board 5."
            whole = f"Modern · {turn}"
            assert told(screen, "status") == (whole if told_whole else turn)

    drive(scenario())


def test_a_late_opinion_is_not_shown_of_another_position(tmp_path: Path) -> None:
    judge = Asked()

    async def scenario() -> None:
        options = {"computer": lambda: Computer(lambda _: judge)}
        async with table(tmp_path, **options) as (pilot, screen):
            late = screen._question
            await press(pilot, "5", "5")
            before = told(screen)
            infos = [Info(0, Score("X", 0.5), line=(0,))]
            screen.post_message(screen.Judged(late, infos, hint=True))
            await press(pilot, "f5")
            assert told(screen) == before
            assert screen.query_one(BoardWidget).view.stars == ()

    drive(scenario())


def test_sides_change_also_after_the_end(tmp_path: Path) -> None:
    quiet = {"computer": lambda: Computer(lambda _: Asked())}

    async def scenario() -> None:
        async with table(tmp_path, seats=at(O="full"), **quiet) as (pilot, screen):
            await press(pilot, "g", "y", "x")
            assert screen.game.seats == at(X="full")
            assert told(screen).startswith("Sides are switched.")

    drive(scenario())


def test_a_first_move_that_may_be_taken_over_is_not_offered_to_the_computer(
    tmp_path: Path,
) -> None:
    class Never(Computer):
        def choose(self, *_: object, **__: object) -> None:
            return None

    async def scenario() -> None:
        game = new_game(Position.start("classic"), at(O="casual"), swap=True)
        async with table(tmp_path, game=game, computer=Never) as (pilot, screen):
            await press(pilot, "5", "5")
            assert screen.game.swap == "open"
            assert "Or press w" not in told(screen, "status")
            assert "w take over" not in seen(pilot)
            await press(pilot, "w")
            assert screen.game.swap == "open"

    drive(scenario())


# The replay of each kind of ending


def ended(ending: str, result: str) -> Record:
    """Three moves, and an end that the board does not show."""
    seats: Seats = {"X": Seat("Ann"), "O": Seat("Ben")}
    game = Game(Position.start(), seats)
    for square in (40, 36, 4):
        game.play(square)
    record = record_of(game)
    tags = {**record.tags, "Ending": ending}
    return replace(record, result=result, tags=tags)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("ending", "result", "said"),
    [
        ("resignation", "X", "O resigned"),
        ("time", "O", "X ran out of time"),
        ("agreement", "=", "Draw."),
        ("aborted", "*", "Cancelled."),
        ("expired", "*", "Cancelled."),
    ],
)
def test_an_ending_is_told_at_the_last_move_and_at_no_other(
    ending: str, result: str, said: str, tmp_path: Path
) -> None:
    async def scenario() -> None:
        app = NinefoldApp(Look(), Shelf(tmp_path), records=[ended(ending, result)], pace=0)
        async with app.run_test(size=(110, 24)) as pilot:
            await until(pilot, lambda: isinstance(app.screen, ReplayScreen))
            message = app.screen.query_one("#message", Static)
            pointed = []
            lines = []
            for _ in range(4):
                screen = seen(pilot)
                pointed.append("".join(p for p in "XO" if f"{ARROW}{p} " in screen))
                lines.append(str(message.content))
                await press(pilot, "right")
            assert pointed == ["X", "O", "X", ""]
            assert lines[1:3] == ["X plays 55.", "O plays 51."]
            assert lines[3].startswith("X plays 15. ")
            assert said.lower() in lines[3].lower()

    drive(scenario())


def test_a_replay_of_an_unfinished_game_has_no_ending(tmp_path: Path) -> None:
    async def scenario() -> None:
        records = [replace(ended("", "*"), tags={})]
        app = NinefoldApp(Look(), Shelf(tmp_path), records=records, pace=0)
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: isinstance(app.screen, ReplayScreen))
            await press(pilot, "end")
            assert str(app.screen.query_one("#message", Static).content) == "X plays 15."
            assert f"{ARROW}O " in seen(pilot)

    drive(scenario())


def test_steps_of_ten_and_to_the_ends_stop_where_the_game_does(tmp_path: Path) -> None:
    async def scenario() -> None:
        app = NinefoldApp(Look(), Shelf(tmp_path), records=[ended("time", "X")], pace=0)
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: isinstance(app.screen, ReplayScreen))
            screen = app.screen
            assert isinstance(screen, ReplayScreen)
            steps = []
            for key in ("left", "down", "h", "k", "space", "backspace", "end", "home"):
                await press(pilot, key)
                steps.append(screen.ply)
            assert steps == [0, 3, 2, 0, 1, 0, 3, 0]

    drive(scenario())
