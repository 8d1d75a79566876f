from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ninefold import VARIANTS, Position
from ninefold.protocols.trail import Trail, find_moves
from ninefold.rules.squares import square_name


def random_game(mode: str, plies: int, seed: int) -> list[Position]:
    rng = random.Random(seed)
    game = [Position.start(mode)]
    while game[-1].outcome is None and len(game) <= plies:
        game.append(game[-1].play(rng.choice(game[-1].legal_moves)))
    return game


def after(start: Position, moves: tuple[int, ...]) -> Position:
    for move in moves:
        start = start.play(move)
    return start


@given(st.sampled_from(sorted(VARIANTS)), st.integers(0, 16), st.integers(0, 10_000))
@settings(max_examples=60, deadline=None)
def test_a_game_is_found_for_every_early_position(mode, plies, seed):
    goal = random_game(mode, plies, seed)[-1]
    moves = find_moves(goal)
    assert moves is not None
    assert after(Position.start(mode), moves) == goal


@pytest.mark.parametrize("mode", sorted(VARIANTS))
@pytest.mark.parametrize("stride", [1, 2])
def test_a_trail_follows_a_whole_game(mode, stride):
    trail = Trail()
    for position in random_game(mode, 81, seed=4)[::stride]:
        moves = trail.moves_to(position)
        assert moves is not None
        assert after(Position.start(mode), moves) == position


def test_a_trail_leaves_the_game_for_another_one():
    trail = Trail()
    trail.moves_to(random_game("modern", 12, seed=1)[-1])
    elsewhere = random_game("modern", 14, seed=2)[-1]
    moves = trail.moves_to(elsewhere)
    assert moves is not None
    assert after(Position.start(), moves) == elsewhere


def test_a_position_that_is_asked_about_again_is_reached_as_it_was_seen():
    """Another order of the same moves would be another game to who is told it."""
    trail, position = Trail(), Position.start("open")
    for move in ("55", "51", "11", "19", "99", "91"):
        position = position.play(move)
        trail.moves_to(position)
    assert trail.moves_to(position) == trail.moves_to(position)
    names = [square_name(move) for move in trail.moves_to(position)]
    assert names == ["55", "51", "11", "19", "99", "91"]
