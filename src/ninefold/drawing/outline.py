"""The outlines of a font's glyphs as straight strokes, to draw a text without any other help."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from ninefold.drawing.font import Font, names_font, sheet_font
from ninefold.drawing.shapes import Point, Text

__all__ = ["text_outlines", "text_width"]

Contour = tuple[Point, ...]
_ON, _X_SHORT, _Y_SHORT, _REPEAT, _X_SAME, _Y_SAME = 1, 2, 4, 8, 16, 32
_WORDS, _OFFSETS, _MORE = 1, 2, 32
_SCALES = ((8, 2), (64, 4), (128, 8))
#: Into so many strokes a curve is cut.
_STEPS = 5


def text_width(text: Text) -> float:
    """How wide a text stands."""
    return sum(font.width(char, text.size) for char, font in _fonts(text))


def text_outlines(text: Text) -> Iterator[Contour]:
    """A text as closed contours; a character that no font of ours has leaves no trace."""
    shift = {"start": 0.0, "middle": 0.5, "end": 1.0}[text.anchor]
    left = text.x - shift * text_width(text)
    for char, font in _fonts(text):
        scale = text.size / font.units
        for contour in _glyph(font, font.glyphs[ord(char)]):
            yield tuple((left + scale * x, text.y - scale * y) for x, y in contour)
        left += font.width(char, text.size)


def _fonts(text: Text) -> Iterator[tuple[str, Font]]:
    """Each character with the first font that has it."""
    fonts = (sheet_font(bold=text.bold), names_font())
    for char in text.text:
        font = next((one for one in fonts if one.has(char)), None)
        if font is not None:
            yield char, font


@lru_cache(maxsize=512)
def _glyph(font: Font, glyph: int) -> tuple[Contour, ...]:
    """A glyph's contours in the font's units."""
    data = font.outline(glyph)
    if len(data) < 10:
        return ()
    (count,) = struct.unpack_from(">h", data)
    return tuple(_compound(font, data) if count < 0 else _simple(data, count))


def _compound(font: Font, data: bytes) -> Iterator[Contour]:
    """A glyph put together from others, each moved."""
    at, more = 10, True
    while more:
        flags, part = struct.unpack_from(">HH", data, at)
        shape, size = (">hh", 4) if flags & _WORDS else (">bb", 2)
        x, y = struct.unpack_from(shape, data, at + 4) if flags & _OFFSETS else (0, 0)
        at += 4 + size
        at += sum(size for flag, size in _SCALES if flags & flag)  # our fonts scale no part
        for contour in _glyph(font, part):
            yield tuple((x + px, y + py) for px, py in contour)
        more = bool(flags & _MORE)


def _simple(data: bytes, count: int) -> Iterator[Contour]:
    ends = struct.unpack_from(f">{count}H", data, 10)
    (hints,) = struct.unpack_from(">H", data, 10 + 2 * count)
    at = 12 + 2 * count + hints
    points = ends[-1] + 1 if ends else 0
    flags: list[int] = []
    while len(flags) < points:
        flag, at = data[at], at + 1
        times = 1
        if flag & _REPEAT:
            times, at = 1 + data[at], at + 1
        flags += [flag] * times
    xs, at = _coordinates(data, at, flags, _X_SHORT, _X_SAME)
    ys, _ = _coordinates(data, at, flags, _Y_SHORT, _Y_SAME)
    start = 0
    for end in ends:
        part = range(start, end + 1)
        yield tuple(_straightened([(xs[n], ys[n], bool(flags[n] & _ON)) for n in part]))
        start = end + 1


def _coordinates(
    data: bytes, at: int, flags: list[int], short: int, same: int
) -> tuple[list[int], int]:
    value, found = 0, []
    for flag in flags:
        if flag & short:
            value += data[at] if flag & same else -data[at]
            at += 1
        elif not flag & same:
            value += struct.unpack_from(">h", data, at)[0]
            at += 2
        found.append(value)
    return found, at


def _straightened(points: list[tuple[int, int, bool]]) -> Iterator[Point]:
    """A contour of lines and quadratic curves as lines; between two controls lies a point."""
    full: list[tuple[float, float, bool]] = []
    for n, point in enumerate(points):
        before = points[n - 1]
        if not point[2] and not before[2]:
            full.append(((point[0] + before[0]) / 2, (point[1] + before[1]) / 2, True))
        full.append(point)
    first = next(n for n, one in enumerate(full) if one[2])
    full = full[first:] + full[: first + 1]
    start = full[0]
    for (x, y, on), end in pairwise([*full, full[0]]):
        if on:
            yield x, y
            start = (x, y, True)
            continue
        for step in range(1, _STEPS):
            t = step / _STEPS
            yield (
                (1 - t) ** 2 * start[0] + 2 * t * (1 - t) * x + t * t * end[0],
                (1 - t) ** 2 * start[1] + 2 * t * (1 - t) * y + t * t * end[1],
            )
