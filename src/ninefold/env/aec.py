"""Super Tic-Tac-Toe for two agents, player_0 (X) and player_1 (O), by PettingZoo's AEC API.

>>> from ninefold.env import aec_env
>>> env = aec_env(mode="battle")
>>> env.reset(seed=1)
>>> for agent in env.agent_iter():
...     seen, reward, terminated, truncated, info = env.last()
...     over = terminated or truncated
...     env.step(None if over else env.action_space(agent).sample(seen["action_mask"]))
"""

from __future__ import annotations

from typing import Any, ClassVar, Final

import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle, seeding
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from ninefold.engine.core.batch import BadArray, Batch
from ninefold.env.arrays import Bytes, seen_by_other
from ninefold.env.gym_env import action_space, observation_space
from ninefold.env.rendering import METADATA, Rendered, check_render_mode, render
from ninefold.env.room import Room
from ninefold.rules.errors import BadSyntax, quoted
from ninefold.rules.position import Position
from ninefold.rules.squares import SQUARES, whole_number
from ninefold.rules.variants import Variant

__all__ = ["AGENTS", "SuperTicTacToeAEC", "aec_env"]

#: X and O, under names as PettingZoo has them.
AGENTS: Final = ("player_0", "player_1")

_Seen = dict[str, Bytes]


def aec_env(
    mode: str | Variant = "modern",
    *,
    max_cycles: int | None = None,
    random_moves: int = 0,
    render_mode: str | None = None,
) -> AECEnv[str, _Seen, int | None]:
    """The environment, with PettingZoo's own check that calls come in order.

    An action that is not legal loses the game. After ``max_cycles`` moves of each agent a game is
    truncated; without it none is, as no game is longer than 81 moves.
    """
    env = SuperTicTacToeAEC(mode, max_cycles, random_moves, render_mode)
    return OrderEnforcingWrapper(env)


class SuperTicTacToeAEC(AECEnv[str, _Seen, int | None], EzPickle):  # type: ignore[misc]  # PettingZoo is untyped
    """Two agents in turn; each sees the board as its own, and legal moves only when to move."""

    metadata: ClassVar = {**METADATA, "name": "ninefold_v0", "is_parallelizable": False}

    def __init__(
        self,
        mode: str | Variant = "modern",
        max_cycles: int | None = None,
        random_moves: int = 0,
        render_mode: str | None = None,
    ) -> None:
        EzPickle.__init__(self, mode, max_cycles, random_moves, render_mode)
        AECEnv.__init__(self)
        check_render_mode(render_mode)
        if max_cycles is not None and (whole_number(max_cycles) or 0) < 1:
            raise BadSyntax(f"max_cycles is {quoted(max_cycles)}: expected 1 or more, or None")
        self.render_mode = render_mode
        self.possible_agents = list(AGENTS)
        self._spaces = {agent: _seen_space() for agent in AGENTS}
        self._actions = {agent: action_space() for agent in AGENTS}
        self._room = Room(1)
        self._batch = Batch(
            mode, 1, self._room.arrays, autoreset="disabled", random_moves=random_moves
        )
        self._max_cycles = max_cycles
        self._begun = False
        self._begin()

    def _begin(self) -> None:
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self.agent_selection = self._to_move
        self._moves = 0
        self._last_move: int | None = None

    @property
    def _to_move(self) -> str:
        return AGENTS[int(self._room.players[0])]

    @property
    def position(self) -> Position:
        """How the game stands."""
        return self._batch.position(0)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Planes and a mask."""
        return self._spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The 81 squares."""
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002 - there are none
        """Begin a game; the dice of its random moves go on unless there is a seed."""
        if seed is None and not self._begun:
            seed = int(seeding.np_random()[0].integers(2**63))
        self._batch.reset(seeds=None if seed is None else [seed])
        self._begun = True
        self._begin()
        self._show()

    def observe(self, agent: str) -> _Seen:
        """The board as an agent sees it; who is not to move has an empty mask."""
        planes, mask = self._room.observations[0], self._room.masks[0]
        if agent == self._to_move:
            return {"observation": planes.copy(), "action_mask": mask.copy()}
        return {"observation": seen_by_other(planes), "action_mask": np.zeros_like(mask)}

    def step(self, action: int | None) -> None:
        """Play a square for the agent whose turn it is."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        square = whole_number(action)
        if square is None:
            raise BadArray(f"the action is {quoted(action)}: expected a whole number, 0-80")
        self._clear_rewards()
        self._cumulative_rewards[agent] = 0.0
        self._play(agent, square)
        self._accumulate_rewards()
        self._show()

    def _play(self, agent: str, square: int) -> None:
        room = self._room
        legal = square in SQUARES and room.masks[0, square] == 1
        self._last_move = square if legal else self._last_move
        room.actions[0] = square if legal else -1
        self._batch.step(room.actions)
        self._moves += 1
        reward = float(room.rewards[0])
        self.rewards = {who: reward if who == agent else -reward for who in AGENTS}
        over = bool(room.terminated[0])
        late = self._max_cycles is not None and self._moves >= 2 * self._max_cycles
        self.terminations = dict.fromkeys(AGENTS, over)
        self.truncations = dict.fromkeys(AGENTS, late and not over)
        self.agent_selection = self._to_move

    def render(self) -> Rendered:
        """The position as the render mode has it."""
        return render(self.position, self.render_mode, self._last_move)

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def close(self) -> None:
        """Nothing to give back."""


def _seen_space() -> spaces.Dict:
    return spaces.Dict(
        {
            "observation": observation_space(),
            "action_mask": spaces.Box(0, 1, (len(SQUARES),), np.int8),
        }
    )
