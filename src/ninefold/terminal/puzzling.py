"""Puzzling: puzzles in lines of text, for a terminal, a screen reader or a pipe."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Final, TextIO
from zlib import crc32

from ninefold.analysis.puzzles import CHECK_NODES, Attempt, Judge, Puzzle
from ninefold.drawing.text import draw_text
from ninefold.game.reasons import reasons_for
from ninefold.rules.errors import BadInput
from ninefold.rules.squares import board_of, other, parse_square, square_name
from ninefold.terminal.dialogue import Dialogue
from ninefold.terminal.say import say_turn
from ninefold.terminal.settings import Settings
from ninefold.terminal.tally import Tally
from ninefold.terminal.words import Words
from ninefold.words import mode_name, tell_reason

__all__ = ["Puzzler"]

#: How much of an answer to a wrong move is shown.
_LONGEST_LINE: Final = 4
#: Reasons that tell what a wrong move does; the others would tell what the right one is.
_NOT_THE_SOLUTION: Final = ("lets-", "gives-", "sends-")


class Puzzler:
    """Gives one puzzle after another; every line of input is a move or one of four commands."""

    def __init__(
        self,
        words: Words,
        *,
        source: TextIO,
        out: TextIO,
        settings: Settings | None = None,
    ) -> None:
        self._words = words
        self._dialogue = Dialogue(source, out)
        self._say = self._dialogue.say
        self._settings = settings
        self.tally = Tally.of(settings.puzzles if settings else {})
        self._day: date | None = None

    def run(self, puzzles: Iterable[Puzzle], day: date | None = None) -> int:
        """Until the input, the puzzles or the patience ends; 0 if the last puzzle was solved."""
        solved = False
        self._day = day
        with Judge(nodes=CHECK_NODES) as judge:
            for puzzle in puzzles:
                answer = self._pose(Attempt(puzzle, judge), judge)
                if answer is None:
                    return 0 if solved else 1
                solved = answer
            if not day:
                self._say(self._words.puzzle_none)
        return 0 if solved else 1

    def _pose(self, attempt: Attempt, judge: Judge) -> bool | None:
        """One puzzle: whether it was solved; ``None`` to stop."""
        self._introduce(attempt)
        for line in self._dialogue.lines(lambda: f"{attempt.position.turn}> "):
            text = line.strip().lower()
            if text in ("quit", "q", "exit"):
                return None
            if text in ("next", "n"):
                self._count(attempt, solved=False)
                return False
            if text == "hint":
                self._count(attempt, solved=False)
                self._say(self._hint(attempt))
            elif text == "solution":
                self._count(attempt, solved=False)
                self._say(self._words.puzzle_solution.format(line=_solution(attempt.puzzle)))
                return False
            elif text and self._try(text, attempt, judge):
                return True
        return None

    def _hint(self, attempt: Attempt) -> str:
        """The board of the move; whoever is held to one gets two moves to choose from."""
        position, right = attempt.position, attempt.keeps()
        wrong = [square for square in position.legal_moves if square not in right]
        if position.free or not wrong:
            return self._words.puzzle_hint.format(board=board_of(right[0]) + 1)
        # One that the puzzle decides: always the lowest would tell which of the two is right.
        lure = wrong[crc32(f"{attempt.puzzle.name} {attempt.left}".encode()) % len(wrong)]
        one, two = map(square_name, sorted((right[0], lure)))
        return self._words.puzzle_hint_two.format(one=one, two=two)

    def _try(self, text: str, attempt: Attempt, judge: Judge) -> bool:
        """Whether a move was the last one to find."""
        before = attempt.position
        try:
            square = parse_square(text)
            answer = attempt.play(square)
        except BadInput as error:
            self._say(f"{error}\n{self._words.puzzle_help}")
            return False
        if answer == "wrong":
            self._count(attempt, solved=False)
            self._say(self._refuted(attempt, square, judge))
            return False
        if answer == "solved":
            self._count(attempt, solved=True)
            self._celebrate()
            return True
        reply = square_name(attempt.reply or 0)
        self._draw(attempt)
        self._say(self._words.puzzle_right.format(player=other(before.turn), reply=reply))
        return False

    def _refuted(self, attempt: Attempt, square: int, judge: Judge) -> str:
        """What happens after a wrong move, and why."""
        position, words = attempt.position, self._words
        after, move = position.play(square), square_name(square)
        if after.outcome is not None:
            return words.puzzle_ends.format(move=move)
        line = judge.line(after)
        reasons = reasons_for(position, square, better=attempt.keeps()[0], answer=line[0])
        why = [
            tell_reason(words.game, code, board, after.turn)
            for code, board in reasons
            if code.startswith(_NOT_THE_SOLUTION)
        ]
        shown = " ".join(map(square_name, line[:_LONGEST_LINE]))
        told = words.puzzle_wrong.format(move=move, line=shown)
        return words.game.space.join([told, *why[:1]])

    def _introduce(self, attempt: Attempt) -> None:
        words, puzzle = self._words, attempt.puzzle
        said = words.game.puzzles
        self._say("")
        if self._day:
            self._say(words.puzzle_daily)
        self._say(
            words.puzzle_title.format(
                mode=mode_name(words.game, puzzle.position.variant),
                kind=said.kinds[puzzle.kind],
                band=said.bands[puzzle.band],
                name=puzzle.name,
            )
        )
        self._draw(attempt)
        count = words.puzzle_moves if attempt.left > 1 else words.puzzle_moves_one
        task = said.tasks[puzzle.result].format(player=puzzle.position.turn)
        self._say(words.game.space.join((task, count.format(count=attempt.left))))
        self._say(say_turn(words, puzzle.position))
        self._say(words.puzzle_help)

    def _count(self, attempt: Attempt, *, solved: bool) -> None:
        """Only the first try counts, and the tally knows which that is."""
        self.tally.count(attempt.puzzle.name, solved=solved)
        self._keep()

    def _celebrate(self) -> None:
        words, tally = self._words, self.tally
        self._say(words.puzzle_solved)
        self._say(words.puzzle_streak.format(streak=tally.streak, best=tally.best))
        if self._day:
            tally.count_day(self._day)
            self._keep()
            self._say(words.puzzle_days.format(days=tally.days))

    def _keep(self) -> None:
        if self._settings:
            self._settings.remember(puzzles=self.tally.kept())

    def _draw(self, attempt: Attempt) -> None:
        self._say(draw_text(attempt.position, last_move=attempt.reply, caption=False))


def _solution(puzzle: Puzzle) -> str:
    """The whole solution: where several moves are right, all of them."""
    words = []
    for step in puzzle.steps:
        words.append("/".join(map(square_name, step.keeps)))
        if step.reply is not None:
            words.append(square_name(step.reply))
    return " ".join(words)
