"""Promise 10: who reads slowly, or never, holds nobody up and loses no acknowledged move."""

import asyncio
import contextlib
import re
import socket
import time
from base64 import b64encode
from urllib.request import urlopen

import pytest

from ninefold.server.wire import messages as m
from support.serving import until


def stuck_reader(server, game, headers):
    """A socket that shakes hands and then reads nothing."""
    sock = socket.socket()
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    sock.connect(("127.0.0.1", server.port))
    key = b64encode(b"0123456789abcdef").decode()
    lines = [
        f"GET /api/v1/games/{game}/live HTTP/1.1",
        "Host: 127.0.0.1",
        "Upgrade: websocket",
        "Connection: Upgrade",
        f"Sec-WebSocket-Key: {key}",
        "Sec-WebSocket-Version: 13",
        f"Cookie: {headers['Cookie']}",
    ]
    sock.sendall("\r\n".join([*lines, "", ""]).encode())
    return sock


def masked_frame(text):
    """A short WebSocket text frame as clients send them; a mask of zeros is a mask."""
    return bytes([0x81, 0x80 | len(text), 0, 0, 0, 0]) + text


def metric(server, name):
    """A number that the server tells about itself."""
    with urlopen(f"{server.url}/metrics") as answer:
        lines = answer.read().decode().splitlines()
    return next(float(line.split()[1]) for line in lines if line.startswith(f"ninefold_{name} "))


def refused(server):
    """How many commands were answered by a refusal."""
    return metric(server, "commands_refused_total")


BACKLOG = 64
#: So many answers are asked for at once; more than twice as many wait only if nobody reads them.
ASKED_AT_ONCE = 12
ASKING = masked_frame(b'{"t":"swap","take":true}') * ASKED_AT_ONCE
#: Pings come all the time, and nobody is let go for the time that a busy machine takes.
SLOW = {"limits": {"backlog": BACKLOG, "send_timeout_s": 600.0}, "ping_s": 0.05}


def fill_the_way(server, slow):
    """Ask without reading until answers wait in the server: some, but not too many."""
    until(lambda: metric(server, "sockets") == 1)
    asked = 0
    while metric(server, "outbox_longest") <= 2 * ASKED_AT_ONCE:
        slow.sendall(ASKING)
        asked += ASKED_AT_ONCE
        until(lambda asked=asked: refused(server) == asked)


async def play_for_others(server, open_page, game, headers, pairs=BACKLOG):
    """Play more events than a line holds, see that nobody else misses one; the last version."""
    async with (
        open_page(server.url, game, headers) as player,
        open_page(server.url, game, {}) as watcher,
    ):
        for number in range(pairs):
            assert await player.do(m.Move(ply=0, square=40, id=f"m{number}")) == "ok"
            assert await player.do(m.Undo(ply=1, id=f"u{number}")) == "ok"
        newest = player.state.version
        await watcher.until(lambda: watcher.state.version == newest)
        for page in (player, watcher):
            seen = [one.game.version for one in page.seen if isinstance(one, m.GameEvent)]
            assert seen == list(range(newest - 2 * pairs + 1, newest + 1))
        return newest


def read_until(slow, wanted):
    """What comes out of a socket up to a text, or to its end."""
    slow.settimeout(120)
    data = bytearray()
    with contextlib.suppress(ConnectionResetError):  # an end as well
        while wanted not in data[-(1 << 17) :] and (got := slow.recv(1 << 16)):
            data += got
    return data


def slow_reader(make_server, open_page, **options):
    """The longest line, how much was kept in all, and of which versions it heard at last."""
    server = make_server(**SLOW, **options)
    ann = server.client()
    game = ann.create(opponent="same-device").game.id
    with stuck_reader(server, game, ann.headers) as slow:
        fill_the_way(server, slow)
        newest = asyncio.run(play_for_others(server, open_page, game, ann.headers))
        longest = metric(server, "outbox_longest")
        data = read_until(slow, f'"version":{newest},'.encode())
    got = sorted({int(one) for one in re.findall(rb'"version":(\d+),', data)})
    return longest, len(data), got, newest


def test_promise_10_a_slow_reader_misses_events_and_gets_the_newest(make_server, open_page):
    """Others miss nothing, and what waits for it in the server's memory stays within the limit.

    The bug `keep-everything-for-slow-readers` makes this fail, as the next test shows.
    """
    longest, kept, got, newest = slow_reader(make_server, open_page)
    assert longest == BACKLOG
    assert kept < 1_000_000  # by the system, too
    assert got[-1] == newest
    assert len(got) < newest / 2


def test_promise_10_would_be_seen_broken(make_server, open_page):
    bug = "keep-everything-for-slow-readers"
    longest, _, got, newest = slow_reader(make_server, open_page, bug=bug)
    assert longest > BACKLOG
    assert got[-2 * BACKLOG :] == list(range(newest - 2 * BACKLOG + 1, newest + 1))


def is_cut_off(slow):
    """Whether the other side has ended a connection, read or not."""
    try:
        slow.sendall(masked_frame(b'{"t":"sync"}'))
    except ConnectionError:
        return True
    return False


@contextlib.contextmanager
def somebody_let_go(make_server, **options):
    """A socket on which a lot was asked and nothing read until its page was let go."""
    limits = {"backlog": BACKLOG, "send_timeout_s": 0.3}
    server = make_server(limits=limits, ping_s=0.05, **options)
    ann = server.client()
    game = ann.create(opponent="same-device").game.id
    with stuck_reader(server, game, ann.headers) as slow:
        until(lambda: metric(server, "sockets") == 1)
        asked = 0
        while metric(server, "sockets"):
            with contextlib.suppress(ConnectionError):
                slow.sendall(ASKING)
            asked += ASKED_AT_ONCE
            until(lambda asked=asked: refused(server) >= asked or not metric(server, "sockets"))
        assert metric(server, "outbox_longest") <= BACKLOG
        yield slow


def test_promise_10_who_never_reads_is_cut_off(make_server):
    """The bug `hold-on-to-the-stuck` makes this fail, as the next test shows."""
    with somebody_let_go(make_server) as slow:
        until(lambda: is_cut_off(slow))


def test_promise_10_would_be_seen_broken_by_who_never_reads(make_server):
    with somebody_let_go(make_server, bug="hold-on-to-the-stuck") as slow:
        for _ in range(10):
            assert not is_cut_off(slow)
            time.sleep(0.1)


async def last_words_of_the_stuck(server, open_page, slow, game, moves_on_disk):
    """What a watcher shows of a move that a page made while it was let go."""
    async with open_page(server.url, game, {}) as watcher:
        right = server.bug == "slow-disk"
        hold = server.data / "hold"
        hold.touch()
        asking = masked_frame(b'{"t":"sync"}') * BACKLOG  # more answers than there is room for
        slow.sendall(asking + masked_frame(b'{"t":"move","ply":0,"square":40}'))
        if right:
            await asyncio.sleep(10 * SLOW["ping_s"])  # time enough to let go of it too early
        else:
            await asyncio.to_thread(until, lambda: metric(server, "sockets") == 1)
        hold.unlink()
        await asyncio.to_thread(until, lambda: moves_on_disk(server.database, game))
        await asyncio.to_thread(until, lambda: metric(server, "sockets") == 1)
        with contextlib.suppress(TimeoutError):
            await watcher.until(lambda: watcher.state.moves, 60 if right else 0.5)
        return watcher.state.moves


@pytest.mark.parametrize(
    ("bug", "shown"), [("slow-disk", [40]), ("let-go-amid-commands", [])], ids=["right", "broken"]
)
def test_promise_10_others_hear_of_the_last_move_of_who_is_let_go(
    make_server, open_page, moves_on_disk, bug, shown
):
    server = make_server(bug=bug, **SLOW)
    ann = server.client()
    game = ann.create(opponent="same-device").game.id
    with stuck_reader(server, game, ann.headers) as slow:
        fill_the_way(server, slow)
        told = last_words_of_the_stuck(server, open_page, slow, game, moves_on_disk)
        assert asyncio.run(told) == shown
