"""Ratings: how strong each of many engines is, from all their matches at once.

One number for each engine, such that the differences explain the scores best (the Bradley-Terry
model with Elo's scale); their mean is 0. The unit is the pair of games, as everywhere, and every
pairing counts one drawn pair more than was played, so that who won everything is not infinitely
strong. Ranges are 95 % and take in how much pairs differ (the sandwich estimator).

>>> from ninefold.arena.pairs import Pairs
>>> table = rate(3, {(0, 1): Pairs((0, 0, 10, 5, 5)), (1, 2): Pairs((0, 0, 10, 5, 5))})
>>> [round(rating.elo) for rating in table]
[130, 0, -130]
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp, log, sqrt
from typing import Final

from ninefold.arena.pairs import Pairs

__all__ = ["Rating", "rate"]

_PER_ODDS: Final = 400 / log(10)
_NINETY_FIVE: Final = 1.959964
_ROUNDS: Final = 60

_Matrix = list[list[float]]


@dataclass(frozen=True, slots=True)
class Rating:
    """An engine's strength against the mean of all, and half the range that holds it by 95 %."""

    elo: float
    error: float


def rate(engines: int, results: Mapping[tuple[int, int], Pairs]) -> list[Rating]:
    """Rate so many engines by the pairs of each pairing, seen from its first engine."""
    played = {pairing: pairs for pairing, pairs in results.items() if pairs.number}
    strengths = [0.0] * engines
    for _ in range(_ROUNDS):
        inverse = _inverse(_information(strengths, played))
        slope = _slope(strengths, played)
        for n, row in enumerate(inverse):
            step = sum(a * b for a, b in zip(row, slope, strict=True))
            strengths[n] += min(max(step, -1.0), 1.0)
    mean = sum(strengths) / engines
    errors = _errors(strengths, played)
    return [
        Rating(_PER_ODDS * (strength - mean), _PER_ODDS * _NINETY_FIVE * error)
        for strength, error in zip(strengths, errors, strict=True)
    ]


def _expected(strengths: Sequence[float], pairing: tuple[int, int]) -> float:
    one, two = pairing
    return 1 / (1 + exp(strengths[two] - strengths[one]))


def _slope(strengths: Sequence[float], played: Mapping[tuple[int, int], Pairs]) -> list[float]:
    """How the likelihood grows with each strength."""
    slope = [0.0] * len(strengths)
    for pairing, pairs in played.items():
        points = pairs.number * pairs.score + 0.5  # one drawn pair more
        surplus = points - (pairs.number + 1) * _expected(strengths, pairing)
        slope[pairing[0]] += surplus
        slope[pairing[1]] -= surplus
    return slope


def _information(strengths: Sequence[float], played: Mapping[tuple[int, int], Pairs]) -> _Matrix:
    """How sharply the likelihood bends; the added ones fix the mean, which no game can tell."""
    weights = {}
    for pairing, pairs in played.items():
        expected = _expected(strengths, pairing)
        weights[pairing] = (pairs.number + 1) * expected * (1 - expected)
    return [[value + 1.0 for value in row] for row in _laplacian(len(strengths), weights)]


def _errors(strengths: Sequence[float], played: Mapping[tuple[int, int], Pairs]) -> list[float]:
    inverse = _inverse(_information(strengths, played))
    spread = {pairing: pairs.number * pairs.deviation**2 for pairing, pairs in played.items()}
    middle = _laplacian(len(strengths), spread)
    covariance = _product(_product(inverse, middle), inverse)
    return [sqrt(max(covariance[n][n], 0.0)) for n in range(len(strengths))]


def _laplacian(size: int, weights: Mapping[tuple[int, int], float]) -> _Matrix:
    matrix = [[0.0] * size for _ in range(size)]
    for (one, two), weight in weights.items():
        matrix[one][one] += weight
        matrix[two][two] += weight
        matrix[one][two] -= weight
        matrix[two][one] -= weight
    return matrix


def _product(one: _Matrix, two: _Matrix) -> _Matrix:
    columns = list(zip(*two, strict=True))
    return [
        [sum(a * b for a, b in zip(row, column, strict=True)) for column in columns] for row in one
    ]


def _inverse(matrix: _Matrix) -> _Matrix:
    """By elimination; a trace on the diagonal keeps engines apart who never met in any way."""
    size = len(matrix)
    rows = [
        [value + (1e-9 if n == m else 0.0) for m, value in enumerate(row)]
        + [1.0 if n == m else 0.0 for m in range(size)]
        for n, row in enumerate(matrix)
    ]
    for n in range(size):
        best = max(range(n, size), key=lambda m: abs(rows[m][n]))
        rows[n], rows[best] = rows[best], rows[n]
        pivot = rows[n][n]
        rows[n] = [value / pivot for value in rows[n]]
        for m in range(size):
            if m != n and (factor := rows[m][n]):
                rows[m] = [a - factor * b for a, b in zip(rows[m], rows[n], strict=True)]
    return [row[size:] for row in rows]
