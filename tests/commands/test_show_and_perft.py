"""`ninefold show` and `ninefold perft` as a real process, with good and bad input."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest


def ninefold(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "ninefold", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


def test_show_prints_the_paper_board() -> None:
    run = ninefold("show", "battle", "--moves", "55 51 15")
    assert (run.returncode, run.stderr) == (0, "")
    assert "grid 9" in run.stdout
    assert max(map(len, run.stdout.splitlines())) <= 79


def test_show_as_json() -> None:
    run = ninefold("show", "classic", "--moves", "55 51", "--tie-break", "boards", "--json")
    facts = json.loads(run.stdout)
    assert facts == {
        "mode": "classic",
        "tie_break": "boards",
        "moves": ["55", "51"],
        "turn": "X",
        "target": 1,
        "free": False,
        "owners": ".........",
        "legal": [f"1{cell}" for cell in range(1, 10)],
        "outcome": None,
        "reason": None,
        "position": "classic 9/9/9/9/O3X4/9/9/9/9 ......... X 1 tie-break=boards",
    }
    assert json.loads(ninefold("show", "open", "--json").stdout)["target"] is None


def test_perft_counts() -> None:
    run = ninefold("perft", "modern", "3", "--json")
    assert json.loads(run.stdout) == {
        "mode": "modern",
        "moves": [],
        "depths": [
            {"depth": depth, "leaves": leaves, "x_wins": 0, "o_wins": 0, "draws": 0}
            for depth, leaves in [(1, 81), (2, 720), (3, 6336)]
        ],
    }
    assert "6,336" in ninefold("perft", "modern", "3").stdout


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["show", "chess"], ["'chess'", "modern, classic, battle, open"]),
        (["show", "modern", "--moves", "55 11"], ["move 2", "11", "must play in board 5"]),
        (["show", "modern", "--moves", "1 3"], ["'1 3'", "codingame"]),
        (["show", "modern", "--moves", "hello"], ["'hello'", "expected"]),
        (["show"], ["MODE", "--help"]),
        (["show", "modern", "--jsn"], ["--jsn"]),
        (["perft", "modern", "0"], ["'0'", "1 to 81"]),
        (["perft", "modern", "many"], ["'many'", "whole number"]),
        (["perft", "modern"], ["DEPTH"]),
        (["shwo", "modern"], ["shwo", "did you mean `show`"]),
        (["qqqq"], ["qqqq", "expected one of"]),
        (["--nonsense"], ["--nonsense"]),
    ],
)
def test_bad_input_gets_one_sentence_and_exit_code_2(
    arguments: list[str], words: list[str]
) -> None:
    run = ninefold(*arguments)
    assert run.returncode == 2
    assert run.stdout == ""
    assert run.stderr.startswith("ninefold")
    assert run.stderr.count("\n") == 1
    for word in words:
        assert word in run.stderr


def test_help_lists_every_command_and_the_version_is_told() -> None:
    from ninefold.cli import COMMANDS

    top = ninefold("--help")
    assert top.returncode == 0
    assert all(command in top.stdout for command in COMMANDS)
    assert ninefold().stdout == top.stdout
    assert ninefold("--version").stdout.strip()[0].isdigit()


def test_a_reader_that_leaves_early_is_no_error() -> None:
    command = f"{sys.executable} -m ninefold show modern | head -n 1"
    run = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert run.stderr == ""
