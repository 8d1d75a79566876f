"""Running text: lines as wide as there is room, one under another, and what hangs beside a mark."""

from __future__ import annotations

from itertools import pairwise

import pytest

from ninefold.drawing.flow import Column, fit_text, wrap
from ninefold.drawing.font import sheet_font
from ninefold.drawing.shapes import Text

SENTENCE = "The cell you choose is the board your opponent must play in next."


def texts(column: Column) -> list[Text]:
    assert all(isinstance(shape, Text) for shape in column.shapes)
    return [shape for shape in column.shapes if isinstance(shape, Text)]


@pytest.mark.parametrize("bold", [False, True])
def test_a_line_is_broken_and_cut_in_the_weight_in_which_it_is_written(bold: bool) -> None:
    width = sheet_font(bold=bold).width(SENTENCE, 4)
    assert wrap(SENTENCE, width, 4, bold=bold) == [SENTENCE]
    assert fit_text(SENTENCE, width, 4, bold=bold) == SENTENCE
    assert len(wrap(SENTENCE, width - 0.1, 4, bold=bold)) == 2
    assert fit_text(SENTENCE, width - 0.1, 4, bold=bold) != SENTENCE


@pytest.mark.parametrize("width", range(8, 90, 7))
def test_no_line_is_wider_than_its_room_and_no_word_is_lost(width: int) -> None:
    for bold in (False, True):
        font = sheet_font(bold=bold)
        lines = wrap(SENTENCE, width, 3, bold=bold)
        assert all(font.width(line, 3) <= width for line in lines)
        assert "".join(lines).replace(" ", "") == SENTENCE.replace(" ", "")
        cut = fit_text(SENTENCE, width, 3, bold=bold)
        assert font.width(cut, 3) <= width
        assert SENTENCE.startswith(cut.removesuffix("…"))
        assert not cut.endswith(" …")


@pytest.mark.parametrize("text", ["", " ", "\n \n"])
def test_what_says_nothing_takes_no_line(text: str) -> None:
    assert wrap(text, 50, 3) == []


def test_a_paragraph_is_written_as_it_is_asked_for() -> None:
    column = Column(10, 20, 60, 3)
    column.paragraph(SENTENCE)
    column.paragraph(SENTENCE, size=5, bold=True, indent=12, role="faint")
    plain = [text for text in texts(column) if text.size == 3]
    other = [text for text in texts(column) if text.size == 5]
    assert [text.text for text in plain] == wrap(SENTENCE, 60, 3)
    assert [text.text for text in other] == wrap(SENTENCE, 48, 5, bold=True)
    assert {(text.x, text.bold, text.role) for text in plain} == {(10, False, "ink")}
    assert {(text.x, text.bold, text.role) for text in other} == {(22, True, "faint")}
    ys = [text.y for text in (*plain, *other)]
    assert all(below - above >= 3 for above, below in pairwise(ys))
    assert ys[0] > 20
    assert ys[-1] < column.y


def test_an_item_hangs_beside_its_mark_on_the_line_on_which_it_begins() -> None:
    column = Column(10, 20, 60, 3)
    column.item("7", SENTENCE)
    mark, *lines = texts(column)
    assert (mark.text, mark.x, mark.bold) == ("7", 10, True)
    assert len(lines) > 1
    assert lines[0].y == pytest.approx(mark.y)
    (x,) = {line.x for line in lines}
    assert x > 10 + sheet_font(bold=True).width("7", 3)
    assert all(x + sheet_font(bold=False).width(line.text, 3) <= 70 for line in lines)


def test_a_heading_stands_out_from_what_is_above_and_below() -> None:
    column = Column(10, 20, 60, 3)
    column.paragraph("above")
    column.heading("The end")
    column.paragraph("below")
    above, heading, below = texts(column)
    assert heading.bold
    assert heading.size > above.size == below.size
    assert heading.y - above.y > below.y - heading.y
