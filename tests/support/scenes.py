"""Every page in every state worth looking at: for pictures, and for axe."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, Literal

from playwright.sync_api import Page, expect

from ninefold.rules.squares import parse_square
from ninefold.server.client import Client
from ninefold.server.wire import messages as m
from support.browsing import GAMES, choose

__all__ = ["AT_REST", "DRAWN", "SCENES", "Scene", "dress", "show"]

#: Waits until nothing fades or moves any more: colours and places are what they will be.
AT_REST: Final = """Promise.all(document.getAnimations()
  .filter((one) => one.effect.getTiming().iterations !== Infinity)
  .map((one) => one.finished.catch(() => null)))"""
#: Whether the paper is already that of a scheme, whatever its exact colour.
WEARS: Final = """scheme => {
  const paper = getComputedStyle(document.documentElement).backgroundColor;
  const [red, green, blue] = paper.match(/\\d+/g).map(Number);
  return (red + green + blue < 384) === (scheme === 'dark');
}"""
#: Waits until the page has been drawn anew: a fade that a change starts has begun by then.
DRAWN: Final = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
#: A review looks at more than a million positions, on a machine that may be busy.
_REVIEW: Final = 120_000
#: What leads to a scene: a visitor's page and another visitor who plays by the API.
Scene = Callable[[Page, Client], None]


def _open(path: str, ready: str) -> Scene:
    def scene(page: Page, _other: Client) -> None:
        page.goto(path)
        page.locator(ready).first.wait_for()

    return scene


def _game(mode: str, *, moves: int, opponent: str = "same-device", hover: str = "") -> Scene:
    """A game of the page's own visitor, with so many moves of the shared short game."""

    def scene(page: Page, _other: Client) -> None:
        wish = {"mode": mode, "opponent": opponent, "side": "X", "names": ["Ada", "Lin"]}
        game = _ask(page, "/api/v1/games", wish)["game"]
        for ply, move in enumerate(GAMES[mode].split()[:moves]):
            body = {"t": "move", "ply": ply, "square": parse_square(move)}
            _ask(page, f"/api/v1/games/{game['id']}/commands", body)
        page.goto(f"/game/{game['id']}")
        page.get_by_role("grid").wait_for()
        if hover:
            page.locator(f'[data-square="{parse_square(hover)}"]').hover()

    return scene


def _ask(page: Page, path: str, body: object) -> dict:
    """What the page's own visitor asks of the server, who gives them a cookie with the answer."""
    answer = page.request.post(path, data=body)
    assert answer.ok, answer.text()
    return answer.json()


def _against_computer(page: Page, _other: Client) -> None:
    game = _ask(page, "/api/v1/games", {"opponent": "computer", "side": "X"})["game"]
    page.goto(f"/game/{game['id']}")
    choose(page, "55")
    page.locator(".moves ol button").nth(1).wait_for()
    page.get_by_role("button", name="Hint").or_(page.get_by_role("button", name="提示")).click()
    page.get_by_test_id("hint").wait_for()


def _reviewed(page: Page, other: Client) -> None:
    """A game that was given up after seven moves, of which the fourth was a mistake."""
    _game("modern", moves=7)(page, other)
    _ask(page, f"/api/v1/games/{page.url.rpartition('/')[2]}/commands", {"t": "resign"})
    page.goto(f"{page.url}/review")
    page.get_by_test_id("curve").wait_for(timeout=_REVIEW)


def _retried(page: Page, other: Client) -> None:
    _reviewed(page, other)
    learn = ("Learn from the mistakes", "從失誤中學習")
    page.get_by_role("button", name=re.compile("|".join(learn))).click()
    page.get_by_test_id("retry").wait_for()
    page.get_by_role("button", name=re.compile("Solution|解答")).click()


def _in_the_page(page: Page, _other: Client) -> None:
    """A game that is played in the page, under /play, after a move and a hint."""
    page.goto("/")
    page.locator("label.pill:has(input[value=computer])").click()
    page.locator('label.side:has(input[value="X"])').click()
    page.locator(".form button.primary").click()
    page.wait_for_url(re.compile("/play/"))
    choose(page, "55")
    page.locator(".moves ol button").nth(1).wait_for()
    page.get_by_role("button", name="Hint").or_(page.get_by_role("button", name="提示")).click()
    page.get_by_test_id("hint").wait_for()


def _waiting(page: Page, _other: Client) -> None:
    game = _ask(page, "/api/v1/games", {"opponent": "link", "side": "X"})["game"]
    page.goto(f"/game/{game['id']}")
    page.locator(".code").wait_for()


def _invited(page: Page, other: Client) -> None:
    other.rename("Grace")
    game = other.create(mode="classic", opponent="link", side="X", swap=True).game
    page.goto(f"/game/{game.id}")
    page.locator(".big").wait_for()


def _watching(page: Page, other: Client) -> None:
    game = other.create(mode="battle", opponent="same-device", names=["Ada", "Lin"]).game
    for ply, move in enumerate(GAMES["battle"].split()[:24]):
        other.command(game.id, m.Move(ply=ply, square=parse_square(move)))
    page.goto(f"/game/{game.id}")
    page.get_by_role("grid").wait_for()


def _games(page: Page, other: Client) -> None:
    """A list with a game that was won, one that waits, and one in which the other is to move."""
    _game("battle", moves=29)(page, other)
    game = other.create(opponent="link", side="O").game.id
    _ask(page, f"/api/v1/games/{game}/join", {})
    _ask(page, f"/api/v1/games/{game}/commands", {"t": "move", "ply": 0, "square": 40})
    _ask(page, "/api/v1/games", {"opponent": "link", "mode": "classic"})
    page.goto("/games")
    page.get_by_test_id("own-game").nth(2).wait_for()


def _lesson(page: Page, _other: Client) -> None:
    """The lesson once a board is captured: with marks, an owner, and a task that is done."""
    page.goto("/learn")
    onward = page.locator(".next .primary")
    for moves in ("62", "65", "61 68"):
        for move in moves.split():
            choose(page, move)
        expect(onward).to_be_enabled()
        if moves != "61 68":
            onward.click()
    page.locator('[data-board="5"][data-owner="X"]').wait_for()


def _rules(page: Page, other: Client) -> None:
    _watching(page, other)
    page.locator(".badge").click()
    page.get_by_role("dialog").wait_for()


def _explored(page: Page, other: Client) -> None:
    game = other.create(opponent="same-device").game.id
    other.command(game, m.Move(ply=0, square=40))
    other.command(game, m.Resign())
    page.goto("/analysis")
    page.locator(".which button").nth(1).click()
    page.get_by_test_id("explorer").locator("tbody tr").first.wait_for()


def _edit(page: Page, _other: Client) -> None:
    """A position that cannot be: X has two marks more than O."""
    page.goto("/analysis")
    page.locator(".tools .button").nth(2).click()
    for square in (0, 80):
        page.locator(f'[data-testid=editor] [data-square="{square}"]').click()
    page.locator("[data-testid=doubts] li").wait_for()


SCENES: Final[dict[str, Scene]] = {
    "home": _open("/", ".form"),
    "game-start": _game("modern", moves=0),
    "game-modern": _game("modern", moves=14, hover="55"),
    "game-classic": _game("classic", moves=17),
    "game-battle": _game("battle", moves=25),
    "game-open": _game("open", moves=20),
    "game-over": _game("modern", moves=23),
    "computer": _against_computer,
    "play": _in_the_page,
    "review": _reviewed,
    "retry": _retried,
    "waiting": _waiting,
    "invited": _invited,
    "watching": _watching,
    "rules": _rules,
    "games": _games,
    "learn": _lesson,
    "learn-battle": _open("/learn/battle", "[role=grid]"),
    "puzzles": _open("/puzzles", "[data-square]"),
    # A game with a side line, a mark and a comment: 55 51?! (59 99) 15.
    "analysis": _open("/analysis#D5ABBm1vZGVybgAAASooJFhRLFMBIVBSBA", "[data-testid=lines] li"),
    "analysis-edit": _edit,
    "analysis-explorer": _explored,
    "watch": _open("/watch", "form"),
    "settings": _open("/settings", "input[role=switch]"),
    "missing": _open("/nowhere", ".notice"),
}


def dress(page: Page, scheme: Literal["light", "dark"]) -> None:
    """Switch a page to light or dark, and come back when every colour is the new one."""
    page.emulate_media(color_scheme=scheme)
    page.wait_for_function(WEARS, arg=scheme)
    page.evaluate(DRAWN)
    page.evaluate(AT_REST)


def show(name: str, page: Page, other: Client) -> None:
    """Bring a page to a scene and let it come to rest."""
    SCENES[name](page, other)
    page.wait_for_load_state("networkidle")  # lists and faces that come after the page itself
    page.evaluate("document.fonts.ready")
    page.evaluate(AT_REST)
