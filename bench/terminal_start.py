"""How soon the terminal answers: `ninefold --help`, and the first board on the screen.

The aims are 150 ms for the help and 500 ms for the board. Beside the clock stands the processor's
time, which says nearly the same on a busy machine as on a quiet one, and bare Python.
"""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import time
from pathlib import Path
from typing import NamedTuple

RUNS = 9
COMMAND = str(Path(sys.executable).with_name("ninefold"))


class Taken(NamedTuple):
    """How long something took: by the clock, and of the processor."""

    clock: float
    processor: float


def time_to_end(command: list[str]) -> Taken:
    """From start to end of a program that prints and stops."""
    begun = time.perf_counter()
    with Path(os.devnull).open("w") as nowhere:
        process = subprocess.Popen(command, stdout=nowhere)
        _, status, used = os.wait4(process.pid, 0)
    taken = time.perf_counter() - begun
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0
    return Taken(taken, used.ru_utime + used.ru_stime)


def time_to_text(command: list[str], text: str) -> Taken:
    """From start until some text is on an 80x24 terminal."""
    with tempfile.TemporaryDirectory() as folder:
        begun = time.perf_counter()
        process, screen = pty.fork()
        if process == 0:
            _become(command, folder)
        fcntl.ioctl(screen, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        try:
            _read_until(screen, text.encode())
            taken = time.perf_counter() - begun
        finally:
            os.kill(process, signal.SIGKILL)
            _, _, used = os.wait4(process, 0)
            os.close(screen)
        return Taken(taken, used.ru_utime + used.ru_stime)


def _become(command: list[str], folder: str) -> None:
    environment = os.environ | {
        "XDG_STATE_HOME": folder,
        "LC_ALL": "C.UTF-8",
        "TERM": "xterm-256color",
    }
    for name in ("LINES", "COLUMNS"):
        environment.pop(name, None)
    os.execvpe(command[0], command, environment)


def _read_until(screen: int, text: bytes) -> None:
    seen, deadline = b"", time.monotonic() + 60
    while text not in seen:
        assert time.monotonic() < deadline, seen[-500:]
        if select.select([screen], [], [], 1)[0]:
            seen += os.read(screen, 65536)


def main() -> None:
    """Print the median of several runs of each."""
    rows = [
        ("bare Python", lambda: time_to_end([sys.executable, "-c", "pass"]), ""),
        ("ninefold --help", lambda: time_to_end([COMMAND, "--help"]), "aim 150"),
        ("start screen", lambda: time_to_text([COMMAND, "play"], "Modern"), "aim 500"),
        ("board", lambda: time_to_text([COMMAND, "play", "modern"], "┏"), "aim 500"),
    ]
    print(f"{'median of ' + str(RUNS):<16} {'clock':>8} {'processor':>12}")
    for name, measure, aim in rows:
        measure()
        runs = [measure() for _ in range(RUNS)]
        clock, processor = (1000 * statistics.median(column) for column in zip(*runs, strict=True))
        print(f"{name:<16} {clock:5.0f} ms {processor:9.0f} ms   {aim}")


if __name__ == "__main__":
    main()
