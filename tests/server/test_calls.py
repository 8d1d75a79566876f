"""Calls: what shows that a page is there, and what is not said to one that does not read."""

from __future__ import annotations

from ninefold.server.http.sockets import _GameSession
from ninefold.server.play.pairing import HERE
from ninefold.server.play.visitors import Visitor
from ninefold.server.wire import messages as m
from support.halls import game_of_two, in_hall, soon
from support.wires import ANYTHING, Wire, on_line, page

ANN, BEN = Visitor("ann", "Ann"), Visitor("ben", "Ben")


def test_only_an_answer_to_its_own_call_says_that_a_page_is_there(tmp_path):
    async def scene(hall):
        words = []
        async with on_line(hall, ANN) as wire:
            await wire.say(m.Here("somebody-else"))
            (seeking,) = await wire.say(m.Seek(id="s"))
            hall.bus.follow(f"search-answers:{seeking.seek}", lambda _, word: words.append(word))
            await wire.say(m.Here("somebody-else"))
            before = list(words)
            await wire.say(m.Here(seeking.seek))
            return before, list(words)

    before, after = in_hall(tmp_path, scene)
    assert before == []
    assert after == [HERE]


def test_a_page_that_does_not_read_is_not_pinged_until_it_does(tmp_path):
    class Sleeper(Wire):
        asleep = False

        def send_text(self, text):
            return not self.asleep and super().send_text(text)

    async def scene(hall):
        table = await game_of_two(hall, ANN, BEN)
        wire = Sleeper()
        session = _GameSession(wire, hall, ANN, table)

        def pings():
            return sum(isinstance(ANYTHING.decode(text), m.ServerPing) for text in wire.texts)

        async with page(session):
            await soon(lambda: pings() >= 2)
            wire.asleep = True
            session.outbox.put(0, b'{"t":"stopping"}')
            await soon(lambda: session.outbox.blocked)
            waiting = len(session.outbox._waiting)
            for _ in range(5):
                session._timer.cancel()
                session._ping()
            assert len(session.outbox._waiting) == waiting
            wire.asleep = False
            wire.resumed()
            before = pings()
            await soon(lambda: pings() > before)

    in_hall(tmp_path, scene, ping_s=0.01)


def test_pings_come_again_and_again_and_tell_the_version(tmp_path):
    async def scene(hall):
        table = await game_of_two(hall, ANN, BEN)
        async with page(_GameSession(Wire(), hall, ANN, table)) as wire:

            def pings():
                told = map(ANYTHING.decode, wire.texts)
                return [(one.n, one.version) for one in told if isinstance(one, m.ServerPing)]

            await soon(lambda: len(pings()) >= 2)
            await wire.say(m.Move(0, 40))
            told = len(pings())
            await soon(lambda: len(pings()) > told + 1)
            return pings()

    pings = in_hall(tmp_path, scene, ping_s=0.01)
    assert [number for number, _ in pings] == list(range(1, len(pings) + 1))
    assert pings[0] == (1, 2)
    assert pings[-1][1] == 3
