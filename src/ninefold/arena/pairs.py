"""Pairs: the results of a match, counted by pairs of games from one opening with sides swapped.

The two games of a pair depend on each other: an opening that favours X gives each engine a win. So
the unit of every estimate is the pair, and five counts hold all there is to know: how many pairs
brought 0, half, 1, one and a half, and 2 points.

>>> pairs = Pairs.of([2, 1, 1.5, 1])
>>> pairs.counts, pairs.score
((0, 0, 2, 1, 1), 0.6875)
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt

from ninefold.rules.errors import BadInput, quoted

__all__ = ["OUTCOMES", "Pairs"]

#: The mean points a game that a pair can bring.
OUTCOMES = (0.0, 0.25, 0.5, 0.75, 1.0)

#: The variance of one pair that is equally likely to bring any of the five.
_EVEN_SPREAD = 0.125


@dataclass(frozen=True, slots=True)
class Pairs:
    """How many pairs of games brought 0, 0.5, 1, 1.5 and 2 points."""

    counts: tuple[int, int, int, int, int] = (0, 0, 0, 0, 0)

    @classmethod
    def of(cls, points: Iterable[float]) -> Pairs:
        """Count the points, 0 to 2, that each pair brought."""
        counts = [0] * 5
        for point in points:
            if point not in (0, 0.5, 1, 1.5, 2):
                raise BadInput(
                    f"a pair of games brought {quoted(point)} points: expected 0 to 2 in halves"
                )
            counts[int(2 * point)] += 1
        return cls((counts[0], counts[1], counts[2], counts[3], counts[4]))

    @property
    def number(self) -> int:
        """How many pairs there are."""
        return sum(self.counts)

    @property
    def score(self) -> float:
        """The mean points a game, 0 to 1; a half when nothing was played."""
        if not self.number:
            return 0.5
        return sum(n * x for n, x in zip(self.counts, OUTCOMES, strict=True)) / self.number

    @property
    def deviation(self) -> float:
        """The standard deviation of one pair's mean points.

        One imaginary pair, spread evenly, is counted in: few pairs that happen to agree are no
        proof that all would.
        """
        mean = self.score
        squares = sum(n * (x - mean) ** 2 for n, x in zip(self.counts, OUTCOMES, strict=True))
        return sqrt((squares + _EVEN_SPREAD) / (self.number + 1))
