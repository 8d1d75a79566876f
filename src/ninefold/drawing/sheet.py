"""Pages to print: what every sheet shares, and empty boards to play on with a pencil.

>>> sheet = board_sheet(per_page=4)
>>> sheet.as_pdf()[:8]
b'%PDF-1.7'
"""

from __future__ import annotations

import zlib
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, Literal

from ninefold.drawing.board import SIDE, BoardView, board_shapes
from ninefold.drawing.flow import Column, fit_text
from ninefold.drawing.font import names_font, sheet_font
from ninefold.drawing.pdf import Page, pages_as_pdf
from ninefold.drawing.shapes import Paint, Polyline, Rectangle, Shape, Text, place
from ninefold.drawing.sheet_words import SHEET_WORDS, SheetWords
from ninefold.drawing.svg import FONTS, shapes_as_svg
from ninefold.rules.errors import BadSyntax, quoted
from ninefold.rules.position import Position
from ninefold.rules.variants import VARIANTS, Variant
from ninefold.words import Language, Rules, find_language, mode_name, tell_rules, trait_of

__all__ = [
    "BOARDS_PER_PAGE",
    "MARGIN",
    "PAPERS",
    "Paper",
    "Sheet",
    "board_sheet",
    "footer",
    "mode_title",
    "paper_size",
    "sheet_rules",
    "sheet_words",
]

Paper = Literal["a4", "letter"]
#: Width and height of each paper in millimetres.
PAPERS: Final[Mapping[str, tuple[float, float]]] = {"a4": (210, 297), "letter": (215.9, 279.4)}
MARGIN: Final = 15.0
#: How many boards may stand on a page, as columns and rows.
BOARDS_PER_PAGE: Final = {1: (1, 1), 2: (1, 2), 4: (2, 2), 6: (2, 3)}


@dataclass(frozen=True, slots=True)
class Sheet:
    """Pages with a title, ready to be written."""

    title: str
    language: Language
    pages: tuple[Page, ...]

    def as_pdf(self) -> bytes:
        """All pages as one PDF file."""
        return pages_as_pdf(self.pages, title=self.title, language=self.language)

    def as_svgs(self) -> tuple[str, ...]:
        """Each page as an SVG picture of the paper's size, its fonts inside."""
        return tuple(_page_as_svg(page, self.title) for page in self.pages)


def _page_as_svg(page: Page, title: str) -> str:
    families, style = _font_style(page.shapes)
    ground = Rectangle(0, 0, page.width, page.height, paint=Paint(fill="paper"))
    return shapes_as_svg(
        [ground, *page.shapes],
        (page.width, page.height),
        (f"{page.width}mm", f"{page.height}mm"),
        title=title,
        description=" ".join(shape.text for shape in page.shapes if isinstance(shape, Text)),
        style=style,
        fonts=f"{families}, {FONTS}",
    )


def _font_style(shapes: Iterable[Shape]) -> tuple[str, str]:
    """The fonts to ask for and their style sheet, cut down to the page's own characters."""
    texts = [shape for shape in shapes if isinstance(shape, Text)]
    files, missing = {}, set[str]()
    for bold in sorted({text.bold for text in texts}):
        font = sheet_font(bold=bold)
        chars = {char for text in texts if text.bold == bold for char in text.text}
        files[f"font-weight:{700 if bold else 400}"] = font.subset(chars)
        missing |= {char for char in chars if not font.has(char)}
    page = f"{zlib.crc32(b''.join(files.values())):08x}"
    style = "".join(_face(f"Ninefold Sheet {page}", *file) for file in files.items())
    if not missing:
        return f"'Ninefold Sheet {page}'", style
    names = _face(f"Ninefold Names {page}", "font-weight:400", names_font().subset(missing))
    return f"'Ninefold Sheet {page}', 'Ninefold Names {page}'", style + names


def _face(family: str, weight: str, data: bytes) -> str:
    source = f"url(data:font/ttf;base64,{b64encode(data).decode('ascii')})"
    return f"@font-face{{font-family:'{family}';{weight};src:{source}}}"


def paper_size(paper: str) -> tuple[float, float]:
    """Width and height of a paper by its name."""
    if paper not in PAPERS:
        raise BadSyntax(f"{quoted(paper)} is not a paper: expected one of {', '.join(PAPERS)}")
    return PAPERS[paper]


def sheet_words(language: str) -> SheetWords:
    """The words of a language by its tag."""
    return SHEET_WORDS[find_language(language)]


def mode_title(variant: Variant, words: SheetWords) -> str:
    """A mode's name as a title."""
    return words.mode_title.format(mode=mode_name(words.game, variant))


def sheet_rules(variant: Variant, words: SheetWords) -> Rules:
    """The rules of a mode as they are played with a pencil."""
    return tell_rules(words.game, variant, marking=words.markings[trait_of(variant)])


def footer(size: tuple[float, float], words: SheetWords, note: str = "") -> list[Shape]:
    """The last line of a page."""
    width, height = size
    left = Text(MARGIN, height - 9, 2.7, f"Ninefold – {words.game.game}", role="faint")
    right = Text(width - MARGIN, height - 9, 2.7, note, "end", role="faint")
    return [left, right] if note else [left]


def board_sheet(
    per_page: int = 1,
    *,
    paper: Paper = "a4",
    language: Language = "en",
    variant: Variant | None = None,
) -> Sheet:
    """One page of empty boards, under the name of the mode if one is given.

    A single board leaves room for the rules of its mode in brief (Modern's by default).
    """
    if per_page not in BOARDS_PER_PAGE:
        choices = ", ".join(map(str, BOARDS_PER_PAGE))
        raise BadSyntax(f"{quoted(per_page)} boards to a page: expected one of {choices}")
    size, words = paper_size(paper), sheet_words(language)
    title = words.game.game
    if variant is None and per_page == 1:
        variant = VARIANTS["modern"]
    if variant is not None:
        title = words.title.format(game=words.game.game, mode=mode_title(variant, words))
    shapes: list[Shape] = [
        Text(MARGIN, 19, 5, title, bold=True),
        *footer(size, words, words.hint),
    ]
    for left, top, side in _slots(size, *BOARDS_PER_PAGE[per_page]):
        shapes += _pencil_board(left, top, side, words)
    if variant is not None and per_page == 1:
        shapes += _short_rules(size, variant, words)
    return Sheet(title, language, (Page(*size, tuple(shapes)),))


def _short_rules(size: tuple[float, float], variant: Variant, words: SheetWords) -> list[Shape]:
    """The rules in brief, in the room that a single board leaves on its page."""
    width, top = size[0] - 2 * MARGIN, 23 + size[0] - 2 * MARGIN + 14
    columns = [
        Column(MARGIN + n * (width / 2 + 3), top, width / 2 - 3, 3.3 if size[1] > 290 else 3.0)
        for n in range(2)
    ]
    _, _, send, capture, release, free_move = sheet_rules(variant, words).play
    columns[0].item("1", send)
    columns[0].item("2", capture)
    columns[1].item("3", words.game.space.join((release, free_move)))
    columns[1].item("4", words.game.rules.win)
    return [shape for column in columns for shape in column.shapes]


def _slots(
    size: tuple[float, float], columns: int, rows: int
) -> Iterator[tuple[float, float, float]]:
    """Where each board goes and how large it is: as large as the page allows, evenly spread."""
    top, lines = 23.0, 11.0
    width, height = size[0] - 2 * MARGIN, size[1] - top - 15
    side = min(width / columns - 4 * (columns - 1), height / rows - lines - 3 * (rows - 1))
    space_x = (width - columns * side) / (columns + 1)
    space_y = (height - rows * (side + lines)) / (rows + 1) if rows > 1 else 0
    for n in range(columns * rows):
        row, column = divmod(n, columns)
        x = MARGIN + space_x + column * (side + space_x)
        yield x, top + space_y + row * (side + lines + space_y), side


def _pencil_board(left: float, top: float, side: float, words: SheetWords) -> list[Shape]:
    """An empty board, and under it lines to write on: who plays, and who won."""
    board = board_shapes(Position.start(), BoardView(labels=True))
    shapes = place(board, left, top, side / SIDE)
    size, y = 3.4, top + side + 6.5
    inset = side * 12 / SIDE
    fields = ("X", "O", fit_text(words.winner, side / 5, size))
    width = (side - 2 * inset - 2 * 4) / 3
    for n, name in enumerate(fields):
        x = left + inset + n * (width + 4)
        start = x + sheet_font(bold=True).width(name, size) + 1.2
        shapes.append(Text(x, y, size, name, bold=True))
        line = Polyline(((start, y + 0.8), (x + width, y + 0.8)), Paint(stroke="grid", width=0.25))
        shapes.append(line)
    return shapes
