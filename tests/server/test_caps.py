"""Promise 17: caps hold under races, by whatever way games come to be."""

from __future__ import annotations

import contextlib
import sqlite3
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from ninefold.server.client import Client
from ninefold.server.wire import messages as m
from ninefold.server.wire.refusal import Refusal
from support.neighbour import Neighbour
from support.serving import Server


def tabs_of(server: Server, count: int) -> list[Client]:
    """One visitor in many tabs: clients that share a secret."""
    first = server.client()
    secret = first.headers["Cookie"]
    tabs = [Client(server.url) for _ in range(count)]
    for tab in tabs:
        tab._opener.addheaders = [("Cookie", secret)]
    return tabs


def at_once(acts: list[Callable[[], object]]) -> Counter[str]:
    """Do all of it at the same time; how often it went well, or was refused with which code."""

    def tell(act: Callable[[], object]) -> str:
        try:
            act()
        except Refusal as refusal:
            return refusal.code
        return "ok"

    with ThreadPoolExecutor(len(acts)) as threads:
        return Counter(threads.map(tell, acts))


def create_at_once(server: Server, count: int, **wish) -> Counter[str]:
    return at_once([lambda tab=tab: tab.create(**wish) for tab in tabs_of(server, count)])


def test_promise_17_a_cap_on_games_holds_when_many_come_at_once(make_server):
    """The bug `count-before` makes this fail, as the next test shows."""
    server = make_server(limits={"games_per_visitor": 7})
    with Neighbour(server, "forty creations at once"):
        found = create_at_once(server, 40, opponent="link")
    assert found == {"ok": 7, "too-many-games": 33}


def test_promise_17_would_be_seen_broken(make_server):
    server = make_server(bug="count-before", limits={"games_per_visitor": 7})
    assert create_at_once(server, 40, opponent="link")["ok"] > 7


def test_promise_17_a_cap_on_challenges_holds_when_many_come_at_once(make_server):
    server = make_server(limits={"challenges_per_visitor": 3})
    found = create_at_once(server, 30, opponent="open")
    assert found == {"ok": 3, "too-many-challenges": 27}
    assert len(server.client().lobby().challenges) == 3


def test_promise_17_a_cap_on_games_holds_for_those_who_join(make_server):
    server = make_server(limits={"games_per_visitor": 4})
    games = [server.client().create(opponent="link").game.id for _ in range(20)]
    tabs = tabs_of(server, 20)
    joins = [
        lambda tab=tab, game=game: tab.join(game) for tab, game in zip(tabs, games, strict=True)
    ]
    assert at_once(joins) == {"ok": 4, "too-many-games": 16}


def test_promise_17_one_address_cannot_fill_the_lobby(make_server):
    server = make_server(limits={"challenges_per_address": 4})
    found = Counter()
    for _ in range(6):
        found += at_once([lambda: server.client().create(opponent="open")])
    assert found == {"ok": 4, "too-many-challenges": 2}
    one = server.client().lobby().challenges[0]
    server.client().join(one.id)
    server.client().create(opponent="open")  # there is room again


def test_promise_17_rematches_are_games_too(make_server, soak):
    most = 400 if soak else 4
    limits = {"creates_per_minute": 0.1, "create_burst": most}
    server = make_server(limits=limits, proxies=["127.0.0.1"])
    ann = server.client()
    with Neighbour(server, "rematches in a chain", address="10.0.0.7"):
        game = ann.create(opponent="same-device", names=["Eve", "Eve"]).game.id
        for _ in range(most - 1):
            ann.command(game, m.Resign())
            game = ann.command(game, m.Offer("rematch")).game.rematch
        ann.command(game, m.Resign())
        with pytest.raises(Refusal) as caught:
            ann.command(game, m.Offer("rematch"))
    assert caught.value.code == "too-fast"
    with contextlib.closing(sqlite3.connect(server.database)) as db:
        sql = "SELECT count(*) FROM games WHERE settings LIKE '%:\"Eve\"%'"
        assert db.execute(sql).fetchone() == (most,)


def rematch_on_two_nodes(one: Server, two: Server) -> int:
    """Ask two nodes for the rematch of one game at once; how many games then follow it."""
    ann = one.client()
    game = ann.create(opponent="same-device").game.id
    ann.command(game, m.Resign())
    other = Client(two.url)
    other._opener.addheaders = [("Cookie", ann.headers["Cookie"])]
    other.game(game)
    ask = m.Offer("rematch")
    at_once([lambda: ann.command(game, ask), lambda: other.command(game, ask)])
    with contextlib.closing(sqlite3.connect(one.database)) as db:
        sql = "SELECT count(*) FROM games WHERE settings ->> 'previous' = ?"
        return int(db.execute(sql, (game,)).fetchone()[0])


def test_promise_13_two_nodes_asked_for_a_rematch_make_one(make_server, soak):
    """The bug `store-a-rematch-first` makes this fail, as the next test shows."""
    one = make_server()
    two = make_server(beside=one)
    assert {rematch_on_two_nodes(one, two) for _ in range(100 if soak else 10)} == {1}


def test_promise_13_would_be_seen_broken_for_rematches(make_server):
    one = make_server(bug="store-a-rematch-first")
    two = make_server(beside=one, bug="store-a-rematch-first")
    assert any(rematch_on_two_nodes(one, two) > 1 for _ in range(30))
