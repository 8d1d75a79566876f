"""Neighbours: the other nodes, as this one asks them; and what becomes of those that fall silent.

A node that cannot be reached is looked for until it answers again or its lease has ended. Where its
machine says that nobody listens any more, and it has missed two renewals, its lease is ended at
once: the program is gone, and its games need not wait. If that were wrong, nothing would be lost:
it could write nothing, and would begin a new lease.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable
from typing import Any, Final

from ninefold.server.nodes.link import NoAnswer, NobodyThere, Peer
from ninefold.server.nodes.wire import Reply, unpack
from ninefold.server.store.leases import Beat, Elsewhere, Leases
from ninefold.server.store.store import StoreFailed

__all__ = ["Neighbours"]

log: Final = logging.getLogger("ninefold.server")
#: How long an answer may take before it is asked whether the node still has its lease.
_SILENT_S: Final = 1.0
_PAUSE_S: Final = 0.1
_MISSED: Final = 2


class Neighbours:
    """All other nodes of the database.

    They renew their leases about every ``renewal`` seconds. ``changed`` is called with the fence of
    a node that was missed, when it has come back or is no more.
    """

    def __init__(self, leases: Leases, renewal: float, changed: Callable[[int], None]) -> None:
        self._leases, self._renewal, self._changed = leases, renewal, changed
        self.secret = ""
        self._peers: dict[str, Peer] = {}
        self._missed: dict[int, asyncio.Task[None]] = {}

    async def ask(self, node: Elsewhere, what: str, body: Any) -> Reply:
        """What another node answers; ``NoAnswer`` if it is gone, or its lease is."""
        if node.fence in self._missed:
            raise NoAnswer(f"node {node.address} is missed")
        asking = asyncio.create_task(self._peer(node).ask(what, body))
        try:
            patience = _SILENT_S
            while not (await asyncio.wait({asking}, timeout=patience))[0]:
                patience = await self._left(node)
            return unpack(asking.result(), Reply)
        except NoAnswer:
            self._miss(node)
            raise
        finally:
            asking.cancel()

    def misses(self, node: Elsewhere) -> bool:
        """Whether a node could not be reached, and may still have its lease."""
        return node.fence in self._missed

    async def settled(self, node: Elsewhere, seconds: float) -> None:
        """Wait until it is known what became of a node that does not answer, at most so long."""
        if (looking := self._missed.get(node.fence)) is not None:
            await asyncio.wait({looking}, timeout=seconds)

    def close(self) -> None:
        """Ask nobody any more."""
        for looking in self._missed.values():
            looking.cancel()
        for peer in self._peers.values():
            peer.close()

    def _peer(self, node: Elsewhere) -> Peer:
        if node.address not in self._peers:
            self._peers[node.address] = Peer(node.address, self.secret)
        return self._peers[node.address]

    async def _left(self, node: Elsewhere) -> float:
        """How long to wait for a silent node: not beyond its lease; ``NoAnswer`` if it has none."""
        try:
            beat = await self._leases.beat_of(node.fence)
        except StoreFailed:
            return _SILENT_S
        if beat is None:
            raise NoAnswer(f"node {node.address} does not answer")
        return min(beat.left_s, _SILENT_S)

    def _miss(self, node: Elsewhere) -> None:
        if node.fence not in self._missed:
            looking = asyncio.create_task(self._look_for(node))
            self._missed[node.fence] = looking
            looking.add_done_callback(lambda _: self._settle(node))

    def _settle(self, node: Elsewhere) -> None:
        del self._missed[node.fence]
        self._changed(node.fence)

    async def _look_for(self, node: Elsewhere) -> None:
        """Try to reach a node until it answers or its lease has ended."""
        loop = asyncio.get_running_loop()
        known, since = Beat(0, 0.0), 0.0
        while True:
            with contextlib.suppress(StoreFailed):
                beat = await self._leases.beat_of(node.fence)
                if beat is None:
                    log.warning("node %s is no more", node.address)
                    return
                if beat.up != known.up:
                    known, since = beat, loop.time()
                try:
                    async with asyncio.timeout(beat.left_s):
                        await self._peer(node).connect()
                    return
                except NobodyThere:
                    if loop.time() - since > _MISSED * self._renewal:
                        await self._leases.end(node.fence, known.up)
                        continue
                except (NoAnswer, TimeoutError):
                    pass
            await asyncio.sleep(_PAUSE_S)
