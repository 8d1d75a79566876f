from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ninefold import VARIANTS, NinefoldError, Position
from ninefold.arena.openings import format_openings, make_openings, parse_openings
from ninefold.rules.position import replay

MODES = sorted(VARIANTS)


def ends(suite, mode):
    return [replay(Position.start(mode), moves)[-1] for moves in suite]


@pytest.mark.parametrize("mode", MODES)
def test_openings_are_playable_open_and_no_two_alike(mode):
    suite = make_openings(VARIANTS[mode], 200, seed=3)
    positions = ends(suite, mode)
    assert len(suite) == 200
    assert all(position.outcome is None for position in positions)
    assert all(4 <= len(moves) <= 10 for moves in suite)
    assert len({position.canonical() for position in positions}) == 200


@given(st.integers(0, 10**6), st.integers(1, 15), st.integers(1, 15))
@settings(max_examples=20, deadline=None)
def test_the_same_seed_gives_the_same_suite_and_a_longer_one_goes_on(seed, short, more):
    variant = VARIANTS["battle"]
    longer = make_openings(variant, short + more, seed=seed)
    assert make_openings(variant, short, seed=seed) == longer[:short]


def test_other_seeds_give_other_suites():
    variant = VARIANTS["modern"]
    assert make_openings(variant, 20, seed=1) != make_openings(variant, 20, seed=2)


def test_what_the_judge_finds_one_sided_is_left_out():
    def judge(position: Position) -> float:
        target = position.target or 0
        return 0.55 if target == 4 else 0.9 if target < 4 else 0.2  # good for either side

    suite = make_openings(VARIANTS["modern"], 20, judge=judge)
    assert {position.target for position in ends(suite, "modern")} == {4}


def test_mirror_images_are_one_opening():
    variant = VARIANTS["modern"]
    suite = make_openings(variant, 15, plies=(1, 1))  # as many first moves there are
    assert len({position.canonical() for position in ends(suite, "modern")}) == 15
    with pytest.raises(NinefoldError, match="found 15 even openings of 1 to 1 moves"):
        make_openings(variant, 16, plies=(1, 1))


def test_a_judge_who_likes_nothing_is_an_error_and_no_endless_loop():
    with pytest.raises(NinefoldError, match="found 0 even openings"):
        make_openings(VARIANTS["modern"], 1, judge=lambda _: 1.0)


def test_a_suite_reads_back():
    suite = make_openings(VARIANTS["open"], 30, seed=8)
    assert parse_openings(format_openings(suite), VARIANTS["open"]) == suite


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("", "empty"),
        ("# nothing\n\n", "empty"),
        ("55 51\n55 11\n", "line 2: move 2: 11 is not a legal move"),
        ("55 xx\n", "line 1"),
    ],
)
def test_a_broken_suite_is_refused_with_its_line(text, what):
    with pytest.raises(NinefoldError, match=what):
        parse_openings(text, VARIANTS["modern"])
