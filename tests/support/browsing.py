"""What people do in a browser, as short words for the tests."""

from __future__ import annotations

import json
import re
from typing import Final

from playwright.sync_api import Locator, Page, expect
from playwright.sync_api import TimeoutError as OutOfPatience

from ninefold.rules.position import Position
from ninefold.rules.squares import parse_square

__all__ = [
    "GAMES",
    "GAME_PAGE",
    "OPEN",
    "button",
    "choose",
    "create",
    "headline",
    "heard",
    "invite",
    "play",
    "plies",
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

#: The address of a game, on the server or in the page.
GAME_PAGE: Final = re.compile("/(game|play)/")
#: A square that this page may play now, and the one that was played last.
OPEN: Final = re.compile(r"\bopen\b")
LAST: Final = re.compile(r"\blast\b")
#: What a page's board shows, read off the page.
SHOWN: Final = """() => {
  const boards = (which) => [...document.querySelectorAll(which)];
  const cells = Array.from({length: 81}, (_, n) => {
    const mark = document.querySelector(`[data-square="${n}"] .mark:not(.ghost)`);
    return mark === null ? "." : mark.classList.contains("x") ? "X" : "O";
  }).join("");
  const owners = boards("[data-board]").map((board) => board.dataset.owner).join("");
  const lit = boards(".board.lit").map((board) => Number(board.dataset.board));
  return {cells, owners, lit};
}"""


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
    page.wait_for_url(GAME_PAGE)  # the home page has a board too
    page.get_by_role("grid").wait_for()


def invite(host: Page, guest: Page) -> None:
    """The guest comes by the host's link and joins."""
    guest.goto(host.get_by_test_id("share-link").input_value())
    button(guest, "Join the game").click()
    expect(headline(host)).not_to_contain_text("Waiting")
    expect(headline(guest)).not_to_contain_text("Waiting")


def choose(page: Page, move: str) -> None:
    """Click a square once this page may play it: another's move is heard of a little later."""
    cell = square(page, move)
    expect(cell).to_have_class(OPEN)
    cell.click()


def play(page: Page, move: str) -> None:
    """Play a move in one's turn and wait until it is the last move on this page."""
    choose(page, move)
    expect(square(page, move)).to_have_class(LAST)


def heard(page: Page, move: str) -> None:
    """Wait until the page has heard of a move and shows it as the last."""
    expect(square(page, move)).to_have_class(LAST)


def touch(page: Page, move: str, *, turn: bool = True) -> None:
    """Click a square that will be refused: it is marked as disabled, and answers all the same.

    In one's turn, unless told otherwise: before it has come every square gives the same reason.
    """
    if turn:
        expect(page.locator(".frame.mine")).to_have_count(1)
    square(page, move).click(force=True)


def plies(page: Page, count: int) -> None:
    """Wait until so many moves are made and the server has said so."""
    expect(page.locator(".moves ol button")).to_have_count(count)


def shows_position(page: Page, position: Position) -> None:
    """Wait until the page shows this very position, and lights the boards that may be played in."""
    lit = sorted({move // 9 for move in position.legal_moves})
    wanted = {"cells": position.cells, "owners": position.owners, "lit": lit}
    try:
        page.wait_for_function(
            f"wanted => JSON.stringify(({SHOWN})()) === wanted",
            arg=json.dumps(wanted, separators=(",", ":")),
        )
    except OutOfPatience:
        assert page.evaluate(SHOWN) == wanted
        raise
