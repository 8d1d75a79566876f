"""Info: what an engine has to say about a position: a move, a score, the line behind it."""

from __future__ import annotations

from dataclasses import dataclass

from ninefold.engine.score import Score
from ninefold.rules.squares import square_name

__all__ = ["Info"]


@dataclass(frozen=True, slots=True)
class Info:
    """One line of analysis: the move, what it is worth, and what it cost to find out.

    ``book``: it comes from the opening book, and nothing was searched.

    >>> print(Info(move=2, score=Score("X", 0.625), line=(2, 20), depth=7))
    13 (X 62%) 13 33, 7 deep
    """

    move: int
    score: Score
    line: tuple[int, ...] = ()
    depth: int = 0
    nodes: int = 0
    time: float = 0.0
    rank: int = 1
    book: bool = False

    @property
    def name(self) -> str:
        """The move as people write it."""
        return square_name(self.move)

    @property
    def speed(self) -> float:
        """Nodes a second."""
        return self.nodes / self.time if self.time > 0 else 0.0

    def __str__(self) -> str:
        line = " ".join(map(square_name, self.line or (self.move,)))
        source = "book" if self.book else f"{self.depth} deep"
        return f"{self.name} ({self.score}) {line}, {source}"
