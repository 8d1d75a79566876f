"""Seating: who sits where in a new game, from a visitor's wish or from the game before."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from msgspec.structs import replace

from ninefold.rules.squares import other
from ninefold.rules.variants import find_variant, format_variant
from ninefold.server.play.entries import Seat, Settings
from ninefold.server.play.game import LiveGame
from ninefold.server.play.names import clean_name
from ninefold.server.play.visitors import Visitor, new_id
from ninefold.server.store.searches import Search, Wish
from ninefold.server.wire import messages as m
from ninefold.server.wire.refusal import Refusal

__all__ = ["new_game", "paired_game", "rematch_of"]


def new_game(
    wish: m.CreateGame, visitor: Visitor, levels: Sequence[str], default_level: str, at: int
) -> Settings:
    """The settings of the game that a visitor wishes for, or ``Refusal``."""
    variant = find_variant(wish.mode, tie_break=wish.tie_break)
    seats = _seats(wish, visitor, levels, default_level)
    return Settings(
        id=new_id(),
        created_at=at,
        mode=format_variant(variant),
        opponent=wish.opponent,
        tie_break=variant.tie_break,
        swap=wish.swap,
        clock=wish.clock,
        x=seats["X"],
        o=seats["O"],
    )


def paired_game(one: Search, two: Search, wish: Wish, at: int) -> Settings:
    """The settings of the game of two who were paired; the sides are drawn by lot."""
    seats = [Seat(search.key, search.player) for search in (one, two)]
    x, o = seats if secrets.randbelow(2) else seats[::-1]
    variant = find_variant(wish.mode)
    return Settings(
        id=new_id(),
        created_at=at,
        mode=wish.mode,
        opponent="open",
        tie_break=variant.tie_break,
        swap=wish.swap,
        clock=wish.clock,
        x=x,
        o=o,
    )


def rematch_of(game: LiveGame, new: str, at: int) -> Settings:
    """The settings of the game that follows another: the same again, with sides changed."""
    return replace(
        game.settings,
        id=new,
        created_at=at,
        x=game.seats["O"],
        o=game.seats["X"],
        previous=game.settings.id,
    )


def _seats(
    wish: m.CreateGame, visitor: Visitor, levels: Sequence[str], default_level: str
) -> dict[m.Side, Seat | None]:
    if wish.opponent == "same-device":
        return _both_seats(wish, visitor)
    side: m.Side = secrets.choice(("X", "O")) if wish.side == "random" else wish.side
    opponent = None
    if wish.opponent == "computer":
        level = wish.level or default_level
        if level not in levels:
            expected = ", ".join(levels)
            raise Refusal("bad-request", f"There is no level {level!r}: expected {expected}.")
        opponent = Seat(None, m.Player(id=None, name="", kind="computer", level=level))
    return {side: Seat(visitor.key, visitor.player), other(side): opponent}


def _both_seats(wish: m.CreateGame, visitor: Visitor) -> dict[m.Side, Seat | None]:
    """One visitor at both sides, under the names that the two people at the device gave."""
    x_name, o_name = [*map(clean_name, wish.names or ()), "", ""][:2]
    x, o = (replace(visitor.player, name=name) for name in (x_name, o_name))
    return {"X": Seat(visitor.key, x), "O": Seat(visitor.key, o)}
