"""Empty boards to play on: where each stands, and what is said above, below and in brief."""

from __future__ import annotations

from itertools import pairwise

import pytest

from ninefold.drawing.board import SIDE, square_center
from ninefold.drawing.shapes import Text
from ninefold.drawing.sheet import BOARDS_PER_PAGE, MARGIN, Paper, Sheet, board_sheet
from ninefold.drawing.sheet_words import SHEET_WORDS
from ninefold.rules.variants import VARIANTS, Variant
from ninefold.words import tell_rules, trait_of
from support.games import EVERY_VARIANT

WORDS = SHEET_WORDS["en"]
every_number = pytest.mark.parametrize("per_page", BOARDS_PER_PAGE)


def texts(sheet: Sheet) -> list[Text]:
    return [s for page in sheet.pages for s in page.shapes if isinstance(s, Text)]


@pytest.mark.parametrize("paper", ["a4", "letter"])
@every_number
def test_boards_stand_in_rows_and_columns_with_room_for_names_under_each(
    per_page: int, paper: Paper
) -> None:
    said = texts(board_sheet(per_page, paper=paper))
    numbers = [t for t in said if t.anchor == "middle"]
    first, last = ([t for t in numbers if t.text == text] for text in "19")
    columns, rows = BOARDS_PER_PAGE[per_page]
    assert [len({round(getattr(t, axis), 3) for t in first}) for axis in "xy"] == [columns, rows]
    # From the number of board 1 to that of board 9 it is as far as between their centres.
    reach = square_center(76)[0] - square_center(4)[0]
    side = (last[0].x - first[0].x) * SIDE / reach
    for one, another in pairwise(first):
        if round(another.y - one.y, 3) == 0:
            assert another.x - one.x > side + 1
        else:
            assert another.y - one.y >= side + 6.5
    assert [last[n].x - first[n].x for n in range(per_page)] == pytest.approx(
        [side * reach / SIDE] * per_page
    )
    names = [t for t in said if t.text in ("X", "O", "Winner")]
    assert [t.text for t in names] == ["X", "O", "Winner"] * per_page
    for n, corner in enumerate(last):
        x, o, winner = names[3 * n : 3 * n + 3]
        assert x.x < o.x < winner.x
        assert x.y == o.y == winner.y > corner.y
        assert first[n].x - side * 0.1 < x.x
        assert winner.x < first[n].x + side


@every_number
def test_a_page_says_which_game_and_mode_it_is_for_and_how_it_goes_on(per_page: int) -> None:
    bare = board_sheet(per_page)
    battle = board_sheet(per_page, variant=VARIANTS["battle"])
    title = "Super Tic-Tac-Toe"
    assert battle.title == f"{title}: Battle mode"
    assert bare.title == (f"{title}: Modern mode" if per_page == 1 else title)
    for sheet in (bare, battle):
        said = texts(sheet)
        assert (said[0].text, said[0].bold, said[0].x) == (sheet.title, True, MARGIN)
        (hint,) = (t for t in said if t.text == WORDS.hint)
        (name,) = (t for t in said if t.text.startswith("Ninefold"))
        assert (hint.anchor, name.anchor, hint.y) == ("end", "start", name.y)
        rules = [t.text for t in said if t.bold and t.text in "1234"]
        assert rules == (["1", "2", "3", "4"] if per_page == 1 else [])


@pytest.mark.parametrize("variant", EVERY_VARIANT)
def test_the_rules_in_brief_are_those_of_the_mode(variant: Variant) -> None:
    play = tell_rules(WORDS.game, variant, marking=WORDS.markings[trait_of(variant)]).play
    _, _, send, capture, release, free_move = play
    brief = f"1 {send} 2 {capture} 3 {release} {free_move} 4 {WORDS.game.rules.win}"
    assert " ".join(t.text for t in texts(board_sheet(1, variant=variant))).endswith(brief)


def test_files_tell_their_language_and_their_words() -> None:
    for language, title in (
        ("en", "Super Tic-Tac-Toe"),
        ("zh-Hant", SHEET_WORDS["zh-Hant"].game.game),
    ):
        sheet = board_sheet(4, language=language)  # type: ignore[arg-type]
        assert f"/Lang ({language})".encode() in sheet.as_pdf()
        (svg,) = sheet.as_svgs()
        told = svg.partition("<desc")[2].partition("</desc>")[0]
        assert told.count(title) == 2
        assert SHEET_WORDS[language].hint in told  # type: ignore[index]
