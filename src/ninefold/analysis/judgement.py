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
from dataclasses import replace
from math import exp
from statistics import pstdev
from typing import Final, Literal, NamedTuple, get_args

from ninefold.engine.score import Score

__all__ = [
    "JUDGEMENTS",
    "MARKS",
    "Judgement",
    "Weighed",
    "drop",
    "game_accuracy",
    "is_doubtful",
    "judge",
    "move_accuracy",
    "turning_points",
    "weigh",
]

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
#: What the second-best move must lose for the best to be the only one.
_ONLY: Final = 0.1
#: How many turning points a game has at most, and what a move must lose to be one.
_TURNING_POINTS: Final = 3
_TELLING: Final = 0.05


class Weighed(NamedTuple):
    """A move beside the best one: what its player could expect before and after it.

    ``only`` says that one move alone kept what there was.
    """

    before: Score
    after: Score
    best: int
    judgement: Judgement
    only: bool


def weigh(square: int, lines: Sequence[tuple[int, Score]], following: Score) -> Weighed:
    """Judge a move by what the engine made of the position before it and of the one after it.

    ``lines`` are the best moves before it with their scores, best first; ``following`` is the score
    of the position that the move led to.

    >>> weigh(40, [(44, Score("X", 0.8)), (40, Score("X", 0.6))], Score("O", 0.5)).judgement
    'blunder'
    """
    best, before = lines[0]
    after = _one_move_longer(following.for_player(before.player))
    if square == best and before.proven is None and after.proven is None:
        before = after  # what is seen a move later is seen further
    elif _is_better(after, before):
        best, before = square, after
    return Weighed(before, after, best, judge(before, after), _is_only(lines))


def _one_move_longer(score: Score) -> Score:
    return score if score.distance is None else replace(score, distance=score.distance + 1)


def _is_better(score: Score, other: Score) -> bool:
    """Whether a score is worth more: a proven one counts for what it is."""
    if score.probability != other.probability:
        return score.probability > other.probability
    return score.proven is not None and other.proven is None


def _is_only(lines: Sequence[tuple[int, Score]]) -> bool:
    """Whether every other move would have lost a good part; a lone legal move is no achievement."""
    return len(lines) > 1 and lines[0][1].probability - lines[1][1].probability >= _ONLY


def is_doubtful(before: Score, after: Score) -> bool:
    """Whether a move is blamed only because one side of it is proven and the other is not yet.

    A win that is not proven a move later may still be one; what is lost now may have been before.
    """
    if judge(before, after) not in MARKS or (before.proven is None) == (after.proven is None):
        return False
    return before.proven == "win" or after.proven == "loss"


def turning_points(moves: Sequence[tuple[Judgement, float]]) -> tuple[int, ...]:
    """Which moves mattered: the three that lost most, in the order of the game.

    >>> turning_points([("best", 0.0), ("blunder", 0.4), ("good", 0.04), ("mistake", 0.12)])
    (1, 3)
    """
    telling = [n for n, (judged, lost) in enumerate(moves) if judged in MARKS and lost > _TELLING]
    dearest = sorted(telling, key=lambda n: -moves[n][1])[:_TURNING_POINTS]
    return tuple(sorted(dearest))


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
