"""The trained evaluations that come with Ninefold: a file of weights for each mode that has one.

A file is named after its mode, and after the tie-break and the opponent where these are not the
usual ones (a draw, an equal); "random" is for the one that foretells random games. It holds what
``core/network.c`` reads; docs/learning.md says how they were made. The network of a variant is made
once in a process and shared by its engines.
"""

from __future__ import annotations

import struct
from functools import cache
from importlib.resources import files
from itertools import product
from typing import Any, Final

from ninefold.engine.core import axes_of, ffi, lib, zeroed_memory
from ninefold.engine.engine import EngineError
from ninefold.rules.variants import AXES, VARIANTS, Variant

__all__ = ["Network", "find_network", "find_random_network", "weights_name"]

_SUFFIX: Final = ".weights"
_USUAL: Final = ("draw", "equal")
_SENSIBLE_UNITS: Final = (100.0, 1e6)


class Network:
    """An evaluation for the variant with these axes, from the bytes of a file of weights.

    ``units`` are the evaluation units in which the odds grow by e.
    """

    def __init__(self, axes: int, weights: bytes) -> None:
        self._memory = zeroed_memory(lib.nf_network_bytes())
        self.handle: Any = lib.nf_network_make(
            self._memory, axes, ffi.from_buffer(weights), len(weights)
        )
        self.units = float(struct.unpack("<f", weights[-4:])[0]) if self.handle else 0.0
        if not _SENSIBLE_UNITS[0] <= self.units <= _SENSIBLE_UNITS[1]:
            raise EngineError(
                f"{len(weights)} bytes of weights make no network for axes {axes}: "
                "expected a file that `ninefold learn train` wrote for this version"
            )


def weights_name(variant: Variant, opponent: str = "equal") -> str:
    """The name of a file of weights.

    >>> weights_name(VARIANTS["open"]), weights_name(VARIANTS["open"], "weaker")
    ('open.weights', 'open-weaker.weights')
    >>> weights_name(VARIANTS["modern"].with_tie_break("boards"))
    'modern-boards.weights'
    """
    words = [variant.name, variant.tie_break, opponent]
    return "-".join(word for word in words if word not in _USUAL) + _SUFFIX


@cache
def _network_of(variant: Variant, opponent: str) -> Network | None:
    path = files(__name__) / weights_name(variant, opponent)
    return Network(axes_of(variant), path.read_bytes()) if path.is_file() else None


def find_network(axes: int, opponent: str = "equal") -> Network | None:
    """The network for a variant, by the core's sum of its axes; None where none was trained.

    Where there is none for that opponent, the one for equals.
    """
    variant = _variant_of(axes)
    if variant is None:
        return None
    return _network_of(variant, opponent) or _network_of(variant, "equal")


def find_random_network(axes: int) -> Network | None:
    """The network that foretells what random games come to; None where none was trained."""
    variant = _variant_of(axes)
    return None if variant is None else _network_of(variant, "random")


@cache
def _variant_of(axes: int) -> Variant | None:
    """The mode and tie-break with these axes; None if they are somebody's own variant."""
    variants = (
        mode.with_tie_break(tie_break)
        for mode, tie_break in product(VARIANTS.values(), AXES["tie_break"])
    )
    return next((variant for variant in variants if axes_of(variant) == axes), None)
