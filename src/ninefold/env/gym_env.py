"""Super Tic-Tac-Toe as a Gymnasium environment: against an opponent, or both sides in turn.

>>> import gymnasium, ninefold.env
>>> env = gymnasium.make("ninefold/SuperTicTacToe-v0", mode="battle", opponent="casual")
>>> observation, info = env.reset(seed=1)
>>> action = env.action_space.sample(info["action_mask"])
>>> observation, reward, terminated, truncated, info = env.step(action)
"""

from __future__ import annotations

from typing import Any, Final, Literal

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from ninefold.engine.core.batch import BadArray, Batch
from ninefold.engine.limit import Limit
from ninefold.env.arrays import OBSERVATION_SHAPE, Bytes, seen_by_other
from ninefold.env.opponent import Opponent, OpponentLike, find_opponent
from ninefold.env.rendering import METADATA, Rendered, check_render_mode, render
from ninefold.env.room import Room
from ninefold.rules.errors import BadSyntax, quoted
from ninefold.rules.notation import parse_position
from ninefold.rules.position import Position
from ninefold.rules.squares import PLAYERS, SQUARES, whole_number
from ninefold.rules.variants import Variant

__all__ = ["Side", "SuperTicTacToeEnv", "action_space", "observation_space"]

Side = Literal["X", "O", "random"]

_SIDES: Final = (*PLAYERS, "random")


def observation_space() -> spaces.Box:
    """What an observation may be."""
    return spaces.Box(0, 1, OBSERVATION_SHAPE, np.int8)


def action_space() -> spaces.Discrete:
    """The 81 squares."""
    return spaces.Discrete(len(SQUARES))


class SuperTicTacToeEnv(gymnasium.Env[Any, Any]):
    """One game after another, one action a move; what is not legal loses the game.

    ``mode`` is a mode's name, a variant of your own as text, or a ``Variant``. With an ``opponent``
    (a level or engine by name, an ``Engine``, a function from a position to a square) an action is
    answered by its move, and everything is seen by the learner, who plays ``side``. Without one
    actions are both players' in turn: what is seen is whoever is to move's, and a reward is that of
    whoever moved. Every game begins with ``random_moves``. ``limit`` is for opponents that bring
    none.

    ``reset`` takes ``options={"position": ...}`` to begin from a position or its text.
    """

    metadata = METADATA

    def __init__(
        self,
        mode: str | Variant = "modern",
        *,
        opponent: OpponentLike | None = None,
        side: Side = "random",
        limit: Limit | None = None,
        random_moves: int = 0,
        render_mode: str | None = None,
    ) -> None:
        check_render_mode(render_mode)
        if side not in _SIDES:
            raise BadSyntax(f"side is {quoted(side)}: expected one of {', '.join(_SIDES)}")
        self.render_mode = render_mode
        self.observation_space = observation_space()
        self.action_space = action_space()
        self._room = Room(1)
        self._batch = Batch(
            mode, 1, self._room.arrays, autoreset="disabled", random_moves=random_moves
        )
        self._opponent = None if opponent is None else find_opponent(opponent, limit)
        self._side = side
        self._learner: int | None = None  # 0 for X, 1 for O, where there is an opponent
        self._last_move: int | None = None
        self._begun = False

    @property
    def position(self) -> Position:
        """How the game stands."""
        return self._batch.position(0)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Bytes, dict[str, Any]]:
        """Begin a game; the same seed gives the same games against the same moves."""
        super().reset(seed=seed)
        if seed is None and not self._begun:
            seed = int(self.np_random.integers(2**63))
        self._batch.reset(seeds=None if seed is None else [seed])
        self._begun = True
        self._last_move = None
        if (position := (options or {}).get("position")) is not None:
            self._batch.put(0, parse_position(position) if isinstance(position, str) else position)
        if self._opponent is not None:
            self._begin_against(self._opponent)
        self._show()
        return self._seen(), self._info()

    def _begin_against(self, opponent: Opponent) -> None:
        opponent.begin(int(self.np_random.integers(2**31)))
        drawn = int(self.np_random.integers(2))
        self._learner = drawn if self._side == "random" else PLAYERS.index(self._side)
        if self._room.players[0] != self._learner and not self._room.terminated[0]:
            self._play(opponent.move(self.position))

    def step(self, action: int) -> tuple[Bytes, float, bool, bool, dict[str, Any]]:
        """Play a square, and let the opponent answer; what is not legal loses."""
        square = whole_number(action)
        if square is None:
            raise BadArray(f"the action is {quoted(action)}: expected a whole number, 0-80")
        reward = self._play(square)
        if self._opponent is not None and not self._room.terminated[0]:
            reward = -self._play(self._opponent.move(self.position))
        self._show()
        return self._seen(), reward, bool(self._room.terminated[0]), False, self._info()

    def _play(self, square: int) -> float:
        """One move, and what it brought whoever made it."""
        room = self._room
        legal = square in SQUARES and room.masks[0, square] == 1
        self._last_move = square if legal else self._last_move
        room.actions[0] = square if legal else -1  # however large it is
        self._batch.step(room.actions)
        return float(room.rewards[0])

    @property
    def _turned(self) -> bool:
        """Whether the game ended with the learner's move: what is seen is then the opponent's."""
        return self._learner is not None and int(self._room.players[0]) != self._learner

    def _seen(self) -> Bytes:
        seen: Bytes = self._room.observations[0]
        return seen_by_other(seen) if self._turned else seen.copy()

    def _info(self) -> dict[str, Any]:
        player = self._learner if self._turned else int(self._room.players[0])
        return {"action_mask": self._room.masks[0].copy(), "player": player}

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """The legal moves, under the name by which sb3-contrib's MaskablePPO asks for them."""
        masks: npt.NDArray[np.bool_] = self._room.masks[0].astype(np.bool_)
        return masks

    def render(self) -> Rendered:
        """The position as the render mode has it."""
        return render(self.position, self.render_mode, self._last_move)

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def close(self) -> None:
        """Give the opponent's memory back; safe to call twice."""
        if self._opponent is not None:
            self._opponent.close()
