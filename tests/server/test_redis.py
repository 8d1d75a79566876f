"""What several nodes share over Redis: events, those who wait, quotas; what is left without it."""

from __future__ import annotations

import asyncio

import pytest

from ninefold.server.config import Limits
from ninefold.server.store import redis_searches
from ninefold.server.store.redis_bus import RedisBus
from ninefold.server.store.redis_quotas import RedisQuotas
from ninefold.server.store.redis_searches import RedisSearches
from ninefold.server.store.searches import Search, Wish
from ninefold.server.wire import messages as m
from support.databases import Redis, free_port
from support.halls import soon


def search(key: str, since: int, *modes: str) -> Search:
    wishes = frozenset(Wish(mode, False, m.TimedClock(60)) for mode in modes or ("modern",))
    player = m.Player(f"id {key}", key, "person")
    return Search(f"s-{key}", key, "10.0.0.1", player, m.Seek([*modes], id=key), wishes, since)


def told(searches) -> list[str]:
    return [one.key for one in searches]


def alike(one: Search | None, two: Search | None) -> bool:
    """Searches are told apart by who they are: here it is what they say that counts."""
    names = Search.__struct_fields__
    return [getattr(one, name) for name in names] == [getattr(two, name) for name in names]


def at_nodes(scene, url):
    """Runs a scene with the buses of two nodes on a Redis, or on none."""

    async def run():
        buses = [RedisBus(url) for _ in range(2)]
        async with asyncio.timeout(60):
            if url != NOBODY:
                await buses[0].client.flushdb()
            try:
                return await scene(*buses)
            finally:
                for bus in buses:
                    await bus.close()

    return asyncio.run(run())


NOBODY = f"redis://127.0.0.1:{free_port()}/0"


@pytest.fixture
def own(redis: Redis) -> str:
    """A database on the Redis of this run that no server uses."""
    return redis.url.removesuffix("/0") + "/1"


# Events


def test_an_event_comes_once_to_each_who_follows_at_either_node(own):
    async def scene(one, two):
        heard = {"here": [], "there": [], "other": []}
        leaves = [
            one.follow("game:g", lambda *event: heard["here"].append(event)),
            two.follow("game:g", lambda *event: heard["there"].append(event)),
            two.follow("game:h", lambda *event: heard["other"].append(event)),
        ]
        for bus in (one, two):
            await bus.open()
        number = 0
        while not heard["there"]:  # until the other listens
            number += 1
            one.publish("game:g", number, b"hello")
            await asyncio.sleep(0.01)
        first = len(heard["here"])
        assert first == number, "told at once, and not again"
        heard["here"].clear()
        heard["there"].clear()
        big = bytes(range(256)) * 9
        one.publish("game:g", 2**40 + 5, big)
        one.publish("game:g", 0, b"")
        two.publish("game:g", 7, b"back")
        await soon(lambda: len(heard["there"]) >= 3 and (7, b"back") in heard["here"])
        one.tell_here("game:g", 8, b"only here")
        leaves[1]()
        one.publish("game:g", 9, b"late")
        one.publish("game:h", 9, b"h")
        await soon(lambda: heard["other"])
        return heard, big, two.followers("game:g"), one.heard("game:any")

    heard, big, followers, anybody = at_nodes(scene, own)
    assert heard["here"][:2] == [(2**40 + 5, big), (0, b"")]
    assert sorted(heard["here"][2:]) == [(7, b"back"), (8, b"only here"), (9, b"late")]
    there = [event for event in heard["there"] if event != (7, b"back")]
    assert [event for event in there if event[1] != b"hello"] == [(2**40 + 5, big), (0, b"")]
    assert heard["other"] == [(9, b"h")]
    assert (followers, anybody) == (0, True)


def test_what_concerns_one_node_stays_there_and_without_redis_all_does():
    async def scene(one, two):
        heard = []
        for topic in ("lobby", "stopping", "game:g"):
            two.follow(topic, lambda *event: heard.append("there"))
            one.follow(topic, lambda *event, topic=topic: heard.append(topic))
            one.publish(topic, 1, b"x")
        waiting = [channel for channel, _ in one._outgoing]
        unheard = one.heard("lobby"), RedisBus(NOBODY).heard("lobby"), one.heard("game:nobody")
        return heard, waiting, unheard

    heard, waiting, unheard = at_nodes(scene, NOBODY)
    assert heard == ["lobby", "stopping", "game:g"]
    assert waiting == [b"ninefold:game:g"]
    assert unheard == (True, False, True)


# Those who wait


def test_whoever_waits_at_one_node_is_met_from_another_the_longest_first(own):
    async def scene(one, two):
        here, there = RedisSearches(one.client), RedisSearches(two.client)
        people = [search("late", 30), search("other", 5, "battle"), search("early", 10)]
        for person, place in zip(people, (here, there, here), strict=True):
            assert await place.pair(search(person.key, 1, "nothing fits")) is None
            await place.take(person.id)
            async with place._lock():
                await place._put(person)
        waiting = told(await there.waiting()), told(await here.waiting())
        own = await there.pair(search("early", 1, "modern"))
        met = await there.pair(search("new", 40))
        left = told(await here.waiting())
        again = await here.take("s-other"), await there.take("s-other"), await here.take("s-none")
        return waiting, own, met, left, again, people

    waiting, own, met, left, (taken, twice, none), people = at_nodes(scene, own)
    assert waiting == (["other", "early", "late"],) * 2
    assert own is not None
    assert own.key == "late", "nobody meets themselves"
    assert alike(met, people[2])
    assert left == ["other"]
    assert alike(taken, people[1])
    assert (twice, none) == (None, None)


def test_a_search_that_redis_has_forgotten_is_put_back_and_one_that_was_taken_is_not(
    own, monkeypatch
):
    monkeypatch.setattr(redis_searches, "_AGAIN_S", 0.01)

    async def scene(one, two):
        here, there = RedisSearches(one.client), RedisSearches(two.client)
        for who, mode in (("kept", "modern"), ("taken", "battle")):
            assert await here.pair(search(who, 1, mode)) is None
        await there.take("s-taken")
        keeping = asyncio.create_task(here.keep_for_ever())
        await soon(lambda: set(here._mine) == {"s-kept"})
        await one.client.flushdb()
        while told(await there.waiting()) != ["kept"]:
            await asyncio.sleep(0.005)
        keeping.cancel()
        return await one.client.ttl("ninefold:search:s-kept")

    assert 10 < at_nodes(scene, own) <= 15


def test_without_redis_each_node_brings_its_own_together():
    async def scene(one, two):
        here, there = RedisSearches(one.client), RedisSearches(two.client)
        assert await here.pair(search("ann", 1)) is None
        assert await there.pair(search("eve", 1)) is None
        waiting = told(await here.waiting())
        met = await here.pair(search("ben", 2))
        taken = await there.take("s-eve"), await there.take("s-eve")
        return waiting, met, taken[0], taken[1], await here.waiting()

    waiting, met, taken, again, left = at_nodes(scene, NOBODY)
    assert waiting == ["ann"]
    assert met is not None
    assert taken is not None
    assert (met.key, taken.key, again, left) == ("ann", "eve", None, [])


def test_who_began_without_redis_waits_with_all_others_when_it_is_back(own, monkeypatch):
    monkeypatch.setattr(redis_searches, "_AGAIN_S", 0.01)

    async def scene(one, two):
        here, there = RedisSearches(one.client), RedisSearches(two.client)
        await here._here.pair(search("ann", 1))
        keeping = asyncio.create_task(here.keep_for_ever())
        while told(await there.waiting()) != ["ann"]:
            await asyncio.sleep(0.005)
        keeping.cancel()
        return await here._here.waiting(), told(await here.waiting())

    assert at_nodes(scene, own) == ([], ["ann"])


def test_a_lock_is_only_let_go_by_who_holds_it(own):
    async def scene(one, two):
        here, there, order = RedisSearches(one.client), RedisSearches(two.client), []

        async def hold():
            async with there._lock():
                order.append("there")

        async with here._lock():
            waiting = asyncio.create_task(hold())
            await asyncio.sleep(0.02)
            order.append("here")
        await waiting
        async with here._lock():
            await one.client.set("ninefold:pairing", "somebody else's")
        order.append(await one.client.get("ninefold:pairing"))
        return order

    assert at_nodes(scene, own) == ["here", "there", b"somebody else's"]


# Quotas


LIMITS = Limits(create_burst=3, creates_per_minute=0.001, phrase_burst=1, phrases_per_minute=0.001)


@pytest.mark.parametrize("away", [False, True])
def test_a_quota_is_counted_by_name_at_all_nodes_together_while_redis_is_there(own, away):
    async def scene(one, two):
        quotas = [RedisQuotas(bus.client, LIMITS) for bus in (one, two)]
        taken = [await quotas[n % 2].take("games", "ann") for n in range(7)]
        others = await quotas[0].take("games", "ben"), await quotas[0].take("phrases", "ann")
        return taken, others, await quotas[0].take("phrases", "ann")

    taken, others, again = at_nodes(scene, NOBODY if away else own)
    assert taken.count(True) == (6 if away else 3)
    assert taken[:3] == [True] * 3
    assert (others, again) == ((True, True), False)
