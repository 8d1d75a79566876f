"""Checking: whether puzzles are what they say, by proof."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ninefold.analysis.puzzles.keeping import Judge
from ninefold.analysis.puzzles.kinds import is_true
from ninefold.analysis.puzzles.puzzle import Puzzle
from ninefold.rules.errors import IllegalMove
from ninefold.rules.squares import square_name

__all__ = ["CHECK_NODES", "faults_of", "repeated"]

#: For a judge who checks: what was settled in the making, with a table full of the positions
#: before, may take longer without them.
CHECK_NODES: Final = 2_000_000


def faults_of(puzzle: Puzzle, judge: Judge) -> Iterator[str]:
    """What is wrong with a puzzle: nothing if all accepted moves, and no others, keep the result.

    The first step must have one move alone, and the kind must be true.
    """
    position = puzzle.position
    for number, step in enumerate(puzzle.steps, start=1):
        choice = None if position.outcome is not None else judge.choice(position)
        if choice is None:
            yield f"step {number}: the position is lost, over, or cannot be settled"
            return
        if choice.result != puzzle.result:
            yield f"step {number}: it is a {choice.result}, not a {puzzle.result}"
        if sorted(step.keeps) != sorted(choice.keeps):
            told, true = (" ".join(map(square_name, each)) for each in (step.keeps, choice.keeps))
            yield f"step {number}: {told} said to keep the result, {true} proven to"
        if number == 1 and not is_true(puzzle.kind, choice, puzzle.steps, judge):
            yield f"it is not of the kind {puzzle.kind}"
        try:
            position = position.play(step.keeps[0])
            position = position if step.reply is None else position.play(step.reply)
        except IllegalMove as error:
            yield f"step {number}: {error}"
            return


def repeated(puzzles: Sequence[Puzzle]) -> Iterator[str]:
    """Puzzles that come from one game, or show one position."""
    games, positions = set[int](), set[object]()
    for puzzle in puzzles:
        canonical = puzzle.position.canonical()
        if puzzle.game in games:
            yield f"{puzzle.name}: another one comes from this game"
        if canonical in positions:
            yield f"{puzzle.name}: another one has this position"
        games.add(puzzle.game)
        positions.add(canonical)
