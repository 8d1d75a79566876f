"""`ninefold puzzles`: solved from lines of text, made and gone on with, checked."""

from __future__ import annotations

import io
import re

import pytest

from ninefold.analysis.puzzles import (
    Puzzle,
    format_puzzle,
    parse_puzzles,
    shelf_file,
    shipped_puzzles,
)
from ninefold.cli import main
from ninefold.rules.squares import parse_square, square_name
from ninefold.rules.variants import VARIANTS


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
