"""Judgements and accuracies: the numbers that Python and page share."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ninefold.analysis import JUDGEMENTS, game_accuracy, judge
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
