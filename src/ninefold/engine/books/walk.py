"""Walking through a book: every position that it knows, from the start on.

Positions are looked for behind every legal move, not only behind the book's own: what others may
play is in it too. A book that was made in one piece is found whole.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from ninefold.engine.core.book import Book, BookMove, encode_book, entry_of
from ninefold.engine.info import Info
from ninefold.engine.limit import Limit
from ninefold.engine.native import NativeEngine
from ninefold.engine.score import Score
from ninefold.engine.symmetry import canonical_move, distinct_moves
from ninefold.rules.errors import counted
from ninefold.rules.position import Position
from ninefold.rules.variants import Variant

__all__ = ["Doubt", "Found", "doubts", "walk", "without"]

#: So much of the point a move of the book may cost before it counts as a mistake.
TOLERANCE: Final = 0.05


class Found(NamedTuple):
    """A position of the book, by moves that lead there, and what the book plays in it."""

    way: tuple[int, ...]
    position: Position
    moves: list[BookMove]


def walk(book: Book, variant: Variant) -> Iterator[Found]:
    """Every position of the book, nearest first; of images of each other one."""
    start = Position.start(variant)
    seen = {start.canonical()}
    ways: list[tuple[tuple[int, ...], Position]] = [((), start)]
    for way, position in ways:
        moves = book.moves(position)
        if not moves:
            continue
        yield Found(way, position, moves)
        for move in distinct_moves(position):
            after = position.play(move)
            if (
                after.outcome is None
                and book.moves(after)
                and (key := after.canonical()) not in seen
            ):
                seen.add(key)
                ways.append(((*way, move), after))


class Doubt(NamedTuple):
    """A move of the book that a search finds worse than another."""

    move: BookMove
    worth: Score
    better: int
    best: Score


def doubts(engine: NativeEngine, found: Found, limit: Limit) -> list[Doubt]:
    """The mistakes among the book's moves in a position, the worst first.

    They are what a search of that limit finds worse than its best move by more than the tolerance.
    """
    best = _searched(engine, found.position, limit)
    mistakes: list[Doubt] = []
    for move in found.moves:
        if canonical_move(found.position, move.square) == best.move:
            continue
        worth = _searched(engine, found.position, limit, move.square).score
        if best.score.probability - worth.probability > TOLERANCE:
            mistakes.append(Doubt(move, worth, best.move, best.score))
    return sorted(mistakes, key=lambda mistake: mistake.worth.probability)


def without(book: Book, variant: Variant, left_out: set[int]) -> bytes:
    """The file of the book less some entries, and less what is reached only through them."""
    told = (
        f"{book.description}; {counted(len(left_out), 'move')} left out that a longer search doubts"
    )
    kept = {entry for found in walk(book, variant) for entry in _entries(found)} - left_out
    rest = Book(encode_book(book.axes, kept, told))
    reached = {entry for found in walk(rest, variant) for entry in _entries(found)}
    return encode_book(book.axes, reached, told)


def _entries(found: Found) -> list[int]:
    """The book's moves in a position as its file has them."""
    return [entry_of(found.position, move) for move in found.moves]


def _searched(
    engine: NativeEngine, position: Position, limit: Limit, move: int | None = None
) -> Info:
    """What a search that remembers nothing finds best, or finds of one move."""
    engine.new_game()
    if (win := engine.known_win(position)) is not None and move in (None, win.move):
        return win
    moves = distinct_moves(position) if move is None else (move,)
    lines: list[Info] = []
    for lines in engine.analysis(position, limit, moves=moves):  # noqa: B007 - the last one counts
        pass
    return lines[0]
