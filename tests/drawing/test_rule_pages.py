"""A page of rules shows and says what holds in its mode, whatever its axes."""

from __future__ import annotations

import contextlib

import pytest

from ninefold.drawing.pdf import Page
from ninefold.drawing.rule_sheet import POINTS_BACK, RECAPTURE, rule_sheet
from ninefold.drawing.shapes import Rectangle, Text
from ninefold.drawing.sheet_words import SHEET_WORDS
from ninefold.rules.errors import IllegalMove
from ninefold.rules.position import Position, replay
from ninefold.rules.variants import VARIANTS, Variant
from ninefold.words import tell_rules, trait_of
from support.games import EVERY_VARIANT

WORDS = SHEET_WORDS["en"]


def texts(page: Page) -> list[Text]:
    return [shape for shape in page.shapes if isinstance(shape, Text)]


def said(page: Page) -> str:
    return " ".join(text.text for text in texts(page))


def is_taken_back(variant: Variant) -> bool:
    with contextlib.suppress(IllegalMove):
        before, after = replay(Position.start(variant), RECAPTURE)[-2:]
        return (before.owners[0], after.owners[0]) == ("X", "O")
    return False


@pytest.mark.parametrize("variant", EVERY_VARIANT)
def test_the_pictures_of_every_variant_show_what_happens_in_it(variant: Variant) -> None:
    (page,) = rule_sheet([variant]).pages
    back = replay(Position.start(variant), POINTS_BACK)[-1]
    held, free = back.held_board == 0, 0 in back.open_boards
    shown = {
        WORDS.picture_sends: True,
        WORDS.picture_held: held,
        WORDS.picture_free: free and not held,
        WORDS.picture_closed: not free,
        WORDS.picture_recaptured: is_taken_back(variant) and held,
        WORDS.picture_won: not (is_taken_back(variant) and held),
    }
    assert {text: text in said(page) for text in shown} == shown


@pytest.mark.parametrize("variant", EVERY_VARIANT)
def test_the_tips_are_those_of_the_mode(variant: Variant) -> None:
    page = said(rule_sheet([variant]).pages[0])
    assert WORDS.tip in page
    for trait, tip in WORDS.mode_tips.items():
        assert (tip in page) == (trait == trait_of(variant))
    assert (WORDS.game.known_win in page) == variant.x_is_known_to_win


@pytest.mark.parametrize("variant", VARIANTS.values())
def test_the_rules_are_numbered_through_to_the_end(variant: Variant) -> None:
    page = texts(rule_sheet([variant]).pages[0])
    rules = tell_rules(WORDS.game, variant)
    numbers = [t.text for t in page if t.text.isdigit() and t.anchor == "start" and t.bold]
    assert numbers == [str(n + 1) for n in range(len(rules.play) + len(rules.end))]


@pytest.mark.parametrize("variant", VARIANTS.values())
def test_the_first_picture_numbers_the_boards_and_each_shows_its_last_move(
    variant: Variant,
) -> None:
    (page,) = rule_sheet([variant]).pages
    numbers = [t for t in texts(page) if t.anchor == "middle" and t.bold]
    assert [t.text for t in numbers] == [str(n) for n in range(1, 10)]
    (caption,) = (t for t in texts(page) if t.text and WORDS.picture_sends.startswith(t.text))
    assert max(t.y for t in numbers) < caption.y
    last = [s for s in page.shapes if isinstance(s, Rectangle) and s.paint.fill == "last"]
    assert len(last) == 3
