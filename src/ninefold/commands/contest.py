"""What matches and tournaments share: clocks, openings, and an end that loses nothing."""

from __future__ import annotations

import argparse
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from ninefold.arena.cluster import Cluster
from ninefold.arena.openings import Opening, even_openings, parse_openings
from ninefold.commands.progress import Progress
from ninefold.files import read_text
from ninefold.rules.errors import BadSyntax, quoted
from ninefold.rules.variants import Variant

__all__ = [
    "INTERRUPTED",
    "add_cluster",
    "connected",
    "ended_like_ctrl_c",
    "make_openings",
    "parse_clock",
    "read_openings",
]

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


def add_cluster(parser: argparse.ArgumentParser) -> None:
    """Let a command give its games to a cluster."""
    parser.add_argument(
        "--cluster",
        metavar="ADDRESS",
        help="play on the nodes of a Ray cluster: HOST:PORT, or auto for one on this machine",
    )


@contextmanager
def connected(address: str | None) -> Iterator[Cluster | None]:
    """The cluster that was asked for, if one was; whoever left its door open is told."""
    if address is None:
        yield None
        return
    with Cluster(address) as cluster:
        if cluster.open_to_all:
            print(
                "ninefold: this cluster asks for no token, so whoever reaches its ports can run "
                "programs on it: keep it on a network of your own",
                file=sys.stderr,
            )
        yield cluster


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
