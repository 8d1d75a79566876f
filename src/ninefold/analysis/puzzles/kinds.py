"""Kinds: what a puzzle claims beside its result, and whether that is true.

In all of them the first move is the only one that keeps the result. Beyond that:

``win``        it wins
``only-move``  it wins, and every other move loses
``save-draw``  it holds a draw, and every other move loses
``capture``    it captures nothing yet, but whatever is answered a board can be captured next, and
               the result kept
``steal``      in its solution comes a step where every move that keeps the result takes a board
               from its owner, who cannot take it back at once
``safe-send``  it neither captures, blocks nor threatens anything: all it does is to send the
               opponent to the one board that is safe
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from ninefold.analysis.puzzles.keeping import Choice, Judge
from ninefold.analysis.puzzles.puzzle import Kind, Step
from ninefold.game.remarks import remarks_on
from ninefold.rules.position import Position
from ninefold.rules.squares import board_of

__all__ = ["is_true", "kinds_of"]

_DOING: Final = frozenset(
    (
        *("wins-game", "stops-game", "steals-board", "captures-board", "threatens-game"),
        *("stops-line", "threatens-two-lines", "threatens-board"),
        *("sends-to-full", "sends-to-captured", "gives-free-choice"),
    )
)
_TAKING: Final = frozenset(("wins-game", "steals-board", "captures-board"))


def kinds_of(choice: Choice, steps: Sequence[Step], judge: Judge) -> tuple[Kind, ...]:
    """Every kind that a position with one keeping move is, the rarest first."""
    return tuple(kind for kind in _CLAIMS if is_true(kind, choice, steps, judge))


def is_true(kind: Kind, choice: Choice, steps: Sequence[Step], judge: Judge) -> bool:
    """Whether a position with that solution is what a puzzle says that it is."""
    return len(choice.keeps) == 1 and _CLAIMS[kind](choice, steps, judge)


def _steals(choice: Choice, steps: Sequence[Step], _: Judge) -> bool:
    position = choice.position
    for step in steps:
        if all(_steals_for_good(position, square) for square in step.keeps):
            return True
        position = position.play(step.keeps[0])
        if step.reply is not None:
            position = position.play(step.reply)
    return False


def _steals_for_good(position: Position, square: int) -> bool:
    """Whether a move takes a board over that no answer takes back."""
    if "steals-board" not in _codes(position, square):
        return False
    after, board = position.play(square), board_of(square)
    replies = (after.play(reply) for reply in after.legal_moves)
    return all(reply.owners[board] == position.turn for reply in replies)


def _captures(choice: Choice, _: Sequence[Step], judge: Judge) -> bool:
    if _codes(choice.position, choice.keeps[0]) & _TAKING:
        return False
    position = choice.position
    after = position.play(choice.keeps[0])
    for square in after.legal_moves:
        answered = after.play(square)
        if answered.outcome is not None or not any(
            judge.reaches(answered.play(take), position.turn, choice.result)
            for take in answered.legal_moves
            if _TAKING & _codes(answered, take)
        ):
            return False
    return bool(after.legal_moves)


def _sends(choice: Choice, _: Sequence[Step], __: Judge) -> bool:
    return (
        choice.position.held_board is not None
        and not _codes(choice.position, choice.keeps[0]) & _DOING
    )


def _saves(choice: Choice, _: Sequence[Step], judge: Judge) -> bool:
    return choice.result == "draw" and _others_lose(choice, judge)


def _is_only(choice: Choice, _: Sequence[Step], judge: Judge) -> bool:
    return choice.result == "win" and _others_lose(choice, judge)


def _wins(choice: Choice, _: Sequence[Step], __: Judge) -> bool:
    return choice.result == "win"


def _others_lose(choice: Choice, judge: Judge) -> bool:
    position = choice.position
    return all(
        judge.reaches(position.play(square), position.turn, "draw") is False
        for square in choice.lets_go
    )


def _codes(position: Position, square: int) -> set[str]:
    return {remark.code for remark in remarks_on(position, square)}


_CLAIMS: Final[Mapping[Kind, Callable[[Choice, Sequence[Step], Judge], bool]]] = {
    "steal": _steals,
    "capture": _captures,
    "safe-send": _sends,
    "save-draw": _saves,
    "only-move": _is_only,
    "win": _wins,
}
