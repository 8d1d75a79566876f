"""Files with records that cannot be read among others: each costs itself and nothing more."""

from __future__ import annotations

from itertools import islice

import pytest

from ninefold import Record
from ninefold.rules.record import scan_records

GOOD = '[Mode "open"]\n[X "Ann"]\n\n1. 55\n51 *\n'
TWO_GOOD = f"\n{GOOD}\n{GOOD}"


@pytest.mark.parametrize(
    "broken",
    [
        '[Mode "open"]\n[X unquoted]\n[O "Ben"]\n\n1. 55 *\n',  # a tag among tags
        '[Mode "open"]\n  [X unquoted]\n  [O "Ben"]\n\n1. 55 *\n',
        '[X unquoted]\n[Mode "open"]\n\n1. 55 *\n',  # the first
        '[Mode "chess"]\n[X "Ann"]\n\n1. 55\n51 *\n',  # tags that are fine and say nothing
        '[Mode "open"]\n\n1. 55\n99 51\n*\n',  # a move
        '[Mode "open"]\n\n1. 55 {one} {two}\n51 *\n',
        '[Mode "open"]\n\n1. 55 {never closed\n',
        '[Mode "open"]\n\n1. 55 51\n',  # no result
        '[Mode "open"]\n\n1. 55\n[Late "tag"]\n51 *\n',
        "hello\nworld\n",
    ],
)
def test_a_broken_record_costs_only_itself(broken: str) -> None:
    late_tag = 1 if "Late" in broken else 0  # it looks like the beginning of another one
    for before, after in ((GOOD, TWO_GOOD), ("", TWO_GOOD), (TWO_GOOD, TWO_GOOD)):
        # No more is asked than there can be: who finds the same game again would never end.
        found = [one for _, one in islice(scan_records(before + broken + after), 9)]
        good = [isinstance(one, Record) for one in found]
        count = before.count("Mode")
        assert good == [*[True] * count, False, *[False] * late_tag, True, True]


def test_the_tags_of_the_game_behind_a_broken_one_may_be_indented() -> None:
    text = '[Mode "open"] 55 55 *\n' + GOOD.replace("[", "  [")
    (_, broken), (line, good) = islice(scan_records(text), 9)
    assert not isinstance(broken, Record)
    assert isinstance(good, Record)
    assert (line, good.tags) == (2, {"X": "Ann"})


def test_a_byte_order_mark_before_a_game_does_not_hide_its_first_tag() -> None:
    text = '[Mode "open"] 55 55 *\n' + f"\ufeff{GOOD}" * 2
    found = list(islice(scan_records(text), 9))
    assert [isinstance(one, Record) for _, one in found] == [False, True, True]
    assert [line for line, _ in found] == [1, 2, 7]


@pytest.mark.parametrize("rest", ["}", "[Mode] *", "hello", "1. 55 *", '[Mode "chess"] *'])
def test_a_record_that_breaks_at_its_first_word_begins_in_the_line_of_that(rest: str) -> None:
    for before, line in (("", 1), ("\n\n", 3), (f"{GOOD}\n", 7), (f"{GOOD}\n\n", 8)):
        begun, error = list(islice(scan_records(before + rest), 9))[-1]
        assert not isinstance(error, Record)
        assert str(error).startswith(f"line {line}: ")
        assert begun == line


@pytest.mark.timeout(20)  # a blink; gone through again from each line it would be minutes
def test_a_game_is_found_behind_any_number_of_empty_lines() -> None:
    text = '[Mode "open"] 55 55\n' + " \n" * 200_000 + f"x\n{GOOD}"
    (_, broken), (line, good) = islice(scan_records(text), 9)
    assert not isinstance(broken, Record)
    assert isinstance(good, Record)
    assert line == 200_003
