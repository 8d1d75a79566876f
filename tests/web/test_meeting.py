"""Strangers meet from two home pages, and what happens in a game is told on every page."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from ninefold.server.wire import messages as m
from support.browsing import choose, headline, heard, play


def pools(page: Page):
    return page.get_by_test_id("pools")


def press(page: Page, clock: str, *modes: str) -> None:
    """Look for an opponent: choose modes, then press a clock."""
    for mode in modes:
        pools(page).get_by_role("button", name=mode, exact=True).click()
    pools(page).locator(".tile", has_text=re.compile(f"^{re.escape(clock)}")).click()


def waits(page: Page) -> None:
    """The search has begun, and the server has said so to others."""
    expect(page.get_by_test_id("searching")).to_contain_text("Looking for an opponent")


def sits(page: Page) -> None:
    page.wait_for_url("**/game/*")
    expect(headline(page)).not_to_contain_text("Waiting")


@pytest.mark.parametrize("mode", ["Battle", "Any mode"])
def test_two_strangers_meet_from_two_home_pages(people, mode: str) -> None:
    one, two = people.new(ready=".tile"), people.new(ready=".tile")
    wish = () if mode == "Any mode" else (mode,)
    press(one, "1+0", *wish)
    waits(one)
    expect(two.locator(".tile", has_text="1+0")).to_contain_text("1 waiting")
    press(two, "1+0", *wish)
    sits(one)
    sits(two)
    assert one.url == two.url
    if mode != "Any mode":
        expect(one.locator(".badge")).to_contain_text(mode)
    mine = (one, two) if "Your turn" in headline(one).inner_text() else (two, one)
    play(mine[0], "55")
    heard(mine[1], "55")


def test_whoever_closes_the_tab_is_never_paired_and_the_search_outlives_a_reload(people) -> None:
    left, stays = people.new(ready=".tile"), people.new(ready=".tile")
    press(left, "3+0")
    tile = stays.locator(".tile", has_text="3+0")
    expect(tile).to_contain_text("1 waiting")
    left.close()
    expect(tile).not_to_contain_text("waiting")
    press(stays, "3+0")
    waits(stays)
    stays.goto("/learn")
    waits(stays)  # on another page
    stays.reload()
    waits(stays)  # and after a reload
    late = people.new(ready=".tile")
    expect(late.locator(".tile", has_text="3+0")).to_contain_text("1 waiting")
    late.get_by_test_id("waiting-row").get_by_role("button").click()
    sits(late)
    sits(stays)
    assert stays.url == late.url


def test_whoever_waits_plays_the_computer_and_is_called_over(people) -> None:
    waiting, comes = people.new(ready=".tile"), people.new(ready=".tile")
    press(waiting, "5+0", "Modern")
    waiting.get_by_role("button", name=re.compile("Play the computer .+ meanwhile")).click()
    waiting.wait_for_url("**/game/*")
    meanwhile = waiting.url
    waiting.get_by_role("grid").wait_for()
    waits(waiting)
    press(comes, "5+0", "Modern", "Battle")  # several wishes at once
    expect(waiting).not_to_have_url(meanwhile)
    sits(comes)
    expect(headline(waiting)).not_to_contain_text("computer")
    waiting.goto(meanwhile)  # that game is kept
    expect(waiting.locator(".frame")).to_be_visible()


def test_three_and_four_seekers_leave_nobody_over_who_fits(people) -> None:
    pages = [people.new(ready=".tile") for _ in range(4)]
    press(pages[0], "10+5", "Classic")
    waits(pages[0])
    press(pages[1], "10+5", "Battle")
    waits(pages[1])
    press(pages[2], "10+5", "Classic")
    sits(pages[0])
    sits(pages[2])
    waits(pages[1])
    press(pages[3], "Any time")
    sits(pages[1])
    sits(pages[3])
    assert pages[1].url == pages[3].url


def test_what_happens_in_a_game_is_told_on_another_page(people, site) -> None:
    page = people.blank()
    game = page.request.post("/api/v1/games", data={"opponent": "link", "side": "O"}).json()[
        "game"
    ]["id"]
    page.goto(f"/game/{game}")
    expect(page.get_by_test_id("only-here")).to_contain_text("Only this computer can open")
    page.get_by_role("link", name="Settings").click()
    expect(page.locator("html")).to_have_attribute("data-line", "live")
    friend = site.client()
    friend.rename("Ada")
    friend.join(game)
    notice = page.get_by_test_id("news")
    expect(notice).to_contain_text("Ada has joined your game")
    friend.command(game, m.Move(ply=0, square=40))
    expect(notice).to_contain_text("Your turn against Ada")
    expect(page.get_by_test_id("badge")).to_have_text("1")
    expect(page).to_have_title(re.compile(r"^\(1\) "))
    notice.get_by_role("link").click()
    page.wait_for_url(f"**/game/{game}")
    expect(page.get_by_test_id("badge")).to_have_count(0)
    choose(page, "51")
    heard(page, "51")
