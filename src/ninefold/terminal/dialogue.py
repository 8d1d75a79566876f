"""A dialogue in lines: ask, hear, say; for screen readers, pipes and whoever likes it plain."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TextIO

__all__ = ["Dialogue"]


class Dialogue:
    """Reads lines from one stream and writes on another."""

    def __init__(self, source: TextIO, out: TextIO) -> None:
        self._source, self._out = source, out
        #: What comes from a pipe is not on the screen: it is written there, as if it were typed.
        self._echo = not source.isatty()

    def lines(self, prompt: Callable[[], str]) -> Iterator[str]:
        """What is answered, line by line, until the input ends."""
        while True:
            self._out.write(prompt())
            self._out.flush()
            line = self._source.readline()
            if not line:
                self._out.write("\n")
                return
            if self._echo:
                self._out.write(line if line.endswith("\n") else f"{line}\n")
            yield line

    def say(self, text: str) -> None:
        """Write a line, or several."""
        self._out.write(f"{text}\n")
        self._out.flush()
