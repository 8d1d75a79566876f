"""A node's parts by themselves: what it answers others, whom it asks, and for how long it waits."""

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
from ninefold.server.nodes import neighbours as neighbourhoods
from ninefold.server.nodes import node as nodes
from ninefold.server.nodes.answers import Answers
from ninefold.server.nodes.carry import Carry
from ninefold.server.nodes.link import LinkServer, NoAnswer, NobodyThere, Peer
from ninefold.server.nodes.neighbours import Neighbours
from ninefold.server.nodes.node import Away, Node
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
from ninefold.server.store.leases import Beat, Elsewhere
from ninefold.server.store.store import StoreFailed, Unreadable, Unsure
from ninefold.server.wire import messages as m
from ninefold.server.wire.encoding import encode
from ninefold.server.wire.refusal import GameMoved, Refusal
from support.halls import ADDRESS, game_of_two, open_hall, play, soon

ANN, BEN = Visitor("ann", "Ann"), Visitor("ben", "Ben")
EVENT = msgspec.json.Decoder(m.GameEvent)
PRESENCE = msgspec.json.Decoder(m.Presence)


def in_hall(tmp_path, scene, **settings):
    async def run():
        async with open_hall(tmp_path, **settings) as hall, asyncio.timeout(20):
            return await scene(hall)

    return asyncio.run(run())


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


# At the owner's


class Leases:
    """Leases that say what a test tells them to."""

    fence = 1

    def __init__(self, *claims: Any) -> None:
        self.claims, self.asked = list(claims), []
        self.known = {1: "here", 2: "there"}
        self.beat: Beat | Exception | None = Beat(5, 9.0)
        self.ended: list[tuple[int, int]] = []
        self.noted: list[Any] = []

    async def claim(self, game):
        self.asked.append(game)
        claim = self.claims.pop(0) if len(self.claims) > 1 else self.claims[0]
        if isinstance(claim, Exception):
            raise claim
        return claim

    async def note_taken(self, game, taken):
        self.noted.append((game, taken))

    async def nodes(self):
        return self.known

    async def beat_of(self, _):
        if isinstance(self.beat, Exception):
            raise self.beat
        return self.beat

    async def end(self, fence, up):
        self.ended.append((fence, up))
        self.beat = None


THERE = Elsewhere(2, "there")


def at_node(tmp_path, monkeypatch, scene, *claims):
    """Runs a scene with a node on leases that say so, and a clock for it."""
    monkeypatch.setattr(nodes, "_PAUSE_S", 0.0)

    async def with_node(hall):
        node = hall.node = Node(hall, Leases(*claims))
        clock = SimpleNamespace(now=100.0)
        node._now = lambda: clock.now
        try:
            return await scene(hall, node, clock)
        finally:
            node.gossip.close()

    return in_hall(tmp_path, with_node)


async def carry(node, *replies):
    """What becomes of a question about a game elsewhere, whose node answers so."""
    answers, asked = list(replies), []

    async def try_it(owner, what, body, receive):
        asked.append((owner, what, body, receive))
        return answers.pop(0) if len(answers) > 1 else answers[0]

    node._try = try_it

    async def here(table):
        return "here", table.id

    async def far(body):
        return "far", body

    try:
        return await node.at_owner("g", here, far, "look", Look("g")), asked
    except (Refusal, Unsure) as error:
        return getattr(error, "code", "unsure"), asked


def test_what_lives_elsewhere_is_asked_there_and_the_answer_is_what_it_says(tmp_path, monkeypatch):
    async def scene(hall, node, _):
        told = [
            (await carry(node, reply))[0]
            for reply in (
                Reply(b"x"),
                Reply(unsure=True),
                Reply(code="stale", detail="S."),
                Reply(code="stopping", moved=False),
            )
        ]
        _, asked = await carry(node, Reply(b"x"))
        return told, asked, hall.metrics.carried

    told, asked, carried = at_node(tmp_path, monkeypatch, scene, THERE)
    assert told == [("far", b"x"), "unsure", "stale", "stopping"]
    assert asked == [(THERE, "look", Look("g"), None)]
    assert carried == 5


def test_a_game_that_moves_is_looked_for_again_until_patience_ends(tmp_path, monkeypatch):
    async def scene(hall, node, clock):
        third = Elsewhere(3, "third")
        node._leases.claims = [THERE, third]
        found = await carry(node, Reply(moved=True), Reply(b"x"))

        def now():
            clock.now += 0.5
            return clock.now

        node._now = now
        node._leases.claims = [THERE]
        asked = await carry(node, Reply(moved=True))
        node._leases.claims = [GameMoved()]
        never, nobody = await carry(node, Reply(b"x"))
        return found, asked, never, nobody

    found, asked, never, nobody = at_node(tmp_path, monkeypatch, scene, THERE)
    assert found[0] == ("far", b"x")
    assert [one[0].fence for one in found[1]] == [2, 3], "it was not believed where it had been"
    assert asked[0] == "unsure", "who fell silent may have done it"
    assert (never, nobody) == ("busy", [])


def test_where_a_game_lives_is_believed_for_a_second(tmp_path, monkeypatch):
    async def scene(hall, node, clock):
        async def where():
            with pytest.raises(Away) as away:
                await node.claim("g")
            return away.value.owner.fence

        node._leases.claims = [THERE, Elsewhere(3, "third")]
        found = [await where()]
        for passed in (0.5, 0.49, 0.01):
            clock.now += passed
            found.append(await where())
        return found, node._leases.asked, await node.locate("g")

    found, asked, located = at_node(tmp_path, monkeypatch, scene, THERE)
    assert found == [2, 2, 2, 3]
    assert len(asked) == 2
    assert located == Elsewhere(3, "third")


@pytest.mark.parametrize(
    ("claim", "code"),
    [(None, "no-such-game"), (StoreFailed("x"), "disk"), (Unreadable("x"), "set-aside")],
)
def test_a_game_that_cannot_be_claimed_is_told_apart(tmp_path, monkeypatch, claim, code):
    async def scene(hall, node, _):
        with pytest.raises(Refusal) as caught:
            await node.claim("g")
        return caught.value.code, await node.locate("g"), list(hall.house.set_aside)

    found, located, aside = at_node(tmp_path, monkeypatch, scene, claim)
    assert (found, located, aside) == (code, None, ["g"] if code == "set-aside" else [])


def test_a_node_that_leaves_sends_whoever_asks_to_another(tmp_path, monkeypatch):
    async def scene(hall, node, _):
        node.draining = True
        with pytest.raises(Away) as away:
            await node.claim("g")
        with pytest.raises(Refusal) as nothing_new:
            await hall.create(m.CreateGame(), ANN, ADDRESS)
        node._leases.known = {1: "here"}
        with pytest.raises(Refusal) as alone:
            await node.claim("g")
        return away.value.owner, nothing_new.value.code, alone.value.code

    assert at_node(tmp_path, monkeypatch, scene, StoreFailed("x")) == (
        THERE,
        "stopping",
        "stopping",
    )


def test_a_game_that_was_another_nodes_is_ours_and_how_its_clock_stood_is_noted(
    tmp_path, monkeypatch
):
    async def scene(hall, node, _):
        hall.node = None
        table = await game_of_two(hall, ANN, BEN, clock=m.TimedClock(60))
        await play(table, ANN, BEN, moves=2)
        stored = await hall.store.load(table.id)
        hall.node = node
        node._leases.claims = [(stored, 4_000), (stored, None)]
        first = await node.claim(table.id)
        await node.claim(table.id)
        return first.ply, node._leases.noted, table.id

    ply, noted, game = at_node(tmp_path, monkeypatch, scene, None)
    assert ply == 2
    ((name, taken),) = noted
    assert (name, taken.version, taken.spent) == (game, 4, 3_000)


# Neighbours


class Peers:
    """A peer that answers, fails or says nothing."""

    def __init__(self, *answers: Any) -> None:
        self.answers, self.asked, self.connections = list(answers), [], []

    async def ask(self, what, body):
        self.asked.append((what, body))
        answer = self.answers.pop(0)
        if answer is None:
            await asyncio.Event().wait()
        if isinstance(answer, Exception):
            raise answer
        return pack(answer)

    async def connect(self):
        answer = self.connections.pop(0) if self.connections else None
        if answer is not None:
            raise answer

    def close(self):
        """Nothing is open."""


def among(scene, *answers, monkeypatch):
    """Runs a scene with neighbours, of whom one answers so."""
    monkeypatch.setattr(neighbourhoods, "_PAUSE_S", 0.0)
    monkeypatch.setattr(neighbourhoods, "_SILENT_S", 0.001)

    async def run():
        leases, changed = Leases(None), []
        neighbours = Neighbours(leases, 0.0, changed.append)
        peer = neighbours._peers["there"] = Peers(*answers)
        async with asyncio.timeout(20):
            try:
                return await scene(neighbours, leases, peer, changed)
            finally:
                neighbours.close()

    return asyncio.run(run())


def test_a_neighbour_that_answers_is_not_missed(monkeypatch):
    async def scene(neighbours, leases, peer, changed):
        reply = await neighbours.ask(THERE, "look", Look("g"))
        return reply, peer.asked, neighbours.misses(THERE), changed

    found = among(scene, Reply(b"x"), monkeypatch=monkeypatch)
    assert found == (Reply(b"x"), [("look", Look("g"))], False, [])


def test_one_that_cannot_be_asked_is_missed_until_it_is_there_again(monkeypatch):
    async def scene(neighbours, leases, peer, changed):
        peer.connections = [NoAnswer("x"), TimeoutError()]
        with pytest.raises(NoAnswer):
            await neighbours.ask(THERE, "look", 1)
        assert neighbours.misses(THERE)
        with pytest.raises(NoAnswer, match="missed"):
            await neighbours.ask(THERE, "look", 2)
        await neighbours.settled(THERE, 20)
        await asyncio.sleep(0)
        again = await neighbours.ask(THERE, "look", 3)
        return again, changed, neighbours.misses(THERE), peer.asked, leases.ended

    again, changed, misses, asked, ended = among(
        scene, NoAnswer("gone"), Reply(b"x"), monkeypatch=monkeypatch
    )
    assert (again, changed, misses, ended) == (Reply(b"x"), [2], False, [])
    assert [body for _, body in asked] == [1, 3], "nobody asks one that is missed"


def test_one_that_says_nothing_is_waited_for_as_long_as_its_lease_runs(monkeypatch):
    async def scene(neighbours, leases, peer, changed):
        beats = [StoreFailed("x"), Beat(5, 0.0005), Beat(6, 30.0), None]

        async def beat_of(_):
            leases.beat = beats.pop(0) if beats else None
            if isinstance(leases.beat, Exception):
                raise leases.beat
            return leases.beat

        leases.beat_of = beat_of
        lengths = [await neighbours._left(THERE) for _ in range(3)]
        with pytest.raises(NoAnswer):
            await neighbours.ask(THERE, "look", 1)
        await neighbours.settled(THERE, 20)
        await asyncio.sleep(0)
        return lengths, changed

    lengths, changed = among(scene, None, monkeypatch=monkeypatch)
    assert lengths == [0.001, 0.0005, 0.001]
    assert changed == [2]


def test_the_lease_of_one_whose_program_has_ended_is_ended_by_its_last_renewal(monkeypatch):
    async def scene(neighbours, leases, peer, changed):
        peer.connections = [NobodyThere("x")] * 1_000
        with pytest.raises(NoAnswer):
            await neighbours.ask(THERE, "look", 1)
        await neighbours.settled(THERE, 20)
        await asyncio.sleep(0)
        return leases.ended, changed

    assert among(scene, NobodyThere("x"), monkeypatch=monkeypatch) == ([(2, 5)], [2])


# Links


def linked(scene, answer=None, secret="s"):
    """Runs a scene with a server of links in this process and one who asks it."""

    async def echo(what, body, gone):
        return what.encode() + body

    async def run():
        server = LinkServer(answer or echo)
        port = await server.open("127.0.0.1", 0, "s")
        peer = Peer(f"127.0.0.1:{port}", secret)
        async with asyncio.timeout(20):
            try:
                return await scene(server, peer, port)
            finally:
                peer.close()
                await server.close()

    return asyncio.run(run())


def test_each_answer_comes_to_its_question_in_whatever_order():
    later = []

    async def answer(what, body, gone):
        if not later:
            later.append(asyncio.Event())
            await later[0].wait()  # the first is answered last
        elif what == "c":
            later[0].set()
        return body + what.encode()

    async def scene(server, peer, port):
        return await asyncio.gather(*(peer.ask(one, {"n": one}) for one in "abc"))

    found = linked(scene, answer)
    assert found == [pack({"n": one}) + one.encode() for one in "abc"]


def test_whoever_waits_no_longer_is_known_to_the_one_who_answers():
    heard = []

    async def answer(what, body, gone):
        if what == "quick":
            return b"ok"
        heard.append("asked")
        await gone.wait()
        heard.append("gone")
        return b""

    async def scene(server, peer, port):
        asking = asyncio.create_task(peer.ask("slow", 1))
        await soon(lambda: heard)
        asking.cancel()
        await soon(lambda: len(heard) == 2)
        return await peer.ask("quick", 1), peer._waiting

    assert linked(scene, answer) == (b"ok", {})


def test_when_the_line_breaks_all_who_wait_are_told_and_the_next_connects_anew():
    async def answer(what, body, gone):
        if what == "wait":
            await asyncio.Event().wait()
        return b"ok"

    async def scene(server, peer, port):
        waiting = [asyncio.create_task(peer.ask("wait", n)) for n in range(2)]
        await soon(lambda: len(peer._waiting) == 2)
        peer._writer.transport.abort()
        failures = await asyncio.gather(*waiting, return_exceptions=True)
        return [type(one) for one in failures], await peer.ask("now", 1)

    assert linked(scene, answer) == ([NoAnswer, NoAnswer], b"ok")


def test_who_does_not_know_the_secret_is_answered_nothing():
    asked = []

    async def answer(what, body, gone):
        asked.append(what)
        return b"ok"

    async def scene(server, peer, port):
        with pytest.raises(NoAnswer):
            await peer.ask("now", 1)
        return asked

    assert linked(scene, answer, secret="other") == []


def test_where_nobody_listens_is_told_apart():
    async def scene(server, peer, port):
        await server.close()
        nobody = Peer(f"127.0.0.1:{port}", "s")
        with pytest.raises(NobodyThere):
            await nobody.connect()

    linked(scene)


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
