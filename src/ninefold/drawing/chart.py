"""Charts as shapes: lines with their error bands, and values with their ranges.

They are written as SVG by the same writer as positions, light and dark, and need nothing installed.

>>> chart = line_chart([Line("Elo", ((0, 0), (1, 40), (2, 55)))], x="round", y="Elo")
>>> chart[:4], "round" in chart
('<svg', True)
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from ninefold.drawing.shapes import Circle, Paint, Point, Polyline, Rectangle, Role, Shape, Text
from ninefold.drawing.svg import shapes_as_svg
from ninefold.rules.errors import BadSyntax

__all__ = ["Line", "Range", "line_chart", "range_chart"]

_WIDTH: Final = 640.0
_HEIGHT: Final = 360.0
_LEFT: Final = 62.0
_RIGHT: Final = 24.0
_TOP: Final = 44.0
_BOTTOM: Final = 46.0
_TEXT: Final = 12.0
_ROW: Final = 26.0
_COLOURS: Final[tuple[Role, ...]] = ("x", "o", "target-edge", "arrow", "ink", "faint")
_BANDS: Final[tuple[Role, ...]] = ("x-large", "o-large", "target", "last", "grid", "grid")


@dataclass(frozen=True, slots=True)
class Line:
    """A line through some points, and how low and how high each may be, where that is known."""

    name: str
    points: tuple[Point, ...]
    band: tuple[tuple[float, float], ...] = ()


@dataclass(frozen=True, slots=True)
class Range:
    """A value with the range that holds it."""

    name: str
    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class _Scale:
    """Numbers as places along an axis."""

    low: float
    high: float
    start: float
    end: float

    def at(self, value: float) -> float:
        share = (value - self.low) / (self.high - self.low)
        return self.start + min(max(share, 0.0), 1.0) * (self.end - self.start)

    def ticks(self) -> list[float]:
        step = _step(self.high - self.low)
        first = math.ceil(self.low / step - 1e-9)
        last = math.floor(self.high / step + 1e-9)
        return [n * step for n in range(first, last + 1)]


def line_chart(lines: Sequence[Line], *, x: str, y: str, title: str = "") -> str:
    """Draw lines over one another as SVG."""
    points = [point for line in lines for point in line.points]
    if not points:
        raise BadSyntax("there is nothing to draw yet: not one point")
    ups = [v for _, v in points] + [v for line in lines for pair in line.band for v in pair]
    across = _scale([v for v, _ in points], _LEFT, _WIDTH - _RIGHT, margin=0.0)
    up = _scale(ups, _HEIGHT - _BOTTOM, _TOP)
    shapes = [*_axes(across, up, x, y)]
    for line, band in zip(lines, _BANDS, strict=False):
        shapes += _band(line, band, across, up)
    for line, colour in zip(lines, _COLOURS, strict=False):
        shapes += _drawn(line, colour, across, up)
    shapes += _legend([line.name for line in lines])
    return _written(shapes, _HEIGHT, title or f"{y} by {x}")


def range_chart(ranges: Sequence[Range], *, x: str, title: str = "") -> str:
    """Draw values with their ranges, one a row, as SVG."""
    if not ranges:
        raise BadSyntax("there is nothing to draw yet: not one value")
    left = 20 + 0.56 * _TEXT * max(len(row.name) for row in ranges)
    ends = [end for row in ranges for end in (row.low, row.high, row.value)]
    across = _scale(ends, left, _WIDTH - _RIGHT)
    height = _TOP + _ROW * len(ranges) + _BOTTOM
    shapes: list[Shape] = []
    for tick in across.ticks():
        shapes += _upright(across.at(tick), _TOP, height - _BOTTOM, _number(tick))
    shapes.append(Text((left + _WIDTH - _RIGHT) / 2, height - 10, _TEXT, x, "middle"))
    for n, row in enumerate(ranges):
        shapes += _whisker(row, _TOP + _ROW * (n + 0.5), left, across)
    return _written(shapes, height, title or x)


def _whisker(row: Range, y: float, left: float, across: _Scale) -> Iterator[Shape]:
    yield Text(left - 10, y + 4, _TEXT, row.name, "end")
    ends = ((across.at(row.low), y), (across.at(row.high), y))
    yield Polyline(ends, Paint(stroke="x", width=2))
    for x, _ in ends:
        yield Polyline(((x, y - 4), (x, y + 4)), Paint(stroke="x", width=2))
    yield Circle(across.at(row.value), y, 4.5, Paint(fill="x"))


def _scale(values: Sequence[float], start: float, end: float, margin: float = 0.06) -> _Scale:
    finite = [value for value in values if math.isfinite(value)] or [0.0]
    low, high = min(finite), max(finite)
    size = max(1.0, abs(low), abs(high))
    if high - low < 1e-9 * size:  # all but one value: what divides by the length needs one
        low, high = low - 0.5 * size, high + 0.5 * size
    room = margin * (high - low)
    return _Scale(low - room, high + room, start, end)


def _step(length: float) -> float:
    """A round number that divides a length into about five parts."""
    rough = length / 5
    power = 10.0 ** math.floor(math.log10(rough))
    return next(power * n for n in (1, 2, 5, 10) if power * n >= rough * 0.999)


def _axes(across: _Scale, up: _Scale, x: str, y: str) -> Iterator[Shape]:
    for tick in across.ticks():
        yield from _upright(across.at(tick), up.end, up.start, _number(tick))
    for tick in up.ticks():
        at = up.at(tick)
        yield Polyline(((across.start, at), (across.end, at)), Paint(stroke="grid", width=0.8))
        yield Text(across.start - 8, at + 4, _TEXT, _number(tick), "end", role="faint")
    yield Text((across.start + across.end) / 2, up.start + 36, _TEXT, x, "middle")
    yield Text(across.start - 40, up.end - 12, _TEXT, y)


def _upright(x: float, top: float, bottom: float, label: str) -> Iterator[Shape]:
    yield Polyline(((x, top), (x, bottom)), Paint(stroke="grid", width=0.8))
    yield Text(x, bottom + 17, _TEXT, label, "middle", role="faint")


def _band(line: Line, role: Role, across: _Scale, up: _Scale) -> Iterator[Shape]:
    if len(line.band) != len(line.points) or len(line.points) < 2:
        return
    places = [across.at(x) for x, _ in line.points]
    highs = [(x, up.at(high)) for x, (_, high) in zip(places, line.band, strict=True)]
    lows = [(x, up.at(low)) for x, (low, _) in zip(places, line.band, strict=True)]
    yield Polyline((*highs, *reversed(lows)), Paint(fill=role, opacity=0.5), closed=True)


def _drawn(line: Line, role: Role, across: _Scale, up: _Scale) -> Iterator[Shape]:
    path = tuple((across.at(x), up.at(y)) for x, y in line.points)
    if len(path) > 1:
        yield Polyline(path, Paint(stroke=role, width=2))
    if len(path) <= 40:  # more of them would hide the line
        for x, y in path:
            yield Circle(x, y, 3, Paint(fill=role))


def _legend(names: Sequence[str]) -> Iterator[Shape]:
    x = _WIDTH - _RIGHT
    for name, role in reversed(list(zip(names, _COLOURS, strict=False))):
        x -= 0.56 * _TEXT * len(name)
        yield Text(x, 22, _TEXT, name)
        x -= 16
        yield Rectangle(x, 14, 10, 10, Paint(fill=role), radius=2)
        x -= 14


def _written(shapes: Sequence[Shape], height: float, title: str) -> str:
    ground = Rectangle(0, 0, _WIDTH, height, Paint(fill="paper"), radius=8)
    size = (f"{_WIDTH:g}", f"{height:g}")
    return shapes_as_svg([ground, *shapes], (_WIDTH, height), size, title=title, theme="auto")


def _number(value: float) -> str:
    return f"{value:.6g}"
