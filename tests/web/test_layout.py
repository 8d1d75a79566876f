"""The board gets the height, and nothing that appears pushes what is under the finger."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from ninefold import Position
from ninefold.rules.squares import parse_square
from ninefold.server.wire import messages as m
from support.browsing import GAMES, button, choose, headline, heard, plies, square
from support.scenes import AT_REST, DRAWN

#: Phones, tablets and desktops; the last two are 1280x800 and 1440x900 enlarged twice.
SIZES = (
    *((320, 568), (390, 844), (844, 390), (768, 1024)),
    *((1024, 768), (1440, 900), (640, 400), (720, 450)),
)
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
}
#: Names as long as the server allows.
LONGEST = ["W" * 24, "Maximiliana-Konstantina O"[:24]]
#: Where everything stands that can be pressed or looked at, by what it is called; wherever the
#: reader has scrolled to.
PLACES = """() => Object.fromEntries([...document.querySelectorAll(
  ".frame, [data-testid=headline], [data-testid^=player], .steps button, .rest > * button, .badge"
)].filter((one) => one.offsetWidth && !one.closest(".talk, .asks, ol")).map((one, n) => {
  const { x, y: top, width, height } = one.getBoundingClientRect();
  const y = top + scrollY + (one.closest(".rest")?.scrollTop ?? 0);
  const name = one.dataset.testid || one.getAttribute("aria-label") || one.textContent.trim();
  return [`${n} ${name}`, [x, y, width, height].map(Math.round).join()];
}))"""


def start(page: Page, **wish: Any) -> str:
    """A game of the page's own visitor, shown; its name."""
    answer = page.request.post("/api/v1/games", data=wish)
    assert answer.ok, answer.text()
    game = str(answer.json()["game"]["id"])
    page.goto(f"/game/{game}")
    page.get_by_role("grid").wait_for()
    return game


def places(page: Page) -> dict[str, str]:
    page.evaluate(AT_REST)
    return dict(page.evaluate(PLACES))


@pytest.mark.parametrize("locale", ["en-GB", "zh-TW"])
def test_the_whole_board_and_whose_turn_it_is_fit_every_screen(people, locale: str) -> None:
    page = people.blank(locale=locale)
    start(page, opponent="same-device", names=LONGEST)
    choose(page, "55")
    plies(page, 1)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(AT_REST)
        screen = f"{width}x{height}"
        for part in (page.locator(".frame"), headline(page)):
            box = part.bounding_box()
            assert box is not None
            assert box["x"] >= 0, screen
            assert box["y"] >= 0, screen
            assert box["x"] + box["width"] <= width + 0.5, screen
            assert box["y"] + box["height"] <= height + 0.5, screen
        frame = page.locator(".frame").bounding_box()
        assert frame["width"] >= 0.72 * min(width, height - 100), f"{screen}: {frame['width']}"
        assert page.evaluate("document.documentElement.scrollWidth") <= width, screen
        if height > 520:  # directly under the board, where there is a place
            steps = page.get_by_role("group").first.bounding_box()
            assert 0 <= steps["y"] - frame["y"] - frame["height"] < 20, screen


@pytest.mark.parametrize("locale", ["en-GB", "zh-TW"])
def test_no_page_is_wider_than_any_phone(people, locale: str) -> None:
    page = people.blank(locale=locale)
    for path in ("/", "/learn", "/puzzles", "/analysis", "/games", "/watch", "/settings"):
        page.goto(path)
        expect(page.get_by_role("heading").first).to_be_visible()
        for width in (320, 345, 360, 375, 390):
            page.set_viewport_size({"width": width, "height": 740})
            page.evaluate(AT_REST)
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (path, width)


def resize(page: Page, size: tuple[int, int]) -> dict[str, str]:
    """Another screen, and where everything stands on it."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate(DRAWN)
    return places(page)


def test_a_hint_a_reason_and_an_earlier_move_push_nothing(people) -> None:
    page = people.blank()
    start(page, opponent="computer", side="X")
    choose(page, "55")
    plies(page, 2)
    expect(headline(page)).to_contain_text("Your turn")
    before = {size: resize(page, size) for size in SIZES}

    def nothing_moved() -> None:
        for size in SIZES:
            assert resize(page, size) == before[size], size

    button(page, "Hint").click()
    expect(page.get_by_test_id("hint")).to_be_visible()
    expect(button(page, "Hint")).to_be_enabled()
    nothing_moved()
    button(page, "Explain this move").click()
    expect(page.get_by_test_id("why")).to_be_visible()
    expect(button(page, "Hint")).to_be_enabled()
    nothing_moved()
    page.get_by_role("button", name="Previous move").click()
    expect(page.get_by_text("As it was after 1 move")).to_be_visible()
    nothing_moved()


def test_what_the_opponent_offers_and_says_pushes_nothing(people, site) -> None:
    host = site.client()
    game = host.create(opponent="link", side="X").game.id
    page = people.blank()
    page.goto(f"/game/{game}")
    button(page, "Join the game").click()
    expect(page.locator(".game.waiting")).to_have_count(0)  # the page has heard that it sits
    expect(page.get_by_test_id("phrases")).to_be_visible()
    host.command(game, m.Move(ply=0, square=40))
    choose(page, "51")
    plies(page, 2)
    expect(button(page, "Offer a draw")).to_be_enabled()
    offer = page.get_by_test_id("offer-draw")
    for size in SIZES:
        before = resize(page, size)
        host.command(game, m.Offer(what="draw"))
        expect(offer).to_be_in_viewport()
        assert places(page) == before, size
        button(page, "Decline").click()
        expect(offer).to_have_count(0)
        expect(button(page, "Offer a draw")).to_be_enabled()
    button(page, "Hello!").click()
    expect(page.get_by_test_id("player-O")).to_contain_text("Hello!")
    assert places(page).keys() == before.keys()
    host.command(game, m.Move(ply=2, square=0))  # and a note: what was said stays in its place
    heard(page, "11")
    assert places(page).keys() == before.keys()


def test_news_of_another_game_covers_no_board_and_pushes_nothing(people, site) -> None:
    page, friend = people.blank(), site.client()
    friend.rename("W" * 24)
    start(page, opponent="same-device")
    other = friend.create(opponent="link", side="X").game.id
    assert page.request.post(f"/api/v1/games/{other}/join", data={}).ok
    page.wait_for_function("document.documentElement.dataset.line === 'live'")
    news = page.get_by_test_id("news")
    expect(news).to_have_count(0)
    game = Position.start("modern")
    for size in SIZES:
        before = resize(page, size)
        friend.command(other, m.Move(ply=game.ply, square=game.legal_moves[0]))
        game = game.play(game.legal_moves[0])
        expect(news).to_be_visible()
        assert places(page) == before, size
        below = news.bounding_box()["y"] + news.bounding_box()["height"]
        assert below <= page.locator(".frame").bounding_box()["y"] or size[0] > size[1], size
        news.get_by_role("button").click()
        expect(news).to_have_count(0)
        move = {"t": "move", "ply": game.ply, "square": game.legal_moves[0]}
        assert page.request.post(f"/api/v1/games/{other}/commands", data=move).ok
        game = game.play(game.legal_moves[0])


def test_what_comes_next_is_in_sight_when_a_game_ends(people) -> None:
    page = people.blank()
    game = start(page, opponent="same-device")
    for ply, move in enumerate(GAMES["modern"].split()):
        body = {"t": "move", "ply": ply, "square": parse_square(move)}
        assert page.request.post(f"/api/v1/games/{game}/commands", data=body).ok
    expect(button(page, "Rematch")).to_be_visible()
    expect(page.get_by_role("button", name="Copy record")).to_be_visible()  # it comes later
    for size in ((320, 568), (375, 667), (390, 844), (1280, 800)):
        resize(page, size)
        expect(button(page, "Rematch")).to_be_in_viewport(ratio=1)
    # Beside the board: the last move is in sight in the list, which has room for some more.
    expect(page.locator(".moves [aria-current]")).to_be_in_viewport(ratio=1)
    assert page.locator(".moves ol").bounding_box()["height"] > 5 * 32


def test_the_question_whether_to_change_sides_covers_no_square(people, site) -> None:
    host, page = site.client(), people.blank(viewport={"width": 320, "height": 568})
    game = host.create(mode="classic", opponent="link", side="X", swap=True).game.id
    assert page.request.post(f"/api/v1/games/{game}/join", data={}).ok
    host.command(game, m.Move(ply=0, square=76))
    page.goto(f"/game/{game}")
    expect(button(page, "Stay O")).to_be_in_viewport(ratio=1)
    resize(page, (640, 400))
    expect(button(page, "Stay O")).to_be_in_viewport(ratio=1)
    for size in ((320, 568), (375, 667), (390, 844)):
        resize(page, size)
        board, bar = (page.locator(one).bounding_box() for one in (".frame", ".asks"))
        assert board["y"] + board["height"] <= bar["y"], size


def test_a_first_touch_shows_where_it_leads_and_a_second_plays(people) -> None:
    page = people.blank(**PHONE)
    start(page, opponent="same-device")
    square(page, "53").tap()
    expect(square(page, "53")).to_have_class(re.compile(r"\bchosen\b"))
    expect(page.locator(".board.sent")).to_have_attribute("data-board", "2")
    expect(page.get_by_test_id("again")).to_have_text("Tap again to play · sends O to board 3")
    square(page, "59").tap()  # thought better of it
    expect(page.locator(".board.sent")).to_have_attribute("data-board", "8")
    plies(page, 0)
    square(page, "59").tap()
    plies(page, 1)
    heard(page, "59")


def test_on_a_turned_board_the_words_turn_too(people) -> None:
    page = people.blank()
    start(page, opponent="same-device")
    page.get_by_label("Turn the board to face O").check()
    expect(headline(page)).to_have_css("rotate", "none")
    choose(page, "55")
    expect(page.locator(".frame.turned")).to_have_count(1)
    expect(headline(page)).to_have_css("rotate", "180deg")
    square(page, "11").click(force=True)
    expect(page.get_by_test_id("refusal")).to_have_css("rotate", "180deg")
    bubble, cell = page.get_by_test_id("refusal").bounding_box(), square(page, "11").bounding_box()
    assert bubble["y"] < cell["y"] + cell["height"] + 40  # beside its square, on the page
    assert bubble["y"] + bubble["height"] <= 860


def test_a_move_that_is_pointed_at_lights_up_on_the_board(people) -> None:
    page = people.blank()
    start(page, opponent="same-device")
    for ply, move in enumerate(GAMES["modern"].split()[:3]):
        choose(page, move)
        plies(page, ply + 1)
    expect(page.locator(".moves li")).to_have_count(2)  # numbered, two moves a line
    page.locator(".moves ol button").nth(1).hover()
    expect(square(page, "87")).to_have_class(re.compile(r"\bspot\b"))
    page.locator(".moves ol button").nth(2).hover()
    expect(page.locator(".cell.spot")).to_have_count(1)
    expect(square(page, "77")).to_have_class(re.compile(r"\bspot\b"))
