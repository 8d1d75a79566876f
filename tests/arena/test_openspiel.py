"""OpenSpiel is a second opinion on Modern, and an opponent."""

from __future__ import annotations

import random
import sys

import pyspiel
import pytest

from ninefold import Position
from ninefold.arena.openspiel import OpenSpielEngine
from ninefold.engine import EngineError, Limit


def test_openspiel_and_our_rules_agree_on_modern_games():
    game = pyspiel.load_game("ultimate_tic_tac_toe")
    rng = random.Random(6)
    for _ in range(40):
        state, position = game.new_initial_state(), Position.start()
        while position.outcome is None:
            move = rng.choice(position.legal_moves)
            if position.free:
                assert state.legal_actions() == sorted({m // 9 for m in position.legal_moves})
                state.apply_action(move // 9)
            assert [m % 9 for m in position.legal_moves if m // 9 == move // 9] == (
                state.legal_actions()
            )
            state.apply_action(move % 9)
            position = position.play(move)
        result = {"X": 1, "O": -1, None: 0}[position.outcome.winner]
        assert state.is_terminal()
        assert state.player_return(0) == result


def test_it_plays_a_game_to_its_end_from_any_position():
    position = Position.start()
    for move in ("55", "51", "15", "52", "25", "53"):
        position = position.play(move)
    engine = OpenSpielEngine(seed=1)
    while position.outcome is None:
        position = position.play(engine.play(position, Limit(nodes=300)).move)


@pytest.mark.parametrize(
    ("position", "limit", "what"),
    [
        (Position.start("battle"), Limit(nodes=10), "Modern"),
        (Position.start("modern", tie_break="boards"), Limit(nodes=10), "tie-break"),
        (Position.start(), Limit(), "limit"),
    ],
)
def test_what_it_cannot_do_is_said(position, limit, what):
    with pytest.raises(EngineError, match=what):
        OpenSpielEngine().play(position, limit)


def test_a_missing_package_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    with pytest.raises(EngineError, match="pip install open_spiel"):
        OpenSpielEngine()


@pytest.mark.parametrize(
    ("position", "limit", "asked"),
    [
        (Position.start(), Limit(time=3), (1.5, None)),
        (Position.start().play("55"), Limit(time=3), (3, None)),
        (Position.start(), Limit(time=3, nodes=40), (1.5, 40)),
        (Position.start().play("55"), Limit(nodes=40), (None, 40)),
    ],
)
def test_a_free_move_is_two_decisions_of_half_the_time_each(monkeypatch, position, limit, asked):
    told = []

    class First:
        def step(self, state):
            return state.legal_actions()[0]

    def bot(_engine, seconds, simulations):
        told.append((seconds, simulations))
        return First()

    monkeypatch.setattr(OpenSpielEngine, "_bot", bot)
    assert OpenSpielEngine().play(position, limit).move == position.legal_moves[0]
    assert told == [asked]


def test_its_dice_go_on_from_its_seed():
    one, same, other = OpenSpielEngine(1), OpenSpielEngine(1), OpenSpielEngine(2)
    drawn = [[engine._next_seed() for _ in range(4)] for engine in (one, same, other)]
    assert drawn[0] == drawn[1] != drawn[2]
    assert len({*drawn[0]}) == 4
