"""Many games at once as a Gymnasium vector environment, for self-play.

>>> import gymnasium, ninefold.env
>>> envs = gymnasium.make_vec("ninefold/SuperTicTacToe-v0", num_envs=64, mode="battle")
>>> observations, infos = envs.reset(seed=1)
>>> observations, rewards, terminated, truncated, infos = envs.step(envs.random_actions())
>>> observations.shape, infos["action_mask"].shape
((64, 5, 9, 9), (64, 81))
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from ninefold.engine.core.batch import BadArray, Batch
from ninefold.env.arrays import Bytes
from ninefold.env.gym_env import action_space, observation_space
from ninefold.env.rendering import METADATA, check_render_mode, render
from ninefold.env.room import Room
from ninefold.rules.errors import BadSyntax, quoted
from ninefold.rules.position import Position
from ninefold.rules.squares import whole_number
from ninefold.rules.variants import Variant

__all__ = ["SuperTicTacToeVectorEnv"]

_AUTORESETS: Final = {
    AutoresetMode.NEXT_STEP: "next-step",
    AutoresetMode.SAME_STEP: "same-step",
    AutoresetMode.DISABLED: "disabled",
}

_Floats = npt.NDArray[np.float32]
_Bools = npt.NDArray[np.bool_]
_Step = tuple[Bytes, _Floats, _Bools, _Bools, dict[str, Any]]


class SuperTicTacToeVectorEnv(VectorEnv[Bytes, npt.NDArray[np.int64], Any]):
    """N games; in each the actions are both players' in turn.

    What is seen is whoever is to move's; a reward is that of whoever moved. What is not legal loses
    the game. ``infos`` has ``action_mask``, and ``player``, who is to move: 0 for X, 1 for O.
    Finished games begin anew as ``autoreset_mode`` says; where it is disabled they rest until
    ``reset(options={"reset_mask": ...})``, and steps do nothing to them.

    With ``copy=False`` what is returned is overwritten by the next step, which saves some time.
    """

    def __init__(
        self,
        num_envs: int = 1,
        mode: str | Variant = "modern",
        *,
        opponent: None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        random_moves: int = 0,
        copy: bool = True,
        render_mode: str | None = None,
    ) -> None:
        if opponent is not None:
            raise BadSyntax(
                f"opponent is {quoted(opponent)}: the vector environment plays both sides; "
                'for opponents use gymnasium.make_vec(..., vectorization_mode="sync")'
            )
        check_render_mode(render_mode)
        autoreset = _autoreset_mode(autoreset_mode)
        self.metadata = {**METADATA, "autoreset_mode": autoreset}
        self.render_mode = render_mode
        self.num_envs = num_envs
        self._room = Room(num_envs)
        self._batch = Batch(
            mode,
            num_envs,
            self._room.arrays,
            autoreset=_AUTORESETS[autoreset],
            random_moves=random_moves,
        )
        self._copy = copy
        self._begun = False
        self.single_observation_space = observation_space()
        self.single_action_space = action_space()
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    @property
    def positions(self) -> tuple[Position, ...]:
        """How every game stands."""
        return tuple(map(self._batch.position, range(self.num_envs)))

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Bytes, dict[str, Any]]:
        """Begin all games, or those of ``options["reset_mask"]``.

        Game ``i`` is that of a single environment with the seed ``seed + i``.
        """
        if (first := whole_number(seed)) is not None:
            seed = first
        super().reset(seed=first)
        chosen = (options or {}).get("reset_mask")
        self._batch.reset(seeds=self._seeds(seed), chosen=chosen)
        self._begun = True
        return self._given(self._room.observations), self._infos()

    def _seeds(self, seed: int | Sequence[int | None] | None) -> list[int] | None:
        if seed is None and self._begun:
            return None
        if isinstance(seed, int):
            return list(range(seed, seed + self.num_envs))
        drawn: list[int] = self.np_random.integers(2**63, size=self.num_envs).tolist()
        if seed is None:
            return drawn
        if len(seed) != self.num_envs:
            raise BadArray(f"{len(seed)} seeds were given: expected {self.num_envs}, one a game")
        return [new if old is None else old for old, new in zip(seed, drawn, strict=True)]

    def step(self, actions: npt.ArrayLike) -> _Step:
        """Play a square in every game; what is not legal loses it."""
        room = self._room
        before = room.players.copy()
        self._batch.step(_whole_numbers(actions))
        ended = room.terminated.copy()
        infos = self._infos()
        if self.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP and ended.any():
            infos |= self._final(ended, before)
        truncated = np.zeros(self.num_envs, np.bool_)  # no game is longer than 81 moves
        return self._given(room.observations), room.rewards.copy(), ended, truncated, infos

    def random_actions(self) -> npt.NDArray[np.int64]:
        """A legal square for every game, drawn by its own dice; 0 where it is over."""
        actions = np.empty(self.num_envs, np.int64)
        self._batch.random_actions(actions)
        return actions

    def _given(self, array: Bytes) -> Bytes:
        return array.copy() if self._copy else array

    def _infos(self) -> dict[str, Any]:
        everywhere = np.ones(self.num_envs, np.bool_)
        return {
            "action_mask": self._given(self._room.masks),
            "_action_mask": everywhere,
            "player": self._room.players.copy(),
            "_player": everywhere.copy(),
        }

    def _final(self, ended: _Bools, before: Bytes) -> dict[str, Any]:
        """What games looked like that ended with this step and have begun anew."""
        last = np.full(self.num_envs, None, object)
        for game in np.flatnonzero(ended):
            last[game] = self._room.final_observations[game].copy()
        info = {
            "action_mask": np.zeros_like(self._room.masks),
            "player": np.where(ended, 1 - before, 0).astype(np.int8),
        }
        masks = {f"_{name}": ended.copy() for name in info}
        return {
            "final_obs": last,
            "_final_obs": ended.copy(),
            "final_info": info | masks,
            "_final_info": ended.copy(),
        }

    def render(self) -> tuple[Any, ...] | None:
        """Every game as the render mode has it."""
        shown = tuple(render(position, self.render_mode) for position in self.positions)
        return None if self.render_mode in (None, "human") else shown


def _autoreset_mode(mode: AutoresetMode | str) -> AutoresetMode:
    for known in _AUTORESETS:
        if mode in (known, known.name, known.value):
            return known
    names = ", ".join(known.name for known in _AUTORESETS)
    raise BadSyntax(f"autoreset_mode is {quoted(mode)}: expected one of {names}")


def _whole_numbers(actions: npt.ArrayLike) -> npt.NDArray[np.int64]:
    """The actions as the core reads them; what is out of range is illegal, and no error."""
    try:
        given = np.asarray(actions)
    except ValueError:
        raise BadArray("actions are ragged: expected one whole number a game") from None
    if given.dtype.kind not in "iu":
        raise BadArray(f"actions have elements of type {given.dtype}: expected whole numbers")
    if given.dtype == np.uint64:
        given = np.minimum(given, 81)
    return np.ascontiguousarray(given, np.int64)
