"""Opening a game at the table: where it goes on, what is said of it, and when its clock runs."""

from __future__ import annotations

from pathlib import Path

from textual.pilot import Pilot
from textual.widgets import Input

from ninefold.game import TWO_PEOPLE, Game, record_of
from ninefold.game.entries import Moved
from ninefold.rules.position import Position
from ninefold.rules.record import format_record
from ninefold.terminal.board import BoardWidget
from ninefold.terminal.saves import Shelf, load_game, store_game
from ninefold.terminal.sitting import Table, moment, new_game
from ninefold.terminal.table import TableScreen
from support.pilots import drive, press, random_game, table, told, until


def begun(mode: str, *squares: int) -> Table:
    game = Game(Position.start(mode), TWO_PEOPLE)
    for square in squares:
        game.play(square)
    return game


async def open_file(pilot: Pilot[None], file: Path) -> None:
    await press(pilot, "o")
    line = pilot.app.screen.query_one(Input)
    line.value = str(file)
    line.focus()
    await press(pilot, "enter")
    await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))


def test_a_file_from_elsewhere_stays_and_is_on_the_shelf_from_the_next_move_on(
    tmp_path: Path,
) -> None:
    shelf, file = Shelf(tmp_path / "shelf"), tmp_path / "ann.txt"
    store_game(file, begun("battle", 40, 36))
    before = file.read_bytes()

    async def scenario() -> None:
        async with table(shelf.folder) as (pilot, screen):
            await press(pilot, "1", "1")
            await open_file(pilot, file)
            assert told(screen) == "Opened ann.txt: Battle, move 2."
            assert screen.game.moves == [40, 36]
            assert len(list(shelf.saved())) == 1, "nothing was done to the game yet"
            await press(pilot, "1", "5")
        newer, older = sorted(
            (saved.game.moves for saved in shelf.saved() if saved.game), key=len, reverse=True
        )
        assert (newer, older) == ([40, 36, 4], [0])
        assert file.read_bytes() == before

    drive(scenario())


def test_a_game_of_the_shelf_goes_on_in_its_own_file(tmp_path: Path) -> None:
    file = tmp_path / "2026-01-01-000000-open.game"
    store_game(file, begun("open", 40))

    async def scenario() -> None:
        async with table(tmp_path) as (pilot, _):
            await open_file(pilot, file)
            await press(pilot, "5", "1")
        assert list(tmp_path.glob("*.game")) == [file]
        assert load_game(file)[0].moves == [40, 36]

    drive(scenario())


def test_of_several_games_in_a_file_the_first_is_opened_and_that_is_said(tmp_path: Path) -> None:
    file = tmp_path / "two.txt"
    games = begun("battle", 40), begun("open")
    file.write_text("\n".join(format_record(record_of(game)) for game in games))

    async def scenario() -> None:
        async with table(tmp_path / "shelf") as (pilot, screen):
            await open_file(pilot, file)
            assert told(screen) == (
                "Opened two.txt: Battle, move 1. It is the first of 2 games in the file."
            )

    drive(scenario())


def test_the_cursor_of_an_opened_game_is_where_a_move_can_be(tmp_path: Path) -> None:
    file = tmp_path / "held.txt"
    store_game(file, begun("modern", 40, 36))

    async def scenario() -> None:
        async with table(tmp_path / "shelf") as (pilot, screen):
            assert screen.query_one(BoardWidget).view.cursor == 40
            await open_file(pilot, file)
            assert screen.query_one(BoardWidget).view.cursor == 4

    drive(scenario())


def test_the_clock_of_a_game_that_was_kept_runs_from_the_moment_it_is_shown(
    tmp_path: Path,
) -> None:
    async def scenario() -> None:
        game, file = new_game(Position.start(), TWO_PEOPLE, "3600"), tmp_path / "timed.txt"
        for square, left in ((40, 3_600_000), (36, 3_500_000), (4, 3_400_000)):
            game.apply(Moved(side=game.position.turn, square=square, left=left))
        store_game(file, game)
        game, _ = load_game(file)
        async with table(tmp_path / "shelf", game=game) as (pilot, screen):
            for reader in (lambda: open_file(pilot, file), pilot.pause):
                assert screen.game.clock.running == "O"
                assert 3_000_000 < (screen.game.clock.remaining("O", moment()) or 0) <= 3_500_000
                await reader()
            assert screen.game is not game

    drive(scenario())


def test_a_finished_game_is_opened_as_it_ended(tmp_path: Path) -> None:
    file, whole = tmp_path / "whole.txt", random_game("open", seed=1)
    store_game(file, whole)

    async def scenario() -> None:
        async with table(tmp_path / "shelf") as (pilot, screen):
            await open_file(pilot, file)
            assert screen.game.result == whole.result
            board = screen.query_one(BoardWidget)
            assert (board.view.cursor, board.view.last) == (None, whole.moves[-1])

    drive(scenario())


def test_a_rematch_and_what_is_saved_are_called_by_their_mode(tmp_path: Path) -> None:
    async def scenario() -> None:
        game = new_game(Position.start("battle"), TWO_PEOPLE)
        async with table(tmp_path, game=game) as (pilot, screen):
            await press(pilot, "s")
            assert pilot.app.screen.query_one(Input).value == "battle.game"
            await press(pilot, "escape", "5", "5", "g", "y", "m")
            assert told(screen) == "A rematch of Battle: sides are changed."

    drive(scenario())
