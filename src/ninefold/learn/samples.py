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

__all__ = ["UNITS_PER_ODDS", "Samples", "read_samples"]

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
_PROVEN: Final = lib.NF_SURE_SCORE
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
    weaker opponent.
    """

    boards: Any
    target: Any
    share: Any
    weight: Any
    weaker: Any


def read_samples(
    paths: Sequence[Path], variant: Variant, axes: int, states: States, opponent: str = "equal"
) -> Samples:
    """Everything in some files of games against that opponent, as the player to move sees it."""
    raw = np.concatenate([_read(path, axes, opponent) for path in paths])
    rows, turn = np.arange(len(raw)), raw["turn"].astype(int)
    own, other = raw["marks"][rows, turn], raw["marks"][rows, 1 - turn]
    owned, lost = raw["owned"][rows, turn], raw["owned"][rows, 1 - turn]
    bits = np.arange(9)
    owner = (owned[:, None] >> bits & 1) + 2 * (lost[:, None] >> bits & 1)
    boards = states.number[owner, TERNARY[own] + 2 * TERNARY[other]]
    result = np.where(raw["outcome"] == _DRAWN, 0.5, raw["outcome"] - 1 == turn)
    share = result
    if opponent == "equal":  # a score of a search tells nothing of what a weaker opponent will do
        share = _shares(raw, result, UNITS_PER_ODDS[variant.release])
    weight = _weights(share, _marks(raw))
    weaker = raw["flags"] & lib.NF_WEAKER != 0
    return Samples(
        boards,
        raw["target"].astype(int),
        share.astype(np.float32),
        weight.astype(np.float32),
        weaker,
    )


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


def _marks(raw: Any) -> Any:
    """How many marks are on the boards."""
    return _BITS[raw["marks"]].sum(axis=(1, 2))


def _weights(share: Any, marks: Any) -> Any:
    """How much the error of each position counts, 1 on average.

    Early positions are all worth nearly the same and late ones all or nothing, most of it luck.
    Counted alike, what can be learnt of the first would drown in the noise of the last.
    """
    seen = np.maximum(np.bincount(marks), 1)
    spread = np.bincount(marks, (share - 0.5) ** 2) / seen
    weight = np.maximum(spread, _LEAST_SPREAD)[marks] ** -_EVENING_OUT
    return weight / weight.mean()


def _shares(raw: Any, result: Any, units: float) -> Any:
    """What the player to move can expect, from 0 to 1.

    The search's own score, mended by what the game showed later: a share of the next position's
    value, and so on to the result. After a move that strayed from the best nothing is mended.
    """
    score = raw["score"].astype(float)
    share = 1 / (1 + np.exp(-score / units))
    share[score > _PROVEN] = 1.0
    share[score < -_PROVEN] = 0.0
    count = _marks(raw)
    last = np.append(count[1:] != count[:-1] + 1, True)  # the next sample begins another game
    settled = (abs(score) > _PROVEN) | (raw["flags"] & lib.NF_STRAYS != 0) & ~last
    for n in range(len(raw) - 1, -1, -1):
        if not settled[n]:
            later = result[n] if last[n] else 1 - share[n + 1]
            share[n] += _TRUST_IN_NEXT * (later - share[n])
    return share
