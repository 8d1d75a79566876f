"""The typeface of the printed pages: how wide a text is, and a font file with only its letters.

Pages are written for machines that may have no Chinese font, so the pages carry their own: two
small TrueType fonts lie in ``fonts/`` (made by ``tools/make_sheet_fonts.py``), a larger one for the
names and comments that people write, and a page takes along only the glyphs that it shows. Just
enough of the format is read here for that.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable
from dataclasses import asdict
from functools import cache, cached_property
from pathlib import Path
from typing import Final

from ninefold.drawing.sheet_words import SHEET_WORDS

__all__ = ["FONT_FOLDER", "Font", "fixed_characters", "names_font", "sheet_font"]

FONT_FOLDER: Final = Path(__file__).parent / "fonts"
_MISSING: Final = 0  # the glyph that stands for a character the font lacks


class Font:
    """A TrueType font with plain outlines, read from its bytes.

    >>> round(sheet_font(bold=False).width("Ninefold", 10), 1)
    40.0
    """

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._tables = _read_directory(data)

    def _table(self, tag: str) -> bytes:
        start, length = self._tables[tag]
        return self._data[start : start + length]

    @cached_property
    def units(self) -> int:
        """How many of the font's units make one em."""
        return _uint16(self._table("head"), 18)

    @cached_property
    def box(self) -> tuple[int, int, int, int]:
        """The box that holds every glyph, in units."""
        low_x, low_y, high_x, high_y = struct.unpack_from(">4h", self._table("head"), 36)
        return low_x, low_y, high_x, high_y

    @cached_property
    def glyphs(self) -> dict[int, int]:
        """The glyph of each code point that the font has."""
        return _read_character_map(self._table("cmap"))

    @cached_property
    def advances(self) -> tuple[int, ...]:
        """How far each glyph moves on, in units."""
        count = _uint16(self._table("maxp"), 4)
        long = _uint16(self._table("hhea"), 34)
        metrics = self._table("hmtx")
        own = [_uint16(metrics, 4 * glyph) for glyph in range(long)]
        return tuple(own + own[-1:] * (count - long))

    def has(self, char: str) -> bool:
        """Whether the font can show a character."""
        return ord(char) in self.glyphs

    def width(self, text: str, size: float) -> float:
        """How wide a text stands; a character that the font lacks counts one em."""
        units = sum(
            self.advances[self.glyphs[ord(char)]] if self.has(char) else self.units for char in text
        )
        return units * size / self.units

    @cached_property
    def _offsets(self) -> tuple[int, ...]:
        wide = _uint16(self._table("head"), 50)
        return _read_offsets(self._table("loca"), wide=bool(wide))

    def outline(self, glyph: int) -> bytes:
        """A glyph as the font describes it; empty for one that shows nothing."""
        start, end = self._offsets[glyph : glyph + 2]
        at = self._tables["glyf"][0]
        return self._data[at + start : at + end]

    def subset(self, chars: Iterable[str]) -> bytes:
        """The font with the outlines of some characters only; glyphs keep their numbers."""
        kept = {_MISSING, *(self.glyphs[ord(char)] for char in chars if self.has(char))}
        outlines, new_offsets = bytearray(), [0]
        for glyph in range(len(self._offsets) - 1):
            if glyph in kept:
                outlines += self.outline(glyph)
                outlines += bytes(-len(outlines) % 4)
            new_offsets.append(len(outlines))
        head = bytearray(self._table("head"))
        struct.pack_into(">H", head, 50, 1)  # offsets are now always wide
        tables = {tag: self._table(tag) for tag in self._tables}
        tables |= {"glyf": bytes(outlines), "head": bytes(head)}
        tables["loca"] = struct.pack(f">{len(new_offsets)}I", *new_offsets)
        return _write_font(tables)


@cache
def sheet_font(*, bold: bool) -> Font:
    """The typeface of the pages in one of its two weights."""
    return Font((FONT_FOLDER / f"sheet-{'bold' if bold else 'regular'}.ttf").read_bytes())


@cache
def names_font() -> Font:
    """The common Chinese characters and kana in one weight, for what the pages' own font lacks."""
    return Font((FONT_FOLDER / "names.ttf").read_bytes())


def fixed_characters() -> str:
    """Every character that the pages' own words need, each once, in order."""
    said = [asdict(words) for words in SHEET_WORDS.values()]
    for each in said:
        for unsaid in ("levels", "remarks", "reasons", "puzzles"):
            del each["game"][unsaid]
    return "".join(sorted(set(repr(said))))


def _uint16(data: bytes, at: int) -> int:
    number: int = struct.unpack_from(">H", data, at)[0]
    return number


def _read_directory(data: bytes) -> dict[str, tuple[int, int]]:
    """Where each table lies: its start and length."""
    tables = {}
    for n in range(_uint16(data, 4)):
        tag, _, start, length = struct.unpack_from(">4sIII", data, 12 + 16 * n)
        tables[tag.decode("ascii")] = (start, length)
    return tables


def _read_offsets(loca: bytes, *, wide: bool) -> tuple[int, ...]:
    if wide:
        return struct.unpack(f">{len(loca) // 4}I", loca)
    return tuple(2 * half for half in struct.unpack(f">{len(loca) // 2}H", loca))


def _read_character_map(cmap: bytes) -> dict[int, int]:
    """The glyphs of the Basic Multilingual Plane, from the table's segments (format 4)."""
    records = [struct.unpack_from(">HHI", cmap, 4 + 8 * n) for n in range(_uint16(cmap, 2))]
    at = next(start for _, _, start in records if _uint16(cmap, start) == 4)
    count = _uint16(cmap, at + 6) // 2
    glyphs = {}
    for n in range(count):
        end = _uint16(cmap, at + 14 + 2 * n)
        start = _uint16(cmap, at + 16 + 2 * (count + n))
        delta = _uint16(cmap, at + 16 + 2 * (2 * count + n))
        place = at + 16 + 2 * (3 * count + n)
        jump = _uint16(cmap, place)
        for code in range(start, min(end, 0xFFFE) + 1):
            glyph = _uint16(cmap, place + jump + 2 * (code - start)) if jump else code
            if glyph or not jump:
                glyphs[code] = (glyph + delta) & 0xFFFF
    return glyphs


def _write_font(tables: dict[str, bytes]) -> bytes:
    count = len(tables)
    power = 1 << count.bit_length() - 1
    search = (16 * power, power.bit_length() - 1, 16 * (count - power))
    head = struct.pack(">IHHHH", 0x00010000, count, *search)
    start = len(head) + 16 * count
    directory, body = b"", b""
    for tag, data in sorted(tables.items()):
        padded = data + bytes(-len(data) % 4)
        checksum = sum(struct.unpack(f">{len(padded) // 4}I", padded)) & 0xFFFFFFFF
        place = start + len(body)
        directory += struct.pack(">4sIII", tag.encode("ascii"), checksum, place, len(data))
        body += padded
    return head + directory + body
