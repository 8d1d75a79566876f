"""`ninefold puzzles`: solved from lines of text, made and gone on with, checked."""

from __future__ import annotations

import io
import re
from itertools import islice
from pathlib import Path
from types import SimpleNamespace

import pytest

from ninefold.analysis.puzzles import (
    HEAD,
    Puzzle,
    daily_puzzle,
    format_puzzle,
    parse_puzzles,
    shelf_file,
    shipped_puzzles,
)
from ninefold.cli import main
from ninefold.commands import puzzles
from ninefold.rules.squares import parse_square, square_name
from ninefold.rules.variants import VARIANTS
from ninefold.terminal import puzzling
from ninefold.terminal.saves import Shelf
from ninefold.terminal.say import WORDS
from ninefold.terminal.settings import Settings


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.chdir(tmp_path)


def solution(puzzle: Puzzle) -> str:
    return "".join(f"{square_name(step.keeps[0])}\n" for step in puzzle.steps)


def wrong_move(puzzle: Puzzle) -> str:
    keeps = puzzle.steps[0].keeps
    return square_name(next(s for s in puzzle.position.legal_moves if s not in keeps))


def solve(monkeypatch, capsys, lines: str, *arguments: str) -> tuple[int, str]:
    monkeypatch.setattr("sys.stdin", io.StringIO(lines))
    code = main(
        ["puzzles", *arguments, "--lang", "en"]
        if "--lang" not in arguments
        else ["puzzles", *arguments]
    )
    return code, capsys.readouterr().out


def test_puzzles_are_solved_one_after_another_and_counted(monkeypatch, capsys) -> None:
    first, second, third = shipped_puzzles(VARIANTS["modern"])[:3]
    code, said = solve(monkeypatch, capsys, solution(first) + solution(second), "modern")
    assert code == 0
    assert said.count("Solved!") == 2
    assert "In a row: 2. Best: 2." in said
    assert third.name in said
    code, said = solve(
        monkeypatch, capsys, f"{wrong_move(third)}\n{solution(third)}quit\n", "modern"
    )
    assert f"{first.name}\n" not in said  # what was tried does not come again
    assert f"{wrong_move(third)} lets it go" in said
    assert "In a row: 0. Best: 2." in said


def test_hint_solution_nonsense_and_the_end_of_input(monkeypatch, capsys) -> None:
    puzzle = shipped_puzzles(VARIANTS["battle"])[0]
    code, said = solve(monkeypatch, capsys, "hint\ncastle\n99999\nsolution\n", "battle")
    assert code == 1
    hint = re.search(r"It is (\d\d) or (\d\d)\.", said)
    assert puzzle.position.held_board is not None
    assert hint is not None
    right = [parse_square(name) in puzzle.steps[0].keeps for name in hint.groups()]
    assert sorted(right) == [False, True]
    assert said.count("expected") == 2
    assert f"The solution: {square_name(puzzle.steps[0].keeps[0])}" in said


def test_the_puzzle_of_the_day_counts_days(monkeypatch, capsys) -> None:
    _, said = solve(monkeypatch, capsys, "quit\n", "daily")
    name = next(line for line in said.splitlines() if " · " in line).rpartition(" · ")[2]
    mode, _, game = name.partition("-")
    puzzle = next(p for p in shipped_puzzles(VARIANTS[mode]) if p.game == int(game))
    code, said = solve(monkeypatch, capsys, solution(puzzle), "daily")
    assert code == 0
    assert "days in a row: 1" in said


def test_kind_difficulty_and_language_can_be_chosen(monkeypatch, capsys) -> None:
    _, said = solve(monkeypatch, capsys, "quit\n", "battle", "--kind", "steal", "--lang", "zh")
    assert "爭奪 · 奪盤並守住" in said
    _, said = solve(monkeypatch, capsys, "next\nquit\n", "--difficulty", "easy")
    assert said.count("Easy") == 2
    _, said = solve(monkeypatch, capsys, "quit\n", "modern", "--kind", "steal")
    assert "No puzzle left that fits" in said


def test_making_goes_on_where_it_was(tmp_path, capsys) -> None:
    out = tmp_path / "mine.txt"
    make = ["puzzles", "make", "modern", "--out", str(out), "--seed", "5", "--count"]
    assert main([*make, "1"]) == 0
    with out.open("a") as file:
        file.write("12 win cut off")
    assert main([*make, "2"]) == 0
    assert "1 puzzle in" in capsys.readouterr().err
    first, second = parse_puzzles(out.read_text(), "mine")
    assert first.game < second.game
    assert main([*make, "2"]) == 0
    assert main(["puzzles", "check", str(out)]) == 0
    assert "2 puzzles, every one proven" in capsys.readouterr().out
    assert main(["puzzles", "make", "open", "--out", str(out)]) == 2
    assert "another mode" in capsys.readouterr().err


def test_a_planted_wrong_puzzle_and_a_flipped_bit_are_told(tmp_path, capsys) -> None:
    lines = shelf_file(VARIANTS["classic"]).read_text().splitlines()[:2]
    puzzle = parse_puzzles("\n".join(lines), "shelf")[0]
    planted = Puzzle(
        1, puzzle.result, puzzle.kind, puzzle.solved, puzzle.position.transform(2), puzzle.steps
    )
    bad = tmp_path / "bad.txt"
    bad.write_text("\n".join([*lines, format_puzzle(planted)]))
    assert main(["puzzles", "check", str(bad)]) == 1
    said = capsys.readouterr().out
    assert "bad.txt: classic-1: step 1:" in said
    assert "another one has this position" in said
    bad.write_text("\n".join([lines[0], lines[1].replace("X", "O", 1)]))
    assert main(["puzzles", "check", str(bad)]) == 2
    assert "line 2 of bad.txt" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words", [["make"], ["modern", "open"], ["nonsense"], ["check", "none.txt"]]
)
def test_what_is_not_understood_is_said(words, capsys) -> None:
    assert main(["puzzles", *words]) in (2, 4)
    assert capsys.readouterr().err.count("\n") == 1


# What somebody is given to solve, what making is asked, and several files


class Given:
    """Somebody who is given puzzles and solves none: notes which, and how they are spoken to."""

    asked: list[tuple[str, list[str], object]]
    tried: tuple[str, ...] = ()

    def __init__(self, words, **_: object) -> None:
        self.words = words
        self.tally = SimpleNamespace(tried=self.tried)

    def run(self, found, today=None) -> int:
        language = "zh" if self.words is WORDS["zh-Hant"] else "en"
        self.asked.append((language, [one.name for one in islice(found, 5)], today))
        return 7


@pytest.fixture
def given(monkeypatch) -> type[Given]:
    class Fresh(Given):
        pass

    Fresh.asked = []
    monkeypatch.setattr(puzzling, "Puzzler", Fresh)
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    return Fresh


def named(mode: str, **wish: str) -> list[str]:
    """The puzzles of a mode that are as somebody wishes."""
    found = shipped_puzzles(VARIANTS[mode])
    return [p.name for p in found if all(getattr(p, key) == value for key, value in wish.items())]


@pytest.mark.parametrize(
    ("options", "wish"),
    [
        (["modern"], {}),
        (["battle", "--kind", "steal"], {"kind": "steal"}),
        (["open", "--difficulty", "hard"], {"band": "hard"}),
        (["battle", "--kind", "steal", "--difficulty", "easy"], {"kind": "steal", "band": "easy"}),
    ],
)
def test_puzzles_are_those_of_the_mode_that_are_as_wished_and_were_not_tried(
    options: list[str], wish: dict[str, str], given
) -> None:
    names = named(options[0], **wish)
    assert main(["puzzles", *options]) == 7
    given.tried = tuple(names[:2])
    assert main(["puzzles", *options]) == 7
    assert given.asked == [("en", names[:5], None), ("en", names[2:7], None)]


def test_without_a_mode_all_of_them_take_turns(given) -> None:
    assert main(["puzzles"]) == 7
    firsts = [named(mode)[0] for mode in VARIANTS]
    assert given.asked == [("en", [*firsts, named(next(iter(VARIANTS)))[1]], None)]


def test_the_daily_puzzle_is_one_and_is_told_its_day(given) -> None:
    assert main(["puzzles", "daily", "--kind", "steal"]) == 7
    ((_, names, today),) = given.asked
    assert names == [daily_puzzle(today).name]


def test_whoever_chose_a_language_is_given_puzzles_in_it_unless_they_say_another(given) -> None:
    Settings(Shelf()).remember(language="zh-Hant")
    for options in ([], ["--lang", "en"]):
        assert main(["puzzles", "modern", *options]) == 7
    Settings(Shelf()).remember(language="en")
    assert main(["puzzles", "modern", "--lang", "zh-Hant"]) == 7
    assert [language for language, *_ in given.asked] == ["zh", "en", "zh"]


@pytest.mark.parametrize("mode", ["skirmish:free_move=unfilled", "open:tie_break=boards"])
def test_a_mode_of_ones_own_has_no_puzzles(mode: str, capsys) -> None:
    assert main(["puzzles", mode]) == 2
    assert f"no puzzles come with '{mode}'" in capsys.readouterr().err


def test_puzzles_are_made_as_they_are_asked_for_and_gone_on_with(monkeypatch, capsys) -> None:
    asked: list[tuple[object, ...]] = []
    shelf = shipped_puzzles(VARIANTS["open"])

    def make_puzzles(variant, seed, before, *, progress):
        asked.append((variant.name, seed, [one.name for one in before]))
        yield from shelf[len(before) :]

    monkeypatch.setattr(puzzles, "make_puzzles", make_puzzles)
    assert main(["puzzles", "make", "open", "--count", "2"]) == 0
    assert main(["puzzles", "make", "open", "--count", "3", "--seed", "9"]) == 0
    assert main(["puzzles", "make", "open", "--count", "1", "--out", "other.txt"]) == 0
    names = [one.name for one in shelf]
    assert asked == [("open", 1, []), ("open", 9, names[:2]), ("open", 1, [])]
    out, err = capsys.readouterr()
    assert out.splitlines() == [
        "2 puzzles in open-puzzles.txt",
        "3 puzzles in open-puzzles.txt",
        "1 puzzle in other.txt",
    ]
    assert "2 puzzles in open-puzzles.txt already: going on" in err
    kept = parse_puzzles(Path("open-puzzles.txt").read_text("utf-8"), "kept")
    assert [one.name for one in kept] == names[:3]


@pytest.mark.parametrize(("faulty", "code"), [((), 0), ((0,), 1), ((1,), 1), ((0, 1), 1)])
def test_one_fault_in_any_of_some_files_is_a_negative_answer(
    faulty: tuple[int, ...], code: int, monkeypatch, capsys
) -> None:
    for n, mode in enumerate(("open", "classic")):
        one = format_puzzle(shipped_puzzles(VARIANTS[mode])[0])
        Path(f"{n}.txt").write_text(f"{HEAD}\n{one}\n", "utf-8")
    modes = [("open", "classic")[n] for n in faulty]
    monkeypatch.setattr(
        puzzles,
        "faults_of",
        lambda puzzle, _: ["wrong"] if puzzle.position.variant.name in modes else [],
    )
    assert main(["puzzles", "check", "0.txt", "1.txt"]) == code
    told = capsys.readouterr().out.splitlines()
    assert [line.endswith("wrong") for line in told] == [n in faulty for n in (0, 1)]
    assert [line for line in told if "proven" in line] == [
        f"{n}.txt: 1 puzzle, every one proven" for n in (0, 1) if n not in faulty
    ]
