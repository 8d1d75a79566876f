"""Promises 11 and 12: clocks are fair over lag and over restarts, and claims wait for absence."""

import asyncio
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ninefold.server import messages as m
from ninefold.server.clock import MOST_LAG, GameClock
from ninefold.server.lag import LagMeter
from ninefold.server.refusal import Refusal

MINUTE = m.TimedClock(initial_s=60, increment_s=2)


def running(settings=MINUTE, now=0.0):
    clock = GameClock(settings)
    clock.run("X", now)
    return clock


def move(clock, now, lag=0.0):
    """X's move received now; what it spent, and what is left."""
    spent, left = clock.after_move("X", now, lag)
    clock.pay_for_lag("X", now, spent)
    clock.left["X"] = left
    return spent, left


def test_a_move_costs_its_time_and_brings_the_increment():
    assert move(running(), 10_000) == (10_000, 52_000)


def test_measured_lag_is_given_back():
    assert move(running(), 10_000, lag=300) == (9_700, 52_300)


def test_no_more_is_given_back_than_the_move_took():
    assert move(running(), 100, lag=400) == (0, 62_000)


@given(st.lists(st.tuples(st.integers(0, 3_000), st.floats(0, 1e9)), min_size=1, max_size=60))
def test_forged_lag_gains_next_to_nothing(moves):
    """Whatever lag somebody pretends, the gain is bounded by a small credit, not by the claim."""
    clock = running(m.TimedClock(initial_s=10_000))
    now = 0.0
    for took, lag in moves:
        clock.run("X", now)
        now += took
        spent, _ = move(clock, now, lag)
        assert spent >= took - MOST_LAG
    real = sum(took for took, _ in moves)
    gained = clock.left["X"] - (10_000_000 - real)
    assert 0 <= gained <= 1_000 + 100 * len(moves)


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


def test_a_flag_falls_only_after_the_lag_that_might_be_given_back():
    clock = running()
    assert clock.flags_in(60_000) == MOST_LAG
    assert clock.after_move("X", 60_400, 0)[1] < 0
    assert clock.after_move("X", 60_400, 450)[1] > 0


def test_a_restart_credits_the_time_in_which_nobody_could_move():
    clock = running()
    clock.resume(now=500.0, spent=20_000, grace=10_000)
    assert clock.remaining("X", 500.0) == 40_000
    assert clock.remaining("X", 10_500.0) == 40_000
    assert clock.remaining("X", 11_500.0) == 39_000
    assert clock.view(500.0).starts_in == 10_000


def test_days_per_move_start_anew_each_turn():
    clock = running(m.DaysClock(days=2))
    day = 86_400_000
    assert clock.remaining("X", day) == day
    clock.run("O", day)
    clock.run("X", 2 * day)
    assert clock.remaining("X", 2 * day) == 2 * day


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
    return charged, 2 * delay * 1000 * (moves - 1)


def test_promise_11_a_far_away_player_is_not_charged_for_the_distance(shared_server, open_page):
    tries = (charged_and_distance(shared_server, open_page) for _ in range(10))
    assert any(charged < distance for charged, distance in tries)


def test_promise_11_would_be_seen_broken(make_server, open_page):
    server = make_server(bug="never-give-lag-back")
    charged, distance = charged_and_distance(server, open_page)
    assert charged >= distance


def test_a_claim_waits_until_the_other_is_gone_for_long(make_server, open_page):
    server = make_server(claim_untimed_after_s=0.3)
    ann, ben = server.client(), server.client()
    game = ann.create(opponent="link", side="X").game.id
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
