"""Servers that begin with everything loaded: a process that has imported it all forks them.

To import a server costs the processor six times what the rest of its start does, and the tests
start hundreds. What is forked is a process like any other: it may be stopped, killed and limited.
"""

from __future__ import annotations

import atexit
import contextlib
import importlib
import json
import os
import select
import signal
import socket
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any, Final, TextIO

__all__ = ["Forked"]

#: What a server imports, sooner or later.
_LOADED: Final = (
    *("ninefold.cli", "ninefold.commands.serve", "ninefold.server.run", "ninefold.game.computer"),
    *("asyncpg", "redis.asyncio", "uvloop", "uvicorn.lifespan.on", "uvicorn.loops.uvloop"),
)
_LARGEST: Final = 65_536


class _Parent:
    """The process that forks, as long as this one lasts."""

    def __init__(self) -> None:
        self._line, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, __file__, str(theirs.fileno())],
                stdin=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
            )
        self._asking = threading.Lock()
        atexit.register(self._close)

    def ask(self, question: dict[str, Any], *files: int) -> int:
        """A number that is the answer to a question."""
        with self._asking:
            socket.send_fds(self._line, [json.dumps(question).encode()], files)
            answer = self._line.recv(_LARGEST)
        assert answer, "the process that forks servers has ended"
        return int(answer)

    def _close(self) -> None:
        self._line.close()
        self._process.wait(60)


_parent: _Parent | None = None
_beginning = threading.Lock()


def _the_parent() -> _Parent:
    global _parent
    with _beginning:
        if _parent is None:
            _parent = _Parent()
    return _parent


class Forked:
    """A process that runs ``ninefold`` with some arguments; to be used as ``subprocess.Popen``.

    ``bug`` plants one in it (see planted.py), ``files`` is how many it may have open.
    """

    #: Linux has handles of processes that are not one's children; macOS has none.
    possible: Final = hasattr(os, "pidfd_open")
    stdout: TextIO

    def __init__(
        self, arguments: list[str], log: int, *, bug: str | None = None, files: int | None = None
    ) -> None:
        self._parent = _the_parent()
        out, theirs = os.pipe()
        question = {"arguments": arguments, "bug": bug, "files": files}
        try:
            self.pid = self._parent.ask(question, theirs, log)
        finally:
            os.close(theirs)
        self._running = os.pidfd_open(self.pid)
        self.stdout = os.fdopen(out, encoding="utf-8")

    def send_signal(self, how: signal.Signals) -> None:
        signal.pidfd_send_signal(self._running, how)

    def wait(self, seconds: float) -> int:
        """The exit code, once it has ended; that of a signal is negative."""
        ended = select.poll()
        ended.register(self._running, select.POLLIN)
        if not ended.poll(seconds * 1000):
            raise subprocess.TimeoutExpired("ninefold", seconds)
        os.close(self._running)
        return self._parent.ask({"ended": self.pid})


# The process that forks


def _load() -> None:
    for name in _LOADED:
        importlib.import_module(name)


def _fork_as_asked(line: socket.socket) -> dict[str, Any] | None:
    """Fork for whoever asks; returns in each new process, and with nothing when nobody asks."""
    mine: set[int] = set()
    while True:
        text, files, _, _ = socket.recv_fds(line, _LARGEST, 2)
        if not text:
            break
        question = json.loads(text)
        if "ended" in question:
            _, status = os.waitpid(question["ended"], 0)
            mine.discard(question["ended"])
            line.send(str(os.waitstatus_to_exitcode(status)).encode())
            continue
        pid = os.fork()
        if pid == 0:
            for number, file in enumerate(files, start=1):
                os.dup2(file, number)
                os.close(file)
            line.close()
            return dict(question)
        for file in files:
            os.close(file)
        mine.add(pid)
        line.send(str(pid).encode())
    for pid in mine:  # whoever started them has gone
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
    return None


def _become(question: dict[str, Any]) -> int:
    """Run the command, from here on as if this process had been begun for it."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.argv = ["ninefold", *question["arguments"]]
    # What Python knew of these files was of those that stood there before.
    sys.stdout = os.fdopen(1, "w", encoding="utf-8")
    sys.stderr = os.fdopen(2, "w", 1, encoding="utf-8", errors="backslashreplace")
    if question["files"]:
        import resource

        resource.setrlimit(resource.RLIMIT_NOFILE, (question["files"], question["files"]))
    if question["bug"]:
        sys.path.insert(0, str(Path(__file__).parents[1] / "server"))
        importlib.import_module("planted").BUGS[question["bug"]]()
    return int(importlib.import_module("ninefold.cli").main(sys.argv[1:]))


if __name__ == "__main__":
    import gc

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who asks says when it is over
    _load()
    gc.freeze()
    with socket.socket(fileno=int(sys.argv[1])) as asking:
        wanted = _fork_as_asked(asking)
    if wanted is not None:
        sys.exit(_become(wanted))
