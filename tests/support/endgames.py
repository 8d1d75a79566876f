"""Endgames small enough to be looked at whole, and their values by the Python rules alone."""

from __future__ import annotations

import random
from typing import Literal, NamedTuple

from ninefold import Position, Variant
from ninefold.rules.squares import PLAYERS

__all__ = ["Worth", "endgames", "exchanged", "room", "worth", "worth_of_moves"]


class Worth(NamedTuple):
    """What best play gives the player to move, and in how many moves a win or a loss comes."""

    proven: Literal["win", "draw", "loss"]
    distance: int = 0

    @property
    def order(self) -> int:
        """Greater is better: a win soon, a draw, a loss late."""
        return {"win": 100 - self.distance, "draw": 0, "loss": self.distance - 100}[self.proven]

    def before(self) -> Worth:
        """The same for whoever moved here."""
        if self.proven == "draw":
            return self
        return Worth("loss" if self.proven == "win" else "win", self.distance + 1)


def room(position: Position) -> list[int]:
    """The empty squares of boards in which somebody may still play."""
    closed = position.variant.captured_is_closed
    return [
        square
        for square, mark in enumerate(position.cells)
        if mark == "." and not (closed and position.owners[square // 9] in "XO")
    ]


def endgames(variant: Variant, count: int, empty: int, seed: int = 0) -> list[Position]:
    """Positions of random games, still going on, with at most so many squares left to fill."""
    dice, found = random.Random(seed), list[Position]()
    while len(found) < count:
        position = Position.start(variant)
        while position.outcome is None and len(room(position)) > empty:
            position = position.play(dice.choice(position.legal_moves))
        if position.outcome is None:
            found.append(position)
    return found


def exchanged(position: Position) -> Position:
    """The same position with the players exchanged."""
    marks, owned = position.marks, position.owned
    turn = 1 - PLAYERS.index(position.turn)
    swapped = marks[9:] + marks[:9], (owned[1], owned[0])
    return Position.unchecked(position.variant, *swapped, turn, position.target)


def worth(position: Position, known: dict[Position, Worth]) -> Worth:
    """What a position is worth to the player to move, by looking at everything."""
    if position.outcome is not None:
        winner = position.outcome.winner
        if winner is None:
            return Worth("draw")
        return Worth("win" if winner == position.turn else "loss")
    if position not in known:
        moves = worth_of_moves(position, known).values()
        known[position] = max(moves, key=lambda each: each.order)
    return known[position]


def worth_of_moves(position: Position, known: dict[Position, Worth]) -> dict[int, Worth]:
    """What every legal move is worth to whoever makes it."""
    return {move: worth(position.play(move), known).before() for move in position.legal_moves}
