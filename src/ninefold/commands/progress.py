"""Progress on standard error: how far, how fast, how long still.

In a terminal it is a bar drawn by Rich, which comes with the extras ``terminal`` and ``learn``; in
a log, or where Rich is missing, it is a plain line now and then.
"""

from __future__ import annotations

import sys
import time
from math import inf
from typing import TYPE_CHECKING, Final, Protocol, TextIO

if TYPE_CHECKING:
    from rich.progress import Progress as RichProgress

__all__ = ["Progress"]

#: A bar is drawn again at most so often, and a log gets a line at most so often.
_REDRAW: Final = 0.1
_NEXT_LINE: Final = 15.0
_QUICK: Final = 2.0


class Progress:
    """Counts up to a total; a context manager that leaves a clean line behind."""

    def __init__(self, total: int, unit: str, *, done: int = 0, out: TextIO | None = None) -> None:
        self._out = out or sys.stderr
        self._total, self._unit = total, unit
        self._before = self._done = done
        self._began = time.monotonic()
        self._shown = -inf
        bar = _rich_bar(total, self._out) if self._out.isatty() else None
        self._show: _Show = _Lines(self._out) if bar is None else _Bar(bar)

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        self._show.end()

    def update(self, done: int, note: str = "") -> None:
        """Say that so many are done."""
        self._done = done
        now = time.monotonic()
        if now - self._began < self._show.silent_for:
            return
        if done < self._total and now - self._shown < self._show.pause:
            return
        self._shown = now
        self._show.show(done, self._text(now - self._began, note))

    def _text(self, seconds: float, note: str) -> str:
        rate = (self._done - self._before) / max(seconds, 1e-9)
        left = (self._total - self._done) / rate if rate else 0.0
        pace = f"{rate:.1f}/s" if rate >= 1 else f"{60 * rate:.1f}/min"
        counted = f"{self._done}/{self._total} {self._unit}"
        return f"{counted}  {pace}, {_duration(left)} left  {note}".rstrip()


class _Show(Protocol):
    """A way to show progress: how soon, how often, and how."""

    silent_for: float
    pause: float

    def show(self, done: int, text: str, /) -> None:
        """Show how far it is."""

    def end(self) -> None:
        """Leave a clean line behind."""


class _Bar:
    """A bar in a terminal, gone when all is done."""

    def __init__(self, bar: RichProgress) -> None:
        self.silent_for, self.pause = 0.0, _REDRAW
        self._bar = bar
        bar.start()

    def show(self, done: int, text: str, /) -> None:
        self._bar.update(self._bar.task_ids[0], completed=done, description=text, refresh=True)

    def end(self) -> None:
        self._bar.stop()


class _Lines:
    """Lines in a log, and none for what takes no time: nobody reads that."""

    def __init__(self, out: TextIO) -> None:
        self.silent_for, self.pause = _QUICK, _NEXT_LINE
        self._out = out

    def show(self, _: int, text: str, /) -> None:
        self._out.write(f"{text}\n")
        self._out.flush()

    def end(self) -> None:
        """Every line is whole."""


def _rich_bar(total: int, out: TextIO) -> RichProgress | None:
    """Rich's bar with a text beside it, or ``None`` where Rich is not installed.

    It is drawn when we say so: a thread of Rich's own would be copied by what forks.
    """
    try:
        from rich.console import Console
        from rich.progress import BarColumn, ProgressColumn, Task
        from rich.progress import Progress as Bar
        from rich.text import Text
    except ModuleNotFoundError:
        return None

    class Told(ProgressColumn):
        """The text as it is: a note may hold brackets."""

        def render(self, task: Task) -> Text:
            return Text(task.description, no_wrap=True, overflow="ellipsis")

    bar = Bar(BarColumn(20), Told(), console=Console(file=out), transient=True, auto_refresh=False)
    bar.add_task("", total=total)
    return bar


def _duration(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
