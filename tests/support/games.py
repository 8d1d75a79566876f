"""Variants and games for property tests."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import product

from hypothesis import strategies as st

from ninefold import VARIANTS, BadVariant, Position, Variant, find_variant
from ninefold.rules.variants import AXES, TieBreak


def _every_variant() -> list[Variant]:
    """Every combination of axes that does not contradict itself, tie-breaks included."""
    found = []
    for number, values in enumerate(product(*AXES.values())):
        try:
            found.append(Variant(f"own-{number}", **dict(zip(AXES, values, strict=True))))
        except BadVariant:
            continue
    return found


MODES = [replace(v, tie_break=t) for v in VARIANTS.values() for t in AXES["tie_break"]]
EVERY_VARIANT = _every_variant()


def random_game(variant: Variant, seed: int, plies: int = 81) -> list[Position]:
    """Every position of a game of random moves, start included."""
    rng = random.Random(seed)
    positions = [Position.start(variant)]
    while positions[-1].legal_moves and len(positions) <= plies:
        positions.append(positions[-1].play(rng.choice(positions[-1].legal_moves)))
    return positions


def play_at_random(mode: str, seed: int, plies: int, tie_break: TieBreak = "draw") -> Position:
    """The position of a random game after so many moves, or at its end."""
    return random_game(find_variant(mode, tie_break=tie_break), seed, plies)[-1]


variants = st.sampled_from(MODES + EVERY_VARIANT)
games = st.builds(random_game, variants, st.integers(0, 2**32))
positions = st.builds(random_game, variants, st.integers(0, 2**32), st.integers(0, 81)).map(
    lambda game: game[-1]
)
