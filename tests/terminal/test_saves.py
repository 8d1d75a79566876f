"""Games on disk: nothing is lost, nothing is destroyed, and whatever is wrong is said in words."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ninefold.game import TWO_PEOPLE, Game, Result, Seat
from ninefold.rules.errors import BadInput, BadSyntax
from ninefold.rules.position import Position
from ninefold.rules.squares import square_name
from ninefold.terminal.saves import SaveError, Shelf, Slot, load_game, store_game
from support.pilots import at, random_game

#: Files that the version before wrote, by its own code.
EARLIER = Path(__file__).parent / "earlier"


def test_what_is_stored_is_read_back(tmp_path: Path) -> None:
    game = random_game("battle", seed=1)
    store_game(tmp_path / "a.game", game)
    back, games = load_game(tmp_path / "a.game")
    assert (back.moves, back.result, back.seats, games) == (game.moves, game.result, game.seats, 1)


@pytest.mark.parametrize(
    ("name", "result"),
    [
        ("unfinished", None),
        ("clock", None),
        ("swapped", None),
        ("offered", None),
        ("resigned", Result("O", "resignation")),
        ("time", Result("X", "time")),
        ("agreed", Result(None, "agreement")),
        ("finished", Result("X", "line")),
    ],
)
def test_a_save_of_the_version_before_opens_and_goes_on(
    name: str, result: Result | None, tmp_path: Path
) -> None:
    text = (EARLIER / f"{name}.game").read_text(encoding="utf-8")
    file = tmp_path / f"{name}.game"
    file.write_text(text, encoding="utf-8")
    game, _ = load_game(file)
    assert game.result == result
    assert all(square_name(move) in text for move in game.moves)
    if result is None:
        game.play(game.position.legal_moves[0])
    elif not result.on_the_board:
        assert game.undo()
        assert game.result is None
    store_game(file, game)
    assert load_game(file)[0].moves == game.moves


def test_a_save_of_the_version_before_keeps_seats_swap_and_clock() -> None:
    swapped, _ = load_game(EARLIER / "swapped.game")
    assert (swapped.swap, swapped.seats) == ("swapped", at(X="keen"))
    offered, _ = load_game(EARLIER / "offered.game")
    assert (offered.swap, offered.seats) == ("open", {"X": Seat(), "O": Seat()})
    timed, _ = load_game(EARLIER / "clock.game")
    assert str(timed.clock.control) == "180+2"
    assert timed.clock.left == {"X": 171_000, "O": 172_500}


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
        ('[Mode "open"]\n[Ninefold "9"]\n[Result "*"]\n\n1. 55 *', "written by a newer Ninefold"),
        ('[Mode "open"]\n[Clock "soon"]\n[Result "*"]\n\n1. 55 *', "'soon' is not a clock"),
        (illegal_at_move_17(), r"move 17: \d\d is not a legal move: [XO] is there already"),
    ],
    ids=["empty", "noise", "cut", "unfinished", "mode", "html", "future", "clock", "move 17"],
)
def test_a_bad_file_is_answered_in_words_and_left_as_it_is(
    text: str, words: str, tmp_path: Path
) -> None:
    file = tmp_path / "2026-01-01-000000-modern.game"
    file.write_text(text)
    with pytest.raises(BadInput, match=words):
        load_game(file)
    (saved,) = Shelf(tmp_path).saved()
    assert saved.game is None
    assert str(file) in saved.problem
    assert Shelf(tmp_path).unfinished() is None
    assert file.read_text() == text


def test_a_file_that_is_no_text_is_answered_in_words(tmp_path: Path) -> None:
    file = tmp_path / "picture.game"
    file.write_bytes(b"\x89PNG\xff\xfe")
    with pytest.raises(BadSyntax, match="is not a text file: expected UTF-8"):
        load_game(file)


def test_a_broken_newest_file_does_not_hide_an_older_game(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    game = Game(Position.start("battle"), TWO_PEOPLE)
    game.play(40)
    store_game(tmp_path / "2026-01-01-000000-battle.game", game)
    (tmp_path / "2026-02-01-000000-modern.game").write_text("garbage")
    found = shelf.unfinished()
    assert found is not None
    assert found.game is not None
    assert found.game.moves == [40]


def test_games_of_one_second_get_a_file_each_and_the_newest_comes_first(tmp_path: Path) -> None:
    shelf, game = Shelf(tmp_path), Game(Position.start(), TWO_PEOPLE)
    paths = [shelf.new_path(game) for _ in range(12)]
    assert len(set(paths)) == 12
    assert [saved.path for saved in shelf.saved()] == paths[::-1]


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(SaveError, match="could not be made: "):
        Shelf(tmp_path / "file").new_path(Game(Position.start(), TWO_PEOPLE))


def test_only_games_from_the_shelf_go_on_in_their_own_file(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "shelf")
    mine, other = shelf.folder / "a.game", tmp_path / "b.txt"
    assert shelf.own(mine) == mine
    assert shelf.own(other) is None


def test_a_game_has_a_file_from_its_first_move_on_and_keeps_it_without_moves(
    tmp_path: Path,
) -> None:
    shelf, game = Shelf(tmp_path / "shelf"), Game(Position.start(), TWO_PEOPLE)
    slot = Slot(shelf)
    slot.keep(game)
    assert not shelf.folder.exists(), "nobody has played yet"
    game.play(40)
    slot.keep(game)
    (file,) = shelf.folder.iterdir()
    assert load_game(file)[0].moves == [40]
    assert game.undo()
    slot.keep(game)
    assert [saved.path for saved in shelf.saved()] == [file]
    assert load_game(file)[0].moves == [], "what was taken back is not on disk any more"


def test_a_game_that_goes_on_in_a_file_needs_neither_a_move_nor_its_folder(tmp_path: Path) -> None:
    folder = tmp_path / "shelf"
    file = folder / "2026-01-01-000000-modern.game"
    Slot(Shelf(folder), file).keep(Game(Position.start(), TWO_PEOPLE))
    assert list(folder.iterdir()) == [file]


def test_so_many_games_are_listed_and_an_unfinished_one_is_looked_for_among_twenty(
    tmp_path: Path,
) -> None:
    shelf = Shelf(tmp_path)
    unfinished, over = Game(Position.start("open"), TWO_PEOPLE), random_game("open", seed=1)
    store_game(tmp_path / "2026-01-01-000000-open.game", unfinished)
    for second in range(19):
        store_game(tmp_path / f"2026-01-01-0001{second:02}-open.game", over)
    assert [saved.path.stem[11:17] for saved in shelf.saved(2)] == ["000118", "000117"]
    found = shelf.unfinished()
    assert found is not None
    assert found.path.stem == "2026-01-01-000000-open"
    store_game(tmp_path / "2026-01-01-000200-open.game", over)
    assert shelf.unfinished() is None, "the start screen does not read a whole shelf"


def test_a_name_that_stands_for_a_game_tells_when_and_which(tmp_path: Path) -> None:
    path = Shelf(tmp_path).new_path(Game(Position.start("battle"), TWO_PEOPLE))
    assert re.fullmatch(r"\d{4}-\d\d-\d\d-\d{6}-battle\.game", path.name)


def test_what_cannot_be_written_leaves_what_was_there_and_nothing_beside(tmp_path: Path) -> None:
    game = Game(Position.start(), TWO_PEOPLE)
    taken = tmp_path / "folder.game"
    taken.mkdir()
    with pytest.raises(SaveError, match=r"folder\.game could not be written: "):
        store_game(taken, game)
    assert list(tmp_path.iterdir()) == [taken]
