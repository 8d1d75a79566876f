"""Puzzles in lines of text: what is told of each, what a hint gives away, what counts."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from ninefold.analysis.puzzles import Puzzle, Step, shipped_puzzles
from ninefold.rules.position import replay
from ninefold.rules.squares import board_of, parse_square, square_name
from ninefold.rules.variants import VARIANTS
from ninefold.terminal import puzzling
from ninefold.terminal.puzzling import Puzzler
from ninefold.terminal.saves import Shelf
from ninefold.terminal.say import WORDS
from ninefold.terminal.settings import Settings
from support.pilots import random_game

SHIPPED = {mode: shipped_puzzles(variant) for mode, variant in VARIANTS.items()}
MODERN = SHIPPED["modern"]


def wrong_moves(puzzle: Puzzle) -> list[int]:
    keeps = puzzle.steps[0].keeps
    return [square for square in puzzle.position.legal_moves if square not in keeps]


def solution(puzzle: Puzzle) -> list[str]:
    return [square_name(step.keeps[0]) for step in puzzle.steps]


def run(
    puzzles: Iterable[Puzzle],
    lines: Sequence[str],
    day: date | None = None,
    settings: Settings | None = None,
) -> tuple[int, str, Puzzler]:
    """What is told to somebody who types these lines; the exit code and the puzzler."""
    out = io.StringIO()
    typed = io.StringIO("".join(f"{line}\n" for line in lines))
    puzzler = Puzzler(WORDS["en"], source=typed, out=out, settings=settings)
    return puzzler.run(puzzles, day), out.getvalue(), puzzler


def test_a_hint_names_a_board_or_to_whoever_is_held_to_one_two_moves_in_order() -> None:
    """In order, so that their places tell nothing of which is right; one is, and one is not."""
    sample = [puzzle for shelf in SHIPPED.values() for puzzle in shelf[:30]]
    _, said, _ = run(sample, ["hint", "next"] * len(sample))
    hints = re.findall(r"The move is on board (\d)\.|It is (\d\d) or (\d\d)\.", said)
    assert len(hints) == len(sample)
    places = []
    for puzzle, (board, one, two) in zip(sample, hints, strict=True):
        right = puzzle.steps[0].keeps
        if puzzle.position.held_board is None:
            assert int(board) == board_of(right[0]) + 1, puzzle.name
            continue
        assert one < two, puzzle.name
        kept = [parse_square(name) in right for name in (one, two)]
        assert sorted(kept) == [False, True], puzzle.name
        assert all(parse_square(name) in puzzle.position.legal_moves for name in (one, two))
        places.append(kept.index(True))
    assert 0.3 < sum(places) / len(places) < 0.7, "the right one has no place of its own"


def test_where_every_move_is_right_a_hint_names_the_board() -> None:
    puzzle = MODERN[0]
    step = replace(puzzle.steps[0], keeps=puzzle.position.legal_moves)
    _, said, _ = run([replace(puzzle, steps=(step,))], ["hint"])
    board = board_of(puzzle.position.legal_moves[0]) + 1
    assert f"The move is on board {board}." in said


def test_a_puzzle_is_introduced_by_name_kind_task_and_how_many_moves_there_are() -> None:
    one = next(p for p in MODERN if len(p.steps) == 1 and p.result == "win")
    more = next(p for p in MODERN if len(p.steps) == 2 and p.result == "draw")
    _, said, _ = run([one], ["quit"])
    assert f"Modern · {one_kind(one)} · {one.band.title()} · {one.name}\n" in said
    assert f"{one.position.turn} to move and win. One move to find.\n" in said
    assert "The puzzle of the day." not in said
    _, said, _ = run([more], ["quit"], date(2026, 11, 18))
    assert "The puzzle of the day.\n" in said
    assert f"{more.position.turn} to move and hold the draw. 2 moves to find.\n" in said


def one_kind(puzzle: Puzzle) -> str:
    return WORDS["en"].game.puzzles.kinds[puzzle.kind]


def test_a_right_move_is_answered_and_the_next_asked_for_until_all_are_found() -> None:
    puzzle = next(p for p in MODERN if len(p.steps) == 3)
    reply = puzzle.steps[0].reply
    assert reply is not None
    code, said, puzzler = run([puzzle], solution(puzzle))
    mover = puzzle.position.turn
    other = "O" if mover == "X" else "X"
    assert said.count(f"Right. {other} answers ") == 2
    assert f"Right. {other} answers {square_name(reply)}." in said
    assert said.count(f"\n{mover}> ") == 3
    assert "Solved!\nIn a row: 1. Best: 1.\n" in said
    assert (code, puzzler.tally.tried) == (0, [puzzle.name])


def test_a_solution_has_every_step_its_answer_and_all_moves_that_are_right() -> None:
    puzzle = next(p for p in MODERN if len(p.steps) > 1 and any(len(s.keeps) > 1 for s in p.steps))
    told = []
    for step in puzzle.steps:
        told.append("/".join(square_name(square) for square in step.keeps))
        told += [] if step.reply is None else [square_name(step.reply)]
    code, said, _ = run([puzzle], ["solution"])
    assert f"The solution: {' '.join(told)}.\n" in said
    assert code == 1


@pytest.mark.parametrize("helped", ["hint", "wrong"])
def test_whoever_was_helped_or_wrong_may_go_on_and_it_does_not_count_as_solved(helped: str) -> None:
    puzzle = MODERN[0]
    first = square_name(wrong_moves(puzzle)[0]) if helped == "wrong" else "HINT"
    code, said, puzzler = run([puzzle], [first, *solution(puzzle)])
    assert "Solved!\nIn a row: 0. Best: 0.\n" in said
    assert (code, puzzler.tally.streak, puzzler.tally.tried) == (0, 0, [puzzle.name])


def test_a_wrong_move_is_answered_with_four_moves_at_most_and_one_reason_at_most() -> None:
    reasons = 0
    for puzzle in MODERN[:6]:
        move = square_name(wrong_moves(puzzle)[0])
        _, said, _ = run([puzzle], [move])
        ((line, why),) = re.findall(rf"^{move} lets it go: ([\d ]+)\.(.*)$", said, re.MULTILINE)
        assert 1 <= len(line.split()) <= 4
        assert why.count(".") <= 1
        reasons += bool(why)
    assert reasons, "some of them are said to be wrong for a reason"


@pytest.mark.parametrize(
    ("codes", "said"),
    [
        (["lets-capture"], " It lets {other} capture board 5."),
        (["misses-win", "gives-free-move", "lets-capture"], " It gives {other} a free move."),
        (["misses-capture", "misses-block"], ""),
        ([], ""),
    ],
)
def test_why_a_move_is_wrong_is_told_without_telling_which_is_right(
    codes: list[str], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(puzzling, "reasons_for", lambda *_, **__: [(code, 4) for code in codes])
    puzzle = MODERN[0]
    move = square_name(wrong_moves(puzzle)[0])
    told = next(line for line in run([puzzle], [move])[1].splitlines() if "lets it go" in line)
    other = "O" if puzzle.position.turn == "X" else "X"
    assert told.partition(".")[2] == said.format(other=other)


def test_after_a_move_that_ends_the_game_nothing_is_answered() -> None:
    game = random_game("modern", seed=2)
    position = replay(game.start, game.moves)[-2]
    other = next(square for square in position.legal_moves if square != game.moves[-1])
    puzzle = replace(MODERN[0], position=position, steps=(Step((other,), None),))
    _, said, _ = run([puzzle], [square_name(game.moves[-1])])
    assert f"{square_name(game.moves[-1])} lets it go.\n" in said


def test_what_cannot_be_played_is_said_and_costs_nothing() -> None:
    puzzle = MODERN[0]
    taken = puzzle.position.cells.index("X")
    code, said, puzzler = run([puzzle], ["", "castle", square_name(taken), *solution(puzzle)])
    assert said.count(WORDS["en"].puzzle_help) == 3  # once as a puzzle begins
    assert (code, puzzler.tally.streak) == (0, 1)


def test_the_code_is_that_of_the_last_puzzle_that_was_dealt_with() -> None:
    one, two, three = MODERN[:3]
    solved = solution(one)
    for lines, code in [
        ([*solved], 0),
        ([*solved, "quit"], 0),
        ([*solved, "next", "q"], 1),
        ([*solved, "solution"], 1),
        (["n", *solution(two)], 0),
        (["exit"], 1),
        ([], 1),
    ]:
        assert run([one, two, three], lines)[0] == code, lines


def test_when_no_puzzle_is_left_it_says_so_unless_it_was_the_one_of_the_day() -> None:
    none_left = WORDS["en"].puzzle_none
    code, said, _ = run(MODERN[:1], solution(MODERN[0]))
    assert (code, said.endswith(f"{none_left}\n")) == (0, True)
    assert run([], [])[:2] == (1, f"{none_left}\n")
    day = date(2026, 11, 18)
    assert none_left not in run(MODERN[:1], solution(MODERN[0]), day)[1]


def test_days_count_once_a_day_and_only_for_the_puzzle_of_the_day(tmp_path: Path) -> None:
    settings = Settings(Shelf(tmp_path))
    for day, days in [(17, 1), (18, 2), (18, 2), (20, 1)]:
        _, said, _ = run(MODERN[:1], solution(MODERN[0]), date(2026, 11, day), settings)
        assert f"days in a row: {days}.\n" in said
    assert settings.puzzles["last_day"] == "2026-11-20"
    _, said, puzzler = run(MODERN[1:2], solution(MODERN[1]), None, settings)
    assert "days in a row" not in said
    assert (puzzler.tally.days, settings.puzzles["days"]) == (1, 1)


def test_what_counts_is_kept_at_once(tmp_path: Path) -> None:
    settings = Settings(Shelf(tmp_path))
    one, two, three = MODERN[:3]
    run([one, two], [*solution(one), "next"], None, settings)
    assert settings.puzzles["tried"] == [one.name, two.name]
    _, said, _ = run([three], solution(three), None, settings)
    assert "In a row: 1. Best: 1." in said
    assert Puzzler(WORDS["en"], source=io.StringIO(), out=io.StringIO()).tally.tried == []
