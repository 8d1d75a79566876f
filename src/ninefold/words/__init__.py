"""Words: what every screen says of the game, in each language.

Modes in a line, the rules of any variant from its axes, how a game ended, the levels of the
computer, what a move does. Terminal and paper read them here, the browser by ``make types``; a
screen's own sentences (its keys, its forms) are its own.

``catalogue`` says what a language must say, ``english`` and ``chinese`` say it, ``languages`` finds
one by its tag, ``telling`` puts sentences together.

>>> from ninefold import VARIANTS
>>> mode_line(GAME_WORDS["en"], VARIANTS["battle"])
'No board is safe: a new row takes it from its owner.'
"""

from ninefold.words.catalogue import EndingWords, GameWords, LevelWords, PuzzleWords, RuleWords
from ninefold.words.languages import (
    GAME_WORDS,
    LANGUAGES,
    Language,
    find_language,
    preferred_language,
)
from ninefold.words.telling import (
    TRAITS,
    Rules,
    Trait,
    level_name,
    mode_line,
    mode_name,
    tell_ending,
    tell_headline,
    tell_reason,
    tell_remark,
    tell_result,
    tell_rules,
    trait_of,
)

__all__ = [
    "GAME_WORDS",
    "LANGUAGES",
    "TRAITS",
    "EndingWords",
    "GameWords",
    "Language",
    "LevelWords",
    "PuzzleWords",
    "RuleWords",
    "Rules",
    "Trait",
    "find_language",
    "level_name",
    "mode_line",
    "mode_name",
    "preferred_language",
    "tell_ending",
    "tell_headline",
    "tell_reason",
    "tell_remark",
    "tell_result",
    "tell_rules",
    "trait_of",
]
