"""Promises 8, 9 and 13: bad input, too much input and many games harm nobody else."""

import asyncio
import contextlib
import hashlib
import sqlite3
from urllib.request import Request, urlopen

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from ninefold.server.client import Client
from ninefold.server.wire import messages as m
from ninefold.server.wire.refusal import Refusal
from support.neighbour import Neighbour
from support.serving import until


def digest(server, game):
    """What a game is on disk, as one number."""
    with contextlib.closing(sqlite3.connect(server.database)) as db:
        rows = db.execute("SELECT * FROM log WHERE game = ? ORDER BY version", (game,)).fetchall()
    return hashlib.sha256(repr(rows).encode()).hexdigest()


def started_game(server):
    ann, ben = server.client(), server.client()
    game = ann.create(opponent="link", side="X").game.id
    ben.join(game)
    ann.command(game, m.Move(ply=0, square=40))
    return ann, ben, game


WORDS = st.sampled_from(
    ["move", "resign", "swap", "undo", "redo", "claim", "abort", "sync", "ping", "offer", "", "X"]
)
STRUCTURES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=6,
)
#: Messages that no page sends: noise, wrong structures, and commands that are not the sender's.
NONSENSE = st.one_of(
    st.text(max_size=60),
    st.binary(max_size=30).map(lambda data: data.decode("latin-1")),
    st.fixed_dictionaries(
        {"t": WORDS, "ply": st.integers(-2, 90) | STRUCTURES, "square": STRUCTURES}
    ),
    st.fixed_dictionaries({"t": st.just("move"), "ply": st.just(1), "square": st.integers(36, 44)}),
    st.fixed_dictionaries({"t": WORDS, "what": STRUCTURES}),
    STRUCTURES,
)


def fire_nonsense(server, open_page, examples):
    """Whether a stranger's nonsense changed a game."""
    _, _, game = started_game(server)
    stranger = server.client()
    before = digest(server, game)

    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(st.lists(NONSENSE, min_size=5, max_size=20))
    def fire(batch):
        if digest(server, game) != before:
            return  # seen: what else would change it is not asked

        async def send():
            async with open_page(server.url, game, stranger.headers) as page:
                for message in batch:
                    await page.send(message if isinstance(message, str) else _json(message))
                await page.send(m.Ping(7))
                await page.until(lambda: m.ServerPong(7) in page.seen)
                assert page.closed is None

        asyncio.run(send())

    fire()
    return digest(server, game) != before


def _json(value):
    return msgspec.json.encode(value).decode()


def test_promise_8_bad_input_never_changes_a_game(shared_server, open_page):
    """The bug `no-seat-check` makes this fail, as the next test shows."""
    with Neighbour(shared_server, "nonsense on sockets"):
        assert not fire_nonsense(shared_server, open_page, 10)


def test_promise_8_would_be_seen_broken(make_server, open_page):
    assert fire_nonsense(make_server(bug="no-seat-check"), open_page, 30)


@pytest.mark.parametrize(
    ("who", "command", "code"),
    [
        ("ben", m.Move(ply=0, square=41), "stale"),
        ("ben", m.Move(ply=1, square=0), "illegal-move"),
        ("ben", m.Move(ply=1, square=40), "illegal-move"),
        ("ann", m.Move(ply=1, square=36), "not-your-turn"),
        ("ann", m.Undo(ply=1), "not-now"),
        ("ann", m.Redo(ply=1), "nothing-to-undo"),
        ("ann", m.Claim("win"), "not-now"),
        ("ann", m.Swap(take=True), "not-now"),
        ("stranger", m.Move(ply=1, square=36), "not-your-game"),
        ("stranger", m.Resign(), "not-your-game"),
    ],
)
def test_a_refused_command_says_why_brings_the_game_and_changes_nothing(
    shared_server, open_page, who, command, code
):
    ann, ben, game = started_game(shared_server)
    client = {"ann": ann, "ben": ben, "stranger": shared_server.client()}[who]
    before = digest(shared_server, game)
    with pytest.raises(Refusal) as caught:
        client.command(game, command)
    assert caught.value.code == code

    async def over_the_socket():
        async with open_page(shared_server.url, game, client.headers) as page:
            await page.send(command)
            await page.until(lambda: isinstance(page.seen[-1], m.Refused))
            return page.seen[-1]

    refused = asyncio.run(over_the_socket())
    assert (refused.code, refused.game.moves) == (code, [40])
    assert digest(shared_server, game) == before


def test_nothing_can_be_played_after_the_end(shared_server):
    ann, ben, game = started_game(shared_server)
    ben.command(game, m.Resign())
    before = digest(shared_server, game)
    for command in (m.Move(ply=1, square=36), m.Resign(), m.Offer("draw"), m.Claim("win")):
        with pytest.raises(Refusal) as caught:
            ben.command(game, command)
        assert caught.value.code == "game-over"
    assert digest(shared_server, game) == before
    assert ann.game(game).game.state == "over"


def test_promise_9_each_limit_has_its_code_and_neighbours_go_on(make_server, open_page):
    server = make_server(limits={"messages_per_second": 20.0, "message_burst": 50})
    ann, ben, game = started_game(server)

    async def overdo(neighbour, number, messages):
        async with open_page(server.url, game, ben.headers) as page:
            for message in messages:
                await page.send(message)
            await page.until(lambda: page.closed is not None)
            await neighbour.send(m.Ping(number))
            await neighbour.until(lambda: m.ServerPong(number) in neighbour.seen)
            return page.closed[0]

    async def overdo_all():
        async with open_page(server.url, game, ann.headers) as neighbour:
            too_much = (["x" * 4097], [b'{"t":"sync"}'], ["{}"] * 200)
            codes = [await overdo(neighbour, n, messages) for n, messages in enumerate(too_much)]
            assert neighbour.closed is None
            return codes

    too_large, binary, too_fast = 1009, 1003, 1008
    assert asyncio.run(overdo_all()) == [too_large, binary, too_fast]
    assert ben.command(game, m.Move(ply=1, square=36)).game.moves == [40, 36]
    assert "Traceback" not in server.log()


def knock(server, origin):
    """Open a game's socket as a page of that origin would."""
    ann, _, game = started_game(server)
    address = f"{server.url.replace('http', 'ws')}/api/v1/games/{game}/live"

    async def enter():
        async with connect(address, origin=origin, additional_headers=ann.headers):
            return True

    return asyncio.run(enter())


def test_promise_9_would_be_seen_broken(make_server):
    assert knock(make_server(bug="let-every-page-in"), "http://evil.example")


def test_promise_9_a_page_from_elsewhere_is_refused_before_it_is_accepted(shared_server):
    assert knock(shared_server, shared_server.url)
    for origin in ("http://evil.example", "null", shared_server.url + ".evil.example"):
        with pytest.raises(InvalidStatus) as caught:
            knock(shared_server, origin)
        assert caught.value.response.status_code == 403
    foreign = Client(shared_server.url)
    foreign._opener.addheaders = [("Origin", "http://evil.example")]
    with pytest.raises(Refusal) as refused:
        foreign.create()
    assert refused.value.code == "foreign-origin"


def create_many(server, count):
    """How many of so many creations succeed, and with which codes the rest fail."""
    ann = server.client()
    codes = []
    for _ in range(count):
        try:
            ann.create(opponent="link")
        except Refusal as refusal:
            codes.append(refusal.code)
    return count - len(codes), set(codes)


def test_promise_13_a_visitor_has_a_cap_on_games(make_server, soak):
    """The bug `no-caps` makes this fail, as the next test shows."""
    server = make_server(limits={"games_per_visitor": 20})
    assert create_many(server, 10_000 if soak else 25) == (20, {"too-many-games"})
    assert server.client().create(opponent="link").game.state == "waiting"


def test_promise_13_would_be_seen_broken(make_server):
    server = make_server(bug="no-caps", limits={"games_per_visitor": 20})
    assert create_many(server, 25) == (25, set())


def test_promise_13_caps_on_challenges_creations_and_sockets(make_server, open_page):
    limits = {
        "challenges_per_visitor": 2,
        "create_burst": 5,
        "creates_per_minute": 1.0,
        "sockets_per_visitor": 3,
        "games_per_visitor": 2,
    }
    server = make_server(limits=limits)
    ann = server.client()
    game = ann.create(opponent="open").game.id
    ann.create(opponent="open")
    with pytest.raises(Refusal) as caught:
        ann.create(opponent="open")
    assert caught.value.code == "too-many-challenges"
    assert len(ann.join(game).seats) == 1, "who sits there already is no game too many"
    codes = create_many(server, 10)[1]
    assert codes == {"too-fast"}

    async def open_many():
        async with contextlib.AsyncExitStack() as stack:
            pages = [
                await stack.enter_async_context(open_page(server.url, game, ann.headers))
                for _ in range(5)
            ]
            return [page.closed for page in pages]

    assert asyncio.run(open_many()) == [None] * 3 + [(1008, "too-many-sockets")] * 2


def test_promise_13_a_game_that_nobody_joins_expires(make_server):
    server = make_server(expire_open_s=0.3, sweep_s=0.1)
    ann = server.client()
    game = ann.create(opponent="open").game.id
    until(lambda: ann.game(game).game.state != "waiting")
    end = ann.game(game).game
    assert (end.state, end.result.reason) == ("aborted", "expired")


def test_requests_are_limited_by_address(make_server):
    server = make_server(limits={"request_burst": 20, "requests_per_second": 1.0})
    codes = set()
    for _ in range(40):
        try:
            Client(server.url).about()
        except Refusal as refusal:
            codes.add(refusal.code)
    assert codes == {"too-fast"}


def test_a_body_has_a_largest_size(shared_server):
    ann = shared_server.client()
    with pytest.raises(Refusal) as caught:
        ann._ask("POST", "/api/v1/me/tokens", m.NewToken, m.CreateToken("x" * 20_000))
    assert caught.value.code in ("too-large", "bad-request")


def test_every_answer_carries_headers_that_make_browsers_strict(shared_server):
    opener = shared_server.client()._opener
    for path in ("/", "/api/v1/about", "/health", "/api/docs"):
        with opener.open(shared_server.url + path) as answer:
            policy = answer.headers["content-security-policy"]
            assert "default-src 'none'" in policy
            assert "unsafe-inline" not in policy.partition("style-src")[0]
            assert "'unsafe-eval'" not in policy
            assert answer.headers["cross-origin-embedder-policy"] == "require-corp"
            assert answer.headers["x-content-type-options"] == "nosniff"
            assert answer.headers["referrer-policy"] == "same-origin"
            assert "server" not in answer.headers


def test_asking_for_the_head_alone_gives_the_head(shared_server):
    with urlopen(Request(f"{shared_server.url}/health", method="HEAD")) as answer:
        assert (answer.status, answer.read()) == (200, b"")
        assert "content-security-policy" in answer.headers


def test_the_secret_is_httponly_samesite_and_in_no_log(shared_server):
    server = shared_server
    client = Client(server.url)
    with client._opener.open(f"{server.url}/api/v1/me") as answer:
        cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    secret = cookie.partition("=")[2].partition(";")[0]
    game = client.create(opponent="same-device").game.id
    client.command(game, m.Resign())
    assert game in server.log()
    assert secret not in server.log()
    with contextlib.closing(sqlite3.connect(server.database)) as db:
        assert secret not in "\n".join(db.iterdump())


def test_a_second_tab_is_the_same_visitor(shared_server, open_page):
    ann, _, game = started_game(shared_server)

    async def two_tabs():
        async with (
            open_page(shared_server.url, game, ann.headers) as one,
            open_page(shared_server.url, game, ann.headers) as two,
        ):
            return one.seen[0].me, two.seen[0].me

    one, two = asyncio.run(two_tabs())
    assert one == two == ann.me()


def test_a_stranger_watches_and_is_told_so(shared_server, open_page):
    _, _, game = started_game(shared_server)

    async def watch():
        async with open_page(shared_server.url, game, {}) as page:
            assert page.seen[0].me is None
            assert await page.do(m.Move(ply=1, square=36, id="a")) == "no-visitor"

    asyncio.run(watch())


@pytest.mark.parametrize(
    ("headers", "closed"),
    [({}, (4404, "no-such-game")), ({"Authorization": "Bearer no"}, (4401, "bad-token"))],
)
def test_a_socket_that_is_of_no_use_is_closed_for_good(shared_server, open_page, headers, closed):
    async def follow():
        async with open_page(shared_server.url, "nosuchgame", headers) as page:
            return page.closed

    assert asyncio.run(follow()) == closed
    assert closed[0] >= m.CLOSED_FOR_GOOD


def test_a_script_does_not_come_back_to_a_game_that_is_not_there(shared_server):
    with shared_server.client().follow("nosuchgame") as live, pytest.raises(Refusal) as caught:
        next(live.states())
    assert caught.value.code == "no-such-game"


def test_a_failure_in_the_server_ends_one_socket_and_tells_nothing(make_server, open_page):
    """The page comes back: the code is none of those for good."""
    server = make_server(bug="stumble-over-sync")
    _, ben, game = started_game(server)

    async def stumble():
        async with (
            open_page(server.url, game, ben.headers) as neighbour,
            open_page(server.url, game, ben.headers) as page,
        ):
            await page.send(m.Sync())
            await page.until(lambda: page.closed is not None)
            assert await neighbour.do(m.Move(ply=1, square=36, id="a")) == "ok"
            return page.closed

    assert asyncio.run(stumble()) == (1011, "internal")
    assert "an inner secret" in server.log()
