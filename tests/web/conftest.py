"""Real browsers on a real server: one of each for a whole run (and each xdist worker)."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from support.chromium import chromium
from support.serving import Server

ROOT = Path(__file__).parents[2]
STATIC = ROOT / "src" / "ninefold" / "server" / "static"
DESKTOP = {"width": 1280, "height": 860}
PHONE = {"width": 390, "height": 844}
#: Generous: the machine may be busy, and no test asserts a time.
PATIENCE = 30_000
#: Pages that compute so many times slower than this machine can: how the tests are tried for races.
SLOWER = float(os.environ.get("NINEFOLD_SLOW_PAGES", "1"))

#: The computer need not wait for anybody to follow.
QUICK = """try {
  if (!localStorage.getItem("ninefold")) localStorage.setItem("ninefold", '{"quick":true}');
} catch { /* no page yet */ }"""

expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    assert (STATIC / "index.html").exists(), "the browser app is not built: run `make web`"
    # Whoever is gone for a second is gone for good: no test waits for minutes.
    server = Server(tmp_path_factory.mktemp("site"), claim_untimed_after_s=1.0).start()
    yield server
    server.stop()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


def _slow_down(page: Page) -> None:
    if SLOWER > 1:
        processor = page.context.new_cdp_session(page)
        processor.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})


class People:
    """Makes people: each a browser context of its own, watched for errors that nobody handles."""

    def __init__(self, browser: Browser, url: str) -> None:
        self._browser, self._url = browser, url
        self._contexts: list[BrowserContext] = []
        self.errors: list[str] = []

    def new(self, *, path: str = "/", ready: str = "main *", **wishes: Any) -> Page:
        """Somebody who has opened a page."""
        page = self.blank(**wishes)
        page.goto(path)
        page.locator(ready).first.wait_for()
        return page

    def blank(self, **wishes: Any) -> Page:
        """Somebody who has not opened anything yet: each page that is loaded costs a second."""
        options: dict[str, Any] = {"viewport": DESKTOP, "locale": "en-GB", "base_url": self._url}
        # Keeping the whole app for later is for the tests of that: each page would fetch all files.
        options |= {"service_workers": "block", "reduced_motion": "reduce"}
        context = self._browser.new_context(**{**options, **wishes})
        context.set_default_timeout(PATIENCE)
        context.on("page", _slow_down)
        context.add_init_script(QUICK)
        self._contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        return page

    def close(self) -> None:
        for context in self._contexts:
            context.close()


@pytest.fixture
def people(browser: Browser, site: Server) -> Iterator[People]:
    people = People(browser, site.url)
    yield people
    people.close()
    assert people.errors == []


@pytest.fixture(scope="session")
def reader(browser: Browser, site: Server) -> Iterator[Callable[[], Page]]:
    """A page that stays open, for somebody who reads Chinese: each who reads on it is new."""
    people = People(browser, site.url)
    page = people.new(locale="zh-TW")

    def read() -> Page:
        page.context.clear_cookies()
        page.goto("/icon.svg")  # where no app writes back what it knows
        page.evaluate("localStorage.clear()")
        return page

    yield read
    people.close()
    assert people.errors == []


@pytest.fixture
def people_at(browser: Browser) -> Iterator[Callable[[str], People]]:
    """People at a server of the test's own."""
    made: list[People] = []

    def make(url: str) -> People:
        made.append(People(browser, url))
        return made[-1]

    yield make
    for people in made:
        people.close()
