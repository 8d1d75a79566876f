"""A position as pixels: the shapes of ``ninefold.drawing`` laid onto an array.

Every shape is painted by the distance of each pixel to it, which also smooths its edge. Texts are
left out: the board of an environment has none.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Final

import numpy as np
import numpy.typing as npt

from ninefold.drawing.board import SIDE, BoardView, board_shapes
from ninefold.drawing.shapes import PALETTES, Circle, Paint, Point, Polyline, Rectangle
from ninefold.rules.position import Position

__all__ = ["draw_pixels"]

_Plane = npt.NDArray[np.float64]
_Distance = Callable[[_Plane, _Plane], _Plane]
_Box = tuple[float, float, float, float]  # left, top, right, bottom

_PALETTE: Final = {
    role: np.array([int(colour[at : at + 2], 16) for at in (1, 3, 5)], np.float64)
    for role, colour in PALETTES["light"].items()
}


def draw_pixels(
    position: Position, *, size: int = 360, last_move: int | None = None
) -> npt.NDArray[np.uint8]:
    """Draw a position as an RGB array, ``size`` pixels wide and high.

    >>> draw_pixels(Position.start(), size=90).shape
    (90, 90, 3)
    """
    pixels = np.empty((size, size, 3))
    pixels[:] = _PALETTE["paper"]
    scale = size / SIDE
    for shape in board_shapes(position, BoardView(last_move=last_move)):
        match shape:
            case Rectangle():
                _lay(pixels, shape.paint, _bounds(shape), _from_rectangle(shape), scale)
            case Circle():
                _lay(pixels, shape.paint, _bounds(shape), _from_circle(shape), scale)
            case Polyline(points, paint):
                for ends in pairwise(points):
                    _lay(pixels, paint, _box(ends), _from_stroke(*ends), scale)
    return np.rint(pixels).astype(np.uint8)


def _lay(pixels: _Plane, paint: Paint, box: _Box, distance: _Distance, scale: float) -> None:
    """Paint what lies within a shape, its outline over it, looking only at the pixels around it."""
    reach = paint.width / 2 + 1 / scale
    left, top = (max(0, int((edge - reach) * scale)) for edge in box[:2])
    right, bottom = (int((edge + reach) * scale) + 1 for edge in box[2:])
    part = pixels[top:bottom, left:right]
    rows, columns = (
        np.arange(n, n + count) for n, count in zip((top, left), part.shape, strict=False)
    )
    away = distance((columns + 0.5) / scale, (rows[:, None] + 0.5) / scale)
    layers = (
        (paint.fill, away),
        (paint.stroke if paint.width > 0 else None, np.abs(away) - paint.width / 2),
    )
    for role, outside in layers:
        if role is not None:
            covered = paint.opacity * np.clip(0.5 - outside * scale, 0, 1)[..., None]
            part += covered * (_PALETTE[role] - part)


def _box(points: Sequence[Point]) -> _Box:
    """The least and the greatest of both coordinates."""
    across, down = zip(*points, strict=True)
    return min(across), min(down), max(across), max(down)


def _bounds(shape: Rectangle | Circle) -> _Box:
    if isinstance(shape, Rectangle):
        return shape.x, shape.y, shape.x + shape.width, shape.y + shape.height
    x, y, radius = shape.x, shape.y, shape.radius
    return x - radius, y - radius, x + radius, y + radius


# How far a point is outside of a shape; inside it is less than 0.


def _from_rectangle(shape: Rectangle) -> _Distance:
    half_width, half_height, radius = shape.width / 2, shape.height / 2, shape.radius

    def distance(x: _Plane, y: _Plane) -> _Plane:
        beyond_x = np.abs(x - shape.x - half_width) - half_width + radius
        beyond_y = np.abs(y - shape.y - half_height) - half_height + radius
        outside = np.hypot(np.maximum(beyond_x, 0), np.maximum(beyond_y, 0))
        return outside + np.minimum(np.maximum(beyond_x, beyond_y), 0) - radius

    return distance


def _from_circle(shape: Circle) -> _Distance:
    return lambda x, y: np.hypot(x - shape.x, y - shape.y) - shape.radius


def _from_stroke(start: Point, end: Point) -> _Distance:
    (ax, ay), (bx, by) = start, end
    dx, dy = bx - ax, by - ay

    def distance(x: _Plane, y: _Plane) -> _Plane:
        along = np.clip(((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy), 0, 1)
        gap: _Plane = np.hypot(x - ax - along * dx, y - ay - along * dy)
        return gap

    return distance
