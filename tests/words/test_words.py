"""Every language says everything of the game, with the same things filled in."""

from __future__ import annotations

import string
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from itertools import product
from typing import get_args

import pytest

from ninefold.engine import LEVELS
from ninefold.rules.errors import BadSyntax
from ninefold.rules.position import Position, replay
from ninefold.rules.variants import AXES, VARIANTS, Variant
from ninefold.server.wire.messages import EndReason, RemarkCode
from ninefold.words import (
    GAME_WORDS,
    LANGUAGES,
    TRAITS,
    GameWords,
    Trait,
    find_language,
    level_name,
    mode_line,
    mode_name,
    preferred_language,
    tell_ending,
    tell_headline,
    tell_reason,
    tell_remark,
    tell_result,
    tell_rules,
    trait_of,
)
from support.games import EVERY_VARIANT, play_at_random

every_language = pytest.mark.parametrize("words", GAME_WORDS.values(), ids=GAME_WORDS)


def sentences(value: object, name: str = "") -> Iterator[tuple[str, str]]:
    """Every sentence of a catalogue, under the way to it."""
    if isinstance(value, str):
        yield name, value
    elif isinstance(value, Mapping):
        for key, each in value.items():
            yield from sentences(each, f"{name}/{key}")
    elif is_dataclass(value):
        for field in fields(value):
            yield from sentences(getattr(value, field.name), f"{name}/{field.name}")
    else:
        raise AssertionError(f"{name} is neither a sentence nor made of some")


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def test_every_language_says_the_same_with_the_same_placeholders() -> None:
    shapes = [
        {name: placeholders(text) for name, text in sentences(words) if text}
        for words in GAME_WORDS.values()
    ]
    for shape in shapes:
        assert shape | {"/space": set()} == shapes[0]


@every_language
def test_every_mode_axis_level_ending_and_remark_has_its_words(words: GameWords) -> None:
    assert set(words.modes) == set(VARIANTS)
    assert set(words.lines) == set(get_args(Trait))
    assert set(words.rules.axes) == {(axis, value) for axis in AXES for value in AXES[axis]}
    assert list(words.levels) == [level.name for level in LEVELS]
    assert set(words.endings) >= set(get_args(EndReason))
    assert set(words.remarks) == set(get_args(RemarkCode))


def test_english_is_plain_and_chinese_is_written_in_chinese() -> None:
    assert [text for _, text in sentences(GAME_WORDS["en"]) if not text.isascii()] == []
    bare = [name for name, text in sentences(GAME_WORDS["zh-Hant"]) if text and text.isascii()]
    assert bare == ["/they"]  # a player's letter


@pytest.mark.parametrize("variant", EVERY_VARIANT)
def test_the_rules_of_every_variant_are_told_from_its_axes(variant: Variant) -> None:
    for words in GAME_WORDS.values():
        told = tell_rules(words, variant)
        said = words.space.join((*told.play, *told.end))
        assert all(words.rules.axes[axis, value] in said for axis, value in variant.axes.items())
        assert words.rules.swap not in said
        assert words.rules.swap in tell_rules(words, variant, swap=True).play
        assert mode_line(words, variant) == words.lines[trait_of(variant)]


@every_language
def test_rules_are_told_in_the_order_in_which_a_game_meets_them(words: GameWords) -> None:
    rules, variant = words.rules, VARIANTS["battle"]
    says = {axis: rules.axes[axis, value] for axis, value in variant.axes.items()}
    captured = (rules.capture, says["ownership"], "Mark it.")
    play = (
        *(rules.boards, rules.start, rules.send, words.space.join(captured)),
        *(says["release"], says["free_move"], rules.swap),
    )
    end = (rules.win, words.space.join((says["ending"], says["tie_break"])))
    assert tell_rules(words, variant, swap=True, marking="Mark it.") == (play, end)


@every_language
def test_a_level_that_nobody_knows_goes_by_its_own_name(words: GameWords) -> None:
    assert level_name(words, "grandmaster") == "grandmaster"
    for level in LEVELS:
        assert level_name(words, level.name) == words.levels[level.name].name


@pytest.mark.parametrize("variant", EVERY_VARIANT)
def test_what_one_line_claims_of_a_mode_is_true(variant: Variant) -> None:
    """Board 1 is X's and has empty cells; O is sent there, or has a free move in spite of it."""
    back = replay(Position.start(variant), ["14", "41", "17", "71", "11"])[-1]
    may_play_there = any(square < 9 for square in back.legal_moves)
    held = {square // 9 for square in back.legal_moves} == {0}
    match trait_of(variant):
        case "closes":
            assert not may_play_there
        case "holds":
            assert held
            assert variant.ownership == "first"
        case "opens":
            assert may_play_there
            assert not held
        case "changes-hands":
            assert may_play_there
            assert variant.ownership == "latest"


def test_only_axes_give_a_mode_its_trait() -> None:
    assert all(value in AXES[axis] for axis, value, _ in TRAITS)
    assert {trait_of(variant) for variant in EVERY_VARIANT} == set(get_args(Trait))


def test_a_variant_of_ones_own_goes_by_its_own_name() -> None:
    own = Variant("siege", release="full", free_move="unfilled", ownership="latest")
    assert [mode_name(words, own) for words in GAME_WORDS.values()] == ["Siege", "Siege"]


@pytest.mark.parametrize(
    ("ending", "winner", "told"),
    [
        ("line", "X", ("You win!", "You lose.", "X wins.")),
        ("resignation", "O", ("You lose. You resigned.", "You win! X resigned.", "O wins. X")),
        ("time", "X", ("You win! O ran", "You lose. You ran", "X wins. O ran")),
        ("tie-break", "X", ("You win! No three", "You lose. No three", "X wins. No three")),
        ("abandoned", "X", ("You win! O left", "You lose. You left", "X wins. O left")),
        ("abandoned", None, ("Draw. One player left",) * 3),
        ("agreement", None, ("Draw. Both",) * 3),
        ("aborted", None, ("Cancelled. The game",) * 3),
    ],
)
def test_a_result_is_told_to_each_in_their_own_person(
    ending: str, winner: None, told: tuple[str, ...]
) -> None:
    for to, said in zip(("X", "O", None), told, strict=True):
        text = tell_result(GAME_WORDS["en"], ending, winner, Position.start(), to)  # type: ignore[arg-type]  # sides
        assert text.startswith(said)


@every_language
def test_every_ending_can_be_told_to_everybody(words: GameWords) -> None:
    for ending, winner, to in product(words.endings, ("X", "O", None), ("X", "O", None)):
        if winner is None and "{" in (words.endings[ending].drawn or words.endings[ending].text):
            continue  # it never ends in a draw
        text = tell_result(words, ending, winner, Position.start(), to)  # type: ignore[arg-type]  # sides
        assert text
        assert "{" not in text


def test_a_line_and_a_tie_break_name_boards() -> None:
    moves = "96 67 77 78 83 39 99 94 48 88 86 69 93 37 75 57 73 38 89"
    won = replay(Position.start(), moves.split())
    assert tell_ending(GAME_WORDS["en"], "line", "X", won[-1]).endswith("7 8 9.")
    assert "3 to 1" in tell_ending(GAME_WORDS["en"], "tie-break", "X", won[-1])


def test_a_remark_speaks_to_whoever_it_is_about() -> None:
    for words, you in zip(GAME_WORDS.values(), ("you", "你"), strict=True):
        told = tell_remark(words, "sends-to-full", 4, "O", to="O")
        assert you in told
        assert "5" in told
        assert "O" in tell_remark(words, "sends-to-full", 4, "O", to="X")
        assert "O" in tell_remark(words, "sends-to-full", 4, "O")


@pytest.mark.parametrize(
    ("asked", "language"),
    [
        ("en", "en"),
        ("EN-gb", "en"),
        ("zh", "zh-Hant"),
        ("zh-TW", "zh-Hant"),
        ("zh-Hant", "zh-Hant"),
    ],
)
def test_a_language_is_found_by_any_tag_of_it(asked: str, language: str) -> None:
    assert find_language(asked) == language


@pytest.mark.parametrize("asked", ["", "fr", "english", "z"])
def test_an_unknown_language_is_refused_in_words(asked: str) -> None:
    with pytest.raises(BadSyntax, match="expected en or zh-Hant"):
        find_language(asked)


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({"LANG": "zh_TW.UTF-8"}, "zh-Hant"),
        ({"LANG": "zh_TW.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LC_MESSAGES": "zh_HK", "LANG": "en_GB.UTF-8"}, "zh-Hant"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LC_ALL": "zh_TW", "LC_MESSAGES": "en_GB", "LANG": "en_GB"}, "zh-Hant"),
        ({"LC_ALL": "en_GB", "LC_MESSAGES": "zh_TW", "LANG": "zh_TW"}, "en"),
        ({"LC_ALL": "", "LC_MESSAGES": "zh_TW", "LANG": "en_GB"}, "zh-Hant"),
        ({"LC_ALL": "", "LC_MESSAGES": "", "LANG": "zh_TW"}, "zh-Hant"),
        ({"LC_ALL": "fr_FR", "LC_MESSAGES": "zh_TW"}, "en"),
        ({}, "en"),
    ],
)
def test_the_language_is_the_systems(environment: dict[str, str], language: str) -> None:
    assert preferred_language(environment) == language
    assert language in LANGUAGES


@every_language
@pytest.mark.parametrize("name", VARIANTS)
def test_a_mode_is_called_changed_where_more_than_its_tie_break_is(
    words: GameWords, name: str
) -> None:
    for variant in EVERY_VARIANT:
        mine = Variant(name, **variant.axes)  # type: ignore[arg-type]  # its own axes
        usual = [a for a in AXES if a != "tie_break" and mine.axes[a] != VARIANTS[name].axes[a]]
        told = words.changed_mode.format(mode=words.modes[name]) if usual else words.modes[name]
        assert mode_name(words, mine) == told


@every_language
def test_a_headline_is_told_to_the_winner_the_loser_and_a_watcher(words: GameWords) -> None:
    for winner, loser in (("X", "O"), ("O", "X")):
        assert tell_headline(words, "time", winner, winner) == words.you_win  # type: ignore[arg-type]
        assert tell_headline(words, "time", winner, loser) == words.you_lose  # type: ignore[arg-type]
        assert tell_headline(words, "time", winner) == words.wins.format(winner=winner)  # type: ignore[arg-type]
    assert tell_headline(words, "draw", None, "X") == words.draw
    for ending in ("aborted", "expired"):
        assert tell_headline(words, ending, None, "O") == words.called_off


@every_language
def test_a_headline_has_one_mark_at_its_end_before_what_follows(words: GameWords) -> None:
    marks = ".!。！"
    for winner, to in (("X", "X"), ("X", "O"), ("X", None), (None, "O")):
        ending = "time" if winner else "draw"
        told = tell_result(words, ending, winner, Position.start(), to)  # type: ignore[arg-type]
        headline = tell_headline(words, ending, winner, to)  # type: ignore[arg-type]
        rest = told.removeprefix(headline)
        ended = headline[-1] in marks
        assert rest.startswith(words.space if ended else words.stop + words.space)
        assert rest.lstrip(marks).startswith(words.space)
        assert len(rest) - len(rest.lstrip(marks)) == (0 if ended else 1)


def test_a_reason_names_its_board_and_speaks_to_whoever_it_is_about() -> None:
    words = GAME_WORDS["en"]
    assert tell_reason(words, "lets-steal", 8, "X") == "It lets X take board 9 over."
    assert tell_reason(words, "lets-steal", 0, "X", "X") == "It lets you take board 1 over."
    assert tell_reason(words, "lets-steal", 0, "X", "O") == "It lets X take board 1 over."
    assert tell_reason(words, "sends-badly", 3, "O") == "It sends O to the wrong board: 4."


def test_every_board_of_a_line_and_each_count_is_told_in_order() -> None:
    words = GAME_WORDS["en"]
    for seed in range(40):
        position = play_at_random("modern", seed, 81, "boards")
        outcome = position.outcome
        assert outcome is not None
        told = tell_ending(words, outcome.reason, outcome.winner, position)
        if outcome.reason == "line":
            boards = " ".join(str(board + 1) for board in outcome.boards)
            assert told == f"Three boards in a row: {boards}."
        elif outcome.winner:
            rival = "O" if outcome.winner == "X" else "X"
            own, others = map(position.owners.count, (outcome.winner, rival))
            assert told.endswith(f" {outcome.winner} owns more: {own} to {others}.")
