"""Promises 6 and 7: pages come back by themselves, and converge even if events are lost."""

import asyncio
import contextlib
import random
import threading
import time

import pytest

from ninefold import Position
from ninefold.server.client import Client
from ninefold.server.wire import messages as m


class Proxy:
    """Stands between client and server, and lets connections die in a chosen way."""

    def __init__(self, port, way, dice):
        self.port, self.way, self.dice = port, way, dice
        self.deaths = 0
        self._loop = asyncio.new_event_loop()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run)

    def __enter__(self):
        self._thread.start()
        self._ready.wait(30)
        return self

    def __exit__(self, *_):
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(30)

    def _run(self):
        async def serve():
            self._stop = asyncio.Event()
            server = await asyncio.start_server(self._pass_on, "127.0.0.1", 0)
            self.own_port = server.sockets[0].getsockname()[1]
            self._ready.set()
            await self._stop.wait()
            server.close()
            for task in asyncio.all_tasks() - {asyncio.current_task()}:
                task.cancel()

        with contextlib.suppress(asyncio.CancelledError):
            self._loop.run_until_complete(serve())
        self._loop.run_until_complete(self._loop.shutdown_asyncgens())
        self._loop.close()

    async def _pass_on(self, reader, writer):
        with contextlib.suppress(OSError, asyncio.CancelledError):
            there, back = await asyncio.open_connection("127.0.0.1", self.port)
            pumps = [
                asyncio.create_task(self._pump(reader, back, None)),
                asyncio.create_task(self._pump(there, writer, self.dice.randint(6_000, 20_000))),
            ]
            await asyncio.wait(pumps, return_when=asyncio.FIRST_COMPLETED)
            for pump in pumps:
                pump.cancel()
            for side in (writer, back):
                side.transport.abort() if self.way == "reset" else side.close()

    async def _pump(self, reader, writer, budget):
        """Carry bytes until the budget is used up; then the connection dies."""
        carried = 0
        while data := await reader.read(2048):
            carried += len(data)
            if budget is not None and carried > budget:
                self.deaths += 1
                if self.way == "swallow":
                    await asyncio.sleep(0.1)
                elif self.way == "half-close":
                    writer.write_eof()
                    await asyncio.sleep(0.1)
                return
            writer.write(data)
            await writer.drain()


@pytest.mark.parametrize("way", ["reset", "swallow", "half-close"])
def test_promise_6_a_game_goes_on_over_connections_that_die(shared_server, moves_on_disk, way):
    dice = random.Random(way)
    ann = shared_server.client()
    game = ann.create(opponent="same-device", mode="battle").game.id
    with Proxy(shared_server.port, way, dice) as proxy:
        client = Client(f"http://127.0.0.1:{proxy.own_port}")
        client._cookies = ann._cookies
        # Requests go past the proxy: what is tried here is the socket.
        client._ask = ann._ask
        end = client.play(game, lambda position: dice.choice(position.legal_moves))
        assert proxy.deaths > 0
    rows = moves_on_disk(shared_server.database, game)
    assert [ply for _, ply, _, _ in rows] == list(range(len(end.moves)))
    assert [square for _, _, square, _ in rows] == end.moves


async def follow_over_restart(server, open_page, game, headers, count):
    """The times that so many pages need to have the state again after a restart."""

    async def come_back(number):
        """As a page does: at once, then ever more slowly."""
        wait = 0.15
        while True:
            page = open_page(server.url, game, headers)
            try:
                await page.__aenter__()
                return page
            except OSError:
                await asyncio.sleep(wait * random.uniform(0.7, 1.3))
                wait = min(0.7, wait * 1.5)

    pages = [await come_back(number) for number in range(count)]
    await asyncio.to_thread(server.kill)
    for page in pages:
        await page.until(lambda page=page: page.closed is not None)
    back = [asyncio.create_task(come_back(number)) for number in range(count)]
    await asyncio.to_thread(server.start)
    answering = time.monotonic()
    times = []
    for task in asyncio.as_completed(back):
        page = await task
        times.append(time.monotonic() - answering)
        pages.append(page)
    states = [page.state for page in pages[count:]]
    for page in pages:
        await page.__aexit__()
    return sorted(times), states


def test_promise_6_all_pages_have_the_state_again_after_a_restart(make_server, open_page, soak):
    count = 500 if soak else 40
    server = make_server()
    ann = server.client()
    game = ann.create(opponent="same-device").game.id
    ann.command(game, m.Move(ply=0, square=40))
    times, states = asyncio.run(follow_over_restart(server, open_page, game, ann.headers, count))
    print(f"{count} pages back with the state: p99 {times[int(0.99 * count)]:.2f} s")
    assert len(states) == count
    assert all(state.moves == [40] for state in states)


def test_promise_6_would_be_seen_broken(make_server, open_page):
    server = make_server(bug="come-back-without-the-last-move")
    ann = server.client()
    game = ann.create(opponent="same-device").game.id
    ann.command(game, m.Move(ply=0, square=40))
    _, states = asyncio.run(follow_over_restart(server, open_page, game, ann.headers, 3))
    assert all(state.moves == [] for state in states)


async def converge(server, open_page, seconds):
    """Play over a bus that loses events; whether all pages end with the newest state."""
    ann, ben = server.client(), server.client()
    game = ann.create(opponent="link", side="X").game.id
    ben.join(game)
    async with contextlib.AsyncExitStack() as stack:
        pages = [
            await stack.enter_async_context(open_page(server.url, game, client.headers))
            for client in (ann, ben, ann, ben)
        ]
        position = Position.start()
        dice = random.Random(5)
        while position.outcome is None:
            move = dice.choice(position.legal_moves)
            client = ann if position.turn == "X" else ben
            await asyncio.to_thread(client.command, game, m.Move(ply=position.ply, square=move))
            position = position.play(move)
        newest = (await asyncio.to_thread(ann.game, game)).game
        try:
            for page in pages:
                await page.until(lambda page=page: page.state.version == newest.version, seconds)
        except TimeoutError:
            return False
        assert all(page.state.moves == newest.moves for page in pages)
        return True


def test_promise_7_pages_converge_though_the_bus_loses_events(make_server, open_page):
    """A tenth of the events each is dropped, doubled and delayed."""
    server = make_server(bug="lossy-bus", ping_s=0.3)
    assert asyncio.run(converge(server, open_page, 60))


def test_promise_7_would_be_seen_broken(make_server, open_page):
    server = make_server(bug="lossy-bus-and-silent-pings", ping_s=0.3)
    for _ in range(12):
        if not asyncio.run(converge(server, open_page, 0.9)):
            return
    raise AssertionError("events were lost, and nobody missed them")


def test_a_stopping_server_says_so_and_the_game_goes_on_after_it(make_server, open_page):
    server = make_server()
    ann = server.client()
    game = ann.create(opponent="same-device").game.id

    async def watch():
        async with open_page(server.url, game, ann.headers) as page:
            await page.do(m.Move(ply=0, square=40, id="a"))
            code = await asyncio.to_thread(server.stop)
            await page.until(lambda: page.closed is not None)
            assert m.Stopping() in page.seen
            return code, page.closed[0]

    assert asyncio.run(watch()) == (0, 1012)
    server.start()
    assert ann.command(game, m.Move(ply=1, square=36)).game.moves == [40, 36]


def test_the_computer_moves_after_a_restart_in_the_middle_of_its_thought(make_server):
    server = make_server(pace=1000.0)
    ann = server.client()
    game = ann.create(opponent="computer", side="X").game.id
    ann.command(game, m.Move(ply=0, square=40))
    server.kill()
    server.settings["pace"] = 0.0
    server.start()
    with ann.follow(game) as live:
        state = next(state for state in live.states() if len(state.moves) == 2)
    assert state.board.turn == "X"
