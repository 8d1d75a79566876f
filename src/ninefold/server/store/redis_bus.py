"""The bus on Redis (or Valkey), for several nodes.

Whoever follows a topic here is told at once; the other nodes hear of it by publish and subscribe,
at most once. While Redis is away nothing waits for it: what is published then reaches only this
node, and the others learn it otherwise, for an event is only a hint.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import deque
from collections.abc import Callable
from typing import Any, Final

from ninefold.server.store.bus import MemoryBus, Receiver
from ninefold.server.tasks import end_all

__all__ = ["LOCAL", "RedisBus"]

log: Final = logging.getLogger("ninefold.server")
_PREFIX: Final = b"ninefold:"
#: What concerns only the pages of one node.
LOCAL: Final = frozenset(("stopping", "lobby"))
_MOST_WAITING: Final = 10_000
_TRY_AGAIN_S: Final = 0.2
_WAIT_S: Final = 3.0


class RedisBus(MemoryBus):
    """A bus over several processes."""

    def __init__(self, url: str) -> None:
        super().__init__()
        from redis.asyncio import Redis

        self._redis: Any = Redis.from_url(url, socket_connect_timeout=_WAIT_S)
        self._name = secrets.token_bytes(8)  # what comes back to us we have told already
        self._outgoing: deque[tuple[bytes, bytes]] = deque(maxlen=_MOST_WAITING)
        self._something = asyncio.Event()
        self._topics = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._away = False

    @property
    def client(self) -> Any:
        """The connection, for what else several nodes share."""
        return self._redis

    async def open(self) -> None:
        """Begin to listen and to send; Redis may come later."""
        self._tasks = [
            asyncio.create_task(self._for_ever(work)) for work in (self._listen, self._send)
        ]

    async def close(self) -> None:
        """Let go."""
        await end_all(self._tasks)
        await self._redis.aclose()

    def publish(self, topic: str, version: int, event: bytes) -> None:
        """Tell everybody who follows a topic."""
        self.tell_here(topic, version, event)
        if topic not in LOCAL:
            message = self._name + version.to_bytes(8) + event
            self._outgoing.append((_PREFIX + topic.encode(), message))
            self._something.set()

    def follow(self, topic: str, receiver: Receiver) -> Callable[[], None]:
        """Be told of a topic's events, until the function that comes back is called."""
        leave = super().follow(topic, receiver)
        self._topics.set()

        def leaving() -> None:
            leave()
            self._topics.set()

        return leaving

    def heard(self, topic: str) -> bool:
        """Whether anybody may follow a topic: other nodes do not say."""
        return topic not in LOCAL or super().heard(topic)

    async def _for_ever(self, work: Callable[[], Any]) -> None:
        from redis.exceptions import RedisError

        while True:
            try:
                await work()
            except (RedisError, OSError) as error:
                if not self._away:
                    log.error("Redis is away, other nodes hear of changes later: %s", error)
                self._away = True
                await asyncio.sleep(_TRY_AGAIN_S)

    async def _send(self) -> None:
        while True:
            await self._something.wait()
            self._something.clear()
            while self._outgoing:
                # What is lost here with a connection is lost: the next event holds it all.
                batch = [self._outgoing.popleft() for _ in range(min(200, len(self._outgoing)))]
                pipe = self._redis.pipeline(transaction=False)
                for channel, message in batch:
                    pipe.publish(channel, message)
                async with asyncio.timeout(_WAIT_S):
                    await pipe.execute()

    async def _listen(self) -> None:
        async with self._redis.pubsub(ignore_subscribe_messages=True) as pubsub:
            subscribed: set[bytes] = set()
            await pubsub.subscribe(_PREFIX)  # a connection that listens to nothing cannot
            await pubsub.ping()
            if self._away:
                log.warning("Redis is back")
            self._away = False
            self._topics.set()
            hearing = asyncio.create_task(self._hear(pubsub))
            try:
                while True:
                    wanting = asyncio.create_task(self._topics.wait())
                    await asyncio.wait({hearing, wanting}, return_when=asyncio.FIRST_COMPLETED)
                    wanting.cancel()
                    if hearing.done():
                        hearing.result()
                        return
                    self._topics.clear()
                    subscribed = await self._subscribe(pubsub, subscribed)
                    await asyncio.sleep(0)
            finally:
                await end_all([hearing])

    async def _subscribe(self, pubsub: Any, subscribed: set[bytes]) -> set[bytes]:
        wanted = {_PREFIX + topic.encode() for topic in self._receivers if topic not in LOCAL}
        if new := wanted - subscribed:
            await pubsub.subscribe(*new)
        if old := subscribed - wanted:
            await pubsub.unsubscribe(*old)
        return wanted

    async def _hear(self, pubsub: Any) -> None:
        async for message in pubsub.listen():
            data: bytes = message["data"]
            if message["type"] == "message" and data[:8] != self._name:
                topic = message["channel"].removeprefix(_PREFIX).decode()
                self._hear_from(topic, int.from_bytes(data[8:16]), data[16:])

    def _hear_from(self, topic: str, version: int, event: bytes) -> None:
        """Another node told us."""
        self.tell_here(topic, version, event)
