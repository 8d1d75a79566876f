"""Thinker: a program that thinks for the servers of a database (``ninefold think``).

It finds the servers by the leases in their database and takes questions from each in turn, as many
at a time as it has threads. It holds nothing that could be lost: when it dies, what it was about is
taken by the next.
"""

from __future__ import annotations

import asyncio
import logging
import signal
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, TypeVar

from ninefold.engine import Limit
from ninefold.game.computer import Thought
from ninefold.rules.notation import parse_position
from ninefold.server.nodes.link import NoAnswer, Peer
from ninefold.server.nodes.wire import Hold, Reply, Take, Thinks, Work, unpack
from ninefold.server.play.computer import Opponents
from ninefold.server.play.thinking import Question
from ninefold.server.play.thinking_queue import LAPSE_S
from ninefold.server.store.leases import Leases
from ninefold.server.store.postgres import PostgresStore
from ninefold.server.store.store import StoreFailed

__all__ = ["Thinker", "think"]

log: Final = logging.getLogger("ninefold.server")
_Shape = TypeVar("_Shape")
_LOOK_S: Final = 1.0  # for servers that came or went
_PAUSE_S: Final = 0.05  # when nobody has a question
_HOLD_S: Final = LAPSE_S / 6


def think(database: str, workers: int, ready: Callable[[], None]) -> int:
    """Think until SIGTERM or Ctrl+C; ``ready`` is called when it begins."""

    async def run() -> None:
        store = PostgresStore(database, connections=1)
        await store.open()
        stopped = asyncio.Event()
        for stop in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(stop, stopped.set)
        thinker = Thinker(store, workers)
        ready()
        try:
            await thinker.run(stopped)
        finally:
            await thinker.close()
            await store.close()

    asyncio.run(run())
    return 0


class Thinker:
    """So many threads for what takes long, and as many for what is quick."""

    def __init__(self, leases: Leases, workers: int) -> None:
        self._leases, self._workers = leases, workers
        self._brain = Opponents()
        self._threads = ThreadPoolExecutor(2 * workers, thread_name_prefix="thinking")
        self._peers: dict[str, Peer] = {}

    async def run(self, stopped: asyncio.Event) -> None:
        """Think until somebody says that it is enough."""
        secret = await self._leases.secret()
        await self._look(secret)
        kinds = [True, False] * self._workers
        works = [self._look_for_ever(secret), *(self._think_for_ever(slow=slow) for slow in kinds)]
        tasks = [asyncio.create_task(work) for work in works]
        ending = asyncio.create_task(stopped.wait())
        await asyncio.wait({ending, *tasks}, return_when=asyncio.FIRST_COMPLETED)
        for task in (ending, *tasks):
            task.cancel()
        for outcome in await asyncio.gather(*tasks, return_exceptions=True):
            if isinstance(outcome, Exception):
                raise outcome

    async def close(self) -> None:
        """Let go of everything."""
        for peer in self._peers.values():
            peer.close()
        await asyncio.to_thread(self._threads.shutdown)
        self._brain.close()

    async def _look_for_ever(self, secret: str) -> None:
        while True:
            await asyncio.sleep(_LOOK_S)
            try:
                await self._look(secret)
            except StoreFailed as error:
                log.error("%s", error)

    async def _look(self, secret: str) -> None:
        """Know the servers that there are."""
        addresses = set((await self._leases.nodes()).values())
        for address in addresses - self._peers.keys():
            log.info("thinking for %s", address)
            self._peers[address] = Peer(address, secret)
        for address in self._peers.keys() - addresses:
            self._peers.pop(address).close()

    async def _think_for_ever(self, *, slow: bool) -> None:
        """Take what one server has, then what the next has, and rest when none has anything."""
        while True:
            found = False
            for peer in tuple(self._peers.values()):
                work = await _ask(peer, "take", Take(slow), Work)
                if work is not None and work.number:
                    found = True
                    await self._think(peer, work)
            if not found:
                await asyncio.sleep(_PAUSE_S)

    async def _think(self, peer: Peer, work: Work) -> None:
        position = parse_position(work.position)
        question = Question(position, work.level, work.game, swap=work.swap)
        limit = Limit(clock=work.clock, increment=work.increment)
        loop = asyncio.get_running_loop()
        thinking = loop.run_in_executor(self._threads, self._brain.think, question, limit)
        try:
            await self._see_it_wanted(peer, work.number, question, thinking)
        except asyncio.CancelledError:
            self._brain.stop(question)
            raise
        try:
            thought = thinking.result()
        except Exception:
            log.exception("%s failed in game %s", work.level, work.game)
            told = Thinks(work.number)
        else:
            told = Thinks(work.number, thought.square, thought.expected, thought.swap, thought.book)
        await _ask(peer, "thought", told, None)

    async def _see_it_wanted(
        self, peer: Peer, number: int, question: Question, thinking: asyncio.Future[Thought]
    ) -> None:
        """Say that we are at it until we are done; stop when nobody wants to know."""
        while True:
            done, _ = await asyncio.wait({thinking}, timeout=_HOLD_S)
            if done:
                return
            if not await _ask(peer, "hold", Hold(number), bool):
                self._brain.stop(question)


async def _ask(peer: Peer, what: str, body: Any, shape: type[_Shape] | None) -> _Shape | None:
    """What a server answers, if it does."""
    try:
        async with asyncio.timeout(LAPSE_S):
            reply = unpack(await peer.ask(what, body), Reply)
    except (NoAnswer, TimeoutError):
        return None
    return unpack(reply.body, shape) if shape is not None and reply.body else None
