"""Promise 15: the edge is bounded, for one connection and for thousands."""

from __future__ import annotations

import contextlib
import os
import socket
import struct
import time
from base64 import b64encode
from pathlib import Path
from urllib.request import urlopen

import pytest

from ninefold.server.http.pages import STATIC
from support.neighbour import Neighbour
from support.serving import Server, until

#: Loopback has many addresses: attackers come from one, neighbours from another.
ATTACKER = "127.0.0.2"
PONG, PING, CLOSE, CONTINUATION = 0x8A, 0x89, 0x88, 0x00


def knock(server: Server, source: str = ATTACKER) -> socket.socket:
    return socket.create_connection(
        ("127.0.0.1", server.port), timeout=30, source_address=(source, 0)
    )


def open_socket(server: Server, path: str = "/api/v1/lobby/live") -> socket.socket:
    """A WebSocket by hand, opened."""
    line = knock(server)
    key = b64encode(os.urandom(16)).decode()
    line.sendall(
        f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
        "Sec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    head = b""
    while b"\r\n\r\n" not in head:
        head += line.recv(4096)
    assert b" 101 " in head.split(b"\r\n")[0]
    return line


def frame(kind: int, payload: bytes = b"") -> bytes:
    """A masked frame; the mask is nothing, so the payload stays as it is."""
    return struct.pack("!BB", kind, 0x80 | len(payload)) + bytes(4) + payload


def rest_of(line: socket.socket, seconds: float = 30) -> bytes:
    """Everything that still comes, to the end."""
    line.settimeout(seconds)
    found = b""
    with contextlib.suppress(ConnectionError):
        while chunk := line.recv(65_536):
            found += chunk
    return found


def flood(line: socket.socket, chunk: bytes, most: int) -> int:
    """Send until the other side has had enough, or so many bytes are sent; how many were."""
    sent = 0
    with contextlib.suppress(ConnectionError, TimeoutError):
        while sent < most:
            sent += line.send(chunk)
    return sent


def memory_mb(server: Server) -> float:
    assert server.process is not None
    pages = Path(f"/proc/{server.process.pid}/statm").read_text(encoding="ascii").split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE") / 1e6


FRAMES = {
    "pongs": frame(PONG),
    "pings": frame(PING, b"x"),
    "continuations": frame(CONTINUATION),
}


def flooded(server: Server, kind: str, megabytes: float) -> bytes:
    """What a socket that sends frames of a kind without end, and then says good-bye, is told."""
    with open_socket(server) as line, Neighbour(server, f"{kind} without end"):
        if kind == "continuations":
            line.sendall(frame(0x01, b"{"))  # a text that never ends
        flood(line, FRAMES[kind] * 10_000, round(megabytes * 1_000_000))
        with contextlib.suppress(ConnectionError):
            line.sendall(frame(CLOSE))
        return rest_of(line)


@pytest.mark.parametrize("kind", FRAMES)
def test_promise_15_frames_of_every_kind_count(make_server, kind, soak):
    """The bug `count-only-texts` makes this fail, as the next test shows."""
    server = make_server(limits={"messages_per_second": 20.0, "message_burst": 60})
    assert b"too-fast" in flooded(server, kind, 20 if soak else 1)


def test_promise_15_would_be_seen_broken_for_frames(make_server):
    server = make_server(
        bug="count-only-texts", limits={"messages_per_second": 20.0, "message_burst": 60}
    )
    assert b"too-fast" not in flooded(server, "pongs", 0.1)


@pytest.mark.parametrize(
    "head",
    [b"GET / HTTP/1.1\r\nx: " + b"y" * 60_000, b"GET / HTTP/1.1\r\n" + b"a: b\r\n" * 9_000],
    ids=["one endless header", "endless headers"],
)
def test_promise_15_a_head_has_a_largest_size(shared_server, head, soak):
    before = memory_mb(shared_server)
    with Neighbour(shared_server, "heads that never end"):
        for _ in range(20 if soak else 2):
            with knock(shared_server) as line:
                flood(line, head, 50_000_000)
                answer = rest_of(line)
            assert answer == b"" or b" 431 " in answer.split(b"\r\n")[0]
    assert memory_mb(shared_server) - before < 30


def test_promise_15_a_head_that_is_a_little_too_large_is_told(shared_server):
    with knock(shared_server) as line:
        line.sendall(b"GET / HTTP/1.1\r\nhost: 127.0.0.1\r\ncookie: " + b"y" * 17_000 + b"\r\n")
        answer = rest_of(line)
    assert b" 431 " in answer.split(b"\r\n")[0]
    assert b"application/problem+json" in answer
    assert b"headers are more than 16384 bytes" in answer


HALF = b"POST /api/v1/games HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 10\r\n"


@pytest.mark.parametrize("half", [b"", HALF, HALF + b"\r\n{"], ids=["nothing", "head", "body"])
def test_promise_15_half_a_request_is_closed(make_server, half):
    """The bug `wait-for-ever` makes this fail, as the next test shows."""
    server = make_server(limits={"request_timeout_s": 0.5})
    with knock(server) as line, Neighbour(server, "half a request"):
        line.sendall(half)
        assert b"Traceback" not in rest_of(line)
    assert "Traceback" not in server.log()


def test_promise_15_would_be_seen_broken_for_half_requests(make_server):
    server = make_server(bug="wait-for-ever", limits={"request_timeout_s": 0.2})
    with knock(server) as line:
        line.sendall(HALF)
        with pytest.raises(TimeoutError):
            rest_of(line, 1.5)


def test_promise_15_one_address_cannot_take_all_connections(make_server, soak):
    """The bug `an-open-door` makes this fail, as the next test shows."""
    each = 1_000 if soak else 30
    server = make_server(limits={"connections_per_address": each, "request_timeout_s": 60.0})
    with contextlib.ExitStack() as stack:
        stack.enter_context(Neighbour(server, "half requests from one address"))
        for _ in range(each):
            stack.enter_context(knock(server)).sendall(HALF)
        with knock(server) as line:
            answer = rest_of(line)
        assert b" 429 " in answer.split(b"\r\n")[0]
        assert b"too many connections" in answer
        assert server.client().about().version, "from elsewhere it goes on"
    until(lambda: _gets_in(server))


def _gets_in(server: Server) -> bool:
    """Whether an address that had filled its share may come again, once it has gone."""
    with knock(server) as line:
        line.sendall(b"GET /health HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n")
        return b" 200 " in rest_of(line).split(b"\r\n")[0]


def test_promise_15_would_be_seen_broken_for_connections(make_server):
    server = make_server(bug="an-open-door", limits={"connections_per_address": 5})
    with contextlib.ExitStack() as stack:
        for _ in range(20):
            stack.enter_context(knock(server)).sendall(HALF)
        assert _gets_in(server)


def test_promise_15_a_low_limit_of_open_files_is_said_and_kept_to(make_server):
    server = make_server(files=100)
    assert "the system allows 100 open files, which is room for 36 of 6000" in server.log()
    with contextlib.ExitStack() as stack:
        for _ in range(60):
            stack.enter_context(knock(server))
        time.sleep(0.2)
    until(lambda: _gets_in(server))
    assert "Too many open files" not in server.log()


def kept_for_spellings_mb(server, count):
    """What a server comes to hold when one file is asked for under so many spellings."""
    largest = max((STATIC / "assets").iterdir(), key=lambda path: path.stat().st_size)
    before = memory_mb(server)
    for number in range(count):
        spelling = f"/assets{'/.' * number}/{largest.name}"
        with urlopen(f"{server.url}{spelling}", timeout=30) as answer:
            assert answer.read() == largest.read_bytes()
            assert "immutable" in answer.headers["cache-control"]
    return memory_mb(server) - before


def test_promise_15_a_file_is_kept_once_whatever_it_is_called(shared_server, soak):
    """250 spellings held 48 MB for good. The bug `keep-files-by-spelling` makes this fail."""
    with Neighbour(shared_server, "one file under many spellings"):
        assert kept_for_spellings_mb(shared_server, 2_000 if soak else 250) < 20


def test_promise_15_would_be_seen_broken_for_spellings(make_server):
    assert kept_for_spellings_mb(make_server(bug="keep-files-by-spelling"), 250) >= 20
