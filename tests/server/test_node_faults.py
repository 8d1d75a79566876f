"""Nodes die, stop, are cut off, and databases restart, in the middle of games that go on."""

from __future__ import annotations

import asyncio
import random
import signal
import time

import pytest
from websockets.exceptions import WebSocketException

from ninefold.server.wire import messages as m
from support.cluster import Cluster, Gate, Loop
from support.databases import Redis, run_sql
from support.history import History, violations
from support.serving import until

LEASE_S = 2.0


class Frail:
    """Three nodes; the first reaches its database through a gate that can be closed."""

    def __init__(self, folder, postgres, **settings):
        self.postgres, self.redis, self.loop = postgres, Redis(), Loop()
        self.struck = 0.0  # when a node was last killed
        self.striking = False  # whether something happens: games must not be over before it is
        self.gate = Gate(self.loop, [postgres.port])
        database = postgres.create()
        through = database.replace(f":{postgres.port}/", f":{self.gate.port}/")
        self.cluster = Cluster(
            folder,
            3,
            database,
            self.redis.url,
            lease_s=LEASE_S,
            first={"database": through},
            **settings,
        )

    def close(self):
        self.cluster.close()
        self.gate.close()
        self.loop.close()
        self.redis.remove()

    # What can happen to the first node, or to what all of them share

    def kill(self):
        self.cluster.nodes[0].kill()
        self.struck = time.monotonic()
        self.lapse()
        self.cluster.nodes[0].start()

    def roll(self):
        """As an upgrade does: every node is stopped and replaced, one after the other."""
        for node in self.cluster.nodes:
            assert node.stop() == 0
            node.start()

    def pause(self):
        self.cluster.pause(0)
        self.lapse()
        self.cluster.go_on(0)

    def cut_off(self):
        self.gate.cut()
        self.lapse()
        self.gate.mend()

    def restart_redis(self):
        self.redis.stop()
        time.sleep(LEASE_S)
        self.redis.start()

    def restart_postgres(self):
        self.postgres.stop(signal.SIGINT)
        self.postgres.start()

    def lapse(self):
        """Wait until the lease of the node that holds no more has run out, and somewhat longer."""
        sql = "SELECT count(*) FROM nodes WHERE expires_at > clock_timestamp()"
        until(lambda: run_sql(self.cluster.database, sql)[0][0] <= 2)
        time.sleep(LEASE_S / 2)


@pytest.fixture
def frail(tmp_path, postgres):
    made = Frail(tmp_path, postgres)
    yield made
    made.close()


class Player:
    """Somebody who comes back whenever the page dies, and sends again what was not answered."""

    def __init__(self, frail, open_page, client, game, side, history):
        self.frail, self.open_page, self.client = frail, open_page, client
        self.game, self.side, self.history = game, side, history
        self.dice = random.Random(f"{game}{side}")
        self.attempt = 0
        self.pending = None
        self.closes = set()  # by which codes pages were closed

    async def play(self):
        while True:
            try:
                async with self.open_page(
                    self.frail.cluster.url, self.game, self.client.headers
                ) as page:
                    if await self.play_on(page):
                        return
            except (OSError, TimeoutError, WebSocketException):
                pass
            await asyncio.sleep(0.1)

    async def play_on(self, page):
        """Play until the page dies, or the game is over."""
        while page.closed is None:
            # A page whose server has gone hears nothing: not even a ping, which comes often.
            await page.until(lambda: page.closed or self.is_mine(page.state), seconds=20)
            if page.closed:
                self.closes.add(page.closed[0])
                return False
            if page.state.state != "playing":
                return True
            if self.frail.striking:
                await asyncio.sleep(0.3)
            ply = page.state.board.ply
            if self.pending is None or self.pending[0] != ply:
                self.attempt += 1
                square = self.dice.choice(page.state.board.legal)
                self.pending = (ply, square, f"{self.side}{ply}-{self.attempt}")
            async with asyncio.timeout(20):
                await self.history.do(page, *self.pending)
            if self.pending[2] in page.refused:
                self.pending = None
                await asyncio.sleep(0.05)
        return False

    def is_mine(self, state):
        return state.state != "playing" or state.board.turn == self.side


async def play_through(frail, open_page, fault, games):
    """Both sides of some games play while something happens; the history of each."""
    cluster = frail.cluster
    ann, ben = [await asyncio.to_thread(cluster.client, number) for number in (1, 2)]
    maker = cluster.same(ann, 0)  # so that the first node owns them
    histories, playing, players = {}, [], []
    for _ in range(games):
        wish = {"opponent": "link", "side": "X", "clock": m.TimedClock(600)}
        game = (await asyncio.to_thread(lambda wish=wish: maker.create(**wish))).game.id
        await asyncio.to_thread(ben.join, game)
        histories[game] = History()
        for client, side in ((ann, "X"), (ben, "O")):
            player = Player(frail, open_page, client, game, side, histories[game])
            players.append(player)
            playing.append(asyncio.create_task(player.play()))
    while sum(len(one.operations) for one in histories.values()) < 4 * games:
        await asyncio.sleep(0.01)
    frail.striking = True
    await asyncio.to_thread(fault)
    frail.striking = False
    async with asyncio.timeout(200):
        await asyncio.gather(*playing)
    return histories, set().union(*(player.closes for player in players))


FAULTS = ["kill", "roll", "pause", "cut_off", "restart_redis", "restart_postgres"]


def test_promise_22_games_go_on_whatever_happens_to_a_node(frail, open_page, moves_on_disk, soak):
    """Every acknowledged move is there once, in one order, and every game comes to its end."""
    rounds = 20 if soak else 1
    for fault in FAULTS * rounds:
        began = time.monotonic()
        strike = getattr(frail, fault)
        histories, closes = asyncio.run(play_through(frail, open_page, strike, games=2))
        operations = sum(len(one.operations) for one in histories.values())
        print(f"{fault}: {operations} commands, {time.monotonic() - began:.1f} s")
        if fault == "kill":
            print(f"  games went on {went_on_after(frail.struck, histories):.1f} s after the kill")
        if fault == "roll":
            assert_nobody_noticed(histories, closes)
        for game, history in histories.items():
            rows = moves_on_disk(frail.cluster.database, game)
            assert violations(history, rows) == [], fault
            assert [ply for _, ply, _, _ in rows] == list(range(len(rows))), fault
            state = frail.cluster.client(1).game(game).game
            assert (state.state, state.result.reason) != ("over", "time"), fault
            assert state.moves == [square for _, _, square, _ in rows], fault


def went_on_after(struck, histories):
    """How long after a moment the last of the games had its next move."""
    later = [[at for at in one.known_at if at > struck] for one in histories.values()]
    return max((min(one) for one in later if one), default=struck) - struck


def assert_nobody_noticed(histories, closes):
    """Pages were sent elsewhere, if they were, and no move was refused because a server stops."""
    assert closes <= {1012, 1006}, closes
    outcomes = {one[2] for history in histories.values() for one in history.operations}
    assert outcomes <= {"ok", "unknown", "stale"}, outcomes


def test_promise_22_would_be_seen_broken(tmp_path, postgres, open_page, moves_on_disk, soak):
    if not soak:
        pytest.skip("it takes a minute: only in `make soak`")
    frail = Frail(tmp_path, postgres, bug="write-without-a-lease")
    try:
        for _ in range(5):
            histories, _ = asyncio.run(play_through(frail, open_page, frail.pause, games=2))
            for game, history in histories.items():
                if violations(history, moves_on_disk(frail.cluster.database, game)):
                    return
        raise AssertionError("a node without a lease acknowledged moves, and nothing was lost")
    finally:
        frail.close()


def test_a_dead_node_costs_nobody_time(make_cluster, open_page):
    cluster = make_cluster(2, lease_s=LEASE_S, restart_grace_s=120.0)
    ann, ben = cluster.client(0), cluster.client(1)
    game = ann.create(opponent="link", side="X", clock=m.TimedClock(60)).game.id
    ben.join(game)
    ann.command(game, m.Move(ply=0, square=40))
    began = time.monotonic()
    ben.command(game, m.Move(ply=1, square=ben.game(game).game.board.legal[0]))
    cluster.nodes[0].kill()
    used = time.monotonic() - began

    def taken_over():
        sql = "SELECT taken_version FROM games WHERE id = $1"
        return run_sql(cluster.database, sql, game) != [(None,)]

    until(taken_over)  # by itself: nobody asks for it
    state = ben.game(game).game
    assert state.clock.running == "X"
    assert 60_000 - 1000 * used - 50 <= state.clock.X
    assert state.clock.starts_in > 0, "the clock stands still until people are back"


async def see_the_last_move(cluster, open_page, game, ann, ben):
    """Ben looks at the second node; Ann moves at the first, which is killed before it tells."""
    async with open_page(cluster.nodes[1].url, game, ben.headers) as page:
        move = m.Move(ply=0, square=40)
        await asyncio.to_thread(ann.command, game, move)
        cluster.nodes[0].kill()
        await page.until(lambda: page.state.moves == [40])
        reply = m.Move(ply=1, square=page.state.board.legal[0], id="reply")
        return await page.do(reply)


def test_what_a_killed_node_had_not_told_is_told_by_the_next(make_cluster, open_page):
    """Long before its lease ends: nobody listens at its address, and it renews nothing."""
    cluster = make_cluster(2, bug="deaf-nodes", lease_s=600.0, ping_s=600.0)
    ann, ben = cluster.client(0), cluster.client(1)
    game = ann.create(opponent="link", side="X").game.id
    ben.join(game)
    assert asyncio.run(see_the_last_move(cluster, open_page, game, ann, ben)) == "ok"


async def converge(cluster, open_page, game, clients, plies):
    """Play by HTTP, and see that every page at every node comes to show it."""
    pages = [
        await open_page(node.url, game, clients[0].headers).__aenter__() for node in cluster.nodes
    ]
    try:
        for ply in range(plies):
            client = clients[ply % 2]
            state = await asyncio.to_thread(client.game, game)
            move = m.Move(ply=ply, square=state.game.board.legal[-1], id=f"m{ply}")
            await asyncio.to_thread(client.command, game, move)
        for page in pages:
            await page.until(lambda page=page: page.state.board.ply == plies)
        return [page.state.moves for page in pages]
    finally:
        for page in pages:
            await page.__aexit__()


@pytest.mark.parametrize("bug", ["lossy-redis", "deaf-nodes"])
def test_promise_7_pages_at_all_nodes_converge_over_a_bad_bus(make_cluster, open_page, bug):
    """A tenth of the events lost, doubled and reordered; and with no events at all."""
    cluster = make_cluster(2, bug=bug, ping_s=0.5)
    ann, ben = cluster.client(0), cluster.client(1)
    game = ann.create(opponent="link", side="X").game.id
    ben.join(game)
    shown = asyncio.run(converge(cluster, open_page, game, (ann, ben), 30))
    assert shown[0] == shown[1]
    assert len(shown[0]) == 30
