"""The lines of UGI, as pure text."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ninefold import BadSyntax, NinefoldError, Position
from ninefold.engine import BadLimit, Info, Limit, Score
from ninefold.protocols.numbers import MOST, whole_number
from ninefold.protocols.options import Option, parse_option
from ninefold.protocols.ugi_text import (
    format_go,
    format_info,
    parse_go,
    parse_info,
    split_position,
    split_setting,
)

START = Position.start()


@pytest.mark.parametrize(
    ("words", "limit"),
    [
        ("movetime 250", Limit(time=0.25)),
        ("nodes 5000", Limit(nodes=5000)),
        ("depth 7", Limit(depth=7)),
        ("infinite", Limit()),
        ("", Limit()),
        ("p1time 60000 p2time 30000 p1inc 1000 p2inc 500", Limit(clock=60, increment=1)),
        ("p1time -40 p2time 100", Limit(clock=0)),
        ("nodes 0", Limit(nodes=1)),
        ("infinite nodes 5", Limit()),
        ("movetime 100 nodes 9", Limit(time=0.1, nodes=9)),
        ("mate 3", Limit()),
    ],
)
def test_go_says_the_limit(words, limit):
    assert parse_go(words.split()).limit("X") == limit


def test_each_side_has_its_clock():
    go = parse_go(["p1time", "60000", "p2time", "30000", "p2inc", "500"])
    assert go.limit("O") == Limit(clock=30, increment=0.5)


def test_words_that_go_does_not_know_are_kept_for_the_answer():
    assert parse_go(["mate", "3", "depth", "2"]).unknown == ("mate", "3")


@given(st.integers(-MOST, MOST), st.integers(0, 5000))
def test_a_whole_number_reads_back_whatever_zeros_stand_before_it(number, zeros):
    sign = "-" if number < 0 else ""
    assert whole_number(f"{sign}{'0' * zeros}{abs(number)}") == number


@pytest.mark.parametrize("text", ["", "-", "+-1", "--1", "1.5", "1e3", "1_000", "²", "٣", " 1"])
def test_what_is_no_whole_number_is_none(text):
    assert whole_number(text) is None


LONG = "9" * 5000  # more digits than Python reads, and more than a float holds


def test_a_number_that_is_too_long_to_be_meant_counts_as_the_most_that_can_be():
    assert (whole_number(LONG), whole_number("-" + LONG)) == (MOST, -MOST)
    assert parse_go(["nodes", LONG]).limit("X") == Limit(nodes=MOST)
    assert parse_go(["movetime", "9" * 400]).limit("X") == Limit(time=MOST / 1000)
    assert parse_option(f"option name Hash type spin min 1 max {LONG}").high == MOST


def test_seconds_that_are_too_long_for_a_clock_are_a_bad_limit():
    for digits in (400, 5000):
        with pytest.raises(BadLimit, match="time is"):
            Limit(time=10**digits)


@pytest.mark.parametrize("words", ["nodes", "movetime soon", "depth 2.5", "nodes ²"])
def test_numbers_that_are_none_are_refused(words):
    with pytest.raises(BadSyntax, match="whole number"):
        parse_go(words.split())


milliseconds = st.integers(1, 10**6).map(lambda ms: ms / 1000)


@given(
    st.builds(
        Limit,
        time=st.none() | milliseconds,
        nodes=st.none() | st.integers(1, 10**12),
        depth=st.none() | st.integers(1, 81),
    )
    | st.builds(Limit, clock=milliseconds, increment=milliseconds)
)
def test_go_reads_back(limit):
    assert parse_go(format_go(limit, START).split()[1:]).limit("X") == limit


moves = st.lists(st.sampled_from(START.legal_moves), min_size=1, max_size=1)
scores = (
    st.floats(0, 1).map(lambda p: Score("X", round(p, 4)))
    | st.integers(1, 81).map(lambda d: Score.win("X", d))
    | st.integers(1, 81).map(lambda d: Score.loss("X", d))
    | st.sampled_from([Score.draw("X"), Score.draw("X", 9), Score.win("X"), Score.loss("X")])
)


@given(scores, st.integers(0, 80), st.integers(0, 10**10), st.integers(1, 81))
def test_info_reads_back(score, move, nodes, rank):
    info = Info(move, score, (move,), depth=3, nodes=nodes, time=1.5, rank=rank)
    assert parse_info(format_info(info), START) == info


def test_what_other_programs_say_is_understood():
    info = parse_info("info depth 4 seldepth 9 score cp 191 nodes 70 hashfull 3 pv 55 51 99", START)
    assert info is not None
    assert (info.depth, info.nodes, info.line) == (4, 70, (40, 36))  # 99 is not legal there
    assert abs(info.score.probability - 0.75) < 0.001
    assert parse_info("info score mate 2 pv 55", START).score == Score.win("X", 3)
    assert parse_info("info score mate -2 pv 55", START).score == Score.loss("X", 4)


@pytest.mark.parametrize("number", ["200000", "-200000", LONG, f"-{LONG}"])
def test_numbers_that_a_program_exaggerates_are_understood(number):
    likely = number[0] != "-"
    info = parse_info(f"info score cp {number} pv 55", START)
    assert (info.score.probability > 0.99) == likely
    info = parse_info(f"info score mate {number} depth {number} nodes {number} pv 55", START)
    assert info.score.proven == ("win" if likely else "loss")
    assert parse_info(f"info time {number} multipv {number} pv 55", START).move == 40


@given(st.text(max_size=80))
def test_whatever_a_program_says_no_line_breaks_the_reader(text):
    parse_info(f"info depth {text} pv {text}", START)
    parse_option(f"option {text}")


def test_an_option_reads_back():
    for option in (
        Option("Mode", "combo", "modern", choices=("modern", "battle")),
        Option("Hash", "spin", "64", low=1, high=4096),
        Option("Ponder", "check", "false"),
        Option("Clear Hash", "button"),
    ):
        assert parse_option(str(option)) == option


@pytest.mark.parametrize("value", ["", "x", "0", "9999", "1.5", "²", LONG])
def test_an_option_refuses_what_it_cannot_be(value):
    with pytest.raises(NinefoldError, match="from 1 to 4096"):
        Option("Hash", "spin", "64", low=1, high=4096).check(value)


def test_positions_and_settings_fall_into_their_parts():
    assert split_position(["startpos"]) == (None, [])
    assert split_position(["startpos", "moves", "55", "51"]) == (None, ["55", "51"])
    setting = ["name", "Tie", "Break", "value", "of", "boards"]
    assert split_setting(setting) == ("Tie Break", "of boards")
    for words in ("", "fen", "moves 55", "startpos 55"):
        with pytest.raises(BadSyntax, match="startpos"):
            split_position(words.split())
    with pytest.raises(BadSyntax, match="name NAME"):
        split_setting(["Mode", "battle"])


def test_an_increment_alone_is_no_limit_and_a_sign_is_part_of_a_number():
    assert parse_go(["p1inc", "500"]).infinite
    assert parse_go([]).infinite
    assert not parse_go(["p2inc", "500", "p2time", "0"]).infinite
    assert parse_go(["movetime", "+250"]).limit("X") == Limit(time=0.25)
    assert [whole_number(text) for text in ("+5", "-5", "--5", "+", "")] == [
        5,
        -5,
        None,
        None,
        None,
    ]


def test_a_move_of_the_book_is_said_to_be_one_and_a_remark_is_no_line():
    start = Position.start()
    info = Info(40, Score("X", 0.5), (40,), book=True)
    assert " book true pv 55" in format_info(info)
    assert "book" not in format_info(replace(info, book=False))
    told = parse_info(format_info(info), start)
    assert told is not None
    assert told.book
    assert parse_info("info string depth 3 pv 55", start) is None
    assert parse_info("info depth 3 pv 55", start) is not None
