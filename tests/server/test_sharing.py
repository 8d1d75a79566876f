"""Promise 16: the computer's work is shared fairly, and an engine that fails is told of."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest

from ninefold.server.client import Client
from ninefold.server.wire import messages as m
from ninefold.server.wire.refusal import Refusal
from support.neighbour import Neighbour
from support.serving import NO_BOOK, Server, metric, until


def hints_at_once(server: Server, count: int) -> Counter[str]:
    """How often a visitor who asks so often at once gets a hint, or is refused with which code."""
    ann = server.client()
    game = ann.create(opponent="same-device").game.id

    def ask(_: int) -> str:
        try:
            ann._ask("GET", f"{m.API}/games/{game}/hint", m.Hint)
        except Refusal as refusal:
            return refusal.code
        return "ok"

    with ThreadPoolExecutor(count) as threads:
        return Counter(threads.map(ask, range(count)))


def test_promise_16_a_flood_of_hints_is_bounded(make_server, soak):
    """The bug `endless-hints` makes this fail, as the next test shows."""
    server = make_server(limits={"hint_burst": 1, "hints_per_minute": 0.1})
    with Neighbour(server, "a flood of hints"):
        found = hints_at_once(server, 100 if soak else 3)
    assert found["ok"] == 1
    assert set(found) == {"ok", "too-fast"}


def test_promise_16_would_be_seen_broken_for_hints(make_server):
    limits = {"hint_burst": 1, "hints_per_minute": 0.1}
    server = make_server(bug="endless-hints", limits=limits)
    assert hints_at_once(server, 2) == {"ok": 2}


def thoughts_after_hanging_up(server: Server, count: int) -> int:
    """How many thoughts end when so many hints are asked for and nobody waits for them."""
    ann = server.client()
    game = ann.create(opponent="same-device").game.id
    head = (
        f"GET {m.API}/games/{game}/hint HTTP/1.1\r\nhost: 127.0.0.1\r\n"
        f"cookie: {ann.headers['Cookie']}\r\n\r\n"
    )
    with contextlib.ExitStack() as stack:
        for _ in range(count):
            line = stack.enter_context(socket.create_connection(("127.0.0.1", server.port), 30))
            line.sendall(head.encode())
        until(lambda: metric(server, "thoughts_waiting") + metric(server, "thoughts_ended") > 0)
    until(lambda: not metric(server, "thoughts_waiting"))
    until(lambda: metric(server, "thoughts_ended"))
    return metric(server, "thoughts_ended")


def test_promise_16_a_thought_is_dropped_when_whoever_asked_hangs_up(make_server, soak):
    """The bug `think-for-nobody` makes this fail, as the next test shows."""
    count = 100 if soak else 8
    server = make_server()
    with Neighbour(server, "askers who hang up"):
        assert thoughts_after_hanging_up(server, count) < count
    assert "Traceback" not in server.log()


def test_promise_16_would_be_seen_broken_for_those_who_hang_up(make_server):
    # The last of them is still under way when nobody waits in line any more.
    assert thoughts_after_hanging_up(make_server(bug="think-for-nobody"), 4) >= 3


@contextlib.contextmanager
def a_crowd_that_asks(server: Server, address: str, size: int):
    """So many visitors of one address, each of whom asks for hints again and again."""
    over = threading.Event()

    def ask_on(ann: Client, game: str) -> None:
        while not over.is_set():
            with contextlib.suppress(Refusal):
                ann._ask("GET", f"{m.API}/games/{game}/hint", m.Hint)

    with ThreadPoolExecutor(size) as threads:
        for _ in range(size):
            threads.submit(ask_on, *at_a_game(server, address))
        try:
            yield
        finally:
            over.set()


def at_a_game(server: Server, address: str) -> tuple[Client, str]:
    """Somebody who asks from an address, and a game of theirs."""
    ann = server.client()
    ann._opener.addheaders = [("X-Forwarded-For", address)]
    return ann, ann.create(opponent="same-device").game.id


def beside_a_crowd(server: Server, asks: int) -> Counter[str]:
    """What becomes of somebody's hints while a crowd of another address asks for them, too."""
    ann, game = at_a_game(server, "10.0.0.2")
    with a_crowd_that_asks(server, "10.0.0.1", 8):
        until(lambda: metric(server, "thoughts_waiting") >= 2)
        found: Counter[str] = Counter()
        for _ in range(asks):
            try:
                ann._ask("GET", f"{m.API}/games/{game}/hint", m.Hint)
                found["ok"] += 1
            except Refusal as refusal:
                found[refusal.code] += 1
    return found


#: A line of four, in which one address may stand twice.
SHORT_LINE = {"proxies": ["127.0.0.1"], "limits": {"thoughts": 4, "thoughts_per_address": 2}}


def test_promise_16_one_address_cannot_fill_the_computers_line(make_server):
    """The bug `one-address-fills-the-line` makes this fail, as the next test shows."""
    assert beside_a_crowd(make_server(**SHORT_LINE), 3) == {"ok": 3}


def test_promise_16_would_be_seen_broken_for_an_address(make_server):
    server = make_server(bug="one-address-fills-the-line", **SHORT_LINE)
    assert beside_a_crowd(server, 40)["busy"]


def slow_games_done_before_a_quick_one(server: Server, count: int) -> int:
    """How many of a visitor's games at the slowest level are answered before one at the lowest."""
    ann = server.client()
    wish = {"opponent": "computer", "side": "O", **NO_BOOK}
    slow = [ann.create(level="full", **wish).game.id for _ in range(count)]
    quick = ann.create(level="first-game", **wish).game.id
    until(lambda: ann.game(quick).game.moves)
    return sum(bool(ann.game(game).game.moves) for game in slow)


def test_promise_16_a_quick_level_does_not_wait_behind_slow_ones(make_server):
    """The bug `one-lane` makes this fail, as the next test shows."""
    assert slow_games_done_before_a_quick_one(make_server(), 6) < 6


def test_promise_16_would_be_seen_broken_for_quick_levels(make_server):
    assert slow_games_done_before_a_quick_one(make_server(bug="one-lane"), 3) == 3


def lost_on_time_by_the_computer(server: Server, count: int, plies: int) -> int:
    """Of so many games at the highest level at once, with hardly any time: how many it loses so."""
    clock = m.TimedClock(initial_s=4)

    def play(_: int) -> bool:
        ann = server.client()
        wish = {"opponent": "computer", "level": "full", "side": "X", **NO_BOOK}
        game = ann.create(clock=clock, **wish).game.id
        with ann.follow(game) as live:
            for state in live.states():
                if state.state != "playing" or len(state.moves) >= plies:
                    break
                if state.board.turn == "X":
                    live.move(state, state.board.legal[0])
        result = ann.game(game).game.result
        return result is not None and (result.winner, result.reason) == ("X", "time")

    with ThreadPoolExecutor(count) as threads:
        return sum(threads.map(play, range(count)))


def test_promise_16_the_computer_pays_for_its_thoughts_and_not_for_the_line(make_server, soak):
    """The bug `charge-the-line` makes this fail, as the next test shows."""
    assert lost_on_time_by_the_computer(make_server(), 20 if soak else 6, 12) == 0


def test_promise_16_would_be_seen_broken_for_the_line(make_server):
    assert lost_on_time_by_the_computer(make_server(bug="charge-the-line"), 12, 40) > 0


def against_the_computer(server: Server) -> tuple[Client, str]:
    ann = server.client()
    wish = {"opponent": "computer", "level": "first-game", "side": "O"}
    return ann, ann.create(**wish).game.id


def test_promise_16_an_engine_that_fails_is_told_and_the_game_can_be_taken_back(
    make_server, open_page
):
    """The bug `engine-fails-in-silence` makes this fail, as the next test shows."""
    server = make_server(bug="engine-fails")
    ann, game = against_the_computer(server)

    async def watch() -> m.Game:
        async with open_page(server.url, game, ann.headers) as page:
            await page.until(lambda: page.state.state != "playing")
            return page.state

    end = asyncio.run(watch())
    assert (end.result.winner, end.result.reason) == ("O", "error")
    assert server.log().count("RuntimeError: lost the thread") == 2, "it was tried twice"
    server.kill()
    server.bug = None
    server.start()
    assert ann.game(game).game.result == end.result
    assert ann.command(game, m.Undo(ply=0)).game.state == "playing"
    until(lambda: ann.game(game).game.moves)


def test_promise_16_would_be_seen_broken_for_engines_that_fail(make_server):
    server = make_server(bug="engine-fails-in-silence")
    ann, game = against_the_computer(server)
    until(lambda: server.log().count("lost the thread") >= 2)
    state = ann.game(game).game
    assert (state.state, state.moves) == ("playing", [])


def test_promise_16_an_engine_that_fails_once_plays_on(make_server):
    server = make_server(bug="engine-fails-once")
    ann, game = against_the_computer(server)
    until(lambda: ann.game(game).game.moves)
    assert server.log().count("RuntimeError: lost the thread") == 1


def test_a_hint_that_fails_is_told(make_server):
    server = make_server(bug="engine-fails")
    ann = server.client()
    game = ann.create(opponent="same-device").game.id
    with pytest.raises(Refusal) as caught:
        ann._ask("GET", f"{m.API}/games/{game}/hint", m.Hint)
    assert caught.value.code == "internal"


def thoughts_while_renaming(server: Server) -> int:
    """How many thoughts a move of the computer takes while its opponent changes names."""
    ann = server.client()
    before = metric(server, "thoughts_ended")
    game = ann.create(opponent="computer", level="full", side="O", **NO_BOOK).game.id
    renaming = threading.Thread(target=lambda: [ann.rename(f"Ann {n}") for n in range(5)])
    renaming.start()
    until(lambda: ann.game(game).game.moves)
    renaming.join()
    return metric(server, "thoughts_ended") - before


def test_promise_16_a_new_name_does_not_disturb_a_thinking_computer(make_server):
    """The bug `think-anew-on-any-change` makes this fail, as the next test shows."""
    assert thoughts_while_renaming(make_server()) == 1


def test_promise_16_would_be_seen_broken_for_names(make_server):
    server = make_server(bug="think-anew-on-any-change")
    assert any(thoughts_while_renaming(server) > 1 for _ in range(10))
