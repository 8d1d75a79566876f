"""The computer as an opponent: which levels there are, and the pool that plays them."""

from __future__ import annotations

from ninefold.server.standin import LEVELS, StandIn
from ninefold.server.thinking import Pool

__all__ = ["make_pool"]


def make_pool(workers: int) -> Pool:
    """The pool of whatever plays best here."""
    return Pool(
        StandIn,
        LEVELS,
        default_level=LEVELS[-1].name,
        hint_level=LEVELS[-1].name,
        paces={level.name: 0.6 for level in LEVELS},
        workers=workers,
    )
