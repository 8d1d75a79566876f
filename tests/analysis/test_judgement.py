"""Judgements and accuracies: the numbers that Python and page share."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ninefold.analysis import JUDGEMENTS, game_accuracy, judge, move_accuracy
from ninefold.engine import Score

VECTORS = json.loads((Path(__file__).parents[1] / "vectors" / "judgements.json").read_text("utf-8"))
SHARES = st.floats(0, 1, allow_nan=False)


@pytest.mark.parametrize("vector", VECTORS["moves"], ids=str)
def test_moves_are_judged_as_the_vectors_say(vector) -> None:
    before, after = (Score("O", *vector[when]) for when in ("before", "after"))
    assert judge(before, after) == vector["judgement"]
    assert judge(before, after.for_player("X")) == vector["judgement"]


@pytest.mark.parametrize(("points", "accuracy"), VECTORS["move_accuracy"])
def test_accuracies_of_moves_are_those_of_the_vectors(points, accuracy) -> None:
    assert move_accuracy(points) == pytest.approx(accuracy, abs=0.001)


@pytest.mark.parametrize("vector", VECTORS["game_accuracy"], ids=str)
def test_accuracies_of_games_are_those_of_the_vectors(vector) -> None:
    found = game_accuracy(vector["curve"], [tuple(drop) for drop in vector["drops"]])
    assert found == pytest.approx(vector["accuracy"], abs=0.001)


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
