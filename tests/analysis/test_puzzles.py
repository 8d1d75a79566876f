"""Puzzles: proven as they say, found wrong where one is planted, the same for everybody."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from itertools import islice
from pathlib import Path

import pytest

from ninefold import VARIANTS, IllegalMove, Position
from ninefold.analysis.puzzles import (
    CHECK_NODES,
    HEAD,
    KINDS,
    TRIES,
    Attempt,
    Judge,
    Puzzle,
    daily_puzzle,
    faults_of,
    format_puzzle,
    make_puzzles,
    parse_puzzle,
    parse_puzzles,
    repeated,
    shipped_puzzles,
)
from ninefold.engine import LEVELS
from ninefold.rules.errors import BadInput
from support.exhausting import squares_left, value

#: Of each mode; `ninefold puzzles check` proves all.
SAMPLE = 12
#: Puzzles with so few squares left can be searched in plain Python.
LATE = 10

PAGE = Path(__file__).parents[2] / "docs" / "play" / "puzzles.md"

every_mode = pytest.mark.parametrize("mode", VARIANTS)


@pytest.fixture(scope="module")
def judge() -> Iterator[Judge]:
    with Judge(nodes=CHECK_NODES) as found:
        yield found


def sample(mode: str) -> list[Puzzle]:
    """Some from all over the shelf, and one of every kind there is."""
    shelf = shipped_puzzles(VARIANTS[mode])
    kinds = {puzzle.kind: puzzle for puzzle in shelf}
    spread = shelf[:: max(1, len(shelf) // SAMPLE)]
    return list({puzzle.name: puzzle for puzzle in (*spread, *kinds.values())}.values())


@every_mode
def test_a_sample_of_every_mode_is_proven(mode: str, judge: Judge) -> None:
    for puzzle in sample(mode):
        assert [*faults_of(puzzle, judge)] == [], puzzle.name


@every_mode
def test_the_shelf_is_whole(mode: str) -> None:
    shelf = shipped_puzzles(VARIANTS[mode])
    assert len(shelf) >= 200
    assert [*repeated(shelf)] == []
    assert all(puzzle.position.variant == VARIANTS[mode] for puzzle in shelf)
    assert all(parse_puzzle(format_puzzle(puzzle)) == puzzle for puzzle in shelf)
    rare = set() if VARIANTS[mode].ownership == "latest" else {"steal"}
    assert {puzzle.kind for puzzle in shelf} == set(KINDS) - rare


@every_mode
def test_stronger_levels_solve_more(mode: str) -> None:
    solved = [sum(puzzle.solved[n] for puzzle in shipped_puzzles(VARIANTS[mode])) for n in range(8)]
    assert len(LEVELS) == 8
    assert solved == sorted(solved)
    assert solved[0] < solved[-1] / 2


def test_the_page_about_puzzles_tells_what_was_measured() -> None:
    shelves = {mode: shipped_puzzles(variant) for mode, variant in VARIANTS.items()}
    rows = [f"| level | {' | '.join(shelves)} |", f"|{'---|' * 5}"]
    for n, level in enumerate(LEVELS):
        shares = (
            sum(p.solved[n] for p in shelf) / TRIES / len(shelf) for shelf in shelves.values()
        )
        rows.append(f"| {level.name} | {' | '.join(f'{100 * share:.0f}' for share in shares)} |")
    rows.append(f"| *puzzles* | {' | '.join(str(len(shelf)) for shelf in shelves.values())} |")
    assert "\n".join(rows) in PAGE.read_text(encoding="utf-8"), "\n".join(rows)


def test_late_puzzles_are_right_by_a_search_that_shares_nothing_with_the_prover() -> None:
    checked = 0
    for puzzle in (each for variant in VARIANTS.values() for each in shipped_puzzles(variant)):
        position = puzzle.position
        if squares_left(position) > LATE:
            continue
        seen = dict[Position, float]()
        for_x = {s: value(position.play(s), seen) for s in position.legal_moves}
        values = for_x if position.turn == "X" else {s: 1 - share for s, share in for_x.items()}
        best = max(values.values())
        assert best == {"win": 1, "draw": 0.5}[puzzle.result]
        assert {s for s, worth in values.items() if worth == best} == set(puzzle.steps[0].keeps)
        checked += 1
    assert checked >= 3


def wrong_ones(puzzle: Puzzle) -> Iterator[Puzzle]:
    """What somebody could get wrong in a puzzle, one thing each."""
    first, *rest = puzzle.steps
    other_move = next(s for s in puzzle.position.legal_moves if s not in first.keeps)
    yield replace(puzzle, steps=(replace(first, keeps=(other_move,), reply=None),))
    yield replace(puzzle, steps=(replace(first, keeps=(*first.keeps, other_move)), *rest))
    yield replace(puzzle, result="draw" if puzzle.result == "win" else "win")
    yield replace(puzzle, kind="save-draw" if puzzle.result == "win" else "only-move")
    taken = next(s for s in range(81) if s not in puzzle.position.legal_moves)
    yield replace(puzzle, steps=(replace(first, keeps=(taken,)),))


@every_mode
def test_a_planted_wrong_puzzle_is_found(mode: str, judge: Judge) -> None:
    for wrong in wrong_ones(shipped_puzzles(VARIANTS[mode])[0]):
        assert [*faults_of(wrong, judge)], wrong


def test_two_from_one_game_or_position_are_found() -> None:
    first, second = shipped_puzzles(VARIANTS["modern"])[:2]
    assert "game" in next(repeated([first, replace(second, game=first.game)]))
    turned = replace(first, game=10**6, position=first.position.transform(3))
    assert "position" in next(repeated([first, turned]))


def test_any_flipped_bit_is_refused_with_its_line() -> None:
    line = format_puzzle(shipped_puzzles(VARIANTS["open"])[0])
    for at in range(len(line)):
        flipped = line[:at] + chr(ord(line[at]) ^ 1) + line[at + 1 :]
        with pytest.raises(BadInput, match="line 3 of some file"):
            parse_puzzles(f"{HEAD}\n{line}\n{flipped}\n", "some file")
    with pytest.raises(BadInput, match="not a file of puzzles"):
        parse_puzzles("something else", "some file")


def test_an_attempt_takes_every_right_move_and_refuses_wrong_ones(judge: Judge) -> None:
    shelf = [puzzle for mode in VARIANTS for puzzle in sample(mode)]
    branched = [p for p in shelf if any(len(step.keeps) > 1 for step in p.steps[:-1])]
    assert branched
    for puzzle in shelf[::6] + branched[:4]:
        for choose in (0, -1):  # the shown solution, and the last of the right moves everywhere
            attempt = Attempt(puzzle, judge)
            for step in puzzle.steps:
                keeps = attempt.keeps()
                legal = attempt.position.legal_moves
                wrong = next((s for s in legal if s not in keeps), None)
                before = attempt.position
                assert wrong is None or attempt.play(wrong) == "wrong"
                assert attempt.position == before
                answer = attempt.play(keeps[choose])
                if answer == "solved":
                    break
                assert answer == "right"
                assert attempt.position.turn == puzzle.position.turn
                assert choose or attempt.reply == step.reply
            assert answer == "solved"
    with pytest.raises(IllegalMove):
        Attempt(shelf[0], judge).play(
            next(s for s in range(81) if s not in shelf[0].position.legal_moves)
        )


def test_what_is_made_is_proven_and_comes_again_with_the_seed() -> None:
    variant = VARIANTS["modern"]
    made = list(islice(make_puzzles(variant, seed=5), 2))
    with Judge(nodes=CHECK_NODES) as judge:
        assert [fault for puzzle in made for fault in faults_of(puzzle, judge)] == []
    assert next(make_puzzles(variant, 5, made[:1])) == made[1]
    assert made[0].game < made[1].game


def test_the_puzzle_of_the_day_changes_with_the_day_and_visits_every_mode() -> None:
    start = date(2026, 11, 18)
    week = [daily_puzzle(start + timedelta(days=n)) for n in range(8)]
    assert daily_puzzle(start) == week[0]
    assert len({puzzle.name for puzzle in week}) == 8
    assert {puzzle.position.variant.name for puzzle in week[:4]} == set(VARIANTS)


def test_ratings_and_bands_follow_the_levels() -> None:
    puzzle = shipped_puzzles(VARIANTS["battle"])[0]
    nobody, everybody = replace(puzzle, solved=(0,) * 8), replace(puzzle, solved=(4,) * 8)
    assert (nobody.rating, nobody.band) == (2400, "hard")
    assert (everybody.rating, everybody.band) == (800, "easy")
    borders = [(23, 1250, "easy"), (22, 1300, "medium"), (15, 1650, "medium"), (14, 1700, "hard")]
    for tries, rating, band in borders:
        between = replace(puzzle, solved=(tries, *[0] * 7))
        assert (between.rating, between.band) == (rating, band)
