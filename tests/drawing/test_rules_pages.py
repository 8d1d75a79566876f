"""The rules pages say what the library does: pictures up to date, table true, both pages alike."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest

from ninefold import VARIANTS, Position
from ninefold.rules.position import replay

DOCS = Path(__file__).parents[2] / "docs"
ENGLISH, CHINESE = DOCS / "play" / "rules.md", DOCS / "play" / "rules.zh-Hant.md"
PAGES = (ENGLISH, CHINESE)

#: What a row of the table says about which axis, by what its cells say, in both languages.
ROWS = (
    ("release", {"captured or full": "decided", "full": "full"}),
    (
        "free_move",
        {"boards neither captured nor full": "undecided", "any empty square": "unfilled"},
    ),
    ("ownership", {"first": "first", "last": "latest"}),
    ("ending", {"captured or full": "decided", "full": "full"}),
)
TRANSLATED = {
    "已佔領或填滿": "captured or full",
    "填滿": "full",
    "未佔領也未填滿的小盤": "boards neither captured nor full",
    "任何空格": "any empty square",
    "最先的": "first",
    "最後的": "last",
}


def load_pictures() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_pictures", DOCS / "make_pictures.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def mode_table(page: Path) -> list[list[str]]:
    """The cells of the table that compares the modes, without its head."""
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in page.read_text(encoding="utf-8").splitlines()
        if line.startswith("|") and line.count("|") == len(VARIANTS) + 2
    ]
    return rows[2:]


def test_the_pictures_are_those_that_the_library_draws_now() -> None:
    drawn = load_pictures().pictures()
    stored = {
        path.name: path.read_text(encoding="utf-8")
        for path in DOCS.glob("images/*.svg")
        if not path.name.startswith("terminal-")  # those are docs/make_screens.py's
    }
    assert stored == drawn, "run docs/make_pictures.py"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_table_of_modes_agrees_with_their_axes(page: Path) -> None:
    rows = mode_table(page)
    assert len(rows) == len(ROWS)
    for (axis, meanings), (_, *cells) in zip(ROWS, rows, strict=True):
        said = [meanings[TRANSLATED.get(cell, cell)] for cell in cells]
        assert said == [variant.axes[axis] for variant in VARIANTS.values()], axis


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_picture_and_page_that_is_linked_exists(page: Path) -> None:
    targets = re.findall(r"\]\(([^)#]+?)\)", page.read_text(encoding="utf-8"))
    local = [target for target in targets if not target.startswith("https://")]
    assert len(local) > len(load_pictures().pictures())
    assert all((page.parent / target).is_file() for target in local)


def test_both_pages_show_the_same_pictures_sections_and_moves() -> None:
    english, chinese = (page.read_text(encoding="utf-8") for page in PAGES)
    for pattern in (r"images/[\w-]+\.svg", r"`[\d ]+`", r"^#+ ", r"\bninefold \w+ \w+"):
        found = [re.findall(pattern, text, flags=re.MULTILINE) for text in (english, chinese)]
        assert found[0] == found[1]
        assert found[0]


def test_chinese_uses_its_own_punctuation() -> None:
    text = CHINESE.read_text(encoding="utf-8")
    assert not re.findall(r"[\u4e00-\u9fff][,;:!?]", text)


def test_what_the_pictures_captions_claim_is_true() -> None:
    drawn = replay(Position.start("modern"), load_pictures().DRAWN.split())[-1]
    assert drawn.outcome is not None
    assert drawn.outcome.reason == "draw"
    assert [n + 1 for n, owner in enumerate(drawn.owners) if owner == "-"] == [5, 8]
    boards = {
        mode: {
            square // 9 + 1
            for square in replay(Position.start(mode), ["14", "41", "17", "71", "11"])[
                -1
            ].legal_moves
        }
        for mode in VARIANTS
    }
    assert boards == {
        "modern": set(range(2, 10)),
        "classic": {1},
        "battle": {1},
        "open": set(range(1, 10)),
    }
