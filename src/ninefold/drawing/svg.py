"""A position, or any list of shapes, as SVG.

>>> from ninefold import Position
>>> draw_svg(Position.start().play("13"), last_move=2)[:34]
'<svg xmlns="http://www.w3.org/2000'
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping
from typing import Final, Literal
from xml.sax.saxutils import escape, quoteattr

from ninefold.drawing.board import SIDE, BoardView, board_shapes
from ninefold.drawing.shapes import (
    PALETTES,
    Circle,
    Paint,
    Polyline,
    Rectangle,
    Role,
    Shape,
    Text,
)
from ninefold.drawing.text import describe
from ninefold.rules.errors import BadSyntax, quoted
from ninefold.rules.position import Position
from ninefold.rules.squares import NINE

__all__ = ["FONTS", "THEMES", "Theme", "draw_svg", "shapes_as_svg"]

Theme = Literal["auto", "light", "dark", "print"]
#: What ``theme`` may be: ``auto`` is light, and dark where the reader's system is.
THEMES: Final[tuple[Theme, ...]] = ("auto", "light", "dark", "print")
#: Typefaces to ask for, in order; the Chinese ones are those that systems come with.
FONTS: Final = (
    "system-ui, 'Segoe UI', 'Helvetica Neue', 'Noto Sans', 'Noto Sans TC', 'Noto Sans CJK TC', "
    "'PingFang TC', 'Microsoft JhengHei', Arial, sans-serif"
)


def draw_svg(
    position: Position,
    *,
    size: int = 360,
    last_move: int | None = None,
    arrows: Iterable[tuple[int, int]] = (),
    numbers: Mapping[int, str] | None = None,
    labels: bool = False,
    show_target: bool = True,
    theme: Theme = "auto",
    title: str | None = None,
) -> str:
    """Draw a position as a picture ``size`` pixels wide and high.

    ``arrows`` go from square to square (a ring where both are the same), ``numbers`` writes a
    short text into squares, ``labels`` numbers the boards. A reader that cannot see the picture
    is told ``title`` (by default how the game stands) and what lies on every board.

    >>> "O to move in board 3" in draw_svg(Position.start().play("13"))
    True
    """
    if theme not in THEMES:
        raise BadSyntax(f"{quoted(theme)} is not a theme: expected one of {', '.join(THEMES)}")
    view = BoardView(
        last_move=last_move,
        arrows=tuple(arrows),
        numbers={square: str(text) for square, text in (numbers or {}).items()},
        labels=labels,
        show_target=show_target,
    )
    ground = Rectangle(0, 0, SIDE, SIDE, paint=Paint(fill="paper"), radius=10)
    return shapes_as_svg(
        [ground, *board_shapes(position, view)],
        (SIDE, SIDE),
        (f"{size}", f"{size}"),
        title=_title(position) if title is None else title,
        description=_description(position),
        theme=theme,
    )


def shapes_as_svg(
    shapes: Iterable[Shape],
    view_box: tuple[float, float],
    size: tuple[str, str],
    *,
    title: str,
    description: str = "",
    theme: Theme = "print",
    style: str = "",
    fonts: str = FONTS,
) -> str:
    """Write shapes as one SVG document that also stands inside a page among others.

    Every element carries its colour itself, for programs that read no style sheet. The style
    sheet, which turns a light picture dark, is bound to the picture's id: inside a page it
    touches nothing else. The id is drawn from the content, so the same picture is the same text.
    """
    palette = PALETTES["light" if theme == "auto" else theme]
    body = "\n".join(_element(shape, palette) for shape in shapes)
    title, description = _clean(title), _clean(description)
    name = f"n{zlib.crc32(f'{theme}{size}{title}{body}'.encode()):08x}"
    if theme == "auto":
        style += _dark_style(name)
    width, height = size
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" id="{name}" role="img" '
        f'aria-labelledby="{name}-title {name}-desc" width="{width}" height="{height}" '
        f'viewBox="0 0 {_number(view_box[0])} {_number(view_box[1])}" '
        f'font-family="{fonts}" stroke-linecap="round" stroke-linejoin="round" fill="none">\n'
        f'<title id="{name}-title">{title}</title>\n'
        f'<desc id="{name}-desc">{description}</desc>\n'
        + (f"<style>{style}</style>\n" if style else "")
        + f"{body}\n</svg>\n"
    )


def _title(position: Position) -> str:
    return f"Super Tic-Tac-Toe, {describe(position)}"


def _description(position: Position) -> str:
    """Every board in words, for readers that cannot see the picture."""
    words = {"X": ", captured by X", "O": ", captured by O", "-": ", dead", ".": ""}
    parts = []
    for board in NINE:
        cells = position.board(board)
        marks = [
            f"{player} in {', '.join(str(n + 1) for n in NINE if cells[n] == player)}"
            for player in "XO"
            if player in cells
        ]
        parts.append(
            f"Board {board + 1}{words[position.owners[board]]}: {'; '.join(marks) or 'empty'}."
        )
    return " ".join(parts)


def _dark_style(name: str) -> str:
    rules = "".join(
        f"#{name} .f-{role}{{fill:{colour}}}#{name} .s-{role}{{stroke:{colour}}}"
        for role, colour in PALETTES["dark"].items()
    )
    return f"@media (prefers-color-scheme:dark){{{rules}}}"


def _element(shape: Shape, palette: Mapping[Role, str]) -> str:
    match shape:
        case Polyline(points, paint, closed):
            path = "L".join(f"{_number(x)} {_number(y)}" for x, y in points)
            return f'<path d="M{path}{"Z" if closed else ""}"{_painted(paint, palette)}/>'
        case Rectangle(x, y, width, height, paint, radius):
            corner = f' rx="{_number(radius)}"' if radius else ""
            return (
                f'<rect x="{_number(x)}" y="{_number(y)}" width="{_number(width)}" '
                f'height="{_number(height)}"{corner}{_painted(paint, palette)}/>'
            )
        case Circle(x, y, radius, paint):
            where = f'cx="{_number(x)}" cy="{_number(y)}" r="{_number(radius)}"'
            return f"<circle {where}{_painted(paint, palette)}/>"
        case Text():
            return _text(shape, palette)


def _text(shape: Text, palette: Mapping[Role, str]) -> str:
    anchor = "" if shape.anchor == "start" else f' text-anchor="{shape.anchor}"'
    weight = ' font-weight="700"' if shape.bold else ""
    return (
        f'<text x="{_number(shape.x)}" y="{_number(shape.y)}" font-size="{_number(shape.size)}"'
        f"{anchor}{weight}{_painted(Paint(fill=shape.role), palette)}>{_clean(shape.text)}</text>"
    )


def _painted(paint: Paint, palette: Mapping[Role, str]) -> str:
    """A paint as attributes, with classes that the dark style sheet takes hold of."""
    classes, attributes = [], ""
    if paint.fill is not None:
        classes.append(f"f-{paint.fill}")
        attributes += f' fill="{palette[paint.fill]}"'
    if paint.stroke is not None and paint.width > 0:
        classes.append(f"s-{paint.stroke}")
        attributes += f' stroke="{palette[paint.stroke]}" stroke-width="{_number(paint.width)}"'
    if paint.opacity < 1:
        attributes += f' opacity="{_number(paint.opacity)}"'
    return f" class={quoteattr(' '.join(classes))}{attributes}"


def _number(value: float) -> str:
    """A length with two decimals at most: more is noise at any size."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _clean(text: str) -> str:
    """A text that may stand in XML: escaped, and without the characters XML forbids."""
    allowed = "".join(c if c in "\t\n" or _is_xml(ord(c)) else "\ufffd" for c in text)
    return escape(allowed)


def _is_xml(code: int) -> bool:
    return 0x20 <= code <= 0xD7FF or 0xE000 <= code <= 0xFFFD or code >= 0x10000
