"""QuickSearch: a small search of the core, for many short questions one after another."""

from __future__ import annotations

from typing import Any, Final

from ninefold.engine.core import ffi, lib, zeroed_memory
from ninefold.engine.networks import Network

__all__ = ["QuickSearch"]

_TABLE_BYTES: Final = 2 << 20  # small: it stays in the processor's cache


class QuickSearch:
    """A search by a network, or by the hand-written evaluation where there is none."""

    def __init__(self, network: Network | None) -> None:
        options = ffi.new("nf_options *", {"table_bytes": _TABLE_BYTES, "threads": 1})
        self._memory = zeroed_memory(lib.nf_search_bytes(options))
        self.handle: Any = lib.nf_search_make(self._memory, options)
        self._network = network  # must outlive the search
        if network is not None:
            lib.nf_search_use(self.handle, network.handle)

    def forget(self) -> None:
        """Forget the positions so far."""
        lib.nf_search_forget(self.handle)

    def scores(self, position: Any, nodes: int) -> list[tuple[int, int]]:
        """All moves of a native position, best first, each with its score for the mover."""
        lines = ffi.new("nf_line[]", lib.NF_SQUARES)
        limits = ffi.new("nf_limits *", {"nodes": nodes, "seconds": -1.0, "lines": lib.NF_SQUARES})
        lib.nf_search_begin(self.handle, position, limits)
        while lib.nf_search_deepen(self.handle):
            pass
        count = lib.nf_search_lines(self.handle, lines, lib.NF_SQUARES)
        return [(lines[n].squares[0], lines[n].score) for n in range(count)]
