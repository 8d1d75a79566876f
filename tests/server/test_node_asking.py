"""How a node asks others: at the owner of a game, among its neighbours, over links."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from ninefold.server.nodes import neighbours as neighbourhoods
from ninefold.server.nodes import node as nodes
from ninefold.server.nodes.link import LinkServer, NoAnswer, NobodyThere, Peer
from ninefold.server.nodes.neighbours import Neighbours
from ninefold.server.nodes.node import Away, Node
from ninefold.server.nodes.wire import (
    Look,
    Reply,
    pack,
)
from ninefold.server.play.visitors import Visitor
from ninefold.server.store.leases import Beat, Elsewhere
from ninefold.server.store.store import StoreFailed, Unreadable, Unsure
from ninefold.server.wire import messages as m
from ninefold.server.wire.refusal import GameMoved, Refusal
from support.halls import ADDRESS, game_of_two, in_hall, play, soon

ANN, BEN = Visitor("ann", "Ann"), Visitor("ben", "Ben")
EVENT = msgspec.json.Decoder(m.GameEvent)
PRESENCE = msgspec.json.Decoder(m.Presence)


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
