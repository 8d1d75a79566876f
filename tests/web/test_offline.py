"""With no server and no network: games in the page go on, and nothing that was played is lost."""

from __future__ import annotations

import json
import re
import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Page, expect

from ninefold.rules.position import Position
from support.browsing import (
    button,
    choose,
    create,
    headline,
    heard,
    play,
    plies,
    shows_position,
    square,
)
from support.serving import Server

STATIC = Path(__file__).parents[2] / "src" / "ninefold" / "server" / "static"
#: Waits until the whole app is kept, and this page is served from there.
KEPT = """async () => {
  await navigator.serviceWorker.ready;
  if (navigator.serviceWorker.controller) return;
  await new Promise((go) => navigator.serviceWorker.addEventListener("controllerchange", go));
}"""
#: Looks for a new version, and waits until it lies ready.
UPDATED = """async () => {
  const registered = await navigator.serviceWorker.ready;
  await registered.update();
  while (!registered.waiting) await new Promise((go) => setTimeout(go, 50));
}"""
MODES = ("Classic", "Open", "Battle", "Modern")


@pytest.fixture(scope="module")
def frail(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("frail")).start()
    yield server
    server.kill()


@pytest.fixture
def visited(frail: Server, people_at: Callable[[str], Any]) -> Page:
    """Somebody who was here before, when there was a server: there is none now."""
    if frail.process is None:
        frail.start()
    page: Page = people_at(frail.url).new(ready=".form", service_workers="allow")
    page.evaluate(KEPT)
    frail.kill()
    return page


def play_out(page: Page) -> None:
    """Play any move in each turn until the game is over."""
    while True:
        expect(page.locator(".frame.mine, [data-testid=finished]").first).to_be_attached()
        if page.get_by_test_id("finished").count():
            return
        before = page.locator(".moves ol button").count()
        page.locator(".cell.open").first.click()
        page.wait_for_function(
            "n => document.querySelectorAll('.moves ol button').length > n + 1"
            " || document.querySelector('[data-testid=finished]')",
            arg=before,
        )


def test_a_whole_game_and_its_review_without_a_server(visited: Page) -> None:
    page = visited
    for mode in MODES:
        page.goto("/")
        page.locator("label.face", has_text="First game").click()
        create(page, "Computer", "Play", mode=mode)
        assert "/play/" in page.url
        choose(page, "55")
        plies(page, 2)
    play_out(page)
    expect(headline(page)).to_contain_text(re.compile("You win!|You lose|Draw"))
    record = save_record(page)
    assert f'[Mode "{MODES[-1].lower()}' in record
    assert "[Ending " in record
    page.go_back()  # a game of two moves: what it takes to review a long one is the same
    page.wait_for_url(re.compile("/$"))
    page.get_by_role("link", name=re.compile(MODES[-2])).first.click()
    plies(page, 2)
    button(page, "Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    assert "[Ending " in save_record(page)
    page.get_by_role("link", name="Review", exact=True).click()
    expect(page.get_by_test_id("curve")).to_be_visible(timeout=180_000)
    expect(page.get_by_test_id("moments").locator("li").first).to_be_visible()


def save_record(page: Page) -> str:
    with page.expect_download() as record:
        button(page, "Save record").click()
    return record.value.path().read_text(encoding="utf-8")


def test_every_page_without_a_server_says_so_and_comes_back(visited: Page, frail: Server) -> None:
    page = visited
    for path, words in (
        ("/", "Tap a square to play"),
        ("/learn", "Play any square you like"),
        ("/learn/battle", "steal it"),
        ("/games", "only games kept in this browser"),
        ("/settings", "Confirm each move"),
        ("/game/abcdefghij", "cannot be reached"),
        ("/play/abcdefghij", "no such game"),
        ("/watch", "cannot be reached"),
    ):
        page.goto(path)
        expect(page.locator("main")).to_contain_text(re.compile(words))
        expect(page.locator(".broken")).to_have_count(0)
    frail.start()
    expect(page.locator("main")).not_to_contain_text("cannot be reached")


def test_reload_second_tab_and_a_crash_lose_no_move(people: Any) -> None:
    page = people.new(ready=".form")
    create(page, "Computer", "Play")
    choose(page, "55")
    plies(page, 2)
    page.reload()
    plies(page, 2)

    other = page.context.new_page()
    other.goto(page.url)
    plies(other, 2)
    other.locator(".cell.open").first.click()
    plies(other, 4)
    plies(page, 4)  # the first tab has heard, and did not play as well
    moves = page.locator(".moves ol button").all_text_contents()
    assert other.locator(".moves ol button").all_text_contents() == moves
    page.bring_to_front()
    page.locator(".cell.open").first.click()
    plies(page, 6)
    plies(other, 6)
    moves = page.locator(".moves ol button").all_text_contents()

    with page.expect_event("crash"):
        _crash(page)
    plies(other, 6)
    other.locator(".cell.open").first.click()  # the tab that was not in charge is now
    plies(other, 8)
    third = page.context.new_page()
    third.goto(other.url)
    plies(third, 8)
    assert third.locator(".moves ol button").all_text_contents()[:6] == moves


def _crash(page: Page) -> None:
    """As when the system takes the tab's memory."""
    with suppress(PlaywrightError):
        page.goto("chrome://crash", wait_until="commit")


def test_a_tab_that_did_not_hear_is_told_and_plays_no_second_move(people: Any) -> None:
    page = people.new(ready=".form")
    create(page, "Same device", "Play here")
    deaf = page.context.new_page()
    deaf.add_init_script("delete globalThis.BroadcastChannel")
    deaf.goto(page.url)
    plies(deaf, 0)
    play(page, "55")
    choose(deaf, "11")
    expect(deaf.locator("main")).to_contain_text("had already gone on")
    shows_position(deaf, Position.start().play("55"))
    shows_position(page, Position.start().play("55"))


def test_a_move_that_cannot_be_kept_is_not_shown(people: Any) -> None:
    page = people.new(ready=".form")
    create(page, "Same device", "Play here")
    play(page, "55")
    page.evaluate(
        """() => {
          const real = IDBObjectStore.prototype.put;
          globalThis.mend = () => (IDBObjectStore.prototype.put = real);
          IDBObjectStore.prototype.put = () => { throw new Error("full"); };
        }"""
    )
    choose(page, "51")
    expect(page.locator("main")).to_contain_text("could not keep the move")
    shows_position(page, Position.start().play("55"))
    page.evaluate("void mend()")
    play(page, "51")
    page.reload()
    shows_position(page, Position.start().play("55").play("51"))


def test_a_game_here_stands_among_the_others_and_goes_on_where_it_was(people: Any) -> None:
    page = people.new(ready=".form")
    create(page, "Same device", "Play here", mode="Battle")
    play(page, "55")
    play(page, "51")
    page.goto("/")
    page.get_by_role("link", name=re.compile("Battle")).first.click()
    shows_position(page, Position.start("battle").play("55").play("51"))
    page.go_back()
    page.locator(".form").wait_for()
    page.go_forward()
    heard(page, "51")
    button(page, "Share").click()
    expect(page.get_by_role("dialog")).to_contain_text("kept in this browser")


def test_a_swap_a_clock_and_a_rematch_in_the_page(people: Any) -> None:
    page = people.new(ready=".form")
    page.locator("summary", has_text="Time and other options").click()
    page.locator("label.field", has_text="Time").locator("select").select_option(index=1)
    page.locator("label.field", has_text="With no line").locator("select").select_option("boards")
    page.get_by_label("With swap").check()
    create(page, "Same device", "Play here")
    play(page, "55")
    button(page, "Change sides").click()
    expect(button(page, "Change sides")).to_have_count(0)
    play(page, "51")
    expect(page.get_by_test_id("clock-X")).to_contain_text(re.compile(r"0:5\d|1:00"))
    button(page, "Undo").click()
    plies(page, 1)
    button(page, "Redo").click()
    plies(page, 2)
    button(page, "Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(headline(page)).to_contain_text("O wins")
    with page.expect_download() as record:
        button(page, "Save record").click()
    text = record.value.path().read_text(encoding="utf-8")
    assert '[Mode "modern:tie_break=boards"]' in text
    assert '[Swap "taken"]' in text
    before = page.url
    button(page, "Rematch").click()
    expect(page.get_by_test_id("finished")).to_have_count(0)
    plies(page, 0)
    assert page.url != before


def test_a_clock_stands_still_while_the_page_is_closed(people: Any) -> None:
    """It is opened again an hour later, by that page's own clock: nobody has lost on time."""
    page = people.new(ready=".form")
    page.locator("summary", has_text="Time and other options").click()
    page.locator("label.field", has_text="Time").locator("select").select_option(index=1)
    create(page, "Same device", "Play here")
    play(page, "55")
    play(page, "51")
    expect(page.get_by_test_id("clock-X")).to_contain_text(re.compile(r"0:\d\d|1:00"))
    address, later = page.url, page.context.new_page()
    page.close()
    later.clock.install(time=datetime.now(UTC) + timedelta(hours=1))
    later.goto(address)
    plies(later, 2)
    expect(later.locator(".link")).to_have_text("The clock stood still while this page was closed.")
    expect(later.get_by_test_id("clock-X")).to_contain_text(re.compile(r"0:\d\d|1:00"))
    play(later, "11")
    expect(later.locator(".link")).to_have_text("")


class _Files(SimpleHTTPRequestHandler):
    """The built app and nothing else, as a server would hand it out."""

    def do_GET(self) -> None:
        if not Path(self.translate_path(self.path)).is_file():
            self.path = "/index.html"
        super().do_GET()

    def end_headers(self) -> None:
        self.send_header("cache-control", "no-cache")
        super().end_headers()

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def copy(tmp_path: Path) -> Iterator[tuple[str, Path]]:
    """A copy of the app that can be changed, and its address."""
    folder = tmp_path / "static"
    shutil.copytree(STATIC, folder)
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Files, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}", folder
    server.shutdown()
    server.server_close()


#: Draws every picture that a manifest names; says of each its purpose and how wide it came out.
DRAWN = """icons => Promise.all(icons.map(async (icon) => {
  const picture = new Image();
  picture.src = icon.src;
  await picture.decode();
  return [icon.purpose ?? "any", icon.sizes, picture.naturalWidth];
}))"""


def test_it_can_be_installed(people_at: Callable[[str], Any], copy: tuple[str, Path]) -> None:
    """What browsers ask of a page for that; the shell of Chromium has nobody to install for."""
    page = people_at(copy[0]).new(ready=".form", service_workers="allow")
    page.evaluate(KEPT)
    told = page.context.new_cdp_session(page).send("Page.getAppManifest")
    assert told["errors"] == []
    manifest = json.loads(told["data"])
    assert manifest["name"]
    assert manifest["display"] == "standalone"
    assert page.request.get(urljoin(told["url"], manifest["start_url"])).ok
    drawn = page.evaluate(DRAWN, manifest["icons"])
    assert ["any", "192x192", 192] in drawn
    assert ["any", "512x512", 512] in drawn
    assert ["maskable", "512x512", 512] in drawn
    assert len(drawn) == 4


def test_a_new_version_waits_for_the_game_and_the_person(
    copy: tuple[str, Path], people_at: Callable[[str], Any]
) -> None:
    url, folder = copy
    page = people_at(url).new(ready=".form", service_workers="allow")
    page.evaluate(KEPT)
    create(page, "Same device", "Play here")
    play(page, "55")
    shell = folder / "index.html"
    shell.write_text(shell.read_text().replace("<title>Ninefold", "<title>Newer"), encoding="utf-8")
    worker = folder / "sw.js"
    worker.write_text(re.sub(r'(version\\":\\")\w{4}', r"\1beef", worker.read_text()))
    page.evaluate(UPDATED)
    expect(page.get_by_test_id("new-version")).to_have_count(0)  # not in mid game
    play(page, "51")
    page.reload()
    plies(page, 2)
    assert "<title>Newer" not in page.evaluate("fetch('/').then((shell) => shell.text())")

    page.get_by_role("link", name="Learn").click()
    button(page, "Update").click()
    page.wait_for_function(
        "() => fetch('/').then((shell) => shell.text()).then((text) => text.includes('Newer'))"
    )
    page.go_back()
    heard(page, "51")  # the game is where it was
    expect(square(page, "51")).to_be_visible()
