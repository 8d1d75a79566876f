"""Records as people's files hold them: other systems' line ends, joined files, odd spellings."""

from __future__ import annotations

import copy
import pickle

import pytest

from ninefold import (
    BadSyntax,
    Position,
    Record,
    RecordedMove,
    format_record,
    parse_record,
    parse_records,
    replay,
)
from ninefold.rules.record import Result

START = Position.start("battle")
GAME = '[Mode "battle"]\n[X "Ann"]\n\n1. 55 {the centre} 51\n*\n'
PLAYED = Record(START, (RecordedMove(40, "the centre"), RecordedMove(36)), tags={"X": "Ann"})


def test_a_byte_order_mark_is_no_move() -> None:
    assert parse_record("\ufeff" + GAME) == PLAYED
    assert parse_records(f"\ufeff{GAME}\ufeff{GAME}") == (PLAYED, PLAYED)


def test_line_ends_of_every_system_read_the_same() -> None:
    over_two_lines = GAME.replace("the centre", "the\ncentre")
    read = parse_record(over_two_lines)
    assert read.moves[0].comment == "the\ncentre"
    assert parse_record(over_two_lines.replace("\n", "\r\n")) == read


def test_capitals_do_not_matter_where_they_say_nothing() -> None:
    assert parse_record(GAME.replace("Mode", "mode").replace("battle", "Battle")) == PLAYED
    text = '[MODE "modern"] [tiebreak "Boards"] [result "x"] 55 x'
    read = parse_record(text)
    assert (read.result, read.variant.tie_break) == ("X", "boards")
    assert parse_record(format_record(read)) == read


@pytest.mark.parametrize(
    "text",
    [
        GAME.replace("1. 55", "01. 55"),  # as some write their numbers
        GAME.replace("1. 55", "55"),
        GAME.replace("51", "002.51"),
        GAME.replace("\n\n", '\n[Result " * "]\n\n'),
        GAME.replace('"battle"', '" battle "'),
        GAME.replace("the centre", "the \\centre"),
    ],
)
def test_another_spelling_is_the_same_game(text: str) -> None:
    assert text != GAME
    assert parse_record(text) == PLAYED


def test_a_line_may_end_behind_a_backslash() -> None:
    text = GAME.replace("the centre", "the\\\ncentre")
    assert parse_record(text).moves[0].comment == "the\ncentre"


@pytest.mark.parametrize("note", ["one\rtwo", "one\r\ntwo", "\r"])
def test_a_written_record_has_only_its_own_line_ends(note: str) -> None:
    """Whoever opens a file as text may turn every other line end into one of these."""
    record = Record(START, (RecordedMove(40, note),), tags={"Note": note})
    text = format_record(record)
    assert "\r" not in text
    assert len(text.splitlines()) == 6


@pytest.mark.parametrize(
    "comment",
    ["}", "{", "\\", "\\}", "[clock 0:00:01]", "[clock", "]", "\n", "\r\n", "\\n", " ", "\0", '"'],
)
def test_a_comment_or_tag_may_hold_anything(comment: str) -> None:
    for clock in (None, 1500):
        record = Record(START, (RecordedMove(40, comment, clock),), tags={"Note": comment})
        assert parse_record(format_record(record)) == record


@pytest.mark.parametrize("clock", [0, 1, 10, 999, 1000, 59_999, 3_600_000, 3_599_999_999_999])
def test_every_clock_reads_back(clock: int) -> None:
    record = Record(START, (RecordedMove(40, clock=clock),))
    assert parse_record(format_record(record)) == record


@pytest.mark.parametrize(
    ("clock", "text"),
    [
        (0, "0:00:00"),
        (1_500, "0:00:01.5"),
        (61_050, "0:01:01.05"),
        (3_599_005, "0:59:59.005"),
        (36_000_000, "10:00:00"),
    ],
)
def test_a_clock_is_written_as_short_as_it_can_be(clock: int, text: str) -> None:
    record = Record(START, (RecordedMove(40, clock=clock),))
    assert f"1. 55 {{[clock {text}]}}\n" in format_record(record)


@pytest.mark.parametrize("clock", ["0:99:00", "1:00", "-1:00:00", "0:00:00.1234", "٠:00:00", ""])
def test_a_broken_clock_is_not_taken_for_a_comment(clock: str) -> None:
    with pytest.raises(BadSyntax, match=r"line 1: .*expected one like \[clock") as caught:
        parse_record(f'[Mode "battle"] 55 {{[clock {clock}] so}} *')
    assert repr(f"[clock {clock}] so") in str(caught.value)


@pytest.mark.parametrize(
    ("parts", "shown"),
    [
        ({"square": 81}, "81"),
        ({"square": "55"}, "'55'"),
        ({"square": 40, "clock": -1}, "-1"),
        ({"square": 40, "clock": 1.5}, "1.5"),
        ({"square": 40, "clock": True}, "True"),
        ({"square": 40, "clock": False}, "False"),
        ({"square": 40, "clock": ""}, "''"),
        ({"square": 40, "clock": 10**13}, str(10**13)),
        ({"square": 40, "clock": 3_600_000_000_000}, "3600000000000"),  # hours of seven digits
        ({"square": 40, "mark": "!?!"}, "'!?!'"),
        ({"square": 40, "side_lines": [[]]}, "a side line is empty"),
        ({"square": 40, "comment": None}, "None"),
    ],
)
def test_a_move_that_could_not_be_written_is_refused(parts: dict[str, object], shown: str) -> None:
    with pytest.raises(BadSyntax, match="expected") as caught:
        RecordedMove(**parts)  # type: ignore[arg-type]
    assert shown in str(caught.value)


@pytest.mark.parametrize(
    ("tags", "shown"),
    [
        ({"Round": 3}, "tag Round is 3"),
        ({3: "three"}, "3 cannot"),
        ({"mode": "battle"}, "'mode'"),
        ({"Result": "X"}, "'Result'"),
        ({"two words": ""}, "'two words'"),
        ({"": ""}, "''"),
        ({"X\n": ""}, "'X\\\\n'"),
    ],
)
def test_a_tag_that_could_not_be_written_is_refused(tags: dict[str, str], shown: str) -> None:
    with pytest.raises(BadSyntax, match=shown):
        Record(START, tags=tags)


WON = replay(START, "96 67 77 78 83 39 99 94 48 88 86 69 93 37 75 57 73 38 89")


@pytest.mark.parametrize("result", ["O", "=", "*", "x", "1-0", ""])
def test_a_result_is_what_the_board_says(result: Result) -> None:
    assert Record(WON[-1], result="X").position.outcome == WON[-1].outcome
    with pytest.raises(BadSyntax, match="expected X"):
        Record(WON[-1], result=result)
    if result in ("O", "=", "*"):
        assert Record(WON[-2], result=result).result == result


def test_moves_and_side_lines_may_be_given_as_any_sequence() -> None:
    move = RecordedMove(40, side_lines=[[RecordedMove(0)]])  # type: ignore[arg-type]
    assert move == RecordedMove(40, side_lines=((RecordedMove(0),),))
    record = Record(START, [move])  # type: ignore[arg-type]
    assert hash(record) == hash(Record(START, (move,)))
    assert parse_record(format_record(record)) == record


def test_a_record_is_a_value() -> None:
    tags, moves = {"X": "Ann"}, [RecordedMove(40, "the centre"), RecordedMove(36)]
    record = Record(START, moves, tags=tags)  # type: ignore[arg-type]
    tags["X"] = "Zoe"
    moves.clear()
    assert record == PLAYED
    assert hash(record) == hash(PLAYED)
    assert pickle.loads(pickle.dumps(record)) == copy.deepcopy(record) == record
    assert record != Record(START)


@pytest.mark.parametrize(
    "text",
    [
        *('[A "' + "\\" * 100_001, '[A "' + "a" * 100_000, "[" + " " * 100_000, "[" * 100_000),
        *("{" + "\\a" * 50_000, "{" * 100_000, "{" + "a" * 100_000 + "{", "1" * 100_000),
        *("\n" * 100_000 + "[", "1." * 50_000, '[Mode "modern"] 55 {[clock ' + "9" * 100_000 + "}"),
    ],
    ids=lambda text: f"{text[:12]!r}...",
)
def test_a_long_text_that_never_closes_is_refused_at_once(text: str) -> None:
    # Were a pattern to try every way of splitting these, the test would outlast its time limit.
    with pytest.raises(BadSyntax) as caught:
        parse_records(text)
    assert len(str(caught.value)) < 250
