"""A real PostgreSQL and a real Redis, each on a free port and in a temporary folder."""

from __future__ import annotations

import asyncio
import itertools
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import asyncpg

__all__ = ["Postgres", "Redis", "free_port", "run_sql"]

_TOLD = "{what} is not installed: install your system's package `{package}`"


def free_port() -> int:
    """A port that nobody uses just now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def run_sql(url: str, sql: str, *values: Any) -> list[tuple[Any, ...]]:
    """Ask a database one thing."""

    async def ask() -> list[tuple[Any, ...]]:
        connection = await asyncpg.connect(url)
        try:
            return [tuple(row) for row in await connection.fetch(sql, *values)]
        finally:
            await connection.close()

    # In a thread of its own: a test with a browser has an event loop in this one.
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(lambda: asyncio.run(ask())).result()


class _Program:
    """A program that runs in a folder of its own, and not as root."""

    port: int

    def __init__(self, name: str) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix=f"ninefold-{name}-"))
        self.folder.chmod(0o755)
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None
        #: PostgreSQL refuses to run as root.
        self.user = "postgres" if os.geteuid() == 0 else None

    def _start(self, command: list[str]) -> None:
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                command, cwd="/", stdout=log, stderr=log, **self._as_user()
            )
        for _ in range(2_000):
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
            except OSError:
                assert self.process.poll() is None, (self.folder / "log").read_text("utf-8")
                time.sleep(0.02)
            else:
                return
        raise AssertionError(f"{command[0]} does not answer")

    def _as_user(self) -> dict[str, Any]:
        return {} if self.user is None else {"user": self.user, "group": self.user}

    def _own(self, folder: Path) -> None:
        folder.mkdir()
        if self.user is not None:
            shutil.chown(folder, self.user, self.user)

    def stop(self, how: signal.Signals = signal.SIGQUIT) -> None:
        """End it, at once unless another signal says how."""
        process, self.process = self.process, None
        if process is not None:
            process.send_signal(how)
            process.wait(60)

    def remove(self) -> None:
        """End it for good."""
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


class Postgres(_Program):
    """A database server with nothing in it."""

    def __init__(self) -> None:
        found = sorted(Path("/usr/lib/postgresql").glob("*/bin")) or [_folder_of("postgres")]
        self._bin = found[-1]
        super().__init__("postgres")
        self._names = itertools.count()
        self._own(self.folder / "data")
        initdb = [str(self._bin / "initdb"), "-D", str(self.folder / "data"), "-A", "trust"]
        initdb += ["-U", "ninefold", "-E", "UTF8", "--locale=C", "--no-sync"]
        subprocess.run(initdb, check=True, cwd="/", stdout=subprocess.DEVNULL, **self._as_user())
        self.start()

    def start(self) -> None:
        """Start, on the port it had before."""
        data = self.folder / "data"
        settings = ["listen_addresses=127.0.0.1", f"port={self.port}", "max_connections=200"]
        settings += [
            f"unix_socket_directories={data}",
            "shared_buffers=32MB",
            "logging_collector=off",
        ]
        options = [word for setting in settings for word in ("-c", setting)]
        self._start([str(self._bin / "postgres"), "-D", str(data), *options])
        for _ in range(500):
            try:
                run_sql(self.url("postgres"), "SELECT 1")
            except (asyncpg.PostgresError, OSError):
                time.sleep(0.02)
            else:
                return

    def url(self, name: str) -> str:
        """Where a database is reached."""
        return f"postgresql://ninefold@127.0.0.1:{self.port}/{name}"

    def create(self) -> str:
        """The address of what is as good as a new database, and made in no time: a schema."""
        name = f"games{next(self._names)}"
        run_sql(self.url("postgres"), f"CREATE SCHEMA {name}")
        return f"{self.url('postgres')}?search_path={name}"

    def create_database(self) -> str:
        """The address of a new, empty database."""
        name = f"database{next(self._names)}"
        run_sql(self.url("postgres"), f"CREATE DATABASE {name}")
        return self.url(name)


class Redis(_Program):
    """A Redis that keeps nothing on disk."""

    def __init__(self) -> None:
        self._binary = _folder_of("redis-server") / "redis-server"
        super().__init__("redis")
        self.user = None
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self.start()

    def start(self) -> None:
        """Start, empty, on the port it had before."""
        options = ["--port", str(self.port), "--bind", "127.0.0.1", "--save", ""]
        self._start([str(self._binary), *options, "--appendonly", "no", "--dir", str(self.folder)])

    def stop(self, how: signal.Signals = signal.SIGKILL) -> None:
        """End it, and all that it held."""
        super().stop(how)


def _folder_of(program: str) -> Path:
    found = shutil.which(program)
    package = {"postgres": "postgresql"}.get(program, program)
    assert found, _TOLD.format(what=program, package=package)
    return Path(found).parent
