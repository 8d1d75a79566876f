"""The trained evaluations that come with Ninefold: a file of weights for each mode that has one.

A file is named after its mode and holds what ``core/network.c`` reads; docs/learning.md says how
they were made. The network of a variant is made once in a process and shared by its engines.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any, Final

from ninefold.engine.core import axes_of, ffi, lib, zeroed_memory
from ninefold.engine.engine import EngineError
from ninefold.rules.variants import VARIANTS

__all__ = ["Network", "find_network"]

_SUFFIX: Final = ".weights"


class Network:
    """An evaluation for the variant with these axes, from the bytes of a file of weights."""

    def __init__(self, axes: int, weights: bytes) -> None:
        self._memory = zeroed_memory(lib.nf_network_bytes())
        self.handle: Any = lib.nf_network_make(
            self._memory, axes, ffi.from_buffer(weights), len(weights)
        )
        if not self.handle:
            raise EngineError(
                f"{len(weights)} bytes of weights make no network for axes {axes}: "
                "expected a file that `ninefold learn train` wrote for this version"
            )


@cache
def find_network(axes: int) -> Network | None:
    """The network for a variant, by the core's sum of its axes; None where none was trained."""
    for name, variant in VARIANTS.items():
        path = files(__name__) / f"{name}{_SUFFIX}"
        if axes_of(variant) == axes and path.is_file():
            return Network(axes, path.read_bytes())
    return None
