"""What a node does for others: its answers to their questions, and the requests that it carries."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from ninefold.engine import Limit
from ninefold.game import Thought
from ninefold.game.entries import Moved
from ninefold.rules.notation import format_position
from ninefold.rules.position import Position
from ninefold.server.http.guard import SECRET
from ninefold.server.nodes.answers import Answers
from ninefold.server.nodes.carry import Carry
from ninefold.server.nodes.wire import (
    Attend,
    Attended,
    Call,
    Do,
    Done,
    Hold,
    Http,
    HttpTold,
    Look,
    Reply,
    Take,
    Thinks,
    Who,
    Work,
    pack,
    unpack,
)
from ninefold.server.play.line import Asker
from ninefold.server.play.thinking import Question
from ninefold.server.play.visitors import Visitor
from ninefold.server.store.store import StoreFailed, Unsure
from ninefold.server.wire import messages as m
from ninefold.server.wire.encoding import encode
from ninefold.server.wire.refusal import GameMoved, Refusal
from support.halls import ADDRESS, game_of_two, in_hall, play

ANN, BEN = Visitor("ann", "Ann"), Visitor("ben", "Ben")
EVENT = msgspec.json.Decoder(m.GameEvent)
PRESENCE = msgspec.json.Decoder(m.Presence)


# Answers


async def ask(hall, what, body, shape=None, app=None, gone=None):
    """What a node answers to a question: the reply, or what is in it."""
    answers = Answers(hall)
    answers.app = app
    reply = unpack(await answers.answer(what, pack(body), gone or asyncio.Event()), Reply)
    return reply if shape is None else unpack(reply.body, shape)


def told_of(event):
    return EVENT.decode(event).game


def test_a_command_of_another_node_is_carried_out_as_if_it_had_come_here(tmp_path):
    async def scene(hall):
        table = await game_of_two(hall, ANN, BEN, clock=m.TimedClock(600))
        await play(table, ANN, BEN, moves=2)
        hall.house.time.at += 5_000
        square = table.game.position.legal_moves[0]
        command = encode(m.Move(2, square, id="c"))
        what = Do(table.id, command, Who.of(ANN), "10.9.9.9", 1_000.0, 50.0)
        hall.bus.follow(table.topic, lambda *_: None)
        done = await ask(hall, "do", what, Done)
        again = await ask(hall, "do", what, Done)
        late = encode(m.Move(2, square, id="d"))
        refused = await ask(hall, "do", Do(table.id, late, Who.of(BEN), "a", 0.0, 0.0), Done)
        (*_, move) = (e for e in (await hall.store.load(table.id)).entries if isinstance(e, Moved))
        return done, again, refused, move, table.address

    done, again, refused, move, address = in_hall(tmp_path, scene)
    assert (done.version, done.repeated, done.shown, done.code) == (5, False, 5, None)
    assert EVENT.decode(done.event).cause == m.Cause("move", "X", move.square, None, "c")
    assert (again.version, again.repeated, told_of(again.event).version) == (5, True, 5)
    assert (refused.code, refused.shown, refused.version) == ("stale", 5, 0)
    assert len(told_of(refused.event).moves) == 3
    assert (move.lag, move.spent, move.by) == (50, 3_950, ANN.id)
    assert address == "10.9.9.9"


def test_what_needs_no_answer_is_done(tmp_path):
    async def scene(hall):
        wish = m.CreateGame(opponent="link", side="X")
        table = await hall.create(wish, ANN, ADDRESS)
        states = []
        for call in (
            Call(table.id, "join", Who.of(BEN)),
            Call(table.id, "rename", Who.of(Visitor("ben", "Benny"))),
            Call(table.id, "give_up"),  # which concerns solo games only
            Call(table.id, "expire"),
        ):
            reply = await ask(hall, "call", call)
            assert reply == Reply(b"")
            seen = table.view()
            states.append((seen.state, seen.players.O.name))
        device = await hall.create(m.CreateGame(opponent="same-device"), ANN, ADDRESS)
        await play(device, ANN, moves=2)
        await ask(hall, "call", Call(device.id, "give_up"))
        return states, device.game.state

    states, device = in_hall(tmp_path, scene)
    assert states == [
        ("playing", "Ben"),
        ("playing", "Benny"),
        ("playing", "Benny"),
        ("aborted", "Benny"),
    ]
    assert device == "aborted"


def test_who_looks_from_elsewhere_is_noted_and_what_they_missed_is_told(tmp_path):
    async def scene(hall):
        one, two = await game_of_two(hall, ANN, BEN), await game_of_two(hall, ANN, BEN)
        await play(one, ANN, moves=1)  # version 3
        games = {one.id: (2, {"ann": 1, "": 2}), two.id: (2, {"ben": 1}), "nosuch": (0, {})}
        told = await ask(hall, "attend", Attend(7, games), dict[str, Attended])
        looked = await ask(hall, "look", Look(one.id), Attended)
        return told, looked, one, two

    told, looked, one, two = in_hall(tmp_path, scene)
    assert set(told) == {one.id, two.id}
    assert (told[one.id].version, told_of(told[one.id].event).moves[0] is not None) == (3, True)
    assert (told[two.id].version, told[two.id].event) == (2, b"")
    presence = PRESENCE.decode(told[one.id].presence)
    assert (presence.X.online, presence.O.online, presence.watchers) == (True, False, 2)
    assert (looked.version, told_of(looked.event).version) == (3, 3)
    assert PRESENCE.decode(looked.presence) == presence


def test_a_program_takes_questions_and_answers_them(tmp_path):
    async def scene(hall):
        assert await ask(hall, "take", Take(slow=False), Work) == Work()
        position = Position.start("battle").play(40)
        question = Question(
            position, "first-game", "g", lambda: Limit(clock=9.0, increment=2.0), "open"
        )
        asking = asyncio.create_task(hall.thinking.choose(question, Asker("ann")))
        await asyncio.sleep(0)
        assert (await ask(hall, "take", Take(slow=True), Work)).number == 0
        work = await ask(hall, "take", Take(slow=False), Work)
        assert work == Work(1, format_position(position), "first-game", "g", 9.0, 2.0, "open")
        held = [await ask(hall, "hold", Hold(number), bool) for number in (1, 2)]
        await ask(hall, "thought", Thinks(1, 5, 0.25, swap=True, book=True))
        failing = asyncio.create_task(hall.thinking.choose(question, Asker("ann")))
        await asyncio.sleep(0)
        number = (await ask(hall, "take", Take(slow=False), Work)).number
        await ask(hall, "thought", Thinks(number))
        again = await ask(hall, "take", Take(slow=False), Work)
        failing.cancel()
        return held, await asking, again.number == number

    held, thought, again = in_hall(tmp_path, scene)
    assert held == [True, False]
    assert thought == Thought(5, 0.25, True, True)
    assert again, "a question without a square is asked once more"


def test_a_server_that_thinks_itself_hands_out_nothing(tmp_path):
    async def scene(hall):
        hall.thinking = SimpleNamespace(forget=lambda _: None)
        return [
            await ask(hall, "take", Take(slow=False), Work),
            await ask(hall, "hold", Hold(1), bool),
            (await ask(hall, "thought", Thinks(1, 3))).body,
        ]

    assert in_hall(tmp_path, scene) == [Work(), False, b""]


@pytest.mark.parametrize(
    ("error", "reply"),
    [
        (GameMoved(), Reply(moved=True)),
        (Refusal("stopping", "S."), Reply(moved=True, code="stopping", detail="S.")),
        (Refusal("no-such-game", "N."), Reply(code="no-such-game", detail="N.")),
        (Unsure("perhaps"), Reply(unsure=True)),
    ],
)
def test_why_there_is_no_answer_is_told(tmp_path, error, reply):
    async def scene(hall):
        async def fail(_):
            raise error

        hall.find = fail
        do = Do("g", encode(m.Resign()), Who.of(ANN), "a", 0.0, 0.0)
        return [await ask(hall, *what) for what in (("do", do), ("look", Look("g")))]

    assert in_hall(tmp_path, scene) == [reply, reply]


@pytest.mark.parametrize(
    ("error", "code"), [(StoreFailed("x"), "disk"), (ValueError("x"), "internal")]
)
def test_what_fails_inside_is_told_to_other_nodes_in_a_sentence(tmp_path, error, code):
    async def scene(hall):
        async def fail(_):
            raise error

        hall.find = fail
        return await ask(hall, "look", Look("g"))

    reply = in_hall(tmp_path, scene)
    assert (reply.code, reply.moved, reply.unsure) == (code, False, False)
    assert reply.detail.endswith(".")


@pytest.mark.parametrize(
    ("error", "moved"), [(GameMoved(), True), (Refusal("stopping", "S."), True)]
)
def test_the_next_owner_answers_for_one_that_has_no_say_any_more(tmp_path, error, moved):
    async def scene(hall):
        table = await game_of_two(hall, ANN, BEN)

        async def fail(*_, **__):
            raise error

        table.do = fail
        do = Do(table.id, encode(m.Resign()), Who.of(ANN), "a", 0.0, 0.0)
        return (await ask(hall, "do", do)).moved

    assert in_hall(tmp_path, scene) == moved


def test_a_request_is_answered_by_the_application_as_if_it_had_come_here(tmp_path):
    seen = []

    async def app(scope, receive, send):
        seen.append((scope, await receive()))
        scope["state"][SECRET] = "s3"
        await send({"type": "http.response.start", "status": 201, "headers": [(b"a", b"b")]})
        await send({"type": "http.response.body", "body": b"one", "more_body": True})
        await send({"type": "http.response.body", "body": b"two"})
        seen.append(await receive())

    async def scene(hall):
        table = await game_of_two(hall, ANN, BEN)
        gone = asyncio.Event()
        gone.set()
        path = f"/api/v1/games/{table.id}/join"
        asked = Http(table.id, "POST", path, b"q=1", [(b"x", b"y")], "10.0.0.5", "https", b"body")
        told = await ask(hall, "http", asked, HttpTold, app=app, gone=gone)
        asked = msgspec.structs.replace(asked, game="nosuch")
        return path, told, await ask(hall, "http", asked, app=app)

    path, told, missing = in_hall(tmp_path, scene)
    (scope, request), hung_up = seen
    assert (scope["method"], scope["path"], scope["raw_path"]) == ("POST", path, path.encode())
    assert (scope["query_string"], scope["scheme"]) == (b"q=1", "https")
    assert (scope["client"][0], [tuple(one) for one in scope["headers"]]) == (
        "10.0.0.5",
        [(b"x", b"y")],
    )
    assert request == {"type": "http.request", "body": b"body", "more_body": False}
    assert hung_up["type"] == "http.disconnect"
    assert (told.status, told.body, told.secret) == (201, b"onetwo", "s3")
    assert [tuple(one) for one in told.headers] == [(b"a", b"b")]
    assert missing.code == "no-such-game"


# Carrying requests


class Owner:
    """The node that owns a game, as a request finds it: by the game's name."""

    def __init__(self) -> None:
        self.asked: list[Any] = []

    async def at_owner(self, game, here, far, what, asked, reads):
        self.asked.append((game, what, asked, reads is not None))
        if game == "here":
            await here(None)
        elif game == "unsure":
            raise Unsure("x")
        elif game == "none":
            raise Refusal("no-such-game", "There is none.")
        else:
            await far(pack(HttpTold(201, [(b"a", b"b")], b"told", "s3")))


async def request(app, path, method="POST", kind="http"):
    """What is sent for a request in two parts, and its scope."""
    sent: list[Any] = []
    scope: dict[str, Any] = {"type": kind, "path": path, "method": method, "query_string": b"q"}
    scope |= {"headers": [(b"x", b"y")], "client": ("10.0.0.1", 5), "scheme": "https"}
    coming = [(b"one", True), (b"two", False)]

    async def receive():
        body, more = coming.pop(0)
        return {"type": "http.request", "body": body, "more_body": more}

    async def send(message):
        sent.append(message)

    await app(scope, receive, send)
    return sent, scope


@pytest.fixture
def carrying():
    """A way to carry requests, its owner, and what reached the application here."""
    passed: list[Any] = []

    async def app(scope, receive, send):
        passed.append((scope["path"], await receive()))

    owner = Owner()
    return Carry(app, owner, 10), owner, passed


def test_a_request_about_a_game_is_carried_with_all_that_it_says(carrying):
    carry_it, owner, passed = carrying
    sent, scope = asyncio.run(request(carry_it, "/api/v1/games/far/x"))
    path = "/api/v1/games/far/x"
    asked = Http("far", "POST", path, b"q", [(b"x", b"y")], "10.0.0.1", "https", b"onetwo")
    assert owner.asked == [("far", "http", asked, False)]
    assert (sent[0]["status"], sent[1]["body"], scope["state"][SECRET]) == (201, b"told", "s3")
    assert [tuple(one) for one in sent[0]["headers"]] == [(b"a", b"b")]
    asyncio.run(request(carry_it, path, "GET"))
    assert owner.asked[1][3], "what only reads is given up when nobody waits"
    asyncio.run(request(carry_it, "/api/v1/games/here/x"))
    whole = {"type": "http.request", "body": b"onetwo", "more_body": False}
    assert passed == [("/api/v1/games/here/x", whole)]


@pytest.mark.parametrize(("game", "status"), [("none", 404), ("unsure", 503)])
def test_a_request_that_cannot_be_carried_is_told_why(carrying, game, status):
    (start, body), _ = asyncio.run(request(carrying[0], f"/api/v1/games/{game}"))
    assert start["status"] == status
    assert dict(start["headers"])[b"content-type"] == b"application/problem+json"
    assert msgspec.json.decode(body["body"], type=m.Problem).status == status


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/api/v1/lobby", "http"),
        ("/api/v1/games", "http"),
        ("/x/api/v1/games/g", "http"),
        ("/api/v1/games/g/live", "websocket"),
    ],
)
def test_what_is_about_no_game_stays_here(carrying, path, kind):
    carry_it, owner, passed = carrying
    asyncio.run(request(carry_it, path, kind=kind))
    assert (owner.asked, [one for one, _ in passed]) == ([], [path])
