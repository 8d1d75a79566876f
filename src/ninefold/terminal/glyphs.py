"""Glyphs: the characters a board is drawn with, in Unicode or in plain ASCII, and large marks."""

from __future__ import annotations

import math
import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

__all__ = ["ASCII", "UNICODE", "Frame", "Glyphs", "glyphs_for", "mark_rows"]


@dataclass(frozen=True, slots=True)
class Frame:
    """The characters of a box: corners in reading order, then the sides."""

    corners: str
    across: str
    down: str


@dataclass(frozen=True, slots=True)
class Glyphs:
    """A set of characters that belong together."""

    unicode: bool
    plain: Frame
    lit: Frame
    preview: Frame
    rule: Frame
    cross: str
    dot: str
    hatch: str
    star: str
    arrow: str
    bar: str
    rest: str
    shade: str
    heights: str  # of a curve, from low to high
    halves: str  # neither, upper, lower and both halves of a character filled


UNICODE: Final = Glyphs(
    unicode=True,
    plain=Frame("┌┐└┘", "─", "│"),
    lit=Frame("┏┓┗┛", "━", "┃"),
    preview=Frame("╔╗╚╝", "═", "║"),
    rule=Frame("┬┴├┤", "─", "│"),
    cross="┼",
    dot="·",
    hatch="╱",
    star="★",
    arrow="→",
    bar="█",
    rest="░",
    shade="░",
    heights="▁▂▃▄▅▆▇█",
    halves=" ▀▄█",
)
ASCII: Final = Glyphs(
    unicode=False,
    plain=Frame("++++", "-", "|"),
    lit=Frame("####", "#", "#"),
    preview=Frame("<><>", "=", ":"),
    rule=Frame("++++", "-", "|"),
    cross="+",
    dot=".",
    hatch="/",
    star="*",
    arrow=">",
    bar="#",
    rest="-",
    shade=":",
    heights="_.-=+*%#",
    halves=" @@@",
)

_NO_BOXES: Final = ("dumb", "vt52", "vt100", "vt102", "vt220", "ansi", "unknown")


def glyphs_for(environment: Mapping[str, str] = os.environ) -> Glyphs:
    """The set that a terminal with these environment variables can show.

    A locale that names another character set than UTF-8 has no Unicode. One that is not set at all
    says nothing, and today's terminals have it.
    """
    if environment.get("TERM", "") in _NO_BOXES:
        return ASCII
    # Python itself sets LC_CTYPE when LANG is C, so LANG=C has to be asked for first.
    if not environment.get("LC_ALL") and environment.get("LANG", "") in ("C", "POSIX"):
        return ASCII
    names = (environment.get(name) for name in ("LC_ALL", "LC_CTYPE", "LANG"))
    locale = next((name for name in names if name), "UTF-8").upper()
    return UNICODE if "UTF-8" in locale or "UTF8" in locale else ASCII


@lru_cache(maxsize=256)
def mark_rows(mark: str, width: int, height: int, glyphs: Glyphs) -> tuple[str, ...]:
    """A mark drawn as large as a space allows, in half characters, centred.

    >>> for row in mark_rows("X", 4, 2, UNICODE): print(row)
    ▀▄▄▀
    ▄▀▀▄
    """
    high = 2 * height
    wide = min(width, high + 1 + (width - high - 1) % 2)  # an even margin on both sides
    if height == 2:
        wide = min(width, high)  # so small, only a square cross is closed in its middle
    left = (width - wide) // 2
    rows = []
    for y in range(0, high, 2):
        row = " " * left
        for x in range(wide):
            upper, lower = (_inked(mark, x, y + n, wide, high) for n in (0, 1))
            row += glyphs.halves[upper + 2 * lower]
        rows.append(row.replace("@", mark).ljust(width))
    return tuple(rows)


def _inked(mark: str, x: int, y: int, wide: int, high: int) -> bool:
    """Whether one point of a mark of so many points is drawn."""
    if mark == "X":
        slope = y * (wide - 1) / (high - 1)
        return min(abs(x - slope), abs(wide - 1 - x - slope)) <= max(0.65, wide / 8)
    thick = max(1.0, wide / 6)
    across, down = abs(x - (wide - 1) / 2), abs(y - (high - 1) / 2)
    outside = math.hypot(across / (wide / 2), down / (high / 2)) > 1
    inner_wide, inner_high = max(wide / 2 - thick, 0.1), max(high / 2 - thick, 0.1)
    return not outside and math.hypot(across / inner_wide, down / inner_high) > 1
