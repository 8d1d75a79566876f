"""Judgement: what a move did to its player's prospects, and how well a game was played.

The numbers are lichess's (its *win chance* from -1 to 1 is twice our expected score less 1), the
words are everybody's. The browser has the same formulas; ``tests/vectors/judgements.json`` ties
them together.

>>> judge(Score("X", 0.62), Score("X", 0.5))
'mistake'
>>> round(move_accuracy(12.0))
59
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from statistics import pstdev
from typing import Final, Literal, get_args

from ninefold.engine.score import Score

__all__ = ["JUDGEMENTS", "MARKS", "Judgement", "drop", "game_accuracy", "judge", "move_accuracy"]

Judgement = Literal["best", "good", "inaccuracy", "mistake", "blunder"]
#: Best first.
JUDGEMENTS: Final[tuple[Judgement, ...]] = get_args(Judgement)
#: How a record marks them.
MARKS: Final[dict[Judgement, str]] = {"inaccuracy": "?!", "mistake": "?", "blunder": "??"}

#: How much of the expected score a move may lose and still be called so.
_LIMITS: Final[tuple[tuple[float, Judgement], ...]] = ((0.05, "good"), (0.1, "inaccuracy"))
_BLUNDER: Final = 0.15
#: A proven result let go is softened where the position is all but won, or was all but lost.
_ALL_BUT_DECIDED: Final = 0.976
_NEARLY_DECIDED: Final = 0.93
_TOLERANCE: Final = 1e-9


def drop(before: Score, after: Score) -> float:
    """What a move lost of its player's expected score, from 0 to 1."""
    return max(0.0, before.probability - after.for_player(before.player).probability)


def judge(before: Score, after: Score) -> Judgement:
    """A move by what its player could expect before it, with the best move, and after it.

    All moves that keep a proven result are best, however long it takes. A proven result let go is a
    blunder, unless hardly anything changed.
    """
    after = after.for_player(before.player)
    lost = drop(before, after)
    if before.proven is not None and after.proven == before.proven:
        return "best"
    if before.proven == "win" or (after.proven == "loss" and lost > 0):
        return _judge_let_go(before, after)
    return "best" if lost <= _TOLERANCE else _judge_drop(lost)


def _judge_drop(lost: float) -> Judgement:
    for limit, judgement in _LIMITS:
        if lost < limit - _TOLERANCE:
            return judgement
    return "mistake" if lost < _BLUNDER - _TOLERANCE else "blunder"


def _judge_let_go(before: Score, after: Score) -> Judgement:
    """A proven win that is proven no more, or a step into a proven loss."""
    still = after.probability if before.proven == "win" else 1 - before.probability
    if after.proven == "draw" or still < _NEARLY_DECIDED:
        return "blunder"
    return "inaccuracy" if still >= _ALL_BUT_DECIDED else "mistake"


def move_accuracy(points: float) -> float:
    """How well a move was played, from 0 to 100, by the points of 100 that it lost."""
    return min(100.0, max(0.0, 103.1668 * exp(-0.0435442 * points) - 2.1669))


def game_accuracy(curve: Sequence[float], drops: Sequence[tuple[int, float]]) -> float | None:
    """How well a player played, from 0 to 100; ``None`` without a move.

    ``curve`` is X's expected score in every position of the game, ``drops`` are the player's moves:
    the position each was played in, and what it lost. Moves weigh more where the game swings; the
    harmonic mean besides lets one bad move count.

    >>> round(game_accuracy([0.6, 0.6, 0.6, 0.3], [(0, 0.0), (2, 0.3)]))
    35
    """
    if not drops:
        return None
    weights = _weights(curve)
    moves = [(weights[ply], move_accuracy(100 * lost)) for ply, lost in drops]
    mean = sum(weight * accuracy for weight, accuracy in moves) / sum(weight for weight, _ in moves)
    harmonic = len(moves) / sum(1 / max(1.0, accuracy) for _, accuracy in moves)
    return (mean + harmonic) / 2


def _weights(curve: Sequence[float]) -> list[float]:
    """For each move of a game, how much the expected score swings around it, from 0.5 to 12."""
    percents = [100 * share for share in curve]
    size = min(8, max(2, (len(curve) - 1) // 10))
    windows = [percents[:size]] * (size - 2)
    windows += [percents[at : at + size] for at in range(len(curve) - size + 1)]
    return [min(12.0, max(0.5, pstdev(window))) for window in windows]
