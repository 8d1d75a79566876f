"""Levels, what moves do, and `ninefold best`."""

from __future__ import annotations

import json
import os
import pty
import random
import signal
import subprocess
import sys

import pytest

from ninefold import VARIANTS, Position
from ninefold.cli import main
from ninefold.engine import LEVELS, Limit, core, find_level
from ninefold.engine.level_engine import LevelEngine
from ninefold.engine.native import NativeEngine
from ninefold.rules.errors import BadSyntax


def some_position(mode, moves, seed=1):
    position = Position.start(mode)
    squares, _ = next(core.written_games(position, seed=seed, size=200))
    for square in squares[:moves]:
        position = position.play(square)
    return position


def test_there_are_eight_levels_found_by_name_and_number():
    assert [level.number for level in LEVELS] == list(range(1, 9))
    for level in LEVELS:
        assert find_level(level.name) is find_level(level.number) is level
    assert find_level(" First Game ").number == 1
    with pytest.raises(BadSyntax, match="first-game"):
        find_level("godlike")


@pytest.mark.parametrize("level", LEVELS, ids=lambda level: level.name)
def test_every_level_plays_every_mode_and_the_same_seed_plays_the_same(level):
    for mode in VARIANTS:
        position = some_position(mode, 14)
        moves = set()
        for _ in range(2):
            with LevelEngine(level, seed=3) as engine:
                info = engine.play(position, Limit(nodes=3000))
                assert info.move in position.legal_moves
                moves.add(info.move)
        assert len(moves) == 1


def test_low_levels_differ_from_seed_to_seed_and_claim_no_proofs_they_have_not():
    position, answers = some_position("modern", 10), set()
    for seed in range(12):
        with LevelEngine("first-game", seed=seed) as engine:
            info = engine.play(position, Limit())
            answers.add(info.move)
            assert info.score.proven is None
    assert len(answers) > 2


def test_who_errs_does_not_know_the_win_that_the_strongest_knows():
    start, answers = Position.start("classic"), set()
    for seed in range(6):
        with LevelEngine("first-game", seed=seed) as engine:
            info = engine.play(start, Limit())
            assert info.score.proven is None
            answers.add(info.move)
    assert len(answers) > 2
    with LevelEngine("full", seed=1) as engine:
        assert engine.play(start, Limit(nodes=1000)).score.proven == "win"


@pytest.mark.parametrize("mode", VARIANTS)
def test_strong_levels_open_in_various_ways_and_none_is_much_worse_than_the_best(mode):
    start = Position.start(mode)
    with NativeEngine(evaluation="hand") as judge:
        worth = {
            info.move: info.score.for_player("X").probability
            for info in judge.analyse(start, Limit(nodes=100_000), lines=81)
        }
    openings = set()
    for seed in range(10):
        with LevelEngine("expert", seed=seed) as engine, LevelEngine("expert", seed=seed) as same:
            openings.add(engine.play(start, Limit()).move)
            assert same.play(start, Limit()).move in openings
    if mode == "classic":  # X has a proven win, and it begins in the centre
        assert openings == {40}
    else:
        assert len(openings) > 2
        assert min(worth[move] for move in openings) > max(worth.values()) - 0.1


def test_what_is_told_last_is_what_is_played_and_several_lines_are_the_best_first():
    start = Position.start("battle")
    for seed in range(4):
        with LevelEngine("expert", seed=seed) as engine, LevelEngine("expert", seed=seed) as same:
            *_, answer = engine.analysis(start, Limit(time=60))
            assert [info.move for info in answer] == [same.play(start, Limit()).move]
    with LevelEngine("expert", seed=seed) as engine:
        chances = [info.score.probability for info in engine.analyse(start, Limit(), lines=3)]
        assert chances == sorted(chances, reverse=True)


def test_another_game_is_another_game_unless_a_seed_is_given():
    for seed, different in ((None, True), (5, False)):
        openings = set()
        with LevelEngine("expert", seed=seed) as engine:
            for _ in range(12):
                engine.new_game()
                openings.add(engine.play(Position.start("battle"), Limit()).move)
        assert (len(openings) > 1) == different


def play_match(strong, weak, mode, games, seed):
    dice, points = random.Random(seed), 0.0
    for game in range(games):
        with LevelEngine(strong, seed=game) as one, LevelEngine(weak, seed=game) as other:
            position = Position.start(mode)
            for _ in range(4):
                position = position.play(dice.choice(position.legal_moves))
            players = (one, other) if game % 2 else (other, one)
            while position.outcome is None:
                mover = players["XO".index(position.turn)]
                position = position.play(mover.play(position, Limit()).move)
            winner = position.outcome.winner
            points += 0.5 if winner is None else players["XO".index(winner)] is one
    return points / games


@pytest.mark.parametrize("mode", VARIANTS)
def test_a_level_beats_the_one_two_below_it(mode):
    # The full table is in docs/play/levels.md; here the order is only tried in each mode.
    for strong, weak in ((3, 1), (5, 3)):
        assert play_match(strong, weak, mode, 12, seed=5) > 0.5


def test_best_prints_a_table_and_json(capsys):
    assert main(["best", "modern", "--moves", "55 51", "--depth", "4", "--lines", "2"]) == 0
    assert "expected" in capsys.readouterr().out
    arguments = ["best", "battle", "--moves", "55 51", "--level", "casual", "--json"]
    assert main(arguments) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["best"] == answer["lines"][0]["move"]
    assert answer["turn"] == "X"
    assert main(["best", "modern", "--level", "nobody"]) == 2
    assert "expected" in capsys.readouterr().err


def test_best_says_when_the_game_is_over(capsys):
    squares, _ = next(core.written_games(Position.start(), seed=4, size=200))
    moves = " ".join(f"{s // 9 + 1}{s % 9 + 1}" for s in squares)
    assert main(["best", "modern", "--moves", moves]) == 1
    assert "over" in capsys.readouterr().out


def test_best_does_not_count_what_was_not_searched(capsys):
    assert main(["best", "classic"]) == 0
    told = capsys.readouterr().out
    assert "0 positions" not in told
    assert told.splitlines()[-1] == "known for certain: nothing had to be searched"


def test_best_shows_a_terminal_how_far_it_is_and_ctrl_c_does_not_lose_the_answer():
    command = [sys.executable, "-m", "ninefold", "best", "battle", "--moves", "55", "--time", "500"]
    ours, theirs = pty.openpty()
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=theirs, text=True) as process:
        os.close(theirs)
        try:
            shown = b""
            while b"9 deep" not in shown:
                shown += os.read(ours, 1000)
            process.send_signal(signal.SIGINT)
            out, _ = process.communicate(timeout=60)
        finally:
            process.kill()
            os.close(ours)
    assert process.returncode == 0
    move, *_, depth = out.splitlines()[1].split()[:4]
    assert move.startswith("5")
    assert int(depth) >= 9
    assert "million a second" in out.splitlines()[-1]
