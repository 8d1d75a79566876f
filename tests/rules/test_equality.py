"""Two positions are equal exactly when the rest of the game is."""

from __future__ import annotations

import pickle
import random
from dataclasses import replace

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from ninefold import VARIANTS, Position, format_position, parse_position
from ninefold.rules.squares import NINE, PLAYERS
from support.games import EVERY_VARIANT, games, positions


def with_target(position: Position, target: int | None) -> Position:
    """The same marks after a last move that points elsewhere."""
    turn = PLAYERS.index(position.turn)
    return Position.unchecked(position.variant, position.marks, position.owned, turn, target)


def late_position(mode: str, seed: int) -> Position:
    """A position of a random game in which a free move goes to one board only."""
    rng = random.Random(seed)
    while True:
        position = Position.start(mode)
        while position.outcome is None:
            if position.free and len(position.open_boards) == 1:
                return position
            position = position.play(rng.choice(position.legal_moves))


@settings(max_examples=50)
@given(games, st.sampled_from(NINE))
def test_a_target_tells_positions_apart_only_where_it_changes_the_moves(
    game: list[Position], target: int
) -> None:
    for position in game[1:]:
        other = with_target(position, target)
        same = other.legal_moves == position.legal_moves
        assert (other == position) == same
        assert (len({other, position}) == 1) == same


@given(games, st.randoms(use_true_random=True))
def test_equal_positions_stay_equal_whatever_is_played(
    game: list[Position], rng: random.Random
) -> None:
    equal = (
        (position, twin)
        for position in rng.sample(game[1:], len(game) - 1)
        for twin in (with_target(position, t) for t in NINE if t != position.target)
        if twin == position
    )
    position, other = next(equal, (None, None))
    assume(other)
    while position.legal_moves:
        move = rng.choice(position.legal_moves)
        position, other = position.play(move), other.play(move)
        assert other == position
        assert hash(other) == hash(position)
    assert other.outcome == position.outcome


@given(positions)
def test_what_is_played_tells_positions_apart(position: Position) -> None:
    """Nothing that decides the rest of the game is left out of the comparison."""
    after = [position.play(move) for move in position.legal_moves]
    assert len(set(after)) == len(after)
    assert position not in after
    for axis, value in (("tie_break", "boards"), ("tie_break", "draw")):
        other = replace(position.variant, **{axis: value})
        twin = Position.unchecked(
            other, position.marks, position.owned, PLAYERS.index(position.turn), position.target
        )
        assert (twin == position) == (other == position.variant)


def test_a_board_that_changes_hands_makes_another_position() -> None:
    """The same marks with another owner, as only an ownership by the latest line can have them."""
    marks = (0b000_000_111, *[0] * 8, 0b111_000_000, *[0] * 8)
    owned_by_x = Position.unchecked(VARIANTS["battle"], marks, (1, 0), 0, 4)
    owned_by_o = Position.unchecked(VARIANTS["battle"], marks, (0, 1), 0, 4)
    assert owned_by_x != owned_by_o


@pytest.mark.parametrize("mode", ["modern", "classic"])
def test_to_be_held_in_the_only_open_board_is_to_be_free_there(mode: str) -> None:
    free = late_position(mode, seed=2)
    held = with_target(free, free.open_boards[0])
    assert held.free is False
    assert held == free


@given(positions, st.sampled_from(["siege", "a", *VARIANTS]))
def test_a_name_tells_nothing_apart(position: Position, name: str) -> None:
    variant = replace(position.variant, name=name)
    turn = PLAYERS.index(position.turn)
    other = Position.unchecked(variant, position.marks, position.owned, turn, position.target)
    assert other == position
    assert hash(other) == hash(position)


@given(positions)
def test_texts_and_pickles_keep_what_equality_does_not_ask_for(position: Position) -> None:
    for again in (
        parse_position(format_position(position)),
        pickle.loads(pickle.dumps(position)),
        eval(repr(position), {"parse_position": parse_position}),
    ):
        assert again == position
        assert (again.variant, again.target) == (position.variant, position.target)


def test_mirror_images_that_differ_in_the_target_alone_have_one_canonical_image() -> None:
    """Marks that are their own mirror image: only the target says which of the two it is."""
    marks = "modern 9/9/9/9/9/9/6X1O/9/6O1X ......... X"
    one, other = parse_position(f"{marks} 9"), parse_position(f"{marks} 7")
    assert one != other
    assert one.canonical() == other.canonical()


def test_mirror_images_that_differ_in_the_owners_alone_have_one_canonical_image() -> None:
    """In Battle a board with lines of both belongs to the latest: the marks do not tell whose."""
    left, right = 0b001001001, 0b100100100
    marks = (left, 0, right, *[0] * 6, right, 0, left, *[0] * 6)
    one = Position.unchecked(VARIANTS["battle"], marks, (1 << 0, 1 << 2), 0, 4)
    other = Position.unchecked(VARIANTS["battle"], marks, (1 << 2, 1 << 0), 0, 4)
    assert one != other
    assert one.canonical() == other.canonical()


@given(positions, st.sampled_from(NINE))
def test_equal_positions_have_one_canonical_image(position: Position, target: int) -> None:
    other = with_target(position, target)
    assert (other.canonical() == position.canonical()) or other != position


def test_variants_that_differ_in_any_axis_have_no_position_in_common() -> None:
    """All with the same board before them: nothing but the axes is left to tell them apart."""
    starts = [Position.start(variant) for variant in EVERY_VARIANT]
    assert len(set(starts)) == len(EVERY_VARIANT)
    played = [start.play(40) for start in starts]
    assert all((a == b) == (a is b) for a in played for b in played)


def test_nothing_else_is_equal_to_a_position() -> None:
    assert (Position.start() == format_position(Position.start())) is False
    assert Position.start() != None  # noqa: E711 - what others compare with
