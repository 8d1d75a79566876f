"""Program: another program, spoken to line by line, that can never hang us.

Two threads empty its outputs, so that it never waits for us and every wait of ours has an end.
"""

from __future__ import annotations

import contextlib
import os
import queue
import shlex
import signal
import subprocess
import sys
import threading
import time
import weakref
from collections import deque
from collections.abc import Callable, Sequence
from typing import IO

from ninefold.engine.engine import Engine
from ninefold.protocols.errors import EngineCrashed, EngineNotStarted, EngineTimeout
from ninefold.rules.errors import quoted

__all__ = ["WAITING_LINES", "Program", "ProgramEngine", "split_command"]

_LONGEST_LINE = 65_536
#: How many lines a program may be ahead of whoever reads them.
WAITING_LINES = 10_000
_LAST_WORDS = 8
_PATIENCE_AT_THE_END = 0.5
_LOOK = 0.1


def split_command(command: str | Sequence[str]) -> list[str]:
    """The words of a command line, split as a shell would.

    >>> split_command("python3 'my bot.py' --fast")
    ['python3', 'my bot.py', '--fast']
    """
    if not isinstance(command, str):
        words = list(command)
    else:
        try:
            words = shlex.split(command)
        except ValueError as error:
            raise EngineNotStarted(f"{quoted(command)} is not a command: {error}") from error
    if not words:
        raise EngineNotStarted("the command is empty: expected a program and its arguments")
    return words


class Program:
    """A running program: ``send`` a line, ``receive`` one within a time, ``close``."""

    def __init__(self, command: str | Sequence[str]) -> None:
        words = split_command(command)
        self.name = words[0].rsplit("/", 1)[-1]
        self._process = _start(words)
        self._lines: queue.Queue[str | None] = queue.Queue(WAITING_LINES)
        self._last_words: deque[str] = deque(maxlen=_LAST_WORDS)
        self._closing = threading.Event()
        self._threads = [
            _reader(_read_answers, self._process.stdout, self._lines, self._closing),
            _reader(_read_complaints, self._process.stderr, self._last_words),
        ]
        for thread in self._threads:
            thread.start()
        # Whoever forgets to close a program must not leave it running.
        self._last_resort = weakref.finalize(self, _end, self._process, self._threads)

    @property
    def pid(self) -> int:
        """The number that the operating system knows it by."""
        return self._process.pid

    def send(self, line: str) -> None:
        """Say one line."""
        pipe = _open(self._process.stdin)
        try:
            pipe.write(line.encode() + b"\n")
            pipe.flush()
        except (OSError, ValueError) as error:
            raise self._crashed() from error

    def receive(self, seconds: float) -> str:
        """The next line it says, without its end; ``EngineTimeout`` if there is none in time."""
        end = time.monotonic() + seconds
        while True:
            left = max(end - time.monotonic(), 0.0)
            with contextlib.suppress(queue.Empty):
                return self._said(self._lines.get(timeout=min(left, _LOOK)))
            if self._process.poll() is not None:
                return self._last_line()
            if left == 0:
                raise self.overdue(seconds)

    def _last_line(self) -> str:
        """What it said before it ended, if that is still to come; children may hold its output."""
        with contextlib.suppress(queue.Empty):
            return self._said(self._lines.get(timeout=_PATIENCE_AT_THE_END))
        raise self._crashed()

    def overdue(self, seconds: float) -> EngineTimeout:
        """The error that says it gave no answer for so long."""
        return EngineTimeout(
            f"{self.name} gave no answer within {max(seconds, 0):.2f} s{self._complaints()}"
        )

    def _said(self, line: str | None) -> str:
        if line is None:
            self._lines.put(None)
            raise self._crashed()
        return line

    def close(self, farewell: str = "") -> None:
        """Say goodbye, then end it, by force if it does not end by itself."""
        if self._closing.is_set():
            return
        self._closing.set()
        with contextlib.suppress(EngineCrashed):
            if farewell:
                self.send(farewell)
        self._last_resort()

    def _crashed(self) -> EngineCrashed:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(_PATIENCE_AT_THE_END)
        self._threads[1].join(_PATIENCE_AT_THE_END)  # its last words say why
        code = self._process.poll()
        return EngineCrashed(f"{self.name} {_ending(code)}{self._complaints()}")

    def _complaints(self) -> str:
        words = " | ".join(word for word in self._last_words if word)
        return f"; it last said: {words}" if words else ""


class ProgramEngine(Engine):
    """An engine that is another program; ``grace`` is how many seconds late an answer may be."""

    grace: float = 1.0


# The readers know the pipes and not the program: a program that is forgotten can be cleared away.


def _reader(read: Callable[..., None], pipe: IO[bytes] | None, *into: object) -> threading.Thread:
    return threading.Thread(target=read, args=(pipe, *into), daemon=True)


def _read_answers(
    pipe: IO[bytes], lines: queue.Queue[str | None], closing: threading.Event
) -> None:
    with contextlib.suppress(OSError, ValueError):
        while line := pipe.readline(_LONGEST_LINE):
            _keep(line.decode(errors="replace").rstrip("\r\n"), lines, closing)
    _keep(None, lines, closing)


def _keep(line: str | None, lines: queue.Queue[str | None], closing: threading.Event) -> None:
    while not closing.is_set():
        with contextlib.suppress(queue.Full):
            return lines.put(line, timeout=0.1)
    return None


def _read_complaints(pipe: IO[bytes], last_words: deque[str]) -> None:
    with contextlib.suppress(OSError, ValueError):
        while line := pipe.readline(_LONGEST_LINE):
            last_words.append(line.decode(errors="replace").rstrip())


def _start(words: list[str]) -> subprocess.Popen[bytes]:
    try:
        return subprocess.Popen(  # noqa: S603 - the user names the program to run
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,  # Ctrl-C is ours to handle, and its own children end with it
        )
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise EngineNotStarted(f"{quoted(words[0])} cannot be run: {why}") from error


def _end(process: subprocess.Popen[bytes], readers: list[threading.Thread]) -> None:
    """Wait for a program to end when its input does, then make it, and take its exit code."""
    with contextlib.suppress(OSError):
        _open(process.stdin).close()
    if not _wait(process, _PATIENCE_AT_THE_END):
        _signal(process, force=False)
        _wait(process, _PATIENCE_AT_THE_END)
    _signal(process, force=True)  # the children that it left behind, if not itself
    process.wait()
    for reader, pipe in zip(readers, (process.stdout, process.stderr), strict=True):
        reader.join(_PATIENCE_AT_THE_END)
        if not reader.is_alive():  # closing a pipe that is being read would wait for ever
            _open(pipe).close()


def _wait(process: subprocess.Popen[bytes], seconds: float) -> bool:
    end = time.monotonic() + seconds
    while process.poll() is None and time.monotonic() < end:
        time.sleep(0.005)
    return process.poll() is not None


def _signal(process: subprocess.Popen[bytes], *, force: bool) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if sys.platform == "win32":  # there are no process groups to speak to
            (process.kill if force else process.terminate)()
        else:
            os.killpg(process.pid, signal.SIGKILL if force else signal.SIGTERM)


def _ending(code: int | None) -> str:
    if code is None:
        return "closed its output"
    if code < 0:
        known = {number.value: number.name for number in signal.Signals}
        return f"was ended by {known.get(-code, f'signal {-code}')}"
    return f"ended with exit code {code}"


def _open(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None  # noqa: S101 - all three are pipes
    return pipe
