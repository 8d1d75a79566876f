"""A progress bar on standard error: how far, how fast, how long still."""

from __future__ import annotations

import shutil
import sys
import time
from math import inf
from typing import Final, TextIO

__all__ = ["Progress"]

_BAR: Final = 20
#: A terminal line is drawn again at most so often, and a log gets a line at most so often.
_REDRAW: Final = 0.1
_NEXT_LINE: Final = 15.0
_QUICK: Final = 2.0


class Progress:
    """Counts up to a total; a context manager that leaves a clean line behind."""

    def __init__(self, total: int, unit: str, *, done: int = 0, out: TextIO | None = None) -> None:
        self._out = out or sys.stderr
        self._total = total
        self._unit = unit
        self._before = self._done = done
        self._began = time.monotonic()
        self._shown = -inf
        self._live = self._out.isatty()

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        if self._live:
            self._out.write("\r\x1b[K")
            self._out.flush()

    def update(self, done: int, note: str = "") -> None:
        """Say that so many are done."""
        self._done = done
        now = time.monotonic()
        if not self._live and now - self._began < _QUICK:
            return  # nobody reads a log of what takes no time
        if done < self._total and now - self._shown < (_REDRAW if self._live else _NEXT_LINE):
            return
        self._shown = now
        line = self._line(now - self._began, note)
        if self._live:
            width = shutil.get_terminal_size().columns - 1
            self._out.write(f"\r\x1b[K{line[:width]}")
        else:
            self._out.write(f"{line}\n")
        self._out.flush()

    def _line(self, seconds: float, note: str) -> str:
        share = self._done / self._total
        filled = round(_BAR * share)
        bar = "█" * filled + "░" * (_BAR - filled)
        rate = (self._done - self._before) / max(seconds, 1e-9)
        left = (self._total - self._done) / rate if rate else 0.0
        pace = f"{rate:.1f}/s" if rate >= 1 else f"{60 * rate:.1f}/min"
        counted = f"{self._done}/{self._total} {self._unit}"
        return f"{bar} {counted}  {pace}, {_duration(left)} left  {note}".rstrip()


def _duration(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
