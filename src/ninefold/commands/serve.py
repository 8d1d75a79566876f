"""Serve games to browsers and scripts.

examples:
  ninefold serve                       play on this machine; prints the address
  ninefold serve --open                and open it in the browser
  ninefold serve --host 0.0.0.0        let others on your network join
  ninefold serve --port 0 --data /tmp/games
  ninefold serve --config server.toml  limits and times of a public server
  ninefold serve --database postgresql://db/ninefold --bus redis://db
                                       one of several servers, on any number of machines

Stop it with Ctrl+C: games go on where they were when it starts again.
"""

from __future__ import annotations

import argparse
from pathlib import Path

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("--host", help="address (default 127.0.0.1: this machine only)")
    parser.add_argument("--port", type=int, help="port to listen on (default 8099; 0: any)")
    parser.add_argument("--data", type=Path, help="folder for the games (default: yours)")
    parser.add_argument("--database", help="postgresql://… (default: a file in the folder)")
    parser.add_argument("--bus", help="redis://…, over which several servers tell each other")
    parser.add_argument(
        "--computer", choices=("on", "off"), help="off: `ninefold think` thinks (default on)"
    )
    parser.add_argument("--config", type=Path, help="TOML file with limits and times")
    parser.add_argument("--open", action="store_true", help="open the browser")
    parser.add_argument("--verbose", action="store_true", help="log what happens to standard error")


def run(args: argparse.Namespace) -> int:
    """Serve until stopped."""
    from msgspec.structs import replace

    from ninefold.server.config import Config

    config = Config() if args.config is None else Config.read(args.config)
    names = ("host", "port", "data", "database", "bus", "computer")
    given = {name: getattr(args, name) for name in names}
    config = replace(config, **{name: value for name, value in given.items() if value is not None})
    # Only now: what is wrong with a configuration is told before the web server is loaded.
    from ninefold.server.run import serve

    return serve(config, open_browser=args.open, verbose=args.verbose)
