"""Into the analysis page and out of it: texts, positions set up by hand, games, puzzles."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from ninefold.analysis.puzzles import shipped_puzzles
from ninefold.rules.position import Position
from ninefold.rules.record import parse_record
from ninefold.rules.setup import set_up
from ninefold.rules.squares import parse_square, square_name
from ninefold.rules.variants import VARIANTS
from support.browsing import GAME_PAGE, GAMES, button, choose, heard, shows_position

PHONE = {"width": 390, "height": 844}
BOARD = "[data-square]"
RECORD = '[Mode "battle"]\n[X "Ann"]\n[Result "*"]\n\n1. 55! {the centre} 51 (59 99 {far}) 15\n*\n'


def quiet(people, **wishes) -> Page:
    """Somebody at the page with the engine off: these tests are about something else."""
    page = people.blank(**wishes)
    page.add_init_script("localStorage.setItem('ninefold-analysis', '{\"engine\": false}')")
    page.goto("/analysis")
    page.locator(BOARD).first.wait_for()
    return page


def tree(page: Page) -> Locator:
    return page.get_by_test_id("tree")


def paste(page: Page, text: str) -> None:
    button(page, "Paste").click()
    page.get_by_label("Text", exact=True).fill(text)
    page.get_by_role("dialog").get_by_role("button", name="Open").click()


def test_a_record_is_pasted_and_saved_as_it_was(people) -> None:
    page = quiet(people)
    paste(page, RECORD)
    expect(tree(page).locator("button")).to_have_text(["55!", "51", "59", "99", "15"])
    expect(tree(page)).to_contain_text("the centre")
    shows_position(page, parse_record(RECORD).position)
    with page.expect_download() as saved:
        button(page, "Save record").click()
    assert saved.value.path().read_text(encoding="utf-8") == RECORD


def test_what_cannot_be_read_is_refused_and_nothing_is_lost(people) -> None:
    page = quiet(people)
    for move in ("55", "51"):
        choose(page, move)
        heard(page, move)
    moves = GAMES["modern"].split()[:16]
    paste(page, f'[Mode "modern"]\n\n1. {" ".join([*moves, moves[0]])} *')
    refused = page.get_by_test_id("refused")
    expect(refused).to_contain_text(f"Line 3: Move 17: X cannot play {moves[0]}.")
    page.get_by_label("Text", exact=True).fill("modern 9/9/9/9/4X4/9/9/9/9 ......... X 5")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(refused).to_contain_text("so it is not X’s turn")
    page.keyboard.press("Escape")
    expect(tree(page).locator("button")).to_have_text(["55", "51"])


def test_a_position_is_edited_refused_with_reasons_and_played(people) -> None:
    page = quiet(people, viewport=PHONE, has_touch=True, is_mobile=True)
    button(page, "Set up").click()
    doubts = page.get_by_test_id("doubts")
    expect(doubts).to_have_text("This position is possible.")
    for square in (40, 36):  # X twice: one touch each, also on small squares
        page.locator(f'[data-square="{square}"]').tap()
    expect(doubts).to_contain_text("X has 2 marks and O has 0: X has as many as O, or one more.")
    expect(button(page, "Analyse it")).to_be_disabled()
    page.locator('[data-square="36"]').tap()  # takes it away again
    page.get_by_label("O", exact=True).check()
    page.locator('[data-square="36"]').tap()
    expect(doubts).to_have_text("This position is possible.")
    page.get_by_label("The last move points at").select_option("Board 7")
    expect(doubts).to_contain_text("No mark of O in cell 7 can be the last move.")
    page.get_by_label("The last move points at").select_option("Board 1")
    button(page, "Play from here").click()
    page.get_by_role("dialog").get_by_label("Your side").select_option("X")
    page.get_by_role("dialog").get_by_role("button", name="Play").click()
    page.wait_for_url(GAME_PAGE)
    cells = "." * 36 + "O...X" + "." * 40
    shows_position(page, set_up("modern", cells, turn="X", target=0))
    page.go_back()
    shows_position(page, set_up("modern", cells, turn="X", target=0))


def test_a_position_where_o_begins_is_played_on_by_its_own_moves(people) -> None:
    page = quiet(people)
    paste(page, "battle 9/9/9/9/4X4/9/9/9/9 ......... O 5")
    button(page, "Play from here").click()
    page.get_by_role("dialog").get_by_role("button", name="Play").click()
    page.wait_for_url(GAME_PAGE)
    choose(page, "51")
    moves = page.locator(".moves ol button")
    expect(moves).to_have_count(2)
    expect(moves.first).to_have_accessible_name("Move 1: O 51")
    button(page, "Undo").click()
    expect(moves).to_have_count(0)
    page.reload()
    shows_position(page, Position.start("battle").play("55"))


def test_a_finished_game_is_analysed(people) -> None:
    page = people.blank()
    wish = {"mode": "open", "opponent": "same-device", "names": ["Ada", "Lin"]}
    game = page.request.post("/api/v1/games", data=wish).json()["game"]["id"]
    for ply, move in enumerate(GAMES["open"].split()):
        body = {"t": "move", "ply": ply, "square": parse_square(move)}
        page.request.post(f"/api/v1/games/{game}/commands", data=body)
    page.goto(f"/game/{game}")
    button(page, "Analyse").click()
    expect(tree(page).locator("button")).to_have_text(GAMES["open"].split())
    expect(page.get_by_test_id("worth")).to_have_text("X wins")


def test_a_solved_puzzle_is_analysed_with_proven_values(people) -> None:
    page = people.new(path="/puzzles", ready=BOARD)
    page.get_by_label("Mode").select_option("classic")
    puzzle = shipped_puzzles(VARIANTS["classic"])[0]
    expect(page.get_by_test_id("puzzle")).to_have_attribute("data-name", puzzle.name)
    for _ in range(8):
        button(page, "Solution").click()
        hint = page.locator(".cell.hint")
        expect(hint).to_have_count(1)
        hint.click()
        expect(page.locator(".cell.hint")).to_have_count(0)
        if button(page, "Analyse").is_visible():
            break
        expect(page.get_by_test_id("said")).to_contain_text("!")
    button(page, "Analyse").click()
    shows_position(page, puzzle.position)
    best = square_name(puzzle.steps[0].keeps[0])
    line = page.get_by_test_id("lines").locator("li").first
    expect(line.locator("button").first).to_have_text(best)
    expect(line.locator(".worth")).to_contain_text("proven")
