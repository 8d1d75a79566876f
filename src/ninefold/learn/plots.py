"""Learning curves as SVG: the errors and the strength by round."""

from __future__ import annotations

from collections.abc import Sequence

from ninefold.drawing.chart import Line, line_chart
from ninefold.learn.round import RoundResult

__all__ = ["plot_errors", "plot_strength"]


def plot_errors(results: Sequence[RoundResult]) -> str:
    """The mean squared error on what was trained on, and on what was held out."""
    return line_chart(
        [
            Line("training", tuple((r.round, r.training_error) for r in results)),
            Line("held out", tuple((r.round, r.held_out_error) for r in results)),
        ],
        x="round",
        y="error",
        title="Training and held-out error by round",
    )


def plot_strength(results: Sequence[RoundResult]) -> str:
    """How strong each round's network is, in Elo above the beginning, with 95 % of its own match.

    A network that lost its match stands below the line of the best.
    """
    before = [0.0, *(result.strength for result in results)]
    new = [(float(r.round), start + r.elo) for r, start in zip(results, before, strict=False)]
    band = [
        (start + r.elo_low, start + r.elo_high) for r, start in zip(results, before, strict=False)
    ]
    best = tuple((float(n), strength) for n, strength in enumerate(before))
    return line_chart(
        [
            Line("the round's network", ((0.0, 0.0), *new), ((0.0, 0.0), *band)),
            Line("the best so far", best),
        ],
        x="round",
        y="Elo above the beginning",
        title="Strength by round",
    )
