"""A simple player that looks one move ahead, for where no engine is at hand."""

from __future__ import annotations

import random

from ninefold.rules.position import Position
from ninefold.rules.squares import LINES, other
from ninefold.server.messages import Level
from ninefold.server.thinking import Thought

__all__ = ["LEVELS", "StandIn"]

LEVELS = (
    Level(name="easy", rank=1, text="Plays any legal move."),
    Level(name="casual", rank=2, text="Takes boards when it can, and looks one move ahead."),
)
_PLACES = (3, 2, 3, 2, 4, 2, 3, 2, 3)  # how many lines run through each of the nine places


class StandIn:
    """Chooses at random, or greedily: win, take a board, do not let the other do so."""

    def think(self, position: Position, level: str) -> Thought:
        """The move of a level."""
        moves = list(position.legal_moves)
        random.shuffle(moves)
        if level == LEVELS[0].name:
            return Thought(moves[0])
        return Thought(max(moves, key=lambda move: _worth(position, move)))

    def stop(self) -> None:
        """Nothing to stop: an answer takes a millisecond."""

    def close(self) -> None:
        """Nothing to give back."""


def _worth(position: Position, move: int) -> float:
    """What a move brings, less the best that it lets the opponent do at once."""
    after = position.play(move)
    worth = _gain(position, move, after) + 0.1 * _PLACES[move % 9]
    if after.outcome is not None:
        return worth
    replies = (_gain(after, reply, after.play(reply)) for reply in after.legal_moves)
    return worth - 0.9 * max(replies) - (1 if after.free else 0)


def _gain(before: Position, move: int, after: Position) -> float:
    """What a move changes on the nine boards, in the mover's favour."""
    outcome = after.outcome
    if outcome is not None:
        return 0.0 if outcome.winner is None else 100.0
    board, me = move // 9, before.turn
    if after.owners[board] != me or before.owners[board] == me:
        return 0.0
    stolen = before.owners[board] == other(me)
    threats = sum(
        sorted(after.owners[place] for place in line) == sorted([me, me, "."])
        for line in LINES
        if board in line
    )
    return 5.0 + _PLACES[board] + 3 * stolen + 4 * threats
