"""Swap: after the first move O may take it over, and the players change sides."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from ninefold.engine import Engine, Info, Limit, Score
from ninefold.rules.errors import IllegalMove
from ninefold.rules.position import Position
from ninefold.rules.record import format_record, parse_records
from ninefold.terminal.app import NinefoldApp
from ninefold.terminal.computer import Computer
from ninefold.terminal.game import Game, Seats
from ninefold.terminal.look import Look
from ninefold.terminal.menu import MenuScreen
from ninefold.terminal.plain import PlainTable
from ninefold.terminal.saves import Shelf, game_from_record, new_game, record_of
from ninefold.terminal.say import LANGUAGES
from ninefold.terminal.table import TableScreen
from support.pilots import drive, seen, table, told, until

YOU_X: Seats = {"X": None, "O": "keen"}
YOU_O: Seats = {"X": "keen", "O": None}


class SureEngine(Engine):
    """Plays its first legal move and is sure of how good its own side is."""

    name = "sure"

    def __init__(self, chance: float) -> None:
        self._chance = chance

    def analysis(self, position: Position, limit: Limit, *, lines: int = 1):
        move = position.legal_moves[0]
        yield [Info(move, Score(position.turn, self._chance), line=(move,))]

    def stop(self) -> None:
        """It has always answered already."""


def computer(chance: float) -> Computer:
    return Computer(lambda _: SureEngine(chance))


def with_swap(seats: Seats | None = None, mode: str = "classic", **tags: str) -> Game:
    return Game(Position.start(mode), seats or {"X": None, "O": None}, tags=tags, swap=True)


# The game


def test_swap_is_open_for_one_move_only() -> None:
    game = with_swap()
    states = [game.swap]
    for move in (40, 36, 4):
        game.play(move)
        states.append(game.swap)
    assert states == ["ahead", "open", "kept", "kept"]
    assert Game(Position.start()).swap == "off"
    with pytest.raises(IllegalMove, match="right after the first move"):
        game.take_over()


def test_taking_over_changes_seats_and_names_and_not_the_position() -> None:
    game = with_swap(YOU_O, X="Ann", O="Ben")
    game.play(40)
    before = game.position
    game.take_over()
    assert (game.swap, game.position) == ("taken", before)
    assert game.seats == {"X": None, "O": "keen"}
    assert (game.tags["X"], game.tags["O"]) == ("Ben", "Ann")
    assert game.level_to_move == "keen"


def test_a_swap_of_ones_own_is_taken_back_before_the_move_it_took_over() -> None:
    game = with_swap(YOU_O)
    game.play(40)
    game.take_over()
    game.play(36)
    assert game.undo()
    assert (game.moves, game.swap, game.seats) == ((40,), "open", YOU_O)
    assert not game.redo()
    assert not game.undo(), "the computer's move is not ours to take back"


def test_a_swap_of_the_computers_is_taken_back_with_the_move_it_took() -> None:
    game = with_swap(YOU_X)
    game.play(40)
    game.take_over()
    assert game.undo()
    assert (game.moves, game.swap, game.seats) == ((), "ahead", YOU_X)


def test_a_later_move_is_taken_back_and_the_swap_stays() -> None:
    game = with_swap(YOU_O)
    for move in (40, None, 36, 4, 39):
        game.take_over() if move is None else game.play(move)
    assert game.undo()
    assert (game.moves, game.swap) == ((40, 36), "taken")


def test_among_friends_each_step_is_taken_back() -> None:
    game = with_swap(X="Ann", O="Ben")
    game.play(40)
    game.take_over()
    game.play(36)
    seen_states = []
    while game.undo():
        seen_states.append((game.moves, game.swap, game.tags["X"]))
    assert seen_states == [((40,), "taken", "Ben"), ((40,), "open", "Ann"), ((), "ahead", "Ann")]


def test_a_swap_is_in_the_record_and_comes_back_from_it() -> None:
    for taken in (False, True):
        game = with_swap(YOU_O)
        tags = []
        for move in (None, 40, 36):
            if move is not None:
                game.play(move)
            if taken and game.swap == "open":
                game.take_over()
            (record,) = parse_records(format_record(record_of(game)))
            back = game_from_record(record)
            assert (back.swap, back.seats) == (game.swap, game.seats)
            tags.append(record.tags["Swap"])
        assert tags == (["offered", "taken", "taken"] if taken else ["offered"] * 2 + ["declined"])
    assert "Swap" not in record_of(Game(Position.start())).tags


def test_a_record_with_a_word_for_swap_that_nobody_knows_opens_without_it() -> None:
    record = record_of(with_swap())
    assert game_from_record(record.__class__(record.start, tags={"Swap": "???"})).swap == "off"


# The computer


@pytest.mark.parametrize(("chance", "answer"), [(0.3, "swap"), (0.6, 1)])
def test_the_computer_takes_over_what_it_would_rather_have(
    chance: float, answer: str | int
) -> None:
    after = Position.start().play(0)
    chosen = computer(chance).choose(after, "keen", swap="open")
    assert chosen == answer
    assert computer(chance).choose(after, "keen", swap="kept") == 1


def test_the_computer_does_not_begin_with_its_best_move_when_that_may_be_taken() -> None:
    start = Position.start("classic")
    begun = {computer(0.9).choose(start, "keen", swap="ahead") for _ in range(60)}
    assert len(begun) > 10
    assert computer(0.9).choose(start, "keen") == 0


# The screen


def test_swap_is_chosen_on_the_start_screen_and_explained(tmp_path: Path) -> None:
    async def scenario() -> None:
        app = NinefoldApp(Look(), Shelf(tmp_path), pace=0)
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: isinstance(app.screen, MenuScreen))
            assert "proven" not in seen(pilot)
            await pilot.press("right")  # Classic
            await until(pilot, lambda: "X is proven to win" in seen(pilot))
            await pilot.press("down", "right")  # a friend
            await pilot.press("down", "down", "down", "right")  # clock, draws, swap
            await until(pilot, lambda: "[O may take over X's first move]" in seen(pilot))
            await pilot.press("enter")
            await until(pilot, lambda: isinstance(app.screen, TableScreen))
            assert isinstance(app.screen, TableScreen)
            assert app.screen.game.swap == "ahead"

    drive(scenario())


def test_o_takes_the_first_move_over_with_a_key(tmp_path: Path) -> None:
    async def scenario() -> None:
        game = new_game(Position.start("classic"), YOU_O, swap=True)
        game.play(40)
        options = {"computer": lambda: computer(0.5)}
        async with table(tmp_path, game=game, **options) as (pilot, screen):
            await until(pilot, lambda: "w take over" in seen(pilot))
            assert "Or press w to take over X's move" in told(screen, "status")
            await pilot.press("w")
            await until(pilot, lambda: len(screen.game.moves) == 2)
            assert screen.game.swap == "taken"
            assert screen.game.seats == YOU_X
            assert "w take over" not in seen(pilot)
            await pilot.press("w")
            assert "only right after the first one" in told(screen)
        (saved,) = Shelf(tmp_path).saved()
        assert saved.game is not None
        assert (saved.game.swap, saved.game.seats) == ("taken", YOU_X)

    drive(scenario())


def test_the_computer_takes_over_on_the_screen_and_says_so(tmp_path: Path) -> None:
    async def scenario() -> None:
        game = new_game(Position.start("classic"), YOU_X, swap=True)
        options = {"computer": lambda: computer(0.2)}
        async with table(tmp_path, game=game, **options) as (pilot, screen):
            await pilot.press("5", "5")
            await until(pilot, lambda: screen.game.swap == "taken")
            assert screen.game.seats == YOU_O
            assert screen.game.moves == (40,)
            await until(pilot, lambda: "takes over X's move: you play O now" in told(screen))
            await pilot.press("5", "1")
            await until(pilot, lambda: len(screen.game.moves) == 3)

    drive(scenario())


# Plain lines


def talk(lines: str, game: Game | None = None, **options: Computer) -> str:
    out = io.StringIO()
    game = game or Game(Position.start())
    parts = {"source": io.StringIO(lines), "out": out, "boards": False}
    assert PlainTable(game, LANGUAGES["en"], **parts, **options).run() == 0
    return out.getvalue()


def test_plain_play_offers_swap_in_words_and_takes_it() -> None:
    out = talk("55\nswap\n51\nswap\nmoves\n", game=with_swap())
    assert "type swap to take over X's move" in out
    assert "The players change sides: whoever began plays O now." in out
    assert "only right after the first one" in out
    assert "55 51" in out


def test_plain_play_against_the_computer_with_swap() -> None:
    out = talk("55\nmoves\n", game=with_swap(YOU_X), computer=computer(0.2))
    assert "takes over X's move: you play O now" in out
    out = talk("moves\nswap\nmoves\n", game=with_swap(YOU_O), computer=computer(0.5))
    assert "You take over X's move and play X now." in out


def test_plain_play_begins_a_new_game_with_swap() -> None:
    out = talk("new classic swap\n55\nswap\n")
    assert "whoever began plays O now" in out
    assert "'classic foo' is not a mode" in talk("new classic foo\n")
