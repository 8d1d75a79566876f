"""Modes are data: the four as decided, contradictions refused, a fifth in one expression."""

from __future__ import annotations

import json
from dataclasses import FrozenInstanceError, replace
from itertools import pairwise

import pytest

import ninefold
from ninefold import (
    VARIANTS,
    BadVariant,
    Position,
    Record,
    RecordedMove,
    find_variant,
    format_position,
    format_record,
    parse_position,
    parse_record,
    parse_variant,
    perft,
)
from ninefold.cli import main
from support.games import EVERY_VARIANT, random_game


def test_the_four_modes_are_the_table_of_the_rules() -> None:
    table = {name: tuple(variant.axes.values())[:4] for name, variant in VARIANTS.items()}
    assert table == {
        "modern": ("decided", "undecided", "first", "decided"),
        "classic": ("full", "unfilled", "first", "decided"),
        "battle": ("full", "unfilled", "latest", "full"),
        "open": ("decided", "unfilled", "first", "full"),
    }
    assert all(variant.tie_break == "draw" for variant in VARIANTS.values())


def test_a_variant_does_not_change() -> None:
    with pytest.raises(FrozenInstanceError):
        VARIANTS["modern"].release = "full"  # type: ignore[misc]
    with pytest.raises(TypeError):
        VARIANTS["mine"] = VARIANTS["modern"]  # type: ignore[index]


@pytest.mark.parametrize(
    ("axes", "words"),
    [
        ({"ending": "full"}, "no legal move"),
        ({"release": "full", "ending": "full"}, "no legal move"),
        ({"ownership": "latest"}, "captured board"),
        ({"release": "sometimes"}, "'sometimes'"),
        ({"tie_break": "coin"}, "'coin'"),
        ({"ownership": None}, "None"),
        ({"name": "Two words"}, "'Two words'"),
        ({"name": ""}, "''"),
        ({"name": 5}, "5"),
        ({"name": "5th"}, "'5th'"),
    ],
)
def test_contradictory_axes_are_refused_in_words(axes: dict[str, object], words: str) -> None:
    with pytest.raises(BadVariant, match=words):
        replace(VARIANTS["modern"], **axes)  # type: ignore[arg-type]


def test_both_contradictions_are_named_at_once() -> None:
    with pytest.raises(BadVariant, match=r"no legal move.*captured board"):
        replace(VARIANTS["modern"], ownership="latest", ending="full")


def test_what_is_not_refused_can_always_be_played_to_its_end() -> None:
    assert len(EVERY_VARIANT) == 22
    for variant in EVERY_VARIANT:
        for seed in range(20):
            assert random_game(variant, seed)[-1].outcome is not None


@pytest.mark.parametrize("name", ["chess", "", 7, None, "\n\nX"])
def test_an_unknown_mode_is_named_and_the_known_ones_listed(name: object) -> None:
    with pytest.raises(BadVariant, match="modern, classic, battle, open"):
        find_variant(name)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["modern2", "modern\n\nX"])
def test_of_a_mode_that_is_nearly_right_it_is_told_which_was_meant(name: str) -> None:
    with pytest.raises(BadVariant, match=r"is not a mode: did you mean modern\?"):
        find_variant(name)


FIFTH = replace(VARIANTS["battle"], name="raid", release="decided")


def test_a_fifth_mode_works_everywhere(capsys: pytest.CaptureFixture[str]) -> None:
    game = random_game(FIFTH, seed=3)
    for position in game:
        assert parse_position(format_position(position)) == position
        assert str(position)
        assert position.canonical().variant == FIFTH
    squares = [
        next(n for n in range(81) if before.cells[n] != after.cells[n])
        for before, after in pairwise(game)
    ]
    outcome = game[-1].outcome
    assert outcome is not None
    record = Record(Position.start(FIFTH), tuple(map(RecordedMove, squares)), outcome.winner or "=")
    assert parse_record(format_record(record)) == record
    assert perft(Position.start(FIFTH), 2).leaves == 720
    word = ninefold.format_variant(FIFTH)
    assert parse_variant(word) == FIFTH
    assert main(["show", word, "--moves", "55 51", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["mode"] == word


def test_the_fifth_mode_is_a_mode_of_its_own() -> None:
    # In Battle a captured target holds the player; in the raid it releases them.
    capture_board_one = ["14", "41", "17", "71", "11"]
    held, freed = (
        ninefold.replay(Position.start(variant), capture_board_one)[-1]
        for variant in (VARIANTS["battle"], FIFTH)
    )
    assert held.owners[0] == freed.owners[0] == "X"
    assert held.target == freed.target == 0
    assert not held.free
    assert freed.free
