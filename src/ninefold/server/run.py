"""Running a server: bind, say where, serve until told to stop, stop without losing anything."""

from __future__ import annotations

import asyncio
import gc
import os
import re
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

import uvicorn

from ninefold.rules.errors import SystemFailed, quoted
from ninefold.server.app import build
from ninefold.server.config import BadConfig, Config
from ninefold.server.http.connection import Connection
from ninefold.server.http.door import Door, files_for
from ninefold.server.http.requests import RequestConnection
from ninefold.server.http.sockets import STOPPING
from ninefold.server.logs import log_to_stderr
from ninefold.server.play.hall import Hall
from ninefold.server.wire.encoding import encode
from ninefold.server.wire.messages import Stopping

__all__ = ["CannotBind", "running", "serve"]

_SEND_BUFFER: Final = 131_072
#: An address or a name: parts of at most 63 characters, which the system's own check relies on.
_HOST: Final = r"[0-9A-Za-z:%_-]{1,63}(\.[0-9A-Za-z:%_-]{1,63})*"


class CannotBind(SystemFailed):
    """The address or port cannot be used."""


class _Server(uvicorn.Server):
    """Says when it answers, and warns the pages before it stops."""

    def __init__(self, config: uvicorn.Config, hall: Hall, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._hall, self._ready = hall, ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then say so."""
        await super().startup(sockets)
        if self.started:
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Send the pages to the other servers if there are any, else tell them; then stop."""
        if self._hall.node is not None:
            await self._hall.node.drain()
            if self._hall.node.draining:
                await self._send_pages_away(sockets or [])
        self._hall.house.stopping = True
        self._hall.bus.publish(STOPPING, 0, encode(Stopping()))
        await asyncio.sleep(0.1)
        await super().shutdown(sockets)

    async def _send_pages_away(self, listeners: list[socket.socket]) -> None:
        """Let nobody in, and close one connection after the other: pages come back elsewhere."""
        for server in self.servers:
            server.close()
        for listener in listeners:
            listener.close()
        connections = list(self.server_state.connections)
        for connection in connections:
            if isinstance(connection, Connection) and not connection.transport.is_closing():
                connection.shutdown()  # 1012: the service restarts
                await asyncio.sleep(self._hall.config.drain_s / len(connections))


def serve(config: Config, *, open_browser: bool = False, verbose: bool = False) -> int:
    """Serve until SIGTERM or Ctrl+C; prints the address on standard output once it answers."""
    log_to_stderr(verbose=verbose)
    # The store's thread must not wait long for the interpreter when the event loop is busy, and
    # thousands of games must not be searched for cycles, of which there are hardly any, so often.
    sys.setswitchinterval(0.001)
    gc.set_threshold(20_000, 20, 100)
    listener = _bind(config)
    url = _url(config, listener)

    def ready() -> None:
        sys.stdout.write(f"{url}\n")
        sys.stdout.flush()
        if open_browser and _has_screen():
            # Beside the event loop: starting a browser takes as long as it takes.
            threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()

    app, hall = build(config)
    server = _Server(_settings(app, config), hall, ready)
    # After a graceful stop uvicorn raises the signal again: by then it has been obeyed.
    for stop in (signal.SIGTERM, signal.SIGINT):
        signal.signal(stop, lambda *_: None)
    server.run([listener])
    return 0


@contextmanager
def running(config: Config) -> Iterator[str]:
    """A server in a thread of this process, for scripts, notebooks and tests; gives its address.

    >>> import tempfile
    >>> from pathlib import Path
    >>> from ninefold.server.client import Client
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with running(Config(port=0, data=Path(folder))) as url:
    ...         Client(url).create(mode="battle", opponent="same-device").game.mode
    'battle'
    """
    with _bind(config) as listener:
        app, hall = build(config)
        answers = threading.Event()
        server = _Server(_settings(app, config), hall, answers.set)
        thread = threading.Thread(target=server.run, args=([listener],), name="ninefold-server")
        thread.start()
        try:
            while not answers.wait(0.1):
                if not thread.is_alive():
                    raise CannotBind("the server ended before it answered")
            yield _url(config, listener)
        finally:
            server.should_exit = True
            thread.join()


def _url(config: Config, listener: socket.socket) -> str:
    """The address for people: what listens everywhere is reached here."""
    host, port = config.host, listener.getsockname()[1]
    if host in ("0.0.0.0", "::", "localhost"):  # noqa: S104 - a name that is compared
        host = "127.0.0.1"
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


def _has_screen() -> bool:
    """Whether a window can open; without one Python would start a browser inside the terminal."""
    if sys.platform in ("darwin", "win32"):
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))


def _settings(app: object, config: Config) -> uvicorn.Config:
    limits = config.limits
    door = Door(files_for(limits.connections), limits.connections_per_address, config.proxies)
    bounds = {"door": door, "limits": limits}
    http = type("BoundedRequests", (RequestConnection,), bounds)
    ws = type("BoundedSockets", (Connection,), bounds)
    return uvicorn.Config(
        app,  # type: ignore[arg-type]  # an ASGI application, typed by another library
        loop="auto",
        http=http,
        ws=ws,
        ws_max_size=4096,
        ws_per_message_deflate=False,
        ws_ping_interval=20,
        ws_ping_timeout=config.limits.send_timeout_s,
        lifespan="on",
        access_log=False,
        server_header=False,
        log_config=None,
        timeout_graceful_shutdown=5,
        proxy_headers=bool(config.proxies),
        forwarded_allow_ips=list(config.proxies),
    )


def _bind(config: Config) -> socket.socket:
    if not re.fullmatch(_HOST, config.host):  # an empty one would listen on every address
        raise BadConfig(
            f"the host is {quoted(config.host)}: expected an address, such as 127.0.0.1 or 0.0.0.0"
        )
    family = socket.AF_INET6 if ":" in config.host else socket.AF_INET
    if config.port not in range(65_536):
        raise BadConfig(f"cannot listen on port {config.port}: expected a number from 0 to 65535")
    try:
        listener = socket.create_server((config.host, config.port), family=family, backlog=2048)
    except OSError as error:
        raise CannotBind(
            f"cannot listen on {config.host} port {config.port} ({error.strerror or error}): "
            "choose another with --port, or --port 0 for any that is free"
        ) from None
    # For every connection: otherwise the system keeps up to megabytes for each that does not read.
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SEND_BUFFER)
    return listener
