"""What a visitor has at a server: a list of games, a name at each of them, and a sign-in."""

from __future__ import annotations

import pytest

from ninefold.analysis.explorer import key_of
from ninefold.rules.position import Position
from ninefold.server.play.visitors import Visitor, identity_of
from ninefold.server.store.bus import MemoryBus
from ninefold.server.wire import messages as m
from support.halls import ADDRESS, game_of_two, in_hall, play

ANN, BEN = Visitor("ann", "Ann"), Visitor("ben", "Ben")


def test_a_list_tells_each_time_how_an_unfinished_game_is_now(tmp_path):
    async def scene(hall):
        told = []

        async def look():
            (game,) = (await hall.games_of(ANN, None, 9)).games
            names = [player and player.name for player in (game.players.X, game.players.O)]
            told.append((game.state, game.ply, *names))

        table = await hall.create(m.CreateGame(opponent="link", side="X"), ANN, ADDRESS)
        await look()
        await table.rename(Visitor("ann", "Anna"))
        await look()
        await table.join(BEN)
        await look()
        await play(table, ANN, BEN, moves=2)
        await look()
        hall.drop(table.id)
        await look()
        assert table.id not in hall.tables, "whoever looks at a list needs no table"
        return told

    assert in_hall(tmp_path, scene) == [
        ("waiting", 0, "Ann", None),
        ("waiting", 0, "Anna", None),
        ("playing", 0, "Anna", "Ben"),
        ("playing", 2, "Anna", "Ben"),
        ("playing", 2, "Anna", "Ben"),
    ]


@pytest.mark.parametrize("one", [ANN, BEN])
def test_a_new_name_is_shown_at_either_side_and_in_the_lobby(tmp_path, one):
    async def scene(hall):
        table = await game_of_two(hall, ANN, BEN)
        hall._lobby_changed.clear()
        await hall.rename(Visitor(one.key, "Somebody"))
        players = table.view().players
        return players.X.name, players.O.name, hall._lobby_changed.is_set()

    names = ("Somebody", "Ben") if one is ANN else ("Ann", "Somebody")
    assert in_hall(tmp_path, scene) == (*names, True)


def test_who_signs_out_is_put_out_with_all_their_tokens_and_nobody_else_is(tmp_path):
    async def scene(hall):
        put_out = []
        for one in ("ann", "ben", "t1", "t2", "t3"):
            hall.bus.follow(identity_of(one), lambda *_, one=one: put_out.append(one))
        for owner, token in (("ann", "t1"), ("ann", "t2"), ("ben", "t3")):
            await hall.store.add_token(owner, f"digest-{token}", m.Token(token, "", 1, ["play"]))
        await hall.sign_out(ANN)
        left = [await hall.store.tokens_of(key) for key in ("ann", "ben")]
        return put_out, [[token.id for token in tokens] for tokens in left]

    assert in_hall(tmp_path, scene) == (["ann", "t1", "t2"], [[], ["t3"]])


def test_tokens_are_listed_by_when_they_were_made(tmp_path):
    async def scene(hall):
        for token, at in (("t2", 10), ("t9", 5), ("t1", 20), ("t0", 10)):
            await hall.store.add_token("ann", f"digest-{token}", m.Token(token, "", at, ["play"]))
        return [token.id for token in await hall.store.tokens_of("ann")]

    assert in_hall(tmp_path, scene) == ["t9", "t0", "t2", "t1"]


def test_a_game_is_counted_for_the_explorer_once_it_is_over_and_once_only(tmp_path):
    async def scene(hall):
        async def counted():
            found = await hall.store.find_counts(*key_of(Position.start()))
            return sum(sum(one[-3:]) for one in found) if found else 0

        table = await hall.create(m.CreateGame(opponent="link", side="X"), ANN, ADDRESS)
        counts = [await counted()]
        await table.join(BEN)
        await play(table, ANN, BEN, moves=2)
        counts.append(await counted())
        await table.do(m.Resign(), ANN, ADDRESS, received=1_000.0)
        counts.append(await counted())
        return counts, found_names(await hall.store.find_counts(*key_of(Position.start())))

    def found_names(found):
        return len(found)

    counts, moves = in_hall(tmp_path, scene)
    assert counts[:2] == [0, 0]
    assert moves == 1
    assert counts[2] > 0


def test_who_is_told_may_stop_listening_and_the_others_hear_it_all_the_same():
    bus, heard = MemoryBus(), []

    def once(name):
        def hear(version, event):
            heard.append((name, version, event))
            leave()

        leave = bus.follow("topic", hear)

    once("one")
    once("two")
    bus.publish("topic", 3, b"event")
    bus.publish("topic", 4, b"another")
    assert heard == [("one", 3, b"event"), ("two", 3, b"event")]
    assert not bus.heard("topic")
