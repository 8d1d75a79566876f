"""A bot on a server: it plays the computer there, then sits down and waits for people.

    ninefold serve                                      # or somebody else's server
    python examples/server_bot.py http://127.0.0.1:8099

``Client.play`` follows a game, asks ``choose`` whenever it is the bot's turn and comes back by
itself when the connection is lost. With a token of its owner's (settings page, or ``new_token``)
people see that it is a bot. docs/use/first-bot.md goes through it step by step; the engine does the
choosing here, your own function would look the same.
"""

import argparse

from ninefold import Position
from ninefold.engine import LevelEngine, Limit
from ninefold.server.client import Client


def main() -> None:
    """Play a game with the computer, and then as many with people as were asked for."""
    parser = argparse.ArgumentParser(description="a bot on a Ninefold server")
    parser.add_argument("server", help="its address, such as http://127.0.0.1:8099")
    parser.add_argument("--token", help="of the bot; made on the settings page")
    parser.add_argument("--mode", default="battle")
    parser.add_argument("--people", type=int, default=0, help="games with people (0)")
    options = parser.parse_args()

    client = Client(options.server, token=options.token)
    with LevelEngine("casual") as engine:

        def choose(position: Position) -> int:
            return engine.play(position, Limit()).move

        game = client.create(
            mode=options.mode, opponent="computer", level="first-game", side="X"
        ).game
        print(f"watch at {options.server}/game/{game.id}")
        print("against the computer:", client.play(game.id, choose).result)

        for _ in range(options.people):
            game = client.create(mode=options.mode, opponent="open", side="random").game
            print(f"waiting for somebody at {options.server}/game/{game.id}")
            print("against a visitor:", client.play(game.id, choose).result)


if __name__ == "__main__":
    main()
