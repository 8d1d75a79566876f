"""Room: the NumPy arrays that a batch of games writes into."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ninefold.engine.core.batch import ARRAYS

__all__ = ["Room"]


class Room:
    """An array for everything that a step tells, with a row a game, and one for the actions.

    >>> Room(64).masks.shape
    (64, 81)
    """

    def __init__(self, count: int) -> None:
        self.arrays: Mapping[str, Any] = {
            name: np.zeros((count, *row), kind) for name, (kind, row) in ARRAYS.items()
        }
        self.observations = self.arrays["observations"]
        self.masks = self.arrays["masks"]
        self.rewards = self.arrays["rewards"]
        self.terminated = self.arrays["terminated"]
        self.players = self.arrays["players"]
        self.final_observations = self.arrays["final_observations"]
        self.actions = np.zeros(count, np.int64)
