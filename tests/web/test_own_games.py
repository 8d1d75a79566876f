"""Your games: all of them, wherever they were played, found again, sifted and taken along."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, Locator, Page, expect

from ninefold.rules.record import parse_records
from ninefold.rules.squares import parse_square
from ninefold.server.wire import messages as m
from support.browsing import GAMES, button, choose, create, headline, plies
from support.chromium import chromium_of

DESKTOP = {"width": 1280, "height": 860}
#: More than a page of the list has.
MANY = 53


def rows(page: Page, standing: str = "") -> Locator:
    """The games that are listed, or those that stand in one way."""
    wanted = f'[data-standing="{standing}"]' if standing else ""
    return page.locator(f"[data-testid=own-game]{wanted}")


def ask(page: Page, path: str, body: object) -> dict:
    """What the page's own visitor asks of the server."""
    answer = page.request.post(f"/api/v1{path}", data=body)
    assert answer.ok, answer.text()
    return answer.json()


def play_alone(page: Page, mode: str, *, last: int | None = None) -> str:
    """A game of the page's own visitor on one device, on the server; its name."""
    game = ask(page, "/games", {"opponent": "same-device", "mode": mode})["game"]["id"]
    for ply, move in enumerate(GAMES[mode].split()[:last]):
        body = {"t": "move", "ply": ply, "square": parse_square(move)}
        ask(page, f"/games/{game}/commands", body)
    return str(game)


def test_games_are_found_again_after_the_browser_was_closed(
    browser: Browser, site, tmp_path: Path
) -> None:
    wishes = {"base_url": site.url, "locale": "en-GB", "viewport": DESKTOP}
    wishes |= {"service_workers": "block", "reduced_motion": "reduce"}
    host = site.client()
    host.rename("Grace")
    game = host.create(opponent="link", side="O").game.id
    with chromium_of(browser, tmp_path, **wishes) as context:
        page = context.new_page()
        page.goto("/")
        page.locator(".form").wait_for()
        create(page, "Same device", "Play here", mode="Battle")
        for ply, move in enumerate(GAMES["battle"].split()[:3]):
            choose(page, move)
            plies(page, ply + 1)
        button(page, "Resign").click()
        page.get_by_role("dialog").get_by_role("button", name="Resign").click()
        expect(headline(page)).to_contain_text("X wins")
        here = page.url
        ask(page, f"/games/{game}/join", {})
        ask(page, f"/games/{game}/commands", {"t": "move", "ply": 0, "square": 40})
        host.command(game, m.Move(ply=1, square=36))
        host.command(game, m.Resign())
    with chromium_of(browser, tmp_path, **wishes) as context:
        page = context.new_page()
        page.goto("/")
        page.get_by_role("link", name="All your games").click()
        expect(rows(page)).to_have_count(2)
        expect(rows(page, "won")).to_contain_text("Grace")
        expect(rows(page, "won")).to_contain_text("Modern · you played X · 2 moves")
        expect(rows(page, "over")).to_contain_text("Battle · 3 moves · in this browser only")
        expect(rows(page, "over")).to_contain_text("X won")
        rows(page, "over").get_by_role("link").first.click()
        expect(page).to_have_url(here)
        expect(headline(page)).to_contain_text("X wins")
        plies(page, 3)


def test_a_long_list_is_sifted_and_paged_through(people, site) -> None:
    page = people.blank()
    oldest = play_alone(page, "open")
    friend = site.client()
    friend.rename("Zoë")
    joined = friend.create(opponent="link", side="O", mode="classic").game.id
    ask(page, f"/games/{joined}/join", {})
    for _ in range(MANY):
        game = play_alone(page, "modern", last=1)
        ask(page, f"/games/{game}/commands", {"t": "resign"})
    page.goto("/games")
    expect(rows(page)).to_have_count(20)
    expect(rows(page).first).to_contain_text("Zoë")  # whatever goes on comes first
    expect(rows(page).first).to_contain_text("Your turn")
    page.get_by_role("button", name="Show more").click()
    page.get_by_role("button", name="Show more").click()
    expect(rows(page)).to_have_count(MANY + 2)
    expect(page.get_by_role("button", name="Show more")).to_have_count(0)
    page.reload()
    # The only one of its mode lies on the second page of the server's list.
    expect(rows(page)).to_have_count(20)
    page.get_by_label("Result").select_option("Finished")
    page.get_by_label("Opponent’s name").fill("player o")
    page.get_by_role("button", name="Show more").click()
    expect(rows(page)).to_have_count(40)
    page.get_by_label("Mode").select_option("Modern")
    page.get_by_role("button", name="Show more").click()
    expect(rows(page)).to_have_count(MANY)
    page.get_by_label("Mode").select_option("Open")
    expect(rows(page)).to_have_count(1)
    expect(rows(page).get_by_role("link").first).to_have_attribute("href", f"/game/{oldest}")
    expect(rows(page).get_by_role("link", name="Review")).to_have_attribute(
        "href", f"/game/{oldest}/review"
    )
    page.get_by_label("Against").select_option("Computer")
    expect(page.get_by_text("None of your games fits")).to_be_visible()
    page.get_by_label("Mode").select_option("Any")
    page.get_by_label("Against").select_option("People")
    page.get_by_label("Result").select_option("Being played")
    page.get_by_label("Opponent’s name").fill("zoo")
    expect(page.get_by_text("None of your games fits")).to_be_visible()
    page.get_by_label("Opponent’s name").fill("zo")
    expect(rows(page)).to_have_count(1)
    expect(rows(page)).to_contain_text("Zoë")


def test_all_games_are_one_file_and_the_list_follows_what_happens(people, site) -> None:
    page = people.new(ready=".form")
    play_alone(page, "modern")
    friend = site.client()
    game = friend.create(opponent="link", side="X").game.id
    ask(page, f"/games/{game}/join", {})
    create(page, "Same device", "Play here")
    choose(page, "55")
    plies(page, 1)
    page.goto("/games")
    expect(rows(page)).to_have_count(3)
    expect(rows(page, "theirs")).to_have_count(1)
    page.wait_for_function("document.documentElement.dataset.line === 'live'")
    friend.command(game, m.Move(ply=0, square=40))
    expect(rows(page, "turn")).to_have_count(2)  # the one on this device always is
    with page.expect_download() as saving:
        page.get_by_role("button", name="Save all as a file").click()
    records = parse_records(saving.value.path().read_text(encoding="utf-8"))
    assert sorted(len(record.moves) for record in records) == [1, 1, 23]
    expect(page.get_by_text("3 games saved.")).to_be_visible()


def test_without_the_server_the_games_of_this_browser_are_shown(people) -> None:
    page = people.new(ready=".form")
    create(page, "Same device", "Play here")
    choose(page, "55")
    plies(page, 1)
    page.route("**/api/v1/me/*", lambda route: route.abort())
    page.goto("/games")
    expect(rows(page)).to_have_count(1)
    expect(page.get_by_role("alert")).to_contain_text("only games kept in this browser are shown")
    page.unroute("**/api/v1/me/*")
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("alert")).to_have_count(0)


def test_whoever_has_no_games_yet_is_led_to_one(people) -> None:
    page = people.new(path="/games", ready="form")
    expect(page.get_by_text("No games yet.")).to_be_visible()
    page.get_by_role("link", name="New game").click()
    expect(page).to_have_url("/")
