"""Two simple baselines to measure others by; they need no native core.

``RandomEngine`` plays any legal move. ``GreedyEngine`` takes a win or a capture where it sees one
and does not look at what comes after: people who know the rules and no more play like that.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from random import Random

from ninefold.engine.engine import Engine, require_moves
from ninefold.engine.info import Info
from ninefold.engine.limit import Limit
from ninefold.engine.score import Score
from ninefold.rules.position import Position

__all__ = ["GreedyEngine", "RandomEngine"]


class RandomEngine(Engine):
    """Plays any legal move, each as likely as the others.

    >>> from ninefold.rules.position import Position
    >>> RandomEngine(seed=1).play(Position.start().play("13"), Limit()).move in range(18, 27)
    True
    """

    name = "random"

    def __init__(self, seed: int | None = None) -> None:
        self._random = Random(seed)  # noqa: S311 - a game, not a secret

    def analysis(
        self,
        position: Position,
        limit: Limit,  # noqa: ARG002 - it never thinks
        *,
        lines: int = 1,
    ) -> Generator[list[Info], None, None]:
        """Some legal moves at random, all said to be worth a half."""
        require_moves(position)
        moves = self._candidates(position)
        chosen = self._random.sample(moves, min(lines, len(moves)))
        even = Score(position.turn, 0.5)
        yield [
            Info(move, even, line=(move,), depth=1, nodes=len(moves), rank=rank)
            for rank, move in enumerate(chosen, start=1)
        ]

    def stop(self) -> None:
        """Nothing to stop: it answers at once."""

    def _candidates(self, position: Position) -> Sequence[int]:
        return position.legal_moves


class GreedyEngine(RandomEngine):
    """Wins if it can, else captures a board if it can, else plays any legal move."""

    name = "greedy"

    def _candidates(self, position: Position) -> Sequence[int]:
        moves = position.legal_moves
        winning = [m for m in moves if _wins(position, m)]
        return winning or [m for m in moves if _captures(position, m)] or moves


def _wins(position: Position, move: int) -> bool:
    outcome = position.play(move).outcome
    return outcome is not None and outcome.winner == position.turn


def _captures(position: Position, move: int) -> bool:
    mine = position.turn
    return position.play(move).owners.count(mine) > position.owners.count(mine)
