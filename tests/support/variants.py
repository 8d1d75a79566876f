"""Every variant that there can be."""

from __future__ import annotations

import itertools

from ninefold import BadVariant, Variant
from ninefold.rules.variants import AXES


def all_variants() -> list[Variant]:
    """Every combination of axes that makes a game: the modes, both tie-breaks, all own variants."""
    found = []
    for values in itertools.product(*AXES.values()):
        try:
            found.append(Variant("own", **dict(zip(AXES, values, strict=True))))  # type: ignore[arg-type]
        except BadVariant:
            continue
    return found
