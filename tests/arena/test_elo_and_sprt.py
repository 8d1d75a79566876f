"""The statistics of a match, held against simulation and against known values."""

from __future__ import annotations

import random
from math import inf, isclose, log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ninefold import NinefoldError
from ninefold.arena.elo import Elo, elo_of, estimate, likelihood_of_superiority, score_at
from ninefold.arena.game import MatchGame
from ninefold.arena.pairs import OUTCOMES, Pairs
from ninefold.arena.sprt import Sprt
from ninefold.arena.standing import Standing, _likely
from ninefold.game import Result

counts = st.tuples(*[st.integers(0, 300)] * 5).map(Pairs)
played = counts.filter(lambda pairs: pairs.number > 0)


def swapped(pairs: Pairs) -> Pairs:
    a, b, c, d, e = pairs.counts
    return Pairs((e, d, c, b, a))


@given(st.floats(-1500, 1500))
def test_elo_and_score_are_inverse(elo):
    assert isclose(elo_of(score_at(elo)), elo, abs_tol=1e-6)


@given(counts)
def test_the_range_holds_the_value(pairs):
    elo = estimate(pairs)
    assert elo.low <= elo.value <= elo.high


@given(played)
def test_the_other_engines_view_is_the_mirror_image(pairs):
    here, there = estimate(pairs), estimate(swapped(pairs))
    for a, b in [(here.value, there.value), (here.low, there.high), (here.high, there.low)]:
        assert isclose(a, -b, abs_tol=1e-6) or a == -b
    mine, theirs = likelihood_of_superiority(pairs), likelihood_of_superiority(swapped(pairs))
    assert isclose(mine, 1 - theirs, abs_tol=1e-9)


@given(played)
def test_more_of_the_same_narrows_the_range(pairs):
    tenfold = Pairs(tuple(10 * n for n in pairs.counts))
    assert estimate(tenfold).error <= estimate(pairs).error or estimate(pairs).error == inf


def test_a_clean_sweep_says_only_how_strong_at_least():
    elo = estimate(Pairs((0, 0, 0, 0, 50)))
    assert (elo.value, elo.high) == (inf, inf)
    assert 400 < elo.low < 500
    assert str(elo).startswith("over +4")
    assert str(estimate(Pairs((50, 0, 0, 0, 0)))).startswith("under -4")


def test_nothing_played_says_nothing():
    assert str(estimate(Pairs())) == "unknown"
    assert Sprt(0, 5).verdict(Pairs()) == "open"


def test_few_equal_pairs_are_no_certainty():
    assert estimate(Pairs((0, 0, 3, 0, 0))).error > 50


def test_the_range_covers_the_truth_as_often_as_it_says():
    rng = random.Random(5)
    weights = (0.1, 0.2, 0.3, 0.25, 0.15)
    truth = elo_of(sum(w * x for w, x in zip(weights, OUTCOMES, strict=True)))
    hits = 0
    for _ in range(600):
        pairs = Pairs.of(2 * x for x in rng.choices(OUTCOMES, weights, k=60))
        elo = estimate(pairs)
        hits += elo.low <= truth <= elo.high
    assert 0.925 <= hits / 600 <= 0.975


@given(played)
def test_the_ratio_of_swapped_claims_is_the_negative(pairs):
    assert isclose(Sprt(-30, 30).ratio(pairs), -Sprt(-30, 30).ratio(swapped(pairs)), abs_tol=1e-6)


def test_the_ratio_agrees_with_the_normal_approximation_on_many_pairs():
    pairs = Pairs((500, 2000, 5000, 2100, 520))
    test = Sprt(0, 5)
    s0, s1 = score_at(0), score_at(5)
    approximation = pairs.number * (s1 - s0) * (2 * pairs.score - s0 - s1) / 2 / pairs.deviation**2
    assert isclose(test.ratio(pairs), approximation, rel_tol=0.02)


def simulated_verdict(rng: random.Random, test: Sprt, score: float) -> str:
    """Play pairs whose mean is ``score`` until the test is decided."""
    weights = [0.25 - score / 5, 0.25, 0.2, 0.1 + score / 5, 0.2]
    shift = score - sum(w * x for w, x in zip(weights, OUTCOMES, strict=True))
    weights[4] += shift
    weights[0] -= shift
    counts = [0] * 5
    while True:
        counts[rng.choices(range(5), weights)[0]] += 1
        verdict = test.verdict(Pairs(tuple(counts)))
        if verdict != "open":
            return verdict


def test_the_test_errs_no_more_often_than_promised():
    rng = random.Random(11)
    test = Sprt(0, 150, alpha=0.1, beta=0.1)
    at_elo0 = [simulated_verdict(rng, test, score_at(0)) for _ in range(80)]
    at_elo1 = [simulated_verdict(rng, test, score_at(150)) for _ in range(80)]
    assert at_elo0.count("accepted") <= 15
    assert at_elo1.count("rejected") <= 15


def test_bounds_are_those_of_wald():
    low, high = Sprt(0, 5).bounds
    assert isclose(high, log(19))
    assert isclose(low, -log(19))


def test_each_risk_bounds_its_own_error():
    """Alpha is how often a false claim may pass: it moves the bound that accepts."""
    low, high = Sprt(0, 5, alpha=0.01, beta=0.2).bounds
    assert isclose(high, log(0.8 / 0.01))
    assert isclose(low, log(0.2 / 0.99))


@pytest.mark.parametrize("elos", [(5, 0), (0, 0), (float("nan"), 5), (0, float("inf"))])
def test_claims_that_make_no_test_are_refused(elos):
    with pytest.raises(NinefoldError, match="lower first"):
        Sprt(*elos)


def test_points_that_no_pair_brings_are_refused():
    with pytest.raises(NinefoldError, match="expected 0 to 2"):
        Pairs.of([0.25])


def test_no_difference_is_told_without_a_sign_of_loss() -> None:
    assert str(Elo(-0.3, -40.3, 39.7)) == "+0 ± 40"


@pytest.mark.parametrize(
    ("certainty", "told"),
    [(1.0, "over 99.9%"), (0.9994, "99.9%"), (0.5, "50.0%"), (0.0, "under 0.1%")],
)
def test_games_make_nothing_certain(certainty: float, told: str) -> None:
    assert _likely(certainty) == f"{told} likely"


def test_a_moves_time_is_shared_among_the_moves_that_were_thought_about() -> None:
    """Four moves of an opening cost nobody anything; X and O have three moves each after it."""
    won = Result("X", "resignation")
    games = tuple(
        MatchGame(number, tuple(range(10)), 4, won, seconds=(6.0, 3.0), longest=(5.0, 2.0))
        for number in (0, 1)
    )
    told = Standing(("a", "b"), games).as_dict()
    assert (told["mean_seconds"], told["longest_seconds"]) == ([2.0, 1.0], [5.0, 2.0])
    assert (told["as_x"], told["as_o"]) == ([1, 0, 0], [0, 0, 1])
