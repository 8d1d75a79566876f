"""Gossip: what every node tells all others about itself, again and again.

Its part of the lobby, and how many sockets and challenges its visitors and addresses have: with
that of all others it makes one lobby, and limits that count everywhere. A node that falls silent is
forgotten after some seconds.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import TYPE_CHECKING, Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from ninefold.server.metrics import Counts
from ninefold.server.nodes.beat import woken
from ninefold.server.wire import messages as m

if TYPE_CHECKING:
    from ninefold.server.play.hall import Hall

__all__ = ["Gossip"]

_TOPIC: Final = "nodes"
_AGAIN_S: Final = 1.0
_LASTS_S: Final = 6.0
_MOST_SHOWN: Final = 50


class _Part(Struct, frozen=True):
    """What a node tells; ``challenges`` are counted by address.

    ``counts`` grow with the sockets and are told once a second only, however often the lobby
    changes; None: as before.
    """

    node: int
    lobby: m.Lobby
    changes: int  # goes up whenever its lobby changes, or who waits
    counts: Counts | None
    challenges: dict[str, int]


_encode: Final = msgspec.msgpack.Encoder().encode
_decoder: Final = msgspec.msgpack.Decoder(_Part)


class Gossip:
    """Tells the others, and remembers what they told."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._parts: dict[int, tuple[float, _Part]] = {}
        self._changed, self._changes = asyncio.Event(), 0
        self._counts_due = 0.0
        self._leave = hall.bus.follow(_TOPIC, self._hear)

    async def tell_for_ever(self) -> None:
        """Tell about once a second, and sooner when the lobby has changed."""
        while True:
            self._tell()
            if not await woken(self._changed, _AGAIN_S):
                self._forget()
            self._changed.clear()
            await asyncio.sleep(0.05)

    def changed(self) -> None:
        """The lobby is another: tell soon."""
        self._changes += 1
        self._changed.set()

    def lobby(self, ours: m.Lobby) -> m.Lobby:
        """One lobby of ours and that of all others, newest first."""
        parts = [ours, *(part.lobby for _, part in self._parts.values())]
        going: Counter[tuple[str, m.ClockSettings]] = Counter()
        for part in parts:
            going.update({(one.mode, one.clock): one.count for one in part.going})
        challenges = [one for part in parts for one in part.challenges]
        games = [one for part in parts for one in part.games]
        return replace(
            ours,
            challenges=sorted(challenges, key=lambda one: -one.created_at)[:_MOST_SHOWN],
            games=sorted(games, key=lambda one: -one.updated_at)[:_MOST_SHOWN],
            going=[m.Going(*kind, count) for kind, count in going.items()],
        )

    def challenges_of(self, address: str) -> int:
        """How many challenges of an address wait at other nodes."""
        return sum(part.challenges.get(address, 0) for _, part in self._parts.values())

    def close(self) -> None:
        """Listen no longer."""
        self._leave()

    def _tell(self) -> None:
        hall = self._hall
        node = 0 if hall.node is None else hall.node.fence
        challenges = hall.challenges_by_address()
        counts, now = None, asyncio.get_running_loop().time()
        if now >= self._counts_due:
            counts, self._counts_due = hall.metrics.own, now + _AGAIN_S
        part = _Part(node, hall.own_lobby(), self._changes, counts, challenges)
        hall.bus.publish(_TOPIC, 0, _encode(part))

    def _hear(self, _: int, told: bytes) -> None:
        part = _decoder.decode(told)
        if self._hall.node is None or part.node == self._hall.node.fence:
            return
        before = self._parts.get(part.node)
        self._parts[part.node] = (asyncio.get_running_loop().time() + _LASTS_S, part)
        if part.counts is not None:
            self._hall.metrics.elsewhere[part.node] = part.counts
        if before is None or before[1].changes != part.changes:
            self._hall.lobby_changed(tell=False)
            self._hall.offer_challenges()

    def _forget(self) -> None:
        now = asyncio.get_running_loop().time()
        for node in [node for node, (until, _) in self._parts.items() if until < now]:
            del self._parts[node]
            self._hall.metrics.elsewhere.pop(node, None)
            self._hall.lobby_changed(tell=False)
