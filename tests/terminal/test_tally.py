"""A tally counts first tries and days in a row, and takes any file."""

from __future__ import annotations

from datetime import date

from ninefold.terminal.tally import Tally


def test_only_the_first_try_counts() -> None:
    tally = Tally()
    tally.count("a", solved=True)
    tally.count("b", solved=True)
    tally.count("c", solved=False)
    tally.count("c", solved=True)
    assert (tally.streak, tally.best) == (0, 2)
    assert Tally.of(tally.kept()) == tally


def test_the_best_streak_is_the_longest_so_far_after_every_puzzle() -> None:
    tally = Tally()
    told = []
    for number, solved in enumerate([True, True, False, True, True, True, False, True]):
        tally.count(str(number), solved=solved)
        told.append((tally.streak, tally.best))
    assert told == [(1, 1), (2, 2), (0, 2), (1, 2), (2, 2), (3, 3), (0, 3), (1, 3)]


def test_days_in_a_row() -> None:
    tally = Tally()
    for day in (17, 18, 18, 19):
        tally.count_day(date(2026, 11, day))
    assert tally.days == 3
    tally.count_day(date(2026, 11, 21))
    assert tally.days == 1


def test_what_cannot_have_been_written_counts_as_nothing() -> None:
    nonsense = {"streak": "3", "best": None, "days": True, "tried": ["a", 3, None], "more": 1}
    assert Tally.of(nonsense) == Tally(tried=["a"])
