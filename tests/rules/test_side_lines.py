"""Records with side lines, marks and comments: exact round trips, and refusals in words."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ninefold import (
    VARIANTS,
    BadSyntax,
    IllegalMove,
    Position,
    Record,
    RecordedMove,
    format_record,
    parse_record,
)

SIDE = ((RecordedMove(0),),)
MARKS = ["", "!!", "!", "!?", "?!", "?", "??"]


def line(
    dice: random.Random, position: Position, depth: int, most: int = 5
) -> tuple[RecordedMove, ...]:
    moves = []
    for _ in range(dice.randint(1, most)):
        if not position.legal_moves:
            break
        sides = range(dice.randint(0, 2) if depth else 0)
        moves.append(
            RecordedMove(
                square := dice.choice(position.legal_moves),
                dice.choice(["", "why?", "(a) {b} [clock", ") \\ ("]),
                dice.choice([None, 1500]),
                dice.choice(MARKS),
                tuple(line(dice, position, depth - 1, 2) for _ in sides),
            )
        )
        position = position.play(square)
    return tuple(moves)


@settings(max_examples=30)
@given(st.integers(0, 2**32), st.sampled_from(list(VARIANTS)))
def test_every_tree_of_side_lines_reads_back(seed: int, mode: str) -> None:
    start = Position.start(mode)
    record = Record(start, line(random.Random(seed), start, depth=3))
    text = format_record(record)
    assert parse_record(text) == record
    assert format_record(parse_record(text)) == text
    assert eval(repr(record.moves), {"RecordedMove": RecordedMove}) == record.moves


def test_a_side_line_stands_for_its_move_and_may_have_its_own() -> None:
    record = parse_record('[Mode "modern"] 1. 55! 51 (59 {safer} 99 (91)) (2. 52) 3. 11 *')
    first, second, _ = record.moves
    assert (first.mark, second.side_lines[0][0].comment) == ("!", "safer")
    assert second.side_lines[0][1].side_lines == ((RecordedMove(72),),)
    assert second.side_lines[1] == (RecordedMove(37),)
    assert record.squares == (40, 36, 0)


@pytest.mark.parametrize(
    ("moves", "error", "said"),
    [
        ("(55) 51", BadSyntax, "a side line opens before any move"),
        ("55 (51", BadSyntax, "stands in a side line"),
        ("55 51)", BadSyntax, "closes no side line"),
        ("55 ()", BadSyntax, "a side line is empty"),
        ("55 51 (11)", IllegalMove, "move 2: 11 is not a legal move"),
        ("55 51 (3. 52)", BadSyntax, "move number '3' stands where 2 is expected"),
        ("55 (51) {late}", BadSyntax, "does not follow a move of its own"),
        ("55!!!", BadSyntax, "move 1"),
        ("55 " + "(51 " * 10_000, BadSyntax, "deeper than 50"),
    ],
)
def test_what_is_wrong_with_a_side_line_is_said(moves: str, error: type, said: str) -> None:
    with pytest.raises(error) as caught:
        parse_record(f'[Mode "modern"] {moves} *')
    assert said in str(caught.value)
    assert str(caught.value).startswith("line 1: ")


def test_a_side_line_that_cannot_be_played_is_refused_outside_of_texts_too() -> None:
    with pytest.raises(IllegalMove):
        Record(Position.start(), (RecordedMove(40), RecordedMove(36, side_lines=SIDE)))


def test_side_lines_may_lie_as_deep_as_is_said_and_no_deeper() -> None:
    record = parse_record('[Mode "open"] 1. 11 ' + "(11 " * 50 + ")" * 50 + " *")
    depth, move = 0, record.moves[0]
    while move.side_lines:
        depth, move = depth + 1, move.side_lines[0][0]
    assert depth == 50
    assert parse_record(format_record(record)) == record
    with pytest.raises(BadSyntax, match="deeper than 50"):
        parse_record('[Mode "open"] 1. 11 ' + "(11 " * 51 + ")" * 51 + " *")
    with pytest.raises(BadSyntax, match="51 deep: expected at most 50"):
        Record(record.start, (RecordedMove(0, side_lines=((record.moves[0],),)),))
