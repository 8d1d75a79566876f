"""Swap: after the first move O may take it over, and the players change sides."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from ninefold.engine import Engine, Info, Limit, Score
from ninefold.game import Game, Seats
from ninefold.rules.position import Position
from ninefold.terminal.app import NinefoldApp
from ninefold.terminal.computer import Computer
from ninefold.terminal.look import Look
from ninefold.terminal.menu import MenuScreen
from ninefold.terminal.plain import PlainTable
from ninefold.terminal.saves import Shelf
from ninefold.terminal.say import WORDS
from ninefold.terminal.sitting import Table, new_game
from ninefold.terminal.table import TableScreen
from support.pilots import at, drive, press, seen, table, told, until

YOU_X: Seats = at(O="keen")
YOU_O: Seats = at(X="keen")


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


def with_swap(seats: Seats | None = None, mode: str = "classic") -> Table:
    return Game(Position.start(mode), seats or at(), swap=True)


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
            assert "With perfect play" not in seen(pilot)
            await press(pilot, "right")  # Classic
            await until(pilot, lambda: "With perfect play X wins" in seen(pilot))
            await press(pilot, "down", "right")  # a friend
            await press(pilot, "down", "down", "down", "right")  # clock, draws, swap
            await until(pilot, lambda: "[O may take over X's first move]" in seen(pilot))
            await press(pilot, "enter")
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
            await press(pilot, "w")
            await until(pilot, lambda: len(screen.game.moves) == 2)
            assert screen.game.swap == "swapped"
            assert screen.game.seats == YOU_X
            assert "w take over" not in seen(pilot)
            await press(pilot, "w")
            assert "only right after the first one" in told(screen)
        (saved,) = Shelf(tmp_path).saved()
        assert saved.game is not None
        assert (saved.game.swap, saved.game.seats) == ("swapped", YOU_X)

    drive(scenario())


def test_the_computer_takes_over_on_the_screen_and_says_so(tmp_path: Path) -> None:
    async def scenario() -> None:
        game = new_game(Position.start("classic"), YOU_X, swap=True)
        options = {"computer": lambda: computer(0.2)}
        async with table(tmp_path, game=game, **options) as (pilot, screen):
            await press(pilot, "5", "5")
            await until(pilot, lambda: screen.game.swap == "swapped")
            assert screen.game.seats == YOU_O
            assert screen.game.moves == [40]
            await until(pilot, lambda: "takes over X's move: you play O now" in told(screen))
            await press(pilot, "5", "1")
            await until(pilot, lambda: len(screen.game.moves) == 3)

    drive(scenario())


# Plain lines


def talk(lines: str, game: Table | None = None, **options: Computer) -> str:
    out = io.StringIO()
    game = game or Game(Position.start(), at())
    parts = {"source": io.StringIO(lines), "out": out, "boards": False}
    assert PlainTable(game, WORDS["en"], **parts, **options).run() == 0
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
