"""What an environment keeps from move to move and from game to game, and what it does not."""

from __future__ import annotations

import pickle
import random

import pytest

from ninefold import Position
from ninefold.engine import LevelEngine, Limit
from ninefold.engine.baselines import RandomEngine
from ninefold.env import SuperTicTacToeEnv
from ninefold.env.aec import SuperTicTacToeAEC
from ninefold.env.opponent import find_opponent


@pytest.mark.parametrize("make", [SuperTicTacToeEnv, SuperTicTacToeAEC])
def test_the_last_legal_move_of_this_game_is_the_one_shown(make) -> None:
    env = make()
    for seed in (1, 2):
        env.reset(seed=seed)
        assert env._last_move is None
        env.step(40)
        assert env._last_move == 40
        env.step(36)
        assert env._last_move == 36
        env.step(80)  # it is not legal, and ends the game
        assert env._last_move == 36


def test_the_last_move_is_the_opponents_where_it_answered() -> None:
    env = SuperTicTacToeEnv(opponent=lambda p: p.legal_moves[0], side="X")
    env.reset(seed=1)
    env.step(40)
    assert (env._last_move, env.position) == (36, Position.start().play(40).play(36))
    env = SuperTicTacToeEnv(opponent=lambda p: p.legal_moves[-1], side="O")
    env.reset(seed=1)
    assert (env._last_move, env.position.ply) == (80, 1)


@pytest.mark.parametrize("side", ["X", "O", "random"])
def test_whoever_learns_is_drawn_anew_for_each_game_and_only_where_it_is_left_open(side) -> None:
    env = SuperTicTacToeEnv(opponent=lambda p: p.legal_moves[0], side=side)
    drawn = [env.reset(seed=seed)[1]["player"] for seed in range(20)]
    assert {*drawn} == {"X": {0}, "O": {1}, "random": {0, 1}}[side]
    assert drawn == [env.reset(seed=seed)[1]["player"] for seed in range(20)]
    env.reset(seed=1)
    unseeded = [env.reset()[1]["player"] for _ in range(20)]
    assert {*unseeded} == {*drawn}
    assert [env.position.ply for _ in range(1)] == [unseeded[-1]]


def test_a_position_that_is_handed_over_is_where_the_game_begins_and_not_the_next() -> None:
    position = Position.start().play("55").play("51")
    env = SuperTicTacToeEnv()
    env.reset(seed=1, options={"position": position})
    assert env.position == position
    env.reset()
    assert env.position == Position.start()


def test_agents_are_paid_for_the_last_move_and_once() -> None:
    """What was earned is added up until an agent is asked again, and then begins anew."""
    for seed in range(6):
        env, dice = SuperTicTacToeAEC(), random.Random(seed)
        env.reset(seed=seed)
        while not any(env.terminations.values()):
            agent = env.agent_selection
            assert env._cumulative_rewards == {"player_0": 0.0, "player_1": 0.0}
            env.step(dice.choice(env.position.legal_moves))
        winner = env.position.outcome.winner
        paid = {None: (0.0, 0.0), "X": (1.0, -1.0), "O": (-1.0, 1.0)}[winner]
        assert tuple(env.rewards.values()) == tuple(env._cumulative_rewards.values()) == paid
        assert env.rewards[agent] >= 0
        env.reset()
        assert {*env.rewards.values(), *env._cumulative_rewards.values()} == {0.0}
        assert {*env.terminations.values(), *env.truncations.values()} == {False}
        assert env.agents == ["player_0", "player_1"]


@pytest.mark.parametrize(
    ("name", "limit", "kept"),
    [
        ("casual", None, Limit()),
        ("casual", Limit(nodes=5), Limit(nodes=5)),
        ("casual:depth=1", None, Limit(depth=1)),
        ("casual:depth=1", Limit(nodes=5), Limit(depth=1)),
        ("full", None, Limit(nodes=10_000)),
        ("full:nodes=7", None, Limit(nodes=7)),
        ("random", None, Limit(nodes=10_000)),
        ("mcts", Limit(time=1), Limit(time=1)),
    ],
)
def test_an_opponent_keeps_its_own_limit_if_it_brings_one(name, limit, kept) -> None:
    assert find_opponent(name, limit)._limit == kept


def test_a_level_goes_on_with_another_seed_and_chance_is_never_asked_for() -> None:
    opponent = find_opponent("casual")
    engines = []
    for seed, kept in [(0, 1), (6, 7), (2**31 - 2, 2**31 - 1), (2**31 - 1, 1)]:
        opponent.begin(seed)
        engine = opponent._engine
        assert isinstance(engine, LevelEngine)
        assert (engine.seed, engine._seeded) == (kept, True)
        engines.append(engine)
    assert len({id(engine) for engine in engines}) == 1
    own = find_opponent("casual:seed=9")
    for seed in (3, 4):
        own.begin(seed)
        assert own._engine.seed == 9
    opponent.close()
    own.close()
    assert (opponent._engine, own._engine) == (None, None)


def test_a_level_forgets_between_games_what_it_learnt_in_them(monkeypatch) -> None:
    begun: list[int] = []
    fresh = LevelEngine.new_game
    monkeypatch.setattr(LevelEngine, "new_game", lambda it: begun.append(it.seed) or fresh(it))
    opponent = find_opponent("expert")
    for seed in (4, 4, 8):
        opponent.begin(seed)
        opponent.move(Position.start())
    assert begun[-2:] == [5, 9]
    opponent.close()


def test_an_environment_that_was_packed_up_is_the_same_when_it_is_unpacked() -> None:
    env = SuperTicTacToeAEC("battle", 1, 3, "ansi")
    copy = pickle.loads(pickle.dumps(env))
    for one in (env, copy):
        one.reset(seed=5)
    assert copy.position == env.position
    assert (copy.position.ply, copy.position.variant.name) == (3, "battle")
    assert isinstance(copy.render(), str)
    assert copy.render() == env.render()
    for one in (env, copy):
        for _ in range(2):
            one.step(one.position.legal_moves[0])
    assert all(copy.truncations.values())


def test_an_environment_closes_the_opponent_that_it_made(monkeypatch) -> None:
    closed: list[str] = []
    monkeypatch.setattr(RandomEngine, "close", lambda engine: closed.append(engine.name))
    env = SuperTicTacToeEnv("open", opponent="random", side="O")
    env.reset(seed=1)
    assert closed == []
    env.close()
    env.close()
    assert closed == ["random"]
