"""Both languages say everything, with the same things filled in."""

from __future__ import annotations

import string
from dataclasses import fields
from pathlib import Path

import pytest
from rich.cells import cell_len

from ninefold.engine import LEVELS
from ninefold.engine.reasons import REASONS
from ninefold.rules.variants import AXES, VARIANTS
from ninefold.terminal import say
from ninefold.terminal.say import LANGUAGES, preferred_language, say_rules, wrap
from ninefold.terminal.words import Words

SENTENCES = [field.name for field in fields(Words) if field.type == "str"]


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def has_words(text: str) -> bool:
    return any(char.isalpha() for part, *_ in string.Formatter().parse(text) for char in part)


@pytest.mark.parametrize("name", SENTENCES)
def test_every_sentence_is_said_in_both_languages_with_the_same_placeholders(name: str) -> None:
    english, chinese = (getattr(LANGUAGES[lang], name) for lang in ("en", "zh"))
    assert english.strip()
    assert chinese.strip()
    assert placeholders(english) == placeholders(chinese)


def test_every_sentence_is_said_somewhere() -> None:
    said = "".join(path.read_text("utf-8") for path in Path(say.__file__).parent.glob("*.py"))
    assert [name for name in SENTENCES if f"words.{name}" not in said] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_mode_and_every_value_of_an_axis_is_explained(lang: str) -> None:
    words = LANGUAGES[lang]
    assert set(words.modes) == set(words.blurbs) == set(VARIANTS)
    assert list(words.levels) == [level.name for level in LEVELS]
    assert set(words.reasons) == set(REASONS)
    assert set(words.axes) == {(axis, value) for axis in AXES for value in AXES[axis]}


def test_chinese_is_written_in_chinese() -> None:
    in_english = {name for name in SENTENCES if has_words(getattr(LANGUAGES["en"], name))}
    left = [name for name in in_english if getattr(LANGUAGES["zh"], name).isascii()]
    assert left == ["key_language"]  # it names the other language


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({"LANG": "zh_TW.UTF-8"}, "zh"),
        ({"LANG": "zh_TW.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LC_MESSAGES": "zh_HK", "LANG": "en_GB.UTF-8"}, "zh"),
        ({}, "en"),
    ],
)
def test_the_language_is_the_systems(environment: dict[str, str], language: str) -> None:
    assert preferred_language(environment) == language


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("width", [12, 30, 66])
@pytest.mark.parametrize("mode", VARIANTS)
def test_sentences_are_broken_without_losing_a_sign(lang: str, width: int, mode: str) -> None:
    for sentence in say_rules(LANGUAGES[lang], VARIANTS[mode]):
        lines = wrap(sentence, width)
        assert "".join("".join(lines).split()) == "".join(sentence.split())
        assert all(cell_len(line) <= width for line in lines)
        assert not any(line[0] in "，。：；、！？" for line in lines)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_mode_is_explained_in_two_lines_beside_its_picture(lang: str) -> None:
    for lines in LANGUAGES[lang].blurbs.values():
        assert [line for line in lines if cell_len(line) > 46] == []
