"""Puzzles in the page: by keyboard and by touch, refuted on the board, without a server."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest
from playwright.sync_api import Locator, Page, expect

from ninefold.analysis.puzzles import Puzzle, daily_puzzle, shipped_puzzles
from ninefold.rules.squares import square_name
from ninefold.rules.variants import VARIANTS
from support.browsing import OPEN, button, choose, square

PHONE = {"width": 390, "height": 844}


def shown(page: Page) -> Locator:
    return page.get_by_test_id("puzzle")


def said(page: Page) -> Locator:
    return page.get_by_test_id("said")


def begun(page: Page, puzzle: Puzzle) -> None:
    expect(shown(page)).to_have_attribute("data-name", puzzle.name)
    expect(square(page, square_name(puzzle.steps[0].keeps[0]))).to_have_class(OPEN)


def of_mode(page: Page, name: str, mode: str) -> Puzzle:
    """Choose a mode; its first puzzle."""
    page.get_by_label("Mode").select_option(name)
    puzzle = shipped_puzzles(VARIANTS[mode])[0]
    begun(page, puzzle)
    return puzzle


def wrong_move(puzzle: Puzzle) -> str:
    keeps = puzzle.steps[0].keeps
    return square_name(next(s for s in puzzle.position.legal_moves if s not in keeps))


def solve(page: Page, press) -> None:
    """By asking for every move: the page may answer otherwise than the shelf, and be right."""
    for _ in range(8):
        button(page, "Solution").click()
        found = page.locator(".cell.hint")
        expect(found).to_have_count(1)
        press(found)
        expect(page.locator(".cell.hint")).to_have_count(0)
        expect(said(page)).to_have_text(re.compile("Right! Go on.|Solved!"))
        if "Solved!" in said(page).inner_text():
            return
    pytest.fail("no end of the puzzle")


def test_the_puzzle_of_the_day_by_keyboard(people) -> None:
    page = people.new(path="/puzzles", ready="[data-square]")
    daily = button(page, "Puzzle of the day")
    daily.focus()
    page.keyboard.press("Enter")
    puzzle = daily_puzzle(datetime.now(UTC).date())
    begun(page, puzzle)

    def press(found: Locator) -> None:
        found.focus()
        page.keyboard.press("Enter")

    solve(page, press)
    expect(page.get_by_test_id("tally")).to_contain_text("1 day in a row")


def test_a_wrong_move_is_answered_on_the_board_and_the_right_one_counts_no_more(people) -> None:
    page = people.new(path="/puzzles", ready="[data-square]")
    puzzle = of_mode(page, "modern", "modern")
    wrong, right = wrong_move(puzzle), square_name(puzzle.steps[0].keeps[0])
    choose(page, wrong)
    expect(said(page)).to_contain_text(f"{wrong} lets it go.")
    expect(page.get_by_test_id("tally")).to_contain_text("0 in a row")
    expect(page.get_by_test_id("tally")).not_to_contain_text("Rating 1,500")
    button(page, "Try again").click()
    begun(page, puzzle)
    button(page, "Hint").click()
    expect(said(page)).to_have_text(re.compile(r"The move is on board \d\.|It is \d\d or \d\d\."))
    choose(page, right)
    expect(said(page)).to_have_text(re.compile("Right! Go on.|Solved!"))
    page.reload()  # what was tried does not come again, and the rating stays
    expect(page.get_by_test_id("tally")).not_to_contain_text("Rating 1,500")
    page.get_by_label("Mode").select_option("modern")
    expect(shown(page)).to_have_attribute("data-name", shipped_puzzles(VARIANTS["modern"])[1].name)


def test_the_shelfs_solution_is_right_in_the_page_too(people) -> None:
    page = people.new(path="/puzzles", ready="[data-square]")
    for mode in VARIANTS:
        puzzle = of_mode(page, mode, mode)
        choose(page, square_name(puzzle.steps[0].keeps[0]))
        expect(said(page)).to_have_text(re.compile("Right! Go on.|Solved!"))
    expect(page.get_by_test_id("tally")).to_contain_text("Rating")


def test_by_touch_without_a_server_and_in_chinese(people) -> None:
    page = people.new(
        path="/puzzles", ready="[data-square]", viewport=PHONE, has_touch=True, is_mobile=True
    )
    puzzle = of_mode(page, "battle", "battle")
    page.context.set_offline(True)

    def press(found: Locator) -> None:
        found.tap()
        found.tap()  # small squares ask twice

    solve(page, press)
    page.context.set_offline(False)
    page.get_by_role("button", name="繁體中文").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("謎題")
    expect(said(page)).not_to_have_text("")
    assert puzzle.kind
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
