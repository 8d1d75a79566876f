"""What a level does not consider, and how it varies its first moves: the core's own dice."""

import random

import pytest

from ninefold import Position
from ninefold.engine.core import Search
from ninefold.engine.core.level import Weakness
from ninefold.engine.level_engine import LevelEngine
from ninefold.engine.limit import Limit
from support.variants import all_variants

VARIANTS = list(all_variants())


def middle_game(seed):
    dice = random.Random(seed)
    position = Position.start(VARIANTS[seed % len(VARIANTS)])
    for _ in range(30):
        if position.outcome is None:
            position = position.play(dice.choice(position.legal_moves))
    return position


def own_captures(position):
    mine = position.owners.count(position.turn)
    after = {square: position.play(square).owners for square in position.legal_moves}
    return {square for square in after if after[square].count(position.turn) > mine}


def test_only_captures_are_overlooked_and_about_as_many_as_said():
    missed = could = 0
    for seed in range(600):
        position = middle_game(seed)
        captures, legal = own_captures(position), {*position.legal_moves}
        seen = {*Weakness(oversight=128).moves(position, seed)}
        assert legal - seen <= captures
        if captures != legal:
            missed, could = missed + len(legal - seen), could + len(captures)
    assert could > 200
    assert 0.4 < missed / could < 0.6


def test_a_player_who_would_overlook_everything_sees_everything():
    for seed in range(600):
        position = middle_game(seed)
        if position.legal_moves and own_captures(position) == {*position.legal_moves}:
            assert Weakness(oversight=256).moves(position, 1) == position.legal_moves
            return
    pytest.fail("no position has captures alone: look further")


def test_variety_ends_with_the_opening_and_is_not_for_those_who_err():
    start, weak = Position.start(), Weakness(noise=50)
    assert Weakness().lines(start) > 1 == weak.lines(start)
    assert Weakness().lines(middle_game(0)) == 1


def test_openings_vary_with_the_seed_and_by_symmetries_of_the_position():
    start = Position.start("open")
    moves = set()
    for seed in range(24):
        with LevelEngine("expert", seed=seed, memory=1) as engine:
            moves.add(engine.play(start, Limit()).move)
    assert len(moves) > 1
    with LevelEngine("expert", seed=3, memory=1) as engine:
        first = engine.play(start, Limit())
        assert first.move == first.line[0]
        engine.new_game()
        assert engine.play(start, Limit()).move == first.move


def test_a_varied_move_is_legal_wherever_the_position_is_not_its_own_mirror_image():
    dice = random.Random(7)
    for seed in range(30):
        position = Position.start(VARIANTS[seed % len(VARIANTS)])
        for _ in range(1 + seed % 5):
            position = position.play(dice.choice(position.legal_moves))
        with LevelEngine("expert", seed=seed, memory=1) as engine:
            info = engine.play(position, Limit(nodes=300))
        for move in info.line:
            position = position.play(move)


def test_a_move_as_far_from_the_best_as_variety_allows_is_played_too():
    start = Position.start("open").play("13").play("35")  # no mirror image of itself
    search = Search(1 << 20)
    search.begin(start, nodes=3_000, lines=6)
    while search.deepen():
        pass
    lines = search.lines()
    near = next(line for line in lines if line.score < lines[0].score)
    exact = Weakness(variety=lines[0].score - near.score)
    chosen = {search.choice(start, exact, seed).squares[0] for seed in range(200)}
    assert chosen == {line.squares[0] for line in lines if line.score >= near.score}
