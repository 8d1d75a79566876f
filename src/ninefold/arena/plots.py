"""Plots of what was played, as SVG: a match as it went, a tournament's ratings."""

from __future__ import annotations

from math import isinf
from typing import Final

from ninefold.arena.elo import estimate
from ninefold.arena.pairs import Pairs
from ninefold.arena.standing import Standing
from ninefold.arena.tournament import Table
from ninefold.drawing.chart import Line, Range, line_chart, range_chart
from ninefold.rules.errors import BadSyntax

__all__ = ["plot_match", "plot_tournament"]

#: A match of thousands of pairs is drawn by so many points.
_POINTS: Final = 200


def plot_match(standing: Standing) -> str:
    """The Elo difference after each pair of games, with the range that holds it by 95 %."""
    points = standing.pair_points
    every = max(1, len(points) // _POINTS)
    line, band = [], []
    for count in range(1, len(points) + 1):
        elo = estimate(Pairs.of(points[:count]))
        if (count % every and count != len(points)) or isinf(elo.low) or isinf(elo.high):
            continue  # one-sided so far: there is no range to draw
        line.append((float(count), elo.value))
        band.append((elo.low, elo.high))
    if not line:
        raise BadSyntax("there is nothing to draw: no two pairs of this match differ yet")
    first, second = standing.names
    return line_chart(
        [Line(first, tuple(line), tuple(band))],
        x="pairs of games",
        y="Elo",
        title=f"{first} against {second}",
    )


def plot_tournament(table: Table) -> str:
    """Every engine's rating with the range that holds it by 95 %."""
    return range_chart(
        [
            Range(
                place.name,
                place.rating.elo,
                place.rating.elo - place.rating.error,
                place.rating.elo + place.rating.error,
            )
            for place in table.ranking
        ],
        x="Elo, 95 %",
        title=f"Ratings of {len(table.names)} engines",
    )
