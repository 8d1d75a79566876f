"""The list of those who look for an opponent, shared by several nodes in Redis.

Each search is a value that ends by itself unless its node says again and again that the page is
still there. Whoever pairs holds a short lock meanwhile, so a search is handed out once. While Redis
is away every node pairs its own visitors.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final

import msgspec

from ninefold.server.store.searches import MemorySearches, Search

__all__ = ["RedisSearches"]

log: Final = logging.getLogger("ninefold.server")
_SEARCHES: Final = "ninefold:searches"
_LOCK: Final = "ninefold:pairing"
_LOCK_MS: Final = 2_000
_LASTS_S: Final = 15
_AGAIN_S: Final = 4.0
_encode: Final = msgspec.json.Encoder().encode
_decoder: Final = msgspec.json.Decoder(Search)
#: Let go of the lock only if it is still ours.
_UNLOCK: Final = """
    if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end
"""


class RedisSearches:
    """One list for all nodes on a Redis."""

    def __init__(self, redis: Any) -> None:
        self._redis = redis
        self._mine: dict[str, Search] = {}
        self._here = MemorySearches()  # while Redis is away

    async def pair(self, search: Search) -> Search | None:
        """Whoever has waited longest of those that fit, taken off; else the search waits here."""
        from redis.exceptions import RedisError

        try:
            async with self._lock():
                for one in await self._all():
                    if search.fits(one) and await self._remove(one.id):
                        return one
                await self._put(search)
        except (RedisError, OSError) as error:
            log.warning("Redis is away, this node pairs its own visitors: %s", error)
            return await self._here.pair(search)
        self._mine[search.id] = search
        return None

    async def take(self, search: str) -> Search | None:
        """A search by its id, taken off; ``None`` if it does not wait here."""
        from redis.exceptions import RedisError

        mine = self._mine.pop(search, None)
        try:
            async with self._lock():
                value = await self._redis.get(_name(search))
                if value is not None and await self._remove(search):
                    return _decoder.decode(value)
        except (RedisError, OSError):
            return mine or await self._here.take(search)
        return await self._here.take(search)

    async def waiting(self) -> list[Search]:
        """All that wait, the longest first."""
        from redis.exceptions import RedisError

        try:
            found = await self._all()
        except (RedisError, OSError):
            found = list(self._mine.values())
        return sorted([*found, *await self._here.waiting()], key=lambda one: one.since)

    async def keep_for_ever(self) -> None:
        """Say again and again which searches of this node go on; put back what Redis lost."""
        from redis.exceptions import RedisError

        while True:
            await asyncio.sleep(_AGAIN_S)
            try:
                async with self._lock():
                    for search in tuple(self._mine.values()):
                        if not await self._redis.expire(_name(search.id), _LASTS_S):
                            await self._restore(search)
                for search in await self._here.waiting():  # from when Redis was away
                    if await self._here.take(search.id) is not None:
                        self._mine[search.id] = search
                        await self._put(search)
            except (RedisError, OSError):
                continue

    async def _restore(self, search: Search) -> None:
        """A search that is not there was taken, unless Redis has forgotten everything."""
        if await self._redis.exists(_SEARCHES) and not await self._redis.sismember(
            _SEARCHES, search.id
        ):
            self._mine.pop(search.id, None)
        elif search.id in self._mine:
            await self._put(search)

    async def _all(self) -> list[Search]:
        names = [name.decode() for name in await self._redis.smembers(_SEARCHES)]
        values = await self._redis.mget([_name(one) for one in names]) if names else []
        ended = [name for name, value in zip(names, values, strict=True) if value is None]
        if ended:
            await self._redis.srem(_SEARCHES, *ended)
        found = [_decoder.decode(value) for value in values if value is not None]
        return sorted(found, key=lambda one: (one.since, one.id))

    async def _put(self, search: Search) -> None:
        await self._redis.set(_name(search.id), _encode(search), ex=_LASTS_S)
        await self._redis.sadd(_SEARCHES, search.id, "")  # never empty: so it shows a lost memory

    async def _remove(self, search: str) -> bool:
        await self._redis.srem(_SEARCHES, search)
        self._mine.pop(search, None)
        return bool(await self._redis.delete(_name(search)))

    @asynccontextmanager
    async def _lock(self) -> AsyncIterator[None]:
        ours = secrets.token_hex(8)
        while not await self._redis.set(_LOCK, ours, nx=True, px=_LOCK_MS):
            await asyncio.sleep(0.005)
        try:
            yield
        finally:
            await self._redis.eval(_UNLOCK, 1, _LOCK, ours)


def _name(search: str) -> str:
    return f"ninefold:search:{search}"
