"""A level in the core's numbers: its limits, its dice, and what it chooses from."""

from __future__ import annotations

from collections import Counter

import pytest

from ninefold import Position
from ninefold.engine import LEVELS, Handicap, Level, LevelEngine, Limit
from ninefold.engine.core import Search
from ninefold.engine.core.level import Weakness
from ninefold.engine.level_engine import VARIETY, _smaller, weakness_of
from ninefold.engine.symmetry import canonical_move, distinct_moves, own_symmetries
from ninefold.rules.squares import transform_square
from support.games import EVERY_VARIANT, random_game


def test_a_level_is_told_to_the_core_as_it_is_written_down() -> None:
    level = Level(9, "own", Limit(), Handicap(noise=1.25, blindness=0.5), oversight=0.25)
    assert weakness_of(level, 2000.0) == Weakness(125, 128, 64, 120)
    assert weakness_of(level) == Weakness(125, 128, 64, 0)
    assert VARIETY == 0.06
    assert [weakness_of(each, 1300.0) for each in LEVELS[:6:5]] == [
        Weakness(300, 205, 128, 78),
        Weakness(0, 0, 0, 78),
    ]


def test_the_smaller_of_two_limits_keeps_both() -> None:
    one = Limit(time=2, nodes=50, depth=9)
    assert _smaller(one, Limit()) == one
    assert _smaller(Limit(), one) == one
    other = Limit(time=1, nodes=70, depth=3, clock=5, increment=2)
    assert _smaller(one, other) == Limit(time=1, nodes=50, depth=3, clock=5, increment=2)
    assert _smaller(Limit(time=0), Limit(time=5)).time == 0


def test_first_moves_vary_until_six_marks_stand_and_only_of_who_does_not_err() -> None:
    game = random_game(EVERY_VARIANT[0], 2)
    assert [Weakness().lines(position) for position in game[:9]] == [6] * 6 + [1] * 3
    for errs in (Weakness(noise=1), Weakness(blindness=1)):
        assert errs.lines(game[0]) == 1
    for sees in (Weakness(oversight=9), Weakness(variety=9)):
        assert sees.lines(game[0]) == 6


def captures(position: Position) -> set[int]:
    mine = position.turn
    return {
        move
        for move in position.legal_moves
        if position.play(move).owners[move // 9] == mine != position.owners[move // 9]
    }


@pytest.mark.parametrize("variant", EVERY_VARIANT, ids=lambda v: "-".join(v.axes.values()))
def test_who_overlooks_all_captures_considers_the_rest_and_who_overlooks_none_all(variant) -> None:
    for position in random_game(variant, 8)[10:-1:2]:
        legal, taking = {*position.legal_moves}, captures(position)
        for seed in (0, 1):
            assert {*Weakness(oversight=256).moves(position, seed)} == (legal - taking or legal)
            assert {*Weakness(oversight=0).moves(position, seed)} == legal


def test_a_level_that_errs_plays_the_best_line_and_others_any_good_one_alike() -> None:
    start = Position.start("open").play("13").play("35")  # no mirror image of itself
    search = Search(1 << 20)
    search.begin(start, nodes=3_000, lines=6)
    while search.deepen():
        pass
    lines = search.lines()
    worst = lines[0].score - lines[-1].score
    assert {search.choice(start, Weakness(noise=1, variety=worst), s) for s in range(20)} == {
        lines[0]
    }
    assert {search.choice(start, Weakness(variety=worst - 1), s) for s in range(300)} == {
        line for line in lines if line.score > lines[-1].score
    }
    throws = Counter(search.choice(start, Weakness(variety=worst), s) for s in range(1200))
    assert set(throws) == set(lines)
    assert min(throws.values()) > 140  # of 200


def test_a_whole_line_is_turned_with_its_first_move() -> None:
    start = Position.start("open")
    search = Search(1 << 20)
    search.begin(start, depth=4, lines=6)
    while search.deepen():
        pass
    best = search.lines()[0].squares
    seen = {search.choice(start, Weakness(), seed).squares for seed in range(200)}
    assert seen == {tuple(transform_square(move, n) for move in best) for n in range(8)}


def test_a_seed_that_is_set_is_kept_and_none_is_never_twice_the_same_for_long() -> None:
    with LevelEngine("expert", memory=1) as engine:
        seeds = set()
        for _ in range(5):
            engine.new_game()
            seeds.add(engine.seed)
        assert len(seeds) > 1
        engine.seed = 7
        engine.new_game()
        assert engine.seed == 7
    with LevelEngine("expert", memory=1, seed=0) as engine:
        engine.new_game()
        assert engine.seed == 0


def test_a_level_keeps_its_own_limit_and_the_callers() -> None:
    position = Position.start("battle").play("55")
    with LevelEngine("casual", memory=1, seed=1) as engine:
        assert engine.play(position, Limit()).depth == 2
        assert engine.play(position, Limit(depth=1)).depth == 1
        assert engine.play(position, Limit(depth=5)).depth == 2
    with LevelEngine("expert", memory=1, seed=1) as engine:
        assert engine.play(position, Limit()).nodes == 5_000
        assert engine.play(position, Limit(nodes=600)).nodes == 600


@pytest.mark.parametrize("variant", EVERY_VARIANT[:3], ids=str)
def test_distinct_moves_are_one_of_each_set_that_symmetries_join(variant) -> None:
    symmetric = [
        Position.start(variant),
        Position.start(variant).play("55"),
        Position.start(variant).play("11"),
        Position.start(variant).play("52").play("25"),
        Position.start(variant).play("12"),
    ]
    for position in symmetric:
        kept = [n for n in range(8) if position.transform(n) == position]
        assert own_symmetries(position) == kept
        joined = {
            frozenset(transform_square(move, n) for n in kept) for move in position.legal_moves
        }
        assert {*distinct_moves(position)} == {min(moves) for moves in joined}
        for moves in joined:
            assert {canonical_move(position, move) for move in moves} == {min(moves)}
    assert [len(own_symmetries(position)) for position in symmetric] == [8, 8, 2, 2, 1]


@pytest.mark.parametrize("level", ["keen", "expert", "master"])
@pytest.mark.parametrize("lines", [1, 3])
def test_as_many_lines_are_told_all_along_as_were_asked_for(level: str, lines: int) -> None:
    """Also where a level looks at more of them to choose from."""
    with LevelEngine(level, seed=1, memory=1) as engine:
        told = list(engine.analysis(Position.start("open"), Limit(nodes=3_000), lines=lines))
    assert len(told) > 1
    assert {len(answer) for answer in told} == {lines}
