"""SPRT: end a match as soon as it has answered its question.

The sequential probability ratio test weighs two claims, "the first engine is ``elo0`` stronger" and
"it is ``elo1`` stronger", after every pair of games. Once one is that much likelier than the other,
the match is over; on average that takes half the games of a match of fixed length.

>>> from ninefold.arena.pairs import Pairs
>>> test = Sprt(0, 50)
>>> test.verdict(Pairs((5, 10, 40, 25, 20)))
'accepted'
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log
from typing import Literal

from ninefold.arena.elo import score_at
from ninefold.arena.pairs import OUTCOMES, Pairs
from ninefold.rules.errors import BadInput, quoted

__all__ = ["Sprt", "Verdict"]

Verdict = Literal["accepted", "rejected", "open"]

#: Stands for a count of zero: what has not been seen yet is rare, not impossible.
_UNSEEN = 1e-3


@dataclass(frozen=True, slots=True)
class Sprt:
    """A test of "``elo1`` stronger" against "``elo0`` stronger", wrong at most as often as said.

    ``alpha`` bounds how often ``elo1`` is accepted though ``elo0`` is true, ``beta`` how often it
    is rejected though ``elo1`` is true.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not -4000 <= self.elo0 < self.elo1 <= 4000:
            raise BadInput(
                f"an SPRT from {quoted(self.elo0)} to {quoted(self.elo1)} Elo: "
                "expected two numbers, the lower first, such as 0 5"
            )
        for name, risk in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < risk < 0.5:
                raise BadInput(f"{name} is {quoted(risk)}: expected a share from 0 to 0.5")

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios at which the test rejects and accepts."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def ratio(self, pairs: Pairs) -> float:
        """The log of how much likelier ``elo1`` makes these results than ``elo0`` does."""
        if not pairs.number:
            return 0.0
        counts = [max(n, _UNSEEN) for n in pairs.counts]
        return _log_likelihood(counts, score_at(self.elo1)) - _log_likelihood(
            counts, score_at(self.elo0)
        )

    def verdict(self, pairs: Pairs) -> Verdict:
        """Whether ``elo1`` is accepted or rejected by now."""
        ratio = self.ratio(pairs)
        low, high = self.bounds
        return "accepted" if ratio >= high else "rejected" if ratio <= low else "open"


def _log_likelihood(counts: list[float], mean: float) -> float:
    """How likely the likeliest distribution with this mean makes the counts, as a logarithm.

    That distribution gives each outcome its share n / N, divided by 1 + t (x - mean), with t chosen
    so that the mean comes out (Lagrange). Its constant part is left out: only differences count.
    """
    offsets = [x - mean for x in OUTCOMES]
    t = _multiplier(counts, offsets)
    return -sum(n * log(1 + t * d) for n, d in zip(counts, offsets, strict=True))


def _multiplier(counts: list[float], offsets: list[float]) -> float:
    """The t at which sum n d / (1 + t d) is zero: it falls all the way between its two poles."""
    low, high = -1 / offsets[-1], -1 / offsets[0]
    for _ in range(100):
        t = (low + high) / 2
        if sum(n * d / (1 + t * d) for n, d in zip(counts, offsets, strict=True)) > 0:
            low = t
        else:
            high = t
    return (low + high) / 2
