"""Let a program play games on a server, as a bot or a visitor.

examples:
  ninefold online http://127.0.0.1:8099                     against the computer
  ninefold online URL --game k7xq2mfp9d                     join a game by its id
  ninefold online URL --opponent open --mode battle         wait in the lobby
  ninefold online URL --player random --games 10 --json
  ninefold online URL --player full:time=0.5                any engine that `ninefold match` knows

A bot's token (made on the settings page) is read from NINEFOLD_TOKEN.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from typing import Any, Final

from ninefold.arena.players import find_player
from ninefold.engine import Engine, Limit

__all__ = ["add_arguments", "run"]

#: What an engine may think about a move that brings no limit of its own.
_USUAL_LIMIT: Final = Limit(time=1.0)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("url", help="the server's address")
    parser.add_argument("--game", help="join this game instead of creating one")
    parser.add_argument("--mode", default="modern", help="a mode, or your own with its axes")
    parser.add_argument(
        "--opponent", choices=("computer", "open", "link"), default="computer", help="against whom"
    )
    parser.add_argument("--level", help="the computer's level (see /api/v1/about)")
    parser.add_argument("--side", choices=("X", "O", "random"), default="random")
    parser.add_argument(
        "--player", metavar="ENGINE", default="greedy", help="who plays (%(default)s)"
    )
    parser.add_argument("--games", type=int, default=1, help="how many games to play")
    parser.add_argument("--json", action="store_true", help="one line of JSON for each game")


def run(args: argparse.Namespace) -> int:
    """Play, and print how each game ended."""
    from ninefold.server.client import Client

    player = find_player(args.player)
    client = Client(args.url, os.environ.get("NINEFOLD_TOKEN"))
    with player.make() as engine:
        for _ in range(args.games):
            _print(args, _play(client, engine, player.limit or _USUAL_LIMIT, args))
    return 0


def _play(client: Any, engine: Engine, limit: Limit, args: argparse.Namespace) -> Any:
    """One game to its end."""
    if args.game:
        reply = client.join(args.game)
    else:
        reply = client.create(
            mode=args.mode, opponent=args.opponent, level=args.level, side=args.side
        )
        sys.stderr.write(f"{client.url}/game/{reply.game.id}\n")
    engine.new_game()
    return reply.seats, client.play(reply.game.id, lambda p: engine.play(p, limit).move)


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
