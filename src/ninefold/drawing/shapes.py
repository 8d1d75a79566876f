"""The few shapes that every picture is made of, and the colours they may have.

A picture is a list of shapes in its own units, y growing downwards. SVG and PDF are two ways to
write the same list, so what is seen on a screen is what comes out of the printer. A shape names
its colours by their role (``x``, ``target``); a palette says which colour that is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final, Literal

__all__ = [
    "PALETTES",
    "Anchor",
    "Circle",
    "Paint",
    "Point",
    "Polyline",
    "Rectangle",
    "Role",
    "Shape",
    "Text",
    "place",
]

Point = tuple[float, float]
Anchor = Literal["start", "middle", "end"]
Role = Literal[
    "paper",
    "ink",
    "faint",
    "frame",
    "grid",
    "dead",
    "target",
    "target-edge",
    "last",
    "arrow",
    "x",
    "o",
    "x-dim",
    "o-dim",
    "x-large",
    "o-large",
    "x-ground",
    "o-ground",
]


@dataclass(frozen=True, slots=True)
class Paint:
    """How a shape is filled and outlined; a width of 0 means no outline."""

    fill: Role | None = None
    stroke: Role | None = None
    width: float = 0
    opacity: float = 1

    def scaled(self, scale: float) -> Paint:
        """The same paint with its line as much wider as the picture gets."""
        return replace(self, width=self.width * scale)


@dataclass(frozen=True, slots=True)
class Polyline:
    """Straight strokes through some points; ``closed`` joins the last to the first."""

    points: tuple[Point, ...]
    paint: Paint
    closed: bool = False

    def moved(self, x: float, y: float, scale: float) -> Polyline:
        """The shape on another place of a larger picture."""
        points = tuple((x + scale * px, y + scale * py) for px, py in self.points)
        return replace(self, points=points, paint=self.paint.scaled(scale))


@dataclass(frozen=True, slots=True)
class Rectangle:
    """A rectangle by its corner and size, its corners rounded by ``radius``."""

    x: float
    y: float
    width: float
    height: float
    paint: Paint
    radius: float = 0

    def moved(self, x: float, y: float, scale: float) -> Rectangle:
        """The shape on another place of a larger picture."""
        return Rectangle(
            *(x + scale * self.x, y + scale * self.y, scale * self.width, scale * self.height),
            paint=self.paint.scaled(scale),
            radius=scale * self.radius,
        )


@dataclass(frozen=True, slots=True)
class Circle:
    """A circle by its centre and radius."""

    x: float
    y: float
    radius: float
    paint: Paint

    def moved(self, x: float, y: float, scale: float) -> Circle:
        """The shape on another place of a larger picture."""
        return Circle(
            x + scale * self.x, y + scale * self.y, scale * self.radius, self.paint.scaled(scale)
        )


@dataclass(frozen=True, slots=True)
class Text:
    """One line of text: ``x`` is where its ``anchor`` lies, ``y`` its baseline."""

    x: float
    y: float
    size: float
    text: str
    anchor: Anchor = "start"
    bold: bool = False
    role: Role = "ink"

    def moved(self, x: float, y: float, scale: float) -> Text:
        """The shape on another place of a larger picture."""
        return replace(self, x=x + scale * self.x, y=y + scale * self.y, size=scale * self.size)


Shape = Polyline | Rectangle | Circle | Text


def place(shapes: Iterable[Shape], x: float, y: float, scale: float = 1) -> list[Shape]:
    """Put a picture into a larger one: its origin at (x, y), its unit ``scale`` units long."""
    return [shape.moved(x, y, scale) for shape in shapes]


# X and O are the Okabe-Ito pairs that stay apart for every kind of colour vision; their shapes
# tell them apart as well, because within a pair the brightness is nearly equal.
_LIGHT: Final[dict[Role, str]] = {
    "paper": "#ffffff",
    "ink": "#1b1f24",
    "faint": "#6b737c",
    "frame": "#3b4249",
    "grid": "#b4bac1",
    "dead": "#c3c8cd",
    "target": "#e4f5ee",
    "target-edge": "#009e73",
    "last": "#f7ec9c",
    "arrow": "#8a3f70",
    "x": "#0072b2",
    "o": "#d55e00",
    "x-dim": "#1a7fb9",
    "o-dim": "#d55e00",
    "x-large": "#9fcae3",
    "o-large": "#f2c19d",
    "x-ground": "#e8f3f9",
    "o-ground": "#fdf1e8",
}
_DARK: Final[dict[Role, str]] = {
    "paper": "#15191e",
    "ink": "#e9edf1",
    "faint": "#98a2ad",
    "frame": "#b3bcc6",
    "grid": "#505963",
    "dead": "#474f58",
    "target": "#12352b",
    "target-edge": "#2fc197",
    "last": "#4d4719",
    "arrow": "#e3a3c8",
    "x": "#56b4e9",
    "o": "#e69f00",
    "x-dim": "#4da2d2",
    "o-dim": "#cf8f04",
    "x-large": "#2c5a76",
    "o-large": "#705612",
    "x-ground": "#182a35",
    "o-ground": "#2e2613",
}
_PRINT: Final[dict[Role, str]] = {
    "paper": "#ffffff",
    "ink": "#000000",
    "faint": "#555555",
    "frame": "#000000",
    "grid": "#777777",
    "dead": "#bbbbbb",
    "target": "#f4f4f4",
    "target-edge": "#000000",
    "last": "#e4e4e4",
    "arrow": "#000000",
    "x": "#000000",
    "o": "#000000",
    "x-dim": "#555555",
    "o-dim": "#555555",
    "x-large": "#cbcbcb",
    "o-large": "#cbcbcb",
    "x-ground": "#f4f4f4",
    "o-ground": "#f4f4f4",
}
#: The colour of every role, by theme.
PALETTES: Final[Mapping[str, Mapping[Role, str]]] = MappingProxyType(
    {"light": _LIGHT, "dark": _DARK, "print": _PRINT}
)
