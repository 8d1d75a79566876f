"""A game as a record and back: nothing is lost, and one vocabulary of tags is written."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ninefold import VARIANTS, BadSyntax, Position, format_record, parse_record
from ninefold.game import TWO_PEOPLE, Game, Result, Seat, TimeControl, game_of, record_of
from ninefold.game.entries import Kept, Moved

SEATS = [TWO_PEOPLE, {"X": Seat(level="beginner"), "O": Seat("Ann")}]


def random_game(mode, seats, steps, **options):
    game = Game(Position.start(mode), seats, **options)
    for step in steps:
        if game.state == "playing":
            legal = game.position.legal_moves
            game.play(legal[step % len(legal)], now=1_000.0 * game.ply)
    return game


def facts(game):
    return (game.moves, game.position, game.seats, game.result, game.swap, game.clock.left)


@example("modern", [40], TWO_PEOPLE, "", True, "keep")
@example("modern", [40], TWO_PEOPLE, "", True, "take")
@example("modern", [40], TWO_PEOPLE, "", True, "")
@given(
    mode=st.sampled_from(sorted(VARIANTS)),
    steps=st.lists(st.integers(0, 80), max_size=81),
    seats=st.sampled_from(SEATS),
    ending=st.sampled_from(["", "resignation", "time", "proven", "crash", "abandoned", "aborted"]),
    swap=st.booleans(),
    answer=st.sampled_from(["take", "keep", ""]),
)
def test_a_recorded_game_comes_back_as_it_was(mode, steps, seats, ending, swap, answer):
    game = random_game(mode, seats, steps[:1], swap=swap, control=TimeControl(60, 2))
    if answer == "take" and game.swap == "open":
        game.take_over()
    if answer == "keep" and game.swap == "open":
        game.apply(Kept(side="O"))
    for step in steps[1:]:
        if game.state == "playing":
            legal = game.position.legal_moves
            game.play(legal[step % len(legal)], now=1_000.0 * game.ply)
    if ending and game.result is None:
        game.finish(Result(None if ending == "aborted" else "X", ending))
    text = format_record(record_of(game))
    back = game_of(parse_record(text))
    assert facts(back) == facts(game)
    assert format_record(record_of(back)) == text


def test_what_a_record_says_besides_is_kept():
    text = """[Mode "open"]
[Event "Finals"]
[X "Ann"]
[Result "*"]

1. 55 {[clock 0:00:58] the centre} 51 {hm} *
"""
    game = game_of(parse_record(text))
    assert game.seats == {"X": Seat("Ann"), "O": Seat()}
    record = record_of(game, {"Date": "2026-11-05"})
    assert record.tags["Event"] == "Finals"
    assert record.tags["Date"] == "2026-11-05"
    assert [move.comment for move in record.moves] == ["the centre", "hm"]
    assert record.moves[0].clock == 58_000


def test_a_comment_stays_with_its_move():
    game = game_of(parse_record('[Mode "open"]\n\n1. 55 {one} 51 {two} *'))
    game.undo()
    game.undo()
    game.redo()
    assert game.comments == {0: "one", 1: "two"}
    game.play(37)  # another move than the one that was remarked on
    assert game.comments == {0: "one"}


def test_the_clock_goes_on_with_the_time_that_was_left():
    game = Game(Position.start(), TWO_PEOPLE, control=TimeControl(180, 2))
    for side, square, left in [("X", 40, 171_500), ("O", 36, 165_000)]:
        game.apply(Moved(side=side, square=square, left=left))
    back = game_of(record_of(game))
    assert back.clock.control == TimeControl(180, 2)
    assert (back.clock.left, back.clock.running) == ({"X": 171_500, "O": 165_000}, "X")


def test_a_game_from_a_position_tells_where_it_began():
    start = Position.start().play(40)
    game = Game(start, TWO_PEOPLE, swap=True)
    assert game.swap == "open"
    game.take_over()
    back = game_of(parse_record(format_record(record_of(game))))
    assert (back.start, back.swap) == (start, "swapped")


def test_the_computer_is_named_for_those_who_know_no_levels():
    tags = record_of(Game(Position.start(), SEATS[1])).tags
    assert (tags["X"], tags["SeatX"]) == ("Ninefold (beginner)", "beginner")
    assert (tags["O"], "SeatO" in tags) == ("Ann", False)


@pytest.mark.parametrize(
    ("tags", "words"),
    [
        ('[Ninefold "9"]', "written by a newer Ninefold"),
        ('[Ninefold "x"]', "written by a newer Ninefold"),
        (f'[Ninefold "{"9" * 5000}"]', "written by a newer Ninefold"),
        ('[Clock "soon"]', "'soon' is not a clock"),
    ],
)
def test_what_cannot_be_read_is_said(tags, words):
    with pytest.raises(BadSyntax, match=words):
        game_of(parse_record(f'[Mode "open"]\n{tags}\n\n1. 55 *'))


def test_nothing_was_taken_over_where_nothing_was_played() -> None:
    game = game_of(parse_record('[Mode "modern"] [Swap "taken"] *'))
    assert game.swap == "ahead"
