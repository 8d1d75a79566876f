"""What the explorer counts, in PostgreSQL."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from ninefold.analysis.explorer import Count, summed

__all__ = ["add_records", "count_games", "find_counts"]

#: In the order of the key, so that two who add to the same rows never wait for each other.
_ADD: Final = """
    INSERT INTO explorer
    SELECT * FROM unnest(
      $1::int[], $2::bigint[], $3::int[], $4::int[], $5::bigint[], $6::bigint[], $7::bigint[]
    ) AS one (axes, key, square, computer, x, drawn, o)
    ORDER BY axes, key, square, computer
    ON CONFLICT (axes, key, square, computer) DO UPDATE SET
      x = explorer.x + excluded.x, drawn = explorer.drawn + excluded.drawn,
      o = explorer.o + excluded.o
"""
_CLAIM: Final = """
    WITH mine AS (
      SELECT id FROM games WHERE id = ANY ($1::text[]) AND NOT counted ORDER BY id FOR UPDATE
    )
    UPDATE games SET counted = true FROM mine WHERE games.id = mine.id RETURNING games.id
"""


async def find_counts(db: Any, axes: int, key: int) -> list[Count]:
    """What is counted of a position."""
    sql = "SELECT * FROM explorer WHERE axes = $1 AND key = $2"
    return [Count(*row) for row in await db.fetch(sql, axes, key)]


async def count_games(db: Any, games: Mapping[str, Sequence[Count]]) -> None:
    """Add the counts of games, but of those that were counted before."""
    new = [row["id"] for row in await db.fetch(_CLAIM, list(games))]
    await _add(db, summed(count for game in new for count in games[game]))


async def add_records(db: Any, games: Mapping[str, Sequence[Count]]) -> int:
    """Add the counts of records, each known by its digest; how many were new."""
    sql = """
        INSERT INTO explorer_records SELECT * FROM unnest($1::text[]) AS digest ORDER BY digest
        ON CONFLICT DO NOTHING RETURNING digest
    """
    new = [row["digest"] for row in await db.fetch(sql, list(games))]
    await _add(db, summed(count for digest in new for count in games[digest]))
    return len(new)


async def _add(db: Any, counts: Sequence[Count]) -> None:
    if counts:
        await db.execute(_ADD, *(list(column) for column in zip(*counts, strict=True)))
