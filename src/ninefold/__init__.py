"""Ninefold: Super Tic-Tac-Toe in four modes.

>>> from ninefold import Position
>>> Position.start("battle").play("13").turn
'O'
"""

from ninefold.rules.errors import (
    AmbiguousText,
    BadSyntax,
    BadVariant,
    IllegalMove,
    ImpossiblePosition,
    NinefoldError,
)
from ninefold.rules.position import Outcome, Position
from ninefold.rules.squares import Player, parse_square, square_name
from ninefold.rules.variants import VARIANTS, Variant, find_variant

__all__ = [
    "VARIANTS",
    "AmbiguousText",
    "BadSyntax",
    "BadVariant",
    "IllegalMove",
    "ImpossiblePosition",
    "NinefoldError",
    "Outcome",
    "Player",
    "Position",
    "Variant",
    "find_variant",
    "parse_square",
    "square_name",
]
