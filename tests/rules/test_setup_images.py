"""A set-up position is believed or doubted alike in all its images, and from every real game."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ninefold import VARIANTS, IllegalMove, ImpossiblePosition, Position, replay, set_up
from ninefold.rules.squares import transform_square
from support.games import EVERY_VARIANT, random_game


def turned(cells: str, symmetry: int) -> str:
    """The same marks, each where the symmetry takes its square."""
    images = {transform_square(square, symmetry): mark for square, mark in enumerate(cells)}
    return "".join(images[square] for square in range(81))


def turned_board(board: int, symmetry: int) -> int:
    return transform_square(9 * board, symmetry) // 9


def doubts(variant, cells, owners, turn, target) -> list[str]:
    """What is said against a position, without the places that it names."""
    try:
        set_up(variant, cells, owners=owners, turn=turn, target=target)
    except ImpossiblePosition as error:
        told = error.reasons
    else:
        told = ()
    return sorted(
        "".join(c for c in reason if not c.isdigit() and c not in ", ") for reason in told
    )


@given(
    st.sampled_from(EVERY_VARIANT),
    st.integers(0, 10_000),
    st.integers(1, 70),
    st.integers(0, 80),
    st.sampled_from("XO."),
    st.integers(0, 7),
)
def test_a_changed_position_is_doubted_alike_in_every_image(
    variant, seed, plies, square, mark, symmetry
) -> None:
    position = random_game(variant, seed, plies)[-1]
    cells = position.cells[:square] + mark + position.cells[square + 1 :]
    owners = position.owners
    moved = {turned_board(board, symmetry): owner for board, owner in enumerate(owners)}
    target = None if position.target is None else turned_board(position.target, symmetry)
    here = doubts(variant, cells, owners, None, position.target)
    there = doubts(
        variant, turned(cells, symmetry), "".join(moved[n] for n in range(9)), None, target
    )
    assert here == there
    if mark == position.cells[square]:
        assert here == []


@given(st.sampled_from(EVERY_VARIANT), st.integers(0, 10_000), st.integers(0, 80))
def test_owners_and_turn_follow_from_the_marks_where_nobody_has_both_lines(
    variant, seed, plies
) -> None:
    position = random_game(variant, seed, plies)[-1]
    try:
        told = set_up(variant, position.cells, target=position.target)
    except ImpossiblePosition as error:
        assert all("say who owns it" in reason for reason in error.reasons)  # noqa: PT017
        assert not variant.captured_is_closed
    else:
        assert (told, told.owners, told.turn) == (position, position.owners, position.turn)


def test_a_wrong_turn_or_owner_of_a_real_position_is_told() -> None:
    for seed in range(20):
        position = random_game(VARIANTS["modern"], seed, 40)[-1]
        wrong = "X" if position.turn == "O" else "O"
        given = {"owners": position.owners, "target": position.target}
        with pytest.raises(ImpossiblePosition, match=f"so it is not {wrong}'s turn"):
            set_up("modern", position.cells, turn=wrong, **given)
        for board, owner in enumerate(position.owners):
            for other in set("XO.-") - {owner}:
                owners = position.owners[:board] + other + position.owners[board + 1 :]
                with pytest.raises(ImpossiblePosition, match=f"board {board + 1} "):
                    set_up("modern", position.cells, owners=owners, target=position.target)


@given(st.sampled_from(EVERY_VARIANT), st.integers(0, 10_000), st.integers(0, 81))
def test_a_canonical_image_is_one_of_the_eight_and_the_same_for_all(variant, seed, plies) -> None:
    position = random_game(variant, seed, plies)[-1]
    images = [position.transform(symmetry) for symmetry in range(8)]
    assert position.canonical() in images
    assert len({image.canonical() for image in images}) == 1
    assert position.canonical().canonical() == position.canonical()


def test_an_illegal_move_of_a_line_is_told_with_its_number_in_the_game() -> None:
    dice = random.Random(1)
    position = Position.start()
    for number in range(1, 6):
        held = next(s for s in range(81) if s not in position.legal_moves) if number > 1 else None
        if held is not None:
            with pytest.raises(IllegalMove, match=f"move {number}"):
                replay(position, [held])
        position = position.play(dice.choice(position.legal_moves))
