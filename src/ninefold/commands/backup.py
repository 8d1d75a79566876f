"""Copy the games of a server, running or not, into one file.

examples:
  ninefold backup games-monday.sqlite3
  ninefold backup /safe/games.sqlite3 --data /srv/ninefold
  ninefold backup monday.sqlite3 --database postgresql://ninefold@db/ninefold

The copy is whole as of one moment, whatever is played meanwhile. To go back to it, stop the server
and put the file into the data folder as games.sqlite3; or, with PostgreSQL, move it into an empty
database: ninefold migrate postgresql://… --from monday.sqlite3
"""

from __future__ import annotations

import argparse
from pathlib import Path

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("file", type=Path, help="where the copy goes; must not exist yet")
    parser.add_argument("--data", type=Path, help="the server's data folder (default: yours)")
    parser.add_argument("--database", help="postgresql://…, if the games are there")


def run(args: argparse.Namespace) -> int:
    """Make the copy and print where it is."""
    import asyncio
    import sys

    from ninefold.server.config import Config
    from ninefold.server.store.backup import back_up

    if args.database is not None:
        from ninefold.server.store.moving import move_to_file

        asyncio.run(move_to_file(args.database, args.file))
    else:
        config = Config() if args.data is None else Config(data=args.data)
        back_up(config.file, args.file)
    sys.stdout.write(f"{args.file}\n")
    return 0
