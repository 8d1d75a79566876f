"""What was played here: a panel of the analysis page, by pointer, by keyboard and on a phone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from ninefold.server.wire import messages as m
from support.browsing import heard
from support.serving import Server

PHONE = {"width": 390, "height": 844}
BOARD = "[data-square]"
#: Without the engine nothing else changes the page.
LOOKING = "localStorage.setItem('ninefold-analysis', '{\"engine\": false, \"explorer\": true}')"


@pytest.fixture(scope="module")
def explored(tmp_path_factory) -> Iterator[Server]:
    """A server on which two games ended, one the mirror image of the other, and one of a bot."""
    with Server(tmp_path_factory.mktemp("explored")) as server:
        ann = server.client()
        for moves in ([40, 36], [40, 44, 80, 72]):
            game = ann.create(opponent="same-device").game.id
            for ply, square in enumerate(moves):
                ann.command(game, m.Move(ply=ply, square=square))
            ann.command(game, m.Resign())
        yield server


def rows(page: Page) -> Locator:
    """What was played; moves that only the opening book knows have no bar."""
    table = page.get_by_test_id("explorer").locator("tbody tr")
    return table.filter(has=page.locator(".bar"))


def words(page: Page) -> Locator:
    return page.get_by_test_id("explorer-words")


def opened(people, **wishes) -> Page:
    page = people.blank(**wishes)
    page.add_init_script(LOOKING)
    return page


def test_counts_arrive_without_moving_anything_and_are_played(people_at, explored) -> None:
    page = opened(people_at(explored.url))
    held: list[Route] = []
    free = False

    def hold(route: Route) -> None:
        if free:
            route.continue_()
        else:
            held.append(route)

    page.route("**/api/v1/explorer?*", hold)
    page.goto("/analysis")
    page.locator(BOARD).first.wait_for()
    expect(words(page)).to_contain_text("One moment")
    places = [page.locator(BOARD).first, page.get_by_role("button", name="New board")]
    before = [place.bounding_box() for place in places]
    free = True
    for route in held:
        route.continue_()
    expect(words(page)).to_contain_text("2 games on this server")
    expect(rows(page)).to_have_count(1)
    assert [place.bounding_box() for place in places] == before
    told = ["2", "0", "X won 0, drawn 0, O won 2"]
    for column, text in enumerate(told):
        expect(rows(page).locator("td").nth(column)).to_have_text(text)
    bar = rows(page).locator("td").nth(2).bounding_box()
    assert bar is not None
    page.mouse.click(bar["x"] + bar["width"] / 2, bar["y"] + 5)  # the whole row plays
    heard(page, "55")
    expect(rows(page).locator("th")).to_have_text("51")
    page.get_by_role("button", name="Play 51").focus()
    page.keyboard.press("Enter")
    heard(page, "51")
    expect(rows(page).locator("th")).to_have_text("11")  # 99 there, turned as the board is here
    page.keyboard.press("e")
    expect(page.get_by_test_id("tree").locator("button")).to_have_text(["55", "51"])


def test_on_a_phone_everything_is_told_in_words(people_at, explored) -> None:
    people = people_at(explored.url)
    page = opened(people, viewport=PHONE, has_touch=True, is_mobile=True, locale="zh-TW")
    page.goto("/analysis")
    expect(words(page)).to_contain_text("2 局")
    rows(page).get_by_role("button").tap()
    heard(page, "55")
    expect(rows(page)).to_have_count(1)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.context.set_offline(True)
    rows(page).get_by_role("button").tap()
    expect(words(page)).to_contain_text("現在連不上")
    page.context.set_offline(False)
    words(page).get_by_role("button").tap()
    expect(rows(page).locator("th")).to_have_text("11")
    page.get_by_role("button", name="貼上").tap()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("textbox").fill("55 52 22 25")
    dialog.get_by_role("button", name="打開").tap()
    expect(words(page)).to_contain_text("還沒有人下到這裡")
    page.get_by_role("button", name="貼上").tap()
    dialog.get_by_role("textbox").fill("55 51 11 12 21 13 31 14 41 16 61 17")
    dialog.get_by_role("button", name="打開").tap()
    expect(words(page)).to_contain_text("前 12 手")
