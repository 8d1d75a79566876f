"""Puzzles that end before their solution does: an attempt is over with the game, a check too."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from ninefold import VARIANTS, Position
from ninefold.analysis.puzzles import (
    CHECK_NODES,
    Attempt,
    Judge,
    Puzzle,
    Step,
    faults_of,
    shipped_puzzles,
)
from support.games import random_game

PUZZLES = shipped_puzzles(VARIANTS["modern"])
GAMES = [random_game(VARIANTS["modern"], seed) for seed in range(20)]


@pytest.fixture(scope="module")
def judge() -> Iterator[Judge]:
    with Judge(nodes=CHECK_NODES) as found:
        yield found


def move_between(before: Position, after: Position) -> int:
    return next(n for n in range(81) if before.cells[n] != after.cells[n])


def puzzle_of(position: Position, *steps: Step) -> Puzzle:
    return replace(PUZZLES[0], position=position, steps=steps)


@pytest.mark.parametrize("game", GAMES)
def test_a_move_that_ends_the_game_solves_whatever_was_still_to_find(
    game: list[Position], judge: Judge
) -> None:
    last = move_between(*game[-2:])
    attempt = Attempt(puzzle_of(game[-2], Step((last,), None), Step((last,), None)), judge)
    assert attempt.play(last) == "solved"
    assert (attempt.position, attempt.reply) == (game[-1], None)


@pytest.mark.parametrize("game", GAMES)
def test_an_answer_that_ends_the_game_ends_the_puzzle(game: list[Position], judge: Judge) -> None:
    move, reply = move_between(*game[-3:-1]), move_between(*game[-2:])
    attempt = Attempt(puzzle_of(game[-3], Step((move,), reply), Step((move,), None)), judge)
    assert attempt.play(move) == "solved"
    assert (attempt.position, attempt.reply) == (game[-1], reply)


def test_a_step_behind_the_end_of_the_game_is_a_fault(judge: Judge) -> None:
    late = (p for p in reversed(PUZZLES) if p.position.cells.count(".") < 40)
    for puzzle in late:
        at = puzzle.position
        for step in puzzle.steps:
            at = at.play(step.keeps[0])
            at = at if step.reply is None else at.play(step.reply)
        if at.outcome is not None:
            longer = replace(puzzle, steps=(*puzzle.steps, Step((40,), None)))
            number = len(longer.steps)
            told = f"step {number}: the position is lost, over, or cannot be settled"
            assert [*faults_of(puzzle, judge)] == []
            assert [*faults_of(longer, judge)] == [told]
            return
    raise AssertionError("no puzzle of this shelf ends its game")


def test_an_answer_that_is_not_legal_is_the_last_fault_that_is_told(judge: Judge) -> None:
    puzzle = next(p for p in reversed(PUZZLES) if len(p.steps) == 2)
    first, second = puzzle.steps
    bad = replace(puzzle, steps=(replace(first, reply=first.keeps[0]), second))
    (fault,) = faults_of(bad, judge)
    assert fault.startswith("step 1: ")
    assert "is not a legal move" in fault
