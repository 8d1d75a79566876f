"""A mode as text: one word that every door reads, and that says the whole variant."""

from __future__ import annotations

import shlex
from dataclasses import replace
from urllib.parse import parse_qs, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ninefold import (
    VARIANTS,
    BadInput,
    Position,
    Variant,
    find_variant,
    format_position,
    format_variant,
    parse_position,
    parse_record,
    parse_start,
    parse_variant,
)
from ninefold.rules.variants import TieBreak
from support.games import MODES, positions, variants

names = st.sampled_from([*VARIANTS, "skirmish", "a", "my-mode-2"])


@given(variants, names)
def test_a_variant_under_any_name_reads_back(variant: Variant, name: str) -> None:
    named = replace(variant, name=name)
    word = format_variant(named)
    assert parse_variant(word) == named
    assert parse_variant(f" {word.upper()} ") == named
    assert Position.start(word).variant == named


@given(variants)
def test_the_word_needs_no_quotes_anywhere(variant: Variant) -> None:
    word = format_variant(variant)
    assert shlex.quote(word) == word
    assert parse_qs(urlsplit(f"http://host/play?mode={word}").query) == {"mode": [word]}


@pytest.mark.parametrize("variant", MODES, ids=format_variant)
def test_a_tie_break_is_said_after_the_modes_own_name(variant: Variant) -> None:
    tie_break = variant.tie_break
    assert parse_variant(f"{variant.name}:tie_break={tie_break}") == variant
    assert parse_variant(f"{variant.name}:tie-break={tie_break}") == variant
    assert find_variant(f"{variant.name}:tie_break=boards", tie_break="draw").tie_break == "draw"


def test_the_axes_after_a_modes_name_differ_from_that_mode() -> None:
    raid = parse_variant("battle:release=decided")
    assert raid == replace(VARIANTS["battle"], release="decided")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("clasic", "'clasic' is not a mode: did you mean classic?"),
        ("chess", "'chess' is not a mode: expected one of modern, classic, battle, open, or your"),
        ("own:relase=full", "'relase=full' in mode 'own:relase=full': did you mean release?"),
        ("own:x=full", "'x=full' in mode 'own:x=full': expected release, free_move, ownership"),
        ("own:release=full,release=full", "expected release, free_move, ownership, ending"),
    ],
)
def test_a_slip_of_the_keys_is_told_what_was_probably_meant(text: str, said: str) -> None:
    with pytest.raises(BadInput) as refused:
        parse_variant(text)
    assert said in str(refused.value)


def test_older_texts_are_still_read() -> None:
    siege = Variant("siege", release="full", free_move="unfilled")
    assert parse_variant("siege(release=full,free_move=unfilled)") == siege
    assert parse_variant("mine()") == Variant("mine")
    assert parse_variant("battle(release=full)") == Variant("battle", release="full")
    line = "siege(release=full,free_move=unfilled) 9/9/9/9/9/9/9/9/9 ......... X - tie-break=boards"
    assert parse_position(line) == Position.start(replace(siege, tie_break="boards"))
    record = parse_record('[Mode "modern"]\n[TieBreak "boards"]\n\n1. 55 *\n')
    assert record.variant == VARIANTS["modern"].with_tie_break("boards")


@given(positions)
def test_a_start_is_a_mode_or_a_position(position: Position) -> None:
    word = format_variant(position.variant)
    assert parse_start(word) == Position.start(position.variant)
    assert parse_start(format_position(position)) == position


@given(positions)
def test_an_asked_for_tie_break_takes_the_place_of_the_texts(position: Position) -> None:
    for tie_break in ("draw", "boards"):
        read = parse_position(format_position(position), tie_break=tie_break)
        assert read.variant == position.variant.with_tie_break(tie_break)
        assert (read.cells, read.owners, read.turn) == (
            position.cells,
            position.owners,
            position.turn,
        )


def test_an_asked_for_tie_break_takes_the_place_of_an_older_texts() -> None:
    line = "modern 9/9/9/9/9/9/9/9/9 ......... X - tie-break=boards"
    assert parse_position(line).variant.tie_break == "boards"
    assert parse_position(line.upper()).variant.tie_break == "boards"
    assert parse_position(line, tie_break="draw").variant.tie_break == "draw"


@pytest.mark.parametrize("tie_break", ["draw", "boards"])
@pytest.mark.parametrize("word", ["battle", "battle:tie_break=boards", "mine:release=full"])
def test_an_asked_for_tie_break_takes_the_place_of_a_starts(word: str, tie_break: TieBreak) -> None:
    for text in (word, format_position(Position.start(word)), f" {word}\n"):
        start = parse_start(text, tie_break=tie_break)
        assert start == Position.start(word, tie_break=tie_break)
        assert start.variant.tie_break == tie_break
        assert parse_start(text) == Position.start(word)
