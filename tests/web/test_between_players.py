"""Between two who play each other: names, phrases, and moves that are planned ahead."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from ninefold.server.wire import messages as m
from support.browsing import button, choose, headline, heard, plies, square

AHEAD = re.compile(r"\bahead\b")


def sit_down(page: Page, host, **wish) -> str:
    """The page's visitor comes by the host's link, and plays O; the game's name."""
    game = host.create(opponent="link", side="X", **wish).game.id
    page.goto(f"/game/{game}")
    button(page, "Join the game").click()
    expect(page.locator(".game.waiting")).to_have_count(0)
    expect(page.locator(".link")).to_have_attribute("data-link", "live")
    return game


def test_a_planned_move_is_played_when_its_turn_comes_and_dropped_when_it_may_not_be(
    people, site
) -> None:
    page, host = people.blank(), site.client()
    game = sit_down(page, host, clock=m.TimedClock(600, 0))
    square(page, "53").click(force=True)  # X has not moved yet
    expect(square(page, "53")).to_have_class(AHEAD)
    expect(page.locator(".note")).to_contain_text("53 is planned")
    square(page, "53").click(force=True)  # pressed again: it is given up
    expect(page.locator(".cell.ahead")).to_have_count(0)
    square(page, "51").click(force=True)
    square(page, "59").click(force=True)  # thought better of it
    expect(page.locator(".cell.ahead")).to_have_count(1)
    host.command(game, m.Move(ply=0, square=40))
    plies(page, 2)  # played by itself
    heard(page, "59")
    expect(page.locator(".cell.ahead")).to_have_count(0)
    square(page, "12").click(force=True)
    expect(square(page, "12")).to_have_class(AHEAD)
    host.command(game, m.Move(ply=2, square=72))  # and leads to board 1: allowed
    plies(page, 4)
    heard(page, "12")
    square(page, "99").click(force=True)
    page.keyboard.press("Escape")
    expect(page.locator(".cell.ahead")).to_have_count(0)
    square(page, "99").click(force=True)
    expect(square(page, "99")).to_have_class(AHEAD)
    host.command(game, m.Move(ply=4, square=9))  # leads to board 1, so 99 may not be played
    expect(page.locator(".note")).to_contain_text("99 was planned, but cannot be played")
    expect(page.locator(".cell.ahead")).to_have_count(0)
    expect(headline(page)).to_contain_text("Your turn")
    plies(page, 5)


def test_without_a_clock_nothing_is_planned(people, site) -> None:
    page = people.blank()
    sit_down(page, site.client())
    square(page, "53").click(force=True)
    expect(page.get_by_test_id("refusal")).to_have_text("It is not your turn yet.")
    expect(page.locator(".cell.ahead")).to_have_count(0)


def test_phrases_are_heard_by_the_other_and_can_be_turned_off(people, site) -> None:
    x, o = people.blank(), people.blank()
    game = x.request.post("/api/v1/games", data={"opponent": "link", "side": "X"}).json()
    game = game["game"]["id"]
    x.goto(f"/game/{game}")
    o.goto(f"/game/{game}")
    button(o, "Join the game").click()
    for page in (x, o):
        expect(page.get_by_test_id("phrases")).to_be_visible()
    button(x, "Good luck!").click()
    for page in (x, o):
        expect(page.get_by_test_id("player-X")).to_contain_text("Good luck!")
    expect(o.get_by_test_id("said")).to_have_text("Player X: Good luck!")
    expect(button(x, "Good luck!")).to_be_disabled()  # one after the other
    expect(o.get_by_test_id("player-X")).not_to_contain_text("Good luck!")  # and it passes
    o.goto("/settings")
    o.get_by_role("switch", name="Phrases between players").uncheck()
    o.goto(f"/game/{game}")
    expect(headline(o)).to_contain_text("to move")
    expect(o.get_by_test_id("phrases")).to_have_count(0)
    expect(button(x, "Oops!")).to_be_enabled()
    button(x, "Oops!").click()
    expect(x.get_by_test_id("player-X")).to_contain_text("Oops!")
    choose(x, "55")
    heard(o, "55")  # it came after the phrase, by the same way
    button(o, "Keyboard").click()  # told in the words that phrases wait for, too
    o.get_by_role("dialog").wait_for()
    assert "Oops!" not in o.get_by_test_id("player-X").inner_text()  # at once: it would pass


def test_a_name_is_asked_for_once_and_refused_where_it_was_given(people, site) -> None:
    page, host = people.blank(locale="zh-TW"), site.client()
    game = host.create(opponent="link", side="X").game.id
    page.goto(f"/game/{game}")
    page.get_by_label("你的名字（可不填）").fill("Ninefold")
    page.get_by_role("button", name="加入棋局").click()
    expect(page.get_by_role("alert").filter(has_text="這個名字不能用")).to_be_visible()
    page.get_by_label("你的名字（可不填）").fill("👩🏽‍🚀 דנה")
    page.get_by_role("button", name="加入棋局").click()
    expect(page.get_by_test_id("player-O")).to_contain_text("👩🏽‍🚀 דנה")
    assert host.game(game).game.players.O.name == "👩🏽‍🚀 דנה"
    second = host.create(opponent="link", side="X").game.id
    page.goto(f"/game/{second}")
    expect(page.get_by_role("button", name="加入棋局")).to_be_visible()
    expect(page.get_by_label("你的名字（可不填）")).to_have_count(0)


def test_whoever_stays_a_guest_is_not_asked_again(people) -> None:
    page = people.blank()
    answer = page.request.post("/api/v1/games", data={"opponent": "link"}).json()
    page.goto(f"/game/{answer['game']['id']}")
    ask = page.get_by_test_id("ask-name")
    ask.get_by_role("button", name="Stay a guest").click()
    expect(ask).to_have_count(0)
    page.reload()
    expect(page.get_by_test_id("share-link")).to_be_visible()
    expect(ask).to_have_count(0)


@pytest.mark.parametrize("name", ["דנה בן־דוד", "W" * 24])
def test_odd_names_leave_the_sentence_and_the_page_as_they_are(people, site, name: str) -> None:
    page, host = people.blank(viewport={"width": 320, "height": 640}), site.client()
    host.rename(name)
    sit_down(page, host)
    isolated = f"\u2068{name}\u2069" if name[0] == "ד" else name
    expect(headline(page)).to_contain_text(f"{isolated} is to move")
    for path in ("", "/", "/games"):
        if path:
            page.goto(path)
            expect(page.get_by_text(name).first).to_be_attached()
        assert page.evaluate("document.documentElement.scrollWidth") <= 320, path
