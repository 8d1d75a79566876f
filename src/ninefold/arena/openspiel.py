"""OpenSpiel's tree search as an engine, to measure ours by; needs ``pip install open_spiel``.

It plays Modern with the tie-break ``draw`` and nothing else. A free move is two decisions there,
first the board, then the cell: each gets half of the time.
"""

from __future__ import annotations

import importlib
from collections.abc import Generator
from typing import Any

from ninefold.engine.engine import Engine, EngineError, require_moves
from ninefold.engine.info import Info
from ninefold.engine.limit import Limit
from ninefold.engine.score import Score
from ninefold.protocols.trail import Trail
from ninefold.rules.position import Position
from ninefold.rules.squares import board_of, cell_of, square_at
from ninefold.rules.variants import VARIANTS

__all__ = ["OpenSpielEngine"]

_GAME = "ultimate_tic_tac_toe"
_EXPLORATION = 2.0
_MEMORY_MB = 1000
_UNLIMITED = 100_000_000


class OpenSpielEngine(Engine):
    """OpenSpiel's ``MCTSBot`` with random games; a limit's nodes are its simulations.

    It cannot be stopped in mid search and tells no score, so its infos say a half.
    """

    name = "openspiel"

    def __init__(self, seed: int = 0) -> None:
        self._spiel = _load()
        self._game = self._spiel.load_game(_GAME)
        self._seed = seed
        self._trail = Trail()

    def analysis(
        self,
        position: Position,
        limit: Limit,
        *,
        lines: int = 1,  # noqa: ARG002 - it knows one
    ) -> Generator[list[Info], None, None]:
        """One answer when it is done."""
        require_moves(position)
        seconds = limit.seconds(position.ply)
        if seconds is None and limit.nodes is None:
            raise EngineError("openspiel needs a limit of time or nodes: it cannot be stopped")
        state = self._state_of(position)
        steps = 2 if position.free else 1
        bot = self._bot(None if seconds is None else seconds / steps, limit.nodes)
        choices = []
        for _ in range(steps):
            choices.append(bot.step(state))
            state.apply_action(choices[-1])
        board = choices[0] if position.free else board_of(position.legal_moves[0])
        move = square_at(board, choices[-1])
        yield [Info(move, Score(position.turn, 0.5), line=(move,))]

    def stop(self) -> None:
        """OpenSpiel has no way to stop: the search ends with its limit."""

    def new_game(self) -> None:
        """Forget the moves of the last game."""
        self._trail.forget()

    def _bot(self, seconds: float | None, simulations: int | None) -> Any:
        evaluator = self._spiel.RandomRolloutEvaluator(1, self._next_seed())
        return self._spiel.MCTSBot(
            self._game,
            evaluator,
            _EXPLORATION,
            simulations or _UNLIMITED,
            _MEMORY_MB,
            True,  # solve: proven results are kept
            self._next_seed(),
            False,  # verbose
            max_wall_clock_time=-1.0 if seconds is None else max(seconds, 0.001),
        )

    def _next_seed(self) -> int:
        self._seed = (self._seed * 1_103_515_245 + 12_345) % 2**31
        return self._seed

    def _state_of(self, position: Position) -> Any:
        if position.variant.axes != VARIANTS["modern"].axes:
            raise EngineError(
                f"openspiel was asked to play {position.variant.name} with the tie-break "
                f"{position.variant.tie_break}: it knows Modern with the tie-break draw only"
            )
        moves = self._trail.moves_to(position)
        if moves is None:
            raise EngineError("openspiel found no game that leads to this position")
        state = self._game.new_initial_state()
        here = Position.start(position.variant)
        for move in moves:
            if here.free:
                state.apply_action(board_of(move))
            state.apply_action(cell_of(move))
            here = here.play(move)
        return state


def _load() -> Any:
    try:
        return importlib.import_module("pyspiel")
    except ImportError as error:
        raise EngineError(
            "openspiel is not installed: `pip install open_spiel` adds it to this Python"
        ) from error
