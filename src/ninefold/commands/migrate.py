"""Bring a PostgreSQL database up to date, and move the games of a file into it.

examples:
  ninefold migrate postgresql://ninefold@db/ninefold
  ninefold migrate postgresql://ninefold@db/ninefold --from games.sqlite3

A server does the first by itself when it starts. The second is for a server that grows, and for
going back to a backup: the database must be empty, and the server of the file stopped.
"""

from __future__ import annotations

import argparse
from pathlib import Path

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("database", help="postgresql://user@host/name")
    parser.add_argument("--from", dest="file", type=Path, help="a file with games to move there")


def run(args: argparse.Namespace) -> int:
    """Do it and say what was done."""
    import asyncio

    from ninefold.server.store.moving import move_to_postgres
    from ninefold.server.store.postgres_pool import prepare, without_password

    shown = without_password(args.database)
    if args.file is None:
        asyncio.run(prepare(args.database))
        print(f"{shown} is up to date")
    else:
        games = asyncio.run(move_to_postgres(args.file, args.database))
        print(f"{games} games moved from {args.file} to {shown}")
    return 0
