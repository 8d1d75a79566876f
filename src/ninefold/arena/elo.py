"""Elo: how much stronger one engine is than the other, and how far to trust that.

A difference of 0 means 50 % of the points, +100 means 64 %, +200 means 76 %, +400 means 91 %.

>>> from ninefold.arena.pairs import Pairs
>>> str(estimate(Pairs((5, 10, 40, 25, 20))))
'+80 ± 38'
"""

from __future__ import annotations

from dataclasses import dataclass
from math import erf, inf, isinf, log10, sqrt

from ninefold.arena.pairs import Pairs

__all__ = ["Elo", "elo_of", "estimate", "likelihood_of_superiority", "score_at"]

#: How many standard errors hold 95 % of a normal distribution.
_NINETY_FIVE = 1.959964


def elo_of(score: float) -> float:
    """The difference that makes one expect this share of the points, 0 to 1.

    >>> round(elo_of(0.75))
    191
    """
    if score <= 0:
        return -inf
    return inf if score >= 1 else -400 * log10(1 / score - 1)


def score_at(elo: float) -> float:
    """The share of the points to expect at a difference.

    >>> round(score_at(100), 2)
    0.64
    """
    return 1 / (1 + 10 ** (-elo / 400))


@dataclass(frozen=True, slots=True)
class Elo:
    """A difference in strength with the range that holds it with 95 % certainty."""

    value: float
    low: float
    high: float

    @property
    def error(self) -> float:
        """Half the range; infinite when one side won everything."""
        return (self.high - self.low) / 2

    def __str__(self) -> str:
        if not isinf(self.error):
            return f"{self.value:+z.0f} ± {self.error:.0f}"
        if isinf(self.low) and isinf(self.high):
            return "unknown"
        return f"over {self.low:+.0f}" if isinf(self.high) else f"under {self.high:+.0f}"


def estimate(pairs: Pairs) -> Elo:
    """The difference that the pairs speak for.

    The range is Wilson's, which unlike the plain normal one stays sensible near 0 and 100 %. The
    pairs count for as many coin tosses as have the same spread.
    """
    if not pairs.number:
        return Elo(0.0, -inf, inf)
    score = pairs.score
    tosses = pairs.number * max(1.0, score * (1 - score) / pairs.deviation**2)
    weight = _NINETY_FIVE**2 / tosses
    centre = (score + weight / 2) / (1 + weight)
    reach = sqrt(weight * score * (1 - score) + weight**2 / 4) / (1 + weight)
    low = 0.0 if score == 0 else centre - reach
    high = 1.0 if score == 1 else centre + reach
    return Elo(elo_of(score), elo_of(low), elo_of(high))


def likelihood_of_superiority(pairs: Pairs) -> float:
    """How sure it is that the first engine is the stronger one, from 0 to 1.

    >>> likelihood_of_superiority(Pairs())
    0.5
    """
    if not pairs.number:
        return 0.5
    error = pairs.deviation / sqrt(pairs.number)
    return 0.5 * (1 + erf((pairs.score - 0.5) / error / sqrt(2)))
