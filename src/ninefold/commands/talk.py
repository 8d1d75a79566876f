"""Standard input and output as lines between programs, whatever comes in and whoever goes away."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator

__all__ = ["say_to_program", "standard_lines"]


def standard_lines() -> Iterator[str]:
    """The lines of standard input."""
    yield from iter(sys.stdin.readline, "")


def say_to_program(line: str) -> None:
    """Say a line at once; nobody may be left to hear it, which the end of input will tell."""
    try:
        print(line, flush=True)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
