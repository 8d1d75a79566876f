"""The computer as the terminal sees it: named levels, a move, and an opinion on a position."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Final

from ninefold.rules.position import Position

__all__ = ["DEFAULT_LEVEL", "LEVELS", "Opinion", "choose", "judge"]

#: The levels by name, weakest first. A greedy player stands in until the engine has landed.
LEVELS: Final = ("greedy",)
DEFAULT_LEVEL: Final = "greedy"


@dataclass(frozen=True, slots=True)
class Opinion:
    """What the computer thinks of a position: X's expected score 0-1, and moves, best first."""

    score: float
    best: tuple[tuple[int, float], ...]


def choose(position: Position, level: str) -> int:
    """The move that a level of the computer would play."""
    del level
    best = judge(position).best
    top = [square for square, score in best if score == best[0][1]]
    return random.choice(top)  # noqa: S311 - a game, not a secret


def judge(position: Position) -> Opinion:
    """An opinion from one move of looking ahead."""
    sign = 1 if position.turn == "X" else -1
    scored = [(square, _greed(position.play(square))) for square in position.legal_moves]
    scored.sort(key=lambda pair: -sign * pair[1])
    return Opinion(scored[0][1] if scored else _greed(position), tuple(scored))


def _greed(position: Position) -> float:
    """X's score by who has won, who owns more boards, and who may go anywhere."""
    if position.outcome:
        return {"X": 1.0, "O": 0.0, None: 0.5}[position.outcome.winner]
    lead = position.owners.count("X") - position.owners.count("O")
    freedom = (1 if position.turn == "X" else -1) if position.free else 0
    return 0.5 + 0.05 * lead + 0.02 * freedom
