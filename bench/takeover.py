"""How soon games go on after their server is killed: three servers, and a proxy before them.

The first server owns some games whose players come through the proxy. It is killed in their middle;
measured is, for each game, when its pages were told, when another server had taken the game over,
when the player whose turn it was saw it again, and when the next move was durable.

    PYTHONPATH=tests python bench/takeover.py [--kills 40] [--games 4] [--lease 3.5]

(PYTHONPATH=tests finds what starts PostgreSQL, Redis and the servers.)
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import re
import tempfile
import time
from datetime import datetime
from pathlib import Path

import msgspec
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from ninefold.server.wire import messages as m
from support.cluster import Cluster
from support.databases import Postgres, Redis

_TAKEN = re.compile(r"^(\S+ \S+) INFO game (\S+): taken over", re.MULTILINE)
_decode = msgspec.json.Decoder(m.GameMessage).decode
_encode = msgspec.json.Encoder().encode
#: What is measured of each game, in the order in which it happens.
STEPS = ("lost", "taken", "back", "moved")


class Game:
    """A game that is played on, whatever happens to its server."""

    def __init__(self, cluster: Cluster, game: str, clients: dict[str, object]) -> None:
        self.cluster, self.id, self.clients = cluster, game, clients
        self.at: dict[str, float] = {}  # when each step happened, after the kill
        self.killed = False
        self.moves: list[float] = []  # when a page heard of each

    async def play(self, side: str) -> None:
        """Open the page, play when it is our turn, and come back when the page dies."""
        url = f"{self.cluster.url.replace('http', 'ws', 1)}/api/v1/games/{self.id}/live"
        while True:
            with contextlib.suppress(OSError, TimeoutError, WebSocketException):
                headers = self.clients[side].headers  # type: ignore[attr-defined]
                async with connect(url, additional_headers=headers, compression=None) as page:
                    await self._follow(page, side)
            if self.killed:
                self.at.setdefault("lost", time.time())
            await asyncio.sleep(0.1)

    def went_on(self, taken: dict[str, float]) -> bool:
        """Whether it has a new owner and, since then, a move: what was on its way is none."""
        since = taken.get(self.id)
        after = [at for at in self.moves if since is not None and at > since]
        if since is None or not after:
            return False
        self.at |= {"taken": since, "moved": after[0]}
        return True

    async def _follow(self, page, side: str) -> None:
        async for text in page:
            message = _decode(text)
            if isinstance(message, m.ServerPing):
                await page.send(_encode(m.Pong(message.n)).decode())
            game = getattr(message, "game", None)
            if game is None:
                continue
            if self.killed and isinstance(message, m.Welcome):
                self.at.setdefault("back", time.time())
            if isinstance(message, m.GameEvent) and message.cause.kind == "move":
                self.moves.append(time.time())
            if game.state == "playing" and game.board.turn == side:
                await asyncio.sleep(0.02)  # no longer, so that a kill meets moves under way
                move = m.Move(ply=game.board.ply, square=game.board.legal[0])
                await page.send(_encode(move).decode())


async def strike(cluster: Cluster, count: int) -> list[dict[str, float]]:
    """Kill the first server amid some games; after how many seconds each step was reached."""
    ann, ben = [await asyncio.to_thread(cluster.client, number) for number in (1, 2)]
    maker, games = cluster.same(ann, 0), []
    for _ in range(count):
        wish = {"opponent": "link", "side": "X", "clock": m.TimedClock(600)}
        made = await asyncio.to_thread(lambda wish=wish: maker.create(**wish))
        await asyncio.to_thread(ben.join, made.game.id)
        games.append(Game(cluster, made.game.id, {"X": ann, "O": ben}))
    playing = [asyncio.create_task(game.play(side)) for game in games for side in "XO"]
    while min(len(game.moves) for game in games) < 3:
        await asyncio.sleep(0.01)
    struck = time.time()
    cluster.nodes[0].kill()
    for game in games:
        game.killed = True
    async with asyncio.timeout(60):
        while not all(game.went_on(taken_over(cluster)) for game in games):
            await asyncio.sleep(0.05)
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    await asyncio.to_thread(cluster.nodes[0].start)
    return [{step: at - struck for step, at in game.at.items()} for game in games]


def taken_over(cluster: Cluster) -> dict[str, float]:
    """When each game was taken over, by the servers' logs."""
    found = {}
    for node in cluster.nodes[1:]:
        for at, game in _TAKEN.findall(node.log()):
            found[game] = datetime.strptime(at, "%Y-%m-%d %H:%M:%S,%f").timestamp()
    return found


def report(rows: list[list[dict[str, float]]]) -> None:
    print(f"load {os.getloadavg()[0]:.1f}; seconds after the kill, the last of its games:")
    print(f"{'':8}{'p50':>7}{'p90':>7}{'worst':>7}")
    for step in STEPS:
        last = sorted(max(game.get(step, 0.0) for game in games) for games in rows)
        shares = [last[min(len(last) - 1, int(share * len(last)))] for share in (0.5, 0.9, 1)]
        print(f"{step:8}" + "".join(f"{one:7.2f}" for one in shares))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=40)
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--lease", type=float, help="lease_s; otherwise what servers have")
    args = parser.parse_args()
    settings = {} if args.lease is None else {"lease_s": args.lease}
    postgres, redis, rows = Postgres(), Redis(), []
    try:
        with tempfile.TemporaryDirectory() as folder:
            cluster = Cluster(Path(folder), 3, postgres.create(), redis.url, **settings)
            try:
                for number in range(args.kills):
                    rows.append(asyncio.run(strike(cluster, args.games)))
                    slowest = max(rows[-1], key=lambda game: game["moved"])
                    told = ", ".join(f"{step} {slowest.get(step, 0):.2f}" for step in STEPS)
                    print(f"kill {number + 1}: {told}", flush=True)
            finally:
                cluster.close()
    finally:
        postgres.remove()
        redis.remove()
    report(rows)


if __name__ == "__main__":
    main()
