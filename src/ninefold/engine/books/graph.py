"""BookGraph: the searched positions of a book, what they lead to, and what they are worth.

Positions that symmetries carry into each other are one. A move's worth is what was found behind it,
as far as that was searched itself; so a search far from the start counts at the start too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from ninefold.engine.books.journal import Searched, Worth
from ninefold.engine.core.book import MOST_MOVES, BookMove, entry_of
from ninefold.engine.score import Proven
from ninefold.rules.position import Position, replay
from ninefold.rules.variants import Variant

__all__ = ["BookGraph"]

#: Moves that are worth so little less than the best count as equal.
_EQUAL: Final = 0.01
_TURNED: Final[dict[Proven | None, Proven | None]] = {
    None: None,
    "win": "loss",
    "draw": "draw",
    "loss": "win",
}


@dataclass(slots=True)
class _Node:
    """A searched position, what lies behind its moves while games go on, and their worth."""

    position: Position
    searched: Searched
    behind: dict[int, Position]
    worth: dict[int, Worth] = field(default_factory=dict)

    @property
    def best(self) -> Worth:
        return max(self.worth.values(), key=lambda worth: worth.share)

    @property
    def good(self) -> list[int]:
        """The moves to play: the best, and what is as good."""
        best = self.best
        if best.proven == "win":
            return [move for move, worth in self.worth.items() if worth.proven == "win"]
        least = best.share - _EQUAL
        return [move for move, worth in self.worth.items() if worth.share >= least][:MOST_MOVES]


class BookGraph:
    """Grows by searched positions; says which position to search next, and what the book says."""

    def __init__(self, variant: Variant, plies: int) -> None:
        self._start = Position.start(variant)
        self._plies = plies
        self._nodes: dict[Position, _Node] = {}

    def __len__(self) -> int:
        return len(self._nodes)

    def add(self, searched: Searched) -> None:
        """Take in what was found of a position."""
        position = replay(self._start, searched.moves)[-1]
        moves = {*searched.lines, *searched.replies}
        after = {move: position.play(move) for move in moves}
        behind = {move: end.canonical() for move, end in after.items() if end.outcome is None}
        self._nodes[position.canonical()] = _Node(position, searched, behind)

    def settle(self) -> None:
        """Work out what every move is worth, from the last positions back to the start."""
        for node in sorted(self._nodes.values(), key=lambda node: -node.position.ply):
            node.worth = {move: self._worth(node, move) for move in node.searched.lines}

    def _worth(self, node: _Node, move: int) -> Worth:
        found = node.searched.lines[move]
        after = self._nodes.get(node.behind[move]) if move in node.behind else None
        if after is None or found.proven is not None:
            return found
        best = after.best
        return Worth(1 - best.share, _TURNED[best.proven])

    def next_position(self) -> tuple[int, ...] | None:
        """The position to search next, by moves: the one that games are likeliest to come to."""
        chances, ways = self._chances()
        ahead = [key for key in ways if key not in self._nodes]
        return ways[max(ahead, key=lambda key: max(chances[key]))] if ahead else None

    def _chances(
        self,
    ) -> tuple[dict[Position, tuple[float, float]], dict[Position, tuple[int, ...]]]:
        """How likely a position is if we play X, and if we play O; and a way to it."""
        start = self._start.canonical()
        chances = {start: (1.0, 1.0)}
        ways: dict[Position, tuple[int, ...]] = {start: ()}
        for key, node in sorted(self._nodes.items(), key=lambda item: item[1].position.ply):
            if node.position.ply >= self._plies:
                continue
            here = chances.get(key, (0.0, 0.0))
            for move, (ours, theirs) in _shares(node).items():
                after = node.behind.get(move)
                turns = (ours, theirs) if node.position.turn == "X" else (theirs, ours)
                new = (here[0] * turns[0], here[1] * turns[1])
                if after is not None and max(new) > 0:
                    old = chances.get(after, (0.0, 0.0))
                    chances[after] = (max(old[0], new[0]), max(old[1], new[1]))
                    ways.setdefault(after, (*node.searched.moves, move))
        return chances, ways

    def entries(self) -> Iterator[int]:
        """The moves of the book, as its file has them: those that a search behind them confirms.

        Where only the position itself was searched, a game's own search may know more. What no
        walk from the start through the book comes to is left out with it.
        """
        start = self._start.canonical()
        ahead, seen = [start], {start}
        for key in ahead:
            if (node := self._nodes.get(key)) is None or not (moves := self._confirmed(node)):
                continue
            for move in moves:
                worth = node.worth[move]
                told = BookMove(move, round(100 * worth.share), worth.proven)
                yield entry_of(node.position, told)
            new = [after for after in node.behind.values() if after not in seen]
            seen.update(new)
            ahead.extend(dict.fromkeys(new))

    def _confirmed(self, node: _Node) -> list[int]:
        """The moves to play that are proven, or behind which was searched."""
        return [
            move
            for move in node.good
            if node.worth[move].proven is not None or node.behind.get(move) in self._nodes
        ]


def _shares(node: _Node) -> dict[int, tuple[float, float]]:
    """How likely each move is to be played by us, and by somebody else.

    Where a win is proven the search finds it without a book, so we need no more of it.
    """
    good = node.good
    ours = 0.0 if node.best.proven == "win" else 1 / len(good)
    moves: Iterable[int] = {*good, *node.searched.replies}
    return {
        move: (ours if move in good else 0.0, node.searched.replies.get(move, 0.0))
        for move in moves
    }
