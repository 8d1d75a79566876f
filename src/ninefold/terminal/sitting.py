"""Sitting down: a new game, its rematch, and who of the two at the table is addressed."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from typing import Final

from ninefold.game import Game, Seat, Seats, TimeControl, parse_control
from ninefold.rules.position import Position
from ninefold.rules.squares import PLAYERS, Player

__all__ = ["TIME_CONTROLS", "Table", "moment", "new_game", "person_of", "rematch_of"]

#: A game at this table: people and the computer sit at it, and whoever wishes takes back.
Table = Game[Seat]
#: The clocks that the start screen offers.
TIME_CONTROLS: Final = (TimeControl(180, 2), TimeControl(300), TimeControl(600))


def moment() -> float:
    """Now, in milliseconds of a steady clock."""
    return 1000 * time.monotonic()


def new_game(start: Position, seats: Seats, control: str = "", *, swap: bool = False) -> Table:
    """A game that begins today, with a clock if one is named, and with or without swap."""
    tags = {"Date": datetime.now(UTC).astimezone().date().isoformat()}
    clock = parse_control(control) if control else None
    return Game(start, seats, control=clock, swap=swap, tags=tags)


def rematch_of(game: Table) -> Table:
    """The same game once more, sides changed."""
    seats: Seats = {"X": game.seats["O"], "O": game.seats["X"]}
    return new_game(game.start, seats, str(game.clock.control or ""), swap=game.may_swap)


def person_of(game: Table) -> Player | None:
    """The side of the one person at the table; ``None`` where two share it, or nobody plays."""
    persons = [side for side in PLAYERS if (seat := game.seats[side]) and not seat.level]
    return persons[0] if len(persons) == 1 else None
