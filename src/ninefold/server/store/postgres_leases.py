"""Leases on PostgreSQL; see ``leases.py`` for what they are."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, Final

from ninefold.server.store.leases import Beat, Elsewhere, Leases
from ninefold.server.store.postgres_pool import PostgresPool, failed
from ninefold.server.store.rows import read_game
from ninefold.server.store.store import StoredGame, StoreFailed, Taken, Told

__all__ = ["TENDED", "PostgresLeases", "load_game"]

#: Games that cannot wait for a visitor.
TENDED: Final = "((state = 'waiting' AND listed) OR (state = 'playing' AND timed))"
_ALIVE: Final = "expires_at > clock_timestamp()"


class PostgresLeases(PostgresPool, Leases):
    """Which node owns which game."""

    def __init__(self, url: str, *, connections: int, patience: float) -> None:
        super().__init__(url, connections=connections, patience=patience)
        self._lease: Any = None  # a connection of its own: to renew must not wait in line

    async def close(self) -> None:
        """Let go of the database."""
        self._drop_lease_connection()
        await super().close()

    async def secret(self) -> str:
        """What only nodes of this database know."""
        sql = "SELECT value FROM secrets WHERE name = 'nodes'"
        return str(await self._read(lambda db: db.fetchval(sql)))

    async def seen_from(self) -> str:
        """The address at which the database sees this machine, and others may too."""
        sql = "SELECT host(inet_client_addr())"
        return str(await self._read(lambda db: db.fetchval(sql)) or "127.0.0.1")

    async def register(self, address: str, up: int, seconds: float) -> int:
        """Begin a lease; its number is ours from now on."""
        sql = """
            INSERT INTO nodes (address, up, expires_at)
            VALUES ($1, $2, clock_timestamp() + make_interval(secs => $3)) RETURNING fence
        """
        self.fence = int(await self._write(lambda db: db.fetchval(sql, address, up, seconds)))
        old = "DELETE FROM nodes WHERE expires_at < clock_timestamp() - interval '7 days'"
        await self._write(lambda db: db.execute(old))
        return self.fence

    async def renew(self, up: int, seconds: float) -> bool:
        """Go on holding the lease; whether we still did."""
        sql = f"""
            UPDATE nodes SET up = $1, expires_at = clock_timestamp() + make_interval(secs => $2)
            WHERE fence = $3 AND {_ALIVE} RETURNING fence
        """
        import asyncpg

        try:
            async with asyncio.timeout(self._patience):
                if self._lease is None or self._lease.is_closed():
                    self._lease = await asyncpg.connect(self._url)
                return await self._lease.fetchval(sql, up, seconds, self.fence) is not None
        except (
            asyncpg.PostgresError,
            asyncpg.InterfaceError,
            asyncpg.InternalClientError,
            OSError,
        ) as error:
            self._drop_lease_connection()
            raise failed(error) from error

    def _drop_lease_connection(self) -> None:
        if self._lease is not None:
            self._lease.terminate()
            self._lease = None

    async def release(self, up: int) -> None:
        """Give the lease back: our games are free for others at once."""
        sql = "UPDATE nodes SET up = $1, expires_at = clock_timestamp() WHERE fence = $2"
        await self._write(lambda db: db.execute(sql, up, self.fence))

    async def beat_of(self, fence: int) -> Beat | None:
        """How a node last renewed its lease; ``None`` if that has ended."""
        sql = f"""
            SELECT up, extract(epoch FROM expires_at - clock_timestamp())::float8 AS left_s
            FROM nodes WHERE fence = $1 AND {_ALIVE}
        """
        row = await self._read(lambda db: db.fetchrow(sql, fence))
        return None if row is None else Beat(row["up"], row["left_s"])

    async def end(self, fence: int, up: int) -> None:
        """End the lease of a node that is no more, unless it has renewed it since a beat."""
        sql = f"""
            UPDATE nodes SET expires_at = clock_timestamp()
            WHERE fence = $1 AND up = $2 AND {_ALIVE}
        """
        await self._write(lambda db: db.execute(sql, fence, up))

    async def nodes(self) -> dict[int, str]:
        """The nodes whose lease runs: the fence and the address of each."""
        sql = f"SELECT fence, address FROM nodes WHERE {_ALIVE}"
        rows = await self._read(lambda db: db.fetch(sql))
        return {row["fence"]: row["address"] for row in rows}

    async def claim(self, game: str) -> tuple[StoredGame, int | None] | Elsewhere | None:
        """Own a game from now on, unless another does: the game, and when its owner last ran."""
        sql = "SELECT owner FROM games WHERE id = $1"

        async def take(db: Any) -> tuple[StoredGame, int | None] | Elsewhere | None:
            # First without a lock: most often another owns it, and many may ask.
            for lock in ("", " FOR UPDATE"):
                found = await db.fetchrow(sql + lock, game)
                if found is None:
                    return None
                owner = await _node(db, found["owner"])
                if owner is not None and owner["alive"] and owner["fence"] != self.fence:
                    return Elsewhere(owner["fence"], owner["address"])
            left = None
            if found["owner"] != self.fence:
                left = 0 if owner is None else int(owner["up"])
                own = "UPDATE games SET owner = $2 WHERE id = $1"
                await db.execute(own, game, self.fence)
            ours = await _node(db, self.fence)
            if ours is None or not ours["alive"]:
                raise StoreFailed("this node's lease has run out")
            stored = await load_game(db, game)
            return None if stored is None else (stored, left)

        claimed: tuple[StoredGame, int | None] | Elsewhere | None = await self._write(take)
        return claimed

    async def note_taken(self, game: str, taken: Taken) -> None:
        """Keep how the clock stood when we took a game over."""
        sql = """
            UPDATE games SET taken_version = $3, taken_up = $4, taken_spent = $5
            WHERE id = $1 AND owner = $2
        """
        values = (game, self.fence, taken.version, taken.up, taken.spent)
        await self._write(lambda db: db.execute(sql, *values))

    async def give_back(self, games: Sequence[str]) -> None:
        """Own some games no longer: whoever asks for one next may have it."""
        sql = "UPDATE games SET owner = NULL WHERE id = ANY ($1::text[]) AND owner = $2"
        await self._write(lambda db: db.execute(sql, list(games), self.fence))

    async def orphans(self, most: int) -> list[str]:
        """Games that cannot wait for a visitor and whose owner has gone, some of them."""
        sql = f"""
            SELECT id FROM games WHERE {TENDED} AND (owner IS NULL OR owner NOT IN (
              SELECT fence FROM nodes WHERE {_ALIVE})) LIMIT $1
        """
        return await self._ids(sql, most)


async def _node(db: Any, fence: int | None) -> Any:
    """A node by its fence, and whether its lease runs; a statement of its own, so as of now."""
    sql = f"SELECT fence, address, up, {_ALIVE} AS alive FROM nodes WHERE fence = $1"
    return await db.fetchrow(sql, fence)


async def load_game(db: Any, game: str) -> StoredGame | None:
    """A game with its whole log, by a connection."""
    sql = "SELECT settings, up, taken_version, taken_up, taken_spent FROM games WHERE id = $1"
    row = await db.fetchrow(sql, game)
    if row is None:
        return None
    rows = await db.fetch("SELECT entry, up FROM log WHERE game = $1 ORDER BY version", game)
    told = await db.fetchrow("SELECT version, up FROM told WHERE game = $1", game)
    taken = None
    if row["taken_version"] is not None:
        taken = Taken(row["taken_version"], row["taken_up"], row["taken_spent"])
    log = [(one["entry"], one["up"]) for one in rows]
    noted = None if told is None else Told(told["version"], told["up"])
    return read_game(row["settings"], row["up"], log, taken=taken, told=noted)
