"""The core and the Python rules are the same game, ply by ply, in every variant there can be."""

from __future__ import annotations

import itertools
import random
import subprocess
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from ninefold import VARIANTS, BadInput, BadVariant, Position, Variant, replay
from ninefold.engine import core
from ninefold.engine.core.library import ffi, lib
from ninefold.engine.core.position import native
from ninefold.rules.perft import Counts
from ninefold.rules.perft import perft as slow_perft
from ninefold.rules.variants import AXES

ROOT = Path(__file__).parents[2]
VECTORS = ROOT / "tests" / "vectors"
OUTCOMES = {None: 0, "X": 1, "O": 2, "draw": 3}


def all_variants():
    """Every combination of axes that makes a game: the modes, both tie-breaks, all own variants."""
    for values in itertools.product(*AXES.values()):
        try:
            yield Variant("own", **dict(zip(AXES, values, strict=True)))
        except BadVariant:
            continue


VARIANTS_THERE_CAN_BE = list(all_variants())
by_axes = pytest.mark.parametrize(
    "variant", VARIANTS_THERE_CAN_BE, ids=lambda v: "-".join(v.axes.values())
)


def outcome_number(position):
    outcome = position.outcome
    return OUTCOMES[None if outcome is None else outcome.winner or "draw"]


class Twin:
    """The core's copy of a game, played along."""

    def __init__(self, position):
        self.copy = native(position)
        self.squares = ffi.new("uint8_t[81]")

    @property
    def legal_moves(self):
        count = lib.nf_legal_moves(self.copy, self.squares)
        return tuple(ffi.buffer(self.squares)[:count])

    @property
    def owners(self):
        x, o, full = self.copy.owned[0], self.copy.owned[1], self.copy.full
        return "".join(
            "X" if x >> b & 1 else "O" if o >> b & 1 else "-" if full >> b & 1 else "."
            for b in range(9)
        )

    def agrees_with(self, position):
        copy = self.copy
        return (
            self.legal_moves == position.legal_moves
            and self.owners == position.owners
            and copy.outcome == outcome_number(position)
            and copy.turn == "XO".index(position.turn)
            and copy.target == (9 if position.target is None else position.target)
        )

    def play(self, square):
        return lib.nf_play(self.copy, square)


def play_along(start, squares):
    position, twin = start, Twin(start)
    assert twin.agrees_with(position)
    for square in squares:
        position = position.play(square)
        assert twin.play(square) == 0
        assert twin.agrees_with(position), position
    return position


def test_the_axes_that_contradict_each_other_are_the_same_ones():
    axes = {core.axes_of(variant) for variant in VARIANTS_THERE_CAN_BE}
    assert axes == {n for n in range(32) if lib.nf_axes_fit(n)}
    assert len(axes) == 22


@by_axes
def test_core_and_python_agree_on_every_ply_of_random_games(variant):
    start = Position.start(variant)
    seed = core.axes_of(variant)
    games = 0
    for squares, outcome in core.written_games(start, seed=seed, size=16_000):
        end = play_along(start, squares)
        assert outcome == outcome_number(end)
        games += 1
    assert games > 200


@by_axes
def test_bulk_counting_agrees_with_counting_one_by_one_to_the_very_end(variant):
    dice = random.Random(core.axes_of(variant))
    start = Position.start(variant)
    for squares, _ in core.written_games(start, seed=99, size=1500):
        for from_the_end in (1, 2, 3, 4, dice.randrange(5, 30)):
            position = start
            for square in squares[: max(0, len(squares) - from_the_end)]:
                position = position.play(square)
            for depth in (1, 2, 3):
                if depth < 3 or len(position.legal_moves) < 12:
                    assert core.perft(position, depth) == slow_perft(position, depth)


def vector_lines(name):
    lines = (VECTORS / name).read_text("utf-8").splitlines()
    return [[part.strip() for part in line.split(";")] for line in lines if line[:1] != "#"]


def test_the_shared_perft_vectors_hold():
    for mode, moves, table in vector_lines("perft.txt"):
        position = Position.start(mode)
        for move in moves.split():
            position = position.play(move)
        for entry in table.split(","):
            depth, *counts = map(int, entry.split())
            assert core.perft(position, depth) == Counts(*counts)


def test_the_shared_games_hold():
    for mode, tie_break, moves, outcome, owners, _ in vector_lines("games.txt"):
        start = Position.start(mode, tie_break=tie_break)
        twin = Twin(play_along(start, [core_square(move) for move in moves.split()]))
        assert twin.owners.replace("-", ".") == owners
        assert twin.copy.outcome == {"X": 1, "O": 2, "=": 3, "*": 0}[outcome]


def core_square(text):
    return 9 * (int(text[0]) - 1) + int(text[1]) - 1


KNOWN = {
    "modern": (81, 720, 6336, 55080, 473256, 4020960, 33782544),
    "classic": (81, 720, 6336, 55080, 473256, 4017888, 33702480),
    "battle": (81, 720, 6336, 55080, 473256, 4017888, 33702480),
    "open": (81, 720, 6336, 55080, 473256, 4021248, 33790320),
}


@pytest.mark.parametrize("mode", VARIANTS)
def test_start_perft_to_depth_seven(mode):
    start = Position.start(mode)
    assert tuple(core.perft(start, depth).leaves for depth in range(1, 8)) == KNOWN[mode]


@by_axes
def test_random_games_are_the_same_on_every_instruction_set(variant):
    start = Position.start(variant)
    usable = core.INSTRUCTION_SETS[: core.INSTRUCTION_SETS.index(core.instruction_set()) + 1]
    answers = {core.random_games(start, 999, seed=5, instructions=name) for name in usable}
    assert len(answers) == 1
    assert answers.pop().games == 999
    assert core.random_games(start, 999, seed=6) != core.random_games(start, 999, seed=5)


@by_axes
def test_lock_step_games_follow_the_same_odds_as_games_played_one_by_one(variant):
    # Two independent samples of the same game: their shares differ by chance only.
    start = Position.start(variant)
    many = core.random_games(start, 200_000, seed=3)
    singles = [(len(s), outcome) for s, outcome in core.written_games(start, seed=4, size=600_000)]
    share = [sum(outcome == n for _, outcome in singles) / len(singles) for n in (1, 2, 3)]
    for ours, theirs in zip((many.x_wins, many.o_wins, many.draws), share, strict=True):
        assert ours / many.games == pytest.approx(theirs, abs=0.025)  # four and a half sigma
    length = sum(moves for moves, _ in singles) / len(singles)
    assert many.moves / many.games == pytest.approx(length, abs=0.6)


def test_modern_random_games_end_as_the_books_say():
    results = core.random_games(Position.start(), 100_000, seed=1)
    assert results.x_wins / results.games == pytest.approx(0.41, abs=0.01)
    assert results.o_wins / results.games == pytest.approx(0.37, abs=0.01)
    assert results.moves / results.games == pytest.approx(58.7, abs=0.5)


def test_random_games_from_a_finished_or_nearly_finished_game():
    start = Position.start()
    squares, _ = next(core.written_games(start, seed=8, size=200))
    nearly = start
    for square in squares[:-1]:
        nearly = nearly.play(square)
    assert core.random_games(nearly.play(squares[-1]), 10).games == 0
    assert core.random_games(nearly, 77).games == 77
    assert core.perft(nearly.play(squares[-1]), 1) == Counts()


junk = st.one_of(
    st.none(),
    st.booleans(),
    st.floats(),
    st.text(),
    st.binary(),
    st.integers(max_value=-1),
    st.integers(min_value=2**64),
    st.lists(st.integers()),
    st.builds(object),
)


@given(junk, junk)
@settings(max_examples=40, deadline=None)
def test_hostile_arguments_raise_our_errors(first, second):
    start = Position.start()
    for call in (
        lambda: core.perft(first, 2),
        lambda: core.perft(start, first),
        lambda: core.random_games(first, 5),
        lambda: core.random_games(start, first),
        lambda: core.random_games(start, 5, seed=second),
        lambda: list(core.written_games(start, seed=first, size=100)),
        lambda: list(core.written_games(start, size=second)),
    ):
        with pytest.raises(BadInput):
            call()


def test_an_instruction_set_that_is_not_there_is_refused():
    with pytest.raises(BadInput, match="portable"):
        core.random_games(Position.start(), 1, instructions="mmx")


@given(st.sampled_from(VARIANTS_THERE_CAN_BE), st.integers(0, 2**32), st.data())
@settings(max_examples=80, deadline=None)
def test_whatever_the_core_accepts_it_can_play(variant, seed, data):
    """Positions of games, a bit or two of them flipped."""
    moves, _ = next(core.written_games(Position.start(variant), seed=seed, size=200))
    played = data.draw(st.integers(0, len(moves) - 1))
    position = replay(Position.start(variant), list(moves[:played]))[-1]
    marks = list(position.marks)
    for _ in range(data.draw(st.integers(0, 2))):
        marks[data.draw(st.integers(0, 17))] ^= 1 << data.draw(st.integers(0, 8))
    copy, target = ffi.new("nf_position *"), data.draw(st.integers(0, 9))
    assume(lib.nf_set_up(copy, core.axes_of(variant), marks, position.owned, 0, target) == 0)
    squares = ffi.new("uint8_t[81]")
    count = lib.nf_legal_moves(copy, squares)
    assert count > 0 or copy.outcome
    assert all(lib.nf_play(ffi.new("nf_position *", copy[0]), s) == 0 for s in squares[0:count])
    refused = {*range(81)} - {*squares[0:count]}
    assert all(lib.nf_play(copy, square) == -1 for square in [*refused, 81, 255])


@pytest.mark.parametrize(
    ("change", "value"),
    [
        ("axes", 8),
        ("axes", 32),
        ("turn", 2),
        ("target", 10),
        ("marks", [0b111] + [0] * 17),  # a line without an owner
        ("marks", [1] + [0] * 8 + [1] + [0] * 8),  # two marks on a square
        ("marks", [512] + [0] * 17),  # a tenth cell
        ("owned", [1, 0]),  # an owner without a line
        ("owned", [512, 0]),
    ],
)
def test_the_core_refuses_what_cannot_be(change, value):
    parts = {"axes": 0, "marks": [0] * 18, "owned": [0, 0], "turn": 0, "target": 9}
    copy = ffi.new("nf_position *")
    assert lib.nf_set_up(copy, *parts.values()) == 0
    assert lib.nf_set_up(copy, *{**parts, change: value}.values()) == -1


def test_the_core_refuses_a_board_with_two_owners():
    copy, marks = ffi.new("nf_position *"), [0b111] + [0] * 8 + [0b111000] + [0] * 8
    assert lib.nf_set_up(copy, 15, marks, [1, 0], 0, 9) == 0
    assert lib.nf_set_up(copy, 15, marks, [1, 1], 0, 9) == -1


def test_the_core_is_clean_under_the_sanitizers(tmp_path):
    program = tmp_path / "exercise"
    sources = [*sorted((ROOT / "core").glob("*.c")), ROOT / "tests" / "engine" / "core_exercise.c"]
    flags = ["-std=c11", "-O0", "-g", "-w", "-pthread", "-fsanitize=address,undefined"]
    flags.append("-fno-sanitize-recover=all")
    subprocess.run(
        ["gcc", *flags, "-I", ROOT / "core", *sources, "-o", program, "-lm"],
        check=True,
    )
    run = subprocess.run([program], capture_output=True, text=True, check=False)
    assert (run.returncode, run.stdout, run.stderr) == (0, "fine\n", "")
