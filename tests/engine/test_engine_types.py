"""The plain types of the engine room: limits, scores, lines, and what every engine can do."""

from __future__ import annotations

import math

import pytest

from ninefold import Position
from ninefold.engine import BadLimit, Engine, EngineError, Info, Limit, Score


@pytest.mark.parametrize(
    "wrong",
    [
        {"time": -1},
        {"time": math.nan},
        {"clock": math.inf},
        {"increment": None},
        {"time": "1"},
        {"time": True},
        {"nodes": 0},
        {"nodes": 1.5},
        {"depth": -3},
        {"depth": False},
    ],
)
def test_a_limit_that_cannot_be_kept_is_refused_by_name(wrong):
    (name,) = wrong
    with pytest.raises(BadLimit, match=name):
        Limit(**wrong)


def test_a_limit_shows_what_was_given_and_reads_back():
    limit = Limit(nodes=5, increment=0.5)
    assert repr(limit) == "Limit(nodes=5, increment=0.5)"
    assert eval(repr(limit)) == limit
    assert Limit().endless
    assert not Limit(depth=3).endless


def test_a_clock_is_never_overspent_in_a_whole_game():
    for clock, increment in ((10.0, 0.0), (1.0, 0.1), (300.0, 3.0)):
        left = clock
        for ply in range(0, 81, 2):
            share = Limit(clock=left, increment=increment).seconds(ply)
            assert 0 < share < left
            left += increment - share


def test_a_score_says_whose_it_is_and_turns_round():
    score = Score("X", 0.7)
    assert score.for_player("X") is score
    assert score.for_player("O").probability == pytest.approx(0.3)
    assert score.for_player("O").for_player("X").probability == pytest.approx(0.7)
    assert str(Score.win("O", 9).for_player("X")) == "O wins in 9"
    assert Score.loss("O", 4).winner == "X"
    assert Score.loss("O", 4).for_player("X") == Score.win("X", 4)
    assert str(Score.draw("X", 12)) == "draw"
    assert Score.draw("X").winner is None
    with pytest.raises(ValueError, match="from 0 to 1"):
        Score("X", 1.5)


def test_speed_is_nodes_a_second_and_no_division_by_zero():
    assert Info(move=0, score=Score("X", 0.5), nodes=100, time=0.5).speed == 200
    assert Info(move=0, score=Score("X", 0.5), nodes=100).speed == 0


class FirstMove(Engine):
    name = "first move"

    def analysis(self, position, limit, *, lines=1):
        for depth in (1, 2):
            moves = position.legal_moves[:lines]
            yield [
                Info(move=move, score=Score(position.turn, 0.5), depth=depth, rank=rank)
                for rank, move in enumerate(moves, 1)
            ]

    def stop(self):
        pass


class Silent(FirstMove):
    name = "silent"

    def analysis(self, position, limit, *, lines=1):
        yield from ()


def test_an_engine_needs_only_analysis_and_stop():
    with FirstMove() as engine:
        assert engine.play(Position.start(), Limit()).move == 0
        answer = engine.analyse(Position.start(), Limit(), lines=3)
    assert [(info.move, info.depth, info.rank) for info in answer] == [
        (0, 2, 1),
        (1, 2, 2),
        (2, 2, 3),
    ]


def test_an_engine_without_an_answer_is_an_error_of_ours():
    with pytest.raises(EngineError, match="silent gave no answer"):
        Silent().play(Position.start(), Limit())
