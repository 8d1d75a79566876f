"""The rules of a mode on one printed page: text on the left, pictures on the right."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ninefold.drawing.board import SIDE, BoardView, board_shapes
from ninefold.drawing.flow import Column
from ninefold.drawing.pdf import Page
from ninefold.drawing.shapes import Paint, Polyline, Shape, place
from ninefold.drawing.sheet import (
    MARGIN,
    Paper,
    Sheet,
    footer,
    mode_title,
    paper_size,
    sheet_rules,
    sheet_words,
)
from ninefold.drawing.sheet_words import SheetWords
from ninefold.rules.position import Position, replay
from ninefold.rules.squares import NINE, parse_square, square_at
from ninefold.rules.variants import VARIANTS, Variant
from ninefold.words import Language, mode_line, trait_of

__all__ = ["POINTS_BACK", "RECAPTURE", "SENDS", "WON", "rule_sheet"]

#: The games of the pictures. X's first move, and where it sends O.
SENDS: Final = "13"
#: X captures board 1 with a move that points back at board 1: here the modes part.
POINTS_BACK: Final = "14 41 17 71 11"
#: X captures board 1, and where boards change hands O takes it over.
RECAPTURE: Final = "17 71 14 41 11 15 58 83 31 12 21 18"
#: X wins by boards 7, 8 and 9, by moves that every mode allows.
WON: Final = "96 67 77 78 83 39 99 94 48 88 86 69 93 37 75 57 73 38 89"
#: Sizes of type to try, in millimetres.
_SIZES: Final = (4.6, 4.4, 4.2, 4.0, 3.8, 3.6, 3.4, 3.2)


def rule_sheet(
    variants: Sequence[Variant] = tuple(VARIANTS.values()),
    *,
    paper: Paper = "a4",
    language: Language = "en",
) -> Sheet:
    """A page of rules for each mode that is asked for."""
    words = sheet_words(language)
    names = words.comma.join(mode_title(variant, words) for variant in variants)
    pages = tuple(_page(variant, paper_size(paper), words) for variant in variants)
    return Sheet(words.title.format(game=words.game.game, mode=names), language, pages)


def _page(variant: Variant, size: tuple[float, float], words: SheetWords) -> Page:
    width, height = size
    head = Column(MARGIN, MARGIN - 2, width - 2 * MARGIN, 4)
    head.paragraph(words.game.game, size=4.2, role="faint")
    head.paragraph(mode_title(variant, words), size=10, bold=True)
    head.paragraph(mode_line(words.game, variant), size=4.4)
    head.skip(2.5)
    rule = Polyline(((MARGIN, head.y), (width - MARGIN, head.y)), Paint(stroke="ink", width=0.5))
    top, bottom = head.y + 3, height - 17
    left = _rules(variant, words, (MARGIN, top, 0.57 * (width - 2 * MARGIN), bottom - top))
    x = left.x + left.width + 9
    pictures = _pictures(variant, words, (x, top + 2.5, width - MARGIN - x, bottom - top - 2.5))
    return Page(width, height, (*head.shapes, rule, *left.shapes, *pictures, *footer(size, words)))


def _rules(variant: Variant, words: SheetWords, box: tuple[float, float, float, float]) -> Column:
    """The rules in the largest type that fits their place."""
    x, top, width, height = box
    for size in _SIZES:
        column = Column(x, top, width, size)
        _write_rules(column, variant, words)
        if column.y <= top + height:
            break
    return column


def _write_rules(column: Column, variant: Variant, words: SheetWords) -> None:
    rules = sheet_rules(variant, words)
    column.heading(words.goal_title)
    column.paragraph(words.game.rules.goal)
    column.skip(0.4 * column.size)
    column.heading(words.turn_title)
    for n, step in enumerate(rules.play, 1):
        column.item(str(n), step)
    column.skip(0.4 * column.size)
    column.heading(words.end_title)
    for n, step in enumerate(rules.end, len(rules.play) + 1):
        column.item(str(n), step)
    column.skip(0.4 * column.size)
    column.heading(words.tips_title)
    for tip in _tips(variant, words):
        column.item("•", tip)


def _tips(variant: Variant, words: SheetWords) -> Iterator[str]:
    yield words.tip
    yield words.mode_tips[trait_of(variant)]
    if variant.x_is_known_to_win:
        yield words.game.known_win


def _examples(variant: Variant, words: SheetWords) -> Iterator[tuple[str, str]]:
    """The games to show and what to say under each."""
    yield SENDS, words.picture_sends
    if variant.release == "full":
        yield POINTS_BACK, words.picture_held
    elif variant.free_move == "undecided":
        yield POINTS_BACK, words.picture_closed
    else:
        yield POINTS_BACK, words.picture_free
    if variant.ownership == "latest" and variant.release == "full":
        yield RECAPTURE, words.picture_recaptured
    else:
        yield WON, words.picture_won


def _pictures(
    variant: Variant, words: SheetWords, box: tuple[float, float, float, float]
) -> list[Shape]:
    """The examples under one another, each as large as the column allows."""
    x, top, width, height = box
    examples = list(_examples(variant, words))
    caption = 15.0
    side = min(width, height / len(examples) - caption)
    step = (height - len(examples) * (side + caption)) / len(examples) + side + caption
    shapes: list[Shape] = []
    for n, (moves, text) in enumerate(examples):
        y = top + n * step
        last = parse_square(moves.split()[-1])
        position = replay(Position.start(variant), moves.split())[-1]
        # The first picture numbers the boards; on all of them the numbers would be too small.
        numbers = {} if n else {square_at(board, 4): str(board + 1) for board in NINE}
        picture = board_shapes(position, BoardView(last_move=last, numbers=numbers))
        shapes += place(picture, x + (width - side) / 2, y, side / SIDE)
        below = Column(x, y + side, width, 3.2)
        below.paragraph(text)
        shapes += below.shapes
    return shapes
