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


# Tags


def test_every_tag_follows_from_the_game_and_nothing_else_is_written():
    game = Game(
        Position.start("battle"),
        {"X": Seat("Ann"), "O": Seat("Deep", "keen")},
        control=TimeControl(180, 2),
        swap=True,
        tags={"Event": "Finals", "Ending": "rain", "X": "Zoe"},
    )
    tags = {
        "Event": "Finals",
        "Round": "3",
        "X": "Ann",
        "O": "Deep",
        "SeatO": "keen",
        "Clock": "180+2",
        "Swap": "offered",
        "Ninefold": "1",
    }
    record = record_of(game, {"Round": "3", "O": "Yan", "Clock": "3d"})
    assert (record.tags, record.result) == (tags, "*")
    assert list(record.tags)[:2] == ["Event", "Round"]
    game.play(40)
    game.play(36)
    game.resign("X")
    record = record_of(game, {"Event": "Semifinals"})
    del tags["Round"]
    assert record.tags == tags | {
        "Event": "Semifinals",
        "Swap": "declined",
        "Ending": "resignation",
    }
    assert record.result == "O"


def test_a_plain_game_between_people_has_hardly_any_tags():
    assert record_of(Game(Position.start(), TWO_PEOPLE)).tags == {"Ninefold": "1"}
    waiting = Game(Position.start(), {"X": Seat("Ann"), "O": None})
    assert record_of(waiting).tags == {"X": "Ann", "Ninefold": "1"}


@pytest.mark.parametrize(
    ("play", "told"), [([], "offered"), ([40], "offered"), ([40, 36], "declined")]
)
def test_how_it_stands_with_the_swap_is_a_tag(play, told):
    game = Game(Position.start(), TWO_PEOPLE, swap=True)
    for square in play:
        game.play(square)
    assert record_of(game).tags["Swap"] == told
    assert game_of(record_of(game)).swap == game.swap


@pytest.mark.parametrize(
    ("winner", "ending", "letter"),
    [
        *((side, ending, side) for side in "XO" for ending in ("time", "resignation", "error")),
        *((side, "abandoned", side) for side in "XO"),
        (None, "abandoned", "="),
        (None, "agreement", "="),
        (None, "aborted", "*"),
        (None, "expired", "*"),
    ],
)
def test_every_ending_has_its_letter_and_tag_and_comes_back(winner, ending, letter):
    game = Game(Position.start(), TWO_PEOPLE)
    game.play(40)
    game.finish(Result(winner, ending))
    record = record_of(game)
    assert (record.result, record.tags["Ending"]) == (letter, ending)
    back = game_of(parse_record(format_record(record)))
    assert (back.result, back.state) == (Result(winner, ending), game.state)
    assert back.state == ("aborted" if letter == "*" else "over")


@pytest.mark.parametrize(
    ("tags", "seat"),
    [
        ("", Seat()),
        ('[X "Ann"]', Seat("Ann")),
        ('[SeatX "person"] [X "Ann"]', Seat("Ann")),
        ('[SeatX "keen"]', Seat("", "keen")),
        ('[SeatX "keen"] [X "Ninefold (keen)"]', Seat("", "keen")),
        ('[SeatX "keen"] [X "Ninefold (full)"]', Seat("Ninefold (full)", "keen")),
        ('[SeatX "keen"] [X "Deep"]', Seat("Deep", "keen")),
        ('[SeatO "keen"] [O "Deep"]', Seat()),
    ],
)
def test_a_seat_is_read_from_its_own_tags(tags, seat):
    game = game_of(parse_record(f'[Mode "open"] {tags} 1. 55 *'))
    assert game.seats["X"] == seat
    assert (game.seats["O"] == Seat()) == ("SeatO" not in tags)


@pytest.mark.parametrize("version", ["0", "1", "01"])
def test_older_versions_are_read(version):
    assert game_of(parse_record(f'[Mode "open"] [Ninefold "{version}"] 1. 55 *')).ply == 1


def test_the_next_version_is_not_read():
    with pytest.raises(BadSyntax, match="newer Ninefold"):
        game_of(parse_record('[Mode "open"] [Ninefold "2"] 1. 55 *'))


def test_only_moves_with_a_word_have_one():
    game = game_of(parse_record('[Mode "open"] 1. 55 {[clock 0:00:09]} 51 {so} *'))
    assert (game.comments, game.lefts) == ({1: "so"}, [9_000, None])
    assert (game.clock.left, game.tags) == ({"X": None, "O": None}, {})


def test_a_person_may_be_called_as_the_computer_is():
    record = record_of(Game(Position.start(), {"X": Seat("Ninefold (casual)"), "O": Seat("Ben")}))
    assert game_of(record).seats["X"] == Seat("Ninefold (casual)")
