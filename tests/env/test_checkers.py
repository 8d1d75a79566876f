"""The checkers of Gymnasium, PettingZoo and OpenSpiel pass in every mode."""

from __future__ import annotations

from types import SimpleNamespace

import gymnasium
import numpy as np
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, max_cycles_test, render_test, seed_test
from pettingzoo.utils import BaseWrapper

import ninefold.env
from ninefold import find_variant
from ninefold.env import ENV_ID, aec_env, observation
from ninefold.env.aec import AGENTS
from ninefold.env.arrays import seen_by_other


@pytest.mark.parametrize("opponent", [None, "random", "first-game"])
def test_gymnasiums_checker_passes(mode, opponent):
    check_env(gymnasium.make(ENV_ID, mode=mode, opponent=opponent).unwrapped)


# A mask beside the observation is PettingZoo's own convention, which its test knows by their names.
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be")
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
def test_pettingzoos_api_test_passes(mode):
    api_test(aec_env(mode), num_cycles=1000)


def test_pettingzoos_seed_test_passes(mode):
    seed_test(lambda: aec_env(mode, random_moves=6), num_cycles=500)


def test_pettingzoos_render_test_passes(mode, capsys):
    pictures = {"svg": lambda drawn: drawn.startswith("<svg")}
    render_test(lambda render_mode: aec_env(mode, render_mode=render_mode), pictures)


class _Legal(BaseWrapper):
    """Plays the first legal move instead of an illegal one: the test samples without the mask."""

    def step(self, action):
        mask = self.observe(self.agent_selection)["action_mask"]
        super().step(action if action is None or mask[action] else int(mask.argmax()))


class _BothAtOnce:
    """Both agents' moves as one cycle: the test counts the cycles of a parallel environment."""

    def __init__(self, env):
        self._env = env

    def __getattr__(self, name):
        return getattr(self._env, name)

    def reset(self):
        self._env.reset()
        return {}, {}

    def step(self, actions):
        for agent in AGENTS:
            assert self._env.agent_selection == agent
            self._env.step(actions[agent])
        return {}, {}, self._env.terminations, self._env.truncations, {}


def test_pettingzoos_max_cycles_test_passes(mode):
    max_cycles_test(
        SimpleNamespace(
            env=lambda max_cycles: _Legal(aec_env(mode, max_cycles=max_cycles)),
            parallel_env=lambda max_cycles: _BothAtOnce(
                _Legal(aec_env(mode, max_cycles=max_cycles))
            ),
        )
    )


def openspiel_game(mode):
    """A mode as OpenSpiel's own text: a variant of your own as its axes."""
    own = "".join(f",{axis}={value}" for axis, value in find_variant(mode).axes.items())
    return f"ninefold(mode={mode})" if ":" not in mode else f"ninefold(mode=modern{own})"


def test_openspiels_random_sim_test_passes(mode):
    game = pyspiel.load_game(openspiel_game(mode))
    assert game.variant.axes == find_variant(mode).axes
    pyspiel.random_sim_test(game, num_sims=10, serialize=True, verbose=False)


def test_openspiels_players_each_see_their_own_side():
    state = pyspiel.load_game(openspiel_game("battle")).new_initial_state()
    dice = np.random.default_rng(1)
    for _ in range(30):
        state.apply_action(int(dice.choice(state.legal_actions())))
        mover = state.current_player()
        planes = observation(state.position)
        for player, seen in ((mover, planes), (1 - mover, seen_by_other(planes))):
            assert state.observation_tensor(player) == seen.ravel().tolist()


def test_the_names_are_those_of_the_documentation():
    assert ninefold.env.aec_env(mode="battle").possible_agents == ["player_0", "player_1"]
    assert pyspiel.load_game("ninefold(mode=battle)").num_distinct_actions() == 81
    env = gymnasium.make("ninefold/SuperTicTacToe-v0", mode="battle", opponent="casual")
    assert env.action_space.n == 81
    envs = gymnasium.make_vec(
        "ninefold/SuperTicTacToe-v0",
        num_envs=64,
        vectorization_mode="vector_entry_point",
        mode="battle",
    )
    assert envs.reset(seed=1)[0].shape == (64, 5, 9, 9)


@pytest.mark.parametrize(
    ("told", "text"),
    [
        ("mode=open", "open"),
        ("mode=open,tie_break=boards", "open:tie_break=boards"),
        ("mode=modern,free_move=unfilled", "own:free_move=unfilled"),
        ("mode=modern,release=full", "own:release=full"),
        ("mode=battle,ownership=first", "own:release=full,free_move=unfilled,ending=full"),
        ("mode=battle,ending=full", "battle"),
    ],
)
def test_openspiel_plays_the_mode_with_the_axes_that_are_told(told, text):
    variant = pyspiel.load_game(f"ninefold({told})").new_initial_state().position.variant
    assert variant.axes == find_variant(text).axes
