"""Counting: the first moves of a finished game, up to symmetry, and how the game ended.

>>> from ninefold import Position
>>> from ninefold.game import Game, Seat
>>> game = Game(Position.start(), {"X": Seat("Ann"), "O": Seat(level="casual")})
>>> for move in (80, 72): game.play(move)
>>> game.resign("X")
>>> counts = count_moves(game, lambda seat: seat.level is not None)
>>> [(count.square, count.computer, count.o) for count in counts]
[(0, 0, 1), (24, 1, 1)]
>>> [move.squares for move in explored(Position.start(), counts) if move.games]
[(0, 20, 60, 80)]
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import Any, Final, NamedTuple, TypeVar

from ninefold.engine.books import find_book
from ninefold.engine.core.book import BookMove
from ninefold.engine.core.canonical import canonical
from ninefold.engine.core.position import axes_of
from ninefold.game.game import Game, Seated
from ninefold.game.result import Result
from ninefold.rules.position import Position, replay

__all__ = [
    "NONE",
    "PLIES",
    "Count",
    "Ends",
    "ExploredMove",
    "count_moves",
    "explored",
    "is_counted",
    "key_of",
    "summed",
]

#: The moves of a game that are counted.
PLIES: Final = 12
S = TypeVar("S", bound=Seated)


class Count(NamedTuple):
    """How often a move was played in a position, by people or by computers, with what results.

    ``axes`` and ``key`` say the position up to symmetry, ``square`` is the move in the image that
    stands for it. ``x``, ``drawn`` and ``o`` are games that X won, nobody won, O won.
    """

    axes: int
    key: int
    square: int
    computer: int
    x: int
    drawn: int
    o: int


class Ends(NamedTuple):
    """How games ended: X won, nobody won, O won."""

    x: int
    drawn: int
    o: int

    @property
    def games(self) -> int:
        """How many games they were."""
        return self.x + self.drawn + self.o


NONE: Final = Ends(0, 0, 0)


class ExploredMove(NamedTuple):
    """A move as people and as computers played it, and what the opening book says of it.

    ``squares`` are the move and those that symmetries of the position make of it.
    """

    squares: tuple[int, ...]
    people: Ends
    computer: Ends
    book: BookMove | None

    @property
    def games(self) -> int:
        """In how many games it was played."""
        return self.people.games + self.computer.games


def is_counted(position: Position) -> bool:
    """Whether moves in a position are counted: before the twelfth is made, in a game under way."""
    return position.ply < PLIES and position.outcome is None


def key_of(position: Position) -> tuple[int, int]:
    """What counts of a position are found by: its axes and its key, the same for all its images."""
    return axes_of(position.variant), canonical(position).key


def count_moves(game: Game[S], is_computer: Callable[[S], bool]) -> tuple[Count, ...]:
    """A finished game as counts, one a move; none of a game that has no result.

    Nor of one that did not begin with the empty board: nobody chose how it came about.
    """
    if game.result is None or game.result.letter == "*" or game.start.ply:
        return ()
    ends, computers = _ends_of(game.result), _computers(game, is_computer)
    positions = replay(game.start, game.moves[:PLIES])
    counts = []
    for ply, (position, move) in enumerate(zip(positions, game.moves[:PLIES], strict=False)):
        key, images = canonical(position)
        axes = axes_of(position.variant)
        counts.append(Count(axes, key, images[move], computers[ply], *ends))
    return tuple(counts)


def _ends_of(result: Result) -> Ends:
    return Ends(*(int(result.letter == letter) for letter in "X=O"))


def _computers(game: Game[Any], is_computer: Callable[[Any], bool]) -> list[int]:
    """Who made each move, 1 for a computer. The first was the other's if it was taken over."""
    x, o = (int(is_computer(game.seats[side])) for side in ("X", "O"))
    by = [(x, o)[ply % 2] for ply in range(PLIES)]
    if game.swapped:
        by[0] = o
    return by


def summed(counts: Iterable[Count]) -> list[Count]:
    """Counts of the same move of the same position by the same kind as one, in order."""
    sums: defaultdict[tuple[int, ...], list[int]] = defaultdict(lambda: [0, 0, 0])
    for count in counts:
        held = sums[count[:4]]
        for n, games in enumerate(count[4:]):
            held[n] += games
    return [Count(*where, *ends) for where, ends in sorted(sums.items())]


def explored(position: Position, counts: Iterable[Count]) -> list[ExploredMove]:
    """What was played in a position, of all that is counted, and what the book knows.

    The most played comes first. An illegal move is left out: the rules have the last word.
    """
    key, images = canonical(position)
    axes = axes_of(position.variant)
    moves: defaultdict[int, list[int]] = defaultdict(list)
    for square in position.legal_moves:
        moves[images[square]].append(square)
    ends: defaultdict[tuple[int, bool], Ends] = defaultdict(lambda: NONE)
    for count in summed(count for count in counts if count[:2] == (axes, key)):
        ends[count.square, bool(count.computer)] = Ends(*count[4:])
    book = find_book(axes)
    known = {images[move.square]: move for move in (book.moves(position) if book else ())}
    found = [
        ExploredMove(tuple(squares), ends[image, False], ends[image, True], known.get(image))
        for image, squares in moves.items()
    ]
    told = [move for move in found if move.games or move.book]
    return sorted(told, key=lambda move: (-move.games, move.book is None, move.squares))
