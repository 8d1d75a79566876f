"""Who is who: visitors by secrets that we gave, bots by tokens, and an end to both."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import sqlite3

import msgspec
from websockets.sync.client import connect

from ninefold.server.client import Client
from ninefold.server.play.visitors import COOKIE, SECURE_COOKIE, digest_of
from ninefold.server.wire import messages as m
from ninefold.server.wire.refusal import Refusal
from support.asking import ask
from support.neighbour import Neighbour
from support.serving import Server

ME = f"{m.API}/me"


def who(server: Server, cookie: str, **headers: str) -> tuple[str, str]:
    """Who somebody with a cookie is, and the cookie that they are given."""
    status, answer, body = ask(server, "GET", ME, cookie=cookie, **headers)
    assert status == 200
    return msgspec.json.decode(body, type=m.Me).id, answer["set-cookie"] or ""


def given(server: Server, **headers: str) -> tuple[str, str]:
    """The name and the secret of a new visitor's cookie."""
    cookie = ask(server, "GET", ME, **headers)[1]["set-cookie"]
    name, _, rest = cookie.partition("=")
    return name, rest.partition(";")[0]


def is_taken(server: Server, cookie: str) -> bool:
    """Whether a cookie makes somebody a visitor: the same one twice."""
    return who(server, cookie)[0] == who(server, cookie)[0]


def made_up(server: Server) -> list[str]:
    """Cookies that nobody was given."""
    _, secret = given(server)
    text, _, seal = secret.partition(".")
    return [
        f"{COOKIE}={one}"
        for one in (
            secrets.token_urlsafe(32),
            f"{secrets.token_urlsafe(32)}.{seal}",
            f"{text}.{seal[::-1]}",
            f"{text}.",
            f"{secret}x",
            "",
        )
    ]


def test_only_a_secret_that_we_gave_is_a_visitor(shared_server):
    """The bug `believe-any-secret` makes this fail, as the next test shows."""
    assert is_taken(shared_server, "=".join(given(shared_server)))
    assert not any(is_taken(shared_server, cookie) for cookie in made_up(shared_server))


def test_a_made_up_secret_would_be_seen_believed(make_server):
    server = make_server(bug="believe-any-secret")
    assert any(is_taken(server, cookie) for cookie in made_up(server))


def test_whoever_was_given_a_secret_before_there_were_seals_is_still_known(shared_server):
    """Over HTTPS too, where the cookie gets its better name by and by."""
    old = secrets.token_urlsafe(32)
    with contextlib.closing(sqlite3.connect(shared_server.database)) as db:
        db.execute("INSERT INTO visitors VALUES (?, 'Ann')", (digest_of(old),))
        db.commit()
    body = ask(shared_server, "GET", ME, cookie=f"{COOKIE}={old}")[2]
    assert msgspec.json.decode(body, type=m.Me).name == "Ann"


HTTPS = {"x_forwarded_proto": "https", "x_forwarded_for": "10.0.0.9"}


def over_https(server: Server) -> bool:
    """Whether a cookie over HTTPS goes by HTTPS only and to this host only, and is then known."""
    name, secret = given(server, **HTTPS)
    me, cookie = who(server, f"{name}={secret}", **HTTPS)
    known = me == who(server, f"{name}={secret}", **HTTPS)[0]
    fixed = who(server, f"{COOKIE}={secret}", **HTTPS)[0] == me  # set by somebody in between
    marks = {"Secure", "Path=/", "HttpOnly"} <= set(cookie.split("; ")) and "omain" not in cookie
    return name == SECURE_COOKIE and marks and known and not fixed


def test_over_https_a_cookie_is_secure_and_bound_to_the_host(make_server):
    """The bug `plain-cookie-over-https` makes this fail, as the next test shows."""
    server = make_server(proxies=["127.0.0.1"])
    assert over_https(server)
    name, secret = given(server)
    assert (name, is_taken(server, f"{name}={secret}")) == (COOKIE, True), "by HTTP it is plain"


def test_a_plain_cookie_over_https_would_be_seen(make_server):
    server = make_server(bug="plain-cookie-over-https", proxies=["127.0.0.1"])
    assert not over_https(server)


def is_renewed(server: Server) -> bool:
    name, secret = given(server)
    return f"{name}={secret}; Path=/; Max-Age=31536000" in who(server, f"{name}={secret}")[1]


def test_a_cookie_lasts_as_long_as_it_is_used(shared_server):
    """The bug `give-a-cookie-once` makes this fail, as the next test shows."""
    assert is_renewed(shared_server)


def test_a_cookie_that_runs_out_would_be_seen(make_server):
    assert not is_renewed(make_server(bug="give-a-cookie-once"))


async def sockets_after(open_page, server, game, people, act) -> list[tuple[int, str] | None]:
    """How the sockets of some people are closed when something is done; None: not at all."""
    async with contextlib.AsyncExitStack() as stack:
        pages = [
            await stack.enter_async_context(open_page(server.url, game, one.headers))
            for one in people
        ]
        await asyncio.to_thread(act)
        for number, page in enumerate(pages):
            with contextlib.suppress(TimeoutError):
                await page.send(m.Ping(number))
                heard = m.ServerPong(number)
                await page.until(lambda p=page, h=heard: p.closed is not None or h in p.seen, 30)
        return [page.closed for page in pages]


def code_of(act, *args) -> str:
    try:
        act(*args)
    except Refusal as refusal:
        return refusal.code
    return "ok"


def signed_out(server: Server, open_page) -> tuple[object, ...]:
    """What becomes of a visitor's sockets, seat and token when they sign out."""
    ann, ben = server.client(), server.client()
    bot = Client(server.url, ann.new_token("bot").secret)
    game = ann.create(opponent="link", side="X").game.id
    ben.join(game)
    mine, kept = ann.headers["Cookie"], Client(server.url)
    closed = asyncio.run(sockets_after(open_page, server, game, (ann, bot, ben), ann.sign_out))
    kept._opener.addheaders = [("Cookie", mine)]
    assert ann.headers == {}, "the browser forgets it"
    seats = kept.game(game).seats
    return closed, seats, code_of(bot.me), code_of(ben.command, game, m.Resign())


def test_a_sign_in_can_be_ended(make_server, open_page):
    """The bugs `sign-out-in-the-browser-only` and `put-nobody-out` make this fail: see below."""
    closed, seats, bot, opponent = signed_out(make_server(), open_page)
    assert closed == [(4401, "no-visitor"), (4401, "bad-token"), None]
    assert (seats, bot, opponent) == ([], "bad-token", "ok")


def test_a_sign_in_that_is_not_ended_would_be_seen(make_server, open_page):
    server = make_server(bug="sign-out-in-the-browser-only")
    _, seats, bot, _ = signed_out(server, open_page)
    assert (seats, bot) == (["X"], "ok")


def test_sockets_that_outlive_a_sign_in_would_be_seen(make_server, open_page):
    assert signed_out(make_server(bug="put-nobody-out"), open_page)[0] == [None] * 3


def put_out_on_the_way(server: Server, open_page) -> tuple[int, str] | None:
    """How a bot's socket is closed whose token was deleted while its game was looked for."""
    ann = server.client()
    made = ann.new_token("bot")
    bot = Client(server.url, made.secret)
    game = ann.create(opponent="link").game.id
    hold = server.data / "hold"
    hold.touch()

    async def come() -> tuple[int, str] | None:
        page = open_page(server.url, game, bot.headers)
        coming = asyncio.create_task(page.__aenter__())
        # The token is asked for before the game is: it was still good then.
        await asyncio.sleep(1)
        await asyncio.to_thread(ann.drop_token, made.token.id)
        hold.unlink()
        await coming
        await page.send(m.Ping(1))
        await page.until(lambda: page.closed is not None or m.ServerPong(1) in page.seen)
        await page.__aexit__()
        return page.closed

    return asyncio.run(come())


def test_a_token_deleted_on_the_way_to_the_game_opens_no_socket(make_server, open_page):
    """The bug `ask-only-at-the-door` makes this fail, as the next test shows."""
    assert put_out_on_the_way(make_server(bug="slow-to-sit-down"), open_page) == (4401, "bad-token")


def test_a_socket_of_a_token_deleted_on_the_way_would_be_seen(make_server, open_page):
    server = make_server(bug="ask-only-at-the-door")
    assert any(put_out_on_the_way(server, open_page) is None for _ in range(5))


def with_a_reading_token(server: Server, open_page) -> set[str]:
    """With which codes a token that is for reading is refused, whatever it tries to change."""
    ann, ben = server.client(), server.client()
    made = ann.new_token("reader", ["read"])
    assert made.token.scopes == ["read"]
    bot = Client(server.url, made.secret)
    waiting = ben.create(opponent="link", side="X").game.id
    assert bot.me().id == ann.me().id
    assert bot._ask("GET", f"{ME}/games", m.MyGames).games == []

    async def over_the_socket() -> str:
        async with open_page(server.url, waiting, bot.headers) as page:
            return await page.do(m.Move(ply=0, square=1, id="a"))

    codes = {
        code_of(bot.create),
        code_of(bot.join, waiting),
        code_of(bot.rename, "Bot"),
        code_of(bot.command, waiting, m.Resign()),
    }
    return codes | {asyncio.run(over_the_socket())}


def test_a_token_for_reading_changes_nothing(shared_server, open_page):
    """The bug `any-token-plays` makes this fail, as the next test shows."""
    assert with_a_reading_token(shared_server, open_page) == {"not-allowed"}


def test_a_token_for_reading_looks_for_no_opponent(shared_server):
    bot = Client(shared_server.url, shared_server.client().new_token("reader", ["read"]).secret)
    address = f"{shared_server.url.replace('http', 'ws', 1)}{ME}/live"
    with connect(address, additional_headers=bot.headers, compression=None) as line:
        line.send(msgspec.json.encode(m.Seek()).decode())
        heard = [msgspec.json.decode(line.recv(timeout=60), type=m.LineMessage) for _ in range(3)]
    assert "not-allowed" in [one.code for one in heard if isinstance(one, m.Refused)]


def test_a_token_that_plays_and_may_not_would_be_seen(make_server, open_page):
    assert "ok" in with_a_reading_token(make_server(bug="any-token-plays"), open_page)


def in_its_owners_seat(server: Server) -> str:
    """What becomes of a bot's move in a game that its owner sits at as a person."""
    ann = server.client()
    bot = Client(server.url, ann.new_token("bot").secret)
    game = ann.create(opponent="same-device").game
    assert game.players.X.kind == "person"
    return code_of(bot.command, game.id, m.Move(ply=0, square=40))


def test_a_bot_plays_only_where_it_is_seen_to_be_one(shared_server):
    """The bug `bots-in-disguise` makes this fail, as the next test shows."""
    assert in_its_owners_seat(shared_server) == "not-your-game"
    ann = shared_server.client()
    bot = Client(shared_server.url, ann.new_token("bot").secret)
    own = bot.create(opponent="same-device").game
    assert own.players.X.kind == own.players.O.kind == "bot"
    assert bot.command(own.id, m.Move(ply=0, square=40)).game.moves == [40]


def test_a_bot_in_disguise_would_be_seen(make_server):
    assert in_its_owners_seat(make_server(bug="bots-in-disguise")) == "ok"


def newcomers(server: Server, count: int) -> list[str]:
    return [code_of(Client(server.url).me) for _ in range(count)]


def test_an_address_becomes_new_visitors_only_so_fast(make_server, soak):
    """The bug `everybody-is-new` makes this fail, as the next test shows."""
    most = 1_000 if soak else 4
    server = make_server(limits={"visitor_burst": most, "visitors_per_minute": 0.1})
    known = server.client()
    with Neighbour(server, "newcomers without end"):
        codes = newcomers(server, most + 50)
    assert codes == ["ok"] * (most - 2) + ["too-fast"] * 52
    assert known.create(opponent="link").game.state == "waiting", "whoever is known goes on"


def test_an_address_that_is_everybody_would_be_seen(make_server):
    limits = {"visitor_burst": 3, "visitors_per_minute": 0.1}
    assert newcomers(make_server(bug="everybody-is-new", limits=limits), 4) == ["ok"] * 4
