"""The words of a card: in as many lines as they need, and cut where there are too many."""

from __future__ import annotations

from itertools import pairwise

import pytest

from ninefold.drawing.card import _LEFT, _ROOM, CARD, _words, _wrapped, draw_card
from ninefold.drawing.outline import text_width
from ninefold.drawing.shapes import Text
from ninefold.rules.position import Position


def lines_of(text: str) -> list[str]:
    return [line.text for line in _wrapped(Text(0, 0, 54, text))]


def test_a_text_of_three_lines_is_whole_and_of_four_is_cut() -> None:
    word = "m" * 9  # two of them have no room on one line
    assert lines_of("short") == ["short"]
    assert lines_of(f"{word} {word}") == [word] * 2
    assert lines_of(f"{word} {word} {word}") == [word] * 3
    assert lines_of(f"{word} {word} {word} {word}")[:2] == [word] * 2
    assert lines_of(f"{word} {word} {word} {word}")[2].endswith("…")
    assert len(lines_of(f"{word} " * 9)) == 3


@pytest.mark.parametrize("text", ["小盤一被佔領就關閉" * 6, "W" * 40, "one two three four " * 3])
def test_no_line_is_wider_than_the_room_beside_the_board(text: str) -> None:
    parts = _wrapped(Text(0, 0, 54, text))
    assert all(text_width(part) <= _ROOM for part in parts)
    assert len(parts) == (1 if text.startswith("W") else 3)


def test_chinese_fills_its_lines_and_loses_nothing() -> None:
    lines = lines_of("小盤一被佔領就關閉" * 2)
    assert "".join(lines) == "小盤一被佔領就關閉" * 2
    assert len(lines) == 2


def test_words_stand_under_one_another_and_say_whose_they_are() -> None:
    title, lines = "word " * 4, ["first", "second " * 8, "third"]
    words = [each for each in _words(title, lines, "Ours") if isinstance(each, Text)]
    *above, last = words
    told = " ".join(each.text for each in above)
    assert told == f"{title.strip()} first {lines[1].strip()} third"
    assert (last.text, last.bold) == ("Ours", True)
    assert {each.x for each in words} == {_LEFT}
    assert all(lower.y - upper.y >= lower.size for upper, lower in pairwise(words))
    assert last.y < CARD[1]
    assert [(each.role, each.bold) for each in above if each.size == 54] == [("ink", True)] * 2
    assert {(each.role, each.bold) for each in above if each.size != 54} == {("faint", False)}


def test_everything_that_is_asked_for_is_on_the_picture() -> None:
    position = Position.start().play("13")
    pictures = {
        draw_card(position, "A title"),
        draw_card(position, "A title", last_move=2),
        draw_card(position, "A title", ["a line"]),
        draw_card(position, "A title", footer="Theirs"),
        draw_card(position, "Another"),
        draw_card(position.play("31"), "A title"),
    }
    assert len(pictures) == 6
