"""Random games for property tests: any mode, either tie-break, broken off anywhere."""

from __future__ import annotations

import random

from hypothesis import strategies as st

from ninefold.rules.position import Position
from ninefold.rules.variants import VARIANTS, TieBreak


def play_at_random(mode: str, seed: int, plies: int, tie_break: TieBreak = "draw") -> Position:
    """The position of a random game after so many moves, or at its end."""
    choose = random.Random(seed)
    position = Position.start(mode, tie_break=tie_break)
    while position.outcome is None and position.ply < plies:
        position = position.play(choose.choice(position.legal_moves))
    return position


#: Positions of random games of every mode, finished ones among them.
positions = st.builds(
    play_at_random,
    st.sampled_from(sorted(VARIANTS)),
    st.integers(0, 2**32),
    st.integers(0, 100),
    st.sampled_from(("draw", "boards")),
)
