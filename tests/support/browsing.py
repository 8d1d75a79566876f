"""What people do in a browser, as short words for the tests."""

from __future__ import annotations

import re
from typing import Final

from playwright.sync_api import Locator, Page, expect

from ninefold.rules.position import Position
from ninefold.rules.squares import parse_square

__all__ = [
    "GAMES",
    "button",
    "create",
    "headline",
    "invite",
    "play",
    "shows_position",
    "square",
    "touch",
]

#: A short game in each mode that X wins by a line of boards; Battle's has a stolen board in it.
GAMES: Final = {
    "modern": "78 87 77 73 32 25 51 13 38 85 59 93 35 53 79 96 69 94 48 86 63 57 55",
    "classic": "57 78 87 72 27 77 73 35 54 48 84 43 33 32 24 45 51 18 81 12 21",
    "battle": "64 45 51 18 88 83 38 84 43 36 66 61 17 75 55 56 65 57 74 44 42 21 14 46 62 24 41 15"
    " 59",
    "open": "15 54 45 56 69 91 17 73 38 87 75 53 36 64 43 34 47 71 13 37 72 27 78",
}


def square(page: Page, move: str) -> Locator:
    """The square of a move written as people write it."""
    return page.locator(f'[data-square="{parse_square(move)}"]')


def button(page: Page, name: str) -> Locator:
    """The button of exactly that name."""
    return page.get_by_role("button", name=name, exact=True)


def headline(page: Page) -> Locator:
    """What the page says about the game above the board."""
    return page.get_by_test_id("headline")


def create(page: Page, opponent: str, go: str, *, mode: str = "Modern", side: str = "X") -> None:
    """Set a game up on the home page and wait for its board."""
    page.locator("label.mode", has_text=mode).click()
    page.locator("label.pill", has_text=re.compile(f"^{opponent}$")).click()
    if opponent != "Same device":
        page.locator(f'label.side:has(input[value="{side}"])').click()
    button(page, go).click()
    page.get_by_role("grid").wait_for()


def invite(host: Page, guest: Page) -> None:
    """The guest comes by the host's link and joins."""
    guest.goto(host.get_by_test_id("share-link").input_value())
    button(guest, "Join the game").click()
    expect(headline(host)).not_to_contain_text("Waiting")
    expect(headline(guest)).not_to_contain_text("Waiting")


def play(page: Page, move: str) -> None:
    """Click a square and wait until it is the last move."""
    square(page, move).click()
    expect(square(page, move)).to_have_class(re.compile(r"\blast\b"))


def touch(page: Page, move: str) -> None:
    """Click a square that will be refused: it is marked as disabled, and answers all the same."""
    square(page, move).click(force=True)


def shows_position(page: Page, position: Position) -> None:
    """The page shows this very position, and lights the boards that may be played in."""
    lit = sorted({move // 9 for move in position.legal_moves})
    expect(page.locator(".board.lit")).to_have_count(len(lit))
    shown = page.evaluate(
        """() => {
          const boards = (which) => [...document.querySelectorAll(which)];
          return {
          cells: Array.from({length: 81}, (_, n) => {
            const mark = document.querySelector(`[data-square="${n}"] .mark:not(.ghost)`);
            return mark === null ? "." : mark.classList.contains("x") ? "X" : "O";
          }).join(""),
          owners: boards("[data-board]").map((board) => board.dataset.owner).join(""),
          lit: boards(".board.lit").map((board) => Number(board.dataset.board)),
          };
        }"""
    )
    assert shown == {"cells": position.cells, "owners": position.owners, "lit": lit}
