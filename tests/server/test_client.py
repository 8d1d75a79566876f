"""The client: what it asks for, how it follows a game, and what it does when a line breaks."""

from __future__ import annotations

import io
from contextlib import contextmanager
from http.cookiejar import Cookie
from types import SimpleNamespace
from urllib.error import HTTPError, URLError

import msgspec
import pytest
from websockets.exceptions import ConnectionClosedError
from websockets.frames import Close

from ninefold import Position
from ninefold.rules.errors import BadInput
from ninefold.rules.variants import parse_variant
from ninefold.server import client as clients
from ninefold.server.client import Client, Unreachable, position_of
from ninefold.server.play.entries import Seat, Settings
from ninefold.server.play.game import LiveGame
from ninefold.server.play.views import game_view
from ninefold.server.wire import messages as m
from ninefold.server.wire.encoding import encode
from ninefold.server.wire.problems import problem_bytes
from ninefold.server.wire.refusal import Refusal

PRESENCE = m.Presence(m.SeatPresence(True), m.SeatPresence(True), 0, None)


def game(*moves: int, version: int | None = None, mode: str = "modern", **change) -> m.Game:
    """A game of ann, who is X, against ben."""
    seats = [Seat(one, m.Player(f"id {one}", one, "person")) for one in ("ann", "ben")]
    settings = ("g1", 0, mode, "link", "draw", False, m.NoClock(), *seats)
    live = LiveGame(Settings(*settings))
    for square in moves:
        live.apply(live.plan_move(square))
    seen = game_view(live, 0.0)
    change |= {} if version is None else {"version": version}
    return msgspec.structs.replace(seen, **change)


def state(*moves: int, **change) -> m.GameEvent:
    return m.GameEvent(m.Cause(kind="state"), game(*moves, **change))


# Requests


class Opener:
    """Answers requests from a script, and notes them."""

    def __init__(self, *answers) -> None:
        self.answers, self.asked = list(answers), []

    @contextmanager
    def open(self, request, timeout):
        body = None if request.data is None else msgspec.json.decode(request.data)
        self.asked.append((request.get_method(), request.full_url, body))
        self.headers = {name.lower(): value for name, value in request.header_items()}
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        yield SimpleNamespace(read=lambda: encode(answer))


def visitor(*answers, token=None) -> tuple[Client, Opener]:
    client, opener = Client("http://n.example/", token), Opener(*answers)
    client._opener = opener
    return client, opener


REPLY = m.GameReply(None, [], game(), PRESENCE)
TOKEN = m.NewToken(m.Token("t1", "bot", 1, ["read"]), "secret")


@pytest.mark.parametrize(
    ("ask", "answer", "asked"),
    [
        (lambda c: c.me(), m.Me("i", "A"), ("GET", "/me", None)),
        (lambda c: c.rename("Bo"), m.Me("i", "Bo"), ("PUT", "/me", {"name": "Bo"})),
        (lambda c: c.sign_out(), None, ("DELETE", "/me", None)),
        (lambda c: c.game("a/b"), REPLY, ("GET", "/games/a%2Fb", None)),
        (lambda c: c.join("g1"), REPLY, ("POST", "/games/g1/join", None)),
        (
            lambda c: c.command("g1", m.Move(3, 40, id="x")),
            REPLY,
            ("POST", "/games/g1/commands", {"t": "move", "id": "x", "ply": 3, "square": 40}),
        ),
        (lambda c: c.my_games(), m.MyGames([]), ("GET", "/me/games", None)),
        (lambda c: c.my_games("5-g&x"), m.MyGames([]), ("GET", "/me/games?cursor=5-g%26x", None)),
        (
            lambda c: c.new_token("bot", ["read"]),
            TOKEN,
            ("POST", "/me/tokens", {"label": "bot", "scopes": ["read"]}),
        ),
        (
            lambda c: c.new_token("bot"),
            TOKEN,
            ("POST", "/me/tokens", {"label": "bot", "scopes": ["play", "read"]}),
        ),
        (lambda c: c.drop_token("t/1"), None, ("DELETE", "/me/tokens/t%2F1", None)),
    ],
)
def test_each_method_asks_for_its_own(ask, answer, asked):
    client, opener = visitor(answer)
    found = ask(client)
    assert opener.asked == [(asked[0], f"http://n.example/api/v1{asked[1]}", asked[2])]
    assert found == answer or asked[0] == "DELETE"


def test_a_game_is_created_as_it_was_wished_for():
    client, opener = visitor(REPLY)
    client.create(mode="battle", opponent="computer", clock=m.TimedClock(60))
    ((method, url, body),) = opener.asked
    assert (method, url) == ("POST", "http://n.example/api/v1/games")
    assert msgspec.convert(body, m.CreateGame) == m.CreateGame(
        mode="battle", opponent="computer", clock=m.TimedClock(60)
    )


def test_records_come_page_by_page_without_those_that_are_empty():
    pages = [m.MyRecords("one\n", 1, "9-a/b"), m.MyRecords("", 0, "5-c"), m.MyRecords("two\n", 1)]
    client, opener = visitor(*pages)
    assert [*client.my_records()] == ["one\n", "two\n"]
    start = "http://n.example/api/v1/me/records"
    urls = [url for _, url, _ in opener.asked]
    assert urls == [start, f"{start}?cursor=9-a%2Fb", f"{start}?cursor=5-c"]


def test_a_refusal_comes_with_its_code_and_its_sentence():
    def failing(body: bytes) -> HTTPError:
        return HTTPError("http://n", 409, "no", {}, io.BytesIO(body))

    client, _ = visitor(failing(problem_bytes("stale", "Look.")), failing(b"<html>"))
    with pytest.raises(Refusal, match=r"Look\.") as caught:
        client.me()
    assert caught.value.code == "stale"
    with pytest.raises(Unreachable, match="409"):
        client.me()
    client, _ = visitor(URLError("refused"))
    with pytest.raises(Unreachable, match=r"http://n\.example.*refused"):
        client.me()


def test_we_ask_once_who_we_are():
    client, opener = visitor(m.Me("id ann", ""))
    assert (client.me_id, client.me_id, len(opener.asked)) == ("id ann", "id ann", 1)
    assert client._sides(game()) == ["X"]
    client._me_id = "id ben"
    assert client._sides(game()) == ["O"]
    alone = game(players=m.Seats(None, m.Player("id ben", "", "person")))
    assert client._sides(alone) == ["O"]
    both = m.Player("id ben", "", "person")
    assert client._sides(game(players=m.Seats(both, both))) == ["X", "O"]


def test_who_we_are_is_said_by_the_token_else_by_the_better_cookie():
    assert visitor(token="t")[0].headers == {"Authorization": "Bearer t"}
    client, opener = visitor(m.Me("i", ""), token="t")
    client.me()
    assert opener.headers["authorization"] == "Bearer t"
    client, opener = visitor(m.Me("i", ""))
    client.me()
    assert "authorization" not in opener.headers
    assert client.headers == {}
    for name in ("other", "ninefold_visitor", "__Host-ninefold_visitor"):
        client._cookies.set_cookie(_cookie(name))
        expected = {} if name == "other" else {"Cookie": f"{name}=v-{name}"}
        assert client.headers == expected


def _cookie(name: str) -> Cookie:
    return Cookie(
        *(0, name, f"v-{name}", None, False, "n.example", False, False, "/", True, False),
        *(None, False, None, None, {}),
    )


@pytest.mark.parametrize(
    ("url", "good"),
    [
        ("http://127.0.0.1:8099", True),
        ("https://n.example/sub/", True),
        ("http://[::1]:80", True),
        ("n.example", False),
        ("ftp://n.example", False),
        ("http://", False),
        ("http://n.example:0", False),
        ("http://n.example:99999", False),
        ("http://[::1", False),
        ("http://n .example", False),
        ("http://n.example/\x00", False),
    ],
)
def test_what_is_no_address_is_refused(url, good):
    if good:
        assert Client(url).url == url.rstrip("/")
    else:
        with pytest.raises(BadInput, match="is not a server's address"):
            Client(url)


@pytest.mark.parametrize(
    "mode", ["classic", "battle", "skirmish:free_move=unfilled,tie_break=boards"]
)
def test_a_position_follows_from_the_axes_and_the_moves(mode):
    found = position_of(game(40, 36, 0, mode=mode))
    expected = Position.start(mode, tie_break="draw")
    for square in (40, 36, 0):
        expected = expected.play(square)
    assert (found, found.variant) == (expected, expected.variant)
    assert found.variant.free_move == parse_variant(mode).free_move


# Sockets


class Line:
    """A socket that says what a script has, and notes what it is told."""

    def __init__(self, *script) -> None:
        self.script, self.told, self.broken = list(script), [], False

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.broken = True

    def recv(self):
        if not self.script:
            raise ConnectionClosedError(None, None)
        said = self.script.pop(0)
        if isinstance(said, int):
            raise ConnectionClosedError(Close(said, "no"), None)
        return encode(said)

    def send(self, text: str) -> None:
        if self.broken:
            raise ConnectionClosedError(None, None)
        self.told.append(msgspec.json.decode(text))


@pytest.fixture
def lines(monkeypatch):
    """Opens these lines one after the other; ``None`` is a server that does not answer."""
    opened, moment = [], SimpleNamespace(now=0.0, slept=[])

    def sleep(seconds):
        moment.slept.append(seconds)
        moment.now += seconds

    def use(*script):
        left = list(script)

        def connect(url, **options):
            opened.append((url, options["additional_headers"]))
            line = left.pop(0) if left else None
            if line is None:
                raise OSError("refused")
            return line

        monkeypatch.setattr(clients, "connect", connect)
        return opened

    time = SimpleNamespace(sleep=sleep, monotonic=lambda: moment.now)
    monkeypatch.setattr(clients, "time", time)
    use.moment = moment
    return use


def test_states_come_once_and_only_if_they_are_newer(lines):
    welcome = m.Welcome(None, game(version=4), PRESENCE)
    line = Line(
        welcome,
        state(version=4),
        state(40, version=6),
        PRESENCE,
        state(version=5),
        m.Refused("stale", "Look.", "x", game(40, 36, version=7)),
        m.Refused("game-over", "Over.", None, None),
        m.Refused("illegal-move", "No.", None, None),
    )
    opened = lines(line)
    client, _ = visitor(token="t")
    with client.follow("g/1") as live:
        states = live.states()
        assert [next(states).version for _ in range(3)] == [4, 6, 7]
        with pytest.raises(Refusal) as caught:
            next(states)
    assert caught.value.code == "illegal-move"
    url = "ws://n.example/api/v1/games/g%2F1/live"
    assert opened == [(url, {"Authorization": "Bearer t"})]
    assert line.broken, "closed at the end"


def test_pings_are_answered_and_what_was_missed_is_asked_for(lines):
    line = Line(
        m.Welcome(None, game(version=4), PRESENCE),
        m.ServerPing(7, 4),
        m.ServerPing(8, 5),
        m.ServerPing(9, 3),
        state(version=5),
    )
    lines(line)
    with visitor()[0].follow("g1") as live:
        states = live.states()
        assert [next(states).version for _ in range(2)] == [4, 5]
    assert line.told == [
        {"t": "pong", "n": 7},
        {"t": "pong", "n": 8},
        {"t": "sync"},
        {"t": "pong", "n": 9},
    ]


def test_a_move_whose_answer_was_lost_is_sent_again_under_its_id_and_no_other(lines):
    first = Line(m.Welcome(None, game(version=4), PRESENCE))
    second = Line(m.Welcome(None, game(version=4), PRESENCE))
    third = Line(state(40, version=5))
    fourth = Line(state(40, 36, version=6))
    lines(first, None, None, second, third, fourth)
    with visitor()[0].follow("g1") as live:
        states = live.states()
        live.move(next(states), 40)
        assert next(states).version == 5
        assert next(states).version == 6
    (sent,) = first.told
    assert (sent["t"], sent["ply"], sent["square"]) == ("move", 0, 40)
    assert len(sent["id"]) >= 8
    assert second.told == third.told == [sent]
    assert fourth.told == [], "it was answered"


def test_a_lost_line_is_tried_again_more_slowly_until_patience_ends(lines):
    first = Line(m.Welcome(None, game(version=4), PRESENCE))
    opened = lines(first)
    client = Client("https://n.example", patience_s=10.0)
    with client.follow("g1") as live:
        assert [one.version for one in live.states()] == [4]
    slept = lines.moment.slept
    for wait, mean in zip(slept, (0.15, 0.3, 0.6, *[0.8] * 50), strict=False):
        assert 0.7 * mean <= wait <= 1.3 * mean
    assert 9 <= len(slept) <= 20
    assert 10.0 <= sum(slept) < 11.1
    assert len(opened) == len(slept) + 1
    assert opened[0][0] == "wss://n.example/api/v1/games/g1/live"


def test_a_server_that_is_not_there_at_first_is_told(lines):
    lines(None)
    with pytest.raises(Unreachable, match="cannot follow the game"), visitor()[0].follow("g1"):
        pass  # pragma: no cover - it never begins


@pytest.mark.parametrize(("code", "for_good"), [(3_999, False), (4_000, True), (4_404, True)])
def test_a_line_that_is_closed_for_good_is_not_opened_again(lines, code, for_good):
    opened = lines(Line(code), Line(m.Welcome(None, game(version=4), PRESENCE)))
    client, opener = visitor(Refusal("no-such-game", "There is none."))
    with client.follow("g1") as live:
        if for_good:
            with pytest.raises(Refusal, match="There is none"):
                next(live.states())
        else:
            assert next(live.states()).version == 4
    assert (len(opened), len(opener.asked)) == ((1, 1) if for_good else (2, 0))


def test_a_game_is_played_at_our_turns_to_its_end(lines):
    end = m.Result("O", "resignation")
    line = Line(
        m.Welcome(None, game(version=2, state="waiting"), PRESENCE),
        state(version=3),
        state(40, version=4),
        state(40, 36, version=5),
        state(40, 36, 0, version=6),
        state(40, 36, 0, version=7, state="over", result=end),
    )
    lines(line)
    client, _ = visitor(m.GameReply(None, ["X"], game(), PRESENCE))
    client._me_id = "id ann"
    seen = []
    over = client.play("g1", lambda position: seen.append(position.ply) or position.legal_moves[-1])
    assert (over.version, over.result) == (7, end)
    assert seen == [0, 2], "a game that waits, and the other's turn, are not ours"
    assert [(one["ply"], one["square"]) for one in line.told] == [(0, 80), (2, 8)]
    client, _ = visitor(m.GameReply(None, [], game(), PRESENCE))
    with pytest.raises(Refusal) as caught:
        client.play("g1", lambda position: position.legal_moves[0])
    assert caught.value.code == "not-your-game"


def test_play_tells_when_the_server_stays_away(lines):
    lines(Line(m.Welcome(None, game(version=2), PRESENCE)))
    client, _ = visitor(m.GameReply(None, ["O"], game(), PRESENCE))
    client._me_id, client.patience_s = "id ben", 3.0
    with pytest.raises(Unreachable, match="went away for more than"):
        client.play("g1", lambda position: position.legal_moves[0])


def test_a_search_answers_when_it_is_called_and_gives_the_game(lines):
    line = Line(
        m.Line(None),
        m.Seeking("s1", 5),
        m.ServerPing(4, 0),
        m.Called("s1"),
        m.Paired("g9"),
    )
    opened = lines(line)
    client, opener = visitor(m.Me("i", ""), REPLY)
    assert client.seek(modes=["battle"]) == REPLY
    seek, *rest = line.told
    assert msgspec.convert(seek, m.Seek) == m.Seek(modes=["battle"])
    assert rest == [{"t": "pong", "n": 4}, {"t": "here", "seek": "s1"}]
    assert [url for _, url, _ in opener.asked][-1] == "http://n.example/api/v1/games/g9"
    assert opened[0][0] == "ws://n.example/api/v1/me/live"
    lines(Line(m.Refused("too-many-games", "Enough.", None, None)))
    with pytest.raises(Refusal, match=r"Enough\."):
        visitor(m.Me("i", ""))[0].seek()
