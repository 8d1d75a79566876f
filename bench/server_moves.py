"""Durable moves a second through a real server with 1,000 live games, beside a bare echo.

Both run in this run, on the same web server and framework, on one core, driven from another: first
an application that only sends back what it gets, then Ninefold, where every move is checked, stored
on disk and told to both players. Every game is replayed from the database afterwards and must be
what its players were told.

    python bench/server_moves.py [--games 1000] [--seconds 8] [--in-flight 100] [--watchers 0]

With --several the same is measured with games in PostgreSQL, on one server, and on two with a Redis
between them, the players of each game at different ones: every second move is then carried from one
to the other. (PYTHONPATH=tests finds what starts PostgreSQL and Redis.)
"""

from __future__ import annotations

import argparse
import asyncio
import os
import subprocess
import sys
import tempfile
import time
from base64 import b64encode
from pathlib import Path
from typing import NamedTuple

import msgspec

from ninefold.rules.position import Position
from ninefold.server.client import Client
from ninefold.server.store.sqlite import connect

_LIMITS = """\
pace = 0.0
ping_s = 60.0
[limits]
requests_per_second = 100000.0
request_burst = 100000
creates_per_minute = 1000000.0
create_burst = 100000
messages_per_second = 100000.0
message_burst = 100000
games_per_visitor = 100000
sockets_per_visitor = 100000
sockets_per_address = 100000
sockets = 100000
connections_per_address = 100000
connections = 100000
"""
_WRITTEN = "SELECT (pg_current_wal_lsn() - '0/0')::bigint"
_MASK = bytes(4)  # masking with zeros is masking: it spares this side the work


class _Board(msgspec.Struct):
    ply: int
    legal: list[int]


class _Game(msgspec.Struct):
    board: _Board


class _Event(msgspec.Struct):
    t: str
    game: _Game | None = None


_decode = msgspec.json.Decoder(_Event).decode


class Socket(asyncio.Protocol):
    """The least that speaks WebSocket, so that the driver is not what is measured."""

    def __init__(self, path: str, headers: str, heard) -> None:
        self._path, self._headers, self._heard = path, headers, heard
        self._buffer = b""
        self._open = False
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport) -> None:
        self._transport = transport
        key = b64encode(os.urandom(16)).decode()
        transport.write(
            f"GET {self._path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
            f"Sec-WebSocket-Version: 13\r\n{self._headers}\r\n".encode()
        )

    def send(self, text: bytes) -> None:
        head = bytes([0x81, 0x80 | len(text)]) if len(text) < 126 else None
        if head is None:
            head = bytes([0x81, 0xFE]) + len(text).to_bytes(2)
        self._transport.write(head + _MASK + text)

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self._open:
            head, found, rest = self._buffer.partition(b"\r\n\r\n")
            if not found:
                return
            assert b" 101 " in head.split(b"\r\n")[0] + b" ", head
            self._open, self._buffer = True, rest
            self.opened.set_result(None)
        while (frame := self._frame()) is not None:
            if frame[0] & 15 == 1:
                self._heard(self, frame[1])

    def _frame(self) -> tuple[int, bytes] | None:
        buffer = self._buffer
        if len(buffer) < 2:
            return None
        start, length = 2, buffer[1]
        if length == 126:
            start, length = 4, int.from_bytes(buffer[2:4])
        elif length == 127:
            start, length = 10, int.from_bytes(buffer[2:10])
        if len(buffer) < start + length:
            return None
        self._buffer = buffer[start + length :]
        return buffer[0], buffer[start : start + length]

    def close(self) -> None:
        self._transport.abort()


class Measured(NamedTuple):
    """The time of each answer, in order; how long it took in all; what the server worked."""

    times: list[float]
    seconds: float
    cpu_seconds: float

    @property
    def rate(self) -> float:
        return len(self.times) / self.seconds

    @property
    def rate_of_a_core(self) -> float:
        """What one core that does nothing else would reach: robust on a machine that is shared."""
        return len(self.times) / self.cpu_seconds

    def quantile(self, share: float) -> float:
        return 1000 * self.times[int(len(self.times) * share)]


class Load:
    """Keeps a number of requests under way and notes how long each takes."""

    def __init__(self, in_flight: int) -> None:
        self.room = in_flight
        self.ready: list = []
        self.times: list[float] = []
        self.over = False

    def offer(self, start) -> None:
        """Somebody could send now."""
        if self.over:
            return
        if self.room:
            self.room -= 1
            start()
        else:
            self.ready.append(start)

    def done(self, began: float) -> None:
        """A request was answered."""
        self.times.append(time.perf_counter() - began)
        if self.ready and not self.over:
            self.ready.pop(0)()
        else:
            self.room += 1

    async def run(self, seconds: float, process: subprocess.Popen) -> Measured:
        """What is measured between two moments."""
        self.times.clear()
        began, cpu = time.perf_counter(), cpu_seconds(process)
        await asyncio.sleep(seconds)
        took, cpu = time.perf_counter() - began, cpu_seconds(process) - cpu
        self.over = True
        return Measured(sorted(self.times), took, cpu)


async def open_socket(port: int, path: str, headers: str, heard) -> Socket:
    loop = asyncio.get_running_loop()
    _, socket = await loop.create_connection(
        lambda: Socket(path, headers, heard), "127.0.0.1", port
    )
    await socket.opened
    return socket


async def drive_echo(process: subprocess.Popen, url: str, args: argparse.Namespace) -> Measured:
    port = int(url.rsplit(":", 1)[1])
    in_flight, seconds = args.in_flight, args.seconds
    load = Load(in_flight)
    sent: dict[Socket, float] = {}
    message = b'{"t":"move","ply":12,"square":40,"id":"abcdef"}'

    def start(socket: Socket) -> None:
        sent[socket] = time.perf_counter()
        socket.send(message)

    def heard(socket: Socket, _: bytes) -> None:
        load.done(sent[socket])
        load.offer(lambda: start(socket))

    opened = [await open_socket(port, "/echo", "", heard) for _ in range(args.games)]
    for socket in opened:
        load.offer(lambda socket=socket: start(socket))
    await asyncio.sleep(1)
    measured = await load.run(seconds, process)
    for socket in opened:
        socket.close()
    return measured


class Match:
    """Two players at one game, who play any legal move and begin anew when it is over."""

    def __init__(self, load: Load, number: int) -> None:
        self.load, self.number = load, number
        self.sockets: list[Socket] = []
        self.sent = 0.0
        self.mine = -1
        self.moves = 0

    def heard(self, socket: Socket, text: bytes) -> None:
        """Whoever is to move next moves; whoever moved notes the time."""
        if not text.startswith(b'{"t":"game"'):
            assert b'"t":"refused"' not in text[:16], text
            return
        at = text.index(b'"ply":') + 6
        ply = int(text[at : text.index(b",", at)])
        if ply and self.sockets.index(socket) == 1 - ply % 2:
            if ply - 1 == self.mine:
                self.moves = ply
                self.load.done(self.sent)
            return
        game = _decode(text).game
        if game is not None and game.board.legal and self.sockets.index(socket) == ply % 2:
            legal = game.board.legal
            square = legal[(self.number * 7 + ply * 5) % len(legal)]
            self.load.offer(lambda: self.move(ply, square))

    def move(self, ply: int, square: int) -> None:
        self.sent, self.mine = time.perf_counter(), ply
        text = f'{{"t":"move","ply":{ply},"square":{square},"id":"m{ply}"}}'
        self.sockets[ply % 2].send(text.encode())


async def drive_moves(
    process: subprocess.Popen, urls: list[str], args: argparse.Namespace
) -> tuple[Measured, dict[str, int]]:
    ports = [int(url.rsplit(":", 1)[1]) for url in urls]
    load = Load(args.in_flight)
    load.over = True
    ann, ben = Client(urls[0]), Client(urls[-1])
    matches: dict[str, Match] = {}
    for number in range(args.games):
        game = ann.create(opponent="link", side="X").game.id
        ben.join(game)
        matches[game] = Match(load, number)
    headers = [f"Cookie: {client.headers['Cookie']}\r\n" for client in (ann, ben)]
    for game, match in matches.items():
        for port, cookie in zip((ports[0], ports[-1]), headers, strict=True):
            match.sockets.append(
                await open_socket(port, f"/api/v1/games/{game}/live", cookie, match.heard)
            )
    watching = [
        await open_socket(ports[0], f"/api/v1/games/{game}/live", "", lambda *_: None)
        for game in matches
        for _ in range(args.watchers)
    ]
    load.over = False
    for match in matches.values():
        start = (match.number * 7) % 81
        load.offer(lambda match=match, start=start: match.move(0, start))
    await asyncio.sleep(1)
    measured = await load.run(args.seconds, process)
    await asyncio.sleep(1)
    for socket in [*watching, *(socket for match in matches.values() for socket in match.sockets)]:
        socket.close()
    return measured, {game: match.moves for game, match in matches.items()}


def report(name: str, got: Measured) -> None:
    print(
        f"{name:<28} {got.rate:8,.0f} a second, {got.rate_of_a_core:8,.0f} on a core of its own,"
        f"   p50 {got.quantile(0.5):6.1f} ms   p99 {got.quantile(0.99):6.1f} ms"
    )


def cpu_seconds(process: subprocess.Popen) -> float:
    """What a process has worked so far, all its threads together."""
    fields = Path(f"/proc/{process.pid}/stat").read_text(encoding="utf-8").rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def cpu_seconds_below(process: subprocess.Popen) -> float:
    """What a process and those that it started have worked so far, also those that have ended."""
    ticks = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        pid = int(stat.parent.name)
        try:
            fields = stat.read_text(encoding="utf-8").rsplit(")", 1)[1].split()
        except OSError:
            continue  # it has ended meanwhile
        if process.pid in (pid, int(fields[1])):
            ended = fields[13:15] if pid == process.pid else []
            ticks += sum(map(int, [*fields[11:13], *ended]))
    return ticks / os.sysconf("SC_CLK_TCK")


def check_games(squares: dict[str, list[int]], told: dict[str, int]) -> int:
    """Every game in the database replays, and holds at least what its players were told."""
    stored = 0
    for game, seen in told.items():
        position = Position.start()
        for square in squares[game]:
            position = position.play(square)
        assert position.ply >= seen, (game, position.ply, seen)
        stored += position.ply
    return stored


def squares_in_file(database: Path) -> dict[str, list[int]]:
    sql = "SELECT game, entry ->> 'square' FROM log WHERE ply IS NOT NULL ORDER BY version"
    return _by_game(connect(database).execute(sql).fetchall())


def _by_game(rows) -> dict[str, list[int]]:
    games: dict[str, list[int]] = {}
    for game, square in rows:
        games.setdefault(game, []).append(int(square))
    return games


def resident_kb(process: subprocess.Popen) -> int:
    status = Path(f"/proc/{process.pid}/status").read_text(encoding="utf-8")
    return int(status.split("VmRSS:")[1].split()[0])


def start(command: list[str]) -> tuple[subprocess.Popen, str]:
    """A server on the first core; this program keeps to the second."""
    process = subprocess.Popen(["taskset", "-c", "0", *command], stdout=subprocess.PIPE, text=True)
    return process, process.stdout.readline().strip()


ECHO = """
import uvicorn, socket, sys
from litestar import Litestar, WebSocket, websocket
@websocket("/echo")
async def echo(socket: WebSocket) -> None:
    await socket.accept()
    while (message := await socket.receive())["type"] == "websocket.receive":
        await socket.send({"type": "websocket.send", "text": message["text"], "bytes": None})
listener = socket.create_server(("127.0.0.1", 0), backlog=2048)
print(f"http://127.0.0.1:{listener.getsockname()[1]}", flush=True)
config = uvicorn.Config(Litestar([echo], openapi_config=None), http="httptools",
    ws="websockets-sansio", ws_per_message_deflate=False, access_log=False, log_level="critical")
uvicorn.Server(config).run([listener])
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=8.0)
    parser.add_argument("--in-flight", type=int, default=100)
    parser.add_argument("--watchers", type=int, default=0, help="of each game")
    parser.add_argument("--several", action="store_true", help="PostgreSQL and two servers too")
    args = parser.parse_args()
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})

    process, url = start([sys.executable, "-c", ECHO])
    echo = asyncio.run(drive_echo(process, url, args))
    process.kill()
    process.wait()
    report("bare echo", echo)

    with tempfile.TemporaryDirectory() as folder:
        moves, told, memory = measure(args, Path(folder), 1)
        report("durable moves", moves)
        stored = check_games(squares_in_file(Path(folder) / "games.sqlite3"), told)
    print(f"durable moves / bare echo    {moves.rate_of_a_core / echo.rate_of_a_core:10.2f}")
    print(f"memory a game                {memory:10.1f} kB, two sockets included")
    print(f"moves replayed from disk     {stored:10,d}, nothing lost")
    if args.several:
        measure_several(args)


def measure(
    args: argparse.Namespace, folder: Path, nodes: int, *options: str
) -> tuple[Measured, dict[str, int], float]:
    """Moves through so many servers, of which the first is measured; and a game's memory there."""
    config = folder / "server.toml"
    config.write_text(_LIMITS, encoding="utf-8")
    ninefold = str(Path(sys.executable).with_name("ninefold"))
    command = [ninefold, "serve", "--port", "0", "--data", str(folder), "--config", str(config)]
    started = [start([*command, *options]) for _ in range(nodes)]
    process = started[0][0]
    before = resident_kb(process)
    moves, told = asyncio.run(drive_moves(process, [url for _, url in started], args))
    memory = (resident_kb(process) - before) / args.games
    for one, _ in started:
        one.terminate()
        one.wait()
    return moves, told, memory


def measure_several(args: argparse.Namespace) -> None:
    """The same with games in PostgreSQL, on one server and on two."""
    from support.databases import Postgres, Redis, run_sql

    postgres, redis = Postgres(), Redis()
    sql = "SELECT game, entry::json ->> 'square' FROM log WHERE ply IS NOT NULL ORDER BY version"
    try:
        for nodes in (1, 2):
            database = postgres.create()
            options = ["--database", database, "--bus", redis.url]
            before = [cpu_seconds_below(one.process) for one in (postgres, redis)]
            written = run_sql(database, _WRITTEN)[0][0]
            with tempfile.TemporaryDirectory() as folder:
                moves, told, memory = measure(args, Path(folder), nodes, *options)
            report(f"PostgreSQL, {nodes} server(s)", moves)
            stored = check_games(_by_game(run_sql(database, sql)), told)
            print(f"  memory a game {memory:.1f} kB; {stored:,d} moves replayed, nothing lost")
            after = [cpu_seconds_below(one.process) for one in (postgres, redis)]
            costs = [1e6 * (b - a) / stored for a, b in zip(before, after, strict=True)]
            kept = run_sql(database, "SELECT pg_total_relation_size('log')")[0][0] / stored
            written = (run_sql(database, _WRITTEN)[0][0] - written) / stored
            print(
                f"  a move costs PostgreSQL {costs[0]:.0f} µs of a core, Redis {costs[1]:.0f} µs;"
            )
            print(f"  {written:,.0f} bytes written ahead and {kept:,.0f} kept")
    finally:
        postgres.remove()
        redis.remove()


if __name__ == "__main__":
    main()
