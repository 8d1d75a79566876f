"""Shapes as pixels: the inside has its colour, the outside stays paper, edges lie between."""

from __future__ import annotations

import struct
import zlib

import pytest

from ninefold.drawing.png import shapes_as_png
from ninefold.drawing.shapes import (
    PALETTES,
    Anchor,
    Circle,
    Paint,
    Polyline,
    Rectangle,
    Role,
    Shape,
    Text,
)

Pixel = tuple[int, int, int]
SIZE = (40, 30)


def colour(role: Role, theme: str = "light") -> Pixel:
    red, green, blue = bytes.fromhex(PALETTES[theme][role][1:])
    return red, green, blue


def pixels(*shapes: Shape, theme: str = "light", size: tuple[int, int] = SIZE) -> list[list[Pixel]]:
    """The rows of a picture, read back from its file; every checksum must fit."""
    png, at, body = shapes_as_png(shapes, size, theme=theme), 8, b""
    while at < len(png):
        (length,) = struct.unpack_from(">I", png, at)
        chunk = png[at + 4 : at + 8 + length]
        assert struct.unpack_from(">I", png, at + 8 + length) == (zlib.crc32(chunk),)
        body += chunk[4:] if chunk[:4] == b"IDAT" else b""
        at += 12 + length
    data, step = zlib.decompress(body), 3 * size[0] + 1
    rows = [data[n * step + 1 : (n + 1) * step] for n in range(size[1])]
    return [[(row[x], row[x + 1], row[x + 2]) for x in range(0, len(row), 3)] for row in rows]


def places(rows: list[list[Pixel]], wanted: Pixel) -> set[tuple[int, int]]:
    return {(x, y) for y, row in enumerate(rows) for x, each in enumerate(row) if each == wanted}


def box(left: int, top: int, right: int, bottom: int) -> set[tuple[int, int]]:
    return {(x, y) for x in range(left, right) for y in range(top, bottom)}


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_rectangle_colours_its_own_pixels_and_no_others(theme: str) -> None:
    rows = pixels(Rectangle(5, 7, 20, 10, Paint(fill="x")), theme=theme)
    assert places(rows, colour("x", theme)) == box(5, 7, 25, 17)
    assert places(rows, colour("paper", theme)) == box(0, 0, *SIZE) - box(5, 7, 25, 17)


def test_an_outline_lies_half_inside_and_half_outside_and_leaves_the_middle() -> None:
    rows = pixels(Rectangle(6, 6, 20, 12, Paint(stroke="o", width=4)))
    assert places(rows, colour("o")) == box(4, 4, 28, 20) - box(8, 8, 24, 16)
    filled = pixels(Rectangle(6, 6, 20, 12, Paint(fill="last", stroke="o", width=4)))
    assert places(filled, colour("o")) == box(4, 4, 28, 20) - box(8, 8, 24, 16)
    assert places(filled, colour("last")) == box(8, 8, 24, 16)
    assert pixels(Rectangle(6, 6, 20, 12, Paint(stroke="o", width=0))) == pixels()


def test_round_corners_are_left_out_and_square_ones_are_not() -> None:
    rows = pixels(Rectangle(5, 5, 20, 20, Paint(fill="x"), radius=8))
    assert rows[5][5] == rows[24][5] == rows[5][24] == rows[24][24] == colour("paper")
    assert rows[5][15] == rows[15][5] == rows[15][15] == rows[15][24] == colour("x")


def test_a_circle_is_as_far_from_its_centre_everywhere() -> None:
    disc = pixels(Circle(20, 15, 10, Paint(fill="x")))
    ring = pixels(Circle(20, 15, 10, Paint(stroke="x", width=4)))
    for x, y in box(0, 0, *SIZE):
        far = ((x + 0.5 - 20) ** 2 + (y + 0.5 - 15) ** 2) ** 0.5
        if abs(far - 10) > 1:
            assert disc[y][x] == colour("x" if far < 10 else "paper")
        if abs(far - 8) > 1 and abs(far - 12) > 1:
            assert ring[y][x] == colour("x" if 8 < far < 12 else "paper")


@pytest.mark.parametrize("shape", ["fill", "stroke"])
def test_what_is_half_clear_lets_half_of_the_ground_through(shape: str) -> None:
    paint = Paint(fill="ink", opacity=0.5) if shape == "fill" else None
    paint = paint or Paint(stroke="ink", width=8, opacity=0.5)
    rows = pixels(Rectangle(10, 10, 20, 10, paint))
    at = rows[15][20] if shape == "fill" else rows[10][20]
    for ink, paper, mixed in zip(colour("ink"), colour("paper"), at, strict=True):
        assert mixed == pytest.approx((ink + paper) / 2, abs=1)


def test_a_pixel_covered_by_half_is_half_coloured() -> None:
    rows = pixels(Rectangle(5.5, 7.5, 20, 10, Paint(fill="ink")))
    half = [round((a + b) / 2) for a, b in zip(colour("ink"), colour("paper"), strict=True)]
    for x, y in ((5, 12), (25, 12), (15, 7), (15, 17)):
        assert rows[y][x] == pytest.approx(half, abs=1)
    assert rows[12][6] == rows[12][24] == rows[8][15] == rows[16][15] == colour("ink")
    assert rows[12][4] == rows[12][26] == rows[6][15] == rows[18][15] == colour("paper")


def test_only_a_closed_line_goes_back_to_where_it_began() -> None:
    corners = ((5.0, 5.0), (35.0, 5.0), (35.0, 25.0))
    for closed in (False, True):
        rows = pixels(Polyline(corners, Paint(stroke="x", width=3), closed=closed))
        assert rows[5][20] == rows[15][35] == colour("x")
        assert rows[15][20] == colour("x" if closed else "paper")
        assert rows[10][25] == colour("paper")
    filled = pixels(Polyline(corners, Paint(fill="x"), closed=True))
    assert (filled[10][25], filled[20][10]) == (colour("x"), colour("paper"))


def test_a_line_has_its_width_and_round_ends() -> None:
    rows = pixels(Polyline(((10, 15), (30, 15)), Paint(stroke="x", width=6)))
    assert places(rows, colour("x")) >= box(10, 12, 30, 18)
    assert rows[15][8] == rows[15][31] == colour("x")
    assert rows[11][7] == rows[15][6] == rows[15][33] == rows[19][20] == colour("paper")


def test_where_strokes_cross_is_coloured_once() -> None:
    cross = Polyline(((10, 5), (30, 25), (30, 5), (10, 25)), Paint(stroke="ink", width=4))
    assert pixels(cross)[15][20] == colour("ink")
    both = Polyline(cross.points, Paint(stroke="ink", width=4, opacity=0.5))
    assert pixels(both)[15][20] == pixels(both)[10][15]


def test_what_comes_later_lies_on_top() -> None:
    under, over = (Rectangle(5, 5, 20, 20, Paint(fill=role)) for role in ("x", "o"))
    assert pixels(under, over)[10][10] == colour("o")
    assert pixels(over, under)[10][10] == colour("x")


def test_what_lies_beyond_the_edge_is_cut_off_there() -> None:
    rows = pixels(Rectangle(-10, -10, 20, 20, Paint(fill="x")), Circle(40, 30, 5, Paint(fill="o")))
    assert places(rows, colour("x")) == box(0, 0, 10, 10)
    assert all(x >= 34 and y >= 24 for x, y in places(rows, colour("o")))
    assert pixels(Rectangle(100, 5, 9, 9, Paint(fill="x"))) == pixels()
    assert pixels(Rectangle(5, -50, 9, 9, Paint(fill="x"))) == pixels()


@pytest.mark.parametrize("anchor", ["start", "middle", "end"])
def test_a_text_stands_where_its_anchor_says_and_on_its_line(anchor: Anchor) -> None:
    text = Text(60, 20, 20, "MMM", anchor=anchor, role="x")
    rows = pixels(text, size=(140, 40))
    inked = box(0, 0, 140, 40) - places(rows, colour("paper"))
    xs, ys = [x for x, _ in inked], [y for _, y in inked]
    width = max(xs) - min(xs)
    start = {"start": 60, "middle": 60 - width / 2, "end": 60 - width}[anchor]
    assert min(xs) == pytest.approx(start, abs=4)
    assert max(ys) in (19, 20)
    assert min(ys) < 9
    assert colour("x") in {rows[y][x] for x, y in inked}


def test_bold_letters_have_more_ink() -> None:
    plain, bold = (pixels(Text(5, 25, 20, "E", bold=bold)) for bold in (False, True))
    assert len(places(bold, colour("ink"))) > len(places(plain, colour("ink"))) > 0


def test_a_letter_that_only_the_font_for_names_has_is_drawn_from_there() -> None:
    assert pixels(Text(5, 25, 20, "龍")) != pixels()
    beside = pixels(Text(5, 25, 10, "龍I"), size=(60, 30))
    assert len({x for x, _ in box(0, 0, 60, 30) - places(beside, colour("paper"))}) > 9


def test_a_letter_that_no_font_has_leaves_no_trace_and_takes_no_room() -> None:
    assert pixels(Text(5, 25, 20, "😀")) == pixels()
    assert pixels(Text(5, 25, 20, "😀E")) == pixels(Text(5, 25, 20, "E")) != pixels()
