"""Several servers on one database, behind a proxy that balances blindly."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import signal
import threading
from pathlib import Path
from typing import Any

from ninefold.server.client import Client
from support.serving import Server

__all__ = ["Cluster", "Gate", "Loop"]


class Loop:
    """An event loop in a thread of its own, on which small servers for tests run."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self._thread.start()

    def run(self, work: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(60)

    def close(self) -> None:
        async def cancel_all() -> None:
            tasks = asyncio.all_tasks() - {asyncio.current_task()}
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

        self.run(cancel_all())
        self.loop.call_soon_threadsafe(self.loop.stop)
        self._thread.join(30)
        self.loop.close()


class Gate:
    """Passes connections on, each to the next of some ports; it may be closed for a time.

    A closed gate swallows what comes, as a network that is cut does: nobody is told.
    """

    def __init__(self, loop: Loop, ports: list[int]) -> None:
        self._ports, self._turns = ports, itertools.count()
        self._open = asyncio.Event()
        self._open.set()
        self._loop = loop
        self._server = loop.run(asyncio.start_server(self._serve, "127.0.0.1", 0))
        self.port: int = self._server.sockets[0].getsockname()[1]

    def cut(self) -> None:
        self._loop.loop.call_soon_threadsafe(self._open.clear)

    def mend(self) -> None:
        self._loop.loop.call_soon_threadsafe(self._open.set)

    def close(self) -> None:
        self._loop.loop.call_soon_threadsafe(self._server.close)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        pumps: list[asyncio.Task[None]] = []
        with contextlib.suppress(OSError, asyncio.CancelledError):
            await self._open.wait()
            there, back = await self._connect()
            pumps = [
                asyncio.create_task(self._pump(reader, back)),
                asyncio.create_task(self._pump(there, writer)),
            ]
            await asyncio.wait(pumps, return_when=asyncio.FIRST_COMPLETED)
            back.close()
        for pump in pumps:
            pump.cancel()
        writer.close()

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        first = next(self._turns)
        for number in range(len(self._ports)):
            port = self._ports[(first + number) % len(self._ports)]
            try:
                return await asyncio.open_connection("127.0.0.1", port)
            except OSError:
                continue  # the next may be there
        raise OSError("nobody is there")

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(65_536):
                await self._open.wait()
                writer.write(data)
                await writer.drain()


class Cluster:
    """Some nodes and the address before them."""

    def __init__(
        self,
        folder: Path,
        count: int,
        database: str,
        bus: str,
        *,
        first: dict[str, Any] | None = None,
        **settings: Any,
    ) -> None:
        """So many nodes; ``first`` is what only the first of them is told."""
        self.loop = Loop()
        settings = {"database": database, "bus": bus, **settings}
        self.nodes = [
            Server(folder / f"node{number}", **{**settings, **({} if number else first or {})})
            for number in range(count)
        ]
        self.database = database
        with contextlib.ExitStack() as stack:
            for node in self.nodes:
                stack.callback(node.kill)
                node.start()
            stack.pop_all()
        self.gate = Gate(self.loop, [node.port for node in self.nodes])
        self.url = f"http://127.0.0.1:{self.gate.port}"

    def client(self, node: int | None = None) -> Client:
        """A new visitor, who asks one node, or any."""
        client = Client(self.url if node is None else self.nodes[node].url)
        client.me()
        return client

    def same(self, client: Client, node: int) -> Client:
        """A visitor at another node."""
        twin = Client(self.nodes[node].url)
        twin._cookies, twin._opener = client._cookies, client._opener
        return twin

    def pause(self, node: int) -> None:
        self._signal(node, signal.SIGSTOP)

    def go_on(self, node: int) -> None:
        self._signal(node, signal.SIGCONT)

    def _signal(self, node: int, how: signal.Signals) -> None:
        process = self.nodes[node].process
        assert process is not None
        process.send_signal(how)

    def close(self) -> None:
        for node in self.nodes:
            node.kill()
        self.gate.close()
        self.loop.close()
