"""The explorer's counts: the same however a game is turned, and none lost or added."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ninefold import BadInput, SystemFailed
from ninefold.analysis.explorer import (
    PLIES,
    Count,
    ExplorerFile,
    count_moves,
    digest_of,
    explored,
    is_counted,
    key_of,
    summed,
)
from ninefold.engine.books import find_book
from ninefold.engine.core import axes_of
from ninefold.engine.core.canonical import canonical
from ninefold.game import Game, Seat, record_of
from ninefold.game.entries import Aborted, Agreed, Resigned
from ninefold.rules.position import Position, replay
from ninefold.rules.squares import transform_square
from ninefold.rules.variants import VARIANTS, find_variant

BOARDS = "modern:tie_break=boards"
MODES = [*VARIANTS, BOARDS, "skirmish:free_move=unfilled,ownership=latest"]
PERSON, COMPUTER = Seat("Ann"), Seat(level="casual")


def a_game(mode: str, seed: int, symmetry: int = 0, seats=(PERSON, COMPUTER), **options) -> Game:
    """A random game, turned, that somebody wins, loses or draws early."""
    dice = Random(seed)
    game = Game(Position.start(mode), dict(zip("XO", seats, strict=True)), **options)
    position = game.position
    for _ in range(dice.randrange(30)):
        if position.outcome:
            break
        square = dice.choice(position.legal_moves)
        position = position.play(square)
        game.play(transform_square(square, symmetry))
    if game.result is None:
        game.resign(dice.choice("XO"))
    return game


def counts_of(game: Game) -> tuple[Count, ...]:
    return count_moves(game, lambda seat: seat.level is not None)


@given(st.sampled_from(MODES), st.integers(0, 10_000), st.integers(0, 7))
def test_all_images_of_a_game_give_the_same_counts(mode, seed, symmetry):
    assert counts_of(a_game(mode, seed, symmetry)) == counts_of(a_game(mode, seed))


@settings(max_examples=20)
@given(st.sampled_from(MODES), st.integers(0, 10_000), st.integers(0, 7))
def test_a_key_and_its_moves_are_those_of_the_specification(mode, seed, symmetry):
    """The core's key tells apart what ``Position.canonical`` does."""
    for position in replay(Position.start(mode), a_game(mode, seed).moves[:PLIES]):
        if position.outcome:
            break
        turned = position.transform(symmetry)
        assert key_of(position) == key_of(turned)
        images = canonical(position).images
        groups = {}
        for square in position.legal_moves:
            assert canonical(turned).images[transform_square(square, symmetry)] == images[square]
            groups.setdefault(images[square], set()).add(position.play(square).canonical())
        assert all(len(after) == 1 for after in groups.values())
        after = [one for ends in groups.values() for one in ends]
        assert len(after) == len(set(after)), "moves that lead to different positions are different"


@settings(max_examples=25)
@given(st.lists(st.tuples(st.integers(0, 30), st.integers(0, 7)), max_size=12))
def test_the_moves_of_a_position_add_up_to_the_games_that_went_on_from_it(games):
    played = [a_game("open", seed, symmetry) for seed, symmetry in games]
    counts = summed(count for game in played for count in counts_of(game))
    first = played[0].moves if played else []
    for position in replay(Position.start("open"), first[:PLIES]):
        reached = 0
        for game in played:
            keys = map(key_of, replay(game.start, game.moves[:PLIES])[: len(game.moves)])
            reached += key_of(position) in [*keys][:PLIES]
        moves = explored(position, counts) if is_counted(position) else []
        assert sum(move.games for move in moves) == (reached if is_counted(position) else 0)
        squares = [square for move in moves for square in move.squares]
        assert len(squares) == len(set(squares))


def test_a_result_goes_to_every_move_and_to_whoever_made_it():
    game = Game(Position.start(), {"X": PERSON, "O": COMPUTER})
    for square in (40, 36, 0):
        game.play(square)
    game.resign("X")
    assert [count[3:] for count in counts_of(game)] == [(0, 0, 0, 1), (1, 0, 0, 1), (0, 0, 0, 1)]
    # Who took the first move over did not make it.
    swapped = Game(Position.start(), {"X": PERSON, "O": COMPUTER}, swap=True)
    swapped.play(40)
    swapped.take_over()
    swapped.play(36)
    swapped.resign("O")
    assert [count[3:] for count in counts_of(swapped)] == [(0, 1, 0, 0), (0, 1, 0, 0)]


def test_what_is_not_counted():
    start = Position.start()
    going = Game(start, {"X": PERSON, "O": PERSON})
    going.play(40)
    assert counts_of(going) == ()
    set_up = Game(start.play(40), {"X": PERSON, "O": PERSON})
    set_up.play(36)
    set_up.resign("X")
    assert counts_of(set_up) == ()
    games = (a_game("classic", seed) for seed in range(100))
    long = next(game for game in games if len(game.moves) > PLIES)
    assert len(counts_of(long)) == PLIES


def test_a_move_of_the_book_stands_beside_what_was_played():
    start = Position.start()
    book = find_book(axes_of(start.variant))
    assert book is not None
    known = {move.book.percent for move in explored(start, []) if move.book}
    assert known == {move.percent for move in book.moves(start)}
    assert explored(Position.start(MODES[-1]), []) == [], "a variant that no book is for"


def test_moves_are_counted_before_the_twelfth_of_a_game_that_goes_on():
    dice, position, told = Random(3), Position.start(), []
    while position.outcome is None:
        told.append(is_counted(position))
        position = position.play(dice.choice(position.legal_moves))
    assert told == [True] * 12 + [False] * (len(told) - 12)
    assert not is_counted(position)
    won = Position.unchecked(find_variant("modern"), (0,) * 18, (7, 0), 1, 0)
    assert (won.ply, is_counted(won)) == (0, False)


@pytest.mark.parametrize(
    ("end", "ends"),
    [
        (Resigned(side="O"), (1, 0, 0)),
        (Agreed(side="X"), (0, 1, 0)),
        (Resigned(side="X"), (0, 0, 1)),
        (Aborted(side="X", reason="aborted"), None),
    ],
)
def test_each_end_is_counted_as_what_it_was(end, ends):
    game = Game(Position.start(), {"X": PERSON, "O": PERSON})
    game.play(40)
    game.apply(end)
    assert [count[4:] for count in counts_of(game)] == ([ends] if ends else [])


def test_who_made_a_move_is_told_by_their_seat_and_the_swap():
    for x, o, first, second in [
        (PERSON, COMPUTER, 0, 1),
        (COMPUTER, PERSON, 1, 0),
        (COMPUTER, COMPUTER, 1, 1),
    ]:
        game = Game(Position.start(), {"X": x, "O": o}, swap=True)
        for square in (40, 36, 0):
            game.play(square)
        game.resign("X")
        assert [count.computer for count in counts_of(game)] == [first, second, first]
        taken = Game(Position.start(), {"X": x, "O": o}, swap=True)
        taken.play(40)
        taken.take_over()
        for square in (36, 0):
            taken.play(square)
        taken.resign("X")
        assert [count.computer for count in counts_of(taken)] == [first, first, second]


def test_sums_keep_apart_what_differs_and_add_each_end_to_its_own():
    one = Count(1, 2, 3, 0, 1, 0, 0)
    other = [one._replace(axes=0), one._replace(key=9), one._replace(square=4)]
    other.append(one._replace(computer=1))
    counts = [one, *other, one._replace(x=0, drawn=1), one._replace(x=0, o=1), one]
    assert summed(counts) == sorted([Count(1, 2, 3, 0, 2, 1, 1), *other])
    assert summed([]) == []


def test_people_and_computers_are_explored_apart_the_most_played_first():
    start = Position.start(MODES[-1])  # no book knows it
    axes, key = key_of(start)
    images = canonical(start).images
    corner, centre, edge = images[0], images[40], images[1]
    counts = [
        Count(axes, key, corner, 0, 1, 0, 0),
        Count(axes, key, centre, 0, 1, 0, 2),
        Count(axes, key, centre, 1, 0, 4, 0),
        Count(axes, key, edge, 1, 0, 0, 2),
        Count(axes, key + 1, corner, 0, 50, 0, 0),  # another position
        Count(axes + 1, key, corner, 0, 50, 0, 0),  # another variant
    ]
    found = explored(start, counts)
    assert [move.games for move in found] == [7, 2, 1]
    assert [40 in found[0].squares, 1 in found[1].squares, 0 in found[2].squares] == [True] * 3
    assert (found[0].people, found[0].computer) == ((1, 0, 2), (0, 4, 0))
    assert (found[0].people.games, found[0].computer.games, found[0].book) == (3, 4, None)
    assert found[2].squares == (0, 8, 72, 80) or len(found[2].squares) == 4
    held = start.play(40)
    assert explored(held, [Count(*key_of(held), canonical(held).images[0], 0, 1, 0, 0)]) == []


def test_where_games_are_equal_the_book_comes_first():
    start = Position.start()
    axes, key = key_of(start)
    images = canonical(start).images
    known = {square for move in explored(start, []) for square in move.squares}
    other = next(square for square in range(81) if square not in known)
    inside = min(known)
    counts = [Count(axes, key, images[square], 0, 1, 0, 0) for square in (other, inside)]
    found = explored(start, counts)
    assert [move.games for move in found[:3]] == [1, 1, 0] or len(found) == 2
    assert found[0].book is not None
    assert inside in found[0].squares
    assert other in found[1].squares


@pytest.mark.parametrize("symmetry", range(8))
def test_the_book_is_known_in_every_image_of_a_position(symmetry):
    """Not only in the one that the book's file holds."""
    position = Position.start()
    for _ in range(3):
        turned = position.transform(symmetry)
        known = [(s, move.book) for move in explored(position, []) for s in move.squares]
        assert known
        assert {(s, move.book.percent) for move in explored(turned, []) for s in move.squares} == {
            (transform_square(square, symmetry), move.percent) for square, move in known
        }
        position = position.play(known[0][0])


def test_what_was_played_goes_before_what_only_the_book_knows():
    start = Position.start()
    known = {square for move in explored(start, []) for square in move.squares}
    other = next(square for square in range(81) if square not in known)
    played, *rest = explored(
        start, [Count(*key_of(start), canonical(start).images[other], 0, 1, 0, 0)]
    )
    assert (played.games, played.book) == (1, None)
    assert rest
    assert all(move.games == 0 and move.book for move in rest)


# A file


@pytest.mark.parametrize("rows", [1, 499, 500, 501, 1000])
def test_a_file_takes_any_number_of_counts(rows: int, tmp_path: Path):
    start = Position.start("battle")
    axes, key = key_of(start)
    counts = tuple(Count(axes, key, square, 1, 1, 2, 3) for square in range(rows))
    with ExplorerFile(tmp_path / "mine.sqlite3") as file:
        assert file.add({"a": counts, "b": counts[:1]}) == 2
        assert file.add({"a": counts, "c": counts[-1:]}) == 1
        found = {count.square: count[4:] for count in file.find(start)}
    assert len(found) == rows
    once, twice = (1, 2, 3), (2, 4, 6)
    expected = dict.fromkeys(range(rows), once) | {0: twice} | {rows - 1: twice}
    assert found == (expected if rows > 1 else {0: (3, 6, 9)})
    with ExplorerFile(tmp_path / "mine.sqlite3", create=False) as file:
        assert len(file.find(start)) == rows


def test_a_file_that_fails_halfway_has_counted_nothing(tmp_path: Path):
    start = Position.start("battle")
    good = Count(*key_of(start), 0, 0, 1, 0, 0)
    bad = good._replace(square=1, x=None)
    with ExplorerFile(tmp_path / "mine.sqlite3") as file:
        with pytest.raises((SystemFailed, TypeError)):
            file.add({"a": (good,), "b": (bad,)})
        assert file.find(start) == []
        assert file.add({"a": (good,)}) == 1


def games_of(count: int) -> dict[str, tuple[Count, ...]]:
    games = [a_game("battle", seed) for seed in range(count)]
    named = {digest_of(record_of(game, {"Game": str(n)})): game for n, game in enumerate(games)}
    return {digest: counts_of(game) for digest, game in named.items()}


def test_a_file_counts_a_record_once(tmp_path: Path):
    games, start = games_of(8), Position.start("battle")
    expected = sum(bool(counts) for counts in games.values())
    with ExplorerFile(tmp_path / "new" / "mine.sqlite3") as file:
        assert file.add(dict(list(games.items())[:5])) == 5
    with ExplorerFile(tmp_path / "new" / "mine.sqlite3") as file:
        assert file.add(games) == 3
        assert file.add(games) == 0
        assert sum(move.games for move in explored(start, file.find(start))) == expected
        counts = summed(count for counts in games.values() for count in counts)
        assert sorted(file.find(start)) == [one for one in counts if one[:2] == key_of(start)]


def test_a_file_that_is_something_else_is_refused_in_words(tmp_path: Path):
    with pytest.raises(BadInput, match="there is no file"):
        ExplorerFile(tmp_path / "none.sqlite3", create=False)
    (tmp_path / "text.txt").write_text("Not a database at all. " * 40, "utf-8")
    with pytest.raises(SystemFailed, match="not a database"):
        ExplorerFile(tmp_path / "text.txt")
    for name, told in (("games", "earlier server"), ("cats", "something else")):
        db = sqlite3.connect(tmp_path / name)
        db.execute(f"CREATE TABLE {name} (x)")
        db.close()
        with pytest.raises(BadInput, match=told):
            ExplorerFile(tmp_path / name)
