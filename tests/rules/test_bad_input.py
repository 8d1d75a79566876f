"""Malformed moves, positions and records give one of our errors that shows the offending text."""

from __future__ import annotations

import contextlib
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ninefold import (
    AmbiguousText,
    BadSyntax,
    IllegalMove,
    NinefoldError,
    Position,
    format_position,
    format_uttt_ai,
    parse_moves,
    parse_position,
    parse_record,
    parse_records,
    parse_square,
    parse_uttt_ai,
    parse_variant,
)
from ninefold.rules.foreign import NOTATIONS, format_moves, parse_codingame
from support.games import positions

BAD_SQUARES = [
    *("", " ", "1", "0", "10", "01", "111", "5.", "-5", "+5", "1.3", "1,3", "1/3", "a1", "1a"),
    *("ab", "１３", "١٣", "²³", "1\n3", "1 3", "13 13", "X13", "0x13", "13!", "NaN", "None", "九"),
]

BAD_MOVES = [
    *("5", "555", "0 9", "9 0", "00", "55 5", "55 05", "55;51", "55 51 x", "ee e", "ee ej", "eee"),
    *("C", "C/", "/C", "C/C/", "C/NWW", "Q/C", "X81", "X-1", "O40", "X40X36", "X40O81", "X4O", "X"),
    *("XO", "X40 O", "4,", "9 0 ", "4 4 4", "{", "[Mode]", "５５", "X٤٠", "55 ee", "C/C 55"),
    *("NW/C ee", "55,,x", "55-51", "5551", "\x00", "55\x0051", "💥", "e e", "ab cd ef gh ij"),
]

START = "modern 9/9/9/9/9/9/9/9/9 ......... X -"
BAD_POSITIONS = [
    "",
    "modern",
    "9/9/9/9/9/9/9/9/9 ......... X -",
    START + " extra",
    START.replace("modern", "chess"),
    START.replace("modern", "modern("),
    START.replace("modern", "mine(speed=fast)"),
    START.replace("modern", "mine(release=never)"),
    START.replace("modern", "mine(release=full,release=full)"),
    START.replace("modern", "mine(ownership=latest)"),
    START.replace("modern", "mine(tie_break=boards)"),
    START.replace("9/9/9/9/9/9/9/9/9", "9/9/9/9/9/9/9/9"),
    START.replace("9/9/9/9/9/9/9/9/9", "9/9/9/9/9/9/9/9/9/9"),
    START.replace("9/9/9/9/9/9/9/9/9", "9/9/9/9/9/9/9/9/8"),
    START.replace("9/9/9/9/9/9/9/9/9", "9/9/9/9/9/9/9/9/0"),
    START.replace("9/9/9/9/9/9/9/9/9", "9/9/9/9/9/9/9/9/Z8"),
    START.replace("9/9/9/9/9/9/9/9/9", "9/9/9/9/9/9/9/9/９"),
    START.replace("9/9/9/9/9/9/9/9/9", "X8/9/9/9/9/9/9/9/9"),
    START.replace(".........", "........"),
    START.replace(".........", "X........"),
    START.replace(".........", "-........"),
    START.replace(".........", "????????."),
    START.replace(" X ", " O "),
    START.replace(" X ", " Z "),
    START.replace(" X -", " X 5"),
    START.replace(" X -", " X 0"),
    START.replace(" X -", " X 10"),
    START.replace(" X -", " X ５"),
    START + " tie-break=coin",
    START + " tie-break=",
    START + " tie-break=draw tie-break=draw",
]

TAGS = '[Mode "modern"]\n'
BAD_RECORDS = [
    "",
    "1. 55 *",
    "hello",
    TAGS,
    TAGS + "55",
    TAGS + "55 51",
    TAGS + "55 51 X O",
    TAGS + "55 55 *",
    TAGS + "55 11 *",
    TAGS + "5 *",
    TAGS + "2. 55 *",
    TAGS + "1. 55 1. 51 *",
    TAGS + "55 {never closed *",
    TAGS + "55 closed} *",
    TAGS + "{no move before} 55 *",
    TAGS + "55 {one} {two} *",
    TAGS + '[Mode "modern"] *',
    TAGS + '55 [Late "tag"] *',
    TAGS + '[X "unclosed] *',
    TAGS + "[X unquoted] *",
    TAGS + '[Result "X"] 55 *',
    TAGS + '[TieBreak "coin"] *',
    TAGS + '[Position "nonsense"] *',
    TAGS + f'[Position "{START.replace("modern", "battle")}"] *',
    '[Mode "chess"] *',
    "[Mode] *",
    "[] *",
    TAGS + "* extra",
    TAGS + "1-0",
    TAGS + "1000000000000000000000. 55 *",
]

BAD_DIGITS = [
    *("", "0" * 92, "0" * 93, "0" * 94, "3" + "0" * 92, "x" * 93, "０" * 93),
    *("0" * 90 + end for end in ("390", "150", "191")),
    "1" * 81 + "0" * 9 + "190",
]


def test_there_are_over_a_hundred_of_them() -> None:
    everything = [*BAD_SQUARES, *BAD_MOVES, *BAD_POSITIONS, *BAD_RECORDS, *BAD_DIGITS]
    assert len(everything) > 120


@pytest.mark.parametrize("text", BAD_SQUARES)
def test_bad_squares(text: str) -> None:
    _refuses(parse_square, text)
    with pytest.raises(BadSyntax):
        Position.start().play(text)


@pytest.mark.parametrize("text", BAD_MOVES)
def test_bad_moves(text: str) -> None:
    _refuses(parse_moves, text)


@pytest.mark.parametrize("text", BAD_POSITIONS)
def test_bad_positions(text: str) -> None:
    with pytest.raises(NinefoldError):
        parse_position(text)


@pytest.mark.parametrize("text", BAD_RECORDS)
def test_bad_records(text: str) -> None:
    with pytest.raises(NinefoldError):
        parse_record(text)


@pytest.mark.parametrize("text", BAD_DIGITS)
def test_bad_uttt_ai_positions(text: str) -> None:
    with pytest.raises(NinefoldError):
        parse_uttt_ai(text)


@pytest.mark.parametrize("text", ["", "4", "4 9", "-1 -1", "4 4 4", "a b", "４ ４"])
def test_bad_codingame_squares(text: str) -> None:
    _refuses(parse_codingame, text)


@pytest.mark.parametrize("move", [81, -1, 1000, True, 4.0, None, (1, 3), b"13"])
def test_moves_that_are_no_squares(move: object) -> None:
    with pytest.raises(NinefoldError, match=r"expected"):
        Position.start().play(move)  # type: ignore[arg-type]


def test_a_text_that_fits_two_forms_is_refused_and_both_are_named() -> None:
    for text in ("1 3", "5 5 5 1", " 8 8\n"):
        with pytest.raises(AmbiguousText, match="ninefold or as codingame"):
            parse_moves(text)
    assert parse_moves("1 3", "codingame") == (12,)
    assert parse_moves("1 3", "ninefold") == (2,)
    assert parse_moves("0 4") == (10,)  # no board 0: only one reading is left


def test_bad_syntax_and_an_illegal_move_are_different_errors() -> None:
    with pytest.raises(BadSyntax):
        Position.start().play("x")
    with pytest.raises(IllegalMove):
        Position.start().play("13").play("13")
    assert not issubclass(IllegalMove, BadSyntax)


def test_an_illegal_record_says_the_line_the_move_and_why() -> None:
    text = '[Mode "modern"]\n\n1. 55 51 15 52\n5. 25 11 *'
    with pytest.raises(IllegalMove, match=r"line 4: move 6: 11 is not .*: O must play in board 5"):
        parse_record(text)


def _refuses(parse: Callable[[str], object], text: str) -> None:
    with pytest.raises(BadSyntax) as caught:
        parse(text)
    assert repr(text) in str(caught.value)
    assert "expected" in str(caught.value)


# Generated ones: whatever comes, it is read right or refused by us.

anything = st.text() | st.text('XO.-/123456789 []{}"=*\\abcdefghi', max_size=60)
PARSERS = [
    parse_square,
    parse_moves,
    parse_position,
    parse_variant,
    parse_records,
    parse_uttt_ai,
    parse_codingame,
]


@given(anything)
def test_no_text_gets_anything_but_our_errors_out_of_a_parser(text: str) -> None:
    for parse in PARSERS:
        with contextlib.suppress(NinefoldError):
            parse(text)


@given(positions, st.integers(0, 200), st.characters(codec="utf-8") | st.just(""))
def test_a_damaged_position_is_refused_or_is_another_position(
    position: Position, at: int, char: str
) -> None:
    text = format_position(position)
    damaged = text[: at % len(text)] + char + text[at % len(text) + 1 :]
    try:
        read = parse_position(damaged)
    except NinefoldError:
        return
    assert format_position(read).lower().split() == damaged.lower().split()


@given(positions, st.integers(0, 92), st.sampled_from("0123456789"))
def test_a_damaged_uttt_ai_position_is_refused_or_reads_as_it_stands(
    position: Position, at: int, digit: str
) -> None:
    text = format_uttt_ai(position)
    damaged = text[:at] + digit + text[at + 1 :]
    try:
        read = parse_uttt_ai(damaged, position.variant)
    except NinefoldError:
        return
    assert format_uttt_ai(read) == damaged


@given(st.lists(st.integers(0, 80), min_size=1, max_size=20), st.sampled_from(list(NOTATIONS)))
def test_moves_round_trip_in_every_notation(squares: list[int], notation: str) -> None:
    text = format_moves(squares, notation)
    assert parse_moves(text, notation) == tuple(squares)
    assert parse_moves(text.swapcase(), notation) == tuple(squares)
    try:
        assert parse_moves(text) == tuple(squares)
    except AmbiguousText:
        # Only rows and columns can be taken for something else: boards and cells with a space.
        assert notation == "codingame"
