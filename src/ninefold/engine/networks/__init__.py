"""The trained evaluations that come with Ninefold: a file of weights for each mode that has one.

A file is named after its mode, and after the opponent where that is not an equal, and holds what
``core/network.c`` reads; docs/learning.md says how they were made. The network of a variant is made
once in a process and shared by its engines.
"""

from __future__ import annotations

import struct
from functools import cache
from importlib.resources import files
from typing import Any, Final

from ninefold.engine.core import axes_of, ffi, lib, zeroed_memory
from ninefold.engine.engine import EngineError
from ninefold.rules.variants import VARIANTS

__all__ = ["Network", "find_network", "weights_name"]

_SUFFIX: Final = ".weights"
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


def weights_name(mode: str, opponent: str) -> str:
    """The name of a file of weights.

    >>> weights_name("open", "equal"), weights_name("open", "weaker")
    ('open.weights', 'open-weaker.weights')
    """
    return f"{mode}{_SUFFIX}" if opponent == "equal" else f"{mode}-{opponent}{_SUFFIX}"


@cache
def _network_of(mode: str, opponent: str) -> Network | None:
    path = files(__name__) / weights_name(mode, opponent)
    return Network(axes_of(VARIANTS[mode]), path.read_bytes()) if path.is_file() else None


def find_network(axes: int, opponent: str = "equal") -> Network | None:
    """The network for a variant, by the core's sum of its axes; None where none was trained.

    Where there is none for that opponent, the one for equals.
    """
    for mode, variant in VARIANTS.items():
        if axes_of(variant) == axes:
            return _network_of(mode, opponent) or _network_of(mode, "equal")
    return None
