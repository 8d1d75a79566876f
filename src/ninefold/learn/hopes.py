"""Hopes: what can be expected of a weaker opponent, told in the odds of a game among equals.

A network that is to say outright how likely a win is must first learn that the engine mostly wins,
and forgets over it what makes one position better than another. So it goes on answering as if among
equals: a position is worth the even game that has the same prospects. How these go with an answer,
at every stage of the game and for either to move, is fitted beforehand to the network for equals.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np

from ninefold.engine.core import axes_of, ffi, lib
from ninefold.engine.foresight import odds_of
from ninefold.engine.networks import Network
from ninefold.engine.quick_search import QuickSearch
from ninefold.learn.samples import (
    PROVEN,
    UNITS_PER_ODDS,
    Samples,
    count_marks,
    ends_game,
    join_raw,
    results_for,
    samples_of,
    searched_shares,
    weights_of,
)
from ninefold.learn.states import States
from ninefold.rules.variants import Variant

__all__ = ["read_hopes"]

#: How much of what a position is worth is told by the engine's next one in its game.
_TRUST_IN_NEXT: Final = 0.92
#: Later positions are for the search, and for the network for equals.
_MOST_MARKS: Final = 55
#: Positions with nearly as many marks are fitted together, if they are enough to tell anything.
_STAGE: Final = 4
_LEAST_FITTED: Final = 2000
_FITTING_STEPS: Final = 20


def read_hopes(paths: Sequence[Path], variant: Variant, states: States, equal: Network) -> Samples:
    """Everything in some files of games against a weaker opponent but their ends."""
    raw = join_raw(paths, axes_of(variant), "weaker")
    marks, weaker = count_marks(raw), raw["flags"] & lib.NF_WEAKER != 0
    hope = _hopes(raw, marks, weaker, UNITS_PER_ODDS[variant.release])
    share = np.where(weaker, 1 - hope, hope)
    shift, slope = np.zeros(len(raw)), np.ones(len(raw))
    answers = _answers(raw, equal)
    for mover in (weaker, ~weaker):
        for stage in _stages(marks, mover):
            shift[stage], slope[stage] = _fit(answers[stage], share[stage])
    kept = marks <= _MOST_MARKS
    weight = weights_of(share[kept], (marks // 2 * 2 + weaker)[kept])
    return samples_of(raw[kept], states, share[kept], weight, shift[kept], slope[kept])


def _hopes(raw: Any, marks: Any, weaker: Any, units: float) -> Any:
    """What the engine can expect, from 0 to 1.

    What such a score of the search came to in these games, mended by what the game showed later.
    Even a proven loss may yet be saved.
    """
    result = results_for(np.where(weaker, 1 - raw["turn"].astype(int), raw["turn"]), raw)
    hope = searched_shares(raw, units)
    odds = np.array([odds_of(share) for share in hope])
    for stage in _stages(marks, ~weaker):
        shift, slope = _fit(odds[stage], result[stage])
        hope[stage] = 1 / (1 + np.exp(-(shift + slope * odds[stage])))
    hope[raw["score"] > PROVEN] = 1.0
    last = ends_game(raw)
    for n in range(len(raw) - 1, -1, -1):
        later = result[n] if last[n] else hope[n + 1]
        hope[n] = later if weaker[n] else hope[n] + _TRUST_IN_NEXT * (later - hope[n])
    return hope


def _answers(raw: Any, network: Network) -> Any:
    """What a network alone says of each position, as odds for the player to move."""
    search, samples = QuickSearch(network), ffi.from_buffer("nf_sample[]", raw)
    return np.array(
        [
            lib.nf_evaluate(search.handle, ffi.addressof(samples[n], "position")) / network.units
            for n in range(len(raw))
        ]
    )


def _stages(marks: Any, chosen: Any) -> list[Any]:
    """Which of the chosen positions belong to each stage of the game."""
    stages = [chosen & (marks // _STAGE == stage) for stage in range(81 // _STAGE + 1)]
    return [stage for stage in stages if stage.sum() >= _LEAST_FITTED]


def _fit(odds: Any, share: Any) -> Any:
    """The straight line of the odds at which the shares are likeliest, by Newton's method."""
    line = np.array([0.0, 1.0])
    inputs = np.stack([np.ones(len(odds)), odds])
    for _ in range(_FITTING_STEPS):
        expected = 1 / (1 + np.exp(-(line @ inputs)))
        curvature = (inputs * expected * (1 - expected)) @ inputs.T
        line += np.linalg.solve(curvature + 1e-6 * np.eye(2), inputs @ (share - expected))
    return line
