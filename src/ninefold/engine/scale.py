"""The logistic scale: from evaluation units to an expected score, and back to nothing else.

A position of score s is worth 1 / (1 + exp(-s / scale)) of the point to the player to move.
"""

from __future__ import annotations

import math
from typing import Final

__all__ = ["HAND_SCALE", "expected_score"]

#: The scale of the hand-written evaluation by the axis ``release``, fitted to the results of the
#: engine's games with itself: where captured boards stay in play a lead is less safe. A network
#: brings its own.
HAND_SCALE: Final = {"decided": 1300.0, "full": 2600.0}


def expected_score(score: int, scale: float) -> float:
    """The expected score, from 0 to 1, that a score stands for.

    >>> expected_score(0, 1300)
    0.5
    """
    return 1 / (1 + math.exp(-score / scale))
