"""The analysis page: lines explored, shared by link, by keyboard, on a phone, without a server."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from ninefold.rules.position import Position, replay
from support.browsing import button, choose, heard, shows_position

PHONE = {"width": 390, "height": 844}
BOARD = "[data-square]"


def tree(page: Page) -> Locator:
    return page.get_by_test_id("tree")


def current(page: Page) -> Locator:
    return tree(page).locator("[aria-current]")


def explore(page: Page, *moves: str) -> None:
    """Play moves one after the other."""
    for move in moves:
        choose(page, move)
        heard(page, move)


def shows(page: Page, mode: str, moves: str) -> None:
    shows_position(page, replay(Position.start(mode), moves)[-1])


def test_a_line_is_explored_shared_by_link_and_opened_in_another_browser(people) -> None:
    page = people.new(path="/analysis", ready=BOARD)
    explore(page, "55", "51", "15")
    page.keyboard.press("k")  # the focus is on the board, where arrows go from square to square
    heard(page, "51")
    explore(page, "16", "61")
    expect(tree(page).locator(".side button")).to_have_text(["16", "61"])
    page.get_by_label("Comment on 61").fill("sends X to board 1, 好")
    button(page, "Link").click()
    link = page.get_by_test_id("share-link").input_value()
    other = people.new(path=link, ready=BOARD)
    expect(tree(other).locator("button")).to_have_text(["55", "51", "15", "16", "61"])
    expect(tree(other)).to_contain_text("sends X to board 1, 好")
    shows(other, "modern", "55 51 15")
    tree(other).get_by_role("button", name="61").click()
    shows(other, "modern", "55 51 16 61")


def test_the_engine_tells_lines_and_values(people) -> None:
    page = people.new(path="/analysis", ready=BOARD)
    lines = page.get_by_test_id("lines").locator("li")
    expect(lines).to_have_count(3)
    expect(page.get_by_test_id("depth")).to_contain_text("deep")
    expect(page.locator(".value")).to_have_count(81)
    page.get_by_test_id("engine").get_by_role("combobox").select_option("1")
    expect(lines).to_have_count(1)
    first = lines.first.locator("button").first
    move = first.inner_text()
    explore(page, move)
    expect(current(page)).to_have_text(move)
    expect(page.locator(".value")).to_have_count(8 if move[0] == move[1] else 9)
    page.get_by_role("switch", name="Engine").uncheck()
    expect(page.locator(".value")).to_have_count(0)
    expect(page.get_by_test_id("depth")).to_have_text("The engine is off.")


def test_everything_by_keyboard(people) -> None:
    page = people.new(path="/analysis", ready=BOARD)
    page.get_by_role("switch", name="Engine").uncheck()
    explore(page, "55", "51", "15")
    page.locator("h1").click()  # away from the board
    page.keyboard.press("Home")
    expect(current(page)).to_have_count(0)
    steps = {"ArrowRight": "55", "End": "15", "ArrowLeft": "51"}
    for key, move in steps.items():
        page.keyboard.press(key)
        expect(current(page)).to_have_text(move)
    page.keyboard.press("ArrowLeft")
    expect(current(page)).to_have_text("55")
    explore(page, "59", "99")
    page.locator("h1").click()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowUp")
    expect(current(page)).to_have_text("51")
    page.keyboard.press("ArrowDown")
    expect(current(page)).to_have_text("59")
    page.keyboard.press("p")
    expect(tree(page).locator(".side button")).to_have_text(["51", "15"])
    page.keyboard.press("c")
    page.keyboard.type("quiet")
    page.keyboard.press("Escape")
    expect(tree(page)).to_contain_text("quiet")
    page.keyboard.press("Delete")
    expect(tree(page).locator("button")).to_have_text(["55", "51", "15"])
    page.go_back()  # what was deleted comes back
    expect(tree(page).locator("button")).to_have_text(["55", "59", "51", "15", "99"])
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("previous and next move")


def test_a_broken_link_is_refused_in_words_and_the_page_works(people) -> None:
    page = people.new(path="/analysis#S-8BBm1vZGVybgAAASooJAAE", ready=BOARD)
    expect(page.get_by_test_id("broken")).to_contain_text("cut off or changed")
    explore(page, "55")
    expect(page.get_by_test_id("broken")).to_have_count(0)
    page.reload()
    expect(tree(page).locator("button")).to_have_text(["55"])


def test_another_mode_with_a_tie_break(people) -> None:
    page = people.new(path="/analysis", ready=BOARD)
    explore(page, "55")
    button(page, "New board").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Mode").select_option("open")
    dialog.get_by_label("With no line of boards").select_option("boards")
    dialog.get_by_role("button", name="New board").click()
    expect(tree(page)).to_contain_text("Play a move")
    expect(page.locator(".badge")).to_contain_text("Open")
    page.go_back()
    expect(tree(page).locator("button")).to_have_text(["55"])


@pytest.mark.parametrize(("locale", "word"), [("en-GB", "Analysis"), ("zh-TW", "分析")])
def test_on_a_phone_without_a_server(people, locale: str, word: str) -> None:
    page = people.new(
        path="/analysis", ready=BOARD, viewport=PHONE, has_touch=True, is_mobile=True, locale=locale
    )
    expect(page.get_by_role("heading", level=1)).to_have_text(word)
    expect(page.locator(".value")).to_have_count(81)
    page.context.set_offline(True)
    cell = page.locator('[data-square="40"]')
    cell.tap()
    cell.tap()  # small squares ask twice
    heard(page, "55")
    expect(page.locator(".value")).to_have_count(8)
    frame = page.locator(".frame").bounding_box()
    steps = page.locator(".steps").first.bounding_box()
    assert frame is not None
    assert steps is not None
    assert 0 <= steps["y"] - frame["y"] - frame["height"] < 20
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    expect(page).to_have_title(re.compile(word))
