"""Every page for everybody: light and dark, phone and desktop, in both languages."""

from __future__ import annotations

import gzip
import re
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from ninefold.words import GAME_WORDS
from support.scenes import AT_REST, SCENES, dress, show

ROOT = Path(__file__).parents[2]
STATIC = ROOT / "src" / "ninefold" / "server" / "static"
I18N = ROOT / "web" / "src" / "lib" / "i18n"
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
SIZES = ({"width": 320, "height": 640}, {"width": 1440, "height": 900})
#: Words that stand in Latin letters in every language.
NAMES = {
    *("Ninefold", "English", "Enter", "Home", "Shift", "Ctrl", "Authorization", "Bearer"),
    *("Ada", "Lin", "Grace", "http", "game", "Cookie"),
    *("ninefold", "serve", "host", "localhost"),  # what the share dialog says to type
}


def violations(page: Page, only: str = "") -> list[str]:
    """What axe finds, each as one line; of all its rules or of one."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    page.evaluate(AT_REST)
    asked = {"resultTypes": ["violations"]} | ({"runOnly": [only]} if only else {})
    found = page.evaluate("asked => axe.run(document, asked)", asked)["violations"]
    return [
        f"{one['id']}: {one['help']}: {node['html'][:160]}"
        for one in found
        for node in one["nodes"]
    ]


def said(page: Page) -> str:
    """All that can be read or heard on a page."""
    return str(
        page.evaluate(
            """() => {
              const names = ['aria-label', 'title', 'placeholder'];
              const said = (one) => names.map((name) => one.getAttribute(name) ?? '');
              const all = [...document.querySelectorAll('[aria-label], [title], [placeholder]')];
              return [document.body.innerText, document.title, ...all.flatMap(said)].join(' ');
            }"""
        )
    )


@pytest.mark.parametrize("scene", SCENES)
def test_every_page_speaks_chinese_only_and_axe_finds_nothing_in_english(
    reader, site, scene: str
) -> None:
    """One showing of a page does for both: the language is one press away."""
    page = reader()
    show(scene, page, site.client())
    assert set(re.findall(r"[A-Za-z]{3,}", said(page))) - NAMES == set()
    assert page.evaluate("document.documentElement.lang") == "zh-Hant"
    page.locator(".tongue").evaluate("button => button.click()")  # also from behind a dialog
    expect(page.locator("html")).to_have_attribute("lang", "en")
    for whole, scheme in zip(SIZES, SCHEMES, strict=True):
        dress(page, scheme)
        for size in SIZES:
            page.set_viewport_size(size)
            # Light or dark makes a difference to colours only.
            found = violations(page, "" if size == whole else "color-contrast")
            assert found == [], f"{scene} {size['width']} {scheme}"
            wide = page.evaluate("document.documentElement.scrollWidth")
            assert wide <= size["width"], f"{scene} is {wide} px wide, not {size['width']}"


def test_every_level_that_the_server_offers_has_words_of_its_own(site) -> None:
    words = (I18N / "words.en.ts").read_text(encoding="utf-8")
    for level in site.client().about().levels:
        assert f'"level.{level.name}": ' in words
        assert f'"level.{level.name}.text": ' in words


def test_what_a_move_was_for_names_only_a_board_that_the_server_names() -> None:
    english = (I18N / "further-words.en.ts").read_text(encoding="utf-8")
    for code, text in GAME_WORDS["en"].remarks.items():
        found = re.search(rf'"remark\.{code}": "(.+)",', english)
        assert found is not None, f"the page has no words for {code}"
        assert "{board}" not in found[1] or "{board}" in text, code


def test_the_language_is_one_click_away_and_is_remembered(people) -> None:
    page = people.new(ready=".form")
    page.get_by_role("button", name="繁體中文").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("九個小盤，一局棋")
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("九個小盤，一局棋")
    page.get_by_role("button", name="English").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Nine boards, one game")


def test_the_theme_can_be_chosen(people) -> None:
    page = people.new(path="/settings", ready="select", color_scheme="light")
    paper = "getComputedStyle(document.documentElement).backgroundColor"
    light = page.evaluate(paper)
    page.get_by_label("Appearance").select_option("dark")
    page.wait_for_function(f"light => {paper} !== light", arg=light)
    page.reload()
    page.wait_for_function(f"light => {paper} !== light", arg=light)


@pytest.mark.parametrize(("locale", "scene"), [("en-GB", "game-start"), ("zh-TW", "home")])
def test_the_first_load_is_under_60_kb_of_script(people, site, locale: str, scene: str) -> None:
    page = people.blank(locale=locale)
    loaded: set[str] = set()
    page.on("requestfinished", lambda one: loaded.add(urlsplit(one.url).path))
    SCENES[scene](page, site.client())
    scripts = [STATIC / path.lstrip("/") for path in loaded if path.endswith(".js")]
    assert len(scripts) >= 2
    sizes = {path.name: len(gzip.compress(path.read_bytes(), 9)) for path in scripts}
    assert sum(sizes.values()) < 60_000, sizes
    index = (STATIC / "index.html").read_text(encoding="utf-8")
    assert "<script>" not in index, "the content policy allows no inline script"


def test_a_bot_gets_its_token_on_the_settings_page(people) -> None:
    page = people.new(path="/settings", ready="input[role=switch]")
    page.get_by_label("What the token is for").fill("my bot")
    page.get_by_role("button", name="Make a token").click()
    expect(page.locator(".secret code")).not_to_be_empty()
    page.get_by_role("button", name="Delete the token my bot").click()
    expect(page.get_by_role("button", name="Delete the token my bot")).to_have_count(0)
