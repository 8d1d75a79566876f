"""Games on disk: nothing is lost, nothing is destroyed, and whatever is wrong is said in words."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ninefold.rules.position import Position
from ninefold.rules.record import format_record
from ninefold.rules.variants import VARIANTS
from ninefold.terminal.clock import Clock, TimeControl, clock_face
from ninefold.terminal.game import Game, Seats
from ninefold.terminal.saves import (
    SaveError,
    Shelf,
    clock_of,
    game_from_record,
    load_game,
    new_game,
    record_of,
    store_game,
)
from support.pilots import random_game

SEATS: list[Seats] = [{"X": None, "O": None}, {"X": "beginner", "O": None}]


@given(
    mode=st.sampled_from(sorted(VARIANTS)),
    plies=st.integers(0, 81),
    seed=st.integers(0, 1000),
    seats=st.sampled_from(SEATS),
    resigns=st.sampled_from(["", "X", "O"]),
)
def test_a_saved_game_comes_back_as_it_was(
    mode: str, plies: int, seed: int, seats: Seats, resigns: str
) -> None:
    whole = random_game(mode, seed)
    game = new_game(Position.start(mode), seats)
    for move in whole.moves[:plies]:
        game.play(move)
    if resigns:
        game.resign("X" if resigns == "X" else "O")
    back = game_from_record(record_of(game))
    assert back.moves == game.moves
    assert back.position == game.position
    assert back.seats == game.seats
    assert back.result == game.result
    assert format_record(record_of(back)) == format_record(record_of(game))


def test_the_clock_goes_on_with_the_time_that_was_left() -> None:
    game = new_game(Position.start(), SEATS[0], "180+2")
    game.play(40, clock=171_500)
    game.play(36, clock=165_000)
    clock = clock_of(game_from_record(record_of(game)))
    assert clock is not None
    assert (clock.left("X"), clock.left("O")) == (171.5, 165.0)
    assert clock.control == TimeControl(180, 2)


def test_a_clock_runs_for_one_side_and_gives_increments() -> None:
    now = 100.0
    clock = Clock(TimeControl(60, 5), now=lambda: now)
    clock.run("X")
    now += 10
    assert (clock.left("X"), clock.left("O")) == (50, 60)
    clock.moved("X")
    clock.run("O")
    now += 61
    assert (clock.left("X"), clock.left("O")) == (55, 0)
    assert clock_face(clock.left("X")) == "0:55"


@pytest.mark.parametrize("text", ["", "x", "0", "-5", "10+", "10+x", "1e9", "3:00"])
def test_a_clock_that_cannot_be_read_is_named(text: str) -> None:
    if text == "10+":
        assert TimeControl.parse(text) == TimeControl(10)
        return
    with pytest.raises(ValueError, match="is no clock: expected seconds"):
        TimeControl.parse(text)


def illegal_at_move_17() -> str:
    game = random_game("modern", seed=1)
    names = [f"{m // 9 + 1}{m % 9 + 1}" for m in game.moves[:16]]
    return f'[Mode "modern"]\n[Result "*"]\n\n1. {" ".join(names)} {names[0]} *\n'


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "holds no game: expected a game record"),
        ("\x00\x01\x02", "does not say its mode"),
        ('[Mode "modern"]\n\n1. 55 5', "'5' is not a move: expected two digits"),
        ('[Mode "modern"]\n\n1. 55 51 15', "ends after 3 moves without its result"),
        ('[Mode "chess"]\n\n*', "is not a mode"),
        ("<html>", "'<html>' is not a move|does not say its mode"),
        ('[Mode "open"]\n[Ninefold "9"]\n[Result "*"]\n\n1. 55 *', "saved by a newer Ninefold"),
        ('[Mode "open"]\n[Clock "soon"]\n[Result "*"]\n\n1. 55 *', "'soon' is no clock"),
        (illegal_at_move_17(), r"move 17: \d\d is not a legal move: [XO] is there already"),
    ],
    ids=["empty", "noise", "cut", "unfinished", "mode", "html", "future", "clock", "move 17"],
)
def test_a_bad_file_is_answered_in_words_and_left_as_it_is(
    text: str, words: str, tmp_path: Path
) -> None:
    file = tmp_path / "2026-01-01-000000-modern.game"
    file.write_text(text)
    with pytest.raises(SaveError, match=words):
        load_game(file)
    (saved,) = Shelf(tmp_path).saved()
    assert saved.game is None
    assert str(file) in saved.problem
    assert Shelf(tmp_path).unfinished() is None
    assert file.read_text() == text


def test_a_file_that_is_no_text_is_answered_in_words(tmp_path: Path) -> None:
    file = tmp_path / "picture.game"
    file.write_bytes(b"\x89PNG\xff\xfe")
    with pytest.raises(SaveError, match="is not text: expected a game record"):
        load_game(file)


def test_a_broken_newest_file_does_not_hide_an_older_game(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    game = Game(Position.start("battle"))
    game.play(40)
    store_game(tmp_path / "2026-01-01-000000-battle.game", game)
    (tmp_path / "2026-02-01-000000-modern.game").write_text("garbage")
    found = shelf.unfinished()
    assert found is not None
    assert found.game is not None
    assert found.game.moves == (40,)


def test_two_games_of_one_second_get_two_files(tmp_path: Path) -> None:
    shelf, game = Shelf(tmp_path), Game(Position.start())
    assert len({shelf.new_path(game) for _ in range(5)}) == 5


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(SaveError, match="could not be made: "):
        Shelf(tmp_path / "file").new_path(Game(Position.start()))


def test_only_games_from_the_shelf_go_on_in_their_own_file(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "shelf")
    mine, other = shelf.folder / "a.game", tmp_path / "b.txt"
    assert shelf.own(mine) == mine
    assert shelf.own(other) is None
