"""Malformed moves, positions and records give one of our errors that shows the offending text."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable

import pytest
from hypothesis import example, given, settings
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
ROWS, OWNERS = "9/9/9/9/9/9/9/9/9", "........."


def start_with(old: str, new: str) -> str:
    """The line of the empty board with one part of it changed."""
    assert START.count(old) == 1
    return START.replace(old, new)


#: Each with what its error has to show.
BAD_POSITIONS = {
    "": "'' is not a position",
    "modern": "'modern' is not a position",
    start_with("modern ", ""): "'9/9/9/9/9/9/9/9/9 ......... X -'",
    START + " extra": "X - extra'",
    start_with("modern", "chess"): "'chess'",
    start_with("modern", "modern("): "'modern('",
    start_with("modern", "modern()()"): "'modern()()'",
    start_with("modern", "(release=full)"): "a mode's name is ''",
    start_with("modern", ":release=full"): "a mode's name is ''",
    start_with("modern", "mine"): "your own with its axes, such as skirmish:free_move=unfilled",
    start_with("modern", "mine:speed=fast"): "'speed=fast' in mode 'mine:speed=fast'",
    start_with("modern", "mine:release"): "release is ''",
    start_with("modern", "mine:release=full,"): "'' in mode 'mine:release=full,'",
    start_with("modern", "mine:release=full,release=full"): "'release=full'",
    start_with("modern", "mine:ownership=latest"): "'mine'",
    start_with("modern", "modern:ownership=latest"): "'modern'",
    start_with("modern", "modern:tie_break=coin"): "'coin'",
    start_with("modern", "modern:release:full"): "'release:full'",
    start_with("modern", "mine(speed=fast)"): "'speed=fast'",
    start_with("modern", "mine(release)"): "release is ''",
    start_with("modern", "mine(release=never)"): "release is 'never'",
    start_with("modern", "mine(release=full,release=full)"): "'release=full'",
    start_with("modern", "mine(ownership=latest)"): "'mine'",
    start_with("modern", "mïne(release=full)"): "'mïne'",
    start_with(ROWS, "9/9/9/9/9/9/9/9"): "'9/9/9/9/9/9/9/9' has 8 boards",
    start_with(ROWS, ROWS + "/9"): "'9/9/9/9/9/9/9/9/9/9' has 10 boards",
    start_with(ROWS, "9/9/9/9/9/9/9/9/8"): "board 9 is '8'",
    start_with(ROWS, "9/9/9/9/9/9/9/9/0"): "board 9 is '0'",
    start_with(ROWS, "9/9/9/9/9/9/9/9/Z8"): "board 9 is 'Z8'",
    start_with(ROWS, "9/9/9/9/9/9/9/9/９"): "board 9 is '９'",
    start_with(ROWS, "9/9/9/9/9/9/9/9/"): "board 9 is ''",
    start_with(ROWS, "X8/9/9/9/9/9/9/9/9"): "X has 1 mark and O has 0",
    start_with(ROWS, "O8/9/9/9/9/9/9/9/9"): "X has 0 marks and O has 1",
    start_with(OWNERS, "........"): "'........'",
    start_with(OWNERS, "X........"): "board 1 is given to X",
    start_with(OWNERS, "-........"): "board 1 is called dead",
    start_with(OWNERS, "????????."): "'????????.'",
    start_with(" X ", " O "): "not O's turn",
    start_with(" X ", " Z "): "'Z'",
    start_with("X -", "X 5"): "target is board 5",
    start_with("X -", "X 0"): "'0'",
    start_with("X -", "X 10"): "'10'",
    start_with("X -", "X ５"): "'５'",
    START + " tie-break=coin": "'coin'",
    START + " tie-break=": "tie_break is ''",
    START + " tie-break=draw tie-break=draw": "tie-break=draw tie-b",
}

TAGS = '[Mode "modern"]\n'
OWN_TAGS = '[Mode "own:release=full"]\n'
WON = "96 67 77 78 83 39 99 94 48 88 86 69 93 37 75 57 73 38 89 "
BAD_RECORDS = {
    "": "found 0 in ''",
    "1. 55 *": "line 1: the record does not say its mode before '1.'",
    "hello": "line 1: the record does not say its mode before 'hello'",
    "{alone}": "line 1: the record does not say its mode before '{alone}'",
    TAGS: "after 0 moves",
    TAGS + "55": "after 1 move without",
    TAGS + "55 51": "55 51'",
    TAGS + "55 51 X O": "mode before 'O'",
    TAGS + "55 55 *": "line 2: move 2: 55",
    TAGS + "55 11 *": "line 2: move 2: 11",
    TAGS + "5 *": "line 2: move 1: '5'",
    TAGS + "５５ *": "move 1: '５５'",
    TAGS + "5\x005 *": r"move 1: '5\x005'",
    TAGS + "2. 55 *": "'2'",
    TAGS + "1. 55 1. 51 *": "'1'",
    TAGS + "55 {never closed *": "'{never closed *'",
    TAGS + "55 {never\nclosed *": "line 2: '{never' is not a comment: expected } at its end",
    TAGS + "55 {one {two}} *": "'{one {two}} *'",
    TAGS + "55 closed} *": "'closed'",
    TAGS + "55 } *": "'} *'",
    TAGS + "{no move before} 55 *": "'no move before'",
    TAGS + "55 {one} {two} *": "'two'",
    TAGS + "55 {[clock 0:00:00]} {two} *": "'two'",
    TAGS + "55 {[clock 0:99:00]} *": "'[clock 0:99:00]'",
    TAGS + '[Mode "modern"] *': "tag Mode stands twice",
    TAGS + '[X "Ann"] [X "Ben"] *': "tag X stands twice",
    TAGS + '55 [Late "tag"] *': "tag Late",
    TAGS + '1. [Late "tag"] 55 *': "tag Late",
    TAGS + "* " + TAGS + "*": "expected one game record, found 2",
    TAGS + '[X "unclosed] *': """'[X "unclosed] *'""",
    TAGS + "[X unquoted] *": "'[X unquoted] *' is not a tag: expected a name and a text",
    TAGS + '[1X "Ann"] *': """'[1X "Ann"] *'""",
    TAGS + '[Result "X"] 55 *': "'*', but the Result tag says 'X'",
    TAGS + WON + "*": "line 2: the result is '*': expected X, as the moves end it",
    TAGS + WON + "O": "line 2: the result is 'O': expected X, as the moves end it",
    TAGS + '[TieBreak "coin"] *': "'coin'",
    TAGS + f'[TieBreak "boards"] [Position "{START}"] *': "Position tag is of mode modern",
    OWN_TAGS + f'[Position "{START.replace("modern", "own:free_move=unfilled")}"] *': "mode own:",
    TAGS + '[Position "nonsense"] *': "'nonsense'",
    TAGS + f'[Position "{START.replace("modern", "battle")}"] *': "mode battle",
    '[Mode "chess"] *': "'chess'",
    '[Mode ""] *': "''",
    "[Mode] *": "'[Mode] *'",
    "[] *": "'[] *'",
    TAGS + "* extra": "mode before 'extra'",
    TAGS + "1-0": "'1-0'",
    TAGS + "1000000000000000000000. 55 *": "'1000000000000000000000'",
}

BAD_DIGITS = {
    "": "''",
    "0" * 92: "'0000",
    "0" * 93: "'0000",
    "0" * 94: "(94 characters)",
    "3" + "0" * 92: "'3000",
    "x" * 93: "'xxxx",
    "０" * 93: "'００００",
    "0" * 90 + "390": "'0000",
    "0" * 90 + "150": "target is board 6",
    "0" * 90 + "191": "target 9 and result 1",
    "1" * 81 + "0" * 9 + "190": "X has 81 marks and O has 0",
}


def test_there_are_over_a_hundred_of_them() -> None:
    everything = [*BAD_SQUARES, *BAD_MOVES, *BAD_POSITIONS, *BAD_RECORDS, *BAD_DIGITS]
    assert len(set(everything)) > 150


@pytest.mark.parametrize("text", BAD_SQUARES)
def test_bad_squares(text: str) -> None:
    _refuses(parse_square, text)
    with pytest.raises(BadSyntax):
        Position.start().play(text)


@pytest.mark.parametrize("text", BAD_MOVES)
def test_bad_moves(text: str) -> None:
    _refuses(parse_moves, text)


@pytest.mark.parametrize(("text", "shown"), BAD_POSITIONS.items())
def test_bad_positions(text: str, shown: str) -> None:
    with pytest.raises(NinefoldError) as caught:
        parse_position(text)
    assert shown in str(caught.value)


@pytest.mark.parametrize(("text", "shown"), BAD_RECORDS.items())
def test_bad_records(text: str, shown: str) -> None:
    with pytest.raises(NinefoldError) as caught:
        parse_record(text)
    assert shown in str(caught.value)


@pytest.mark.parametrize(("text", "shown"), BAD_DIGITS.items())
def test_bad_uttt_ai_positions(text: str, shown: str) -> None:
    with pytest.raises(NinefoldError) as caught:
        parse_uttt_ai(text)
    assert shown in str(caught.value)


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


@settings(max_examples=50)
@given(anything)
def test_no_text_gets_anything_but_our_errors_out_of_a_parser(text: str) -> None:
    for parse in PARSERS:
        with contextlib.suppress(NinefoldError):
            parse(text)


def written_out(text: str) -> list[str]:
    """A position's words; an axis may have a hyphen, and an empty cell may stand by itself."""
    mode, boards, *rest = text.replace("_", "-").lower().split()
    return [mode, re.sub("[1-9]", lambda run: "." * int(run[0]), boards), *rest]


@given(positions, st.integers(0, 200), st.characters(codec="utf-8") | st.just(""))
@example(parse_position("open 7O1/9/X8/9/9/9/9/9/9 ......... X 8"), 7, ".")
def test_a_damaged_position_is_refused_or_is_another_position(
    position: Position, at: int, char: str
) -> None:
    text = format_position(position)
    damaged = text[: at % len(text)] + char + text[at % len(text) + 1 :]
    try:
        read = parse_position(damaged)
    except NinefoldError:
        return
    assert written_out(format_position(read)) == written_out(damaged)


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
