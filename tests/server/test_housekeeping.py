"""What is swept away and when, and what of a game is counted after its end."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace

import pytest

from ninefold.game.entries import Resigned
from ninefold.server.play import explorer as explorers
from ninefold.server.play import hall as halls
from ninefold.server.play.entries import Seat, Settings
from ninefold.server.play.explorer import count_earlier_for_ever, counts_of
from ninefold.server.play.game import LiveGame
from ninefold.server.play.hall import _read_cursor
from ninefold.server.play.visitors import Visitor
from ninefold.server.store.store import StoreFailed
from ninefold.server.wire import messages as m
from ninefold.server.wire.refusal import Refusal
from support.halls import ADDRESS, game_of_two, in_hall

ANN = Visitor("ann", "Ann")
NOW = 10**12


def test_each_kind_of_game_is_swept_away_after_its_own_time(tmp_path, monkeypatch):
    monkeypatch.setattr(halls, "today_ms", lambda: NOW)

    async def scene(hall):
        asked = {}

        def note(name, answer):
            async def call(*given):
                asked[name] = given
                return answer

            setattr(hall.store, name, call)

        note("alive", None)
        note("links_that_waited", [])
        note("idle_solo_of", None)
        note("forget_called_off", 0)
        hall.house.time.at = 5_432.6
        await hall.sweep()
        swept = dict(asked)
        await hall._make_room("key")
        return swept, asked["idle_solo_of"]

    times = {"expire_link_s": 100.0, "keep_abandoned_s": 2_000.0, "keep_aborted_s": 30.0}
    swept, room = in_hall(tmp_path, scene, **times)
    assert swept == {
        "alive": (NOW, 5_433),
        "links_that_waited": (NOW - 100_000, 20),
        "idle_solo_of": (None, NOW - 2_000_000),
        "forget_called_off": (NOW - 30_000, 20),
    }
    assert room == ("key", NOW - 3_600_000)


def test_what_the_store_finds_is_called_off_each_for_its_reason(tmp_path):
    async def scene(hall):
        link = await hall.create(m.CreateGame(opponent="link"), ANN, ADDRESS)
        device = await hall.create(m.CreateGame(opponent="same-device"), ANN, ADDRESS)
        other = await hall.create(m.CreateGame(opponent="link"), ANN, ADDRESS)
        hall.store.links_that_waited = lambda *_: found([link.id])
        hall.store.idle_solo_of = lambda *_: found(device.id)
        await hall.sweep()
        return [table.game.state for table in (link, device, other)]

    async def found(what):
        return what

    assert in_hall(tmp_path, scene) == ["aborted", "aborted", "waiting"]


def test_room_is_made_by_giving_up_what_was_left_and_only_then(tmp_path):
    async def scene(hall):
        device = await hall.create(m.CreateGame(opponent="same-device"), ANN, ADDRESS)
        idle = []

        async def idle_solo_of(*_):
            return idle.pop() if idle else None

        hall.store.idle_solo_of = idle_solo_of
        with pytest.raises(Refusal) as full:
            await hall.create(m.CreateGame(opponent="link"), ANN, ADDRESS)
        idle.append(device.id)
        new = await hall.create(m.CreateGame(opponent="link"), ANN, ADDRESS)
        return full.value.code, device.game.state, new.game.state

    found = in_hall(tmp_path, scene, limits={"games_per_visitor": 1})
    assert found == ("too-many-games", "aborted", "waiting")


def test_every_game_that_cannot_wait_is_taken_up_though_one_cannot_be(tmp_path, monkeypatch):
    monkeypatch.setattr(halls, "_PAUSE_S", 0.0)

    async def scene(hall):
        games = [await hall.create(m.CreateGame(opponent="open"), ANN, ADDRESS) for _ in range(2)]
        names = [table.id for table in games]
        for name in names:
            hall.drop(name)

        async def games_to_tend():
            return [names[0], "spoilt", names[1]]

        hall.store.games_to_tend = games_to_tend
        await hall._tend_what_cannot_wait()
        return set(hall.tables) == set(names)

    assert in_hall(tmp_path, scene)


@pytest.mark.parametrize("full", ["ann", "ben", None])
def test_a_rematch_counts_for_both_who_play_it(tmp_path, full):
    async def scene(hall):
        ben = Visitor("ben", "Ben")
        table = await game_of_two(hall, ANN, ben)
        await table.do(m.Resign(), ANN, ADDRESS, received=1_000.0)
        if full is not None:
            await hall.create(m.CreateGame(opponent="link"), Visitor(full), ADDRESS)
        await table.do(m.Offer("rematch"), ANN, ADDRESS, received=1_000.0)
        try:
            await table.do(m.Accept("rematch"), ben, ADDRESS, received=1_000.0)
        except Refusal as refusal:
            return refusal.code, table.game.rematch
        return "ok", table.game.rematch in hall.tables

    told = in_hall(tmp_path, scene, limits={"games_per_visitor": 1})
    assert told == (("ok", True) if full is None else ("too-many-games", None))


def test_who_sits_at_a_game_may_come_to_it_however_many_they_have(tmp_path):
    async def scene(hall):
        mine = await hall.create(m.CreateGame(opponent="link"), ANN, ADDRESS)
        await hall.join(mine.id, ANN)
        other = await hall.create(m.CreateGame(opponent="link"), Visitor("eve"), ADDRESS)
        with pytest.raises(Refusal) as caught:
            await hall.join(other.id, ANN)
        return mine.game.state, caught.value.code

    found = in_hall(tmp_path, scene, limits={"games_per_visitor": 1})
    assert found == ("waiting", "too-many-games")


def test_an_address_has_so_many_challenges_at_all_nodes_together(tmp_path):
    async def scene(hall):
        away = {}
        gossip = SimpleNamespace(challenges_of=lambda one: away.get(one, 0), changed=lambda: None)
        hall.node = SimpleNamespace(gossip=gossip, draining=False)
        codes = []

        async def challenge(address, elsewhere):
            away[address] = elsewhere
            try:
                await hall.create(m.CreateGame(opponent="open"), ANN, address)
                codes.append("ok")
            except Refusal as refusal:
                codes.append(refusal.code)

        for elsewhere in (2, 1, 1, 0, 0, 0):
            await challenge("here", elsewhere)
        await challenge("there", 2)
        await challenge("there", 3)
        hall.node = None
        return codes

    many = "too-many-challenges"
    limits = {"challenges_per_address": 3, "challenges_per_visitor": 99}
    assert in_hall(tmp_path, scene, limits=limits) == [
        *("ok", "ok", many, "ok", many, many),
        *("ok", many),
    ]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        (None, None),
        ("5-g1", (5, "g1")),
        ("5-", (5, "")),
        ("0-a-b", (0, "a-b")),
        ("9" * 30 + "-g", (2**62, "g")),
    ],
)
def test_a_cursor_is_a_moment_and_a_game(text, place):
    assert _read_cursor(text) == place


@pytest.mark.parametrize("text", ["", "-", "5", "-g", "x-g", "-5-g", "²-g", "5.0-g", " 5-g"])
def test_what_is_no_cursor_is_refused(text):
    with pytest.raises(Refusal):
        _read_cursor(text)


# Counting


def game_between(*kinds: str) -> LiveGame:
    seats = [Seat(f"key {n}", m.Player(f"id {n}", "", kind)) for n, kind in enumerate(kinds)]
    game = LiveGame(Settings("g", 0, "classic", "link", "draw", False, m.NoClock(), *seats))
    for square in (40, 36, 0):
        game.apply(game.plan_move(square))
    game.apply(Resigned(at=1, side="X"))
    return game


@pytest.mark.parametrize(
    ("kinds", "by_computer"),
    [
        (("person", "person"), [0, 0, 0]),
        (("person", "computer"), [0, 1, 0]),
        (("bot", "person"), [1, 0, 1]),
        (("computer", "bot"), [1, 1, 1]),
    ],
)
def test_bots_count_as_computers(kinds, by_computer):
    counts = counts_of(game_between(*kinds))
    assert [count.computer for count in counts] == by_computer
    assert [count[4:] for count in counts] == [(0, 0, 1)] * 3, "O has won each"


class _Stop(Exception):
    """Enough is seen."""


def counted(monkeypatch, *reads):
    """What is counted of games that are read like this, how it went on, and how long it rested."""
    slept, stored = [], []

    async def sleep(seconds):
        slept.append(seconds)
        if seconds == explorers._AGAIN_S:
            raise _Stop

    class House:
        def __init__(self):
            self.store, self.left = self, [f"g{n}" for n in range(len(reads))]

        async def uncounted(self, most):
            assert most == explorers._AT_ONCE
            return [*self.left]

        async def read_game(self, name):
            found = reads[int(name[1:])]
            if isinstance(found, Exception):
                raise found
            return found

        async def count_games(self, games):
            stored.append(games)
            self.left = []

    monkeypatch.setattr(explorers.asyncio, "sleep", sleep)
    with pytest.raises(_Stop):
        asyncio.run(count_earlier_for_ever(House()))
    return stored, slept


def test_earlier_games_are_counted_and_those_that_cannot_be_read_count_as_nothing(monkeypatch):
    game = game_between("person", "person")
    stored, slept = counted(monkeypatch, game, Refusal("set-aside", "Spoilt."))
    assert stored == [{"g0": counts_of(game), "g1": ()}]
    assert slept[-1] == explorers._AGAIN_S
    assert explorers._AGAIN_S not in slept[:-1]


@pytest.mark.parametrize("error", [Refusal("disk", "Away."), StoreFailed("away")])
def test_a_disk_that_fails_leaves_games_to_be_counted_later(monkeypatch, error):
    stored, slept = counted(monkeypatch, game_between("person", "person"), error)
    assert stored == []
    assert slept[-1] == explorers._AGAIN_S
