"""`ninefold review`: games told in words, as JSON and as records; stopped and gone on with."""

from __future__ import annotations

import argparse
import json
import signal
import subprocess
import sys
from dataclasses import replace

import pytest

from ninefold import Position, Record, RecordedMove, format_record, parse_records, replay
from ninefold.analysis import DEFAULT_LIMIT, Review, ReviewedMove
from ninefold.cli import main
from ninefold.commands import review as command
from ninefold.commands.review import (
    _curve_text,
    _facts,
    _faults,
    _limit,
    _moment,
    _move_facts,
    _moves,
    _told,
    add_arguments,
)
from ninefold.engine import Limit, Score
from ninefold.game.reasons import Reason

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
    told = capsys.readouterr()
    assert "1 game of 2 reviewed before" in told.err
    before, after = told.out.split("game 2 of 2: ")[:2], told.out.rpartition("game 2 of 2: ")[2]
    assert "game 1 of 2: " in before[0]
    assert told.out.count("game 2 of 2: ") == 2, "once each time"
    assert "game 1 of 2: " not in after
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


def test_a_game_from_a_position_is_counted_on(tmp_path, capsys) -> None:
    start = replay(Position.start(), "55 51 11 15")[-1]
    path = tmp_path / "game.txt"
    record = Record(start, (RecordedMove(41), RecordedMove(45)))
    path.write_text(format_record(record), encoding="utf-8")
    assert main(["review", str(path), "--nodes", "500"]) == 0
    assert "\n   5. 56" in capsys.readouterr().out
    assert main(["review", str(path), "--nodes", "500", "--json"]) == 0
    (facts,) = json.loads(capsys.readouterr().out)
    assert [(m["move"], m["player"], m["square"]) for m in facts["moves"]] == [
        (5, "X", "56"),
        (6, "O", "61"),
    ]


def moved(before: Score, after: Score, **more) -> ReviewedMove:
    told = {"judgement": "blunder", "only": False, "line": tuple(range(9)), "best": 0, **more}
    return ReviewedMove(16, before.player, 40, before, after, **told)


def test_a_moment_tells_what_there_was_and_what_is_left() -> None:
    """A distance after a move is told from there on: the move itself has been played."""
    lost = moved(Score.win("O", 5), Score.loss("O", 4), reasons=(Reason("lets-win", 3),))
    assert _moment(lost) == (
        f"move 17: O played 55??: until here {Score.win('O', 5)}, {Score.loss('O', 3)} after. "
        "It lets X win the game on board 4. Better: 11 12 13 14 15 16"
    )
    dear = moved(Score("X", 0.75), Score("X", 0.5), judgement="mistake", line=(8,))
    assert _moment(dear) == (
        f"move 17: X played 55?: {Score('X', 0.75)} before, {Score('X', 0.5)} after. Better: 19"
    )


def test_scripts_get_each_field_in_its_place() -> None:
    told = (Reason("misses-win", 0),)
    move = moved(Score.win("X", 5), Score("X", 0.5), best=8, line=(8, 72), only=True, reasons=told)
    assert _move_facts(move) == {
        "move": 17,
        "player": "X",
        "square": "55",
        "judgement": "blunder",
        "only": True,
        "before": 1.0,
        "after": 0.5,
        "proven_before": str(Score.win("X", 5)),
        "proven_after": None,
        "best": "19",
        "line": ["19", "91"],
        "reasons": [{"code": "misses-win", "board": 1}],
    }


def test_faults_are_counted_in_words_for_each_player() -> None:
    marks = ["inaccuracy", "blunder", "blunder", "best"]
    moves = tuple(moved(Score("X", 0.5), Score("X", 0.25), judgement=mark) for mark in marks)
    found = Review(Record(Position.start()), moves, (0.5,) * 5)
    assert _faults(found, "X") == ", 1 inaccuracy, 2 blunders"
    assert _faults(found, "O") == ""


def test_a_curve_is_high_where_x_stands_well() -> None:
    assert _curve_text([0.0, 0.124, 0.125, 0.5, 0.874, 0.875, 1.0]) == "▁▁▂▅▇██"


@pytest.mark.parametrize(
    ("words", "limit"),
    [
        ("", DEFAULT_LIMIT),
        ("--time 2", Limit(time=2.0)),
        ("--nodes 7", Limit(nodes=7)),
        ("--nodes 7 --time 2", Limit(nodes=7, time=2.0)),
    ],
)
def test_a_review_looks_as_long_as_it_is_told(words: str, limit: Limit) -> None:
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    assert _limit(parser.parse_args(["game.txt", *words.split()])) == limit


def by_hand() -> Review:
    """X blunders a win away, O plays the best move there is."""
    start = replay(Position.start(), "55 51")[-1]
    record = Record(start, (RecordedMove(0), RecordedMove(4)), "O", {"X": "Ann", "O": "Ben"})
    blunder = moved(Score.win("X", 5), Score("X", 0.25), best=8, line=(8, 72))
    best = moved(Score("O", 0.75), Score("O", 0.75), judgement="best", line=(4,), best=4)
    moves = (replace(blunder, ply=2, square=0), replace(best, ply=3, square=4))
    return Review(record, moves, (1.0, 0.25, 0.1))


def test_scripts_get_both_players_the_curve_and_the_moments_of_a_game() -> None:
    found = by_hand()
    facts = _facts(found)
    assert facts == {
        "mode": "modern",
        "result": "O",
        "tags": {"X": "Ann", "O": "Ben"},
        "players": {
            side: {"accuracy": found.accuracy(side), "counts": found.counts(side)} for side in "XO"
        },
        "curve": [1.0, 0.25, 0.1],
        "moments": [3],
        "moves": [*map(_move_facts, found.moves)],
    }
    assert found.counts("X") != found.counts("O")
    assert found.accuracy("X") != found.accuracy("O")


def test_people_are_told_both_players_what_mattered_and_every_move() -> None:
    found = by_hand()
    told = [*_told(found, 2, 3)]
    assert told == [
        "game 2 of 3: Ann (X) against Ben (O), modern, 2 moves, O",
        "",
        f"  X  accuracy {found.accuracy('X'):.0f} of 100, 1 blunder",
        f"  O  accuracy {found.accuracy('O'):.0f} of 100",
        "",
        "  █▃▁  high is good for X",
        "",
        "What mattered:",
        "  move 3: X played 11??: until here X wins in 5, X 25% after. Better: 19 91",
        "",
        "   3. 11?? 15",
        "",
    ]
    quiet = replace(found, moves=found.moves[1:], curve=(0.25, 0.1))
    told = [*_told(quiet, 1, 1)]
    assert told[0] == "Ann (X) against Ben (O), modern, 2 moves, O"
    assert told[2] == "  X  no move"
    assert told[-4] == "Nobody let anything go that mattered."


def test_ten_moves_stand_in_a_line() -> None:
    moves = tuple(replace(by_hand().moves[1], ply=n, square=n) for n in range(12))
    found = Review(Record(Position.start()), moves, (0.5,) * 13)
    assert [*_moves(found)] == [
        "",
        "   1. 11   12   13   14   15   16   17   18   19   21",
        "  11. 22   23",
    ]


@pytest.mark.parametrize(
    ("options", "limit"),
    [([], DEFAULT_LIMIT), (["--nodes", "7"], Limit(nodes=7)), (["--time", "2"], Limit(time=2))],
)
def test_every_game_is_looked_at_within_the_limit_by_one_engine(
    options: list[str], limit: Limit, games, monkeypatch, capsys
) -> None:
    asked: list[tuple[object, ...]] = []

    def review_game(record: Record, limit: Limit, *, engine, progress) -> Review:
        asked.append((len(record.moves), limit, engine))
        progress(1)
        return by_hand()

    monkeypatch.setattr(command, "review_game", review_game)
    assert main(["review", str(games), *options]) == 0
    assert [one[:2] for one in asked] == [(9, limit), (3, limit)]
    assert asked[0][2] is asked[1][2]
    assert "game 2 of 2" in capsys.readouterr().out
