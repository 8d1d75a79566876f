"""Opponents: how people meet the computer's levels: by name and in one line, and about the swap.

The engine knows a level as numbers. Terminal, server and browser take its words from here, in both
languages; `make types` writes them into the browser's catalogues.

>>> LEVEL_WORDS["en"]["casual"].name
'Casual'
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Final, NamedTuple

from ninefold.rules.position import Position

__all__ = ["DEFAULT_LEVEL", "LEVEL_WORDS", "LevelWords", "opens_with", "takes_over"]

#: The level that is offered to somebody who has chosen none.
DEFAULT_LEVEL: Final = "casual"


class LevelWords(NamedTuple):
    """What a level is called, and one line about how it plays."""

    name: str
    text: str


#: By language, then by the name that the engine gives the level; weakest first.
LEVEL_WORDS: Final[Mapping[str, Mapping[str, LevelWords]]] = {
    "en": {
        "first-game": LevelWords("First game", "Has only just learned the rules."),
        "beginner": LevelWords("Beginner", "Misses lines that are right there."),
        "casual": LevelWords("Casual", "Takes what it sees, and does not look far."),
        "keen": LevelWords("Keen", "Looks a few moves ahead."),
        "skilled": LevelWords("Skilled", "Plans, and seldom slips."),
        "expert": LevelWords("Expert", "Finds nearly every trap."),
        "master": LevelWords("Master", "Hard to beat even once."),
        "full": LevelWords("Full strength", "All it has. Good luck."),
    },
    "zh": {
        "first-game": LevelWords("第一局", "剛學會規則。"),
        "beginner": LevelWords("新手", "常漏看眼前的連線。"),
        "casual": LevelWords("休閒", "看到什麼就下什麼，想得不遠。"),
        "keen": LevelWords("認真", "會往前想幾手。"),
        "skilled": LevelWords("熟練", "有計畫，很少失誤。"),
        "expert": LevelWords("專家", "幾乎能看穿所有陷阱。"),
        "master": LevelWords("大師", "贏它一局都很難。"),
        "full": LevelWords("全力", "毫無保留。祝你好運。"),
    },
}


def opens_with(position: Position) -> int:
    """The computer's first move where it can be taken over: any, for the best would be taken."""
    return random.choice(position.legal_moves)  # noqa: S311 - a game


def takes_over(share: float) -> bool:
    """Whether the computer takes the first move over, if O can expect this share of the point.

    >>> takes_over(0.4), takes_over(0.5)
    (True, False)
    """
    return share < 0.5
