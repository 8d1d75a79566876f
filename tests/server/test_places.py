"""Two nodes in one process: what a page at the one is told of a game that lives at the other."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

import pytest

from ninefold.game.entries import Moved
from ninefold.server.nodes.node import Node
from ninefold.server.play.hall import Hall
from ninefold.server.play.visitors import Visitor
from ninefold.server.store.bus import MemoryBus
from ninefold.server.store.postgres import PostgresStore
from ninefold.server.store.postgres_pool import prepare
from ninefold.server.wire import messages as m
from ninefold.server.wire.refusal import Refusal
from support.halls import ADDRESS, Heard, game_of_two, make_house, play, soon

ANN, BEN, EVE = Visitor("ann", "Ann"), Visitor("ben", "Ben"), Visitor("eve", "Eve")


class JointBus(MemoryBus):
    """A bus whose events reach all of them; while it is ``deaf`` nothing from elsewhere."""

    def __init__(self, all_of_them: list[JointBus]) -> None:
        super().__init__()
        self._all, self.deaf = all_of_them, False
        all_of_them.append(self)

    def publish(self, topic: str, version: int, event: bytes) -> None:
        for bus in self._all:
            if bus is self or not bus.deaf:
                bus.tell_here(topic, version, event)

    def heard(self, topic: str) -> bool:
        return True


@pytest.fixture
def on_nodes(postgres):
    """Runs a coroutine function with the halls of some nodes on a new database."""
    url = postgres.create()

    def run(act, count=2, **settings):
        async def with_halls():
            await prepare(url)
            buses: list[JointBus] = []
            async with AsyncExitStack() as stack:
                halls = []
                for number in range(count):
                    store = PostgresStore(url)
                    await store.open()
                    stack.push_async_callback(store.close)
                    hall = Hall(make_house(store, JointBus(buses), lease_s=60.0, **settings))
                    hall.house.time.at = 1_000.0 + 50_000 * number  # each has its own
                    hall.node = Node(hall, store)
                    hall.house.lost = hall.node.lose
                    await hall.node.open(None)
                    stack.push_async_callback(hall.node.close)
                    stack.push_async_callback(hall.close)
                    halls.append(hall)
                return await act(*halls)

        return asyncio.run(with_halls())

    return run


def test_a_move_by_another_node_costs_what_it_took_to_that_node_and_no_more(on_nodes):
    async def scene(near, far):
        table = await game_of_two(near, ANN, BEN, clock=m.TimedClock(600, 0))
        await play(table, ANN, BEN, moves=2)
        place = await far.follow(table.id)
        near.house.time.at += 4_000  # Ann thinks, and her move is 700 ms under way between nodes
        far.house.time.at += 4_000
        received = far.house.time.at - 700
        square = table.game.position.legal_moves[0]
        answer = await place.do(m.Move(2, square, id="a"), ANN, ADDRESS, received=received)
        again = await place.do(m.Move(2, square, id="a"), ANN, ADDRESS, received=received)
        near.house.time.at += 1_000
        far.house.time.at += 1_000
        # Far away he is, too: what is known of that comes along.
        now, square = far.house.time.at, table.game.position.legal_moves[0]
        await place.do(m.Move(3, square), BEN, ADDRESS, received=now, lag=150.0)
        stored = await near.store.load(table.id)
        moves = [entry for entry in stored.entries if isinstance(entry, Moved)]
        return moves[2], moves[3], answer, again, place.version, table.game.version

    mine, theirs, answer, again, shown, version = on_nodes(scene)
    assert (mine.spent, mine.left) == (3_300, 596_700)
    assert (theirs.lag, theirs.spent, theirs.left) == (150, 850, 599_150)
    assert (again.version, again.repeated, answer.repeated) == (answer.version, True, False)
    assert shown == version


def test_a_page_at_another_node_is_told_who_is_there_now(on_nodes):
    """Also where the bus has lost what was said of it."""

    async def scene(near, far):
        table = await game_of_two(near, ANN, BEN)
        told = []
        far.bus.deaf = True
        place = await far.follow(table.id)
        told.append((place.presence(), table.presence()))
        for who in (ANN, EVE, None):
            table.connect(who)
            place = await far.follow(table.id)  # a page is opened
            told.append((place.presence(), table.presence()))
        near.house.time.at += 500
        table.disconnect(ANN)
        near.house.time.at += 500
        place = await far.follow(table.id)
        told.append((place.presence(), table.presence()))
        await play(table, ANN, moves=1)
        place = await far.follow(table.id)
        told.append((place.view().moves, table.view().moves))
        return told

    told = on_nodes(scene)
    assert [there for there, _ in told] == [here for _, here in told]
    assert [here.watchers for _, here in told[:-1]] == [0, 0, 1, 2, 2]
    assert m.SeatPresence(False, 500) == told[4][1].X


def test_who_opens_and_closes_a_page_at_another_node_is_noted_where_the_game_lives(on_nodes):
    async def scene(near, far):
        table, time = await game_of_two(near, ANN, BEN), near.house.time
        heard = Heard(far, table.topic)
        place = await far.follow(table.id)
        time.at += 5_000
        for who in (BEN, BEN, EVE, None):
            place.connect(who)
        await soon(lambda: table.presence().watchers == 2)
        here = table.presence()
        assert place.pages == {"ben": 2, "eve": 1, "": 1}
        place.disconnect(BEN)
        place.disconnect(None)
        await soon(lambda: table.presence().watchers == 1)
        still = table.presence()
        time.at += 1_000
        assert not table.left("O")
        place.disconnect(BEN)
        place.disconnect(EVE)
        await soon(lambda: table.gone_ms("O") is not None)
        time.at += 40
        gone = table.presence()
        left, watched, pages = table.left("O"), table.watched, place.pages
        await soon(lambda: heard.messages and m.SeatPresence(False, 0) == heard.messages[-1].O)
        # Whoever looks from nowhere is no reason to keep the place.
        heard.leave()
        await soon(lambda: table.id not in far.node.places)
        return here, still, gone, left, watched, pages

    here, still, gone, left, watched, pages = on_nodes(scene)
    assert (here.X.online, here.O.online, here.watchers) == (False, True, 2)
    assert (still.O.online, still.watchers) == (True, 1)
    assert gone == m.Presence(m.SeatPresence(False, 6_040), m.SeatPresence(False, 40), 0, 300_000)
    assert (left, watched, pages) == (True, False, {})


def test_what_is_refused_there_is_refused_here_and_changes_nothing(on_nodes):
    async def scene(near, far):
        table = await game_of_two(near, ANN, BEN)
        place = await far.follow(table.id)

        async def code(command, who):
            with pytest.raises(Refusal) as refused:
                await place.do(command, who, ADDRESS, received=far.house.time.at)
            return refused.value.code

        codes = [
            await code(m.Move(0, 40), BEN),
            await code(m.Move(1, 40), ANN),
            await code(m.Move(0, 40), EVE),
            await code(m.Claim("win"), ANN),
            await code(m.Accept("draw"), ANN),
        ]
        with pytest.raises(Refusal) as nowhere:
            await far.follow("nosuchgame")
        return codes, nowhere.value.code, table.game.version, place.version

    codes, nowhere, version, shown = on_nodes(scene)
    assert codes == ["not-your-turn", "stale", "not-your-game", "not-now", "nothing-offered"]
    assert (nowhere, version, shown) == ("no-such-game", 2, 2)


def test_a_game_that_moves_to_this_node_goes_on_with_those_who_look(on_nodes):
    async def scene(near, far):
        table = await game_of_two(near, ANN, BEN, clock=m.TimedClock(600, 0))
        await play(table, ANN, BEN, moves=2)
        place = await far.follow(table.id)
        place.connect(ANN)
        place.connect(None)
        await soon(lambda: table.presence().watchers == 1)
        far.bus.deaf = True
        await play(table, ANN, BEN, moves=1)  # of which the other node has not heard
        heard = Heard(far, table.topic)
        near.house.time.at += 2_500
        await near.node.drain()
        assert table.closed
        await place.catch_up()
        mine = far.tables[table.id]
        assert place.is_near
        return mine, mine.presence(), heard.messages, place.version, mine.view().clock

    mine, presence, told, version, clock = on_nodes(scene)
    assert (presence.X.online, presence.watchers) == (True, 1)
    assert [event.game.version for event in told if isinstance(event, m.GameEvent)] == [version]
    assert version == mine.game.version == 5
    # Charged until its owner gave it away, and then it stands still for the grace.
    assert (clock.running, clock.O, clock.starts_in) == ("O", 597_500, 10_000)


def test_a_lobby_of_two_nodes_is_one_and_so_are_its_limits(on_nodes):
    async def scene(near, far):
        wish = m.CreateGame(opponent="open", side="X", clock=m.TimedClock(60))
        first = await near.create(wish, ANN, ADDRESS)
        await asyncio.sleep(0.002)  # a moment of the calendar
        second = await far.create(wish, BEN, ADDRESS)
        joined = await far.create(wish, EVE, "10.0.0.9")
        await joined.join(Visitor("dan"))
        for number, hall in enumerate((near, far)):
            hall.metrics.opened(f"10.0.0.{number}", "eve")

        async def lobby(hall):
            return await hall.lobby()

        for hall in (near, far):
            while len((await lobby(hall)).challenges) < 2 or not (await lobby(hall)).games:
                await asyncio.sleep(0.01)
        lobbies = [await lobby(hall) for hall in (near, far)]
        await soon(lambda: near.metrics.elsewhere and far.metrics.elsewhere)
        refused = []
        for hall, address in ((near, ADDRESS), (far, ADDRESS), (near, "10.0.0.9")):
            try:
                await hall.create(wish, Visitor("x"), address)
                refused.append(None)
            except Refusal as refusal:
                refused.append(refusal.code)
        return first.id, second.id, joined.id, lobbies, refused, near.metrics.visitors

    first, second, joined, lobbies, refused, visitors = on_nodes(
        scene, limits={"challenges_per_address": 2}
    )
    for lobby in lobbies:
        assert [one.id for one in lobby.challenges] == [second, first]
        assert [one.id for one in lobby.games] == [joined]
        assert lobby.going == [m.Going("modern", m.TimedClock(60), 1)]
    assert refused == ["too-many-challenges", "too-many-challenges", None]
    assert visitors == 1, "one person with a page at each node"
