"""The step function, the vector environment, N single ones and the Python rules are one game."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from ninefold import Position
from ninefold.env import ENV_ID, SuperTicTacToeVectorEnv, action_mask, observation

BITS = np.array([[mask >> n & 1 for n in range(9)] for mask in range(512)], np.int8)
by_autoreset = pytest.mark.parametrize("autoreset", AutoresetMode, ids=lambda mode: mode.name)


def expected(position, *, lost=False):
    """What the mover sees and may do, from the Python rules alone."""
    turn = "XO".index(position.turn) ^ lost  # an illegal action passes the turn, and ends the game
    own, other = 9 * turn, 9 * (1 - turn)
    legal = [0] * 9
    for square in () if lost else position.legal_moves:
        legal[square // 9] |= 1 << square % 9
    owned = [
        511 * (position.owned[player] >> board & 1)
        for player in (turn, 1 - turn)
        for board in range(9)
    ]
    marks = (*position.marks[own : own + 9], *position.marks[other : other + 9])
    return BITS[[*marks, *owned, *legal]].reshape(5, 9, 9), turn


class Game:
    """One game of a batch as the Python rules have it."""

    def __init__(self, mode):
        self.start = Position.start(mode)
        self.begin()

    def begin(self):
        self.position, self.over, self.lost = self.start, False, False

    def play(self, action):
        """The reward of whoever moves."""
        mover = self.position.turn
        if action not in self.position.legal_moves:
            self.over = self.lost = True
            return -1
        self.position = self.position.play(int(action))
        outcome = self.position.outcome
        self.over = outcome is not None
        if outcome is None or outcome.winner is None:
            return 0
        return 1 if outcome.winner == mover else -1

    def step(self, action, autoreset):
        """What the step gives: reward, whether it ended, and what was seen last."""
        if self.over:
            if autoreset is AutoresetMode.NEXT_STEP:
                self.begin()
            return 0, self.over, None
        reward, final = self.play(action), None
        ended = self.over
        if ended and autoreset is AutoresetMode.SAME_STEP:
            final = expected(self.position, lost=self.lost)
            self.begin()
        return reward, ended, final


def choose(masks, dice):
    """A legal action in each game, now and then any at all."""
    actions = (masks * dice.random(masks.shape)).argmax(axis=1)
    strange = dice.random(len(masks)) < 0.002
    actions[strange] = dice.integers(-5, 90, strange.sum())
    return actions


def check(envs, games, observations, infos):
    for n, game in enumerate(games):
        planes, player = expected(game.position, lost=game.lost)
        assert (observations[n] == planes).all()
        assert (infos["action_mask"][n] == planes[4].ravel()).all()
        assert infos["player"][n] == player
        assert envs.single_observation_space.contains(observations[n])


@by_autoreset
def test_every_step_is_that_of_the_python_rules(mode, autoreset, games):
    count = 50
    envs = SuperTicTacToeVectorEnv(count, mode, autoreset_mode=autoreset)
    dice = np.random.default_rng(1)
    twins = [Game(mode) for _ in range(count)]
    observations, infos = envs.reset(seed=1)
    check(envs, twins, observations, infos)
    played = endings = 0
    while played < games:
        actions = choose(infos["action_mask"], dice)
        observations, rewards, terminated, truncated, infos = envs.step(actions)
        for n, twin in enumerate(twins):
            reward, ended, final = twin.step(actions[n], autoreset)
            assert (rewards[n], terminated[n]) == (reward, ended)
            if final is not None:
                assert (infos["final_obs"][n] == final[0]).all()
                assert infos["final_info"]["player"][n] == final[1]
        assert not truncated.any()
        check(envs, twins, observations, infos)
        played += int(terminated.sum()) if autoreset is not AutoresetMode.DISABLED else 0
        if autoreset is AutoresetMode.DISABLED and terminated.sum() > count // 2:
            played += int(terminated.sum())
            for n in np.flatnonzero(terminated):
                twins[n].begin()
            observations, infos = envs.reset(options={"reset_mask": terminated})
            check(envs, twins, observations, infos)
        endings += int((rewards != 0).sum())
    assert endings > 0


@by_autoreset
def test_the_vector_environment_is_as_many_single_ones(mode, autoreset, games):
    count = 20
    many = SuperTicTacToeVectorEnv(count, mode, autoreset_mode=autoreset, random_moves=3)
    make = lambda: gymnasium.make(ENV_ID, mode=mode, random_moves=3).unwrapped  # noqa: E731
    singles = SyncVectorEnv([make] * count, autoreset_mode=autoreset)
    dice = np.random.default_rng(2)
    seen, infos = many.reset(seed=7)
    assert_same((seen, infos), singles.reset(seed=7))
    played = 0
    while played < games:
        actions = choose(infos["action_mask"], dice)
        step = many.step(actions)
        assert_same(step, singles.step(actions))
        _, _, terminated, _, infos = step
        played += int(terminated.sum())
        if autoreset is AutoresetMode.DISABLED and terminated.any():
            _, infos = many.reset(options={"reset_mask": terminated.copy()})
            singles.reset(options={"reset_mask": terminated.copy()})


def assert_same(one, two):
    """The same to Gymnasium's own comparison, whatever number types stand in infos."""
    for ours, theirs in zip(one, two, strict=True):
        assert data_equivalence(plain(ours), plain(theirs), exact=True)


def plain(value):
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, np.ndarray) and value.dtype != object:
        return value.astype(np.float64)
    return list(map(plain, value)) if isinstance(value, np.ndarray) else value


def test_a_seed_gives_the_same_games(mode):
    def games(seed):
        envs = SuperTicTacToeVectorEnv(8, mode, random_moves=5)
        seen = [envs.reset(seed=seed)[0]]
        seen += [envs.step(envs.random_actions())[0] for _ in range(120)]
        return np.array(seen)

    assert (games(3) == games(3)).all()
    assert (games(3) != games(4)).any()


def test_random_actions_are_all_the_legal_ones_alike():
    envs = SuperTicTacToeVectorEnv(9 * 500, "modern")
    envs.reset(seed=1)
    envs.step(np.full(9 * 500, 40))
    counts = np.bincount(envs.random_actions(), minlength=81)
    assert counts.sum() == counts[36:45].sum()
    assert counts[40] == 0
    assert counts[[36, 37, 38, 39, 41, 42, 43, 44]].min() > 450


def test_finished_games_rest_where_nothing_begins_anew(mode):
    envs = SuperTicTacToeVectorEnv(2, mode, autoreset_mode="DISABLED")
    _, infos = envs.reset(seed=1)
    rewards = []
    for _ in range(90):
        *_, infos = step = envs.step(envs.random_actions())
        rewards.append(step[1])
    assert step[2].all()
    assert not infos["action_mask"].any()
    assert (np.abs(np.array(rewards)).sum(axis=0) <= 1).all()


def test_a_single_position_is_seen_as_in_a_batch(mode):
    dice = np.random.default_rng(5)
    position = Position.start(mode)
    while position.outcome is None:
        planes, _ = expected(position)
        assert (observation(position) == planes).all()
        assert (action_mask(position) == planes[4].ravel()).all()
        position = position.play(int(dice.choice(position.legal_moves)))
    assert (observation(position) == expected(position)[0]).all()
