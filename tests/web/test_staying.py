"""Whatever happens to the line, the page comes back by itself and says what happened."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect

from ninefold.rules.position import Position
from support.browsing import (
    button,
    choose,
    create,
    headline,
    heard,
    invite,
    play,
    plies,
    shows_position,
    touch,
)
from support.serving import Server

#: The socket of a game, not the visitor's own line.
GAME_LINE = re.compile(r"/games/\w+/live$")


@pytest.fixture
def frail(tmp_path):
    """A server that may be killed."""
    server = Server(tmp_path / "frail").start()
    yield server
    server.kill()


def test_a_killed_server_comes_back_and_the_game_goes_on(frail, people_at) -> None:
    people = people_at(frail.url)
    x, o = people.new(ready=".form"), people.blank()
    create(x, "A friend", "Make a link")
    invite(x, o)
    play(x, "55")
    play(o, "51")
    heard(x, "51")

    frail.kill()
    expect(x.locator("[data-link=lost]")).to_contain_text("Connection lost")
    touch(x, "15", turn=False)  # not sent into nothing: the page says that it must wait
    expect(x.get_by_test_id("refusal")).to_contain_text("Not connected")
    frail.start()
    expect(x.locator("[data-link=live]")).to_contain_text("nothing was lost")
    shows_position(x, Position.start().play("55").play("51"))
    play(x, "15")
    heard(o, "15")
    assert people.errors == []


def test_a_lost_network_a_reload_and_a_missed_move(people) -> None:
    x, o = people.new(ready=".form"), people.blank()
    create(x, "A friend", "Make a link")
    invite(x, o)
    o.context.set_offline(True)
    expect(o.locator("[data-link=lost]")).to_contain_text("Connection lost")
    play(x, "55")
    plies(x, 1)
    o.context.set_offline(False)
    expect(o.locator("[data-link=live]")).to_contain_text("nothing was lost")
    shows_position(o, Position.start().play("55"))
    play(o, "51")
    heard(x, "51")
    o.reload()
    shows_position(o, Position.start().play("55").play("51"))
    expect(headline(x)).to_contain_text("Your turn")


def test_a_line_that_breaks_while_joining_says_when_it_is_back(people) -> None:
    x, o = people.new(ready=".form"), people.blank()
    create(x, "A friend", "Make a link")
    lines = []

    def answer(line) -> None:
        lines.append(line)
        if len(lines) == 2:  # the one that joining opens
            line.close()
        else:
            line.connect_to_server()

    o.route_web_socket("**/games/*/live", answer)
    o.route("**/api/v1/me", lambda route: route.abort())  # a stranger until the moment of joining
    invite(x, o)
    expect(o.locator("[data-link=live]")).to_contain_text("nothing was lost")
    # What the server still thinks of one's own line for a moment is nothing to be told.
    expect(o.get_by_test_id("player-O")).not_to_contain_text("not connected", timeout=1)
    play(x, "55")
    heard(o, "55")


def test_a_move_that_got_lost_is_sent_again_when_the_line_is_back(people) -> None:
    x, o = people.new(ready=".form"), people.blank()
    create(x, "A friend", "Make a link")
    lost: list[str] = []

    def answer(line) -> None:
        server = line.connect_to_server()

        def send(message: str) -> None:
            if not lost and json.loads(message)["t"] == "move":
                lost.append(message)
                line.close()  # the move is on its way when the line breaks
            else:
                server.send(message)

        line.on_message(send)

    o.route_web_socket(GAME_LINE, answer)
    invite(x, o)
    play(x, "55")
    choose(o, "51")
    heard(x, "51")
    assert len(lost) == 1


def test_an_older_state_never_replaces_a_newer_one(people) -> None:
    x, o = people.new(ready=".form"), people.blank()
    lines, states, quiet = [], [], []

    def answer(line) -> None:
        server = line.connect_to_server()
        lines.append(line)

        def pass_on(message: str) -> None:
            if not quiet:  # or the server would mend it
                states.append(message)
                line.send(message)

        server.on_message(pass_on)

    x.route_web_socket(GAME_LINE, answer)
    create(x, "A friend", "Make a link")
    invite(x, o)
    play(x, "55")
    play(o, "51")
    heard(x, "51")
    quiet.append(True)
    older = (state for state in states if json.loads(state)["t"] == "game")
    lines[-1].send(next(state for state in older if json.loads(state)["game"]["moves"]))
    # Told after it, so that the page has heard the older state when it shows this.
    there = {"online": True, "gone_ms": None}
    presence = {"t": "presence", "X": there, "O": there, "watchers": 3, "claim_after_ms": None}
    lines[-1].send(json.dumps(presence))
    expect(x.get_by_text("3 watching")).to_be_visible()
    shows_position(x, Position.start().play("55").play("51"))


def test_who_has_left_for_good_can_be_claimed_against(people) -> None:
    x, o = people.new(ready=".form"), people.blank()
    create(x, "A friend", "Make a link")
    invite(x, o)
    play(x, "55")
    play(o, "51")
    heard(x, "51")
    expect(x.get_by_test_id("claim")).to_have_count(0)
    o.context.close()
    expect(x.get_by_test_id("player-O")).to_contain_text("0 boards · not connected")
    expect(x.get_by_test_id("claim")).to_contain_text("has been away")
    button(x, "Claim the win").click()
    expect(headline(x)).to_contain_text("You win!")
    expect(x.get_by_test_id("claim")).to_have_count(0)


def test_a_missing_game_and_a_wrong_address_say_so_and_lead_on(people) -> None:
    page = people.new(path="/game/nosuchgame1")
    expect(page.locator(".notice")).to_contain_text("no such game")
    page.get_by_role("link", name="Home").click()
    page.locator(".form").wait_for()
    page.goto("/no/such/page")
    expect(page.get_by_role("heading", name="Page not found")).to_be_visible()


def test_a_list_that_cannot_be_had_takes_no_form_away(people) -> None:
    page = people.new(path="/settings", ready="input[role=switch]")
    page.route("**/api/v1/me/games*", lambda route: route.abort())
    page.goto("/")
    expect(page.get_by_role("alert")).to_contain_text("cannot be reached")
    create(page, "Same device", "Play here")


def test_no_server_is_said_in_words_and_so_is_a_game_that_it_no_longer_has(
    frail, people_at
) -> None:
    page = people_at(frail.url).new(ready=".form")
    page.locator("label.pill", has_text="A friend").click()
    frail.kill()
    button(page, "Make a link").click()
    expect(page.get_by_role("alert")).to_contain_text("cannot be reached")
    frail.start()
    button(page, "Make a link").click()
    expect(page.locator("[data-link=live]")).to_be_attached()

    frail.kill()
    frail.database.unlink()
    frail.start()
    expect(page.locator(".notice")).to_contain_text("no such game")
    page.get_by_role("link", name="Home").click()
    page.locator(".form").wait_for()


def test_the_lesson_waits_for_its_rules_and_then_needs_nobody(frail, people_at) -> None:
    people = people_at(frail.url)
    page = people.blank()
    page.route("**/*.wasm", lambda route: route.abort())
    page.goto("/learn")
    task = page.get_by_test_id("task")
    expect(task).to_contain_text("cannot be reached")
    page.unroute("**/*.wasm")
    choose(page, "19")  # it came by itself
    frail.kill()
    expect(task).to_contain_text("so O had to answer")
    button(page, "Next").click()
    choose(page, "15")
    expect(task).to_contain_text("Right:")
    assert people.errors == []


def test_a_full_server_is_said_in_words(tmp_path, people_at) -> None:
    server = Server(tmp_path / "small", limits={"games_per_visitor": 1}).start()
    try:
        page = people_at(server.url).new(ready=".form")
        create(page, "A friend", "Make a link")
        page.goto("/")
        button(page, "Make a link").click()
        expect(page.get_by_role("alert")).to_contain_text("too many games")
        expect(page.get_by_role("heading", name="Your games")).to_be_visible()
    finally:
        server.kill()


def test_an_error_in_the_page_is_told_and_offers_to_reload(people) -> None:
    page = people.new(ready=".form")
    with page.expect_event("pageerror"):
        page.evaluate("setTimeout(() => { throw new Error('planted') })")
    expect(page.get_by_role("alert")).to_contain_text("Something went wrong")
    assert people.errors == ["planted"]
    people.errors.clear()
    page.get_by_role("button", name="Reload").click()
    page.locator(".form").wait_for()
    expect(page.get_by_role("alert")).to_have_count(0)
