"""Levels: eight named strengths, from a child's first game to all that the engine has.

The low ones err as people do: they look only a move or two ahead, misjudge what they see, and
overlook captures, their own and the ones that a careless move hands over. Up to ``master`` a level
is limited by positions looked at, not by time, so it plays alike on every machine.

>>> [level.name for level in LEVELS][:3]
['first-game', 'beginner', 'casual']
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ninefold.engine.handicap import NONE, Handicap
from ninefold.engine.limit import Limit
from ninefold.rules.errors import BadSyntax, quoted

__all__ = ["EVALUATIONS", "LEVELS", "Level", "find_level"]

#: What judges positions at the end of a search: a trained network where there is one, or our hand.
EVALUATIONS: Final = ("network", "hand")


@dataclass(frozen=True, slots=True)
class Level:
    """A strength: how far it looks, and what it gets wrong.

    ``limit`` holds where nobody sets a smaller one. ``oversight`` is the share of its own captures
    that it does not even consider; ``handicap`` clouds what it sees when it looks ahead. All but
    the strongest judge positions by the hand-written ``evaluation``, and only that one follows the
    opening ``book``: the others stay as strong as they were measured.
    """

    number: int
    name: str
    limit: Limit
    handicap: Handicap = NONE
    oversight: float = 0.0
    evaluation: str = "hand"
    book: bool = False


#: Weakest first. Each beats the one before it in at least 65 % of games: see docs/play/levels.md.
LEVELS: Final = (
    Level(1, "first-game", Limit(depth=1), Handicap(noise=3.0, blindness=0.8), oversight=0.5),
    Level(2, "beginner", Limit(depth=1), Handicap(noise=1.2, blindness=0.5), oversight=0.2),
    Level(3, "casual", Limit(depth=2), Handicap(noise=0.8, blindness=0.25), oversight=0.05),
    Level(4, "keen", Limit(depth=3), Handicap(noise=0.5, blindness=0.08)),
    Level(5, "skilled", Limit(depth=5), Handicap(noise=0.25)),
    Level(6, "expert", Limit(nodes=5_000)),
    Level(7, "master", Limit(nodes=40_000)),
    Level(8, "full", Limit(time=0.9), evaluation="network", book=True),
)


def find_level(text: str | int) -> Level:
    """The level of that name or number.

    >>> find_level("casual").number, find_level(8).name
    (3, 'full')
    """
    wanted = str(text).strip().lower().replace(" ", "-")
    for level in LEVELS:
        if wanted in (level.name, str(level.number)):
            return level
    names = ", ".join(level.name for level in LEVELS)
    raise BadSyntax(f"{quoted(text)} is not a level: expected 1-8 or one of {names}")
