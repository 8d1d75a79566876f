"""Make the fonts of the printed pages from Noto Sans CJK TC (SIL Open Font License).

Run after a change of the pages' words, with the Debian package fonts-noto-cjk and fontTools
installed (neither is needed by anybody else):

    python -m pip install fonttools && python tools/make_sheet_fonts.py

Two hold the characters of ``ninefold.drawing.sheet_words`` and the alphabets that names are
written in, a third, coarser one the common Chinese characters of Taiwan and the mainland and the
kana, for names and comments. All are plain TrueType outlines without any composite:
``ninefold.drawing.font`` reads just that. They carry their own name, because the licence reserves
the original's.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterable
from itertools import product
from pathlib import Path

from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont, newTable

from ninefold.drawing.font import FONT_FOLDER, fixed_characters

NOTO = Path("/usr/share/fonts/opentype/noto")
FACE_TC = 3  # the Traditional Chinese face of the collection
#: Of 1000 units, when cubic curves become quadratic.
LARGEST_ERROR, LARGEST_ERROR_IN_NAMES = 1.0, 3.0
ALPHABETS = (
    *range(0x20, 0x7F),
    *range(0xA0, 0x250),  # Latin
    *range(0x370, 0x530),  # Greek, Cyrillic
    *range(0x1E00, 0x1F00),  # Vietnamese
    *range(0x2010, 0x2028),  # dashes and quotation marks
    *(0x2190, 0x2191, 0x2192, 0x2193, 0x2026, 0xD7),
    *range(0x3000, 0x3012),  # Chinese punctuation
    *(0xFF01, 0xFF08, 0xFF09, 0xFF0C, 0xFF1A, 0xFF1B, 0xFF1F),
)
KEPT = ("head", "hhea", "hmtx", "maxp", "cmap", "name", "OS/2", "post", "loca", "glyf")


def make(name: str, weight: str, codes: Iterable[int], error: float = LARGEST_ERROR) -> None:
    """Write one font."""
    font = TTFont(NOTO / f"NotoSansCJK-{weight}.ttc", fontNumber=FACE_TC, recalcTimestamp=False)
    options = Options(layout_features=[], notdef_outline=True, name_IDs=[], hinting=False)
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=codes)
    subsetter.subset(font)
    _use_quadratic_outlines(font, error)
    for tag in set(font.keys()) - set(KEPT) - {"GlyphOrder"}:
        del font[tag]
    _name(font, weight)
    path = FONT_FOLDER / f"{name}.ttf"
    font.save(path)
    count = font["maxp"].numGlyphs
    sys.stderr.write(f"{path.name}: {count} glyphs, {path.stat().st_size:,} bytes\n")


def common_characters() -> set[int]:
    """The first levels of Big5 and GB 2312, which hold what people write every day, and kana."""
    found = set(range(0x3041, 0x3100))
    for encoding, leads in (("big5", range(0xA4, 0xC7)), ("gb2312", range(0xB0, 0xD8))):
        for pair in product(leads, range(0x40, 0xFF)):
            with contextlib.suppress(UnicodeDecodeError):
                found.update(map(ord, bytes(pair).decode(encoding)))
    return found


def _use_quadratic_outlines(font: TTFont, error: float) -> None:
    order = font.getGlyphOrder()
    outlines = font.getGlyphSet()
    glyphs = {}
    for name in order:
        pen = TTGlyphPen(None)
        outlines[name].draw(Cu2QuPen(pen, error, reverse_direction=True))
        glyphs[name] = pen.glyph()
    font["loca"] = newTable("loca")
    font["glyf"] = table = newTable("glyf")
    table.glyphOrder, table.glyphs = order, glyphs
    table.compile(font)
    limits = font["maxp"]
    limits.tableVersion = 0x00010000
    limits.maxZones, limits.maxStackElements = 1, 0
    for name in ("TwilightPoints", "Storage", "FunctionDefs", "InstructionDefs"):
        setattr(limits, f"max{name}", 0)
    limits.maxSizeOfInstructions = limits.maxComponentElements = limits.maxComponentDepth = 0
    limits.recalc(font)
    font["post"].formatType = 3.0
    font["post"].extraNames, font["post"].mapping = [], {}
    font.sfntVersion = "\x00\x01\x00\x00"


def _name(font: TTFont, weight: str) -> None:
    names = font["name"] = newTable("name")
    names.names = []
    texts = {
        0: "Copyright 2014-2021 Adobe (http://www.adobe.com/). Subset made for Ninefold.",
        1: "Ninefold Sheet",
        2: weight,
        3: f"Ninefold Sheet {weight}",
        4: f"Ninefold Sheet {weight}",
        6: f"NinefoldSheet-{weight}",
        13: "SIL Open Font License, Version 1.1",
        14: "https://openfontlicense.org",
    }
    for number, text in texts.items():
        names.setName(text, number, 3, 1, 0x409)


if __name__ == "__main__":
    for each in ("Regular", "Bold"):
        make(f"sheet-{each.lower()}", each, [*ALPHABETS, *map(ord, fixed_characters())])
    make("names", "Regular", common_characters(), LARGEST_ERROR_IN_NAMES)
