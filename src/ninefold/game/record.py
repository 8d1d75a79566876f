"""A game as a record, and back, with the tags that server, terminal and arena all write and read.

``X`` and ``O`` are the players' names, ``SeatX`` and ``SeatO`` the computer's level where it plays
(``person``, or no such tag: anybody else), ``Clock`` is the time control (``180+2``, ``3d``),
``Swap`` how it stands with taking over the first move (``offered``, ``taken``, ``declined``),
``Ending`` how the game ended, and ``Ninefold`` the version of all this. Other tags are kept as they
stand.

>>> from ninefold import Position, format_record
>>> from ninefold.game.game import TWO_PEOPLE
>>> game = Game(Position.start("open"), TWO_PEOPLE)
>>> game.play(40)
>>> game.resign("O")
>>> game_of(record_of(game)).result
Result(winner='X', ending='resignation')
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final

from ninefold.game.clock import parse_control
from ninefold.game.entries import Moved
from ninefold.game.game import Game, Seat, Seated, Swap
from ninefold.game.result import Result
from ninefold.rules.errors import BadSyntax, quoted
from ninefold.rules.record import Record, RecordedMove
from ninefold.rules.squares import PLAYERS, Player

__all__ = ["TAGS", "game_of", "record_of"]

_VERSION: Final = 1
_PERSON: Final = "person"
_SWAPS: Final[Mapping[Swap, str]] = {
    "ahead": "offered",
    "open": "offered",
    "kept": "declined",
    "swapped": "taken",
}
#: The tags that follow from a game.
TAGS: Final = ("X", "O", "SeatX", "SeatO", "Clock", "Swap", "Ending", "Ninefold")


def record_of(game: Game[Any], tags: Mapping[str, str] = MappingProxyType({})) -> Record:
    """The record that tells everything about a game, with more tags if there are any."""
    more = {name: value for name, value in {**game.tags, **tags}.items() if name not in TAGS}
    moves = tuple(
        RecordedMove(square, game.comments.get(ply, ""), left)
        for ply, (square, left) in enumerate(zip(game.moves, game.lefts, strict=True))
    )
    letter = "*" if game.result is None else game.result.letter
    return Record(game.start, moves, letter, more | dict(_told(game)))


def _told(game: Game[Any]) -> Iterator[tuple[str, str]]:
    names = ((side, _name(game.seats[side])) for side in PLAYERS)
    yield from ((side, name) for side, name in names if name)
    seats = ((side, game.seats[side]) for side in PLAYERS)
    yield from ((f"Seat{side}", seat.level) for side, seat in seats if seat and seat.level)
    if game.clock.control is not None:
        yield "Clock", str(game.clock.control)
    if game.swap in _SWAPS:
        yield "Swap", _SWAPS[game.swap]
    if game.result is not None:
        yield "Ending", game.result.ending
    yield "Ninefold", str(_VERSION)


def _name(seat: Seated | None) -> str:
    if seat is None:
        return ""
    return seat.name or (_computers_name(seat.level) if seat.level else "")


def _computers_name(level: str) -> str:
    return f"Ninefold ({level})"


def game_of(record: Record) -> Game[Seat]:
    """The game that a record tells of; a record from elsewhere is a game between people."""
    tags = record.tags
    _check_version(tags.get("Ninefold", str(_VERSION)))
    swap = tags.get("Swap")
    game = Game(
        record.start,
        {side: _seat(tags, side) for side in PLAYERS},
        control=parse_control(tags["Clock"]) if "Clock" in tags else None,
        swap=swap in _SWAPS.values(),
        tags={name: value for name, value in tags.items() if name not in TAGS},
    )
    for ply, move in enumerate(record.moves):
        game.apply(Moved(side=game.position.turn, square=move.square, left=move.clock))
        if move.comment:
            game.comments[ply] = move.comment
    game.swapped = swap == _SWAPS["swapped"] and game.position.ply > 0
    game.kept = swap == _SWAPS["kept"]
    result = None if game.result else Result.read(record.result, tags.get("Ending", ""))
    if result is not None:
        game.finish(result)
    return game


def _seat(tags: Mapping[str, str], side: Player) -> Seat:
    level = tags.get(f"Seat{side}", _PERSON)
    name = tags.get(side, "")
    if level == _PERSON:
        return Seat(name)
    return Seat("" if name == _computers_name(level) else name, level)


def _check_version(version: str) -> None:
    if not re.fullmatch("[0-9]{1,9}", version) or int(version) > _VERSION:
        raise BadSyntax(
            f"the record was written by a newer Ninefold (its Ninefold tag is {quoted(version)}): "
            f"expected {_VERSION} or less; read it with a newer Ninefold"
        )
