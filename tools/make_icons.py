"""Draw the app's icons as PNG: ``python tools/make_icons.py web/public``.

The same nine boards as in ``web/public/icon.svg``, as distances to their edges: each picture is
drawn in its own size, with soft edges, and needs no library.
"""

from __future__ import annotations

import struct
import sys
import zlib
from collections.abc import Callable
from pathlib import Path

Colour = tuple[int, int, int]
Shape = tuple[Callable[[float, float], float], Colour, float]

INK, PAPER, X, O = (21, 23, 29), (246, 243, 236), (86, 180, 233), (230, 159, 0)  # noqa: E741
#: In units of the drawing; a maskable icon keeps to the middle, and its ground fills the square.
SIDE = 32.0


def box(x: float, y: float, size: float, radius: float) -> Callable[[float, float], float]:
    """The distance to a square with round corners; below 0 inside."""
    middle_x, middle_y, half = x + size / 2, y + size / 2, size / 2 - radius

    def distance(at_x: float, at_y: float) -> float:
        dx, dy = abs(at_x - middle_x) - half, abs(at_y - middle_y) - half
        outside = (max(dx, 0) ** 2 + max(dy, 0) ** 2) ** 0.5
        return float(outside + min(max(dx, dy), 0) - radius)

    return distance


def stroke(x1: float, y1: float, x2: float, y2: float) -> Callable[[float, float], float]:
    """The distance to a line, two units wide with round ends."""
    dx, dy = x2 - x1, y2 - y1

    def distance(at_x: float, at_y: float) -> float:
        along = ((at_x - x1) * dx + (at_y - y1) * dy) / (dx * dx + dy * dy)
        along = min(1.0, max(0.0, along))
        return float(((at_x - x1 - along * dx) ** 2 + (at_y - y1 - along * dy) ** 2) ** 0.5 - 1)

    return distance


def ring(x: float, y: float, radius: float) -> Callable[[float, float], float]:
    """The distance to a circle, two units wide."""
    return lambda at_x, at_y: float(abs(((at_x - x) ** 2 + (at_y - y) ** 2) ** 0.5 - radius) - 1)


BOARDS = [(5, 5), (13, 5), (5, 13), (21, 13), (13, 21), (21, 21)]
DRAWING: list[Shape] = [
    *((box(x, y, 6, 1.5), PAPER, 0.35) for x, y in BOARDS),
    *((stroke(x, y, x + 4, y + 4), X, 1.0) for x, y in ((22, 6), (6, 22))),
    *((stroke(x + 4, y, x, y + 4), X, 1.0) for x, y in ((22, 6), (6, 22))),
    (ring(16, 16, 2.6), O, 1.0),
]


def draw(size: int, *, maskable: bool) -> bytes:
    """A picture of so many pixels a side."""
    scale = SIDE / size
    shrink = 1.3 if maskable else 1.0  # what is masked away lies outside four fifths
    ground = box(0, 0, SIDE, 0.001 if maskable else 7)
    rows = []
    for row in range(size):
        line = bytearray(b"\0")  # no filter
        for column in range(size):
            at = ((column + 0.5) * scale, (row + 0.5) * scale)
            inner = tuple(16 + (place - 16) * shrink for place in at)
            colour = tuple(map(float, INK))
            for distance, ink, strength in DRAWING:
                cover = strength * _cover(distance(*inner), scale * shrink)
                colour = tuple(c + (i - c) * cover for c, i in zip(colour, ink, strict=True))
            line += bytes((*map(round, colour), round(255 * _cover(ground(*at), scale))))
        rows.append(bytes(line))
    return _png(size, b"".join(rows))


def _cover(distance: float, pixel: float) -> float:
    """How much of a pixel lies inside an edge that is so far away."""
    return min(1.0, max(0.0, 0.5 - distance / pixel))


def _png(size: int, rows: bytes) -> bytes:
    def chunk(kind: bytes, body: bytes) -> bytes:
        return (
            struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        )

    head = struct.pack(">IIBBBBB", size, size, 8, 6, 0, 0, 0)  # eight bits each of red to alpha
    parts = [chunk(b"IHDR", head), chunk(b"IDAT", zlib.compress(rows, 9)), chunk(b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


def main() -> None:
    """Write the icons into the folder that is named."""
    folder = Path(sys.argv[1])
    for name, size, maskable in (
        ("icon-192.png", 192, False),
        ("icon-512.png", 512, False),
        ("icon-maskable-512.png", 512, True),
    ):
        (folder / name).write_bytes(draw(size, maskable=maskable))


if __name__ == "__main__":
    main()
