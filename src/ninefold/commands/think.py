"""Think for the servers of a database, in a process of its own.

examples:
  ninefold serve --database postgresql://db/ninefold --computer off
  ninefold think postgresql://db/ninefold              thinks for every such server there
  ninefold think postgresql://db/ninefold --workers 8  on a machine with eight cores

Run as many as you like, on any number of machines; stop or kill one, and the others take over what
it was about. Stop it with Ctrl+C.
"""

from __future__ import annotations

import argparse

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("database", help="postgresql://user@host/name, that of the servers")
    parser.add_argument("--workers", type=int, help="threads (default: one for each core but one)")
    parser.add_argument("--verbose", action="store_true", help="log what happens to standard error")


def run(args: argparse.Namespace) -> int:
    """Think until stopped."""
    import asyncio

    from ninefold.server.config import BadConfig, Config
    from ninefold.server.logs import log_to_stderr
    from ninefold.server.store.postgres_pool import prepare, without_password

    workers = Config().workers if args.workers is None else args.workers
    if workers not in range(1, 1_001):
        raise BadConfig(f"cannot think with {workers} workers: expected a number from 1 to 1000")
    log_to_stderr(verbose=args.verbose)
    asyncio.run(prepare(args.database))
    from ninefold.server.nodes.thinker import think

    said = f"thinking for the servers of {without_password(args.database)}"
    return think(args.database, workers, lambda: print(said, flush=True))
