"""Pages of shapes as a PDF file.

A writer of our own: the pages need lines, circles and two fonts, which is a small corner of the
format, and no library that draws it comes without several megabytes of others. The text can be
searched and copied, fonts are inside the file, and the same pages always give the same bytes.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from ninefold.drawing.font import Font, names_font, sheet_font
from ninefold.drawing.shapes import (
    PALETTES,
    Circle,
    Paint,
    Point,
    Polyline,
    Rectangle,
    Role,
    Shape,
    Text,
)

__all__ = ["Page", "pages_as_pdf"]

_POINTS_PER_MM: Final = 72 / 25.4
#: How far a curve's handles lie from its ends, for a quarter of a circle of radius 1.
_HANDLE: Final = 0.5522847
_FACES: Final = {False: "F0", True: "F1"}
#: For names and comments, and last a font that is not in the file: readers that know Chinese show
#: what we lack with their own.
_NAMES: Final = "F2"
_FALLBACK: Final = "F3"
_WEIGHTS: Final = {_FACES[False]: "Regular", _FACES[True]: "Bold", _NAMES: "Names"}


@dataclass(frozen=True, slots=True)
class Page:
    """A sheet of paper, in millimetres, and what is on it."""

    width: float
    height: float
    shapes: tuple[Shape, ...]


def pages_as_pdf(pages: Sequence[Page], *, title: str, language: str) -> bytes:
    """Write pages as one PDF document."""
    document = _Document()
    fonts = _add_fonts(document, [shape for page in pages for shape in page.shapes])
    states = {opacity: f"G{n}" for n, opacity in enumerate(_opacities(pages))}
    tree = document.reserve()
    names = " ".join(f"/{name} {number} 0 R" for name, number in fonts.items())
    graphics = " ".join(f"/{name} <</ca {a} /CA {a}>>" for a, name in states.items())
    resources = document.add(f"<</Font <<{names}>> /ExtGState <<{graphics}>>>>")
    kids = []
    for page in pages:
        content = document.add_stream("\n".join(_content(page, states)).encode("ascii"))
        size = f"{_number(page.width * _POINTS_PER_MM)} {_number(page.height * _POINTS_PER_MM)}"
        kids.append(
            document.add(
                f"<</Type /Page /Parent {tree} 0 R /MediaBox [0 0 {size}] "
                f"/Resources {resources} 0 R /Contents {content} 0 R>>"
            )
        )
    links = " ".join(f"{kid} 0 R" for kid in kids)
    document.put(tree, f"<</Type /Pages /Count {len(kids)} /Kids [{links}]>>")
    catalog = document.add(
        f"<</Type /Catalog /Pages {tree} 0 R /Lang ({language}) "
        "/ViewerPreferences <</DisplayDocTitle true>>>>"
    )
    information = document.add(f"<</Title <FEFF{_utf16(title)}> /Producer (Ninefold)>>")
    return document.bytes(catalog, information)


class _Document:
    """Numbered objects, and the table that says where each begins."""

    def __init__(self) -> None:
        self._objects: list[bytes] = []

    def reserve(self) -> int:
        self._objects.append(b"")
        return len(self._objects)

    def put(self, number: int, body: str | bytes) -> None:
        self._objects[number - 1] = body if isinstance(body, bytes) else body.encode("ascii")

    def add(self, body: str | bytes) -> int:
        number = self.reserve()
        self.put(number, body)
        return number

    def add_stream(self, data: bytes, extra: str = "") -> int:
        packed = zlib.compress(data, 9)
        head = f"<</Filter /FlateDecode /Length {len(packed)}{extra}>>\nstream\n"
        return self.add(head.encode("ascii") + packed + b"\nendstream")

    def bytes(self, catalog: int, information: int) -> bytes:
        # The second line is bytes above 127: programs that carry files then know it is not text.
        out = bytearray(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
        table = "0000000000 65535 f \n"
        for number, body in enumerate(self._objects, 1):
            table += f"{len(out):010} 00000 n \n"
            out += f"{number} 0 obj\n".encode("ascii") + body + b"\nendobj\n"
        start, count = len(out), len(self._objects) + 1
        name = f"<{zlib.crc32(out):08x}{zlib.adler32(out):08x}>"
        out += (
            f"xref\n0 {count}\n{table}trailer\n<</Size {count} /Root {catalog} 0 R "
            f"/Info {information} 0 R /ID [{name} {name}]>>\nstartxref\n{start}\n%%EOF\n"
        ).encode("ascii")
        return bytes(out)


# What is drawn


def _content(page: Page, states: Mapping[float, str]) -> Iterator[str]:
    """A page's drawing commands, with the origin brought to the top left."""
    scale = _number(_POINTS_PER_MM)
    yield f"{scale} 0 0 -{scale} 0 {_number(page.height * _POINTS_PER_MM)} cm 1 J 1 j"
    for shape in page.shapes:
        if isinstance(shape, Text):
            yield _text(shape)
        else:
            yield from _outline(shape, states)


def _outline(shape: Polyline | Rectangle | Circle, states: Mapping[float, str]) -> Iterator[str]:
    paint = shape.paint
    filled, stroked = paint.fill is not None, paint.stroke is not None and paint.width > 0
    if not (filled or stroked):
        return
    yield f"q {_colours(paint)}" + (f" /{states[paint.opacity]} gs" if paint.opacity < 1 else "")
    match shape:
        case Polyline(points, _, closed):
            yield _path(points, closed)
        case Rectangle(x, y, width, height, _, 0):
            yield f"{_numbers(x, y, width, height)} re"
        case Rectangle(x, y, width, height, _, radius):
            yield _rounded(x, y, width, height, radius)
        case Circle(x, y, radius):
            yield _rounded(x - radius, y - radius, 2 * radius, 2 * radius, radius)
    yield ("B" if filled and stroked else "f" if filled else "S") + " Q"


def _path(points: Iterable[Point], closed: bool) -> str:
    steps = [f"{_numbers(*point)} {'l' if n else 'm'}" for n, point in enumerate(points)]
    return " ".join(steps) + (" h" if closed else "")


def _rounded(x: float, y: float, width: float, height: float, radius: float) -> str:
    """A rectangle with round corners: four sides, four quarters of a circle."""
    right, bottom, rest = x + width, y + height, radius * (1 - _HANDLE)
    near, far_x, far_y = radius, right - radius, bottom - radius
    return " ".join(
        (
            f"{_numbers(x + near, y)} m {_numbers(far_x, y)} l",
            f"{_numbers(right - rest, y, right, y + rest, right, y + near)} c",
            f"{_numbers(right, far_y)} l",
            f"{_numbers(right, bottom - rest, right - rest, bottom, far_x, bottom)} c",
            f"{_numbers(x + near, bottom)} l",
            f"{_numbers(x + rest, bottom, x, bottom - rest, x, far_y)} c",
            f"{_numbers(x, y + near)} l",
            f"{_numbers(x, y + rest, x + rest, y, x + near, y)} c h",
        )
    )


def _colours(paint: Paint) -> str:
    words = []
    if paint.fill is not None:
        words.append(f"{_colour(paint.fill)} rg")
    if paint.stroke is not None:
        words.append(f"{_colour(paint.stroke)} RG {_number(paint.width)} w")
    return " ".join(words)


def _colour(role: Role) -> str:
    code = PALETTES["print"][role]
    return _numbers(*(int(code[n : n + 2], 16) / 255 for n in (1, 3, 5)))


def _opacities(pages: Iterable[Page]) -> list[float]:
    return sorted(
        {
            shape.paint.opacity
            for page in pages
            for shape in page.shapes
            if not isinstance(shape, Text) and shape.paint.opacity < 1
        }
    )


# What is written


def _text(text: Text) -> str:
    font = sheet_font(bold=text.bold)
    width = font.width(text.text, text.size)
    x = text.x - {"start": 0.0, "middle": width / 2, "end": width}[text.anchor]
    words = [
        f"BT {_colour(text.role)} rg {_colour(text.role)} RG 1 0 0 -1 {_numbers(x, text.y)} Tm"
    ]
    faces = _faces(text)
    for name, chars in groupby(text.text, faces.__getitem__):
        run = "".join(chars)
        # These have one weight: an outline around their letters makes them bold.
        thickened = text.bold and name in (_NAMES, _FALLBACK)
        weight = f"2 Tr {_number(0.03 * text.size)} w" if thickened else "0 Tr"
        words.append(f"{weight} /{name} {_number(text.size)} Tf <{_code(run, name)}> Tj")
    return " ".join([*words, "ET"])


def _code(run: str, name: str) -> str:
    """Characters as the font of that name counts them."""
    if name == _FALLBACK:
        return _utf16(run)
    return "".join(f"{_font(name).glyphs[ord(char)]:04X}" for char in run)


def _font(name: str) -> Font:
    return names_font() if name == _NAMES else sheet_font(bold=name == _FACES[True])


def _faces(text: Text) -> dict[str, str]:
    """The font for each character of a text.

    A name half in one weight and half in another would look like a mistake, so where the page's own
    font lacks a character, all that the font for names has come from there.
    """
    own = sheet_font(bold=text.bold)
    if all(map(own.has, text.text)):
        return dict.fromkeys(text.text, _FACES[text.bold])
    names = names_font()
    return {
        char: _NAMES if names.has(char) else _FACES[text.bold] if own.has(char) else _FALLBACK
        for char in text.text
    }


def _add_fonts(document: _Document, shapes: Iterable[Shape]) -> dict[str, int]:
    """Put the fonts that the texts need into the document, each with its used glyphs only."""
    used: dict[str, set[str]] = {}
    for shape in shapes:
        if isinstance(shape, Text):
            for char, name in _faces(shape).items():
                used.setdefault(name, set()).add(char)
    return {
        name: _add_fallback(document)
        if name == _FALLBACK
        else _add_font(document, _font(name), sorted(chars), _WEIGHTS[name])
        for name, chars in sorted(used.items())
    }


def _add_font(document: _Document, font: Font, chars: list[str], weight: str) -> int:
    # Six letters before the name say that the font is a part of a larger one.
    name = f"NFSHET+NinefoldSheet-{weight}"
    data = font.subset(chars)
    file = document.add_stream(data, f" /Length1 {len(data)}")
    box = _numbers(*(1000 * side / font.units for side in font.box))
    descriptor = document.add(
        f"<</Type /FontDescriptor /FontName /{name} /Flags 4 /FontBBox [{box}] /ItalicAngle 0 "
        f"/Ascent 880 /Descent -120 /CapHeight 733 /StemV 90 /FontFile2 {file} 0 R>>"
    )
    glyphs = sorted({font.glyphs[ord(char)] for char in chars})
    widths = " ".join(f"{g} [{_number(1000 * font.advances[g] / font.units)}]" for g in glyphs)
    descendant = document.add(
        f"<</Type /Font /Subtype /CIDFontType2 /BaseFont /{name} /CIDToGIDMap /Identity "
        "/CIDSystemInfo <</Registry (Adobe) /Ordering (Identity) /Supplement 0>> "
        f"/FontDescriptor {descriptor} 0 R /W [{widths}]>>"
    )
    letters = document.add_stream(_letters(font, chars).encode("ascii"))
    return document.add(
        f"<</Type /Font /Subtype /Type0 /BaseFont /{name} /Encoding /Identity-H "
        f"/DescendantFonts [{descendant} 0 R] /ToUnicode {letters} 0 R>>"
    )


def _letters(font: Font, chars: list[str]) -> str:
    """The table from glyphs back to characters, by which a text is searched and copied."""
    lines = [f"<{font.glyphs[ord(char)]:04X}> <{_utf16(char)}>" for char in chars]
    blocks = [lines[n : n + 100] for n in range(0, len(lines), 100)]
    body = "\n".join(
        f"{len(block)} beginbfchar\n" + "\n".join(block) + "\nendbfchar" for block in blocks
    )
    return (
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap\n"
        "/CMapName /NinefoldSheet def /CMapType 2 def\n"
        "1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n"
        f"{body}\nendcmap CMapName currentdict /CMap defineresource pop end end"
    )


def _add_fallback(document: _Document) -> int:
    """The format's own Traditional Chinese font, which the reader brings along."""
    descriptor = document.add(
        "<</Type /FontDescriptor /FontName /MSung-Light /Flags 6 /FontBBox [-160 -249 1015 888] "
        "/ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 733 /StemV 93>>"
    )
    descendant = document.add(
        "<</Type /Font /Subtype /CIDFontType0 /BaseFont /MSung-Light /DW 1000 "
        "/CIDSystemInfo <</Registry (Adobe) /Ordering (CNS1) /Supplement 0>> "
        f"/FontDescriptor {descriptor} 0 R>>"
    )
    return document.add(
        "<</Type /Font /Subtype /Type0 /BaseFont /MSung-Light-UniCNS-UTF16-H "
        f"/Encoding /UniCNS-UTF16-H /DescendantFonts [{descendant} 0 R]>>"
    )


def _utf16(text: str) -> str:
    return text.encode("utf-16-be", "replace").hex().upper()


def _number(value: float) -> str:
    return f"{value:.4f}".rstrip("0").rstrip(".") if value else "0"


def _numbers(*values: float) -> str:
    return " ".join(map(_number, values))
