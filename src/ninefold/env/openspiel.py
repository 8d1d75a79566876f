"""Super Tic-Tac-Toe as an OpenSpiel game: 81 actions, one move one action, in every variant.

Importing this registers it:

>>> import pyspiel
>>> import ninefold.env.openspiel
>>> state = pyspiel.load_game("ninefold(mode=battle)").new_initial_state()
>>> state.apply_action(2)
>>> state.legal_actions()
[18, 19, 20, 21, 22, 23, 24, 25, 26]

A variant of your own is a mode with other axes, as in ``ninefold(mode=modern,free_move=unfilled)``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

import numpy as np
import pyspiel

from ninefold.drawing.text import draw_text
from ninefold.env.arrays import OBSERVATION_SHAPE, observation, seen_by_other
from ninefold.rules.position import Position
from ninefold.rules.squares import PLAYERS, SQUARES, square_name
from ninefold.rules.variants import AXES, Variant, find_variant

__all__ = ["Observer", "SuperTicTacToeGame", "SuperTicTacToeState"]

_TYPE: Final = pyspiel.GameType(
    short_name="ninefold",
    long_name="Super Tic-Tac-Toe",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"mode": "modern", **dict.fromkeys(AXES, "")},
)
_INFO: Final = pyspiel.GameInfo(
    num_distinct_actions=len(SQUARES),
    max_chance_outcomes=0,
    num_players=2,
    min_utility=-1.0,
    max_utility=1.0,
    utility_sum=0.0,
    max_game_length=len(SQUARES),
)


def _variant(parameters: Mapping[str, Any]) -> Variant:
    mode = find_variant(str(parameters.get("mode", "modern")))
    axes = {axis: str(parameters[axis]) for axis in AXES if parameters.get(axis)}
    changed = any(mode.axes[axis] != value for axis, value in axes.items())
    return replace(mode, name="own", **axes) if changed else mode  # type: ignore[arg-type]  # checked by Variant


class SuperTicTacToeGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel is untyped
    """The game in one variant."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        self.variant = _variant(params or {})
        super().__init__(_TYPE, _INFO, params or {})

    def new_initial_state(self) -> SuperTicTacToeState:
        """The empty board."""
        return SuperTicTacToeState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """What shows a state to a player."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return Observer(params)
        from open_spiel.python.observation import IIGObserverForPublicInfoGame

        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class SuperTicTacToeState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel is untyped
    """A game under way."""

    def __init__(self, game: SuperTicTacToeGame) -> None:
        super().__init__(game)
        self.position = Position.start(game.variant)

    def current_player(self) -> int:
        """Who is to move: 0 for X, 1 for O."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return PLAYERS.index(self.position.turn)

    def _legal_actions(self, _player: int) -> list[int]:
        return list(self.position.legal_moves)

    def _apply_action(self, action: int) -> None:
        self.position = self.position.play(int(action))

    def _action_to_string(self, player: int, action: int) -> str:
        return f"{PLAYERS[player]} {square_name(action)}"

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.position.outcome is not None

    def returns(self) -> list[float]:
        """1 for the winner, -1 for the loser."""
        outcome = self.position.outcome
        if outcome is None or outcome.winner is None:
            return [0.0, 0.0]
        return [1.0, -1.0] if outcome.winner == "X" else [-1.0, 1.0]

    def __str__(self) -> str:
        return draw_text(self.position)


class Observer:
    """A state as the planes of ``ninefold.env.observation``, or as text."""

    def __init__(self, params: Any = None) -> None:
        if params:
            raise ValueError(f"observation parameters {params} were given: there are none")
        self.tensor = np.zeros(int(np.prod(OBSERVATION_SHAPE)), np.float32)
        self.dict = {"observation": self.tensor.reshape(OBSERVATION_SHAPE)}

    def set_from(self, state: SuperTicTacToeState, player: int) -> None:
        """Write what a player sees into the tensor."""
        planes = observation(state.position)
        own = state.position.turn == PLAYERS[player]
        self.dict["observation"][:] = planes if own else seen_by_other(planes)

    def string_from(self, state: SuperTicTacToeState, player: int) -> str:  # noqa: ARG002 - OpenSpiel's
        """The board as text: both see the same."""
        return str(state)


pyspiel.register_game(_TYPE, SuperTicTacToeGame)
