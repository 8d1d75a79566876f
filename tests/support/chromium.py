"""The browser that tests, benchmarks and pictures share."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, BrowserContext, sync_playwright

from support.serving import Server

__all__ = ["chromium", "chromium_and_server", "chromium_of"]

#: A browser that talks to nobody but our server; the sandbox needs a user other than root.
_FLAGS: Final = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def _program() -> str:
    """What `make test` says; who calls pytest alone gets what there is."""
    named = (shutil.which(name) for name in ("chromium-headless-shell", "chromium"))
    return os.environ.get("CHROMIUM") or next(filter(None, named), "chromium")


@contextmanager
def chromium() -> Iterator[Browser]:
    """The system's Chromium, or the one that ``CHROMIUM`` names."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=_program(), args=_FLAGS)
        yield browser
        browser.close()


@contextmanager
def chromium_of(beside: Browser, profile: Path, **wishes: Any) -> Iterator[BrowserContext]:
    """A browser that keeps what it knows in a folder: closed and opened again it is the same.

    It is started by what started another one: a process can have only one such.
    """
    context = beside.browser_type.launch_persistent_context(
        profile, executable_path=_program(), args=_FLAGS, **wishes
    )
    yield context
    context.close()


@contextmanager
def chromium_and_server() -> Iterator[tuple[Browser, Server]]:
    """A browser beside a server that starts empty."""
    with tempfile.TemporaryDirectory() as data, Server(Path(data)) as server, chromium() as browser:
        yield browser, server
