"""Opening: the store and the bus that a configuration names."""

from __future__ import annotations

import asyncio

from ninefold.server.config import BadConfig, Config
from ninefold.server.store.bus import Bus, MemoryBus
from ninefold.server.store.postgres import PostgresStore
from ninefold.server.store.postgres_pool import prepare
from ninefold.server.store.redis_bus import RedisBus
from ninefold.server.store.sqlite import SqliteStore

__all__ = ["open_bus", "open_store"]


def open_store(config: Config) -> SqliteStore | PostgresStore:
    """The store that a server keeps its games in, brought up to date."""
    limits = config.limits
    if not config.database and config.computer == "off":
        raise BadConfig(
            "the computer is off, and those who think find a server by its database: "
            "expected --database postgresql://… too"
        )
    if not config.database:
        return SqliteStore(
            config.file, most_megabytes=limits.database_mb, lock_timeout=limits.lock_timeout_s
        )
    if not config.database.startswith(("postgresql://", "postgres://")):
        raise BadConfig(
            f"{config.database.partition('://')[0]!r} is no database: expected "
            "postgresql://user@host/name; games in a file need only --data"
        )
    asyncio.run(prepare(config.database, durable=config.durable))
    return PostgresStore(config.database, connections=limits.database_connections)


def open_bus(config: Config) -> Bus:
    """The bus over which a server tells others what happens."""
    if not config.bus:
        return MemoryBus()
    if not config.database:
        raise BadConfig("a bus is for several servers, which need --database postgresql://… too")
    if not config.bus.startswith(("redis://", "rediss://", "unix://")):
        raise BadConfig(f"{config.bus.partition('://')[0]!r} is no bus: expected redis://host:port")
    return RedisBus(config.bus)
