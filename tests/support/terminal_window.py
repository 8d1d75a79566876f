"""A real terminal window for tests: tmux runs a program, types keys, and shows the screen."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self

_PATIENCE = 90.0


def require_tmux() -> str:
    """The tmux program; installed where we may, asked for in words where we may not."""
    if shutil.which("tmux") is None and os.geteuid() == 0 and shutil.which("apt-get"):
        for arguments in (["update", "-qq"], ["install", "-y", "-qq", "tmux"]):
            subprocess.run(["apt-get", *arguments], check=False, capture_output=True)
    found = shutil.which("tmux")
    assert found, "these tests need tmux: install it, for example with `apt-get install tmux`"
    return found


class Window:
    """One program in one window of its own tmux server."""

    def __init__(
        self, command: list[str], environment: dict[str, str], size: tuple[int, int] = (80, 24)
    ) -> None:
        self._tmux = [require_tmux(), "-L", f"ninefold-{uuid.uuid4().hex[:12]}", "-f", "/dev/null"]
        settings = [f"{name}={value}" for name, value in environment.items()]
        width, height = map(str, size)
        new = ["new-session", "-d", "-x", width, "-y", height]
        # tmux itself draws in UTF-8 (-u); what the program inside believes is the environment's.
        self._run("-u", *new, "env", *settings, *command)
        self._run("set-option", "-g", "remain-on-exit", "on")

    def _run(self, *arguments: str) -> str:
        # pytest loads readline, which puts a fixed LINES and COLUMNS into the environment that
        # children inherit, and a program that believes them is deaf to resizing.
        fixed = ("LINES", "COLUMNS")
        done = subprocess.run(
            [*self._tmux, *arguments],
            env={name: value for name, value in os.environ.items() if name not in fixed},
            capture_output=True,
            text=True,
            timeout=60,
            check=True,
        )
        return done.stdout

    def type(self, *keys: str) -> None:
        """Send keys, by tmux's names."""
        self._run("send-keys", *keys)

    def screen(self) -> str:
        """What a person sees now."""
        return self._run("capture-pane", "-p")

    def wait_for(self, text: str) -> str:
        """Wait until some text is on the screen, and give the screen."""
        return self.wait_until(lambda screen: text in screen, text)

    def wait_until(self, true: Callable[[str], bool], what: str) -> str:
        """Wait until something holds of the screen."""
        deadline = time.monotonic() + _PATIENCE
        while not true(screen := self.screen()):
            assert time.monotonic() < deadline, f"waited for {what!r}, saw:\n{screen}"
            time.sleep(0.1)
        return screen

    @property
    def pid(self) -> int:
        """The process that runs in the window."""
        return int(self._run("display-message", "-p", "#{pane_pid}"))

    def kill(self) -> None:
        """End the program in the window as a crash would."""
        os.kill(self.pid, signal.SIGKILL)
        self.wait_for_end()

    def wait_for_end(self) -> None:
        """Wait until the program in the window has ended."""
        deadline = time.monotonic() + _PATIENCE
        while self._run("display-message", "-p", "#{pane_dead}").strip() != "1":
            assert time.monotonic() < deadline, "the program does not end"
            time.sleep(0.05)

    def resize(self, width: int, height: int) -> None:
        """Give the window another size."""
        self._run("resize-window", "-x", str(width), "-y", str(height))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        subprocess.run([*self._tmux, "kill-server"], check=False, capture_output=True, timeout=60)


def ninefold(*arguments: str) -> list[str]:
    """The command line of our own program, as installed beside this Python."""
    return [str(Path(sys.executable).with_name("ninefold")), *arguments]
