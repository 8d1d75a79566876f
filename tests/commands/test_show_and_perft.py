"""`ninefold show` and `ninefold perft` as a real process, with good and bad input."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from ninefold import Outcome, Position, find_variant, replay
from ninefold.cli import main
from ninefold.drawing.svg import draw_svg
from ninefold.engine.core import perft
from ninefold.rules.notation import format_position, parse_position
from ninefold.rules.squares import parse_square, square_name
from support.games import random_game
from support.vectors import game_vectors


def ninefold(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "ninefold", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


def test_show_prints_the_paper_board() -> None:
    run = ninefold("show", "battle", "--moves", "55 51 15")
    assert (run.returncode, run.stderr) == (0, "")
    assert "board 9" in run.stdout
    assert max(map(len, run.stdout.splitlines())) <= 79


def test_show_as_json() -> None:
    run = ninefold("show", "classic", "--moves", "55 51", "--tie-break", "boards", "--json")
    facts = json.loads(run.stdout)
    assert facts == {
        "mode": "classic:tie_break=boards",
        "tie_break": "boards",
        "moves": ["55", "51"],
        "turn": "X",
        "target": 1,
        "free": False,
        "owners": ".........",
        "legal": [f"1{cell}" for cell in range(1, 10)],
        "outcome": None,
        "reason": None,
        "position": "classic:tie_break=boards 9/9/9/9/O3X4/9/9/9/9 ......... X 1",
    }
    assert json.loads(ninefold("show", "open", "--json").stdout)["target"] is None


@pytest.mark.parametrize("mode", ["modern", "classic", "battle", "open"])
def test_show_says_how_a_game_ended_and_where_its_last_move_points(mode: str, capsys) -> None:
    ended = {}
    for seed in range(40):
        game = random_game(find_variant(mode), seed)
        outcome = game[-1].outcome
        assert outcome is not None
        ended[outcome.winner] = game[-2:], outcome
    assert {*ended} >= {"X", "O"}
    for winner, ((before, end), outcome) in ended.items():
        for position in (before, end):
            assert main(["show", format_position(position), "--json"]) == 0
            told = json.loads(capsys.readouterr().out)
            over = position is end
            assert told["outcome"] == ((winner or "draw") if over else None)
            assert told["reason"] == (outcome.reason if over else None)
            assert told["target"] == position.target + 1
            assert (told["free"], told["owners"]) == (position.free, position.owners)
            assert (told["turn"], told["moves"]) == (position.turn, [])
            assert told["legal"] == [*map(square_name, position.legal_moves)]
            assert parse_position(told["position"]) == position


def test_perft_counts() -> None:
    run = ninefold("perft", "modern", "3", "--json")
    assert json.loads(run.stdout) == {
        "mode": "modern",
        "tie_break": "draw",
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
        (["shwo", "modern"], ["shwo", "did you mean show?"]),
        (["perft", "modern", "1" * 5000], ["'1111", "5000 characters", "1 to 81"]),
        (["perft", "modern", "-1"], ["'-1'", "1 to 81"]),
        (["perft", "modern", "٣"], ["'٣'", "1 to 81"]),
        (["show", "modern", "--moves", "55 " * 5000], ["move 2", "55", "already"]),
        (["show", "modern", "--moves", "55", "51"], ["51", "needs quotes"]),
        (["show", "modern", "--moves", "-5"], ["'-5'", "expected"]),
        (["show", "two\nlines"], ["'two\\nlines'"]),
        (["show", "modern", "--tie-break", "coin"], ["'coin'", "draw", "boards"]),
        (["qqqq"], ["qqqq", "expected one of"]),
        (["two\nlines"], ["'two\\nlines'", "no command"]),
        (["--nonsense"], ["--nonsense"]),
        (["--json", "show", "modern"], ["'--json'", "a command comes first"]),
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


def test_an_option_that_is_no_number_is_answered_in_plain_words(capsys) -> None:
    for arguments, said in (
        (["best", "modern", "--time", "soon"], "argument --time: 'soon' is not a number (see"),
        (["serve", "--port", "x"], "argument --port: 'x' is not a whole number (see"),
        (
            ["show", "modern", "--moves", "55", "51"],
            "a text with spaces needs quotes, as in --moves",
        ),
        (["ugi", "x"], "unrecognized arguments: x (see"),
        (["match", "full", "full", "--game=3"], "--game=3; did you mean --games? (see"),
        (["show", "modern", "--move", "55"], "--move 55; did you mean --moves? (see"),
        (["perft", "modern", "2", "--zzz"], "unrecognized arguments: --zzz (see"),
    ):
        with pytest.raises(SystemExit) as ended:
            main(arguments)
        assert ended.value.code == 2
        assert said in capsys.readouterr().err


def test_a_reader_that_leaves_early_is_no_error() -> None:
    command = f"{sys.executable} -m ninefold show modern | head -n 1"
    run = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert run.stderr == ""


def test_perft_counts_by_the_tie_break() -> None:
    ended = next(
        vector
        for vector in game_vectors()
        if (vector.mode, vector.tie_break, vector.outcome) == ("modern", "boards", "X")
        and replay(Position.start(), vector.moves)[-1].outcome == Outcome(None, "draw")
    )
    counted = {
        tie_break: json.loads(
            ninefold(
                *("perft", "modern", "1", "--json"),
                *("--moves", " ".join(ended.moves[:-1]), "--tie-break", tie_break),
            ).stdout
        )
        for tie_break in ("draw", "boards")
    }
    assert counted["boards"]["tie_break"] == "boards"
    by_draw, by_boards = (counted[name]["depths"][0] for name in ("draw", "boards"))
    assert by_draw["leaves"] == by_boards["leaves"]
    assert by_draw["draws"] > by_boards["draws"]
    assert by_boards["x_wins"] > by_draw["x_wins"]


def test_output_that_nobody_reads_is_no_error() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    command = [sys.executable, "-m", "ninefold", "show", "modern"]
    run = subprocess.run(command, stdout=writer, stderr=subprocess.PIPE, text=True, check=False)
    os.close(writer)
    assert (run.returncode, run.stderr) == (0, "")


def test_output_that_cannot_be_written_is_told_in_one_sentence() -> None:
    command = [sys.executable, "-m", "ninefold", "show", "modern"]
    with Path(os.devnull).open() as only_to_read:
        run = subprocess.run(
            command, stdout=only_to_read, stderr=subprocess.PIPE, text=True, check=False
        )
    assert (run.returncode, run.stderr) == (4, "ninefold: Bad file descriptor\n")


def test_a_picture_marks_the_last_move_and_no_other(tmp_path):
    file = tmp_path / "board.svg"
    for moves in ("55", "55 51", "55 51 15"):
        assert main(["show", "modern", "--moves", moves, "--svg", str(file)]) == 0
        last = parse_square(moves.split()[-1])
        wanted = draw_svg(replay(Position.start(), moves)[-1], last_move=last, labels=True)
        assert file.read_text("utf-8") == wanted


@pytest.mark.parametrize(
    ("options", "drawn"),
    [
        ([], {}),
        (["--theme", "dark"], {"theme": "dark"}),
        (["--theme", "print"], {"theme": "print"}),
        (["--size", "90"], {"size": 90}),
        (["--size", "1"], {"size": 1}),
    ],
)
def test_a_picture_has_the_size_and_the_colours_that_were_asked_for(options, drawn, capsys) -> None:
    assert main(["show", "open", "--svg", "-", *options]) == 0
    assert capsys.readouterr().out == draw_svg(Position.start("open"), labels=True, **drawn)


@pytest.mark.parametrize("size", ["0", "10001"])
def test_a_picture_of_no_size_is_refused(size: str, capsys) -> None:
    assert main(["show", "open", "--svg", "-", "--size", size]) == 2
    assert f"{size} is not a size: expected 1 to 10000 pixels" in capsys.readouterr().err


def test_facts_and_a_picture_can_be_had_together(tmp_path, capsys) -> None:
    file = tmp_path / "board.svg"
    assert main(["show", "open", "--moves", "55", "--svg", str(file), "--json"]) == 0
    out, err = capsys.readouterr()
    assert (json.loads(out)["moves"], err) == (["55"], f"wrote {file}\n")
    assert file.exists()
    assert main(["show", "open", "--svg", str(file)]) == 0
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(("notation", "moves"), [("ninefold", ["14"]), ("codingame", ["25"])])
def test_moves_are_read_in_the_form_that_is_said(notation, moves, capsys) -> None:
    """Where they could be read in two, nobody guesses."""
    assert main(["show", "open", "--moves", "1 4", "--notation", notation, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["moves"] == moves
    assert main(["show", "open", "--moves", "1 4"]) == 2
    assert "say which notation it is" in capsys.readouterr().err


def test_counts_stand_in_their_columns(capsys) -> None:
    """Where X alone can win, and where O alone can."""
    columns = set()
    for seed in range(60):
        position = random_game(find_variant("modern"), seed)[-2]
        counts = perft(position, 1)
        assert main(["perft", format_position(position), "1"]) == 0
        head, row = capsys.readouterr().out.splitlines()
        assert head.split() == ["depth", "leaves", "X", "wins", "O", "wins", "draws"]
        numbers = [counts.leaves, counts.x_wins, counts.o_wins, counts.draws]
        assert row.split() == ["1", *map(str, numbers)]
        columns.add((counts.x_wins > 0, counts.o_wins > 0, counts.draws > 0))
    assert len(columns) >= 3


def test_a_count_tells_the_moves_that_it_is_behind(capsys) -> None:
    assert main(["perft", "open", "2", "--moves", "55 51", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["mode"], told["moves"]) == ("open", ["55", "51"])
    position = Position.start("open").play("55").play("51")
    assert [row["leaves"] for row in told["depths"]] == [
        perft(position, depth).leaves for depth in (1, 2)
    ]
