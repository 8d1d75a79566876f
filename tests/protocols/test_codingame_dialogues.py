"""`ninefold codingame` in a process of its own, with an arena that may be broken."""

from __future__ import annotations

import subprocess
import sys

import pytest

from ninefold import Position
from ninefold.engine import Limit
from ninefold.engine.baselines import RandomEngine
from ninefold.protocols.codingame_engine import CodingameEngine
from ninefold.protocols.program import Program
from ninefold.rules.foreign import format_codingame, parse_codingame

BOT = [sys.executable, "-m", "ninefold", "codingame", "--engine", "random:seed=2"]
SOON = 60.0


def turn(opponent: str, position: Position) -> list[str]:
    squares = [format_codingame(square) for square in reversed(position.legal_moves)]
    return [opponent, str(len(squares)), *squares]


def run_to_the_end(*lines: str) -> subprocess.CompletedProcess[str]:
    text = "".join(f"{line}\n" for line in lines)
    return subprocess.run(BOT, input=text, capture_output=True, timeout=SOON, text=True)


@pytest.mark.parametrize("side", ["X", "O"])
def test_a_whole_game(side):
    position, opponent = Position.start("modern", tie_break="boards"), "-1 -1"
    program = Program(BOT)
    try:
        while position.outcome is None:
            if position.turn == side:
                program.send("\n".join(turn(opponent, position)))
                move = parse_codingame(program.receive(SOON))
            else:
                move = position.legal_moves[len(position.legal_moves) // 2]
                opponent = format_codingame(move)
            position = position.play(move)
    finally:
        program.close()


def test_the_default_engine_keeps_the_pace_of_the_arena():
    start = Position.start("modern", tie_break="boards")
    engine = ["--first", "50", "--turn", "30", "--margin", "10"]
    with CodingameEngine([sys.executable, "-m", "ninefold", "codingame", *engine]) as bot:
        position = start
        while position.outcome is None:
            player = bot if position.turn == "X" else RandomEngine(seed=4)
            position = position.play(player.play(position, Limit(time=30)).move)
    assert position.outcome.winner == "X"


def test_no_input_is_no_game():
    done = run_to_the_end()
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_the_first_move_of_the_game():
    done = run_to_the_end(*turn("-1 -1", Position.start()))
    assert parse_codingame(done.stdout) in range(81)
    assert (done.returncode, done.stderr) == (0, "")


BROKEN = {
    "an opponent's move that is none": ["x y", "1", "3 3"],
    "an opponent's move off the board": ["9 9", "1", "3 3"],
    "squares that are not those of the game": ["4 4", "1", "3 3"],
    "a count that is none": ["0 0", "two", *(["3 3"] * 8)],
    "a count that is too long to be one": ["0 0", "9" * 5000, *(["3 3"] * 8)],
    "squares that are none": ["0 0", "3", "a b", "3 3", "?"],
}


@pytest.mark.parametrize("case", BROKEN)
def test_broken_input_is_complained_about_and_answered(case):
    done = run_to_the_end(*BROKEN[case])
    assert done.stdout == "3 3\n"
    assert "ninefold codingame: " in done.stderr
    assert done.returncode == 0


def test_the_bot_plays_on_when_it_has_lost_track():
    done = run_to_the_end("x y", "1", "3 3", "0 0", "2", "7 7", "8 8", "1 1", "1", "5 5")
    assert done.stdout.split("\n")[:3] == ["3 3", "7 7", "5 5"]
    assert done.stderr.count("lost") <= 1


def test_other_modes_can_be_asked_for():
    done = subprocess.run(
        [*BOT, "--mode", "battle", "--tie-break", "draw", "--turn", "50", "--first", "50"],
        input="".join(f"{line}\n" for line in turn("-1 -1", Position.start("battle"))),
        capture_output=True,
        timeout=SOON,
        text=True,
    )
    assert parse_codingame(done.stdout) in range(81)


@pytest.mark.parametrize(
    "arguments", [["--turn", "-5"], ["--first", "nan"], ["--mode", "chess"], ["--engine", "no"]]
)
def test_bad_arguments_are_refused_in_one_sentence(arguments):
    done = subprocess.run(
        [*BOT, *arguments], input="", capture_output=True, timeout=SOON, text=True
    )
    assert done.returncode == 2
    assert done.stderr.startswith("ninefold: ")
    assert done.stderr.count("\n") == 1
