"""Attempt: somebody at a puzzle, move by move; all that is proven to keep the result is right."""

from __future__ import annotations

from typing import Literal

from ninefold.analysis.puzzles.keeping import Judge
from ninefold.analysis.puzzles.puzzle import Puzzle
from ninefold.rules.position import Position

__all__ = ["Answer", "Attempt"]

#: What a move was: right and there is more to find, right and the last, or wrong.
Answer = Literal["right", "solved", "wrong"]


class Attempt:
    """A puzzle being solved. ``position`` is where it stands, the solver to move."""

    def __init__(self, puzzle: Puzzle, judge: Judge) -> None:
        self.puzzle = puzzle
        self.position: Position = puzzle.position
        #: The answer to the last right move.
        self.reply: int | None = None
        self._judge = judge
        self._step = 0
        self._on_line = True

    @property
    def left(self) -> int:
        """How many moves are still to be found."""
        return len(self.puzzle.steps) - self._step

    def keeps(self) -> tuple[int, ...]:
        """The moves that are right here, the shown one first."""
        if self._on_line:
            return self.puzzle.steps[self._step].keeps
        choice = self._judge.choice(self.position)
        # What cannot be settled is never called wrong.
        return self.position.legal_moves if choice is None else choice.keeps

    def play(self, square: int) -> Answer:
        """Try a move; an illegal one is an ``IllegalMove``. A wrong one leaves all as it was."""
        after = self.position.play(square)
        keeps = self.keeps()
        if square not in keeps:
            return "wrong"
        stored = self.puzzle.steps[self._step].reply
        self._on_line = self._on_line and square == keeps[0]
        self._step += 1
        self.position, self.reply = after, None
        if after.outcome is not None or self.left == 0:
            return "solved"
        self.reply = stored if self._on_line and stored is not None else self._judge.reply(after)
        self.position = after.play(self.reply)
        return "solved" if self.position.outcome is not None else "right"
