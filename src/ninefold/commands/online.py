"""Let a program play games on a server, as a bot or a visitor.

examples:
  ninefold online http://127.0.0.1:8099                     against the computer
  ninefold online URL --game k7xq2mfp9d                     join a game by its id
  ninefold online URL --opponent open --mode battle         wait in the lobby
  ninefold online URL --player random --games 10 --json

A bot's token (made on the settings page) is read from NINEFOLD_TOKEN.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from typing import Any

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("url", help="the server's address")
    parser.add_argument("--game", help="join this game instead of creating one")
    parser.add_argument("--mode", default="modern", help="modern, classic, battle or open")
    parser.add_argument(
        "--opponent", choices=("computer", "open", "link"), default="computer", help="against whom"
    )
    parser.add_argument("--level", help="the computer's level (see /api/about)")
    parser.add_argument("--side", choices=("X", "O", "random"), default="random")
    parser.add_argument(
        "--player", choices=("greedy", "random"), default="greedy", help="who plays"
    )
    parser.add_argument("--games", type=int, default=1, help="how many games to play")
    parser.add_argument("--json", action="store_true", help="one line of JSON for each game")


def run(args: argparse.Namespace) -> int:
    """Play, and print how each game ended."""
    from ninefold.server.client import Client

    client = Client(args.url, os.environ.get("NINEFOLD_TOKEN"))
    for _ in range(args.games):
        _print(args, _play(client, args))
    return 0


def _play(client: Any, args: argparse.Namespace) -> Any:
    """One game to its end."""
    from ninefold.engine.limit import Limit
    from ninefold.engine.yardsticks import GreedyEngine, RandomEngine

    if args.game:
        reply = client.join(args.game)
    else:
        reply = client.create(
            mode=args.mode, opponent=args.opponent, level=args.level, side=args.side
        )
        sys.stderr.write(f"{client.url}/game/{reply.game.id}\n")
    engine = GreedyEngine() if args.player == "greedy" else RandomEngine()
    return reply.seats, client.play(reply.game.id, lambda p: engine.play(p, Limit()).move)


def _print(args: argparse.Namespace, played: Any) -> None:
    from ninefold.rules.squares import square_name

    seats, game = played
    moves = [square_name(move) for move in game.moves]
    told = {
        "game": game.id,
        "mode": game.mode,
        "played": seats,
        "winner": game.result.winner,
        "reason": game.result.reason,
        "moves": moves,
    }
    if args.json:
        sys.stdout.write(json.dumps(told) + "\n")
        return
    winner = f"{game.result.winner} won" if game.result.winner else "nobody won"
    sys.stdout.write(f"{winner} ({game.result.reason}) after {len(moves)} moves: ")
    sys.stdout.write(f"we played {' and '.join(seats)}\n{' '.join(moves)}\n")
