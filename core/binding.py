"""Builds ``ninefold.engine.core._core``, the Python face of the C core; setup.py calls this.

The public header is the one list of what there is: without its preprocessor lines it is exactly
what cffi wants to read.
"""

from pathlib import Path

from cffi import FFI

CORE = Path(__file__).parent.resolve() if "__file__" in globals() else Path("core").resolve()
HEADER = (CORE / "ninefold.h").read_text("utf-8")

ffibuilder = FFI()
ffibuilder.cdef("\n".join(line for line in HEADER.splitlines() if not line.startswith("#")))
ffibuilder.set_source(
    "ninefold.engine.core._core",
    '#include "ninefold.h"',
    sources=[f"core/{path.name}" for path in sorted(CORE.glob("*.c"))],
    depends=[f"core/{path.name}" for path in sorted(CORE.glob("*.h"))],
    include_dirs=["core"],
    extra_compile_args=[
        "-std=c11",
        "-O3",
        "-ffp-contract=off",  # a network is made of the same numbers on every machine
        "-Wall",
        "-Wextra",
        "-Wno-psabi",
        "-fvisibility=hidden",
        "-pthread",
    ],
    extra_link_args=["-pthread"],
)
