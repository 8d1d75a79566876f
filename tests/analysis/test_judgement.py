"""Judgements and accuracies: the numbers that Python and page share."""

from __future__ import annotations

import json
from math import exp, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ninefold.analysis import JUDGEMENTS, game_accuracy, judge, move_accuracy, turning_points, weigh
from ninefold.analysis.judgement import drop, is_doubtful
from ninefold.engine import Score
from support.judgement_vectors import PATH, answered

VECTORS = json.loads(PATH.read_text("utf-8"))
SHARES = st.floats(0, 1, allow_nan=False)


def test_the_vectors_are_what_python_answers() -> None:
    """Both ways: what the page reads is what is computed here, to nine digits."""
    assert answered(VECTORS) == VECTORS
    assert {move["judgement"] for move in VECTORS["moves"]} == {*JUDGEMENTS}
    assert all(game["turning_points"] for game in VECTORS["games"])


@pytest.mark.parametrize("vector", VECTORS["moves"], ids=str)
def test_moves_are_judged_alike_from_either_side(vector) -> None:
    before, after = (Score("O", *vector[when]) for when in ("before", "after"))
    assert judge(before, after.for_player("X")) == vector["judgement"]


@given(SHARES, SHARES, SHARES)
def test_losing_more_is_never_judged_better(before, after, worse) -> None:
    high, low = max(after, worse), min(after, worse)
    first, second = (judge(Score("X", before), Score("X", share)) for share in (high, low))
    assert JUDGEMENTS.index(first) <= JUDGEMENTS.index(second)


@given(st.lists(SHARES, min_size=2, max_size=82), st.data())
def test_an_accuracy_lies_between_0_and_100(curve, data) -> None:
    plies = data.draw(st.sets(st.integers(0, len(curve) - 2), min_size=1))
    found = game_accuracy(curve, [(ply, data.draw(SHARES)) for ply in sorted(plies)])
    assert found is not None
    assert 0 <= found <= 100


def test_nobody_who_has_not_moved_has_an_accuracy() -> None:
    assert game_accuracy([0.5], []) is None


# At each limit, and just beside it


@pytest.mark.parametrize("player", ["X", "O"])
@pytest.mark.parametrize(
    ("before", "after", "judgement"),
    [
        (Score("X", 1.0, "win"), Score("X", 0.93), "mistake"),
        (Score("X", 1.0, "win"), Score("X", 0.9299), "blunder"),
        (Score("X", 1.0, "win"), Score("X", 0.976), "inaccuracy"),
        (Score("X", 1.0, "win"), Score("X", 0.9759), "mistake"),
        (Score("X", 1.0, "win"), Score("X", 1.0), "inaccuracy"),
        (Score("X", 0.0699), Score.loss("X"), "mistake"),
        (Score("X", 0.0701), Score.loss("X"), "blunder"),
        (Score("X", 0.024), Score.loss("X"), "inaccuracy"),
        (Score("X", 0.0241), Score.loss("X"), "mistake"),
        (Score("X", 0.0), Score.loss("X"), "best"),
        (Score.draw("X"), Score.loss("X"), "blunder"),
        (Score.draw("X"), Score.draw("X", 9), "best"),
        (Score.draw("X"), Score("X", 0.5), "best"),
        (Score.draw("X"), Score("X", 0.45), "inaccuracy"),
        (Score("X", 0.6), Score.draw("X"), "mistake"),
        (Score("X", 0.65), Score.draw("X"), "blunder"),
        (Score.loss("X", 3), Score("X", 0.2), "best"),
        (Score.win("X", 3), Score.win("X", 30), "best"),
        (Score("X", 0.5 + 1e-10), Score("X", 0.5), "best"),
        (Score("X", 0.5 + 1e-8), Score("X", 0.5), "good"),
    ],
)
def test_what_is_proven_is_judged_by_what_is_still_there(before, after, judgement, player) -> None:
    before, after = (Score(player, s.probability, s.proven, s.distance) for s in (before, after))
    assert judge(before, after) == judge(before, after.for_player("X")) == judgement


def test_a_drop_is_never_below_nothing_and_the_players_own() -> None:
    assert drop(Score("X", 0.5), Score("O", 0.25)) == 0.0
    assert drop(Score("X", 0.5), Score("O", 0.75)) == 0.25
    assert drop(Score("O", 1.0), Score("O", 0.25)) == 0.75


@pytest.mark.parametrize(
    ("before", "after", "doubtful"),
    [
        (Score.win("X"), Score("X", 0.5), True),
        (Score.win("X"), Score("X", 0.95), True),
        (Score.win("X"), Score.draw("X"), False),  # both are certain
        (Score.win("X"), Score.loss("X"), False),
        (Score.win("X"), Score.win("X"), False),
        (Score("X", 0.5), Score.loss("X"), True),
        (Score("X", 0.0), Score.loss("X"), False),  # it is not blamed
        (Score("X", 0.9), Score.draw("X"), False),
        (Score.draw("X"), Score("X", 0.2), False),
        (Score.draw("X"), Score.loss("X"), False),
        (Score("X", 0.9), Score("X", 0.1), False),  # nothing is certain
        (Score("X", 0.9), Score.win("X"), False),
        (Score.loss("X"), Score("X", 0.4), False),
    ],
)
def test_only_blame_for_what_one_side_alone_proves_is_doubtful(before, after, doubtful) -> None:
    assert is_doubtful(before, after) == doubtful


def test_three_moves_at_most_that_lost_most_are_turning_points_in_their_order() -> None:
    moves = [("mistake", 0.12), ("blunder", 0.4), ("inaccuracy", 0.06), ("mistake", 0.11)]
    assert turning_points(moves) == (0, 1, 3)
    assert turning_points(moves[1:]) == (0, 1, 2)
    assert turning_points([("mistake", 0.12)] * 5) == (0, 1, 2), "the earlier of equal ones"
    assert turning_points([("inaccuracy", 0.05), ("inaccuracy", 0.0501)]) == (1,)
    assert turning_points([("good", 0.9), ("best", 0.9)]) == ()


# A move weighed


def test_the_best_move_is_worth_what_is_seen_after_it() -> None:
    lines = [(40, Score("X", 0.6)), (41, Score("X", 0.55))]
    found = weigh(40, lines, Score("O", 0.75))
    assert (found.before, found.after) == (Score("X", 0.25), Score("X", 0.25))
    assert (found.best, found.judgement, found.only) == (40, "best", False)


def test_another_move_that_turns_out_better_becomes_the_best() -> None:
    lines = [(40, Score("O", 0.5)), (41, Score("O", 0.25))]
    found = weigh(44, lines, Score("O", 0.75))
    assert (found.best, found.before, found.after) == (44, Score("O", 0.75), Score("O", 0.75))
    same = weigh(44, lines, Score("O", 0.5))
    assert (same.best, same.before) == (40, Score("O", 0.5))
    worse = weigh(44, lines, Score("X", 0.75))
    assert (worse.best, worse.before, worse.after) == (40, Score("O", 0.5), Score("O", 0.25))
    assert worse.judgement == "blunder"


def test_what_is_proven_counts_more_than_the_same_share_unproven() -> None:
    lines = [(40, Score("X", 1.0)), (41, Score("X", 0.9))]
    proven = weigh(44, lines, Score.loss("O", 4))
    assert (proven.best, proven.before) == (44, Score.win("X", 5)), "one move longer"
    known = weigh(44, [(40, Score.win("X", 7))], Score("X", 1.0))
    assert (known.best, known.before) == (40, Score.win("X", 7))
    kept = weigh(40, [(40, Score.win("X", 7))], Score.loss("O", 6))
    assert (kept.before, kept.after) == (Score.win("X", 7), Score.win("X", 7))
    seen = weigh(40, [(40, Score("X", 0.5))], Score.win("O", 6))
    assert (seen.before, seen.after) == (Score("X", 0.5), Score.loss("X", 7))
    assert weigh(40, [(40, Score("X", 0.5))], Score.win("O")).after == Score.loss("X")


@pytest.mark.parametrize(
    ("first", "second", "only"), [(0.1, 0.0, True), (0.0999, 0.0, False), (0.5, 0.25, True)]
)
def test_one_move_alone_keeps_what_the_second_would_lose_a_tenth_of(first, second, only) -> None:
    lines = [(40, Score("X", first)), (41, Score("X", second)), (42, Score("X", second))]
    assert weigh(41, lines, Score("X", second)).only == only
    assert not weigh(40, lines[:1], Score("X", first)).only


# Accuracies by the formulas, written out once more


def plain_accuracy(curve, drops):
    """The formulas of lichess, step by step."""
    moves, size = len(curve) - 1, 0
    size = moves // 10
    size = 2 if size < 2 else 8 if size > 8 else size
    weights = []
    for ply in range(moves):
        end = max(ply + 2, size)  # the window ends behind the move, and the first ones share one
        window = [100 * share for share in curve[end - size : end]]
        mean = sum(window) / len(window)
        swing = sqrt(sum((share - mean) ** 2 for share in window) / len(window))
        weights.append(0.5 if swing < 0.5 else 12.0 if swing > 12 else swing)
    points = [(weights[ply], 103.1668 * exp(-4.35442 * lost) - 2.1669) for ply, lost in drops]
    points = [(weight, 0 if worth < 0 else min(worth, 100)) for weight, worth in points]
    weighted = sum(weight * worth for weight, worth in points) / sum(w for w, _ in points)
    harmonic = len(points) / sum(1 / (worth if worth > 1 else 1) for _, worth in points)
    return (weighted + harmonic) / 2


@given(st.lists(SHARES, min_size=2, max_size=95), st.data())
def test_an_accuracy_is_what_the_formulas_say(curve, data) -> None:
    plies = data.draw(st.sets(st.integers(0, len(curve) - 2), min_size=1, max_size=12))
    drops = [(ply, data.draw(SHARES)) for ply in sorted(plies)]
    if len(curve) < 3:
        curve = [*curve, 0.5]
    assert game_accuracy(curve, drops) == pytest.approx(plain_accuracy(curve, drops))


@pytest.mark.parametrize("length", [3, 21, 30, 31, 32, 80, 81, 82, 91, 95])
def test_the_window_grows_with_the_game(length) -> None:
    curve = [(n * n % 17) / 17 for n in range(length)]
    for ply in (0, 1, length // 2, length - 2):
        drops = [(0, 0.05), (ply, 0.4)]
        assert game_accuracy(curve, drops) == pytest.approx(plain_accuracy(curve, drops))


def test_the_worst_move_of_all_counts_as_one_percent_beside_others() -> None:
    """The harmonic mean of nothing would be nothing, however well the rest was played."""
    assert game_accuracy([1.0, 0.0], [(0, 1.0)]) == 0.5
    curve, drops = [0.5, 0.5, 1.0, 0.0], [(0, 0.0), (2, 1.0)]
    assert game_accuracy(curve, drops) == pytest.approx(plain_accuracy(curve, drops))


def test_a_move_that_lost_nothing_is_all_accurate() -> None:
    assert move_accuracy(0.0) == 100.0
    assert move_accuracy(100.0) == 0.0
    assert move_accuracy(10.0) == pytest.approx(103.1668 * exp(-0.435442) - 2.1669)
