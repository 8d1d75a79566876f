"""Making puzzles, step by step: what is taken, what is left, and what a solution shows."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta

import pytest

from ninefold import VARIANTS, Position
from ninefold.analysis.puzzles import (
    Attempt,
    Judge,
    daily_puzzle,
    faults_of,
    format_puzzle,
    parse_puzzle,
    repeated,
    shipped_puzzles,
)
from ninefold.analysis.puzzles.difficulty import Solvers
from ninefold.analysis.puzzles.keeping import Choice
from ninefold.analysis.puzzles.kinds import _steals_for_good, is_true, kinds_of
from ninefold.analysis.puzzles.making import _candidates, _promises, _rarest, _steps
from ninefold.analysis.puzzles.puzzle import TRIES, Puzzle, Step
from ninefold.engine import LEVELS, Info, Level, LevelEngine, Limit, Score
from ninefold.rules.notation import parse_position
from support.exhausting import squares_left, value

PUZZLES = shipped_puzzles(VARIANTS["modern"])


class Exhausted(Judge):
    """A judge who looks at everything, with no code of prover or engine."""

    def __init__(self) -> None:
        self.seen = dict[Position, float]()

    def reaches(self, position, player, result):
        share = value(position, self.seen)
        share = share if player == "X" else 1 - share
        return share >= (1.0 if result == "win" else 0.5)

    def best_of(self, choice):
        return choice.keeps[0]

    def reply(self, position):
        return min(
            position.legal_moves,
            key=lambda s: value(position.play(s), self.seen) * (1 if position.turn == "O" else -1),
        )

    def close(self) -> None:
        pass


def late_positions(mode: str, count: int) -> Iterator[Position]:
    """Positions of random games that can be searched to the end in no time."""
    dice = random.Random(f"{mode} late")
    while count:
        position = Position.start(mode)
        while position.outcome is None and squares_left(position) > 7:
            position = position.play(dice.choice(position.legal_moves))
        if position.outcome is None:
            yield position
            count -= 1


# What keeps a result


@pytest.mark.parametrize("mode", VARIANTS)
def test_a_choice_is_all_that_keeps_the_best_result_and_nothing_else(mode: str) -> None:
    seen, results = dict[Position, float](), Counter[str | None]()
    with Judge() as judge:
        for position in late_positions(mode, 25):
            mine = {
                square: value(position.play(square), seen)
                if position.turn == "X"
                else 1 - value(position.play(square), seen)
                for square in position.legal_moves
            }
            best, choice = max(mine.values()), judge.choice(position)
            results[choice.result if choice else None] += 1
            if best == 0:
                assert choice is None
                continue
            assert choice is not None
            assert choice.result == ("win" if best == 1 else "draw")
            assert choice.keeps == tuple(s for s, share in mine.items() if share == best)
            assert choice.lets_go == tuple(s for s, share in mine.items() if share < best)
            assert judge.best_of(choice) in choice.keeps
            assert judge.reply(position) in choice.keeps
    assert results["win"]
    assert len(results) > 1


def test_a_game_that_is_over_gave_what_it_gave() -> None:
    ends = dict[str | None, Position]()
    for seed in range(40):
        dice, position = random.Random(seed), Position.start()
        while position.outcome is None:
            position = position.play(dice.choice(position.legal_moves))
        ends[position.outcome.winner] = position
    with Judge() as judge:
        for winner, position in ends.items():
            for player in ("X", "O"):
                assert judge.reaches(position, player, "win") == (winner == player)
                assert judge.reaches(position, player, "draw") == (winner in (player, None))
    assert len(ends) == 3


# Kinds, against what they say


def true_kinds(choice: Choice, steps: tuple[Step, ...], judge: Judge) -> set[str]:
    """What ``kinds.py`` says in words, by looking at boards before and after."""
    position, square = choice.position, choice.keeps[0]
    me, after = position.turn, position.play(square)
    kinds = {"win"} if choice.result == "win" else set()
    others = [position.play(s) for s in position.legal_moves if s != square]
    if not any(judge.reaches(other, me, "draw") for other in others):
        kinds.add("only-move" if choice.result == "win" else "save-draw")
    if not takes(position, square) and after.outcome is None:
        answers = [after.play(reply) for reply in after.legal_moves]
        if all(
            answer.outcome is None
            and any(
                takes(answer, s) and judge.reaches(answer.play(s), me, choice.result)
                for s in answer.legal_moves
            )
            for answer in answers
        ):
            kinds.add("capture")
    at = position
    for step in steps:
        if all(steals(at, move) for move in step.keeps):
            kinds.add("steal")
        at = at.play(step.keeps[0])
        at = at if step.reply is None else at.play(step.reply)
    return kinds


def takes(position: Position, square: int) -> bool:
    board = square // 9
    return position.play(square).owners[board] == position.turn != position.owners[board]


def steals(position: Position, square: int) -> bool:
    board, after = square // 9, position.play(square)
    rival = "O" if position.turn == "X" else "X"
    if position.owners[board] != rival or after.owners[board] != position.turn:
        return False
    if after.outcome is not None:  # a move that wins is told as that
        return after.outcome.winner is None
    return all(after.play(r).owners[board] == position.turn for r in after.legal_moves)


@pytest.mark.parametrize("mode", VARIANTS)
def test_a_position_is_of_every_kind_that_is_true_of_it_and_of_no_other(mode: str) -> None:
    judge, told = Exhausted(), Counter[str]()
    for position in late_positions(mode, 60 if mode == "open" else 120):
        choice = judge.choice(position)
        if choice is None or len(choice.keeps) != 1:
            continue
        steps = _steps(choice, judge)
        found = kinds_of(choice, steps, judge)
        order = ("steal", "capture", "safe-send", "save-draw", "only-move", "win")
        assert list(found) == [kind for kind in order if kind in found], "the rarest first"
        assert set(found) - {"safe-send"} == true_kinds(choice, steps, judge)
        told.update(found)
        many = replace(choice, keeps=position.legal_moves[:2])
        if len(position.legal_moves) > 1:
            assert kinds_of(many, steps, judge) == (), "two right moves make no puzzle"
    assert told["win"]
    assert told["capture"] + told["only-move"] > 3


def test_a_draw_is_not_asked_for_where_a_win_could_only_not_be_settled() -> None:
    class NoWins(Exhausted):
        def reaches(self, position, player, result):
            return None if result == "win" else super().reaches(position, player, result)

    known, drawn = Exhausted(), 0
    for position in late_positions("modern", 60):
        choice = known.choice(position)
        drawn += choice is not None and choice.result == "draw"
        assert NoWins().choice(position) is None
    assert drawn


def test_a_board_that_one_of_many_answers_takes_back_is_not_stolen() -> None:
    """X takes board 2 by 21, O is free then, and one of six answers takes it back."""
    rows = "XXOOOXXOX/1XX1OOOOO/XOOOOOX1X/OXXOX1OXX/O1XXOOOXX/OXXX1XOXO/XXXOXOXOX/OO1XXOOXO"
    position = parse_position(f"battle {rows}/OOOOXXXXO -OOX..X.O X 2")
    after = position.play("21")
    back = [after.play(reply).owners[1] == "O" for reply in after.legal_moves]
    assert (after.owners[1], sum(back), len(back)) == ("X", 1, 6)
    assert not _steals_for_good(position, 9)


def test_where_it_is_not_settled_whether_other_moves_lose_none_is_an_only_move() -> None:
    class Unsure(Exhausted):
        def reaches(self, position, player, result):
            return None

    known, told = Exhausted(), Counter[str]()
    for position in late_positions("modern", 60):
        choice = known.choice(position)
        if choice is not None and len(choice.keeps) == 1 and len(position.legal_moves) > 1:
            steps = _steps(choice, known)
            told.update(kinds_of(choice, steps, known))
            assert not {"only-move", "save-draw"} & {*kinds_of(choice, steps, Unsure())}
    assert told["only-move"]
    assert told["save-draw"]


def test_a_safe_send_does_nothing_but_send_and_only_who_is_held_sends() -> None:
    found = 0
    for puzzle in (p for variant in VARIANTS.values() for p in shipped_puzzles(variant)):
        position, square = puzzle.position, puzzle.steps[0].keeps[0]
        choice = Choice(position, puzzle.result, (square,))
        claims = is_true("safe-send", choice, puzzle.steps, Exhausted())
        if claims:
            found += 1
            assert not position.free
            assert not takes(position, square)
            assert not position.play(square).free
        if puzzle.kind == "safe-send":
            assert claims
    assert found > 50


# Candidates


class Looks:
    """An engine that tells two scores for each number of nodes."""

    def __init__(self, short: tuple[Score, Score], long: tuple[Score, Score]) -> None:
        self.scores, self.asked, self.games = {2_000: short, 80_000: long}, list[int](), 0

    def new_game(self) -> None:
        self.games += 1

    def analyse(self, position, limit: Limit, *, lines: int = 1) -> list[Info]:
        assert (lines, limit) == (2, Limit(nodes=limit.nodes))
        self.asked.append(limit.nodes)
        pair = self.scores[limit.nodes]
        return [Info(s, score) for s, score in zip(position.legal_moves, pair, strict=False)]


GOOD = (Score("X", 0.75), Score("X", 0.5))
PROVEN = (Score.win("X", 7), Score("X", 0.5))


@pytest.mark.parametrize(
    ("short", "long", "promises", "looks"),
    [
        (GOOD, PROVEN, True, 2),
        (PROVEN, PROVEN, True, 2),
        (GOOD, (Score("X", 0.75), Score.loss("X", 4)), True, 2),
        (GOOD, (Score("X", 0.75), Score("X", 0.25)), False, 2),  # nothing is settled
        (PROVEN, (Score("X", 0.75), Score("X", 0.25)), False, 2),  # nor in the last look
        ((Score("X", 0.1), Score("X", 0.0)), PROVEN, True, 2),
        ((Score("X", 0.0999), Score("X", 0.0)), PROVEN, False, 1),
        (GOOD, (Score("X", 0.3), Score.loss("X", 4)), True, 2),
        (GOOD, (Score("X", 0.2999), Score.loss("X", 4)), False, 2),
        ((Score.win("X", 1), Score("X", 0.5)), PROVEN, False, 1),  # it wins at once
        ((Score.win("X", 2), Score("X", 0.5)), PROVEN, True, 2),
        (GOOD, (Score.win("X", 1), Score("X", 0.5)), False, 2),
    ],
)
def test_a_position_promises_where_both_looks_find_the_second_move_so_much_worse(
    short, long, promises, looks
) -> None:
    engine = Looks(short, long)
    assert _promises(Position.start(), engine) == promises
    assert len(engine.asked) == looks


class Scripted(Judge):
    """Tells one after another what it was told: a result, and how many first moves keep it."""

    def __init__(self, *choices: tuple[str, int]) -> None:
        self.choices = list(choices)

    def choice(self, position):
        if not self.choices:
            return None
        result, count = self.choices.pop(0)
        return Choice(position, result, position.legal_moves[:count])

    def best_of(self, choice):
        return choice.keeps[-1]

    def reply(self, position):
        return position.legal_moves[-1]

    def reaches(self, position, player, result):
        return True


def at_ply(ply: int, fewest: int = 1, most: int = 81) -> Position:
    """A position after so many moves with so many to choose from."""
    for seed in range(10_000):
        dice, position = random.Random(seed), Position.start()
        while position.outcome is None and position.ply < ply:
            position = position.play(dice.choice(position.legal_moves))
        if position.ply == ply and fewest <= len(position.legal_moves) <= most:
            return position
    raise AssertionError((ply, fewest, most))


def test_candidates_are_late_enough_have_a_choice_and_one_right_move() -> None:
    late = [puzzle.position for puzzle in PUZZLES if len(puzzle.position.legal_moves) >= 4][:3]
    fine = at_ply(26, 4, 4)
    cases = [(fine, 1), (at_ply(25, 4), 0), (at_ply(26, 3, 3), 0), (at_ply(40, 5), 1)]
    for position, count in cases:
        engine = Looks(GOOD, PROVEN)
        assert len(list(_candidates([position], engine, Scripted(("win", 1))))) == count  # type: ignore[arg-type]
        assert engine.games == 1
    for choices in ((), (("win", 2),)):
        found = _candidates([fine], Looks(GOOD, PROVEN), Scripted(*choices))  # type: ignore[arg-type]
        assert list(found) == []
    dull = Looks((Score("X", 0.5), Score("X", 0.5)), PROVEN)
    assert list(_candidates([fine], dull, Scripted(("win", 1)))) == []  # type: ignore[arg-type]
    judge = Scripted(("win", 1), ("draw", 1), ("win", 1), ("draw", 1), ("win", 1))
    made = list(_candidates(late, Looks(GOOD, PROVEN), judge))  # type: ignore[arg-type]
    assert [each.position for each in made] == late
    assert {(each.game, each.result, each.solved) for each in made} == {(0, "win", ())}


def test_of_several_the_one_of_the_rarest_kind_is_taken_and_none_twice() -> None:
    one, two, three = (
        replace(puzzle, kind=kind)
        for puzzle, kind in zip(PUZZLES, ("win", "capture", "win"), strict=False)
    )
    often = Counter({"win": 3, "capture": 2})
    assert _rarest([one, two, three], often, set()) == two
    assert _rarest([one, two], Counter({"capture": 1}), set()) == one
    assert _rarest([one, three], often, set()) == one, "the first of equals"
    turned = two.position.transform(5)
    assert _rarest([one, two], often, {turned.canonical()}) == one
    assert _rarest([two], often, {two.position.canonical()}) is None
    assert _rarest([], often, set()) is None


# Solutions


def solution(*choices: tuple[str, int]) -> tuple[Step, ...]:
    judge = Scripted(*choices)
    choice = judge.choice(Position.start())
    assert choice is not None
    return _steps(choice, judge)


def test_a_solution_ends_with_the_last_move_that_took_some_finding() -> None:
    """On a board of nine, up to four right moves are something to find; of 81 up to 40."""
    easy, hard = ("win", 7), ("win", 1)
    for choices, length in [
        ((hard,), 1),
        ((hard, hard), 2),
        ((hard, easy), 1),
        ((hard, easy, hard), 3),
        ((hard, easy, hard, easy), 3),
        ((hard, hard, hard, hard, hard), 4),
        ((hard, ("draw", 1), hard), 1),
        ((hard, ("win", 3)), 2),
        ((hard, ("win", 5)), 1),
    ]:
        steps = solution(*choices)
        assert len(steps) == length, choices
        assert steps[-1].reply is None
        assert all(step.reply is not None for step in steps[:-1])


def test_the_shown_move_comes_first_and_each_answer_follows_it() -> None:
    steps = solution(("win", 3), ("win", 2), ("win", 1))
    assert steps[0].keeps == (2, 0, 1)
    position = Position.start().play(2)
    assert steps[0].reply == position.legal_moves[-1]
    position = position.play(position.legal_moves[-1])
    first, second = position.legal_moves[:2]
    assert steps[1].keeps == (second, first)


def test_a_solution_that_ends_the_game_has_no_answer() -> None:
    judge, ended = Exhausted(), 0
    for position in late_positions("modern", 60):
        choice = judge.choice(position)
        if choice is None:
            continue
        steps, at = _steps(choice, judge), position
        for number, step in enumerate(steps, start=1):
            assert at.turn == position.turn
            assert set(step.keeps) == set(judge.choice(at).keeps)
            at = at.play(step.keeps[0])
            ended += at.outcome is not None
            assert (step.reply is None) == (number == len(steps))
            at = at if step.reply is None else at.play(step.reply)
    assert ended > 3


# At a puzzle


def test_an_attempt_follows_the_solution_as_long_as_its_moves_are_the_shown_ones() -> None:
    puzzle = next(p for p in PUZZLES if len(p.steps) >= 3)
    attempt = Attempt(puzzle, Scripted())
    assert (attempt.left, attempt.reply) == (len(puzzle.steps), None)
    for number, step in enumerate(puzzle.steps, start=1):
        assert attempt.keeps() == step.keeps
        last = number == len(puzzle.steps)
        assert attempt.play(step.keeps[0]) == ("solved" if last else "right")
        assert (attempt.left, attempt.reply) == (len(puzzle.steps) - number, step.reply)


def test_off_the_solution_the_judge_answers_and_what_is_not_settled_is_right() -> None:
    puzzle = next(p for p in PUZZLES if len(p.steps) >= 3 and len(p.steps[1].keeps) > 1)
    judge = Scripted()
    attempt = Attempt(puzzle, judge)
    attempt.play(puzzle.steps[0].keeps[0])
    other = puzzle.steps[1].keeps[1]
    expected = judge.reply(attempt.position.play(other))
    assert attempt.play(other) == "right"
    assert attempt.reply == expected
    assert attempt.keeps() == attempt.position.legal_moves
    judge.choices = [("win", 1)] * 3
    assert attempt.keeps() == attempt.position.legal_moves[:1]
    assert attempt.play(attempt.position.legal_moves[1]) == "wrong"
    assert attempt.play(attempt.position.legal_moves[0]) in ("right", "solved")


# Texts and the shelf


def test_a_line_tells_each_part_in_its_place() -> None:
    puzzle = replace(
        PUZZLES[0],
        game=17,
        result="draw",
        kind="save-draw",
        solved=(0, 1, 2, 3, 4, 4, 4, 4),
        steps=(Step((0, 80), 40), Step((9,), None)),
    )
    words = format_puzzle(puzzle).split(" | ")
    assert words[0] == "17 draw save-draw 01234444"
    assert words[2] == "11,99 55 21"
    assert parse_puzzle(format_puzzle(puzzle)) == puzzle
    replied = replace(puzzle, steps=(Step((0, 80), 40),))
    assert parse_puzzle(format_puzzle(replied)) == replied
    assert puzzle.name == "modern-17"


def test_a_rating_counts_parts_of_a_level() -> None:
    for solved, rating in [(4, 2200), (3, 2250), (2, 2300), (1, 2350)]:
        assert replace(PUZZLES[0], solved=(solved, *[0] * 7)).rating == rating


def test_the_days_go_through_the_modes_and_along_each_shelf() -> None:
    first = date.fromordinal(4 * 180_000)
    for days in range(12):
        shelf = shipped_puzzles(list(VARIANTS.values())[days % 4])
        number = (180_000 + days // 4) * 89 % len(shelf)
        assert daily_puzzle(first + timedelta(days=days)) == shelf[number]


def test_every_fault_is_told_with_its_step() -> None:
    puzzle = next(p for p in PUZZLES if len(p.steps) == 2 and p.kind == "win")
    with Judge(nodes=2_000_000) as judge:
        first, second = puzzle.steps
        at = puzzle.position.play(first.keeps[0]).play(first.reply)
        wrong = next(s for s in at.legal_moves if s not in second.keeps)
        bad = replace(puzzle, steps=(first, replace(second, keeps=(wrong,))))
        assert [fault[:7] for fault in faults_of(bad, judge)] == ["step 2:"]
        less = replace(puzzle, result="draw")
        assert "step 1: it is a win, not a draw" in [*faults_of(less, judge)]


def test_repeats_are_told_once_each_and_by_name() -> None:
    one, two, three = PUZZLES[:3]
    assert [*repeated([one, two, three])] == []
    assert [*repeated([one, two, replace(three, game=one.game)])] == [
        f"modern-{one.game}: another one comes from this game"
    ]
    twice = replace(three, position=two.position.transform(2))
    assert [*repeated([one, two, twice])] == [f"{three.name}: another one has this position"]
    assert len([*repeated([one, one])]) == 2


# Difficulty


def tries_of(level: Level, puzzle: Puzzle, judge: Judge) -> Iterator[bool]:
    """A new engine for each try, and the puzzle's position after each of its right moves."""
    for seed in range(1, TRIES + 1):
        with LevelEngine(level, seed=seed) as engine:
            attempt, answer = Attempt(puzzle, judge), "right"
            while answer == "right":
                move = engine.play(attempt.position, Limit(nodes=100_000)).move
                answer = attempt.play(move)
            yield answer == "solved"


@pytest.mark.parametrize(("mode", "number"), [("modern", 0), ("battle", 1)])
def test_a_level_solves_as_often_as_it_does_in_games_of_their_own(mode: str, number: int) -> None:
    puzzle = shipped_puzzles(VARIANTS[mode])[number]
    with Judge() as judge, Solvers() as solvers:
        solved = tuple(sum(tries_of(level, puzzle, judge)) for level in LEVELS)
        assert solvers.solved(puzzle, judge) == solved
    assert len({*solved}) > 2, "levels differ, and tries of one do"
