"""Printed pages: right size, whole text on the page, Chinese that shows on any machine."""

from __future__ import annotations

import re
import zlib
from base64 import b64decode
from dataclasses import replace
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from pypdf import PdfReader

from ninefold.cli import main
from ninefold.drawing.flow import fit_text, wrap
from ninefold.drawing.font import Font, fixed_characters, sheet_font
from ninefold.drawing.game_sheet import game_sheet
from ninefold.drawing.rule_sheet import POINTS_BACK, RECAPTURE, SENDS, WON, rule_sheet
from ninefold.drawing.shapes import Circle, Polyline, Rectangle, Text
from ninefold.drawing.sheet import BOARDS_PER_PAGE, PAPERS, Paper, Sheet, board_sheet
from ninefold.drawing.sheet_words import SHEET_WORDS
from ninefold.rules.errors import BadSyntax
from ninefold.rules.position import Position, replay
from ninefold.rules.record import Record, RecordedMove, format_record
from ninefold.rules.squares import parse_square
from ninefold.rules.variants import VARIANTS, Variant
from ninefold.words import GAME_WORDS, LANGUAGES, Language, mode_line
from support.games import EVERY_VARIANT, play_at_random, random_game

PAPER_NAMES: tuple[Paper, ...] = ("a4", "letter")
every_paper = pytest.mark.parametrize("paper", PAPER_NAMES)
every_language = pytest.mark.parametrize("language", LANGUAGES)


def random_record(mode: str, seed: int, comment: str = "", **tags: str) -> Record:
    """A finished game; each move is where the next position has a mark more."""
    game = random_game(VARIANTS[mode], seed)
    moves = [
        RecordedMove(next(n for n in range(81) if after.cells[n] != before.cells[n]), comment)
        for before, after in pairwise(game)
    ]
    outcome = game[-1].outcome
    assert outcome is not None
    return Record(game[0], tuple(moves), outcome.winner or "=", tags)


def objects_of(pdf: bytes) -> list[bytes]:
    """Every object of a PDF, found as a reader finds it: by the table at its end."""
    start = int(re.findall(rb"startxref\n(\d+)\n%%EOF\n$", pdf)[0])
    head, *rows = pdf[start:].split(b"trailer")[0].splitlines()[1:]
    assert head == f"0 {len(rows)}".encode()
    offsets = [int(row[:10]) for row in rows[1:]]
    found = []
    for number, offset in enumerate(offsets, 1):
        body = pdf[offset:]
        assert body.startswith(f"{number} 0 obj\n".encode())
        found.append(body[: body.index(b"\nendobj\n")])
    return found


def page_sizes(pdf: bytes) -> list[tuple[float, float]]:
    """The size of each page in millimetres."""
    boxes = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", b"".join(objects_of(pdf)))
    return [(round(float(w) * 25.4 / 72, 1), round(float(h) * 25.4 / 72, 1)) for w, h in boxes]


def check_stays_on_paper(sheet: Sheet) -> None:
    for page in sheet.pages:
        for shape in page.shapes:
            for x, y in corners(shape):
                assert 5 <= x <= page.width - 5, shape
                assert 5 <= y <= page.height - 5, shape


def corners(shape: object) -> list[tuple[float, float]]:
    match shape:
        case Polyline(points):
            return list(points)
        case Rectangle(x, y, width, height):
            return [(x, y), (x + width, y + height)]
        case Circle(x, y, radius):
            return [(x - radius, y - radius), (x + radius, y + radius)]
        case Text(x, y, size, text, anchor, bold):
            width = sheet_font(bold=bold).width(text, size)
            left = x - {"start": 0, "middle": 0.5, "end": 1}[anchor] * width
            return [(left, y - size), (left + width, y)]
    raise AssertionError(shape)


def one_board(variant: Variant, language: Language) -> Sheet:
    """A sheet that has room for the rules in brief."""
    return board_sheet(1, variant=variant, language=language)


def all_text(sheet: Sheet) -> str:
    return " ".join(
        shape.text for page in sheet.pages for shape in page.shapes if isinstance(shape, Text)
    )


@every_paper
@every_language
@pytest.mark.parametrize("per_page", BOARDS_PER_PAGE)
def test_empty_boards_fit_the_paper(paper: Paper, language: Language, per_page: int) -> None:
    sheet = board_sheet(per_page, paper=paper, language=language)
    check_stays_on_paper(sheet)
    assert page_sizes(sheet.as_pdf()) == [PAPERS[paper]]
    labels = [shape for shape in sheet.pages[0].shapes if isinstance(shape, Text)]
    assert sum(label.text == "9" for label in labels) == per_page


@every_paper
@every_language
def test_each_mode_has_its_page_of_rules(paper: Paper, language: Language) -> None:
    sheet = rule_sheet(paper=paper, language=language)
    check_stays_on_paper(sheet)
    assert page_sizes(sheet.as_pdf()) == [PAPERS[paper]] * 4
    words = GAME_WORDS[language]
    for page, variant in zip(sheet.pages, VARIANTS.values(), strict=True):
        said = "".join(s.text for s in page.shapes if isinstance(s, Text)).replace(" ", "")
        assert mode_line(words, variant).replace(" ", "") in said
        for axis, value in variant.axes.items():
            assert words.rules.axes[axis, value].replace(" ", "") in said
        lowest = max(s.y for s in page.shapes if isinstance(s, Text) and s.role == "ink")
        assert lowest < page.height - 12


@every_language
@pytest.mark.parametrize("variant", EVERY_VARIANT)
def test_only_a_board_that_is_closed_for_good_gets_a_large_mark(
    variant: Variant, language: Language
) -> None:
    """Where it is played in again its cells must stay readable."""
    large, *small = dict.fromkeys(SHEET_WORDS[language].markings.values())
    for sheet in (rule_sheet([variant], language=language), one_board(variant, language)):
        said = all_text(sheet).replace(" ", "")
        assert (large.replace(" ", "") in said) == variant.captured_is_closed
        written = any(each.replace(" ", "") in said for each in small)
        assert written == (not variant.captured_is_closed)


def test_a_mode_of_ones_own_gets_its_rules_too() -> None:
    own = replace(VARIANTS["battle"], name="siege", tie_break="boards")
    sheet = rule_sheet([own])
    check_stays_on_paper(sheet)
    assert "Siege mode" in all_text(sheet)
    assert "owns more boards" in all_text(sheet)


@every_language
def test_the_rules_of_every_possible_mode_fit_the_shorter_paper(language: Language) -> None:
    sheet = rule_sheet(EVERY_VARIANT, paper="letter", language=language)
    check_stays_on_paper(sheet)
    for page in sheet.pages:
        lowest = max(s.y for s in page.shapes if isinstance(s, Text) and s.role == "ink")
        assert lowest < page.height - 12


@pytest.mark.parametrize("variant", VARIANTS.values())
def test_the_examples_show_what_their_captions_say(variant: object) -> None:
    start = Position.start(variant)  # type: ignore[arg-type]  # a Variant
    assert replay(start, SENDS.split())[-1].target == 2
    back = replay(start, POINTS_BACK.split())[-1]
    assert (back.owners[0], back.target) == ("X", 0)
    outcome = replay(start, WON.split())[-1].outcome
    assert outcome is not None
    assert (outcome.winner, outcome.boards) == ("X", (6, 7, 8))


def test_the_recapture_example_changes_hands_with_its_last_move() -> None:
    *_, before, after = replay(Position.start("battle"), RECAPTURE.split())
    assert (before.owners[0], after.owners[0]) == ("X", "O")


def test_a_game_tells_every_board_taken_also_from_its_owner() -> None:
    positions = replay(Position.start("battle"), RECAPTURE.split())
    moves = tuple(RecordedMove(parse_square(move)) for move in RECAPTURE.split())
    told = all_text(game_sheet(Record(positions[0], moves, "*")))
    first = next(position.ply for position in positions if position.owners[0] == "X")
    assert f"1 by X (move {first})" in told
    assert f"1 by O (move {positions[-1].ply})" in told


@every_paper
@every_language
@pytest.mark.parametrize("mode", VARIANTS)
def test_a_game_has_every_move_numbered(paper: Paper, language: Language, mode: str) -> None:
    record = random_record(mode, 7, X="Ann", O="Ben", Date="2026-11-15")
    sheet = game_sheet(record, paper=paper, language=language)
    check_stays_on_paper(sheet)
    numbers = [
        shape
        for shape in sheet.pages[0].shapes
        if isinstance(shape, Text) and shape.anchor == "middle" and shape.bold
    ]
    assert sorted(int(n.text) for n in numbers) == list(range(1, len(record.moves) + 1))
    assert "Ann" in all_text(sheet)


def test_comments_go_on_to_more_pages_and_none_is_lost() -> None:
    record = random_record("open", 3, comment="a longer thought about this very move " * 4)
    sheet = game_sheet(record, paper="letter")
    assert len(sheet.pages) > 1
    check_stays_on_paper(sheet)
    assert all_text(sheet).count("a longer thought") >= len(record.moves)
    assert page_sizes(sheet.as_pdf()) == [PAPERS["letter"]] * len(sheet.pages)


def test_a_comment_longer_than_a_page_flows_over_pages() -> None:
    start = Position.start()
    record = Record(start, (RecordedMove(40, "word " * 2500),), "*")
    sheet = game_sheet(record)
    check_stays_on_paper(sheet)
    assert all_text(sheet).split().count("word") == 2500
    assert len(sheet.pages) > 2


def test_a_game_without_moves_names_or_end_is_drawn_too() -> None:
    sheet = game_sheet(Record(Position.start("battle")))
    check_stays_on_paper(sheet)
    assert "unfinished" in all_text(sheet)


def test_a_game_from_a_set_up_position_counts_on() -> None:
    middle = play_at_random("classic", 1, 20)
    square = middle.legal_moves[0]
    sheet = game_sheet(Record(middle, (RecordedMove(square),), "*"))
    numbers = [s.text for s in sheet.pages[0].shapes if isinstance(s, Text) and s.bold]
    assert "21" in numbers


# The files


def test_the_fonts_have_every_character_that_the_pages_say() -> None:
    for bold in (False, True):
        missing = [char for char in fixed_characters() if not sheet_font(bold=bold).has(char)]
        assert not missing, "run tools/make_sheet_fonts.py"


@every_language
def test_another_program_reads_the_pdf_and_its_text(language: Language) -> None:
    reader = PdfReader(BytesIO(rule_sheet(language=language).as_pdf()), strict=True)
    assert len(reader.pages) == len(VARIANTS)
    words = GAME_WORDS[language]
    for page, variant in zip(reader.pages, VARIANTS.values(), strict=True):
        text = "".join(page.extract_text().split())
        assert words.modes[variant.name] in text
        assert "".join(words.rules.axes["ownership", variant.ownership].split()) in text


@pytest.mark.parametrize("sheet", [board_sheet(6), rule_sheet(language="zh-Hant")])
def test_a_pdf_is_sound_and_carries_its_fonts(sheet: Sheet) -> None:
    pdf = sheet.as_pdf()
    assert pdf == sheet.as_pdf()
    assert pdf.startswith(b"%PDF-1.7\n")
    found = objects_of(pdf)
    assert sum(b"/FontFile2" in each for each in found) == 2
    for each in found:
        if b"\nstream\n" in each:
            head, data = each.split(b"\nstream\n", 1)
            length = int(re.findall(rb"/Length (\d+)", head)[0])
            assert data[length:] == b"\nendstream"
            zlib.decompress(data[:length])
        for reference in re.findall(rb"(\d+) 0 R", each.split(b"stream")[0]):
            assert 1 <= int(reference) <= len(found)
    assert b"MSung" not in pdf


#: Names as they are written in Taiwan, on the mainland and in Japan, and a mixture.
NAMES = ("王小明", "陳怡君", "蔡英文 (臺北)", "张伟", "刘洋", "さくら", "Ann 歐陽菲菲：好！")


@pytest.mark.parametrize("name", NAMES)
def test_a_name_in_chinese_shows_where_no_such_font_is_installed(name: str) -> None:
    sheet = game_sheet(Record(Position.start(), (RecordedMove(40, name),), tags={"X": name}))
    pdf = sheet.as_pdf()
    assert b"MSung-Light" not in pdf, "left to a font that the reader may not have"
    assert name.replace(" ", "") in PdfReader(BytesIO(pdf)).pages[0].extract_text().replace(" ", "")
    (page,) = sheet.as_svgs()[:1]
    fonts = [b64decode(data) for data in re.findall(r"font/ttf;base64,([^)]+)\)", page)]
    shown = {char for font in fonts for char in name if _draws(font, char)}
    assert shown == set(name) - {" "}


def _draws(data: bytes, char: str) -> bool:
    """Whether a font file has an outline for a character."""
    font = Font(data)
    return font.has(char) and font.subset(char) != font.subset("")


def test_a_character_that_our_fonts_lack_is_left_to_the_reader() -> None:
    rare = "\u9f98"  # four dragons
    pdf = game_sheet(random_record("modern", 1, X=f"王{rare}")).as_pdf()
    assert b"MSung-Light" in pdf
    contents = [
        zlib.decompress(each.split(b"\nstream\n", 1)[1].removesuffix(b"\nendstream"))
        for each in objects_of(pdf)
        if b"\nstream\n" in each
    ]
    assert any(rare.encode("utf-16-be").hex().upper().encode() in each for each in contents)


def test_svg_pages_have_the_papers_size_and_their_fonts_inside() -> None:
    for page in rule_sheet(paper="letter", language="zh-Hant").as_svgs():
        root = ElementTree.fromstring(page)
        assert (root.get("width"), root.get("height")) == ("215.9mm", "279.4mm")
        assert page.count("data:font/ttf;base64,") == 2
        assert len(page) < 200_000


def test_hostile_names_reach_neither_file_unescaped() -> None:
    hostile = '<script>&"\\)) \x00\ud800 >> endobj'
    sheet = game_sheet(random_record("modern", 1, X=hostile, O="(" * 200))
    check_stays_on_paper(sheet)
    objects_of(sheet.as_pdf())
    ElementTree.fromstring(sheet.as_svgs()[0])


def test_lines_break_where_each_language_may() -> None:
    assert wrap("one two three", 12, 3) == ["one two", "three"]
    lines = wrap("小盤一被佔領就關閉\uff0c最容易上手\u3002" * 5, 30, 3)
    assert all(line[0] not in "\uff0c\u3002" for line in lines)
    assert all(sheet_font(bold=False).width(line, 3) <= 33 for line in lines)
    assert fit_text("a very long name indeed", 20, 4).endswith("…")
    assert max(sheet_font(bold=False).width(line, 3) for line in wrap("m" * 99, 20, 3)) <= 20


# The command


def test_the_command_writes_pdf_and_svg(tmp_path: Path) -> None:
    pdf, svg = tmp_path / "boards.pdf", tmp_path / "rules.svg"
    assert main(["sheet", "boards", "--per-page", "4", "-o", str(pdf)]) == 0
    assert page_sizes(pdf.read_bytes()) == [PAPERS["a4"]]
    assert main(["sheet", "rules", "--lang", "zh-TW", "-o", str(svg)]) == 0
    assert sorted(path.name for path in tmp_path.glob("*.svg")) == [
        f"rules-{n}.svg" for n in range(1, 5)
    ]
    assert main(["sheet", "rules", "battle", "--paper", "letter", "-o", str(svg)]) == 0
    ElementTree.parse(svg)


def test_the_command_draws_records_and_moves(tmp_path: Path) -> None:
    file, pdf = tmp_path / "game.txt", tmp_path / "game.pdf"
    file.write_text(format_record(random_record("battle", 2, X="Ann")), encoding="utf-8")
    assert main(["sheet", "game", str(file), "-o", str(pdf)]) == 0
    assert page_sizes(pdf.read_bytes()) == [PAPERS["a4"]]
    assert main(["sheet", "game", "--moves", WON, "--mode", "open", "-o", str(pdf)]) == 0
    with file.open("a", encoding="utf-8") as more:
        more.write(format_record(random_record("open", 3)))
    assert main(["sheet", "game", str(file), "-o", str(pdf)]) == 0
    assert page_sizes(pdf.read_bytes()) == [PAPERS["a4"]] * 2


def test_an_empty_file_holds_no_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.txt"
    file.write_text("", encoding="utf-8")
    assert main(["sheet", "game", str(file), "-o", str(tmp_path / "game.pdf")]) == 2
    assert "holds no game record" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["boards", "--per-page", "3"], "expected one of 1, 2, 4, 6"),
        (["boards", "-o", "boards.png"], "ending in .pdf or .svg"),
        (["boards", "-o", "no-such-folder/boards.pdf"], "cannot write"),
        (["rules", "modrn"], "'modrn'"),
        (["game"], "either a file"),
        (["game", "no-such-file.txt"], "cannot read"),
        (["game", "--moves", "13 99"], "99"),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(
    words: list[str],
    expected: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["sheet", *words]) == (4 if expected.startswith("cannot") else 2)
    message = capsys.readouterr().err
    assert expected in message
    assert len(message.splitlines()) == 1
    assert not list(tmp_path.iterdir())


def test_unknown_paper_and_language_are_refused() -> None:
    with pytest.raises(BadSyntax, match="'a5'"):
        board_sheet(paper="a5")  # type: ignore[arg-type]  # wrong on purpose
    with pytest.raises(BadSyntax, match="'fr'"):
        board_sheet(language="fr")  # type: ignore[arg-type]  # wrong on purpose
