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


def violations(page: Page) -> list[str]:
    """What axe finds, each as one line."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    page.evaluate(AT_REST)
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")["violations"]
    return [
        f"{one['id']}: {one['help']}: {node['html'][:160]}"
        for one in found
        for node in one["nodes"]
    ]


@pytest.mark.parametrize("scene", SCENES)
def test_axe_finds_nothing_light_or_dark_narrow_or_wide(readers, site, scene: str) -> None:
    page = readers("en-GB")
    show(scene, page, site.client())
    for scheme in SCHEMES:
        dress(page, scheme)
        for size in SIZES:
            page.set_viewport_size(size)
            assert violations(page) == [], f"{scene} {size['width']} {scheme}"
            wide = page.evaluate("document.documentElement.scrollWidth")
            assert wide <= size["width"], f"{scene} is {wide} px wide, not {size['width']}"


@pytest.mark.parametrize("scene", SCENES)
def test_every_page_speaks_chinese_and_nothing_else(readers, site, scene: str) -> None:
    page = readers("zh-TW")
    show(scene, page, site.client())
    text = page.evaluate(
        """() => {
          const names = ['aria-label', 'title', 'placeholder'];
          const said = (one) => names.map((name) => one.getAttribute(name) ?? '');
          const all = [...document.querySelectorAll('[aria-label], [title], [placeholder]')];
          return [document.body.innerText, document.title, ...all.flatMap(said)].join(' ');
        }"""
    )
    assert set(re.findall(r"[A-Za-z]{3,}", text)) - NAMES == set()
    assert page.evaluate("document.documentElement.lang") == "zh-Hant"


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


@pytest.mark.parametrize("locale", ["en-GB", "zh-TW"])
@pytest.mark.parametrize("scene", ["home", "game-start"])
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
