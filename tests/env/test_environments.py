"""What environments promise beside the checkers: illegal actions, opponents, pictures, symmetry."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest

from ninefold import VARIANTS, BadVariant, NinefoldError, Position
from ninefold.engine.engine import EngineError
from ninefold.engine.level_engine import LevelEngine
from ninefold.env import (
    ENV_ID,
    SuperTicTacToeEnv,
    SuperTicTacToeVectorEnv,
    action_mask,
    aec_env,
    as_picture,
    observation,
    transform,
)
from ninefold.env.arrays import seen_by_other
from ninefold.env.opponent import find_opponent
from ninefold.rules.squares import PLAYERS
from support.games import play_at_random, random_game


def first_legal(position):
    return position.legal_moves[0]


def play_episode(env, seed, dice):
    """A whole episode of random legal moves: its observations, and the sum of rewards."""
    seen, info = env.reset(seed=seed)
    path, total, over = [seen], 0.0, False
    while not over:
        action = dice.choice(np.flatnonzero(info["action_mask"]))
        seen, reward, over, truncated, info = env.step(action)
        assert not truncated
        path.append(seen)
        total += reward
    return path, total


@pytest.mark.parametrize("action", [-1, 81, 10**30, -(10**30), np.int64(80), np.uint8(255)])
@pytest.mark.parametrize("opponent", [None, first_legal])
def test_an_illegal_action_ends_the_episode_as_a_loss(action, opponent):
    env = SuperTicTacToeEnv("battle", opponent=opponent, side="X")
    env.reset(seed=1)
    env.step(0)  # held to board 1, where 80 does not lie
    _, reward, terminated, truncated, info = env.step(action)
    assert (reward, terminated, truncated) == (-1.0, True, False)
    assert not info["action_mask"].any()
    assert env.reset()[1]["action_mask"].sum() == 81


def test_an_illegal_action_loses_for_the_agent_who_took_it():
    env = aec_env("open")
    env.reset()
    env.step(4)
    env.step(80)
    assert env.unwrapped.rewards == {"player_0": 1.0, "player_1": -1.0}
    assert env.unwrapped.terminations == {"player_0": True, "player_1": True}


@pytest.mark.parametrize("action", [None, "13", 1.5, np.array([1, 2]), object()])
def test_what_is_no_number_is_refused_in_words(action):
    env = SuperTicTacToeEnv()
    env.reset()
    with pytest.raises(NinefoldError, match="expected a whole number"):
        env.step(action)


@pytest.mark.parametrize("opponent", ["first-game", "casual", "greedy", "full:nodes=500"])
def test_an_opponent_repeats_itself_with_the_seed(mode, opponent):
    env = gymnasium.make(ENV_ID, mode=mode, opponent=opponent)
    first, one = play_episode(env, 3, np.random.default_rng(1))
    again, two = play_episode(env, 3, np.random.default_rng(1))
    assert one == two
    assert np.array_equal(first, again)
    env.close()
    env.close()


@pytest.mark.parametrize("name", ["first-game", "random", "greedy"])
@pytest.mark.parametrize("seed", [0, 1, 2**31 - 1])
def test_no_seed_leaves_an_opponent_to_chance(name, seed):
    """0 asks an engine for chance, and an environment's seed may be any number."""
    positions = random_game(VARIANTS["open"], seed=4, plies=30)
    answers = []
    for _ in range(2):
        opponent = find_opponent(name)
        opponent.begin(seed)
        answers.append([opponent.move(position) for position in positions if not position.outcome])
        opponent.close()
    assert answers[0] == answers[1]


def test_the_learner_sees_the_board_as_its_own_to_the_end():
    for side, seed in (("X", 1), ("O", 2)):
        env = SuperTicTacToeEnv("modern", opponent="random", side=side)
        path, total = play_episode(env, seed, np.random.default_rng(seed))
        marks = env.position.cells
        assert path[-1][0].sum() == marks.count(side)
        assert path[-1][1].sum() == marks.count("XO".replace(side, ""))
        winner = env.position.outcome.winner
        assert total == (0 if winner is None else 1 if winner == side else -1)


def test_the_learner_plays_either_side_by_chance():
    env = SuperTicTacToeEnv(opponent=first_legal)
    sides = [env.reset(seed=seed)[1]["player"] for seed in range(40)]
    assert 8 < sum(sides) < 32


def test_an_engine_or_a_function_may_be_the_opponent():
    with LevelEngine("first-game", seed=1) as engine:
        play_episode(SuperTicTacToeEnv(opponent=engine), 1, np.random.default_rng(1))
    play_episode(SuperTicTacToeEnv(opponent=first_legal), 1, np.random.default_rng(1))


def test_an_opponent_that_cheats_is_told():
    env = SuperTicTacToeEnv(opponent=lambda _: 99, side="X")
    env.reset()
    with pytest.raises(EngineError, match="99, which is not legal"):
        env.step(0)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"mode": "nonsense"}, "not a mode"),
        ({"opponent": "nobody"}, "not an engine"),
        ({"opponent": 7}, "not an opponent"),
        ({"side": "Z"}, "expected one of X, O, random"),
        ({"random_moves": 17}, "from 0 to 16"),
        ({"render_mode": "oil"}, "expected one of human"),
    ],
)
def test_what_cannot_be_is_refused_in_words(settings, words):
    with pytest.raises((NinefoldError, BadVariant), match=words):
        SuperTicTacToeEnv(**settings)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"opponent": "casual"}, "plays both sides"),
        ({"autoreset_mode": "sometimes"}, "NEXT_STEP, SAME_STEP, DISABLED"),
        ({"num_envs": 0}, "from 1"),
    ],
)
def test_what_no_vector_can_be_is_refused_in_words(settings, words):
    with pytest.raises(NinefoldError, match=words):
        SuperTicTacToeVectorEnv(**settings)


@pytest.mark.parametrize(
    "actions",
    [
        [1.5, 2],
        ["1", "2"],
        [1, 2, 3],
        5,
        [[1, 2]],
        [None, 1],
        [2**70, 1],
        [True, False],
        [[1], [2, 3]],
    ],
)
def test_actions_that_cannot_be_are_refused_in_words(actions):
    envs = SuperTicTacToeVectorEnv(2)
    with pytest.raises(NinefoldError, match="actions"):
        envs.step(actions)


def test_actions_of_any_whole_type_will_do():
    envs = SuperTicTacToeVectorEnv(2)
    for kind in (np.int8, np.uint8, np.int32, np.uint64, list):
        envs.reset(seed=1)
        given = [0, 80] if kind is list else np.array([0, 80], kind)
        assert not envs.step(given)[2].any()
    largest = np.array([2**64 - 1, 0], np.uint64)
    assert envs.step(largest)[1].tolist()[0] == -1


def test_a_game_may_begin_from_a_position():
    env = SuperTicTacToeEnv("battle")
    position = Position.start("battle").play("13")
    env.reset(options={"position": position})
    assert env.position == position
    env.reset(options={"position": "battle 2X6/9/9/9/9/9/9/9/9 ......... O 3"})
    assert env.position == position
    with pytest.raises(NinefoldError, match="'modern'"):
        env.reset(options={"position": Position.start("modern")})


def test_pictures_show_the_position():
    env = SuperTicTacToeEnv(render_mode="rgb_array")
    env.reset(seed=1)
    empty = env.render()
    env.step(40)
    marked = env.render()
    assert empty.shape == marked.shape == (360, 360, 3)
    assert marked.dtype == np.uint8
    blue = (marked == (0, 114, 178)).all(axis=-1)
    rows, columns = np.nonzero(blue)
    assert 165 < rows.mean() < 195
    assert 165 < columns.mean() < 195
    assert not (empty == (0, 114, 178)).all(axis=-1).any()


def test_text_and_svg_are_those_of_the_position(capsys):
    for render_mode, start in (("svg", "<svg"), ("ansi", "")):
        env = SuperTicTacToeEnv(render_mode=render_mode)
        env.reset(seed=1)
        empty = env.render()
        env.step(40)
        assert env.render().startswith(start)
        assert "X" in env.render()
        env.reset(seed=1)
        assert env.render() == empty
    human = SuperTicTacToeEnv(render_mode="human")
    human.reset(seed=1)
    assert capsys.readouterr().out.strip() == str(human.position).strip()
    vector = SuperTicTacToeVectorEnv(3, render_mode="ansi")
    assert vector.render() == (str(Position.start()),) * 3


@pytest.mark.parametrize("symmetry", range(8))
def test_observations_masks_and_policies_turn_with_the_position(mode, symmetry):
    dice = np.random.default_rng(symmetry)
    position = Position.start(mode)
    for _ in range(20):
        position = position.play(int(dice.choice(position.legal_moves)))
        turned = position.transform(symmetry)
        assert (transform(observation(position), symmetry) == observation(turned)).all()
        assert (transform(action_mask(position), symmetry) == action_mask(turned)).all()
    policies = dice.random((4, 81))
    assert transform(policies, symmetry).sum(axis=1) == pytest.approx(policies.sum(axis=1))


def test_arrays_that_cannot_be_turned_are_refused():
    for array, symmetry in ((np.zeros(80), 0), (np.zeros(81), 8), (np.zeros((3, 27)), 1)):
        with pytest.raises(NinefoldError, match="expected"):
            transform(array, symmetry)


def test_a_picture_lies_as_the_board_does():
    picture = as_picture(observation(Position.start().play("13"))[1])  # X's mark, as O sees it
    assert np.argwhere(picture).tolist() == [[0, 2]]


def test_the_other_player_sees_the_same_with_both_sides_exchanged() -> None:
    position = play_at_random("battle", seed=0, plies=50)
    assert {"X", "O"} <= set(position.owners)
    turn = PLAYERS.index(position.turn)
    parts = (position.variant, position.marks, position.owned)
    other = observation(Position.unchecked(*parts, 1 - turn, position.target))
    seen = seen_by_other(observation(position))
    assert (seen[:4] == other[:4]).all()
    assert not seen[4].any()
