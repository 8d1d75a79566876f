"""Samples: positions of self-play as a network sees them, and what it is to say of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from ninefold.engine.core.selfplay import DRAWN, EXPLORES, PROVEN_SCORE
from ninefold.engine.scale import HAND_SCALE
from ninefold.learn.selfplay import BadSamples
from ninefold.learn.states import TERNARY, States
from ninefold.rules.errors import SystemFailed, quoted
from ninefold.rules.variants import Variant

__all__ = ["Samples", "read_samples"]

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
#: The lambda of TD(lambda): how much of what a position is worth is told by the next one in its
#: game. Far more than by the search that played it: only the result knows that a lead comes to
#: nothing thirty moves later.
_LAMBDA: Final = 0.97
#: How far the weights of positions make up for their spread: 0 not at all, 1 altogether.
_EVENING_OUT: Final = 0.6
#: What positions are taken to differ by at least, so that a few that happen to be alike do not
#: outweigh all others.
_LEAST_SPREAD: Final = 0.003


@dataclass(frozen=True)
class Samples:
    """For every position: the nine boards' states, the target (9: none), and the expected score.

    ``weight`` is how much its error counts.
    """

    boards: Any
    target: Any
    expected: Any
    weight: Any


def read_samples(paths: Sequence[Path], variant: Variant, axes: int, states: States) -> Samples:
    """Everything in some files of games, as the player to move sees it."""
    raw = np.concatenate([_read(path, axes) for path in paths])
    expected = _td_targets(raw, _results(raw), HAND_SCALE[variant.release])
    return _samples_of(raw, states, expected, _weights_of(expected, _count_marks(raw)))


def _samples_of(raw: Any, states: States, expected: Any, weight: Any) -> Samples:
    """Positions as the player to move sees them, with what is to be said of each."""
    rows, turn = np.arange(len(raw)), raw["turn"].astype(int)
    own, other = raw["marks"][rows, turn], raw["marks"][rows, 1 - turn]
    owned, lost = raw["owned"][rows, turn], raw["owned"][rows, 1 - turn]
    bits = np.arange(9)
    owner = (owned[:, None] >> bits & 1) + 2 * (lost[:, None] >> bits & 1)
    return Samples(
        boards=states.number[owner, TERNARY[own] + 2 * TERNARY[other]],
        target=raw["target"].astype(int),
        expected=expected.astype(np.float32),
        weight=weight.astype(np.float32),
    )


def _read(path: Path, axes: int) -> Any:
    try:
        raw = np.fromfile(path, _LAYOUT)
    except OSError as error:
        raise SystemFailed(f"cannot read {str(path)!r}: {error.strerror}") from error
    if not len(raw) or (raw["axes"] != axes).any():
        raise BadSamples(
            f"{quoted(str(path))} holds no samples of this mode: "
            "expected a file that `ninefold learn games` wrote for it"
        )
    return raw


def _count_marks(raw: Any) -> Any:
    """How many marks are on the boards."""
    return _BITS[raw["marks"]].sum(axis=(1, 2))


def _weights_of(expected: Any, group: Any) -> Any:
    """How much the error of each position counts, 1 on average, by the spread in its group.

    Early positions are all worth nearly the same and late ones all or nothing, most of it luck.
    Counted alike, what can be learnt of the first would drown in the noise of the last.
    """
    seen = np.maximum(np.bincount(group), 1)
    middle = np.bincount(group, expected) / seen
    spread = np.bincount(group, (expected - middle[group]) ** 2) / seen
    weight = np.maximum(spread, _LEAST_SPREAD)[group] ** -_EVENING_OUT
    return weight / weight.mean()


def _results(raw: Any) -> Any:
    """How the games ended for the players to move: 1, 0.5 or 0."""
    return np.where(raw["outcome"] == DRAWN, 0.5, raw["outcome"] - 1 == raw["turn"])


def _searched_scores(raw: Any, scale: float) -> Any:
    """What the search itself said of each position, from 0 to 1."""
    score = raw["score"].astype(float)
    expected = 1 / (1 + np.exp(-score / scale))
    expected[score > PROVEN_SCORE] = 1.0
    expected[score < -PROVEN_SCORE] = 0.0
    return expected


def _ends_game(raw: Any) -> Any:
    """Whether a position is the last of its game: the next one begins another."""
    count = _count_marks(raw)
    return np.append(count[1:] != count[:-1] + 1, True)


def _td_targets(raw: Any, result: Any, scale: float) -> Any:
    """What the player to move can expect, from 0 to 1, by TD(lambda).

    The search's own score, mended by what the game showed later: by lambda of the next position's
    value, and so on to the result. After an exploration move nothing is mended.
    """
    expected, last = _searched_scores(raw, scale), _ends_game(raw)
    settled = (abs(raw["score"]) > PROVEN_SCORE) | (raw["flags"] & EXPLORES != 0) & ~last
    for n in range(len(raw) - 1, -1, -1):
        if not settled[n]:
            later = result[n] if last[n] else 1 - expected[n + 1]
            expected[n] += _LAMBDA * (later - expected[n])
    return expected
