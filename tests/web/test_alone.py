"""One person: against the computer, on one device, by keyboard, by touch, and in the lesson."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from ninefold.rules.position import Position
from ninefold.rules.squares import square_name
from support.browsing import (
    GAME_PAGE,
    OPEN,
    button,
    choose,
    create,
    headline,
    heard,
    play,
    plies,
    shows_position,
    square,
    touch,
)

#: Waits until a square has not moved for ten frames.
AT_REST = """square => new Promise((resolve) => {
  const place = () => {
    const { x, y, width } = document.querySelector(square).getBoundingClientRect();
    return `${x} ${y} ${width}`;
  };
  const look = (before, frames) => requestAnimationFrame(() => {
    const now = place();
    if (now !== before) look(now, 0);
    else if (frames < 10) look(now, frames + 1);
    else resolve(true);
  });
  look("", 0);
})"""


def test_against_the_computer_with_hint_why_undo_and_redo(people) -> None:
    page = people.new(ready=".form")
    create(page, "Computer", "Play")
    choose(page, "55")
    plies(page, 2)
    expect(headline(page)).to_contain_text("Your turn")

    button(page, "Explain this move").click()
    expect(page.get_by_test_id("why")).to_contain_text("O played")
    page.locator(".moves ol button").first.click()
    expect(page.get_by_test_id("why")).to_have_count(0)  # another move is on the board now
    button(page, "Back to the game").click()
    button(page, "Hint").click()
    expect(page.get_by_test_id("hint")).to_contain_text("Try ")
    expect(page.locator(".cell.hint")).to_have_count(1)
    page.locator(".cell.hint").click()
    plies(page, 4)

    button(page, "Undo").click()
    plies(page, 2)
    button(page, "Redo").click()
    plies(page, 4)

    page.get_by_role("button", name="Start of the game").click()
    shows_position(page, Position.start())
    touch(page, "11", turn=False)
    expect(page.get_by_test_id("refusal")).to_contain_text("earlier move")
    button(page, "Back to the game").click()
    expect(page.locator(".cell.last")).to_have_count(1)


def test_what_remains_of_a_game_against_the_computer(people) -> None:
    page = people.new(ready=".form")
    create(page, "Computer", "Play", mode="Open")
    choose(page, "55")
    plies(page, 2)
    button(page, "Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(headline(page)).to_contain_text("You lose")

    with page.expect_download() as record:
        button(page, "Save record").click()
    assert record.value.suggested_filename.endswith(".txt")
    text = record.value.path().read_text(encoding="utf-8")
    assert "open" in text.lower()
    with page.expect_download() as picture:
        button(page, "Picture").click()
    assert picture.value.path().read_bytes().startswith(b"\x89PNG")

    page.get_by_role("button", name="Previous move").click()
    expect(page.get_by_text("As it was after")).to_be_visible()
    button(page, "Rematch").click()
    expect(page.get_by_test_id("finished")).to_have_count(0)
    wait = page.locator('[data-testid="player-O"]')
    expect(wait).to_contain_text("You")


def test_two_people_on_one_device_and_a_board_that_turns(people) -> None:
    page = people.new(ready=".form")
    create(page, "Same device", "Play here", mode="Battle")
    page.get_by_label("Turn the board to face O").check()
    play(page, "55")
    expect(page.locator(".frame.turned")).to_have_count(1)
    play(page, "51")
    expect(page.locator(".frame.turned")).to_have_count(0)
    shows_position(page, Position.start("battle").play("55").play("51"))
    button(page, "Undo").click()
    shows_position(page, Position.start("battle").play("55"))


def test_a_game_by_keyboard_alone(people) -> None:
    page = people.new(ready=".form")
    page.locator("input[value='same-device']").focus()
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    page.wait_for_url(GAME_PAGE)
    page.get_by_role("grid").wait_for()
    page.locator('[role=gridcell][tabindex="0"]').focus()
    position = Position.start()
    for move in ("55", "51", "19", "93"):
        for digit in move:
            page.keyboard.press(digit)
        expect(square(page, move)).to_be_focused()
        expect(square(page, move)).to_have_attribute("aria-disabled", "false")
        page.keyboard.press("Enter")
        heard(page, move)
        position = position.play(move)
    # The squares are the server's to give: the key looks for them once they have come.
    expect(page.get_by_role("gridcell", name=re.compile("you may play here")).first).to_be_visible()
    page.keyboard.press("n")
    may_play = re.compile("you may play here")
    expect(page.locator(":focus")).to_have_attribute("aria-label", may_play)
    page.keyboard.press("Enter")
    plies(page, 5)
    move = page.locator(".moves ol button").last.text_content() or ""
    assert move in {square_name(square) for square in position.legal_moves}
    expect(page.get_by_test_id("said")).to_contain_text(
        f"X plays cell {move[1]} of board {move[0]}."
    )


def test_a_phone_zooms_plays_on_finger_up_and_never_on_scroll(people) -> None:
    page = people.new(
        ready=".form", viewport={"width": 390, "height": 664}, has_touch=True, is_mobile=True
    )
    create(page, "Same device", "Play here")
    square(page, "55").tap()
    square(page, "55").tap()
    heard(page, "55")
    small = square(page, "51").bounding_box()
    button(page, "Zoom in").tap()
    expect(page.locator(".frame.zoomed")).to_have_count(1)
    page.wait_for_function(
        "width => document.querySelector('[data-square=\"36\"]').getBoundingClientRect().width"
        " > 1.8 * width",
        arg=small["width"],
    )
    large = square(page, "51").bounding_box()
    assert large["width"] >= 44
    square(page, "51").tap()
    plies(page, 2)

    # A finger that drags the page over the board plays nothing.
    button(page, "Zoom out").tap()
    expect(page.locator(".frame.zoomed")).to_have_count(0)
    expect(square(page, "15")).to_have_class(OPEN)
    page.evaluate(AT_REST, '[data-square="4"]')
    spot = square(page, "15").bounding_box()
    finger = page.context.new_cdp_session(page)
    start = {"x": spot["x"] + spot["width"] / 2, "y": spot["y"] + spot["height"] / 2}
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [start]})
    for step in range(1, 8):
        point = {"x": start["x"], "y": start["y"] - 12 * step}
        finger.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_function("() => scrollY > 0")
    # What the finger touched stays empty, also after the next move has gone to the server and back.
    # (By mouse: a tap on a page that still glides would only stop it.)
    page.evaluate(AT_REST, '[data-square="0"]')
    choose(page, "11")
    plies(page, 3)
    shows_position(page, Position.start().play("55").play("51").play("11"))


def test_a_move_can_be_confirmed_first(people) -> None:
    page = people.new(path="/settings", ready="input[role=switch]")
    page.get_by_role("switch", name="Confirm each move").check()
    page.goto("/")
    create(page, "Same device", "Play here")
    chosen = re.compile(r"\bchosen\b")
    choose(page, "19")
    expect(square(page, "19")).to_have_class(chosen)
    choose(page, "55")  # another square is chosen first, too
    expect(square(page, "55")).to_have_class(chosen)
    expect(square(page, "19")).not_to_have_class(chosen)
    plies(page, 0)
    expect(page.get_by_test_id("again")).to_contain_text("Press again to play")
    choose(page, "55")
    plies(page, 1)


def test_the_lesson_is_one_game_that_goes_on_and_becomes_a_real_one(people) -> None:
    page = people.new(path="/learn", ready="[role=grid]")
    task, next_step = page.get_by_test_id("task"), button(page, "Next")
    choose(page, "62")
    expect(task).to_contain_text(
        "You played the top cell, so O had to answer in the top board. O’s cell in turn sends you"
        " to the right board"
    )
    heard(page, "26")
    next_step.click()

    expect(task).to_contain_text("Send O to the centre board. Point at a square")
    choose(page, "64")
    expect(task).to_contain_text("would send O to the left board")
    choose(page, "65")
    expect(task).to_contain_text("Right: the centre cell sent O to the centre board.")
    button(page, "Back").click()  # once more, with what was played before still there
    expect(task).to_contain_text("Send O to the centre board")
    expect(square(page, "65")).to_have_class(OPEN)
    expect(square(page, "62").locator(".mark.x")).to_have_count(1)
    choose(page, "65")
    expect(task).to_contain_text("O has sent you back to the right board")
    next_step.click()

    choose(page, "66")
    expect(task).to_contain_text("From that square O could not send you back")
    choose(page, "61")  # no line yet, but on the way
    expect(task).to_contain_text("You sent O to the top left board, and O sent you back")
    choose(page, "68")
    expect(task).to_contain_text("Captured! The right board is yours")
    expect(page.locator(".board.lit")).to_have_count(8)
    next_step.click()

    expect(task).to_contain_text("Three captured boards in a line win")
    button(page, "Play this game on").click()
    page.wait_for_url(GAME_PAGE)
    plies(page, 8)  # the same game
    expect(page.get_by_test_id("player-O")).to_contain_text("First game")
    choose(page, "11")
    plies(page, 10)


def test_the_lesson_takes_any_first_move_and_speaks_of_fingers(people) -> None:
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
    page = people.new(path="/learn", ready="[role=grid]", **phone)
    task, next_step = page.get_by_test_id("task"), button(page, "Next")
    for _ in range(2):
        square(page, "55").tap()  # sent to itself: O cannot lead back
    expect(task).to_contain_text("so O had to answer in the centre board")
    next_step.tap()
    expect(task).to_contain_text("Touch a square once")
    expect(task).not_to_contain_text("Point at")
    button(page, "Back").tap()
    expect(task).to_contain_text("Play any square you like")
    expect(page.locator(".mark.x:not(.ghost)")).to_have_count(0)


def test_what_each_mode_changes(people) -> None:
    page = people.new(path="/learn", ready="[role=grid]")
    task = page.get_by_test_id("task")
    button(page, "Skip the lesson").click()
    for mode, move, words in (
        ("Modern", "55", "sets you free"),
        ("Classic", "61", "until they are full"),
        ("Battle", "14", "Stolen!"),
        ("Open", "51", "keeps its owner"),
    ):
        page.get_by_role("link", name=mode).click()
        expect(button(page, f"Play {mode}")).to_be_visible()  # the mode before is gone
        choose(page, move)
        expect(task).to_contain_text(words)
    button(page, "Play Open").click()
    expect(page.locator("input[value=open]").first).to_be_checked()


def test_rules_of_ones_own_are_chosen_checked_told_and_linked_to(people) -> None:
    page = people.new(ready=".form")
    page.locator("label", has_text="Your own rules").click()
    page.get_by_label("A captured board …").select_option("latest")
    expect(page.get_by_role("alert")).to_contain_text("nobody may play in a captured board")
    expect(button(page, "Play")).to_be_disabled()
    page.get_by_label("A free move may go to …").select_option("unfilled")
    expect(page.get_by_role("alert")).to_have_count(0)
    page.locator("label.pill", has_text="Same device").click()
    button(page, "Play here").click()
    play(page, "55")
    page.locator(".badge").click()
    rules = page.get_by_role("dialog")
    expect(rules).to_contain_text("takes it over by making a new row")
    expect(rules).to_contain_text("any empty square, captured boards included")
    rules.get_by_role("link").click()
    expect(button(page, "Play Your own rules")).to_be_visible()

    friend = people.new(path=page.url, ready="[role=grid]")  # the rules are in the address
    expect(friend.get_by_text("takes it over by making a new row")).to_be_visible()
    choose(friend, "55")
    heard(friend, "55")
    friend.goto("/learn/own:ending=full")
    expect(friend.get_by_role("alert")).to_contain_text("leaves no legal move")


def test_the_board_on_the_home_page_is_a_game_and_is_kept(people) -> None:
    page = people.new(ready=".first .cell.open")
    game = page.get_by_test_id("first-game")
    choose(page, "55")
    expect(game).to_have_attribute("data-ply", "2")
    page.reload()
    expect(game).to_have_attribute("data-ply", "2")
    expect(game).to_contain_text("Your turn")
    expect(square(page, "55").locator(".mark.x")).to_have_count(1)
    page.locator(".first .cell.open").first.click()
    expect(game).to_have_attribute("data-ply", "4")
    page.get_by_role("link", name="Go to game", exact=True).click()
    plies(page, 4)  # the same game, with all that a game has
    page.goto("/")
    expect(game).to_have_attribute("data-ply", "4")
    game.get_by_role("button", name="Battle").click()  # another mode begins anew
    expect(game).to_have_attribute("data-ply", "0")
    choose(page, "11")
    expect(game).to_have_attribute("data-ply", "2")


def test_the_first_game_comes_before_any_form_on_a_phone(people) -> None:
    page = people.new(ready=".first .cell", viewport={"width": 390, "height": 844})
    board, form = page.locator(".frame").bounding_box(), page.locator(".form").bounding_box()
    assert board["y"] + board["height"] <= 844
    assert board["y"] < form["y"]


def test_a_chosen_theme_is_there_before_the_app(people) -> None:
    page = people.blank(color_scheme="light")
    page.goto("/icon.svg")
    page.evaluate("localStorage.setItem('ninefold', JSON.stringify({theme: 'dark'}))")
    page.route("**/assets/*.js", lambda route: route.abort())
    page.goto("/")
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"


def test_without_javascript_the_first_screen_says_what_is_needed(people) -> None:
    page = people.blank(java_script_enabled=False)
    page.goto("/")
    for said, words in enumerate(("draws its board with JavaScript", "需要 JavaScript")):
        expect(page.locator("noscript p").nth(said)).to_contain_text(words)
        expect(page.locator("noscript p").nth(said)).to_be_in_viewport()
