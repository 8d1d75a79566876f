"""Reviewing: a review of a game on a thread of its own, and what the replay screen says of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from rich.text import Text

from ninefold.analysis import MARKS, Review, ReviewedMove, review
from ninefold.engine import Engine, Score
from ninefold.rules.record import Record
from ninefold.rules.squares import PLAYERS, other, square_name
from ninefold.terminal.computer import make_engine
from ninefold.terminal.look import Look
from ninefold.terminal.panel import say_score, score_bar
from ninefold.words import tell_reason

__all__ = ["Reviewer", "marks_of", "next_fault", "review_lines", "say_fault"]

_SHOWN_LINE: Final = 4


class Reviewer:
    """Makes one review; ``stop`` ends it from any thread."""

    def __init__(self, record: Record) -> None:
        self._record = record
        self._engine: Engine | None = None
        self._stopped = False

    def run(self, progress: Callable[[int], object]) -> Review | None:
        """The review, on the thread that calls; ``None`` when it was stopped."""
        # The native core loads on the thread that thinks: the board comes up before it.
        with make_engine("judge") as engine:
            self._engine = engine

            def told(done: int) -> None:
                if self._stopped:
                    raise _StoppedError
                progress(done)

            try:
                return review(self._record, engine=engine, progress=told)
            except _StoppedError:
                return None

    def stop(self) -> None:
        """End it: what it looks at just now is looked at no further."""
        self._stopped = True
        if self._engine is not None:
            self._engine.stop()


class _StoppedError(Exception):
    """Nobody wants the review any more."""


def marks_of(found: Review) -> list[str]:
    """The mark behind each move, as records have it."""
    return [MARKS.get(move.judgement, "") for move in found.moves]


def next_fault(found: Review, ply: int) -> int | None:
    """The ply behind the next marked move; after the last comes the first."""
    faults = [at + 1 for at, move in enumerate(found.moves) if move.judgement in MARKS]
    return next((at for at in faults if at > ply), faults[0] if faults else None)


def say_fault(look: Look, move: ReviewedMove) -> str:
    """What was wrong with a move, why, and what was better; nothing of one that was not wrong."""
    if move.judgement not in MARKS:
        return ""
    words = look.words
    why = [tell_reason(words.game, code, board, other(move.player)) for code, board in move.reasons]
    line = " ".join(map(square_name, move.line[:_SHOWN_LINE]))
    faults = {
        "inaccuracy": words.review_inaccuracy,
        "mistake": words.review_mistake,
        "blunder": words.review_blunder,
    }
    told = [faults[move.judgement], *why[:1], words.review_better.format(line=line)]
    return words.game.space.join(told)


def review_lines(look: Look, found: Review, ply: int, width: int) -> list[Text]:
    """For the panel: what the position is worth, the game as a curve, how well both played."""
    words = look.words
    score = _score_at(found, ply)
    lines = [Text(words.evaluation_title, "dim"), score_bar(look, score, width)]
    lines.append(Text(say_score(words, score)))
    lines.append(_curve(look, found.curve, ply, width))
    for side in PLAYERS:
        accuracy = found.accuracy(side)
        if accuracy is not None:
            told = words.review_accuracy.format(player=side, percent=round(accuracy))
            lines.append(Text(told, look.palette.styles[side.lower()]))
    return lines


def _score_at(found: Review, ply: int) -> Score:
    if ply < len(found.moves):
        return found.moves[ply].before
    return found.moves[-1].after if found.moves else Score("X", 0.5)


def _curve(look: Look, curve: Sequence[float], ply: int, width: int) -> Text:
    """As many positions as there is room for, the one that is shown among them and turned over."""
    first = max(0, min(ply - width // 2, len(curve) - width))
    heights = look.glyphs.heights
    text = Text(no_wrap=True)
    for at, share in enumerate(curve[first : first + width], first):
        height = heights[min(len(heights) - 1, int(share * len(heights)))]
        text.append(height, "reverse" if at == ply else "")
    return text
