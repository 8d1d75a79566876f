"""A real server process on a real database file."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO
from urllib.request import urlopen

from ninefold.server.client import Client
from support.forking import Forked

__all__ = ["NO_BOOK", "Server", "metric", "until"]

PLANTED = Path(__file__).parents[1] / "server" / "planted.py"
#: What the tests change: nothing waits for a person, and nobody is too fast.
FAST = {
    "pace": 0.0,
    "workers": 1,
    "limits": {
        "requests_per_second": 100_000.0,
        "request_burst": 100_000,
        "creates_per_minute": 1_000_000.0,
        "create_burst": 100_000,
        "messages_per_second": 10_000.0,
        "message_burst": 10_000,
        "challenges_per_visitor": 1_000,
        "challenges_per_address": 1_000,
        "games_per_visitor": 10_000,
        "entries_per_second": 10_000.0,
        "entry_burst": 10_000,
        "entries_per_game": 10_000,
        "renames_per_minute": 10_000.0,
        "rename_burst": 10_000,
        "hints_per_minute": 10_000.0,
        "hint_burst": 10_000,
        "visitors_per_minute": 1_000_000.0,
        "visitor_burst": 100_000,
        "sockets_per_visitor": 2_000,
        "sockets_per_address": 5_000,
        "connections_per_address": 5_000,
    },
}

#: Rules that no opening book is for: there the highest level thinks from the first move on.
NO_BOOK = {"mode": "open", "tie_break": "boards"}


class Server:
    """A `ninefold serve` of its own.

    ``bug`` plants a bug in it (see planted.py), ``files`` is how many it may have open.
    """

    def __init__(
        self, data: Path, *, bug: str | None = None, files: int | None = None, **settings
    ) -> None:
        self.data, self.bug, self.files = data, bug, files
        self.settings = settings
        self.games = data  # where the games lie, if not there
        self.port = 0
        self.process: subprocess.Popen[str] | Forked | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def database(self) -> Path | str:
        """The file, or the address, at which the games are found."""
        return self.settings.get("database") or self.games / "games.sqlite3"

    def start(self, env: dict[str, str] | None = None) -> Server:
        """Start, on the port it had before if it had one, and wait until it answers.

        With an environment of its own it begins from nothing, else with everything loaded, where
        the system can watch over a process that another has forked.
        """
        self.data.mkdir(parents=True, exist_ok=True)
        config = self.data / "server.toml"
        config.write_text(_toml({**FAST, **self.settings}), encoding="utf-8")
        command = ["serve", "--port", str(self.port), "--data", str(self.games)]
        command += ["--config", str(config), "--verbose"]
        with (self.data / "server.log").open("ab") as log:
            if env is None and Forked.possible:
                self.process = Forked(command, log.fileno(), bug=self.bug, files=self.files)
            else:
                self.process = self._start_from_nothing(command, log, env or {})
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line.startswith("http://127.0.0.1:"), self.log()
        self.port = int(line.rsplit(":", 1)[1])
        return self

    def _start_from_nothing(
        self, command: list[str], log: BinaryIO, env: dict[str, str]
    ) -> subprocess.Popen[str]:
        if self.bug is None:
            program = [str(Path(sys.executable).with_name("ninefold"))]
        else:
            program = [sys.executable, str(PLANTED), self.bug]
        return subprocess.Popen(
            [*program, *command],
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
            env={**os.environ, **env},
            preexec_fn=self._limit_files if self.files else None,
        )

    def _limit_files(self) -> None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (self.files, self.files))

    def log(self) -> str:
        return (self.data / "server.log").read_text(encoding="utf-8")

    def kill(self) -> None:
        """As a crash would: no chance to say good-bye."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        """As an operator would."""
        return self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> int:
        process, self.process = self.process, None
        if process is None:
            return 0
        process.send_signal(how)
        code = process.wait(30)
        assert process.stdout is not None
        process.stdout.close()
        return code

    def client(self) -> Client:
        """A new visitor."""
        client = Client(self.url)
        client.me()
        return client

    def __enter__(self) -> Server:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.kill()


def metric(server: Server, name: str) -> int:
    """A number of a server's metrics."""
    with urlopen(f"{server.url}/metrics", timeout=30) as answer:
        lines = answer.read().decode().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(f"ninefold_{name} "))


def until(condition: Callable[[], object], seconds: float = 120) -> None:
    """Wait until something is so."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it never came to that"
        time.sleep(0.005)


def _toml(settings: dict) -> str:
    limits = {**FAST["limits"], **settings.get("limits", {})}  # type: ignore[dict-item]
    lines = [_line(name, value) for name, value in settings.items() if name != "limits"]
    return "\n".join([*lines, "[limits]", *(_line(*one) for one in limits.items()), ""])


def _line(name: str, value: object) -> str:
    return f"{name} = {str(value).lower() if isinstance(value, bool) else repr(value)}"
