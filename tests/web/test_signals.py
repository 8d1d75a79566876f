"""What tells somebody who looks elsewhere: title, sound, notification; each only if wanted."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from support.browsing import choose, create, heard, invite, play

#: Keeps what the page shows and sounds, for a test to read. Whether it may notify is said here:
#: the shell of Chromium has no desktop and refuses whatever a context grants.
LISTEN = """
window.told = [];
window.notes = 0;
window.Notification = class extends Notification {
  static get permission() { return "granted"; }
  constructor(title, options) { super(title, options); told.push(`${title}: ${options.body}`); }
};
window.AudioContext = class extends AudioContext {
  createOscillator() {
    const one = super.createOscillator();
    const start = one.start.bind(one);
    one.start = (when) => { notes += 1; start(when); };
    return one;
  }
};
"""
#: A tab behind another: Playwright keeps every page in front, so the page is told otherwise.
BEHIND = """
Object.defineProperty(document, "hidden", {get: () => true});
Object.defineProperty(document, "visibilityState", {get: () => "hidden"});
"""


def switch(page: Page, name: str) -> None:
    """Turn one of the settings over and come back to the home page."""
    page.goto("/settings")
    page.get_by_role("switch", name=name).click()
    page.goto("/")
    page.locator(".form").wait_for()


@pytest.mark.parametrize("wanted", [True, False])
def test_a_tab_in_the_background_tells_when_it_is_your_turn(people, wanted: bool) -> None:
    x, o = people.new(ready=".form"), people.blank()
    o.add_init_script(LISTEN + BEHIND)
    if wanted:
        switch(o, "Notifications")
    else:
        switch(o, "Sounds")
    create(x, "A friend", "Make a link")
    invite(x, o)
    expect(o).not_to_have_title(re.compile("Your turn"))
    before = o.evaluate("notes")
    play(x, "55")
    expect(o).to_have_title(re.compile("Your turn"))
    expect(x).not_to_have_title(re.compile("Your turn"))
    heard(o, "55")
    told = ["Your turn: X plays cell 5 of board 5. You must play in board 5."]
    assert o.evaluate("told") == (told if wanted else [])
    assert (o.evaluate("notes") > before) == wanted


def test_sounds_are_for_those_who_want_them(people) -> None:
    page = people.blank()
    page.add_init_script(LISTEN)
    switch(page, "Sounds")  # on at first, so off now
    create(page, "Same device", "Play here")
    choose(page, "55")
    heard(page, "55")
    assert page.evaluate("notes") == 0
    game = page.url
    switch(page, "Sounds")
    page.goto(game)
    choose(page, "51")
    heard(page, "51")
    page.wait_for_function("() => notes > 0")
