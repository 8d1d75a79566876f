"""Any list of shapes as PNG, for chats and search engines, which show no SVG.

Every shape becomes closed contours, filled by the nonzero rule, so that strokes that cross are one
area. A row of pixels is looked at on a few lines; how much of each pixel they cover softens the
edge. What is covered whole is written as one piece, so the work goes with the length of the edges.
"""

from __future__ import annotations

import math
import struct
import zlib
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from ninefold.drawing.outline import text_outlines
from ninefold.drawing.shapes import (
    PALETTES,
    Circle,
    Point,
    Polyline,
    Rectangle,
    Role,
    Shape,
    Text,
)

__all__ = ["shapes_as_png"]

_LINES = 4  # on which a row is looked at
_ROUND = 28  # corners that stand for a circle
_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_Contour = Sequence[Point]
_Colour = tuple[int, int, int]
_Edge = tuple[float, float, float, float, int]  # upper y, lower y, x there, slope, direction


def shapes_as_png(shapes: Iterable[Shape], size: tuple[int, int], *, theme: str = "light") -> bytes:
    r"""Write shapes, whose unit is a pixel, as a PNG; what they leave free is paper.

    >>> from ninefold.drawing.shapes import Paint
    >>> picture = shapes_as_png([Circle(8, 8, 6, Paint(fill="x"))], (16, 16))
    >>> picture[:8], struct.unpack(">2I", picture[16:24])
    (b'\x89PNG\r\n\x1a\n', (16, 16))
    """
    palette = PALETTES[theme]
    canvas = _Canvas(size, _colour(palette["paper"]))
    for shape in shapes:
        for role, contours, opacity in _areas(shape):
            canvas.fill(list(contours), _colour(palette[role]), opacity)
    return canvas.png()


class _Canvas:
    """Pixels, three bytes each, row by row."""

    def __init__(self, size: tuple[int, int], paper: _Colour) -> None:
        self.width, self.height = size
        self.rows = [bytearray(bytes(paper) * self.width) for _ in range(self.height)]

    def fill(self, contours: list[_Contour], colour: _Colour, opacity: float) -> None:
        """Lay a colour over an area."""
        edges = sorted(edge for contour in contours for edge in _edges(contour))
        if not edges:
            return
        first = max(0, math.floor(edges[0][0]))
        last = min(self.height, math.ceil(max(edge[1] for edge in edges)))
        waiting, active = 0, list[_Edge]()
        for row in range(first, last):
            while waiting < len(edges) and edges[waiting][0] < row + 1:
                active.append(edges[waiting])
                waiting += 1
            active = [edge for edge in active if edge[1] > row]
            if active:
                self._fill_row(row, active, colour, opacity)

    def _fill_row(self, row: int, edges: list[_Edge], colour: _Colour, opacity: float) -> None:
        lines = [_spans(edges, row + (n + 0.5) / _LINES) for n in range(_LINES)]
        spans = [(max(0.0, a), min(float(self.width), b)) for line in lines for a, b in line]
        spans = [(a, b) for a, b in spans if a < b]
        if not spans:
            return
        whole = self._whole(lines)
        cover: dict[int, float] = {}
        for a, b in spans:
            _cover(cover, a, b, whole)
        pixels = self.rows[row]
        if whole[0] < whole[1]:
            if opacity < 1:
                for x in range(*whole):
                    cover[x] = float(_LINES)
            else:
                pixels[3 * whole[0] : 3 * whole[1]] = bytes(colour) * (whole[1] - whole[0])
        for x, lines_covered in cover.items():
            share = min(1.0, lines_covered / _LINES) * opacity
            at = 3 * x
            for channel in (0, 1, 2):
                old = pixels[at + channel]
                pixels[at + channel] = round(old + share * (colour[channel] - old))

    def _whole(self, lines: list[list[tuple[float, float]]]) -> tuple[int, int]:
        """The pixels that every line covers whole, if each is covered in one piece."""
        if any(len(line) != 1 for line in lines):
            return 0, 0
        start = max(0, math.ceil(max(line[0][0] for line in lines)))
        end = min(self.width, math.floor(min(line[0][1] for line in lines)))
        return (start, end) if start < end else (0, 0)

    def png(self) -> bytes:
        """The picture as a file."""
        head = struct.pack(">2I5B", self.width, self.height, 8, 2, 0, 0, 0)
        body = zlib.compress(b"".join(b"\0" + bytes(row) for row in self.rows), 6)
        chunks = [(b"IHDR", head), (b"IDAT", body), (b"IEND", b"")]
        return _SIGNATURE + b"".join(_chunk(kind, data) for kind, data in chunks)


def _colour(text: str) -> _Colour:
    red, green, blue = bytes.fromhex(text.removeprefix("#"))
    return red, green, blue


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def _cover(cover: dict[int, float], a: float, b: float, whole: tuple[int, int]) -> None:
    """Count how much of each pixel a span covers, but for those that are covered whole anyway."""
    first, last = math.floor(a), math.ceil(b)
    for start, end in ((first, min(last, whole[0])), (max(first, whole[1]), last)):
        for x in range(start, end):
            cover[x] = cover.get(x, 0.0) + min(b, x + 1) - max(a, x)


def _edges(contour: _Contour) -> Iterator[_Edge]:
    for n, (x1, y1) in enumerate(contour):
        x0, y0 = contour[n - 1]
        if y0 == y1:
            continue
        slope = (x1 - x0) / (y1 - y0)
        yield (y0, y1, x0, slope, 1) if y0 < y1 else (y1, y0, x1, slope, -1)


def _spans(edges: Iterable[_Edge], y: float) -> list[tuple[float, float]]:
    """Where a line is inside, by the nonzero rule."""
    crossings = sorted(
        (x + slope * (y - upper), direction)
        for upper, lower, x, slope, direction in edges
        if upper <= y < lower
    )
    spans, winding, start = [], 0, 0.0
    for x, direction in crossings:
        if winding == 0:
            start = x
        winding += direction
        if winding == 0:
            spans.append((start, x))
    return spans


def _areas(shape: Shape) -> Iterator[tuple[Role, Iterable[_Contour], float]]:
    """The areas that a shape colours: its inside, its outline, or its letters."""
    if isinstance(shape, Text):
        yield shape.role, text_outlines(shape), 1.0
        return
    if isinstance(shape, Polyline):
        inside: _Contour = shape.points
        outline = _stroke(shape)
    else:
        inside, outline = _around(shape, 0.0), _ring(shape)
    paint = shape.paint
    if paint.fill is not None:
        yield paint.fill, [inside], paint.opacity
    if paint.stroke is not None and paint.width > 0:
        yield paint.stroke, outline, paint.opacity


def _ring(shape: Circle | Rectangle) -> Iterator[_Contour]:
    """The outline of a shape that goes around: its outer edge, and its inner one the other way."""
    half = shape.paint.width / 2
    yield _around(shape, half)
    yield _around(shape, -half)[::-1]


def _around(shape: Circle | Rectangle, more: float) -> list[Point]:
    """The edge of a shape that is so much larger on every side."""
    if isinstance(shape, Circle):
        return _arc(shape.x, shape.y, max(0.0, shape.radius + more), 0, 2 * math.pi)
    x, y = shape.x - more, shape.y - more
    width, height = shape.width + 2 * more, shape.height + 2 * more
    radius = max(0.0, shape.radius + more) if shape.radius else 0.0
    return _corners(Rectangle(x, y, width, height, shape.paint, radius))


def _corners(shape: Rectangle) -> list[Point]:
    left, top, right, bottom = shape.x, shape.y, shape.x + shape.width, shape.y + shape.height
    r = min(shape.radius, shape.width / 2, shape.height / 2)
    if r <= 0:
        return [(left, top), (right, top), (right, bottom), (left, bottom)]
    quarter = math.pi / 2
    return [
        *_arc(left + r, top + r, r, 2 * quarter, 3 * quarter),
        *_arc(right - r, top + r, r, 3 * quarter, 4 * quarter),
        *_arc(right - r, bottom - r, r, 0, quarter),
        *_arc(left + r, bottom - r, r, quarter, 2 * quarter),
    ]


def _arc(x: float, y: float, radius: float, start: float, end: float) -> list[Point]:
    steps = max(3, round(_ROUND * (end - start) / (2 * math.pi) * max(1.0, radius / 12) ** 0.5))
    angles = (start + (end - start) * n / steps for n in range(steps + 1))
    return [(x + radius * math.cos(angle), y + radius * math.sin(angle)) for angle in angles]


def _stroke(line: Polyline) -> Iterator[_Contour]:
    """Each stroke as an area with round ends; where two meet they are one by the nonzero rule."""
    half, points = line.paint.width / 2, line.points
    ends = [*points, points[0]] if line.closed else points
    for (x0, y0), (x1, y1) in pairwise(ends):
        angle = math.atan2(y1 - y0, x1 - x0) + math.pi / 2
        yield [
            *_arc(x0, y0, half, angle, angle + math.pi),
            *_arc(x1, y1, half, angle + math.pi, angle + 2 * math.pi),
        ]
