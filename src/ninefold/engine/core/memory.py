"""Memory for the library to work in: it allocates none of its own."""

from __future__ import annotations

import mmap
from contextlib import suppress
from typing import Any

from ninefold.engine.core.library import ffi
from ninefold.engine.engine import EngineError

__all__ = ["MIB", "table_memory", "zeroed_memory"]

MIB = 1 << 20


def zeroed_memory(size: int) -> Any:
    """Zeroed memory in whole pages, for the core to use as long as it is held on to.

    Large pages where the system has them: tables are looked up all over, and with small ones the
    search spends much of its time on finding where a page is. Linux gives them to private memory
    only, unless it is told otherwise.
    """
    try:
        if hasattr(mmap, "MAP_PRIVATE"):
            memory = mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
        else:  # Windows
            memory = mmap.mmap(-1, size)
    except (OSError, OverflowError) as error:
        raise MemoryError(size) from error
    if (large := getattr(mmap, "MADV_HUGEPAGE", None)) is not None:
        with suppress(OSError):  # a wish: without it all is slower and nothing else
            memory.madvise(large)
    return ffi.from_buffer(memory)


def table_memory(size: int, asked: int) -> Any:
    """The same for a table of the size that was asked for: too much is refused in words."""
    try:
        return zeroed_memory(size)
    except MemoryError:
        raise EngineError(
            f"there is no room for {asked // MIB} MiB: ask for a smaller memory"
        ) from None
