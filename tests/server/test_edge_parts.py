"""The parts of the edge by themselves: paces, doors, outboxes, origins, the guard before it all."""

from __future__ import annotations

import asyncio
import random
import socket
from collections import Counter
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from ninefold.server import pace
from ninefold.server.config import Config, Limits
from ninefold.server.http import outbox as outboxes
from ninefold.server.http.door import Door
from ninefold.server.http.guard import SECRET, SECURITY_HEADERS, Guard
from ninefold.server.http.hangup import unless_gone
from ninefold.server.http.lag import LagMeter
from ninefold.server.http.origins import Origins, is_readable
from ninefold.server.http.outbox import Outbox
from ninefold.server.metrics import Counts, Metrics
from ninefold.server.pace import Bucket, Buckets
from ninefold.server.wire.refusal import Refusal


class Clock:
    """Seconds that pass when a test says so."""

    def __init__(self) -> None:
        self.now = 50.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch):
    clock = Clock()
    monkeypatch.setattr(pace, "time", SimpleNamespace(monotonic=clock))
    return clock


# Paces


def test_a_bucket_gives_its_burst_at_once_and_then_so_many_a_second(clock):
    bucket = Bucket(2.0, 4)
    assert [bucket.take() for _ in range(5)] == [True] * 4 + [False]
    assert bucket.wait == pytest.approx(0.5)
    clock.now += 0.49
    assert not bucket.take()
    assert bucket.wait == pytest.approx(0.01)
    clock.now += 0.01
    assert (bucket.take(), bucket.take()) == (True, False)
    clock.now += 1_000
    assert bucket.take(4), "it fills, but not beyond its burst"
    assert not bucket.take()
    clock.now += 1
    assert not bucket.take(3), "nothing is taken where not all can be"
    assert bucket.take(2)


def test_asking_while_refused_fills_no_bucket(clock):
    bucket = Bucket(2.0, 1)
    assert bucket.take()
    allowed = 0
    for _ in range(100):
        clock.now += 0.1
        allowed += bucket.take()
    assert allowed == pytest.approx(20, abs=1)


def test_everybody_has_a_bucket_of_their_own_and_the_oldest_are_forgotten(clock, monkeypatch):
    monkeypatch.setattr(pace, "_MOST_REMEMBERED", 3)
    buckets = Buckets(1.0, 1)
    for who in "abc":
        assert buckets.of(who).take()
        assert not buckets.of(who).take()
    buckets.of("a")  # asks again: now b asked longest ago
    buckets.of("d")
    assert [buckets.of(who).take() for who in "acd"] == [False, False, True]
    assert buckets.of("b").take(), "whoever was forgotten begins anew"


def test_a_lag_is_that_of_the_last_few_answers():
    meter = LagMeter()
    assert meter.ms == 0.0
    first = meter.ask(0.0)
    meter.answered(first, 10.0)
    meter.answered(first, 11.0)  # once only
    meter.answered(99, 0.0)
    assert meter.ms == 10.0
    for trip in (50, 40, 60, 70):
        meter.answered(meter.ask(0.0), trip)
    assert meter.ms == 10.0
    meter.answered(meter.ask(0.0), 90.0)
    assert meter.ms == 40.0, "the sixth to the last counts no more"
    asked = [meter.ask(0.0) for _ in range(6)]
    meter.answered(asked[0], 1.0)
    assert meter.ms == 40.0, "what was asked that long ago says nothing"
    meter.answered(asked[1], 2.0)
    assert meter.ms == 2.0


# Doors


@pytest.mark.parametrize("seed", range(3))
def test_a_door_lets_in_so_many_and_of_each_address_so_many(seed):
    dice, inside, refused = random.Random(seed), Counter[str](), 0
    door = Door(connections=9, each=3, proxies=["proxy"])
    for _ in range(400):
        address = dice.choice(("a", "b", "c", "proxy"))
        if dice.random() < 0.6:
            fits = inside.total() < 9 and (address == "proxy" or inside[address] < 3)
            assert door.enter(address) == fits
            inside[address] += fits
            refused += not fits
        elif inside[address]:
            door.leave(address)
            inside[address] -= 1
        assert (door.inside, door.refused) == (inside.total(), refused)


def test_a_socket_is_one_too_many_for_the_server_an_address_or_a_visitor():
    limits = Limits(sockets=5, sockets_per_address=3, sockets_per_visitor=2)

    def fits(metrics: Metrics, address: str, visitor: str | None) -> bool:
        try:
            metrics.check_room(limits, address, visitor)
        except Refusal as refusal:
            return refusal.code != "too-many-sockets"
        return True

    metrics = Metrics()
    metrics.opened("here", "ann")
    assert fits(metrics, "there", "ann")
    metrics.elsewhere[7] = Counts({"ann": 1}, {"far": 2, "here": 1})
    assert not fits(metrics, "there", "ann"), "one here, one at another node"
    assert fits(metrics, "far", "ben")
    metrics.opened("far", None)
    assert not fits(metrics, "far", "ben")
    assert fits(metrics, "here", None), "strangers are no visitor"
    metrics.opened("here", None)
    assert not fits(metrics, "here", None)
    assert (metrics.visitors, metrics.own) == (1, Counts({"ann": 1}, {"here": 2, "far": 1}))
    metrics.opened("x", "cid")
    metrics.opened("y", "dan")
    assert metrics.visitors == 3
    assert not fits(metrics, "new", "eve"), "the fifth is the last"
    metrics.closed("here", "ann")
    metrics.closed("y", "dan")
    assert fits(metrics, "new", "eve")
    assert (metrics.sockets, metrics.sockets_opened) == (3, 5)
    assert metrics.own == Counts({"cid": 1}, {"here": 1, "far": 1, "x": 1})


# Outboxes


class Page:
    """The other side: reads while it has room."""

    def __init__(self) -> None:
        self.read: list[bytes] = []
        self.room = 1_000
        self.resumed = lambda: None

    def send_text(self, text: bytes) -> bool:
        if self.room <= 0:
            return False
        self.room -= 1
        self.read.append(text)
        return True


class Post:
    """An outbox to a page, with a clock set by hand."""

    def __init__(self, monkeypatch, **limits: Any) -> None:
        self.page, self.metrics, self.now = Page(), Metrics(), 1_000.0
        monkeypatch.setattr(outboxes, "now_ms", lambda: self.now)
        self.box = Outbox(self.page, Limits(**limits), self.metrics)

    async def put(self, *messages: tuple[int, bytes]) -> None:
        for version, message in messages:
            self.box.put(version, message)
        await asyncio.sleep(0)


def deliver(monkeypatch, scene, **limits):
    async def run():
        return await scene(Post(monkeypatch, **limits))

    return asyncio.run(run())


def test_messages_come_in_order_and_a_version_that_was_overtaken_not_at_all(monkeypatch):
    async def scene(post):
        await post.put((0, b"hi"), (3, b"v3"), (2, b"v2"), (0, b"yo"), (3, b"again"), (4, b"v4"))
        assert not post.box.blocked
        await post.put((4, b"late"), (5, b"v5"))
        return post.page.read, post.metrics.outbox_longest

    read, longest = deliver(monkeypatch, scene)
    assert read == [b"hi", b"v3", b"yo", b"v4", b"v5"]
    assert longest == 4


def test_who_does_not_read_misses_states_but_nothing_else_and_is_stuck_after_a_while(monkeypatch):
    async def scene(post):
        post.page.room = 1
        await post.put((1, b"v1"))
        await post.put((0, b"a"), (2, b"v2"), (3, b"v3"))
        assert (post.box.blocked, post.box.stuck) == (True, False)
        await post.put((4, b"v4"), (0, b"b"))
        post.now += 500.0
        post.page.resumed()  # but there is no room
        post.now += 500.0
        assert not post.box.stuck
        post.now += 0.5
        assert post.box.stuck, "counted from when it was blocked first"
        post.page.room = 1
        post.page.resumed()
        assert (post.box.blocked, post.box.stuck) == (True, False), "it has read something"
        post.page.room = 100
        post.page.resumed()
        assert not post.box.blocked
        return post.page.read, post.metrics.sockets_overrun

    read, overrun = deliver(monkeypatch, scene, backlog=3, send_timeout_s=1.0)
    assert read == [b"v1", b"a", b"v4", b"b"]
    assert overrun == 1


def test_who_reads_nothing_of_what_cannot_be_left_out_is_given_up(monkeypatch):
    async def scene(post):
        post.page.room = 0
        await post.put((0, b"a"), (0, b"b"))
        await post.put((0, b"c"))
        assert post.box.stuck
        await post.put((9, b"v9"))
        post.page.room = 100
        post.page.resumed()
        return post.page.read

    assert deliver(monkeypatch, scene, backlog=2) == [b"a", b"b"]


def test_many_messages_at_once_harm_nobody_who_reads(monkeypatch):
    async def scene(post):
        await post.put(*((0, b"%d" % number) for number in range(6)))
        return post.page.read, post.box.stuck

    assert deliver(monkeypatch, scene, backlog=2) == ([b"%d" % n for n in range(6)], False)


def test_a_closed_outbox_sends_nothing_more(monkeypatch):
    async def scene(post):
        post.box.put(1, b"v1")
        post.box.close()
        await post.put((2, b"v2"))
        post.page.resumed()
        return post.page.read

    assert deliver(monkeypatch, scene) == []


# Origins


def scope_of(method: str = "GET", path: str = "/api/v1/about", **headers: str) -> dict[str, Any]:
    return {
        "type": "http",
        "method": method,
        "scheme": headers.pop("scheme", "http"),
        "path": path,
        "raw_path": path.encode(),
        "client": (headers.pop("client", "10.0.0.1"), 5),
        "headers": [
            (k.replace("_", "-").encode(), v.encode("latin-1")) for k, v in headers.items()
        ],
    }


@pytest.mark.parametrize(
    ("host", "known"),
    [
        (None, True),
        ("localhost", True),
        ("LOCALHOST:80", True),
        ("127.0.0.1:8099", True),
        ("192.168.4.7", True),
        ("[::1]:8099", True),
        ("[fe80::1]", True),
        ("play.example", True),
        ("Play.Example:443", True),
        (f"{socket.gethostname()}.local:1", True),
        (socket.gethostname(), True),
        ("", False),
        ("evil.example", False),
        ("play.example.evil.example", False),
        ("notplay.example", False),
        ("localhost.evil.example", False),
        ("127.0.0.1.evil.example", False),
        ("[evil.example]", False),
    ],
)
def test_the_server_answers_to_addresses_and_to_its_own_names(host, known):
    origins = Origins(["PLAY.example"], [])
    headers = {} if host is None else {"host": host}
    assert origins.knows_host(scope_of(**headers)) == known


@pytest.mark.parametrize(
    ("origin", "foreign", "shared"),
    [
        (None, False, False),
        ("http://n.example", False, False),
        ("https://N.example", False, False),
        ("http://n.example:81", True, False),
        ("https://friend.example", False, True),
        ("HTTPS://Friend.example", False, True),
        ("http://friend.example", True, False),
        ("https://friend.example.evil", True, False),
        ("null", True, False),
        ("", True, False),
    ],
)
def test_a_page_from_elsewhere_is_foreign_unless_it_is_a_friend(origin, foreign, shared):
    origins = Origins([], ["https://FRIEND.example"])
    headers = {"host": "n.EXAMPLE"} | ({} if origin is None else {"origin": origin})
    told = origins.sharing(scope_of(**headers))
    assert origins.is_foreign(scope_of(**headers)) == foreign
    assert told == [
        *([(b"access-control-allow-origin", b"https://friend.example")] if shared else []),
        (b"vary", b"origin"),
    ]
    asks = {"access_control_request_method": "PUT", **headers}
    answer = origins.preflight(scope_of("OPTIONS", **asks))
    if foreign:
        assert answer is None
    else:
        assert answer is not None
        assert answer[: len(told)] == told
        assert dict(answer)[b"access-control-allow-methods"] == b"GET, POST, PUT, DELETE"
    assert origins.preflight(scope_of("OPTIONS", **headers)) is None, "nobody asks for that"
    assert origins.preflight(scope_of("GET", **asks)) is None
    assert Origins([], []).sharing(scope_of(**headers)) == []


@pytest.mark.parametrize(
    ("raw", "readable"),
    [
        (b"", True),
        (b"/game/a-b", True),
        (b"/%E6%9E%97", True),
        ("/林".encode(), False),
        (b"/%00", False),
        (b"/a%0Ab", False),
        (b"/%ff", False),
        (b"/%7f", False),
    ],
)
def test_an_address_is_readable_if_it_is_text_that_can_be_seen(raw, readable):
    assert is_readable({"raw_path": raw}) == readable


# The guard


class Inner:
    """The application behind: notes what it is asked."""

    def __init__(self, *headers: tuple[bytes, bytes], secret: str | None = None) -> None:
        self.headers, self.secret = list(headers), secret
        self.asked: list[dict[str, Any]] = []

    async def __call__(self, scope, receive, send):
        self.asked.append(scope)
        if self.secret is not None:
            scope.setdefault("state", {})[SECRET] = self.secret
        await send({"type": "http.response.start", "status": 200, "headers": self.headers})
        await send({"type": "http.response.body", "body": b"inner"})


def through(inner, *scopes, **settings):
    """What comes back through a guard: status, headers and body of each."""
    metrics, config = Metrics(), Config(limits=Limits(**settings.pop("limits", {})), **settings)
    guard, answers = Guard(inner, config, metrics), []

    async def run():
        for scope in scopes:
            sent: list[dict[str, Any]] = []

            async def send(message, sent=sent):
                sent.append(message)

            await guard(scope, None, send)
            answers.append(
                (sent[0]["status"], sent[0]["headers"], sent[1]["body"], sent[0]["type"])
            )

    asyncio.run(run())
    return answers, metrics


def test_every_answer_is_strict_and_what_a_page_says_itself_counts():
    own = (b"Content-Security-Policy", b"default-src 'none'")
    inner = Inner(own)
    ((_, headers, body, _),), _ = through(inner, scope_of(host="localhost"))
    assert body == b"inner"
    assert headers == [own, *SECURITY_HEADERS[1:]]
    refused, _ = through(Inner(), scope_of(host="evil.example"))
    assert set(SECURITY_HEADERS) <= set(refused[0][1])


def test_who_asks_for_the_head_is_asked_for_as_whoever_gets_it():
    inner = Inner()
    through(inner, scope_of("HEAD"), scope_of("DELETE"))
    assert [one["method"] for one in inner.asked] == ["GET", "DELETE"]


@pytest.mark.parametrize(
    ("path", "meant"),
    [
        ("/api/about", "/api/v1/about"),
        ("/api/games/x/hint", "/api/v1/games/x/hint"),
        ("/api/v1/about", "/api/v1/about"),
        ("/api/docs", "/api/docs"),
        ("/api/schema/openapi.json", "/api/schema/openapi.json"),
        ("/api/v10/about", "/api/v1/v10/about"),
        ("/apiary", "/apiary"),
        ("/", "/"),
    ],
)
def test_who_names_no_version_means_the_first(path, meant):
    inner = Inner()
    through(inner, scope_of(path=path))
    assert (inner.asked[0]["path"], inner.asked[0]["raw_path"]) == (meant, meant.encode())


@pytest.mark.parametrize(
    ("asked", "status", "code"),
    [
        (scope_of(host="evil.example"), 421, "unknown-host"),
        (scope_of("POST", host="localhost", origin="http://evil.example"), 403, "foreign-origin"),
        (scope_of("DELETE", host="localhost", origin="null"), 403, "foreign-origin"),
        (scope_of("GET", host="localhost", origin="http://evil.example"), 200, None),
        (scope_of("HEAD", host="localhost", origin="http://evil.example"), 200, None),
        (scope_of("OPTIONS", host="localhost", origin="http://evil.example"), 200, None),
        (scope_of("POST", host="localhost", origin="http://localhost"), 200, None),
        ({**scope_of(), "raw_path": b"/%00"}, 400, "bad-request"),
    ],
)
def test_what_is_not_for_us_is_told_and_goes_no_further(asked, status, code):
    inner = Inner()
    ((found, _, body, kind),), _ = through(inner, asked)
    assert (found, kind) == (status, "http.response.start")
    assert len(inner.asked) == (status == 200)
    if code is not None:
        assert msgspec.json.decode(body)["code"] == code


def test_a_socket_from_elsewhere_is_refused_whatever_it_asks():
    asked = {**scope_of(host="localhost", origin="http://evil.example"), "type": "websocket"}
    del asked["method"]
    friendly = {**scope_of(host="localhost", origin="http://localhost"), "type": "websocket"}
    inner = Inner()
    (refused, let_in), _ = through(inner, asked, friendly)
    assert (refused[0], refused[3]) == (403, "websocket.http.response.start")
    assert let_in[0] == 200
    assert [one["type"] for one in inner.asked] == ["websocket"]


def test_each_address_asks_so_fast_and_is_told_when_to_come_again(clock):
    limits = {"request_burst": 2, "requests_per_second": 0.5}
    mine, socket_of_mine = scope_of(host="localhost"), scope_of(host="localhost")
    socket_of_mine["type"] = "websocket"
    others = scope_of(host="localhost", client="10.0.0.2")
    inner = Inner()
    told, metrics = through(inner, mine, mine, mine, others, socket_of_mine, limits=limits)
    assert [one[0] for one in told] == [200, 200, 429, 200, 429]
    assert (metrics.requests, metrics.requests_limited) == (4, 1)
    assert dict(told[2][1])[b"retry-after"] == b"3"
    assert msgspec.json.decode(told[4][2])["code"] == "too-fast"


@pytest.mark.parametrize(
    ("scheme", "settings", "cookie"),
    [
        ("http", {}, "ninefold_visitor={}; Path=/; Max-Age={}; HttpOnly; SameSite=Lax"),
        (
            "https",
            {},
            "__Host-ninefold_visitor={}; Path=/; Max-Age={}; HttpOnly; SameSite=Lax; Secure",
        ),
        (
            "http",
            {"secure_cookie": True},
            "__Host-ninefold_visitor={}; Path=/; Max-Age={}; HttpOnly; SameSite=Lax; Secure",
        ),
    ],
)
def test_a_secret_that_was_left_becomes_a_cookie_and_an_empty_one_takes_it_away(
    scheme, settings, cookie
):
    for secret, lasts in (("s3", 31_536_000), ("", 0)):
        ((_, headers, _, _),), _ = through(
            Inner(secret=secret), scope_of(scheme=scheme), **settings
        )
        assert dict(headers)[b"set-cookie"].decode() == cookie.format(secret, lasts)
    ((_, headers, _, _),), _ = through(Inner(), scope_of(scheme=scheme), **settings)
    assert b"set-cookie" not in dict(headers)


# Hanging up


@pytest.mark.parametrize("hangs_up", [False, True])
def test_work_goes_on_until_nobody_waits_for_it(hangs_up):
    ended = []

    async def run():
        gone, working = asyncio.Event(), asyncio.Event()

        async def receive():
            if not ended:
                ended.append("read")
                return {"type": "http.request"}
            await gone.wait()
            return {"type": "http.disconnect"}

        async def work():
            try:
                working.set()
                await asyncio.sleep(3_600 if hangs_up else 0)
                return 7
            except asyncio.CancelledError:
                ended.append("dropped")
                raise

        waiting = asyncio.create_task(unless_gone(receive, work()))
        await working.wait()
        if not hangs_up:
            return await waiting
        gone.set()
        with pytest.raises(Refusal):
            await waiting
        await asyncio.sleep(0)
        assert ended[1:] == ["dropped"], "at once, and not when the server stops"
        return None

    assert asyncio.run(run()) == (None if hangs_up else 7)
    assert ended[1:] == (["dropped"] if hangs_up else [])
