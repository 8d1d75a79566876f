"""Running text on a page: lines broken to a width, one under another.

Latin breaks between words, Chinese between any two characters, except that no line begins with a
closing mark or ends with an opening one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from ninefold.drawing.font import sheet_font
from ninefold.drawing.shapes import Role, Shape, Text

__all__ = ["Column", "fit_text", "wrap"]

_LEADING: Final = 1.42  # from baseline to baseline, for one unit of size
_CHINESE: Final = "\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef"
_CLOSING: Final = re.escape(".,;:!?)、。」』》\uff0c\uff1b\uff1a\uff01\uff1f\uff09")
_OPENING: Final = re.escape("(「『《\uff08")
#: What stays on one line: a word or a Chinese character with the marks that belong to it.
_UNIT: Final = rf"[{_OPENING}]*(?:[^\s{_CHINESE}]+|[{_CHINESE}])[{_CLOSING}]*|\s+"


def wrap(text: str, width: float, size: float, *, bold: bool = False) -> list[str]:
    """Break a text into lines that are no wider than ``width``.

    >>> wrap("one two three", 12, 3)
    ['one two', 'three']
    """
    font = sheet_font(bold=bold)
    lines = [""]
    for unit in re.findall(_UNIT, " ".join(text.split())):
        if font.width((lines[-1] + unit).rstrip(), size) <= width:
            lines[-1] += unit
            continue
        lines += _pieces(unit.strip(), width, size, bold=bold)
    return [line.strip() for line in lines if line.strip()]


def _pieces(word: str, width: float, size: float, *, bold: bool) -> list[str]:
    """A word in one piece if it fits, else cut wherever the line ends."""
    font = sheet_font(bold=bold)
    pieces = [""]
    for char in word:
        if pieces[-1] and font.width(pieces[-1] + char, size) > width:
            pieces.append("")
        pieces[-1] += char
    return pieces


def fit_text(text: str, width: float, size: float, *, bold: bool = False) -> str:
    """A text on one line, cut with an ellipsis where it would be wider than ``width``."""
    font = sheet_font(bold=bold)
    line = " ".join(text.split())
    if font.width(line, size) <= width:
        return line
    while line and font.width(line + "…", size) > width:
        line = line[:-1]
    return line.rstrip() + "…"


@dataclass(slots=True)
class Column:
    """A column of text that grows downwards: ``y`` is where the next thing begins."""

    x: float
    y: float
    width: float
    size: float
    shapes: list[Shape] = field(default_factory=list)

    def skip(self, height: float) -> None:
        """Leave some space."""
        self.y += height

    def heading(self, text: str, *, scale: float = 1.25) -> None:
        """A heading with a little air around it."""
        self.skip(0.55 * self.size)
        self.paragraph(text, size=scale * self.size, bold=True)
        self.skip(0.15 * self.size)

    def paragraph(
        self,
        text: str,
        *,
        size: float | None = None,
        bold: bool = False,
        indent: float = 0,
        role: Role = "ink",
    ) -> None:
        """A text in as many lines as it takes."""
        size = size or self.size
        for line in wrap(text, self.width - indent, size, bold=bold):
            self.y += _LEADING * size
            at = self.y - 0.3 * size
            self.shapes.append(Text(self.x + indent, at, size, line, bold=bold, role=role))

    def item(self, mark: str, text: str) -> None:
        """A paragraph that hangs beside its number."""
        indent = 1.75 * self.size
        at = self.y + (_LEADING - 0.3) * self.size
        self.shapes.append(Text(self.x, at, self.size, mark, bold=True))
        self.paragraph(text, indent=indent)
        self.skip(0.35 * self.size)
