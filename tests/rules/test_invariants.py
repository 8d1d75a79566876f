"""What must hold in every mode, every own variant and every position."""

from __future__ import annotations

import copy
import pickle
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ninefold import (
    IllegalMove,
    Position,
    Record,
    RecordedMove,
    format_position,
    format_record,
    format_uttt_ai,
    parse_position,
    parse_record,
    parse_uttt_ai,
    set_up,
)
from ninefold.rules.squares import SQUARES, board_of, transform_square
from support.games import games, positions

symmetries = st.integers(0, 7)


@given(games)
def test_a_legal_move_exists_while_the_game_goes_on(game: list[Position]) -> None:
    assert all(position.legal_moves for position in game[:-1])
    assert game[-1].outcome is not None
    assert game[-1].legal_moves == ()
    assert game[-1].free is False


@given(positions)
def test_legal_moves_are_playable_and_every_other_square_is_refused(position: Position) -> None:
    for square in SQUARES:
        if square in position.legal_moves:
            assert position.refusal(square) is None
            assert position.play(square).cells[square] == position.turn
        else:
            assert position.refusal(square) is not None
            with pytest.raises(IllegalMove):
                position.play(square)


@given(games, st.integers(0, 2))
def test_where_moves_send_is_where_the_opponent_may_then_play(
    game: list[Position], first: int
) -> None:
    for position in game[first::3]:
        assert position.open_boards == boards_of(position.legal_moves)
        sent = [boards_of(position.play(move).legal_moves) for move in position.legal_moves]
        assert list(position.sends) == sent


def boards_of(moves: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted({board_of(move) for move in moves}))


@given(games)
def test_no_game_is_longer_than_81(game: list[Position]) -> None:
    assert len(game) - 1 == game[-1].ply <= 81


@given(games)
def test_marks_alternate_and_are_never_removed(game: list[Position]) -> None:
    for before, after in pairwise(game):
        old, new = before.cells, after.cells
        changed = [n for n in SQUARES if old[n] != new[n]]
        assert len(changed) == 1
        assert old[changed[0]] == "."
        assert new[changed[0]] == before.turn != after.turn
        assert after.target == changed[0] % 9


@given(games)
def test_a_captured_board_changes_hands_only_where_the_variant_says_so(
    game: list[Position],
) -> None:
    for before, after in pairwise(game):
        for old, new in zip(before.owners, after.owners, strict=True):
            if old in "XO" and new != old:
                assert before.variant.ownership == "latest"
                assert new == before.turn


@given(games)
def test_an_owner_has_a_line_and_a_line_has_an_owner(game: list[Position]) -> None:
    lines = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
    for board, owner in enumerate(game[-1].owners):
        cells = game[-1].board(board)
        in_line = {cells[a] for a, b, c in lines if cells[a] == cells[b] == cells[c] != "."}
        assert (owner in in_line) if owner in "XO" else not in_line
        assert (owner == "-") == (not in_line and "." not in cells)


def test_symmetries_turn_clockwise_and_the_later_four_mirror_before() -> None:
    """Engine and books number them alike, so their order is part of the promise."""
    for mirrored in (0, 1):
        for turns in range(4):
            symmetry = 4 * mirrored + turns
            # The upper left corner, mirrored the upper right one, goes so far around clockwise.
            around = (0, 2, 8, 6) if not mirrored else (2, 8, 6, 0)
            assert transform_square(0, symmetry) == 10 * around[turns]
            assert transform_square(10, symmetry) == 10 * (1, 5, 7, 3)[turns]
            assert transform_square(40, symmetry) == 40


@given(positions, symmetries)
def test_every_symmetry_commutes_with_play(position: Position, symmetry: int) -> None:
    image = position.transform(symmetry)
    moves = [transform_square(move, symmetry) for move in position.legal_moves]
    assert sorted(moves) == list(image.legal_moves)
    for move, image_move in list(zip(position.legal_moves, moves, strict=True))[:9]:
        assert position.play(move).transform(symmetry) == image.play(image_move)
    assert image.canonical() == position.canonical()


@given(positions)
def test_position_text_round_trips(position: Position) -> None:
    text = format_position(position)
    assert parse_position(text) == position
    assert eval(repr(position), {"parse_position": parse_position}) == position
    assert parse_position(f"  {text.lower()}\n") == position


@given(positions)
def test_uttt_ai_text_round_trips(position: Position) -> None:
    text = format_uttt_ai(position)
    read = parse_uttt_ai(text, position.variant)
    assert format_uttt_ai(read) == text
    assert read.legal_moves == position.legal_moves
    if position.held_board is not None:
        assert read == position


@given(games, st.integers(0, 3))
def test_a_position_set_up_from_any_real_game_is_accepted(game: list[Position], first: int) -> None:
    for position in game[first::4]:
        again = set_up(
            position.variant,
            position.cells,
            owners=position.owners,
            turn=position.turn,
            target=position.target,
        )
        assert again == position
        assert again.outcome == position.outcome
        assert again.legal_moves == position.legal_moves


@given(positions)
def test_a_position_is_a_value(position: Position) -> None:
    for twin in (
        pickle.loads(pickle.dumps(position)),
        copy.copy(position),
        copy.deepcopy(position),
    ):
        assert twin == position
        assert hash(twin) == hash(position)
        assert twin.outcome == position.outcome
    with pytest.raises(AttributeError):
        position.target = 3  # type: ignore[misc]
    with pytest.raises(AttributeError):
        del position._turn
    assert position != str(position)


comments = st.text(st.characters(codec="utf-8"), max_size=30)
clocks = st.none() | st.integers(0, 10**9)
tags = st.dictionaries(
    st.from_regex(r"\A[A-Z][A-Za-z0-9_]{0,8}\Z").filter(
        lambda name: name not in {"Mode", "TieBreak", "Position", "Result"}
    ),
    comments,
    max_size=4,
)


@settings(max_examples=25)
@given(games, st.integers(0, 81), st.integers(0, 20), st.data())
def test_records_round_trip(
    game: list[Position], length: int, start: int, data: st.DataObject
) -> None:
    played = game[: length + 1]
    start = min(start, len(played) - 1)
    moves = []
    noted = data.draw(st.sets(st.integers(start, len(played) - 1), max_size=5))
    for before, after in pairwise(played[start:]):
        old, new = before.cells, after.cells
        square = next(n for n in SQUARES if old[n] != new[n])
        moves.append(
            RecordedMove(square, data.draw(comments), data.draw(clocks))
            if before.ply in noted
            else RecordedMove(square)
        )
    outcome = played[-1].outcome
    result = data.draw(st.sampled_from("XO=*")) if outcome is None else outcome.winner or "="
    record = Record(played[start], tuple(moves), result, data.draw(tags))
    text = format_record(record)
    assert parse_record(text) == record
    assert parse_record(text.replace("\n", "\r\n")) == record
    assert record.position == played[-1]
