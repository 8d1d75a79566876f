"""Every store keeps the same promises: these tests run on SQLite and on a real PostgreSQL."""

from __future__ import annotations

import asyncio
import contextlib
import signal

import pytest

from ninefold.game.entries import Aborted, Moved, Offered, Rematched, TookBack
from ninefold.rules.errors import NinefoldError
from ninefold.server.play.entries import Seat, Settings
from ninefold.server.store.leases import Elsewhere
from ninefold.server.store.postgres import PostgresStore
from ninefold.server.store.postgres_pool import prepare
from ninefold.server.store.postgres_schema import STEPS
from ninefold.server.store.store import (
    Append,
    Cap,
    Conflict,
    Lost,
    NewGame,
    StoredToken,
    StoreFailed,
    Taken,
    TooMany,
    Unreadable,
)
from ninefold.server.wire import messages as m
from support.databases import run_sql


def seat(key):
    return Seat(key, m.Player(id=f"id-{key}", name="", kind="person"))


def new_game(name, x="ann", o="ben", *, opponent="link", clock=None, at=1, state=None):
    places = [None if one is None else seat(one) for one in (x, o)]
    settings = Settings(name, at, "modern", opponent, "draw", False, clock or m.NoClock(), *places)
    return NewGame(settings, state or ("playing" if x and o else "waiting"), 5)


def move(game, version, ply, square, *, epoch=0, name=None):
    entry = Moved(at=10 + ply, side="XO"[ply % 2], square=square, spent=0, id=name, by="id-ann")
    return Append(game, version, epoch, ply, [entry], up=100 + ply)


def ended(game, version, state, *, at):
    entry = Aborted(at=at, side=None, reason="expired")
    return Append(game, version, 0, 0, [entry], state=state)


@pytest.fixture
def run(on_store):
    """Runs a coroutine function on a new store of either kind."""
    return on_store


def test_a_game_comes_back_as_it_was_stored(run):
    async def act(store):
        game = new_game("g")
        await store.create(game)
        await store.append(move("g", 1, 0, 40, name="one"))
        await store.append(move("g", 2, 1, 36))
        return game, await store.load("g"), await store.load("other")

    game, stored, none = run(act)
    assert stored.settings == game.settings
    assert [entry.square for entry in stored.entries] == [40, 36]
    assert stored.entries[0].id == "one"
    assert stored.ups == [100, 101]
    assert stored.up == 5
    assert none is None


def test_of_two_who_write_the_same_version_one_is_told(run):
    async def act(store):
        await store.create(new_game("g"))
        same = [move("g", 1, 0, square) for square in range(9)]
        late = move("g", 2, 0, 41)  # another version, but the same move
        outcomes = await asyncio.gather(*map(store.append, [*same, late]), return_exceptions=True)
        return outcomes, (await store.load("g")).entries

    outcomes, entries = run(act)
    assert [type(one) for one in outcomes].count(type(None)) == 1
    assert all(one is None or isinstance(one, Conflict) for one in outcomes)
    assert len(entries) == 1


def test_entries_of_one_append_stand_together_or_not_at_all(run):
    async def act(store):
        await store.create(new_game("g"))
        two = [Moved(at=1, side=side, square=40, spent=0) for side in "XO"]
        await store.append(move("g", 2, 1, 50))  # stands where the second of them would
        with pytest.raises(Conflict):
            await store.append(Append("g", 1, 0, 0, two))
        return (await store.load("g")).entries

    assert [entry.square for entry in run(act)] == [50]


def test_many_entries_at_once_all_come_back_in_their_order(run):
    async def act(store):
        await store.create(new_game("g"))
        many = [Offered(at=at, side="X", what="draw") for at in range(1_203)]
        await store.append(Append("g", 1, 0, 0, many))
        return [entry.at for entry in (await store.load("g")).entries]

    assert run(act) == [*range(1_203)]


def test_a_ply_is_played_again_only_after_it_was_taken_back(run):
    async def act(store):
        await store.create(new_game("g"))
        await store.append(move("g", 1, 0, 40))
        back = TookBack(at=2, side="X", count=1)
        again = Moved(at=3, side="X", square=41, spent=0)
        await store.append(Append("g", 2, 0, 1, [back, again]))
        with pytest.raises(Conflict):
            await store.append(move("g", 4, 0, 42, epoch=1))
        return (await store.load("g")).entries

    assert [entry.kind for entry in run(act)] == ["move", "takeback", "move"]


def test_one_conflict_in_a_batch_harms_only_itself(run):
    async def act(store):
        for number in range(30):
            await store.create(new_game(f"g{number}"))
        await store.append(move("g7", 1, 0, 1))
        offer = Append("g8", 1, 0, 0, [Offered(at=1, side="X", what="draw")], state="playing")
        writes = [move(f"g{number}", 1, 0, 40) for number in range(30) if number != 8]
        outcomes = await asyncio.gather(
            *map(store.append, [*writes, offer]), return_exceptions=True
        )
        stored = [await store.load(f"g{number}") for number in range(30)]
        return outcomes, [len(one.entries) for one in stored]

    outcomes, counts = run(act)
    assert [type(one) for one in outcomes] == [
        Conflict if number == 7 else type(None) for number in range(30)
    ]
    assert counts == [1] * 30


def test_a_follow_up_is_stored_with_the_entry_that_names_it(run):
    async def act(store):
        await store.create(new_game("g"))
        entry = Rematched(at=2, side="X", game="next")
        append = Append("g", 1, 0, 0, [entry], follow_up=new_game("next"))
        await store.append(append)
        other = Append(
            "g", 1, 0, 0, [Rematched(at=2, side="O", game="no")], follow_up=new_game("no")
        )
        with pytest.raises(Conflict):
            await store.append(other)
        return await store.load("next"), await store.load("no")

    following, none = run(act)
    assert following is not None
    assert none is None


def test_caps_hold_however_many_come_at_once(run):
    async def act(store):
        cap = Cap("ann", games=5, challenges=3)
        creating = [
            store.create(new_game(f"c{n}", o=None, opponent="open"), cap) for n in range(12)
        ]
        challenges = await asyncio.gather(*creating, return_exceptions=True)
        creating = [store.create(new_game(f"g{n}"), Cap("ann", games=5)) for n in range(12)]
        games = await asyncio.gather(*creating, return_exceptions=True)
        counted = await store.count_unfinished("ann", challenges=True)
        return challenges, games, counted, await store.count_unfinished("ann")

    challenges, games, counted, all_of_them = run(act)
    assert [type(one) for one in challenges].count(type(None)) == 3
    assert {one.what for one in challenges if one} == {"challenges"}
    assert [type(one) for one in games].count(type(None)) == 2
    assert {type(one) for one in games if one} == {TooMany}
    assert (counted, all_of_them) == (3, 5)


def test_a_join_over_the_cap_changes_nothing(run):
    async def act(store):
        await store.create(new_game("mine", x="ben", o="ben"))
        await store.create(new_game("g", o=None))
        joined = Append(
            "g",
            *(1, 0, 0, [Offered(at=1, side="X", what="draw")]),
            players=("ann", "ben"),
            caps=(Cap("ben", games=1),),
        )
        with pytest.raises(TooMany):
            await store.append(joined)
        return (await store.load("g")).entries, await store.unfinished_of("ben")

    assert run(act) == ([], ["mine"])


def test_lists_come_in_pages_from_the_newest_on(run):
    async def act(store):
        for number in range(7):
            await store.create(new_game(f"g{number}", x="ann", o="ben" if number % 2 else "ann"))
            await store.append(ended(f"g{number}", 1, "over", at=number // 2))
        pages, before = [], None
        while page := await store.finished_of("ann", before, 3):
            pages.append([name for _, name in page])
            before = page[-1]
        return pages

    assert run(act) == [["g6", "g5", "g4"], ["g3", "g2", "g1"], ["g0"]]


def test_a_game_counts_once_also_for_somebody_who_plays_both_sides(run):
    async def act(store):
        await store.create(new_game("both", o="ann", opponent="same-device"))
        await store.create(new_game("one"))
        return await store.count_unfinished("ann"), await store.count_unfinished("ben")

    assert run(act) == (2, 1)


def test_games_that_cannot_wait_and_those_that_waited_are_found(run):
    async def act(store):
        await store.create(new_game("open", o=None, opponent="open"))
        await store.create(new_game("timed", clock=m.TimedClock(60)))
        await store.create(new_game("untimed"))
        await store.create(new_game("link", o=None, at=3))
        await store.create(new_game("later", o=None, at=9))
        return sorted(await store.games_to_tend()), await store.links_that_waited(5, 10)

    assert run(act) == (["open", "timed"], ["link"])


def test_what_was_left_longest_ago_is_found_and_what_was_called_off_goes(run):
    async def act(store):
        for number in range(3):
            await store.create(new_game(f"s{number}", o="ann", opponent="same-device"))
        await store.append(move("s0", 1, 0, 40))  # touched later than it was made
        idle = await store.idle_solo_of("ann", 5), await store.idle_solo_of(None, 5)
        nobody = await store.idle_solo_of("ben", 5), await store.idle_solo_of("ann", 1)
        await store.append(ended("s1", 1, "aborted", at=20))
        gone = await store.forget_called_off(21, 10), await store.forget_called_off(21, 10)
        return idle, nobody, gone, await store.load("s1"), await store.load("s0")

    idle, nobody, gone, forgotten, kept = run(act)
    assert idle[0] == idle[1] == "s1"
    assert nobody == (None, None)
    assert gone == (1, 0)
    assert forgotten is None
    assert len(kept.entries) == 1


def test_visitors_tokens_and_moments(run):
    async def act(store):
        token = m.Token(id="t1", label="bot", created_at=3, scopes=["read"])
        first = await store.last_alive()
        await store.rename("ann", "Ann")
        await store.rename("ann", "Anna 九")
        await store.add_token("ann", "digest", token)
        known = await store.name_of("ann"), await store.name_of("ben"), await store.tokens_of("ann")
        owners = await store.find_token("digest"), await store.find_token("other")
        dropped = [await store.drop_token("ann", "t1") for _ in range(2)]
        await store.alive(10, 7)
        await store.check()
        return first, known, owners, dropped, await store.last_alive(), token

    first, known, owners, dropped, alive, token = run(act)
    assert first == (None, 0)
    assert known == ("Anna 九", "", [token])
    assert owners == (StoredToken("t1", "ann", ("read",)), None)
    assert dropped == [True, False]
    assert alive == (10, 7)


def test_a_visitor_is_known_by_the_seal_or_by_what_they_did_and_not_after_signing_out(run):
    async def act(store):
        token = m.Token(id="t1", label="bot", created_at=3, scopes=["play", "read"])
        await store.create(new_game("g", "ann", "ben"))
        await store.rename("cid", "Cid")
        await store.add_token("dan", "digest", token)
        people = ("ann", "ben", "cid", "dan", "eve")
        before = [await store.welcome_back(one, sealed=False) for one in people]
        sealed = await store.welcome_back("eve", sealed=True)
        ended = [await store.sign_out(one, 5) for one in (*people, "dan")]
        after = [await store.welcome_back(one, sealed=True) for one in people]
        seals = {await store.seal(), await store.seal()}
        return before, sealed, ended, after, seals, await store.find_token("digest")

    before, sealed, ended, after, seals, token = run(act)
    assert before == ["", "", "Cid", "", None]
    assert sealed == ""
    assert ended == [[], [], [], ["t1"], [], []]
    assert (after, token) == ([None] * 5, None)
    assert len(seals) == 1
    assert len(seals.pop()) >= 32


@pytest.mark.parametrize("rounds", [1, 2, 3])
def test_a_caller_who_goes_away_takes_no_write_along(run, rounds):
    """Neither before its batch is handed to the disk nor while it is written."""

    async def act(store):
        await store.create(new_game("g"))
        await store.create(new_game("h"))
        going, staying = (asyncio.create_task(store.append(move(game, 1, 0, 40))) for game in "gh")
        for _ in range(rounds):  # of the event loop
            await asyncio.sleep(0)
        going.cancel()
        outcomes = await asyncio.gather(going, staying, return_exceptions=True)
        while not (await store.load("g")).entries:
            await asyncio.sleep(0.01)
        return outcomes, (await store.load("h")).entries

    (gone, stayed), entries = run(act)
    assert isinstance(gone, asyncio.CancelledError)
    assert stayed is None
    assert len(entries) == 1


# What only a database of several nodes has to do


@pytest.fixture
def database(postgres):
    url = postgres.create()
    asyncio.run(prepare(url))
    return url


def on_nodes(url, count, act, patience=60.0):
    """Run a coroutine function with so many stores, each a node of its own."""

    async def with_stores():
        async with contextlib.AsyncExitStack() as stack:
            stores = []
            for number in range(count):
                store = PostgresStore(url, patience=patience)
                await store.open()
                stack.push_async_callback(store.close)
                await store.register(f"node{number}", 0, 60.0)
                stores.append(store)
            return await act(*stores)

    return asyncio.run(with_stores())


def expire(url, store):
    """Let a node's lease end, as if it had been stopped for so long."""
    run_sql(url, "UPDATE nodes SET expires_at = now() WHERE fence = $1", store.fence)


def test_a_game_belongs_to_one_node_and_no_other_can_write(database):
    async def act(one, two):
        await one.create(new_game("g"))
        assert await two.claim("g") == Elsewhere(one.fence, "node0")
        with pytest.raises(Lost):
            await two.append(move("g", 1, 0, 41))
        await one.append(move("g", 1, 0, 40))
        ours, left = await one.claim("g")
        return ours.entries, left, await two.claim("none")

    entries, left, none = on_nodes(database, 2, act)
    assert [entry.square for entry in entries] == [40]
    assert left is None
    assert none is None


def test_a_node_whose_lease_ran_out_can_write_nothing(database):
    async def act(one, two):
        await one.create(new_game("g"))
        await asyncio.to_thread(expire, database, one)
        with pytest.raises(Lost):
            await one.append(move("g", 1, 0, 40))
        ending = Append("g", 1, 0, 0, [Aborted(at=1, side=None, reason="expired")], state="aborted")
        with pytest.raises(Lost):
            await one.append(ending)
        assert not await one.renew(5, 60.0)
        with pytest.raises(StoreFailed, match="lease"):
            await one.claim("g")
        stored, left = await two.claim("g")
        with pytest.raises(Lost):
            await one.append(move("g", 1, 0, 40))
        await two.append(move("g", 1, 0, 44))
        return stored, left, (await two.load("g")).entries

    stored, left, entries = on_nodes(database, 2, act)
    assert stored.entries == []
    assert left == 0
    assert [entry.square for entry in entries] == [44]


def test_of_many_who_want_an_orphan_one_gets_it(database):
    async def act(one, *others):
        await one.create(new_game("g", clock=m.TimedClock(60)))
        assert await others[0].orphans(9) == []
        await one.release(77)
        assert await others[0].orphans(9) == ["g"]
        claims = await asyncio.gather(*(other.claim("g") for other in others))
        return claims, await others[0].orphans(9), await others[0].nodes()

    claims, orphans, nodes = on_nodes(database, 4, act)
    assert [isinstance(claim, Elsewhere) for claim in claims].count(False) == 1
    assert [claim[1] for claim in claims if not isinstance(claim, Elsewhere)] == [77]
    assert orphans == []
    assert sorted(nodes.values()) == ["node1", "node2", "node3"]


def test_a_game_that_was_given_back_is_anybodys(database):
    async def act(one, two):
        await one.create(new_game("g"))
        await one.note_taken("g", Taken(1, 2, 3))
        await one.give_back(["g"])
        with pytest.raises(Lost):
            await one.append(move("g", 1, 0, 40))
        return await two.claim("g")

    stored, left = on_nodes(database, 2, act)
    assert stored.taken == Taken(1, 2, 3)
    assert left == 0


def test_writes_wait_for_a_database_that_restarts(database, postgres):
    """And none is made twice, or told wrongly, though connections break in the middle."""

    async def act(store):
        for number in range(20):
            await store.create(new_game(f"g{number}"))

        async def play(game):
            for ply in range(30):
                await store.append(move(game, 1 + ply, ply, 40 + ply))

        playing = [asyncio.create_task(play(f"g{number}")) for number in range(20)]
        await asyncio.sleep(0.05)
        await asyncio.to_thread(postgres.stop, signal.SIGINT)
        await asyncio.to_thread(postgres.start)
        await asyncio.gather(*playing)
        return [len((await store.load(f"g{number}")).entries) for number in range(20)]

    assert on_nodes(database, 1, act) == [30] * 20


def test_a_database_that_is_away_is_told(database, postgres):
    async def act(store):
        await store.create(new_game("g"))
        await asyncio.to_thread(postgres.stop, signal.SIGINT)
        try:
            with pytest.raises(StoreFailed):
                await store.append(move("g", 1, 0, 40))
            with pytest.raises(StoreFailed):
                await store.load("g")
        finally:
            await asyncio.to_thread(postgres.start)
        await store.append(move("g", 1, 0, 41))
        return (await store.load("g")).entries

    assert [entry.square for entry in on_nodes(database, 1, act, patience=2.0)] == [41]


def test_the_log_cannot_be_changed_or_shortened(database):
    async def act(store):
        await store.create(new_game("g"))
        await store.append(move("g", 1, 0, 40))

    on_nodes(database, 1, act)
    for sql in ("UPDATE log SET ply = 9", "DELETE FROM log"):
        with pytest.raises(Exception, match="append-only"):
            run_sql(database, sql)


def test_a_game_that_cannot_be_read_is_told_apart(database):
    async def act(store):
        await store.create(new_game("g"))
        await asyncio.to_thread(run_sql, database, "UPDATE games SET settings = '{\"id\":'")
        with pytest.raises(Unreadable):
            await store.load("g")

    on_nodes(database, 1, act)


def test_nodes_that_start_together_take_each_step_once(postgres):
    url = postgres.create()

    async def start():
        await asyncio.gather(*(prepare(url) for _ in range(5)))

    asyncio.run(start())
    assert run_sql(url, "SELECT steps FROM ninefold_schema") == [(len(STEPS),)]


def test_a_newer_database_is_refused_whole(database):
    run_sql(database, "INSERT INTO kinds VALUES ('castling')")
    with pytest.raises(StoreFailed, match=r"unknown to this Ninefold \(castling\)"):
        asyncio.run(prepare(database))
    run_sql(database, "UPDATE ninefold_schema SET steps = steps + 1")
    with pytest.raises(StoreFailed, match="newer version"):
        asyncio.run(prepare(database))


def test_a_database_that_may_lose_moves_is_refused(postgres):
    database = postgres.create() + "&synchronous_commit=off"
    with pytest.raises(StoreFailed, match="synchronous_commit is off"):
        asyncio.run(prepare(database))
    asyncio.run(prepare(database, durable=False))


def test_a_database_that_is_not_there_is_told_without_its_password():
    url = "postgresql://ann:hush@127.0.0.1:1/games"
    with pytest.raises(NinefoldError, match=r"postgresql://ann@127.0.0.1:1/games") as told:
        asyncio.run(prepare(url))
    assert "hush" not in str(told.value)
