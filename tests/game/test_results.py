"""How games end: one list of endings, and what earlier versions called them."""

from __future__ import annotations

import pytest

from ninefold import NinefoldError
from ninefold.game import ENDINGS, Result, read_ending


@pytest.mark.parametrize(
    ("letter", "tag", "result"),
    [
        ("X", "resign", Result("X", "resignation")),  # the server's
        ("O", "resigned", Result("O", "resignation")),  # the terminal's
        ("=", "agreed", Result(None, "agreement")),
        ("=", "agreement", Result(None, "agreement")),
        ("*", "abort", Result(None, "aborted")),
        ("*", "expired", Result(None, "expired")),
        ("X", "abandoned", Result("X", "abandoned")),
        ("=", "abandoned", Result(None, "abandoned")),
        ("O", "proven", Result("O", "proven")),
        ("O", "crash", Result("O", "crash")),
        ("X", " Time ", Result("X", "time")),
        ("*", "", None),
        ("*", "resigned", None),
    ],
)
def test_every_spelling_is_read_as_what_it_meant(letter, tag, result):
    assert Result.read(letter, tag) == result


@pytest.mark.parametrize(
    ("letter", "tag"), [("X", ""), ("=", ""), ("X", "agreed"), ("=", "resigned"), ("O", "line")]
)
def test_what_a_record_does_not_say_is_not_made_up(letter, tag):
    result = Result.read(letter, tag)
    assert result is not None
    assert (result.ending, result.letter) == ("unknown", letter)


@pytest.mark.parametrize("ending", ENDINGS)
def test_an_ending_is_its_own_tag(ending):
    assert read_ending(ending) == ending


@pytest.mark.parametrize("ending", [e for e in ENDINGS if e not in ("line", "tie-break", "draw")])
def test_what_is_written_is_read_back(ending):
    for winner in ("X", "O", None):
        try:
            result = Result(winner, ending)
        except NinefoldError:
            continue
        assert Result.read(result.letter, result.ending) == result


@pytest.mark.parametrize(
    ("winner", "ending"),
    [("X", "draw"), (None, "line"), (None, "time"), ("O", "aborted"), (None, "rain")],
)
def test_a_result_that_cannot_be_is_refused(winner, ending):
    with pytest.raises(NinefoldError, match="cannot end by"):
        Result(winner, ending)
