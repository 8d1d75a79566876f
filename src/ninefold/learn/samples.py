"""Samples: positions of self-play as a network sees them, and what it is to say of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from ninefold.engine.core import lib
from ninefold.engine.native import UNITS_PER_ODDS
from ninefold.learn.selfplay import BadSamples
from ninefold.learn.states import TERNARY, States
from ninefold.rules.errors import quoted
from ninefold.rules.variants import Variant

__all__ = [
    "PROVEN",
    "UNITS_PER_ODDS",
    "Samples",
    "count_marks",
    "ends_game",
    "join_raw",
    "read_samples",
    "results_for",
    "samples_of",
    "searched_shares",
    "weights_of",
]

#: ``nf_sample`` as the core lays it out.
_LAYOUT: Final = np.dtype(
    [
        ("marks", "<u2", (2, 9)),
        ("owned", "<u2", 2),
        ("full", "<u2"),
        ("turn", "u1"),
        ("target", "u1"),
        ("going_on", "u1"),
        ("axes", "u1"),
        ("score", "<i2"),
        ("outcome", "u1"),
        ("flags", "u1"),
    ]
)
_BITS: Final = np.array([mask.bit_count() for mask in range(512)])
PROVEN: Final = lib.NF_SURE_SCORE
_DRAWN: Final = lib.NF_DRAWN
#: How much of what a position is worth is told by the next one in its game. Far more than the
#: search that played it: only the result knows that a lead comes to nothing thirty moves later.
_TRUST_IN_NEXT: Final = 0.97
#: How far the weights of positions make up for their spread: 0 not at all, 1 altogether.
_EVENING_OUT: Final = 0.6
#: What positions are taken to differ by at least, so that a few that happen to be alike do not
#: outweigh all others.
_LEAST_SPREAD: Final = 0.003


@dataclass(frozen=True)
class Samples:
    """For every position: the nine boards' states, the target (9: none), and the point's share.

    ``weight`` is how much its error counts, and ``weaker`` says whether the player to move is the
    weaker opponent. The share is expected at the odds of ``shift`` and ``slope`` times what the
    network answers; where nothing else is said, at the odds that it answers.
    """

    boards: Any
    target: Any
    share: Any
    weight: Any
    weaker: Any
    shift: Any
    slope: Any


def read_samples(
    paths: Sequence[Path], variant: Variant, axes: int, states: States, opponent: str = "equal"
) -> Samples:
    """Everything in some files of games against that opponent, as the player to move sees it."""
    raw = join_raw(paths, axes, opponent)
    result = share = results_for(raw["turn"], raw)
    if opponent == "equal":  # a score of a search tells nothing of what a weaker opponent will do
        share = _shares(raw, result, UNITS_PER_ODDS[variant.release])
    return samples_of(raw, states, share, weights_of(share, count_marks(raw)))


def samples_of(
    raw: Any, states: States, share: Any, weight: Any, shift: Any = None, slope: Any = None
) -> Samples:
    """Positions as the player to move sees them, with what is to be said of each."""
    rows, turn = np.arange(len(raw)), raw["turn"].astype(int)
    own, other = raw["marks"][rows, turn], raw["marks"][rows, 1 - turn]
    owned, lost = raw["owned"][rows, turn], raw["owned"][rows, 1 - turn]
    bits = np.arange(9)
    owner = (owned[:, None] >> bits & 1) + 2 * (lost[:, None] >> bits & 1)
    return Samples(
        boards=states.number[owner, TERNARY[own] + 2 * TERNARY[other]],
        target=raw["target"].astype(int),
        share=share.astype(np.float32),
        weight=weight.astype(np.float32),
        weaker=raw["flags"] & lib.NF_WEAKER != 0,
        shift=np.zeros(len(raw), np.float32) if shift is None else shift.astype(np.float32),
        slope=np.ones(len(raw), np.float32) if slope is None else slope.astype(np.float32),
    )


def join_raw(paths: Sequence[Path], axes: int, opponent: str = "equal") -> Any:
    """Some files of games against that opponent, as the core wrote them."""
    return np.concatenate([_read(path, axes, opponent) for path in paths])


def _read(path: Path, axes: int, opponent: str) -> Any:
    try:
        raw = np.fromfile(path, _LAYOUT)
    except OSError as error:
        raise BadSamples(f"{path} cannot be read: {error.strerror}") from error
    if not len(raw) or (raw["axes"] != axes).any():
        raise BadSamples(
            f"{quoted(str(path))} holds no samples of this mode: "
            "expected a file that `ninefold learn games` wrote for it"
        )
    if (raw["flags"] & lib.NF_WEAKER != 0).any() != (opponent == "weaker"):
        other = "an equal" if opponent == "weaker" else "a weaker"
        raise BadSamples(
            f"{quoted(str(path))} holds games with {other} opponent: give `games` and `train` the "
            "same --opponent"
        )
    return raw


def count_marks(raw: Any) -> Any:
    """How many marks are on the boards."""
    return _BITS[raw["marks"]].sum(axis=(1, 2))


def weights_of(share: Any, group: Any) -> Any:
    """How much the error of each position counts, 1 on average, by the spread in its group.

    Early positions are all worth nearly the same and late ones all or nothing, most of it luck.
    Counted alike, what can be learnt of the first would drown in the noise of the last.
    """
    seen = np.maximum(np.bincount(group), 1)
    middle = np.bincount(group, share) / seen
    spread = np.bincount(group, (share - middle[group]) ** 2) / seen
    weight = np.maximum(spread, _LEAST_SPREAD)[group] ** -_EVENING_OUT
    return weight / weight.mean()


def results_for(player: Any, raw: Any) -> Any:
    """How the games ended for these players, one for each position: 1, 0.5 or 0."""
    return np.where(raw["outcome"] == _DRAWN, 0.5, raw["outcome"] - 1 == player)


def searched_shares(raw: Any, units: float) -> Any:
    """What the search itself said of each position, from 0 to 1."""
    score = raw["score"].astype(float)
    share = 1 / (1 + np.exp(-score / units))
    share[score > PROVEN] = 1.0
    share[score < -PROVEN] = 0.0
    return share


def ends_game(raw: Any) -> Any:
    """Whether a position is the last of its game: the next one begins another."""
    count = count_marks(raw)
    return np.append(count[1:] != count[:-1] + 1, True)


def _shares(raw: Any, result: Any, units: float) -> Any:
    """What the player to move can expect, from 0 to 1.

    The search's own score, mended by what the game showed later: a share of the next position's
    value, and so on to the result. After a move that strayed from the best nothing is mended.
    """
    share, last = searched_shares(raw, units), ends_game(raw)
    settled = (abs(raw["score"]) > PROVEN) | (raw["flags"] & lib.NF_STRAYS != 0) & ~last
    for n in range(len(raw) - 1, -1, -1):
        if not settled[n]:
            later = result[n] if last[n] else 1 - share[n + 1]
            share[n] += _TRUST_IN_NEXT * (later - share[n])
    return share
