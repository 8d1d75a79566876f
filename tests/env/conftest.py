"""What the tests of the environments share: the modes, and how many games to compare."""

from __future__ import annotations

import os

import pytest

from ninefold import VARIANTS

#: The four modes, and a variant of your own.
OWN = "skirmish:free_move=unfilled,ownership=latest,tie_break=boards"
MODES = [*VARIANTS, OWN]


@pytest.fixture(params=MODES, ids=lambda mode: mode.partition(":")[0])
def mode(request):
    return request.param


@pytest.fixture
def games():
    """How many games a comparison goes over: `make soak` plays them all."""
    return 10_000 if os.environ.get("NINEFOLD_SOAK") else 60
