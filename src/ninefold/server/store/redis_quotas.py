"""Quotas that all nodes on a Redis count together; while it is away each counts for itself."""

from __future__ import annotations

from typing import Any, Final

from ninefold.server.config import Limits
from ninefold.server.play.quotas import MemoryQuotas, Quota

__all__ = ["RedisQuotas"]

#: A bucket that fills slowly: its level and the moment of that level, by Redis's own clock.
_TAKE: Final = """
    local rate, burst = tonumber(ARGV[1]), tonumber(ARGV[2])
    local time = redis.call('time')
    local now = tonumber(time[1]) + tonumber(time[2]) / 1000000
    local seen = redis.call('hmget', KEYS[1], 'level', 'at')
    local level = tonumber(seen[1]) or burst
    level = math.min(burst, level + (now - (tonumber(seen[2]) or now)) * rate)
    local taken = 0
    if level >= 1 then level, taken = level - 1, 1 end
    redis.call('hset', KEYS[1], 'level', tostring(level), 'at', tostring(now))
    redis.call('expire', KEYS[1], math.ceil(burst / rate) + 1)
    return taken
"""


class RedisQuotas:
    """What somebody may do, wherever they do it."""

    def __init__(self, redis: Any, limits: Limits) -> None:
        self._redis = redis
        self._here = MemoryQuotas(limits)

    async def take(self, quota: Quota, who: str) -> bool:
        """Whether somebody, a visitor or an address, may do it once more; if so it counts."""
        from redis.exceptions import RedisError

        rate, burst = self._here.pace_of(quota)
        try:
            name = f"ninefold:quota:{quota}:{who}"
            return bool(await self._redis.eval(_TAKE, 1, name, rate, burst))
        except (RedisError, OSError):
            return await self._here.take(quota, who)
