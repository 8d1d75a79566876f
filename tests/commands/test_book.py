"""`ninefold book`: what making is asked, what is shown, what a check finds; books made by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from ninefold import Position, find_variant, replay
from ninefold.cli import main
from ninefold.commands import book as command
from ninefold.engine import Limit, Score
from ninefold.engine.books import growth, load_book
from ninefold.engine.books.journal import BookSettings
from ninefold.engine.books.walk import Doubt, Found
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


# Searching again, by somebody who says what they are told to say


@pytest.fixture
def wrong(monkeypatch: pytest.MonkeyPatch) -> set[tuple[int, ...]]:
    """The ways to positions whose last move is found wrong; and what was asked, at ``Asked``."""
    ways: set[tuple[int, ...]] = set()
    monkeypatch.setattr(Asked, "of", [], raising=False)

    def doubts(_engine: object, found: Found, limit: Limit) -> list[Doubt]:
        Asked.of.append((found.way, limit))
        player = found.position.turn
        worth, best = Score(player, 0.3), Score(player, 0.6)
        return [Doubt(found.moves[-1], worth, 8, best)] if found.way in ways else []

    monkeypatch.setattr(command, "doubts", doubts)
    return ways


class Asked:
    of: list[tuple[tuple[int, ...], Limit]]


FOUR = (
    ("", BookMove(40, 61)),
    ("55", BookMove(36, 50)),
    ("55", BookMove(37, 45)),
    ("55 51", BookMove(0, 50)),
)


@pytest.mark.parametrize("out", [False, True])
def test_mistakes_are_told_answered_by_the_code_and_left_out_of_what_is_written(
    out: bool, wrong, tmp_path: Path, capsys
) -> None:
    wrong |= {(), (40,)}
    file, better = written(tmp_path / "book", *FOUR), tmp_path / "better"
    more = ["--out", str(better)] if out else []
    assert main(["book", "check", "open", "--file", file, *more]) == 1
    told = capsys.readouterr().out.splitlines()
    assert told[0] == "4 moves, 4 of them reached in 3 positions"
    assert sorted(told[1:3]) == [
        "after 55: 52 (O 30%), better 19 (O 60%)",
        "after the start: 55 (X 30%), better 19 (X 60%)",
    ]
    assert told[3] == "3 positions searched again with 1,000,000 nodes: 2 mistakes"
    assert told[4:] == [f"Without them: {better}"] * out
    assert better.exists() == out
    if out:  # nothing leads beyond the start any more
        assert load_book(better).size == 0
    wrong.remove(())
    assert main(["book", "check", "open", "--file", file, "--out", str(better)]) == 1
    assert [move.square for move in load_book(better).moves(START.play("55"))] == [36]
    assert load_book(better).size == 3


def test_a_check_looks_at_so_many_by_its_seed_with_so_many_nodes(wrong, tmp_path, capsys) -> None:
    check = ["book", "check", "open", "--file", written(tmp_path / "book", *FOUR)]
    ways = {(), (40,), (40, 36)}
    drawn = []
    for seed in ("1", "1", "2", "3", "4", "5"):
        Asked.of.clear()
        assert main([*check, "--sample", "2", "--seed", seed, "--nodes", "170"]) == 0
        assert {limit for _, limit in Asked.of} == {Limit(nodes=170)}
        drawn.append([way for way, _ in Asked.of])
        assert len({*drawn[-1]}) == 2
    assert "2 positions searched again with 170 nodes: 0 mistakes" in capsys.readouterr().out
    assert drawn[0] == drawn[1]
    assert any(one != drawn[0] for one in drawn)
    Asked.of.clear()
    assert main([*check, "--sample", "9"]) == 0  # more than there are
    assert ({way for way, _ in Asked.of}, len(Asked.of)) == (ways, 3)
    assert {limit for _, limit in Asked.of} == {Limit(nodes=1_000_000)}


@pytest.mark.parametrize("job", ["show", "check"])
def test_a_book_is_that_of_the_mode_and_its_tie_break(job: str, wrong, tmp_path, capsys) -> None:
    boards = find_variant("open", tie_break="boards")
    entry = entry_of(Position.start(boards), BookMove(40, 50))
    other = tmp_path / "boards.book"
    other.write_bytes(encode_book(axes_of(boards), [entry], "by boards"))
    by_boards = ["book", job, "open", "--tie-break", "boards", "--file"]
    assert main([*by_boards, str(other)]) == 0
    assert "1 moves" in capsys.readouterr().out
    assert main([*by_boards, written(tmp_path / "open.book", *FOUR)]) == 2
    assert "is an opening book for open: expected one for" in capsys.readouterr().err
    assert main(["book", job, "open", "--file", str(other)]) == 2
    assert main(["book", job, "skirmish:free_move=unfilled"]) == 2
    assert "there is no opening book for skirmish:free_move=unfilled" in capsys.readouterr().err


def test_a_position_that_a_book_does_not_know_is_said_to_be_none_of_its(tmp_path, capsys) -> None:
    show = ["book", "show", "open", "--file", written(tmp_path / "book", *FOUR)]
    assert main([*show, "--moves", "11"]) == 0
    assert capsys.readouterr().out == "The book has nothing for this position.\n"
