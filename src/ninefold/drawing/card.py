"""A card: a position beside a few words, in the size that chats show for a link."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from ninefold.drawing.board import SIDE, BoardView, board_shapes
from ninefold.drawing.outline import text_width
from ninefold.drawing.png import shapes_as_png
from ninefold.drawing.shapes import Paint, Rectangle, Shape, Text, place
from ninefold.rules.position import Position

__all__ = ["CARD", "draw_card"]

#: Width and height of a card in pixels.
CARD: Final = (1200, 630)
_BOARD: Final = 590.0
_EDGE: Final = 20.0
_LEFT: Final = 2 * _EDGE + _BOARD
_ROOM: Final = CARD[0] - _LEFT - 2 * _EDGE


def draw_card(
    position: Position,
    title: str,
    lines: Sequence[str] = (),
    *,
    last_move: int | None = None,
    footer: str = "Ninefold",
) -> bytes:
    """A PNG of 1200 by 630 pixels: the position, a title, a few lines, and whose it is."""
    ground = Rectangle(0, 0, *CARD, paint=Paint(fill="paper"))
    board = place(
        board_shapes(position, BoardView(last_move=last_move)), _EDGE, _EDGE, _BOARD / SIDE
    )
    return shapes_as_png([ground, *board, *_words(title, lines, footer)], CARD)


def _words(title: str, lines: Sequence[str], footer: str) -> list[Shape]:
    words: list[Shape] = []
    y = 120.0
    for part in _wrapped(Text(_LEFT, y, 54, title, bold=True)):
        words.append(replace(part, y=y))
        y += 66
    y += 14
    for line in lines:
        for part in _wrapped(Text(_LEFT, y, 34, line, role="faint")):
            words.append(replace(part, y=y))
            y += 46
    words.append(Text(_LEFT, CARD[1] - 48, 34, footer, bold=True))
    return words


def _wrapped(text: Text, most: int = 3) -> list[Text]:
    """A text in as many lines as it needs, but not more than some; what is left over is cut."""
    lines, line = [], ""
    for word in _pieces(text.text):
        if line and text_width(replace(text, text=(line + word).rstrip())) > _ROOM:
            lines.append(line.rstrip())
            line = word.lstrip()
        else:
            line += word
    lines.append(line.rstrip())
    if len(lines) > most:
        lines = [*lines[: most - 1], lines[most - 1] + "…"]
    return [replace(text, text=_cut(text, line)) for line in lines]


def _cut(text: Text, line: str) -> str:
    """A single word too long for a line, such as a name of twenty-four W, loses its end."""
    if text_width(replace(text, text=line)) <= _ROOM:
        return line
    while line and text_width(replace(text, text=line + "…")) > _ROOM:
        line = line[:-1]
    return line + "…"


def _pieces(text: str) -> list[str]:
    """Where a line may end: after a space, and after any Chinese character."""
    pieces = [""]
    for char in text:
        pieces[-1] += char
        if char == " " or ord(char) >= 0x2E80:
            pieces.append("")
    return [piece for piece in pieces if piece]
