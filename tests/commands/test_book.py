"""`ninefold book`: what making is asked, what is shown, what a check finds; books made by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from ninefold import Position, find_variant, replay
from ninefold.cli import main
from ninefold.engine.books import growth
from ninefold.engine.books.journal import BookSettings
from ninefold.engine.core import axes_of
from ninefold.engine.core.book import BookMove, encode_book, entry_of

OPEN = find_variant("open")
START = Position.start(OPEN)


class Growth:
    """A book that grows by being told to: it notes what it is asked."""

    asked: list[object]
    stops = False

    def __init__(self, path: Path, settings: BookSettings) -> None:
        self.positions = 1
        self.asked.append((path, settings))

    def run(self, positions: int, *, seconds: float | None, heard) -> None:
        self.asked.append((positions, seconds))
        self.positions = 8
        if self.stops:
            raise KeyboardInterrupt

    def write(self) -> None:
        self.asked.append("written")


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    monkeypatch.setattr(Growth, "asked", [], raising=False)
    monkeypatch.setattr(growth, "BookGrowth", Growth)
    return Growth.asked


USUAL = BookSettings("open")


@pytest.mark.parametrize(
    ("options", "settings", "run"),
    [
        ([], USUAL, (1000, None)),
        (["--positions", "5"], USUAL, (5, None)),
        (["--minutes", "1.5"], USUAL, (1000, 90.0)),
        (["--nodes", "170", "--plies", "3"], BookSettings("open", 170, 3), (1000, None)),
        (["--tie-break", "boards"], BookSettings("open:tie_break=boards"), (1000, None)),
    ],
)
def test_a_book_is_made_as_it_is_told(asked, options, settings, run, capsys) -> None:
    assert main(["book", "make", "open", "--out", "x.book", *options]) == 0
    assert asked == [(Path("x.book"), settings), run, "written"]
    assert capsys.readouterr().err == "8 positions in x.book\n"


def test_what_was_made_until_ctrl_c_is_written(asked, monkeypatch, capsys) -> None:
    monkeypatch.setattr(Growth, "stops", True)
    assert main(["book", "make", "open", "--out", "x.book"]) == 130
    assert asked[-1] == "written"
    assert capsys.readouterr().err == "8 positions in x.book; the same command goes on\n"


def written(path: Path, *moves: tuple[str, BookMove]) -> str:
    entries = [entry_of(replay(START, way)[-1], move) for way, move in moves]
    path.write_bytes(encode_book(axes_of(OPEN), entries, "made by hand"))
    return str(path)


def test_a_book_shows_what_its_moves_are_worth_to_whoever_plays_them(tmp_path, capsys) -> None:
    book = written(
        tmp_path / "book",
        ("", BookMove(40, 61)),
        ("55", BookMove(36, 38)),
        ("55", BookMove(37, 0, "loss")),
        ("55 51", BookMove(0, 50, "draw")),
    )
    show = ["book", "show", "open", "--file", book]
    assert main(show) == 0
    assert capsys.readouterr().out.splitlines() == [
        "made by hand",
        "4 moves in 3 positions, after so many moves:",
        "0: 1, 1: 1, 2: 1",
        "move  worth",
        "55    X 61%",
    ]
    for moves, told in (
        ("55", ["51    O 38%", "52    X wins"]),
        ("55 51", ["11    draw"]),
        ("55 59", ["99    draw"]),  # the same position, turned round
    ):
        assert main([*show, "--moves", moves]) == 0
        assert capsys.readouterr().out.splitlines() == ["move  worth", *told]


@pytest.mark.parametrize(
    ("moves", "said", "code"),
    [
        ([("", BookMove(40, 50))], "1 moves, 1 of them reached in 1 position", 0),
        (
            [("", BookMove(40, 50)), ("55", BookMove(36, 50))],
            "2 moves, 2 of them reached in 2 positions",
            0,
        ),
        (
            [("", BookMove(40, 50)), ("55 51", BookMove(0, 50))],
            "2 moves, 1 of them reached in 1 position",
            1,
        ),
    ],
)
def test_what_is_not_reached_is_a_fault_of_a_book(tmp_path, moves, said, code, capsys) -> None:
    command = ["book", "check", "open", "--file", written(tmp_path / "book", *moves)]
    assert main([*command, "--sample", "0"]) == code
    assert capsys.readouterr().out.splitlines() == [
        said,
        "0 positions searched again with 1,000,000 nodes: 0 mistakes",
    ]
