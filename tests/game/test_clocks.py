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
    assert running().after_move("X", 100, lag=400) == (0, 100, 62_000)
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
    assert clock.after_move("X", DAY) == (DAY, 0, DAY), "no increment"
    clock.left["X"] = DAY
    clock.run("O", DAY)
    assert clock.left == {"X": DAY, "O": 2 * DAY}
    clock.run(None, DAY)
    clock.run("X", 2 * DAY)
    assert clock.remaining("X", 2 * DAY) == 2 * DAY


def test_seconds_for_the_game_do_not_start_anew():
    clock = running()
    clock.left["X"] = 7_000
    clock.run("O", 0)
    clock.run("X", 1_000)
    assert clock.left == {"X": 7_000, "O": 60_000}


def test_timed_clocks_wait_for_two_moves_and_days_for_none():
    starts = [Clock(control).starts_at_ply for control in (MINUTE, DaysControl(1), None)]
    assert starts == [2, 0, 0]
    assert [Clock(control).exists for control in (MINUTE, DaysControl(1), None)] == [
        True,
        True,
        False,
    ]


def test_nobody_pays_while_nobody_is_told_that_the_turn_began():
    clock = running()
    clock.hold()
    assert (clock.remaining("X", 99_000), clock.flags_in(99_000)) == (60_000, None)
    clock.told(30_000)
    assert (clock.remaining("X", 31_000), clock.flags_in(31_000)) == (59_000, 59_500)
    clock.told(20_000)  # too late to change anything
    assert clock.running_since == 30_000
    clock.hold()
    clock.run("O", 40_000)  # a new turn is not held
    assert (clock.remaining("O", 41_000), clock.flags_in(41_000)) == (59_000, 59_500)


def test_a_turn_that_begins_later_costs_nothing_before():
    clock = running(now=5_000)
    assert (clock.remaining("X", 4_000), clock.flags_in(4_000)) == (60_000, 61_500)
    assert clock.after_move("X", 4_000) == (0, 0, 62_000)
    assert Clock(MINUTE).running_since == 0.0


def test_whoever_does_not_run_pays_nothing():
    clock = running(now=1_000)
    assert clock.after_move("O", 9_000, lag=400) == (8_000, 0, 60_000)
    clock.pause(1_000)
    assert clock.flags_in(9_000) is None
    assert clock.after_move("X", 9_000, lag=400) == (8_000, 0, 60_000)
    without = Clock()
    without.run("X", 1_000)
    without.pause(2_000)
    assert without.left == {"X": None, "O": None}
    assert without.after_move("X", 9_000) == (8_000, 0, None)


def test_a_pause_charges_once_and_never_below_nothing():
    clock = running()
    clock.pause(60_000)
    assert clock.left["X"] == 0
    clock.pause(99_000)
    assert (clock.left, clock.remaining("X", 99_000)) == ({"X": 0, "O": 60_000}, 0)
    late = running()
    late.pause(60_001)
    assert late.left["X"] == 0


@pytest.mark.parametrize(("now", "left"), [(59_999, 2_001), (60_000, 2_000), (60_001, -1)])
def test_the_increment_comes_only_to_those_in_time(now, left):
    assert running().after_move("X", now) == (now, 0, left)


@pytest.mark.parametrize(("spent", "left"), [(59_998, 2), (59_999, 1), (60_000, 1), (99_999, 1)])
def test_after_a_restart_nobody_has_lost_yet(spent, left):
    clock = running()
    clock.resume(now=100.0, spent=spent, grace=10.0)
    assert (clock.left, clock.running_since) == ({"X": left, "O": 60_000}, 110.0)
    still = Clock(MINUTE)
    still.resume(now=100.0, spent=spent, grace=10.0)
    assert (still.left, still.running_since) == ({"X": 60_000, "O": 60_000}, 100.0)


def test_a_charge_is_for_whoever_runs_and_a_refill_for_whom_it_names():
    clock = running()
    clock.charge(None)
    assert clock.left == {"X": 60_000, "O": 60_000}
    clock.charge(0)
    assert clock.left == {"X": 0, "O": 60_000}
    clock.refill("O", 0)
    clock.refill("X", None)
    assert clock.left == {"X": 60_000, "O": 0}
    clock.pause(0)
    clock.charge(5)
    assert clock.left == {"X": 60_000, "O": 0}


def test_credit_for_lag_is_a_second_grows_by_a_tenth_and_ends_at_two():
    """Asked for more than there is, a move gets the smaller of half a second and the credit."""
    clock, gifts = running(), []
    for _ in range(6):
        _, given, _ = clock.after_move("X", 10_000, lag=9_999)
        clock.pay_for_lag("X", given)
        gifts.append(given)
    assert gifts == [500, 500, 200, 100, 100, 100]
    assert clock.flags_in(0) == 60_100
    for _ in range(18):
        clock.pay_for_lag("X", 0)
    for given in (500, 500, 500, 500):  # 1,900 left, 1,500, 1,100, 700
        assert clock.after_move("X", 10_000, lag=9_999)[1] == given
        clock.pay_for_lag("X", given)
    assert clock.after_move("X", 10_000, lag=9_999)[1] == 300
    for _ in range(99):
        clock.pay_for_lag("X", 0)
    clock.pay_for_lag("X", 1_700)  # of two seconds at most
    assert clock.after_move("X", 10_000, lag=9_999)[1] == 400
    clock.pay_for_lag("X", 10_000)
    assert clock.after_move("X", 10_000, lag=9_999)[1] == 0
    clock.run("O", 0)
    assert clock.after_move("O", 10_000, lag=9_999)[1] == 500, "each side has its own"
    assert clock.after_move("O", 10_000, lag=-5)[1] == 0


def test_a_fork_runs_on_its_own():
    clock = running()
    twin = clock.fork()
    move(twin, 10_000, lag=300)
    twin.run("O", 10_000)
    assert (clock.running, clock.left["X"]) == ("X", 60_000)
    assert move(clock, 10_000, lag=300) == (9_700, 52_300)


@pytest.mark.parametrize(
    "control",
    [TimeControl(180, 2), TimeControl(300), TimeControl(99_999, 99_999), DaysControl(999)],
    ids=str,
)
def test_a_control_is_read_back_from_its_text(control):
    assert parse_control(f" {control} ") == control


def test_a_control_without_an_increment_has_none():
    assert parse_control("300") == parse_control("300+") == parse_control("300+0")
    assert parse_control("300") == TimeControl(300, 0)
    assert parse_control("1d") == DaysControl(1)


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
    [
        (-5, "0:00.0"),
        (99, "0:00.0"),
        (100, "0:00.1"),
        (7_250, "0:07.2"),
        (9_999, "0:09.9"),
        (10_000, "0:10"),
        (59_999, "0:59"),
        (60_000, "1:00"),
        (3_599_999, "59:59"),
        (3_600_000, "1:00:00"),
        (3_661_000, "1:01:01"),
        (DAY - 1, "23:59:59"),
        (DAY, "24:00:00"),
    ],
)
def test_a_face_shows_what_matters(ms, face):
    assert clock_face(ms) == face
