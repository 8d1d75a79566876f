"""The clock: exact arithmetic, fair over lag and over restarts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ninefold.game.clock import (
    MOST_LAG,
    Clock,
    DaysControl,
    TimeControl,
    clock_face,
    parse_control,
)

MINUTE = TimeControl(60, 2)
DAY = 86_400_000


def running(control=MINUTE, now=0.0):
    clock = Clock(control)
    clock.run("X", now)
    return clock


def move(clock, now, lag=0.0):
    """X's move received now; what it spent, and what is left."""
    spent, given, left = clock.after_move("X", now, lag)
    clock.pay_for_lag("X", given)
    clock.left["X"] = left
    return spent, left


def test_a_move_costs_its_time_and_brings_the_increment():
    assert move(running(), 10_000) == (10_000, 52_000)


def test_a_clock_runs_for_one_side_only():
    clock = running()
    assert (clock.remaining("X", 10_000), clock.remaining("O", 10_000)) == (50_000, 60_000)


def test_without_a_control_nothing_runs_out():
    clock = Clock()
    clock.run("X", 0)
    assert (clock.running, clock.remaining("X", DAY), clock.flags_in(DAY)) == (None, None, None)


def test_a_paused_clock_keeps_what_was_left():
    clock = running()
    clock.pause(10_000)
    assert (clock.running, clock.remaining("X", 99_000)) == (None, 50_000)


def test_measured_lag_is_given_back():
    assert move(running(), 10_000, lag=300) == (9_700, 52_300)


def test_no_more_is_given_back_than_the_move_took():
    assert move(running(), 100, lag=400) == (0, 62_000)


@given(st.lists(st.tuples(st.integers(0, 3_000), st.floats(0, 1e9)), min_size=1, max_size=60))
def test_forged_lag_gains_next_to_nothing(moves):
    """Whatever lag somebody pretends, the gain is bounded by a small credit, not by the claim."""
    clock = running(TimeControl(10_000))
    now = 0.0
    for took, lag in moves:
        clock.run("X", now)
        now += took
        spent, _ = move(clock, now, lag)
        assert spent >= took - MOST_LAG
    real = sum(took for took, _ in moves)
    gained = clock.left["X"] - (10_000_000 - real)
    assert 0 <= gained <= 1_000 + 100 * len(moves)


def test_a_credit_for_lag_does_not_grow_for_ever():
    clock, now = running(TimeControl(10_000)), 0.0
    for _ in range(100):  # a hundred moves without lag
        clock.run("X", now)
        move(clock, now)
    gained = 0
    for _ in range(10):
        clock.run("X", now)
        now += 1_000
        gained += 1_000 - move(clock, now, lag=MOST_LAG)[0]
    assert 2_000 < gained <= 2_000 + 10 * 100


def test_a_flag_falls_only_after_the_lag_that_might_be_given_back():
    clock = running()
    assert clock.flags_in(60_000) == MOST_LAG
    assert clock.after_move("X", 60_400, 0)[2] < 0
    assert clock.after_move("X", 60_400, 450)[2] > 0


def test_a_restart_credits_the_time_in_which_nobody_could_move():
    clock = running()
    clock.resume(now=500.0, spent=20_000, grace=10_000)
    assert clock.remaining("X", 500.0) == 40_000
    assert clock.remaining("X", 10_500.0) == 40_000
    assert clock.remaining("X", 11_500.0) == 39_000
    assert clock.running_since == 10_500.0


def test_days_per_move_start_anew_each_turn():
    clock = running(DaysControl(2))
    assert clock.remaining("X", DAY) == DAY
    clock.run("O", DAY)
    clock.run("X", 2 * DAY)
    assert clock.remaining("X", 2 * DAY) == 2 * DAY


def test_a_fork_runs_on_its_own():
    clock = running()
    twin = clock.fork()
    move(twin, 10_000, lag=300)
    twin.run("O", 10_000)
    assert (clock.running, clock.left["X"]) == ("X", 60_000)
    assert move(clock, 10_000, lag=300) == (9_700, 52_300)


@pytest.mark.parametrize(
    "control", [TimeControl(180, 2), TimeControl(300), DaysControl(3)], ids=str
)
def test_a_control_is_read_back_from_its_text(control):
    assert parse_control(f" {control} ") == control


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x",
        "0",
        "-5",
        "10+x",
        "1e9",
        "3:00",
        "0d",
        "1.5d",
        "d",
        "9" * 5000,
        "9" * 5000 + "d",
        "180+" + "9" * 5000,
        "٣00",
    ],
)
def test_a_clock_that_cannot_be_read_is_named(text):
    with pytest.raises(ValueError, match=r"is not a clock: expected seconds .* 180\+2.* 3d"):
        parse_control(text)


@pytest.mark.parametrize(
    ("ms", "face"),
    [(-5, "0:00.0"), (9_999, "0:09.9"), (10_000, "0:10"), (3_599_999, "59:59"), (DAY, "24:00:00")],
)
def test_a_face_shows_what_matters(ms, face):
    assert clock_face(ms) == face
