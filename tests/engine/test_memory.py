"""Memory for tables: the kind that Linux gives large pages to."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from ninefold.engine.core.library import ffi
from ninefold.engine.core.memory import MIB, zeroed_memory


def flags_at(address: int) -> list[str]:
    """What the system says of the memory at an address of this process."""
    inside = False
    for line in Path("/proc/self/smaps").read_text().splitlines():
        first, *rest = line.split()
        if "-" in first and not first.endswith(":"):
            low, high = (int(end, 16) for end in first.split("-"))
            inside = low <= address < high
        elif inside and first == "VmFlags:":
            return rest
    raise AssertionError("there is no such memory")


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells what its memory is")
def test_tables_lie_in_private_memory_that_asks_for_large_pages() -> None:
    memory = zeroed_memory(8 * MIB)
    flags = flags_at(int(ffi.cast("uintptr_t", memory)))
    assert "sh" not in flags  # shared memory gets large pages only where a system is told so
    if Path("/sys/kernel/mm/transparent_hugepage").exists():
        assert "hg" in flags
