"""The review of a game in the page: as Python makes it, stopped, stepped through, learnt from."""

from __future__ import annotations

import re
from functools import cache

from playwright.sync_api import Locator, Page, expect

from ninefold import Position, Record, RecordedMove
from ninefold.analysis import MARKS, Review, review
from ninefold.engine import Limit, NativeEngine
from ninefold.rules.squares import parse_square, square_name
from support.browsing import GAMES, button, choose, square

PHONE = {"width": 390, "height": 844}
#: Four million positions are looked at, on a machine that may be busy.
LONG = 180_000


@cache
def reviewed(mode: str, moves: int | None = None) -> Review:
    """What Python makes of the shared game, or of its first moves."""
    squares = tuple(RecordedMove(parse_square(move)) for move in GAMES[mode].split()[:moves])
    return review(Record(Position.start(mode), squares, "X"))


def on_the_server(page: Page, mode: str = "modern") -> str:
    """A game of the page's own visitor that is over; its address."""
    wish = {"mode": mode, "opponent": "same-device", "names": ["Ada", "Lin"]}
    game = page.request.post("/api/v1/games", data=wish).json()["game"]["id"]
    for ply, move in enumerate(GAMES[mode].split()):
        body = {"t": "move", "ply": ply, "square": parse_square(move)}
        page.request.post(f"/api/v1/games/{game}/commands", data=body)
    return f"/game/{game}"


def curve(page: Page) -> Locator:
    return page.get_by_test_id("curve")


def said(page: Page) -> Locator:
    return page.get_by_test_id("said")


def now(page: Page) -> Locator:
    return page.get_by_test_id("now")


def test_page_and_python_give_the_same_review(people) -> None:
    page = people.blank()
    page.goto(f"{on_the_server(page, 'battle')}/review")
    expect(curve(page)).to_be_visible(timeout=LONG)
    found = reviewed("battle")
    for side in ("X", "O"):
        told = page.get_by_test_id(f"accuracy-{side}")
        expect(told).to_contain_text(f"Accuracy {found.accuracy(side):.0f}")
    moves = page.locator(".moves ol button")
    only = [move.only and move.square == move.best for move in found.moves]
    marks = [MARKS.get(m.judgement) or "!" * one for m, one in zip(found.moves, only, strict=True)]
    names = [square_name(move.square) for move in found.moves]
    expect(moves).to_have_text([name + mark for name, mark in zip(names, marks, strict=True)])
    expect(page.get_by_test_id("moments").locator("strong")).to_have_text(
        [re.compile(rf"Move {m.ply + 1}: {m.player} played") for m in found.moments]
    )
    assert found.moments


def test_stopped_gone_on_with_stepped_through_and_a_mistake_tried_again(people) -> None:
    page = people.blank(viewport=PHONE)
    page.goto(on_the_server(page))
    page.context.route(
        "**/*.weights", lambda _route: None
    )  # so that the engine waits for its network
    page.get_by_role("link", name="Review", exact=True).click()
    button(page, "Stop").click()
    expect(page.get_by_text("The review was stopped.")).to_be_visible()
    page.context.unroute("**/*.weights")  # which lets those that wait go on
    button(page, "Start again").click()
    expect(curve(page)).to_be_visible(timeout=LONG)
    faults = [move for move in reviewed("modern").moves if move.judgement in MARKS]
    for fault in faults[:2]:
        button(page, "Next mistake").click()
        expect(now(page)).to_contain_text(f"{fault.ply + 1}. {fault.player}")
        expect(now(page)).to_contain_text("Better:")
        expect(square(page, square_name(fault.best))).to_have_class(re.compile(r"\bhint\b"))
    slider = page.get_by_role("slider")
    slider.focus()
    page.keyboard.press("ArrowRight")
    expect(now(page)).to_contain_text(f"{faults[1].ply + 2}. ")
    page.keyboard.press("Home")
    expect(now(page)).to_contain_text("Before the first move")
    box = curve(page).bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] - 2, box["y"] + 20)
    expect(now(page)).to_contain_text("23. X")
    assert page.evaluate("document.querySelector('main').scrollWidth <= innerWidth")
    try_mistakes_again(page)


def try_mistakes_again(page: Page) -> None:
    lessons = [m for m in reviewed("modern").moves if m.judgement in ("mistake", "blunder")]
    first = lessons[0]
    button(page, "Learn from the mistakes").click()
    retry = page.get_by_test_id("retry")
    expect(retry).to_contain_text(f"Mistake 1 of {len(lessons)}")
    choose(page, square_name(first.square))
    expect(said(page)).to_have_text("That is what was played. Look for something else.")
    position = reviewed("modern").record.positions[first.ply]
    with NativeEngine() as engine:
        worst = engine.analyse(position, Limit(nodes=100_000), lines=81)[-1].move
    assert worst != first.square
    choose(page, square_name(worst))
    expect(said(page)).to_contain_text(f"{square_name(worst)} is not good enough.", timeout=LONG)
    button(page, "Try again").click()
    button(page, "Hint").click()
    expect(said(page)).to_have_text(re.compile(r"The move is on board \d\.|It is \d\d or \d\d\."))
    choose(page, square_name(first.best))
    expect(said(page)).to_contain_text(f"Right, {square_name(first.best)} is it!")
    button(page, "Next mistake").click()
    expect(retry).to_contain_text(f"Mistake 2 of {len(lessons)}")
    button(page, "Solution").click()
    expect(said(page)).to_contain_text(f"Play {square_name(lessons[1].best)}.")
    expect(said(page)).to_contain_text("Better:")
    button(page, "Back to the review").click()
    expect(curve(page)).to_be_visible()


def test_a_game_that_goes_on_is_not_reviewed(people) -> None:
    page = people.blank()
    wish = {"opponent": "same-device"}
    game = page.request.post("/api/v1/games", data=wish).json()["game"]["id"]
    page.goto(f"/game/{game}/review")
    expect(page.get_by_role("alert")).to_contain_text("once it is over")


def test_a_pasted_record_is_reviewed_and_a_broken_one_refused_in_words(people) -> None:
    page = people.new(path="/review", ready="textarea")
    moves = GAMES["modern"].split()
    wrong = [*moves[:16], "55", *moves[17:]]
    page.get_by_role("textbox").fill(f'[Mode "modern"] 1. {" ".join(wrong)} X')
    page.get_by_role("dialog").get_by_role("button", name="Open").click()
    expect(page.get_by_test_id("refused")).to_contain_text("17")
    text = f'[Mode "modern"] [X "Ann"] [O "Ben"] 1. {" ".join(moves[:5])} X'
    page.get_by_role("textbox").fill(text)
    page.get_by_role("dialog").get_by_role("button", name="Open").click()
    expect(curve(page)).to_be_visible(timeout=LONG)
    found = reviewed("modern", 5)
    for side, name in (("X", "Ann"), ("O", "Ben")):
        told = page.get_by_test_id(f"accuracy-{side}")
        expect(told).to_contain_text(f"{side} · {name}")
        expect(told).to_contain_text(f"Accuracy {found.accuracy(side):.0f}")
