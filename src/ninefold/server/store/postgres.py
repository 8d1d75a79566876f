"""The store on PostgreSQL, for several nodes on one database.

Moves that arrive together go to the database as one statement. Every write to a game's log says by
which fence (``Leases``) it is made: the database takes it only from the node that owns the game
now, and locks the game's row meanwhile, so that nobody can take it over in the middle.

A connection that breaks in the middle of a write leaves open whether it was carried out. Then it is
tried again: what is found in the log already, letter for letter, was our own.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Final

import msgspec

from ninefold.analysis.explorer import Count
from ninefold.server.play.entries import encode_entry
from ninefold.server.store import postgres_explorer as explorer
from ninefold.server.store.postgres_leases import TENDED, PostgresLeases, load_game
from ninefold.server.store.postgres_pool import PATIENCE_S, PAUSE_S, Broken
from ninefold.server.store.rows import places_of, settle, token_row
from ninefold.server.store.store import (
    Append,
    Cap,
    Conflict,
    Lost,
    NewGame,
    StoredGame,
    StoredToken,
    StoreFailed,
    Told,
    TooMany,
    Unsure,
)
from ninefold.server.wire.messages import NoClock, Token

__all__ = ["PostgresStore"]

_Outcome = StoreFailed | None
_Waiting = tuple[Append, "asyncio.Future[None]"]

#: $8 is our fence. Games that are not ours are left out, the others locked until we commit.
_APPEND: Final = """
    WITH held AS (
      SELECT id FROM games
      WHERE id = ANY ($1::text[]) AND owner IS NOT DISTINCT FROM $8::bigint
        AND ($8::bigint IS NULL OR EXISTS (
          SELECT FROM nodes WHERE fence = $8::bigint AND expires_at > clock_timestamp()))
      FOR SHARE
    ), added AS (
      INSERT INTO log (game, version, epoch, ply, entry, at, up)
      SELECT one.* FROM unnest(
        $1::text[], $2::int[], $3::int[], $4::int[], $5::text[], $6::bigint[], $7::bigint[]
      ) AS one (game, version, epoch, ply, entry, at, up) JOIN held ON held.id = one.game
      ON CONFLICT DO NOTHING
      RETURNING game, version
    )
    SELECT id AS game, NULL::int AS version FROM held UNION ALL SELECT game, version FROM added
"""
_WELCOME_BACK: Final = """
    SELECT coalesce((SELECT name FROM visitors WHERE key = $1), '')
    WHERE NOT EXISTS (SELECT FROM signed_out WHERE key = $1) AND (
      $2::boolean
      OR EXISTS (SELECT FROM visitors WHERE key = $1)
      OR EXISTS (SELECT FROM games WHERE x = $1 AND state IN ('waiting', 'playing'))
      OR EXISTS (SELECT FROM games WHERE o = $1 AND state IN ('waiting', 'playing'))
      OR EXISTS (SELECT FROM games WHERE x = $1 AND state IN ('over', 'aborted'))
      OR EXISTS (SELECT FROM games WHERE o = $1 AND state IN ('over', 'aborted'))
      OR EXISTS (SELECT FROM tokens WHERE visitor = $1)
    )
"""
_FINISHED: Final = """
    SELECT * FROM (
      (SELECT updated_at, id FROM games
       WHERE x = $1 AND state IN ('over', 'aborted') AND (updated_at, id) < ($2, $3)
       ORDER BY updated_at DESC, id DESC LIMIT $4)
      UNION
      (SELECT updated_at, id FROM games
       WHERE o = $1 AND state IN ('over', 'aborted') AND (updated_at, id) < ($2, $3)
       ORDER BY updated_at DESC, id DESC LIMIT $4)
    ) AS found ORDER BY updated_at DESC, id DESC LIMIT $4
"""
_UNFINISHED: Final = "state IN ('waiting', 'playing')"
_COUNT: Final = f"""
    SELECT (SELECT count(*) FROM games WHERE x = $1 AND {_UNFINISHED} MORE)
         + (SELECT count(*) FROM games WHERE o = $1 AND {_UNFINISHED} MORE
              AND x IS DISTINCT FROM $1)
"""
_COUNT_GAMES: Final = _COUNT.replace("MORE", "")
_COUNT_CHALLENGES: Final = _COUNT.replace("MORE", "AND listed AND state = 'waiting'")
_IDLE: Final = """
    SELECT id FROM (
      SELECT id, coalesce(
        (SELECT at FROM log WHERE game = found.id ORDER BY version DESC LIMIT 1), updated_at
      ) AS touched FROM (FOUND) AS found
    ) AS all_found WHERE touched < $1 ORDER BY touched LIMIT 1
"""
_IDLE_OF_ANYBODY: Final = _IDLE.replace(
    "FOUND", f"SELECT id, updated_at FROM games WHERE {_UNFINISHED} AND solo AND updated_at < $1"
)
_IDLE_OF: Final = _IDLE.replace(
    "FOUND",
    f"SELECT id, updated_at FROM games WHERE x = $2 AND {_UNFINISHED} AND solo UNION "
    f"SELECT id, updated_at FROM games WHERE o = $2 AND {_UNFINISHED} AND solo",
)
_encoder: Final = msgspec.json.Encoder()


class PostgresStore(PostgresLeases):
    """Games in a PostgreSQL database; see ``Store`` for what each method promises."""

    def __init__(self, url: str, *, connections: int = 10, patience: float = PATIENCE_S) -> None:
        super().__init__(url, connections=connections, patience=patience)
        self._waiting: list[_Waiting] = []
        self._writing: asyncio.Task[None] | None = None
        self._seal = b""

    async def close(self) -> None:
        """Finish what is under way and let go of the database."""
        while self._writing is not None:
            await asyncio.sleep(0.005)
        await super().close()

    # Games

    async def create(self, game: NewGame, *caps: Cap) -> None:
        """Keep a new game if all caps hold, or ``TooMany``."""

        async def write(db: Any) -> None:
            await _lock_caps(db, caps)
            await _check_caps(db, caps)
            await self._insert_game(db, game)

        await self._write(write)

    async def append(self, append: Append) -> None:
        """Add to a game's log: durable on return, or ``Conflict``, or ``StoreFailed``."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()
        self._waiting.append((append, done))
        if self._writing is None and len(self._waiting) == 1:
            # Not at once: what else arrives in this round of the loop goes into the same statement.
            loop.call_soon(self._start_writing)
        await done  # a caller who goes away cancels this wait, not the write

    async def note_told(self, game: str, told: Told) -> None:
        """Keep when a version was told."""
        sql = """
            INSERT INTO told (game, version, up) VALUES ($1, $2, $3)
            ON CONFLICT (game) DO UPDATE SET version = $2, up = $3 WHERE told.version < $2
        """
        await self._write(lambda db: db.execute(sql, game, told.version, told.up))

    async def load(self, game: str) -> StoredGame | None:
        """A game with its whole log."""

        async def read(db: Any) -> StoredGame | None:
            async with db.transaction(isolation="repeatable_read", readonly=True):
                return await load_game(db, game)

        return await self._read(read)

    async def games_to_tend(self) -> list[str]:
        """The ids of games that cannot wait for a visitor: with a clock, or open to anybody."""
        return await self._ids(f"SELECT id FROM games WHERE {TENDED}")

    async def links_that_waited(self, before: int, most: int) -> list[str]:
        """The ids of games by link that have waited since before a moment, some of them."""
        sql = """
            SELECT id FROM games
            WHERE state = 'waiting' AND NOT listed AND updated_at < $1 LIMIT $2
        """
        return await self._ids(sql, before, most)

    async def unfinished_of(self, key: str) -> list[str]:
        """The ids of a visitor's unfinished games."""
        sql = f"""
            SELECT id FROM games WHERE x = $1 AND {_UNFINISHED}
            UNION SELECT id FROM games WHERE o = $1 AND {_UNFINISHED}
        """
        return await self._ids(sql, key)

    async def finished_of(
        self, key: str, before: tuple[int, str] | None, limit: int
    ) -> list[tuple[int, str]]:
        """A visitor's finished games, newest first: when each ended, and its id."""
        at, game = before or (2**62, "")
        rows = await self._read(lambda db: db.fetch(_FINISHED, key, at, game, limit))
        return [(row["updated_at"], row["id"]) for row in rows]

    async def idle_solo_of(self, key: str | None, before: int) -> str | None:
        """The game of a visitor, or of anybody, that was left longest ago, before a moment."""
        if key is None:
            found = await self._ids(_IDLE_OF_ANYBODY, before)
        else:
            found = await self._ids(_IDLE_OF, before, key)
        return found[0] if found else None

    async def forget_called_off(self, before: int, most: int) -> int:
        """Delete games that were called off before a moment, some of them; how many it were."""
        sql = "SELECT id FROM games WHERE state = 'aborted' AND updated_at < $1 LIMIT $2"
        games = await self._ids(sql, before, most)

        async def forget(db: Any) -> None:
            await db.execute("DELETE FROM log WHERE game = ANY ($1::text[])", games)
            await db.execute("DELETE FROM told WHERE game = ANY ($1::text[])", games)
            await db.execute("DELETE FROM games WHERE id = ANY ($1::text[])", games)

        if games:
            await self._write(forget)
        return len(games)

    async def count_unfinished(self, key: str, *, challenges: bool = False) -> int:
        """In how many unfinished games a visitor sits, or only how many challenges are theirs."""
        return await self._read(lambda db: _count_unfinished(db, key, challenges=challenges))

    # The explorer

    async def find_counts(self, axes: int, key: int) -> list[Count]:
        """What the explorer has counted of a position, by its axes and its key."""
        return await self._read(lambda db: explorer.find_counts(db, axes, key))

    async def uncounted(self, most: int) -> list[str]:
        """The ids of finished games that are not counted yet, some of them."""
        sql = "SELECT id FROM games WHERE state = 'over' AND NOT counted LIMIT $1"
        return await self._ids(sql, most)

    async def count_games(self, games: Mapping[str, Sequence[Count]]) -> None:
        """Count such games, each once, whoever else does the same."""
        await self._write(lambda db: explorer.count_games(db, games))

    async def add_records(self, games: Mapping[str, Sequence[Count]]) -> int:
        """Count records, each known by its digest; how many were new."""
        return await self._write(lambda db: explorer.add_records(db, games))

    # Visitors and their tokens

    async def name_of(self, key: str) -> str:
        """The name a visitor chose, or an empty one."""
        sql = "SELECT name FROM visitors WHERE key = $1"
        return str(await self._read(lambda db: db.fetchval(sql, key)) or "")

    async def seal(self) -> bytes:
        """What visitors' secrets are sealed with."""
        if not self._seal:
            sql = "SELECT value FROM secrets WHERE name = 'visitors'"
            self._seal = str(await self._read(lambda db: db.fetchval(sql))).encode()
        return self._seal

    async def welcome_back(self, key: str, *, sealed: bool) -> str | None:
        """The name of a visitor whose secret has our seal; ``None`` if they have signed out."""
        found: str | None = await self._read(lambda db: db.fetchval(_WELCOME_BACK, key, sealed))
        return found

    async def sign_out(self, key: str, at: int) -> list[str]:
        """End a visitor's sign-in for good, and their tokens with it; the ids of these."""
        sql = """
            WITH ended AS (
              INSERT INTO signed_out (key, at) VALUES ($1, $2) ON CONFLICT DO NOTHING
            )
            DELETE FROM tokens WHERE visitor = $1 RETURNING id
        """
        return [row["id"] for row in await self._write(lambda db: db.fetch(sql, key, at))]

    async def rename(self, key: str, name: str) -> None:
        """Keep a visitor's name."""
        sql = """
            INSERT INTO visitors (key, name) VALUES ($1, $2)
            ON CONFLICT (key) DO UPDATE SET name = $2
        """
        await self._write(lambda db: db.execute(sql, key, name))

    async def add_token(self, key: str, digest: str, token: Token) -> None:
        """Keep a bot's token, known by the digest of its secret."""
        sql = """
            INSERT INTO tokens (digest, id, visitor, label, created_at, scopes)
            VALUES ($1, $2, $3, $4, $5, $6)
        """
        await self._write(lambda db: db.execute(sql, *token_row(key, digest, token)))

    async def tokens_of(self, key: str) -> list[Token]:
        """A visitor's tokens, oldest first."""
        sql = """
            SELECT id, label, created_at, scopes FROM tokens
            WHERE visitor = $1 ORDER BY created_at, id
        """
        rows = await self._read(lambda db: db.fetch(sql, key))
        return [Token(token, label, at, scopes.split()) for token, label, at, scopes in rows]

    async def drop_token(self, key: str, token: str) -> bool:
        """Forget a token; whether there was one."""
        sql = "DELETE FROM tokens WHERE visitor = $1 AND id = $2"
        return str(await self._write(lambda db: db.execute(sql, key, token))) == "DELETE 1"

    async def find_token(self, digest: str) -> StoredToken | None:
        """The token that has this digest."""
        sql = "SELECT id, visitor, scopes FROM tokens WHERE digest = $1"
        row = await self._read(lambda db: db.fetchrow(sql, digest))
        return None if row is None else StoredToken(row[0], row[1], tuple(row[2].split()))

    # The store itself

    async def alive(self, at: int, up: int) -> None:
        """Note that the server runs: the calendar's moment, and that of the server's own time."""
        sql = """
            INSERT INTO facts (name, value) VALUES ('alive', $1), ('up', $2)
            ON CONFLICT (name) DO UPDATE SET value = greatest(facts.value, excluded.value)
        """
        await self._write(lambda db: db.execute(sql, at, up))

    async def last_alive(self) -> tuple[int | None, int]:
        """The moments at which a server was last known to be running, by both clocks."""
        sql = "SELECT name, value FROM facts WHERE name IN ('alive', 'up')"
        facts = {row["name"]: row["value"] for row in await self._read(lambda db: db.fetch(sql))}
        return facts.get("alive"), facts.get("up", 0)

    async def check(self) -> None:
        """Write and read something small, or ``StoreFailed``."""
        sql = """
            INSERT INTO facts (name, value) VALUES ('check', 1)
            ON CONFLICT (name) DO UPDATE SET value = facts.value + 1 RETURNING value
        """
        await self._write(lambda db: db.fetchval(sql))

    # Appending

    def _start_writing(self) -> None:
        """Hand over all that wait, of each game the first: the next must know what became of it."""
        batch: list[_Waiting] = []
        later: list[_Waiting] = []
        games: set[str] = set()
        for one in self._waiting:
            (later if one[0].game in games else batch).append(one)
            games.add(one[0].game)
        self._waiting = later
        self._writing = asyncio.create_task(self._write_batch(batch))

    async def _write_batch(self, batch: Sequence[_Waiting]) -> None:
        plain = [one for one in batch if _is_plain(one[0])]
        rest = [one for one in batch if not _is_plain(one[0])]
        try:
            await asyncio.gather(
                self._settle(plain, self._append_plain), *(self._settle_one(one) for one in rest)
            )
        finally:
            self._writing = None
            if self._waiting:
                self._start_writing()

    async def _settle_one(self, waiting: _Waiting) -> None:
        await self._settle([waiting], self._append_indexed)

    async def _settle(
        self,
        batch: Sequence[_Waiting],
        carry_out: Callable[[Sequence[Append]], Awaitable[list[_Outcome]]],
    ) -> None:
        """Carry writes out until it is known what became of them, and tell those who wait."""
        appends = [append for append, _ in batch]
        if not appends:
            return
        try:
            outcomes = await self._try_until_known(appends, carry_out)
        except Exception as error:  # whatever it was, nobody may wait for ever
            failed = error if isinstance(error, StoreFailed) else Unsure(repr(error))
            outcomes = [failed] * len(batch)
        settle(batch, outcomes)

    async def _try_until_known(
        self,
        appends: Sequence[Append],
        carry_out: Callable[[Sequence[Append]], Awaitable[list[_Outcome]]],
    ) -> list[_Outcome]:
        loop = asyncio.get_running_loop()
        end, sent = loop.time() + self._patience, False
        while True:
            try:
                outcomes = await carry_out(appends)
                self.commits += 1
                return await self._recognised(appends, outcomes) if sent else outcomes
            except Broken as broken:
                sent = sent or broken.sent
                if loop.time() > end:
                    told = f"the database cannot be written: {broken}"
                    raise (Unsure(told) if sent else StoreFailed(told)) from broken
                await asyncio.sleep(PAUSE_S)
            except StoreFailed as error:
                if sent:  # what was refused now may have been done the first time
                    raise Unsure(f"{error}") from error
                raise

    async def _recognised(
        self, appends: Sequence[Append], outcomes: Sequence[_Outcome]
    ) -> list[_Outcome]:
        """What became of writes that were tried before: those found in the log were our own."""
        found: list[_Outcome] = []
        for append, outcome in zip(appends, outcomes, strict=True):
            known = outcome
            if outcome is not None:
                stored = await self.load(append.game)
                ours = [encode_entry(entry) for entry in append.entries]
                there = [] if stored is None else stored.entries[append.version - 1 :]
                if [encode_entry(entry) for entry in there[: len(ours)]] == ours:
                    known = None
            found.append(known)
        return found

    async def _append_plain(self, appends: Sequence[Append]) -> list[_Outcome]:
        """Single entries of different games that change nothing else: one statement for all."""
        rows = [row for append in appends for row in _rows(append)]
        async with self._connection() as db:
            found = await db.fetch(_APPEND, *_columns(rows), self.fence)
        return [_outcome(append, found) for append in appends]

    async def _append_indexed(self, appends: Sequence[Append]) -> list[_Outcome]:
        """An append that is more than one entry, or changes by what games are found."""
        (append,) = appends
        try:
            async with self._connection() as db, db.transaction():
                await _lock_caps(db, append.caps)
                found = await db.fetch(_APPEND, *_columns(_rows(append)), self.fence)
                outcome = _outcome(append, found)
                if outcome is not None:
                    raise outcome
                await self._update_index(db, append)
        except Broken:
            raise
        except StoreFailed as error:
            return [error]
        return [None]

    async def _update_index(self, db: Any, append: Append) -> None:
        await _check_caps(db, append.caps)
        if append.follow_up is not None:
            await self._insert_game(db, append.follow_up)
        if append.state is not None:
            at = append.entries[-1].at
            sql = "UPDATE games SET state = $1, updated_at = $2 WHERE id = $3"
            await db.execute(sql, append.state, at, append.game)
        if append.state == "over":
            await explorer.count_games(db, {append.game: append.counts})
        if append.players is not None:
            sql = "UPDATE games SET x = $1, o = $2 WHERE id = $3"
            await db.execute(sql, *append.players, append.game)

    async def _insert_game(self, db: Any, game: NewGame) -> None:
        settings = game.settings
        sql = """
            INSERT INTO games
              (id, settings, state, x, o, updated_at, listed, solo, timed, up, owner)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
        """
        await db.execute(
            sql,
            settings.id,
            _encoder.encode(settings).decode(),
            game.state,
            settings.x.key if settings.x else None,
            settings.o.key if settings.o else None,
            settings.created_at,
            settings.opponent == "open",
            settings.solo,
            not isinstance(settings.clock, NoClock),
            game.up,
            self.fence,
        )


def _is_plain(append: Append) -> bool:
    """Whether an append is one entry and nothing else, so that it can go with others."""
    changed = (append.state, append.players, append.follow_up)
    return len(append.entries) == 1 and not append.caps and all(one is None for one in changed)


_Row = tuple[str, int, int | None, int | None, str, int, int]


def _rows(append: Append) -> list[_Row]:
    """The rows of a log that some entries make."""
    return [
        (append.game, version, epoch, ply, encode_entry(entry), entry.at, append.up)
        for version, epoch, ply, entry in places_of(append)
    ]


def _columns(rows: Sequence[_Row]) -> list[list[Any]]:
    return [list(column) for column in zip(*rows, strict=True)]


def _outcome(append: Append, found: Sequence[Any]) -> _Outcome:
    """What became of an append, from the games that were ours and the rows that were added."""
    mine = [row["version"] for row in found if row["game"] == append.game]
    if not mine:
        return Lost(f"game {append.game} belongs to another node")
    added = len(mine) - mine.count(None)
    return None if added == len(append.entries) else Conflict("somebody else wrote first")


async def _lock_caps(db: Any, caps: Sequence[Cap]) -> None:
    """Let nobody else count a visitor's games until we have written, on whatever node."""
    for key in sorted({cap.key for cap in caps}):
        await db.execute("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", key)


async def _check_caps(db: Any, caps: Sequence[Cap]) -> None:
    for cap in caps:
        if cap.challenges is not None:
            challenges = await _count_unfinished(db, cap.key, challenges=True)
            if challenges >= cap.challenges:
                raise TooMany("challenges", challenges)
        games = await _count_unfinished(db, cap.key)
        if games >= cap.games:
            raise TooMany("games", games)


async def _count_unfinished(db: Any, key: str, *, challenges: bool = False) -> int:
    """In how many unfinished games a visitor sits; each game once, though both sides be theirs."""
    return int(await db.fetchval(_COUNT_CHALLENGES if challenges else _COUNT_GAMES, key))
