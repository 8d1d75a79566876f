"""`ninefold review`: games told in words, as JSON and as records; stopped and gone on with."""

from __future__ import annotations

import json
import signal
import subprocess
import sys

import pytest

from ninefold import parse_records
from ninefold.cli import main

GAMES = """
[Mode "modern"] [X "Ann"] [O "Ben"]
1. 55 51 11 15 56 61 13 31 12 X

[Mode "battle"]
1. 55 59 99 *
"""


@pytest.fixture
def games(tmp_path):
    path = tmp_path / "games.txt"
    path.write_text(GAMES, encoding="utf-8")
    return path


def test_games_are_told_one_after_another(games, capsys) -> None:
    assert main(["review", str(games), "--nodes", "2000"]) == 0
    told = capsys.readouterr().out
    assert "game 1 of 2: Ann (X) against Ben (O), modern, 9 moves, X" in told
    assert "game 2 of 2: somebody (X) against somebody (O), battle, 3 moves, *" in told
    assert "accuracy" in told
    assert "What mattered:" in told
    assert "O played 31" in told
    assert "It lets X capture board 1." in told


def test_scripts_get_everything(games, capsys) -> None:
    assert main(["review", str(games), "--nodes", "2000", "--json"]) == 0
    first, second = json.loads(capsys.readouterr().out)
    assert (first["mode"], second["mode"]) == ("modern", "battle")
    assert len(first["moves"]) == 9 == len(first["curve"]) - 1
    assert first["moves"][0]["square"] == "55"
    assert {"code": "lets-capture", "board": 1} in first["moves"][7]["reasons"]


def test_a_stopped_review_goes_on_where_it_was(games, tmp_path, capsys) -> None:
    whole, parts = tmp_path / "whole.txt", tmp_path / "parts.txt"
    assert main(["review", str(games), "--nodes", "2000", "--out", str(whole)]) == 0
    text = whole.read_text(encoding="utf-8")
    parts.write_text(text[: text.index("[Mode", 5)], encoding="utf-8")
    assert main(["review", str(games), "--nodes", "2000", "--out", str(parts)]) == 0
    assert "1 game of 2 reviewed before" in capsys.readouterr().err
    assert parts.read_text(encoding="utf-8") == text
    assert [len(game.moves) for game in parse_records(text)] == [9, 3]


def test_a_file_that_is_something_else_is_left_alone(games, tmp_path, capsys) -> None:
    for content in (
        "my diary",
        '[Mode "open"] 1. 11 *',
        "\0\udcff".encode("utf-8", "replace").decode(),
    ):
        out = tmp_path / "out.txt"
        out.write_text(content, encoding="utf-8")
        assert main(["review", str(games), "--nodes", "2000", "--out", str(out)]) == 2
        assert "is not a review of these games" in capsys.readouterr().err
        assert out.read_text(encoding="utf-8") == content


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "holds no game"),
        ('[Mode "modern"] 55 99 *', "move 2: 99 is not a legal move"),
        ("\0", "line 1"),
        (
            '[Mode "modern"] 1. 78 87 77 73 32 25 51 13 38 85 59 93 35 53 79 96 55 *',
            "move 17: 55 is not a legal move",
        ),
    ],
)
def test_what_cannot_be_read_is_said(tmp_path, capsys, text, said) -> None:
    path = tmp_path / "bad.txt"
    path.write_text(text, encoding="utf-8")
    assert main(["review", str(path)]) == 2
    assert said in capsys.readouterr().err
    assert main(["review", str(tmp_path / "none.txt")]) == 4


def test_a_file_of_two_thousand_games_is_begun_at_once_and_gone_on_with(tmp_path) -> None:
    """In a process of its own that is stopped in the middle: what was reviewed is kept."""
    games, out = tmp_path / "games.txt", tmp_path / "out.txt"
    games.write_text('[Mode "modern"] 1. 55 51 11 15 *\n\n' * 2_000, encoding="utf-8")
    command = [sys.executable, "-m", "ninefold", "review", str(games), "--nodes", "100"]
    command += ["--out", str(out)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as running:
        assert running.stdout is not None
        for _ in range(30):  # lines of the first games
            assert running.stdout.readline()
        running.send_signal(signal.SIGINT)
        running.stdout.read()
    kept = parse_records(out.read_text("utf-8"))
    assert 1 <= len(kept) < 2_000
    assert all(len(game.moves) == 4 for game in kept)
