"""Shapes as commands of a PDF: where each is drawn, in which colour, and what is only filled."""

from __future__ import annotations

from io import BytesIO

import pytest
from pypdf import PdfReader

from ninefold.drawing.font import names_font, sheet_font
from ninefold.drawing.pdf import Page, pages_as_pdf
from ninefold.drawing.shapes import Anchor, Circle, Paint, Polyline, Rectangle, Role, Shape, Text

MM = 72 / 25.4
BOX = (10, 10, 30, 20)


def written(*shapes: Shape, title: str = "Title", language: str = "en") -> PdfReader:
    page = Page(100, 50, tuple(shapes))
    return PdfReader(BytesIO(pages_as_pdf([page], title=title, language=language)))


def commands(*shapes: Shape) -> list[str]:
    """What a page draws, line by line, but for where its origin lies."""
    contents = written(*shapes).pages[0].get_contents()
    assert contents is not None
    first, *lines = contents.get_data().decode("ascii").splitlines()
    scale, a, b, down, x, y, matrix, *_ = first.split()
    assert [float(each) for each in (scale, a, b, down, x, y)] == pytest.approx(
        [MM, 0, 0, -MM, 0, 50 * MM], abs=1e-3
    )
    assert matrix == "cm"
    return lines


@pytest.mark.parametrize(
    ("paint", "last"),
    [
        (Paint(fill="x"), "f Q"),
        (Paint(stroke="x", width=1), "S Q"),
        (Paint(fill="x", stroke="o", width=1), "B Q"),
        (Paint(fill="x", stroke="o", width=0), "f Q"),
    ],
)
def test_a_shape_is_filled_outlined_or_both(paint: Paint, last: str) -> None:
    for shape in (
        Rectangle(*BOX, paint),
        Rectangle(*BOX, paint, radius=3),
        Circle(20, 20, 5, paint),
        Polyline(((10, 10), (20, 20), (30, 10)), paint),
    ):
        lines = commands(shape)
        assert (lines[0][:2], lines[-1]) == ("q ", last)
    assert commands(Rectangle(*BOX, Paint(stroke="x", width=0))) == []
    assert commands(Rectangle(*BOX, Paint())) == []


@pytest.mark.parametrize(
    ("role", "shown"),
    [("ink", "0 0 0"), ("paper", "1 1 1"), ("x", "0 0 0"), ("x-large", "0.7961 0.7961 0.7961")],
)
def test_colours_are_those_of_print(role: Role, shown: str) -> None:
    assert commands(Rectangle(*BOX, Paint(fill=role)))[0] == f"q {shown} rg"
    assert commands(Rectangle(*BOX, Paint(stroke=role, width=2)))[0] == f"q {shown} RG 2 w"
    both = Paint(fill="grid", stroke=role, width=0.25)
    assert commands(Rectangle(*BOX, both))[0] == f"q 0.4667 0.4667 0.4667 rg {shown} RG 0.25 w"
    assert commands(Text(1, 2, 3, "A", role=role))[0].startswith(f"BT {shown} rg {shown} RG ")


def test_only_what_is_not_opaque_names_a_state_and_each_state_is_told_once() -> None:
    half, most = Paint(fill="x", opacity=0.5), Paint(fill="x", opacity=0.75)
    shapes = [Circle(20, 20, n, paint) for n, paint in enumerate((half, most, half), 1)]
    opaque = Circle(20, 20, 9, Paint(fill="x"))
    names = [line.split()[-2] for line in commands(*shapes, opaque) if line.endswith(" gs")]
    assert names[0] == names[2] != names[1]
    states = written(*shapes, opaque).pages[0]["/Resources"]["/ExtGState"]  # type: ignore[index]
    told = {name: (float(state["/ca"]), float(state["/CA"])) for name, state in states.items()}
    assert told == {names[0]: (0.5, 0.5), names[1]: (0.75, 0.75)}


def test_a_line_goes_through_its_points_and_back_only_if_it_is_closed() -> None:
    corners = ((10, 10), (20.5, 20), (30, 10))
    paint = Paint(stroke="x", width=1)
    assert commands(Polyline(corners, paint))[1] == "10 10 m 20.5 20 l 30 10 l"
    assert commands(Polyline(corners, paint, closed=True))[1] == "10 10 m 20.5 20 l 30 10 l h"


def test_a_rectangle_is_its_corner_and_size_and_round_shapes_reach_as_far() -> None:
    paint = Paint(fill="x")
    assert commands(Rectangle(*BOX, paint))[1] == "10 10 30 20 re"
    for shape, box in (
        (Rectangle(*BOX, paint, radius=4), (10, 10, 40, 30)),
        (Circle(20, 25, 6, paint), (14, 19, 26, 31)),
    ):
        path = commands(shape)[1].split()
        numbers = [float(each) for each in path if each not in "mlch"]
        xs, ys = numbers[::2], numbers[1::2]
        assert (min(xs), min(ys), max(xs), max(ys)) == box
        assert path.count("c") == 4
        assert path[-1] == "h"
        assert path[:2] == path[-4:-2], "it ends where it began"


@pytest.mark.parametrize("bold", [False, True])
@pytest.mark.parametrize(("anchor", "share"), [("start", 0.0), ("middle", 0.5), ("end", 1.0)])
def test_a_text_begins_where_its_anchor_puts_it(anchor: Anchor, share: float, bold: bool) -> None:
    (line,) = commands(Text(50, 20, 4, "Winner", anchor=anchor, bold=bold))
    *_, x, y = line.partition(" Tm")[0].split()
    width = sheet_font(bold=bold).width("Winner", 4)
    assert (float(x), float(y)) == pytest.approx((50 - share * width, 20), abs=1e-3)
    assert " 1 0 0 -1 " in line
    assert f"0 Tr /{'F1' if bold else 'F0'} 4 Tf" in line


@pytest.mark.parametrize("char", ["é", "龍", "😀"])
def test_what_the_pages_font_lacks_is_made_bold_by_an_outline(char: str) -> None:
    if sheet_font(bold=True).has(char):
        return
    (plain,) = commands(Text(50, 20, 4, char))
    (bold,) = commands(Text(50, 20, 4, char, bold=True))
    assert "0 Tr" in plain
    assert "2 Tr 0.12 w" in bold


@pytest.mark.parametrize("bold", [False, True])
def test_readers_are_told_how_wide_each_letter_is(bold: bool) -> None:
    font = sheet_font(bold=bold)
    fonts = written(Text(5, 5, 4, "Wi.", bold=bold)).pages[0]["/Resources"]["/Font"]  # type: ignore[index]
    (face,) = fonts.values()
    widths = face["/DescendantFonts"][0].get_object()["/W"]
    told = {int(g): float(w[0]) for g, w in zip(widths[::2], widths[1::2], strict=True)}
    assert told == {
        font.glyphs[ord(char)]: pytest.approx(1000 * font.width(char, 1), abs=1e-3)
        for char in "Wi."
    }
    assert ("Bold" in face["/BaseFont"]) == bold


def test_pages_are_counted_and_keep_their_sizes_and_order() -> None:
    pages = [Page(100 + n, 50, (Text(5, 5, 4, f"page {n}"),)) for n in range(3)]
    reader = PdfReader(BytesIO(pages_as_pdf(pages, title="Three", language="zh-Hant")))
    assert reader.trailer["/Root"]["/Pages"]["/Count"] == 3  # type: ignore[index]
    assert reader.trailer["/Root"]["/Lang"] == "zh-Hant"  # type: ignore[index]
    assert [page.extract_text() for page in reader.pages] == ["page 0", "page 1", "page 2"]
    widths = [float(page.mediabox.width) / MM for page in reader.pages]
    assert widths == pytest.approx([100, 101, 102], abs=1e-3)


@pytest.mark.parametrize("title", ["Ann – Ben", "小盤 (1)", "\\) >> 1", "half a \ud83d"])
def test_any_title_can_be_written(title: str) -> None:
    metadata = written(Text(5, 5, 4, title), title=title).metadata
    assert metadata is not None
    assert metadata.title == title.encode("utf-16", "replace").decode("utf-16")


def test_a_text_of_more_letters_than_one_block_of_the_table_holds_is_read_back() -> None:
    letters = "".join(chr(code) for code in range(0x4E00, 0x9FFF) if names_font().has(chr(code)))[
        :250
    ]
    assert len(letters) == 250
    read = written(*(Text(5, 5 + n, 0.3, letters[n::5]) for n in range(5))).pages[0].extract_text()
    assert set(letters) <= set(read)
