"""Languages by their tags, and who wants which."""

from __future__ import annotations

import os
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal, get_args

from ninefold.rules.errors import BadSyntax, quoted
from ninefold.words.catalogue import GameWords
from ninefold.words.chinese import CHINESE
from ninefold.words.english import ENGLISH

__all__ = ["GAME_WORDS", "LANGUAGES", "Language", "find_language", "preferred_language"]

Language = Literal["en", "zh-Hant"]
#: The tags of all languages (BCP 47).
LANGUAGES: Final[tuple[Language, ...]] = get_args(Language)
#: What each language says of the game.
GAME_WORDS: Final[Mapping[Language, GameWords]] = MappingProxyType(
    {"en": ENGLISH, "zh-Hant": CHINESE}
)


def find_language(text: str) -> Language:
    """The language that a tag asks for, however exactly it does.

    >>> find_language("zh"), find_language("zh-TW"), find_language("en_GB.UTF-8")
    ('zh-Hant', 'zh-Hant', 'en')
    """
    known = _known(text)
    if known is None:
        choices = " or ".join(LANGUAGES)
        raise BadSyntax(f"{quoted(text)} is not a language: expected {choices}")
    return known


def _known(text: str) -> Language | None:
    """Whoever reads one way of writing a language reads the other better than none at all."""
    asked = text.replace("_", "-").partition("-")[0].lower()
    return next((tag for tag in LANGUAGES if tag.partition("-")[0] == asked), None)


def preferred_language(environment: Mapping[str, str] = os.environ) -> Language:
    """The language that the environment asks for; English where we do not speak it.

    >>> preferred_language({"LANG": "zh_TW.UTF-8"})
    'zh-Hant'
    """
    names = (environment.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    return _known(next((name for name in names if name), "")) or "en"
