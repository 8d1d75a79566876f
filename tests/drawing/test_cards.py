"""The words of a card: in as many lines as they need, and cut where there are too many."""

from __future__ import annotations

from ninefold.drawing.card import _wrapped
from ninefold.drawing.shapes import Text


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
