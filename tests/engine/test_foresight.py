"""Foresight: of good moves the one that the opponent is likeliest to answer badly."""

from __future__ import annotations

import threading
import time
from itertools import pairwise

import pytest

from ninefold.engine.core import axes_of, ffi, lib, native
from ninefold.engine.foresight import Foresight
from ninefold.engine.info import Info
from ninefold.engine.limit import Limit
from ninefold.engine.native import NativeEngine
from ninefold.engine.networks import Network, find_network, find_random_network
from ninefold.engine.quick_search import QuickSearch
from ninefold.engine.score import Score
from ninefold.rules.position import Position
from ninefold.rules.variants import VARIANTS
from support.games import random_game

BATTLE = axes_of(VARIANTS["battle"])


def random_network() -> Network:
    network = find_random_network(BATTLE)
    assert network is not None
    return network


@pytest.fixture
def foresight() -> Foresight:
    return Foresight(random_network())


@pytest.fixture
def position() -> Position:
    position = Position.start("battle")
    for move in ("58", "86", "61", "18", "88", "84"):
        position = position.play(move)
    return position


def lines_of(position: Position, *chances: float) -> list[Info]:
    """The first legal moves with these chances, best first."""
    turn = position.turn
    return [
        Info(move=move, score=Score(turn, chance), line=(move,))
        for move, chance in zip(position.legal_moves, chances, strict=False)
    ]


def test_a_slightly_worse_move_is_played_if_its_likely_replies_are_bad(
    foresight: Foresight, position: Position
) -> None:
    lines = lines_of(position, 0.55, 0.54)
    trap = position.play(lines[1].move)
    best_guess = max(
        QuickSearch(random_network()).scores(native(trap), 1500), key=lambda guess: guess[1]
    )[0]
    refuted = trap.play(best_guess)

    def worth(then: Position, nodes: int) -> float:
        assert nodes >= 200
        return 1.0 if then == refuted else 0.0

    assert foresight.choose(position, lines, 100_000, worth) == lines[1]
    # What all replies come to alike is nobody's mistake.
    assert foresight.choose(position, lines, 100_000, lambda *_: 3.0) == lines[0]


def test_a_much_worse_move_and_a_proven_one_are_left_alone(
    position: Position,
) -> None:
    far = lines_of(position, 0.6, 0.4)
    assert Foresight.good(position, far) == far[:1]
    first, second = lines_of(position, 0.6, 0.59)
    assert Foresight.good(position, [first, second]) == [first, second]
    lost = Info(move=second.move, score=Score.loss(position.turn, 6), line=second.line)
    assert Foresight.good(position, [first, lost]) == [first]
    won = Info(move=first.move, score=Score.win(position.turn, 5), line=first.line)
    assert Foresight.good(position, [won, second]) == [won]


def test_without_time_or_positions_the_best_move_stands(
    foresight: Foresight, position: Position
) -> None:
    lines = lines_of(position, 0.55, 0.54)
    assert foresight.choose(position, lines, 100_000, lambda *_: None) == lines[0]
    asked: list[int] = []
    foresight.choose(position, lines, 1000, lambda _, nodes: asked.append(nodes))
    assert not asked


def test_it_is_for_the_first_moves_where_there_is_a_choice() -> None:
    for before, position in pairwise(random_game(VARIANTS["battle"], 5)):
        if position.outcome is None:
            early = position.ply < 17 and len(position.legal_moves) > 1
            assert Foresight.helps(position) == early, before


def test_guesses_name_the_tree_searchs_moves_more_often_than_good_play_does() -> None:
    equal = find_network(BATTLE)
    memory, answer, stop = (
        ffi.new("char[]", 32 << 20),
        ffi.new("nf_mcts_answer *"),
        ffi.new("int *"),
    )
    hits = {"guesses": 0, "good play": 0}
    searches = {"guesses": QuickSearch(random_network()), "good play": QuickSearch(equal)}
    asked = [p for seed in range(12) for p in random_game(VARIANTS["battle"], 200 + seed)[6:26:3]]
    for position in asked:
        lib.nf_mcts(native(position), -1.0, 30_000, position.ply, memory, 32 << 20, stop, answer)
        for name, search in searches.items():
            scores = search.scores(native(position), 1500)
            hits[name] += max(scores, key=lambda guess: guess[1])[0] == answer.square
    assert hits["guesses"] > 0.45 * len(asked)
    assert hits["guesses"] > hits["good play"] + 5


def test_with_the_same_positions_a_move_it_plays_the_same_and_keeps_to_them(
    position: Position,
) -> None:
    played = []
    for _ in range(2):
        with NativeEngine(memory=1, opponent="weaker") as engine:
            found = engine.play(position, Limit(nodes=60_000))
        assert found.nodes <= 60_000
        assert found.rank == 1
        played.append((found.move, found.score, found.nodes))
    assert played[0] == played[1]


def test_it_changes_what_is_played_and_only_against_a_weaker_opponent(position: Position) -> None:
    """A good move all the same: within its margin by the engine's own search."""
    others = 0
    with NativeEngine(memory=4, opponent="weaker") as engine:
        for seed in range(6):
            asked = random_game(VARIANTS["battle"], seed)[7]
            *_, last = engine.analysis(asked, Limit(nodes=60_000))
            lines = engine.analyse(asked, Limit(nodes=24_000), lines=6)
            others += last[0].move != lines[0].move
            assert last[0].move in [line.move for line in lines]
    assert others > 0
    with NativeEngine(memory=1) as equal:
        equal.play(position, Limit(nodes=60_000))
        assert not equal._foresight


@pytest.mark.parametrize("limit", [Limit(nodes=5000), Limit(time=0.01), Limit(depth=7)], ids=str)
def test_with_too_little_to_go_on_it_just_searches(position: Position, limit: Limit) -> None:
    with NativeEngine(memory=1, opponent="weaker") as engine:
        depths = [lines[0].depth for lines in engine.analysis(position, limit)]
        found = engine.analyse(position, limit)[0]
    assert len(set(depths)) >= len(depths) - 1  # deeper every time, but for the last
    assert not limit.nodes or found.nodes >= 0.98 * limit.nodes


def test_where_one_move_is_clearly_best_it_looks_deeper() -> None:
    clear = 0
    with NativeEngine(memory=4, opponent="weaker") as engine:
        for seed in range(30):
            asked = random_game(VARIANTS["battle"], seed)[16]
            engine.new_game()
            lines = engine.analyse(asked, Limit(nodes=16_000), lines=6)
            if Foresight.good(asked, lines) == lines[:1] and lines[0].score.proven is None:
                engine.new_game()
                found = engine.play(asked, Limit(nodes=40_000))
                clear += 1
                assert found.depth > lines[0].depth
                assert 39_000 < found.nodes <= 40_000
    assert clear > 0


def test_it_keeps_to_its_time_and_stops_at_once(position: Position) -> None:
    with NativeEngine(memory=4, opponent="weaker") as engine:
        engine.play(position, Limit(nodes=2000))  # networks are made on first use
        found = engine.play(position, Limit(time=0.2))
        assert found.time < 0.5  # a busy machine may take longer than the 0.2
        began = time.monotonic()
        threading.Timer(0.5, engine.stop).start()
        found = engine.play(position, Limit(time=60))
        assert found.move in position.legal_moves
        assert time.monotonic() - began < 5
        # It thinks again afterwards.
        assert engine.play(position, Limit(nodes=20_000)).move in position.legal_moves
