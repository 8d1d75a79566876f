"""The search keeps to what it is told: nodes, depth, first moves, lines; and refuses nonsense."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ninefold import VARIANTS, Position, find_variant
from ninefold.engine import Handicap, Limit, NativeEngine
from ninefold.engine.core import Search
from ninefold.engine.core.library import ffi, lib
from ninefold.engine.core.position import native
from ninefold.engine.scale import HAND_SCALE, expected_score
from support.endgames import exchanged
from support.games import random_game

START = Position.start("battle").play("55")


def search_of(position: Position, **limits: int) -> Search:
    search = Search(1 << 18)
    search.begin(position, **limits)
    while search.deepen():
        pass
    return search


@pytest.mark.parametrize("nodes", [500, 1023, 1024, 1025, 2047, 2048, 5000])
def test_exactly_as_many_nodes_are_looked_at_as_were_allowed(nodes: int) -> None:
    assert search_of(START, nodes=nodes).nodes == nodes


def test_as_many_lines_come_as_there_are_moves_and_no_more_than_asked_for() -> None:
    for lines in (1, 2, 7, 8, 9, 81):
        told = search_of(START, depth=3, lines=lines).lines()
        assert len(told) == min(lines, 8)
        assert len({line.squares[0] for line in told}) == len(told)
        assert [line.depth for line in told] == [3] * len(told)
        scores = [line.score for line in told]
        assert scores == sorted(scores, reverse=True)


@pytest.mark.parametrize("square", [0, 63, 64, 80])
def test_only_the_chosen_first_moves_are_looked_at(square: int) -> None:
    """On either side of the halves in which the core keeps them."""
    start = Position.start()
    told = search_of(start, depth=2, lines=81, moves=1 << square | 1 << 40).lines()
    assert {line.squares[0] for line in told} == {square, 40}


def only_move() -> Position:
    games = (random_game(VARIANTS["classic"], seed) for seed in range(60))
    return next(p for game in games for p in game[20:55] if len(p.legal_moves) == 1)


def test_who_has_one_move_and_a_clock_does_not_think_for_long() -> None:
    position = only_move()
    with NativeEngine(memory=1) as engine:
        assert engine.play(position, Limit(time=600)).depth == 6
        assert engine.play(position, Limit(depth=7)).depth == 7
        two = next(p for p in random_game(VARIANTS["classic"], 0)[20:] if len(p.legal_moves) == 2)
        assert engine.play(two, Limit(time=600, depth=8)).depth == 8


@pytest.mark.parametrize(
    "wrong",
    [{"lines": 0}, {"blindness": 256}, {"noise": 1001}, {"contempt": 801}, {"moves": [1, 0]}],
    ids=str,
)
def test_a_search_that_makes_no_sense_is_refused_and_leaves_nothing_to_read(wrong) -> None:
    options = ffi.new("nf_options *", {"table_bytes": 1 << 16, "threads": 1})
    memory = ffi.new("char[]", lib.nf_search_bytes(options) + 64)
    address = int(ffi.cast("uintptr_t", memory))
    search = lib.nf_search_make(memory + -address % 64, options)
    good = {"depth": 2, "seconds": -1.0, "lines": 1}
    line = ffi.new("nf_line *")
    for limits, refused in ((good, 0), ({**good, **wrong}, -1), (good, 0)):
        given = ffi.new("nf_limits *", limits)
        assert lib.nf_search_begin(search, native(START), given) == refused
        while lib.nf_search_deepen(search):
            assert not refused
        assert lib.nf_search_lines(search, line, 1) == (0 if refused else 1)
    most = {**good, "blindness": 255, "noise": 1000, "contempt": 800}
    assert lib.nf_search_begin(search, native(START), ffi.new("nf_limits *", most)) == 0
    for table, threads in ((4095, 1), (1 << 41, 1), (4096, 0), (4096, 65)):
        options = ffi.new("nf_options *", {"table_bytes": table, "threads": threads})
        assert lib.nf_search_bytes(options) == 0


def test_a_new_search_knows_nothing_of_the_one_before() -> None:
    """Nodes, depth and lines count from its beginning."""
    search = Search(1 << 18)
    for _ in range(2):
        search.forget()
        search.begin(START, depth=4)
        assert search.nodes == 0
        depths = [1]
        while search.deepen():
            depths.append(search.lines()[0].depth + 1)
        assert depths == [1, 2, 3, 4]
    assert search.nodes == search_of(START, depth=4).nodes


def test_who_errs_errs_alike_with_the_same_seed_and_is_not_remembered_by_others() -> None:
    """Whatever was searched before with another handicap or seed."""
    positions = [p for seed in range(4) for p in random_game(VARIANTS["open"], seed)[8:40:4]]
    used, same, other = Search(1 << 20), 0, 0
    for position in positions:
        asked = [{"noise": 200, "seed": seed} for seed in (1, 2)] + [{}]
        scores = []
        for handicap in asked:
            used.begin(position, depth=3, **handicap)
            while used.deepen():
                pass
            scores.append(used.lines()[0].score)
            alone = search_of(position, depth=3, **handicap).lines()[0].score
            same += scores[-1] == alone
        other += len({*scores}) == 3
    assert same > 0.9 * 3 * len(positions)
    assert other > 0.9 * len(positions)


def test_noise_is_as_great_as_it_is_said_to_be_and_blindness_proves_nothing() -> None:
    small = large = 0
    truth = search_of(START, depth=1, lines=81).lines()
    for seed in range(25):
        noisy = search_of(START, depth=1, lines=81, noise=100, seed=seed).lines()
        scores = {line.squares[0]: line.score for line in truth}
        off = [abs(line.score - scores[line.squares[0]]) for line in noisy]
        assert max(off) <= 2_500
        small, large = small + sum(o < 1_250 for o in off), large + sum(o >= 1_250 for o in off)
    assert 0.5 * small > large > 0.15 * small  # the mean of two throws is mostly near the middle
    with NativeEngine(memory=1) as engine:
        won = next(
            position
            for position in random_game(VARIANTS["modern"], 3)[30:]
            if engine.play(position, Limit(depth=3)).score.proven == "win"
        )
        for answer in engine.analysis(won, Limit(depth=3), handicap=Handicap(blindness=0.01)):
            assert answer[0].score.proven is None


@pytest.mark.parametrize("mode", [*VARIANTS, "modern:tie_break=boards"])
def test_the_hand_written_evaluation_has_no_favourite(mode: str) -> None:
    search = Search(1 << 16)
    for position in random_game(find_variant(mode), 5)[:-1]:
        ours, theirs = search.evaluate(position), search.evaluate(exchanged(position))
        assert abs(ours - theirs) <= 1  # a score is rounded down


def test_expected_scores_are_logistic() -> None:
    assert HAND_SCALE == {"decided": 1300.0, "full": 2600.0}
    for score in (-5000, -1, 0, 700, 20_000):
        value = expected_score(score, 1300)
        assert value + expected_score(-score, 1300) == pytest.approx(1)
        assert expected_score(2 * score, 2600) == value
    assert expected_score(1300, 1300) == pytest.approx(0.7310585786)


@pytest.mark.parametrize(
    ("limit", "ply", "seconds"),
    [
        (Limit(), 0, None),
        (Limit(nodes=5, depth=3), 0, None),
        (Limit(time=2), 50, 2),
        (Limit(clock=36), 0, 1.8),
        (Limit(clock=36), 1, 1.8),
        (Limit(clock=36), 2, 0.9 * 36 / 17.5),
        (Limit(clock=36), 40, 0.9 * 36 / 8),
        (Limit(clock=36), 60, 0.9 * 36 / 3),
        (Limit(clock=36), 80, 0.9 * 36 / 3),
        (Limit(clock=36, increment=1), 0, 2.6),
        (Limit(clock=1, increment=10), 0, 0.9),
        (Limit(clock=36, time=1), 0, 1),
        (Limit(clock=36, time=10), 0, 1.8),
        (Limit(time=0), 0, 0),
        (Limit(clock=0), 0, 0),
        (Limit(increment=5), 0, None),
    ],
    ids=str,
)
def test_time_is_shared_out_as_it_is_said(limit, ply: int, seconds: float | None) -> None:
    assert limit.seconds(ply) == (None if seconds is None else pytest.approx(seconds))


def test_each_limit_alone_makes_a_search_that_ends() -> None:
    assert Limit().endless
    assert Limit(increment=1).endless
    for one in ({"time": 0}, {"nodes": 1}, {"depth": 1}, {"clock": 0}):
        assert not Limit(**one).endless


def test_a_new_game_begins_as_a_new_engine_does() -> None:
    """What was learnt before changes a search of so few nodes, or nothing would be forgotten."""
    position, limit = START.play("51").play("15"), Limit(nodes=4_000)
    with NativeEngine(memory=1) as engine, NativeEngine(memory=1) as fresh:
        expected = replace(fresh.play(position, limit), time=0.0)
        for _ in range(2):
            engine.play(START, Limit(nodes=20_000))
            engine.new_game()
            assert replace(engine.play(position, limit), time=0.0) == expected
        engine.play(START, Limit(nodes=20_000))
        assert replace(engine.play(position, limit), time=0.0) != expected
