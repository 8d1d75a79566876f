"""Two people, two browsers: whole games and everything they can ask of each other."""

from __future__ import annotations

from urllib.parse import urlsplit

from playwright.sync_api import Page, expect

from ninefold.rules.position import Position
from ninefold.server.wire import messages as m
from support.browsing import (
    GAMES,
    button,
    create,
    headline,
    heard,
    invite,
    play,
    plies,
    shows_position,
    touch,
)


def seat_two(people, mode: str = "Modern", **options) -> tuple[Page, Page]:
    """X and O, each in a browser of their own, at one table."""
    x = people.new(ready=".form")
    if options.get("swap"):
        x.locator("label.mode", has_text=mode).click()
        x.locator(".known input[type=checkbox]").check()
    create(x, "A friend", "Make a link", mode=mode)
    o = people.blank()
    invite(x, o)
    return x, o


def test_a_whole_game_between_two_browsers(people) -> None:
    x, o = seat_two(people, "Battle")
    position = Position.start("battle")
    for ply, move in enumerate(GAMES["battle"].split()):
        mover, waiter = (x, o) if ply % 2 == 0 else (o, x)
        play(mover, move)
        position = position.play(move)
        heard(waiter, move)
        if ply % 5 == 0 or position.outcome:
            shows_position(x, position)
            shows_position(o, position)
    expect(headline(x)).to_contain_text("You win!")
    expect(headline(o)).to_contain_text("You lose")
    expect(x.locator(".line")).to_have_count(1)


def test_an_illegal_square_says_why_and_changes_nothing(people) -> None:
    x, o = seat_two(people)
    play(x, "11")
    touch(o, "55")
    expect(o.get_by_test_id("refusal")).to_contain_text("You must play in board 1")
    touch(o, "11")
    expect(o.get_by_test_id("refusal")).to_contain_text("X is there already")
    touch(x, "12", turn=False)
    expect(x.get_by_test_id("refusal")).to_contain_text("not your turn")
    shows_position(o, Position.start().play("11"))


def test_takeback_draw_offer_and_rematch(people) -> None:
    x, o = seat_two(people)
    play(x, "55")
    play(o, "51")
    play(x, "15")

    button(x, "Ask to take back").click()
    button(o, "Accept").click()
    shows_position(x, Position.start().play("55").play("51"))
    shows_position(o, Position.start().play("55").play("51"))

    button(o, "Offer a draw").click()
    button(x, "Decline").click()
    expect(o.get_by_text("declines the draw").first).to_be_attached()
    button(x, "Offer a draw").click()
    button(o, "Accept").click()
    expect(headline(x)).to_contain_text("Draw")

    first = x.url
    button(x, "Rematch").click()
    button(o, "Accept").click()
    expect(x).not_to_have_url(first)
    expect(headline(o)).to_contain_text("Your turn")
    play(o, "55")
    heard(x, "55")


def test_swap_gives_the_first_move_to_the_second_player(people) -> None:
    x, o = seat_two(people, "Classic", swap=True)
    play(x, "55")
    expect(o.locator("[data-link=live]")).to_have_text("")  # who joins was never away
    expect(button(o, "Change sides")).to_be_visible()
    touch(o, "51", turn=False)
    expect(o.get_by_test_id("refusal")).to_contain_text("First decide")
    button(o, "Change sides").click()
    expect(o.get_by_test_id("refusal")).to_have_count(0)
    expect(x.locator(".note")).to_contain_text("changed sides")  # told to the other, not to oneself
    expect(headline(x)).to_contain_text("Your turn")
    expect(o.locator(".note")).to_have_count(0)
    play(x, "51")
    expect(headline(o)).to_contain_text("Your turn")


def test_resigning_asks_first(people) -> None:
    x, o = seat_two(people)
    play(x, "55")
    play(o, "51")
    heard(x, "51")
    button(x, "Resign").click()
    button(x, "Play on").click()
    button(x, "Resign").click()
    x.get_by_role("dialog").get_by_role("button", name="Resign", exact=True).click()
    expect(headline(x)).to_contain_text("You lose")
    expect(headline(o)).to_contain_text("You win!")


def test_time_that_runs_out_loses(people, site) -> None:
    host = site.client()
    game = host.create(opponent="link", side="X", clock=m.TimedClock(initial_s=8)).game
    o = people.new(path=f"/game/{game.id}", ready="[role=grid]")
    button(o, "Join the game").click()
    expect(o.get_by_role("region", name="Moves")).to_be_visible()  # joined, so X may move
    host.command(game.id, m.Move(ply=0, square=40))
    play(o, "51")
    plies(o, 2)  # from now on the clocks run
    host.command(game.id, m.Move(ply=2, square=4))
    expect(o.get_by_test_id("clock-O")).to_be_visible()
    expect(headline(o)).to_contain_text("ran out of time")
    expect(headline(o)).to_contain_text("You lose")


def test_a_spectator_sees_every_move_and_cannot_play(people) -> None:
    x, o = seat_two(people)
    play(x, "55")
    watcher = people.new(path=x.url, ready="[role=grid]")
    expect(watcher.get_by_text("You are watching")).to_be_visible()
    play(o, "51")
    heard(watcher, "51")
    touch(watcher, "15", turn=False)
    expect(watcher.get_by_test_id("refusal")).to_be_visible()
    expect(button(watcher, "Resign")).to_have_count(0)
    expect(x.get_by_text("1 watching")).to_be_visible()


def test_the_second_tab_is_the_same_person(people) -> None:
    x, o = seat_two(people)
    tab = x.context.new_page()
    tab.goto(x.url)
    play(tab, "55")
    heard(x, "55")
    play(o, "51")
    play(x, "15")
    heard(tab, "15")


def test_whoever_looks_for_anybody_is_listed_and_the_game_can_be_watched(people) -> None:
    one, two = people.new(ready=".form"), people.new(ready=".form")
    one.locator("label.mode", has_text="Open").click()
    one.locator("label.pill", has_text="Anybody").click()
    one.get_by_text("Time and other options").click()
    one.locator("select", has_text="Another time").select_option("Another time…")
    one.get_by_label("Minutes").fill("2.5")
    one.get_by_label("Seconds a move").fill("7")
    button(one, "Find an opponent").click()
    row = two.get_by_test_id("waiting-row")
    expect(row).to_contain_text("Open · 2.5+7")
    row.get_by_role("button").click()
    for page in (one, two):
        page.wait_for_url("**/game/*")
        expect(headline(page)).not_to_contain_text("Waiting")
    watcher = people.new(path="/watch", ready="form")
    watcher.locator(f'a[href="{urlsplit(one.url).path}"]').first.click()
    expect(watcher.get_by_text("You are watching")).to_be_visible()
