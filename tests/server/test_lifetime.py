"""A hall from its opening to its close: what goes on by itself, what is noted, what is let go."""

from __future__ import annotations

import asyncio
import logging

import pytest

from ninefold.server.moments import ServerTime
from ninefold.server.play import hall as halls
from ninefold.server.play.hall import LOBBY
from ninefold.server.play.visitors import Visitor
from ninefold.server.store.store import StoreFailed
from ninefold.server.wire import messages as m
from ninefold.server.wire.refusal import Refusal
from support.halls import ADDRESS, Heard, game_of_two, in_hall, play, soon

ANN, BEN = Visitor("ann", "Ann"), Visitor("ben", "Ben")


def test_the_servers_own_time_goes_on_where_it_stood_and_is_never_nothing(tmp_path):
    async def scene(hall):
        hall.house.time = ServerTime()
        await hall.open()
        first = hall.house.time.began, hall.house.last_alive
        await hall.store.alive(1_234, 9_876_543)
        await hall.open()
        return first, (hall.house.time.began, hall.house.last_alive)

    fresh, again = in_hall(tmp_path, scene)
    assert fresh == (1.0, None), "a moment of 0 would mean a game of an earlier version"
    assert again == (9_876_543, 1_234)


def test_what_cannot_wait_is_taken_up_when_a_server_opens_and_the_rest_is_not(tmp_path):
    async def first(hall):
        timed = await game_of_two(hall, ANN, BEN, clock=m.TimedClock(600))
        untimed = await game_of_two(hall, ANN, BEN)
        challenge = await hall.create(m.CreateGame(opponent="open"), ANN, ADDRESS)
        await play(timed, ANN, BEN, moves=2)
        return {timed.id, challenge.id}, untimed.id

    async def second(hall):
        await hall.open()
        await soon(lambda: len(hall.tables) == 2)
        await asyncio.wait({hall._tending})
        return set(hall.tables)

    kept, untimed = in_hall(tmp_path, first)
    found = in_hall(tmp_path, second)
    assert found == kept
    assert untimed not in found


def test_a_sweep_comes_again_and_again_though_one_fails(tmp_path, caplog):
    async def scene(hall):
        swept = []

        async def sweep():
            swept.append(len(swept))
            if len(swept) == 1:
                raise StoreFailed("the disk is full")
            if len(swept) == 2:
                raise Refusal("disk", "The server cannot read its games now.")

        hall.sweep = sweep
        await hall.open()
        await soon(lambda: len(swept) >= 4)

    with caplog.at_level(logging.ERROR, "ninefold.server"):
        in_hall(tmp_path, scene, sweep_s=0.001)
    assert "housekeeping failed, will try again: the disk is full" in caplog.text


def test_the_lobby_is_told_to_those_who_look_whenever_it_changes(tmp_path):
    async def scene(hall):
        await hall.open()
        heard = Heard(hall, LOBBY, m.LobbyMessage)
        table = await hall.create(m.CreateGame(opponent="open", side="X"), ANN, ADDRESS)
        table.connect(ANN)
        await soon(lambda: heard.messages and heard.messages[-1].challenges)
        (challenge,) = heard.messages[-1].challenges
        return challenge.id == table.id

    assert in_hall(tmp_path, scene)


def test_games_that_ended_before_there_was_an_explorer_are_counted(tmp_path):
    async def scene(hall):
        table = await game_of_two(hall, ANN, BEN)
        await play(table, ANN, BEN, moves=2)
        await table.do(m.Resign(), ANN, ADDRESS, received=1_000.0)
        assert await hall.store.uncounted(9) == []
        hall.store._writer.execute("UPDATE games SET counted = 0")
        await hall.open()
        async with asyncio.timeout(30):
            while await hall.store.uncounted(9):
                await asyncio.sleep(0.005)

    in_hall(tmp_path, scene)


def test_a_close_notes_the_last_moment_and_lets_nothing_begin(tmp_path, monkeypatch):
    monkeypatch.setattr(halls, "today_ms", lambda: 777)

    async def scene(hall):
        await hall.open()
        table = await game_of_two(hall, ANN, BEN, clock=m.TimedClock(600))
        searching = asyncio.create_task(asyncio.sleep(600))
        hall.matchmaker._tasks.add(searching)
        hall.house.time.at = 4_321.4
        await hall.close()
        tasks = (hall._looking, hall._tending, hall._sweeping, hall._counting, hall._lobby_teller)
        await asyncio.wait({searching, *tasks})
        ended = [searching.cancelled(), *(task.done() for task in tasks)]
        with pytest.raises(Refusal) as refused:
            await table.do(m.Resign(), ANN, ADDRESS, received=1_000.0)
        return await hall.store.last_alive(), ended, table.closed, refused.value.code

    alive, ended, closed, code = in_hall(tmp_path, scene)
    assert alive == (777, 4_321)
    assert ended == [True] * 6
    assert (closed, code) == (True, "stopping")


def test_a_close_goes_well_though_the_last_moment_cannot_be_stored(tmp_path, caplog):
    async def scene(hall):
        async def alive(*_):
            raise StoreFailed("the disk is gone")

        hall.store.alive = alive
        await hall.close()

    with caplog.at_level(logging.ERROR, "ninefold.server"):
        in_hall(tmp_path, scene)
    assert "the last moment could not be stored: the disk is gone" in caplog.text


def test_games_of_two_who_were_paired_count_for_the_address_of_each(tmp_path):
    from ninefold.server.store.searches import Search, Wish

    wish = Wish("modern", False, m.NoClock())

    def search(name, address):
        player = m.Player(name, name, "person")
        return Search(name, name, address, player, m.Seek(), frozenset((wish,)), 0)

    async def scene(hall):
        await hall.seat(search("ann", "10.0.0.1"), search("ben", "10.0.0.2"), wish)
        refused = []
        for address in ("10.0.0.1", "10.0.0.2", "10.0.0.3"):
            try:
                await hall.create(m.CreateGame(opponent="link"), Visitor("eve"), address)
                refused.append(None)
            except Refusal as refusal:
                refused.append(refusal.code)
        return refused

    limits = {"create_burst": 1, "creates_per_minute": 0.001}
    assert in_hall(tmp_path, scene, limits=limits) == ["too-fast", "too-fast", None]


def test_an_open_game_waits_for_its_address_until_it_has_begun_or_is_called_off(tmp_path):
    async def scene(hall):
        counts = []

        async def challenge():
            try:
                return await hall.create(m.CreateGame(opponent="open", side="X"), ANN, ADDRESS)
            finally:
                counts.append(hall.challenges_by_address())

        one, two = await challenge(), await challenge()
        with pytest.raises(Refusal, match="enough challenges in the lobby"):
            await challenge()
        await one.join(BEN)
        await two.expire()
        counts.append(hall.challenges_by_address())
        await challenge()
        return counts

    limits = {"challenges_per_address": 2}
    counts = in_hall(tmp_path, scene, limits=limits)
    assert counts == [{ADDRESS: 1}, {ADDRESS: 2}, {ADDRESS: 2}, {}, {ADDRESS: 1}]


def test_a_challenge_that_could_not_be_stored_does_not_count_for_its_address(tmp_path):
    async def scene(hall):
        async def create(*_):
            raise StoreFailed("the disk is full")

        hall.store.create = create
        with pytest.raises(Refusal) as refused:
            await hall.create(m.CreateGame(opponent="open"), ANN, ADDRESS)
        return refused.value.code, hall.challenges_by_address(), hall.metrics.games_created

    assert in_hall(tmp_path, scene) == ("disk", {}, 0)


def test_a_rematch_counts_as_a_game_of_the_address_that_asked_for_it(tmp_path):
    async def scene(hall):
        table = await game_of_two(hall, ANN, BEN)
        await table.do(m.Resign(), ANN, ADDRESS, received=1_000.0)
        await table.do(m.Offer("rematch"), ANN, ADDRESS, received=1_000.0)
        with pytest.raises(Refusal) as refused:
            await table.do(m.Accept("rematch"), BEN, ADDRESS, received=1_000.0)
        before = table.game.rematch
        await table.do(m.Accept("rematch"), BEN, "10.0.0.2", received=1_000.0)
        return refused.value.code, before, table.game.rematch in hall.tables

    limits = {"create_burst": 1, "creates_per_minute": 0.001}
    assert in_hall(tmp_path, scene, limits=limits) == ("too-fast", None, True)


def test_a_sweep_tells_the_lobby_anew_and_a_visitor_was_there_until_the_page_closed(tmp_path):
    async def scene(hall):
        table = await hall.create(m.CreateGame(opponent="open", side="X"), ANN, ADDRESS)
        table.connect(ANN)
        hall._lobby_changed.clear()
        await hall.sweep()
        told = hall._lobby_changed.is_set()
        hall.house.time.at += 50_000
        table.disconnect(ANN)
        hall.house.time.at += 700
        return told, table.gone_ms("X"), hall.house.time.at - table.touched_at

    assert in_hall(tmp_path, scene) == (True, 700, 700)
