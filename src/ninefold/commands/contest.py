"""What matches and tournaments share: clocks, openings, and an end that loses nothing."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from ninefold.arena.openings import Opening, even_openings, parse_openings
from ninefold.commands.progress import Progress
from ninefold.files import read_text
from ninefold.rules.errors import BadSyntax, quoted
from ninefold.rules.variants import Variant

__all__ = ["INTERRUPTED", "ended_like_ctrl_c", "make_openings", "parse_clock", "read_openings"]

#: The exit code of what was interrupted.
INTERRUPTED: Final = 130


def parse_clock(text: str) -> dict[str, float]:
    """Read a clock for a whole game.

    >>> parse_clock("10+0.1")
    {'clock': 10.0, 'increment': 0.1}
    """
    seconds, _, increment = text.partition("+")
    try:
        return {"clock": float(seconds), "increment": float(increment or 0)}
    except ValueError:
        raise BadSyntax(
            f"{quoted(text)} is not a clock: expected seconds and an increment, such as 10+0.1"
        ) from None


def read_openings(path: Path, variant: Variant) -> list[Opening]:
    """The openings in a file."""
    return parse_openings(read_text(path), variant)


def make_openings(variant: Variant, count: int, seed: int, *, quiet: bool) -> list[Opening]:
    """As many even openings, with a progress bar: our engine looks at each."""
    with Progress(count, "openings") as progress:
        heard = None if quiet else progress.update
        return even_openings(variant, count, seed=seed, on_opening=heard)


@contextmanager
def ended_like_ctrl_c() -> Iterator[None]:
    """Let SIGTERM end what is played as cleanly as Ctrl-C does."""

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
