"""Promises 11, 12 and 20: clocks are fair, over lag, stalls and restarts; claims wait."""

import asyncio
import contextlib
import signal
import sqlite3
import threading
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ninefold.server.http.lag import LagMeter
from ninefold.server.wire import messages as m
from ninefold.server.wire.refusal import Refusal
from support.serving import until

MINUTE = m.TimedClock(initial_s=60, increment_s=2)


@given(st.lists(st.floats(1, 5_000), min_size=1, max_size=20), st.floats(1, 5_000))
def test_lag_is_the_quickest_answer_so_answering_late_gains_nothing(late, honest):
    """A bug that took the slowest or the mean instead would fail here."""
    now = 0.0
    meter = LagMeter()
    assert meter.ms == 0
    for delay in [*late[-3:], honest]:
        number = meter.ask(now)
        now += delay
        meter.answered(number, now)
    assert meter.ms <= honest + 1e-6
    before = meter.ms
    meter.answered(999, now)
    assert meter.ms == before


def test_nobody_can_claim_a_lag_in_a_message():
    import msgspec

    with pytest.raises(msgspec.ValidationError, match="unknown field"):
        msgspec.json.decode(b'{"t":"move","ply":1,"square":2,"lag":900}', type=m.ClientMessage)


def timed_game(server, seconds, increment=0):
    """A timed game in which both have made their first move: X's clock runs."""
    ann, ben = server.client(), server.client()
    clock = m.TimedClock(initial_s=seconds, increment_s=increment)
    game = ann.create(opponent="link", side="X", clock=clock).game.id
    ben.join(game)
    ann.command(game, m.Move(ply=0, square=40))
    ben.command(game, m.Move(ply=1, square=36))
    return ann, ben, game


def wait_until_over(client, game, seconds=60):
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        state = client.game(game).game
        if state.state != "playing":
            return state
        time.sleep(0.05)
    raise AssertionError("the game goes on")


def test_clocks_wait_for_both_first_moves(shared_server):
    ann, ben = shared_server.client(), shared_server.client()
    game = ann.create(opponent="link", side="X", clock=MINUTE).game.id
    ben.join(game)
    assert ann.game(game).game.clock.running is None
    ann.command(game, m.Move(ply=0, square=40))
    assert ann.game(game).game.clock.running is None
    state = ben.command(game, m.Move(ply=1, square=36)).game
    assert (state.clock.running, state.clock.O) == ("X", 60_000)


def test_flag_fall_by_the_server_alone(shared_server):
    _, ben, game = timed_game(shared_server, 1)
    end = wait_until_over(ben, game)
    assert (end.result.winner, end.result.reason, end.clock.X) == ("O", "time", 0)


def test_the_computer_keeps_to_its_clock_too(shared_server):
    ann = shared_server.client()
    game = ann.create(opponent="computer", side="X", clock=MINUTE).game.id
    end = ann.play(game, lambda position: position.legal_moves[0])
    assert end.result.reason in ("line", "draw")


def down_for_longer_than_the_clock(server, outage):
    """Whether the player to move is still in the game after an outage that outlasts their clock."""
    ann, _, game = timed_game(server, 60)
    server.kill()
    server.bug = outage
    server.start()
    state = ann.game(game).game
    if state.state != "playing":
        return False
    square = state.board.legal[0]
    try:
        return ann.command(game, m.Move(ply=2, square=square)).game.moves[-1] == square
    except Refusal:
        return False


def test_promise_12_a_restart_never_loses_a_game_on_time(make_server):
    """The bug `charge-downtime` makes this fail, as the next test shows."""
    assert down_for_longer_than_the_clock(make_server(), "an-hour-later")


def test_promise_12_would_be_seen_broken(make_server):
    assert not down_for_longer_than_the_clock(make_server(), "charge-downtime")


def restarts_in_one_turn(server, outage):
    """Whether the player to move is still in the game after two outages within one turn."""
    ann, _, game = timed_game(server, 60)
    server.kill()
    server.bug = outage
    server.start()
    until(lambda: noted_alive(server) > ann.game(game).game.updated_at + 1_800_000)
    server.kill()
    server.start()
    return ann.game(game).game.clock


def noted_alive(server):
    with contextlib.closing(sqlite3.connect(server.database)) as db:
        noted = db.execute("SELECT value FROM facts WHERE name = 'alive'").fetchone()
    return noted[0] if noted else 0


def test_promise_20_two_restarts_in_one_turn_cost_nothing(make_server):
    """The bug `charge-by-the-calendar` makes this fail, as the next test shows."""
    clock = restarts_in_one_turn(make_server(sweep_s=0.1), "an-hour-later")
    assert (clock.running, clock.X > 30_000) == ("X", True)


def test_promise_20_would_be_seen_broken_over_restarts(make_server):
    clock = restarts_in_one_turn(make_server(sweep_s=0.1), "charge-by-the-calendar")
    assert clock.X < 10


def time_after_a_jump(server):
    """What X has left when the calendar jumps by an hour in X's turn, and then the server ends."""
    ann, _, game = timed_game(server, 60)
    (server.data / "jump").touch()
    until(lambda: noted_alive(server) > ann.game(game).game.updated_at + 1_800_000)
    server.kill()
    server.start()
    return ann.game(game).game.clock.X


def test_promise_20_a_jump_of_the_calendar_costs_nothing(make_server):
    """The bug `jump-with-the-calendar` makes this fail, as the next test shows."""
    assert time_after_a_jump(make_server(bug="the-calendar-jumps", sweep_s=0.1)) > 30_000


def test_promise_20_would_be_seen_broken_for_jumps(make_server):
    assert time_after_a_jump(make_server(bug="jump-with-the-calendar", sweep_s=0.1)) < 10


def stopped_in_a_turn(server):
    """How a game goes on whose server is stopped for longer than the player to move has."""
    ann, _, game = timed_game(server, 4)
    server.process.send_signal(signal.SIGSTOP)
    time.sleep(5)
    server.process.send_signal(signal.SIGCONT)
    try:
        return ann.command(game, m.Move(ply=2, square=0)).game.state
    except Refusal as refusal:
        return refusal.code


def test_promise_20_a_server_that_stands_still_costs_nobody_time(make_server):
    """The bug `run-on-while-stopped` makes this fail, as the next test shows."""
    assert stopped_in_a_turn(make_server()) == "playing"


def test_promise_20_would_be_seen_broken_for_stalls(make_server):
    assert stopped_in_a_turn(make_server(bug="run-on-while-stopped")) in ("over", "game-over")


def kept_waiting_by_the_disk(server, *, restart):
    """After O's move took long to store: what X is charged, since when at most, and the wait.

    All in milliseconds. X's turn begins when X is told of the move.
    """
    ann, ben, game = timed_game(server, 300)
    ann.command(game, m.Move(ply=2, square=0))
    hold = server.data / "hold"
    hold.touch()
    moving = threading.Thread(target=ben.command, args=(game, m.Move(ply=3, square=1)))
    moving.start()
    time.sleep(3)
    left = ann.game(game).game.clock.X
    released = time.monotonic()
    hold.unlink()
    moving.join()
    if restart:
        told = 1000 * time.time()  # a note may have waited for the disk as well: it is older
        until(lambda: noted_alive(server) > told)
        server.kill()
        server.start()
    clock = ann.game(game).game.clock
    assert clock.running == "X"
    return left - clock.X, 1000 * (time.monotonic() - released), 2_900


@pytest.mark.parametrize("restart", [False, True], ids=["going on", "after a restart"])
def test_promise_20_waiting_for_the_disk_costs_nobody_time(make_server, restart):
    """The bugs `charge-the-disk` and `forget-the-disk` make this fail, as the next test shows."""
    server = make_server(bug="slow-disk", sweep_s=0.1)
    charged, most, _ = kept_waiting_by_the_disk(server, restart=restart)
    assert charged <= most


@pytest.mark.parametrize(
    ("bug", "restart"), [("charge-the-disk", False), ("forget-the-disk", True)]
)
def test_promise_20_would_be_seen_broken_for_disks(make_server, bug, restart):
    server = make_server(bug=bug, sweep_s=0.1)
    charged, _, wait = kept_waiting_by_the_disk(server, restart=restart)
    assert charged >= wait


def test_promise_20_an_idle_game_ends_on_time(make_server):
    """Nobody looks at it, and the server keeps nothing that nobody looks at.

    The bug `forget-idle-clocks` makes this fail, as the next test shows.
    """
    assert ends_unseen(make_server(idle_s=0.1, sweep_s=0.05), 60)


def test_promise_20_would_be_seen_broken_for_idle_games(make_server):
    assert not ends_unseen(make_server(bug="forget-idle-clocks", idle_s=0.1, sweep_s=0.05), 5)


def ends_unseen(server, seconds):
    """Whether a game in which nobody moves any more is lost on time, by what is on disk."""
    _, _, game = timed_game(server, 2)

    def entries():
        with contextlib.closing(sqlite3.connect(server.database)) as db:
            sql = "SELECT entry ->> 'kind' FROM log WHERE game = ? ORDER BY version"
            return [kind for (kind,) in db.execute(sql, (game,))]

    try:
        until(lambda: entries()[-1] == "time", seconds)
    except AssertionError:
        return False
    return True


def charged_and_distance(server, open_page):
    """Through a proxy that delays each way, move at once: what two moves cost, and what the way is.

    The first of the three moves is left out: it holds our wait for the server's ping.
    """
    delay, moves = 0.1, 3

    async def far_away(client, game):
        async def pump(reader, writer):
            while data := await reader.read(4096):
                await asyncio.sleep(delay)
                writer.write(data)
            writer.close()

        async def pass_on(reader, writer):
            there, back = await asyncio.open_connection("127.0.0.1", server.port)
            await asyncio.gather(pump(reader, back), pump(there, writer), return_exceptions=True)

        proxy = await asyncio.start_server(pass_on, "127.0.0.1", 0)
        port = proxy.sockets[0].getsockname()[1]
        async with proxy, open_page(f"http://127.0.0.1:{port}", game, client.headers) as page:
            await page.until(lambda: page.state.board.ply == 2)
            await page.until(lambda: sum(isinstance(one, m.ServerPing) for one in page.seen))
            await asyncio.sleep(3 * delay)  # the answer to the first ping is on its way
            for number in range(moves):
                ply = 2 + 2 * number
                await page.until(lambda ply=ply: page.state.board.ply == ply)
                square = page.state.board.legal[0]
                await page.send(m.Move(ply=ply, square=square, id=f"m{ply}"))
                await page.until(lambda ply=ply: page.state.board.ply == ply + 2)
            proxy.close()

    ann = server.client()
    clock = m.TimedClock(initial_s=60)
    game = ann.create(opponent="computer", side="X", clock=clock).game.id
    ann.command(game, m.Move(ply=0, square=40))
    asyncio.run(asyncio.wait_for(far_away(ann, game), 60))
    charged = sum(ann.replay(game).spent_ms[4 : 2 + 2 * moves : 2])
    with contextlib.closing(sqlite3.connect(server.database)) as db:
        sql = "SELECT entry ->> 'lag' FROM log WHERE game = ? AND ply >= 4 AND ply % 2 = 0"
        given = [lag for (lag,) in db.execute(sql, (game,))]
    assert (server.bug is not None) == (given == [None] * (moves - 1)), "it is in the log"
    return charged, 2 * delay * 1000 * (moves - 1)


def test_promise_11_a_far_away_player_is_not_charged_for_the_distance(shared_server, open_page):
    tries = (charged_and_distance(shared_server, open_page) for _ in range(10))
    assert any(charged < distance for charged, distance in tries)


def test_promise_11_would_be_seen_broken(make_server, open_page):
    server = make_server(bug="never-give-lag-back")
    charged, distance = charged_and_distance(server, open_page)
    assert charged >= distance


@pytest.mark.parametrize(
    ("clock", "soon", "never"),
    [
        (m.NoClock(), "claim_untimed_after_s", "claim_after_s"),
        (m.TimedClock(600), "claim_after_s", "claim_untimed_after_s"),
    ],
    ids=["untimed", "timed"],
)
def test_a_claim_waits_until_the_other_is_gone_for_long(make_server, open_page, clock, soon, never):
    server = make_server(**{soon: 0.3, never: 3600.0})
    ann, ben = server.client(), server.client()
    game = ann.create(opponent="link", side="X", clock=clock).game.id
    ben.join(game)
    ann.command(game, m.Move(ply=0, square=40))

    async def present():
        async with open_page(server.url, game, ben.headers) as page:
            await page.do(m.Move(ply=1, square=36, id="a"))
            with pytest.raises(Refusal) as caught:
                await asyncio.to_thread(ann.command, game, m.Claim("win"))
            assert caught.value.code == "not-gone"

    asyncio.run(present())
    until = time.monotonic() + 30
    while time.monotonic() < until:
        try:
            end = ann.command(game, m.Claim("win")).game
            break
        except Refusal:
            time.sleep(0.05)
    assert (end.result.winner, end.result.reason) == ("X", "abandoned")
