"""Both languages say everything, with the same things filled in."""

from __future__ import annotations

import string
from dataclasses import fields
from pathlib import Path

import pytest
from rich.cells import cell_len

from ninefold.rules.variants import VARIANTS
from ninefold.terminal import say
from ninefold.terminal.say import WORDS, say_rules, wrap
from ninefold.terminal.words import Words
from ninefold.words import Language

SENTENCES = [field.name for field in fields(Words) if field.type == "str"]


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def has_words(text: str) -> bool:
    return any(char.isalpha() for part, *_ in string.Formatter().parse(text) for char in part)


@pytest.mark.parametrize("name", SENTENCES)
def test_every_sentence_is_said_in_both_languages_with_the_same_placeholders(name: str) -> None:
    english, chinese = (getattr(words, name) for words in WORDS.values())
    assert english.strip()
    assert chinese.strip()
    assert placeholders(english) == placeholders(chinese)


def test_every_sentence_is_said_somewhere() -> None:
    said = "".join(path.read_text("utf-8") for path in Path(say.__file__).parent.glob("*.py"))
    assert [name for name in SENTENCES if f"words.{name}" not in said] == []


def test_chinese_is_written_in_chinese() -> None:
    in_english = {name for name in SENTENCES if has_words(getattr(WORDS["en"], name))}
    left = [name for name in in_english if getattr(WORDS["zh-Hant"], name).isascii()]
    assert left == ["key_language"]  # it names the other language


@pytest.mark.parametrize("lang", WORDS)
@pytest.mark.parametrize("width", [12, 30, 66])
@pytest.mark.parametrize("mode", VARIANTS)
def test_sentences_are_broken_without_losing_a_sign(lang: Language, width: int, mode: str) -> None:
    for sentence in say_rules(WORDS[lang], VARIANTS[mode]):
        lines = wrap(sentence, width)
        assert "".join("".join(lines).split()) == "".join(sentence.split())
        assert all(cell_len(line) <= width for line in lines)
        assert not any(line[0] in "，。：；、！？" for line in lines)
