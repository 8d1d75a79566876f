"""Difficulty: how often each of the eight levels solves a puzzle.

A level solves it when every one of its moves keeps the result. The strongest is held to a number of
positions here, so that the measure does not hang on the machine.
"""

from __future__ import annotations

from contextlib import ExitStack
from typing import Final, Self

from ninefold.analysis.puzzles.attempt import Attempt
from ninefold.analysis.puzzles.keeping import Judge
from ninefold.analysis.puzzles.puzzle import TRIES, Puzzle
from ninefold.engine import LEVELS, LevelEngine, Limit

__all__ = ["Solvers"]

_MOST: Final = Limit(nodes=100_000)


class Solvers:
    """The eight levels, ready to try puzzles; a context manager."""

    def __init__(self) -> None:
        self._open = ExitStack()
        self._levels = [self._open.enter_context(LevelEngine(each, seed=1)) for each in LEVELS]

    def solved(self, puzzle: Puzzle, judge: Judge) -> tuple[int, ...]:
        """For each level, weakest first, how many of its tries succeed."""
        return tuple(_solved_by(level, puzzle, judge) for level in self._levels)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()


def _solved_by(level: LevelEngine, puzzle: Puzzle, judge: Judge) -> int:
    if not level.level.handicap.noise:  # it errs by no dice: every try would be the same
        return TRIES * _solves(level, 1, puzzle, judge)
    return sum(_solves(level, seed, puzzle, judge) for seed in range(1, TRIES + 1))


def _solves(level: LevelEngine, seed: int, puzzle: Puzzle, judge: Judge) -> bool:
    level.seed = seed
    level.new_game()
    attempt = Attempt(puzzle, judge)
    while (answer := attempt.play(level.play(attempt.position, _MOST).move)) == "right":
        pass
    return answer == "solved"
