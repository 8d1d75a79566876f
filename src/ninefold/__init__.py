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
from ninefold.rules.foreign import format_moves, format_uttt_ai, parse_moves, parse_uttt_ai
from ninefold.rules.notation import (
    format_position,
    format_variant,
    parse_position,
    parse_variant,
)
from ninefold.rules.perft import Counts, perft
from ninefold.rules.position import Outcome, Position, replay
from ninefold.rules.record import (
    Record,
    RecordedMove,
    format_record,
    parse_record,
    parse_records,
)
from ninefold.rules.setup import set_up
from ninefold.rules.squares import Player, parse_square, square_name
from ninefold.rules.variants import VARIANTS, Variant, find_variant

__all__ = [
    "VARIANTS",
    "AmbiguousText",
    "BadSyntax",
    "BadVariant",
    "Counts",
    "IllegalMove",
    "ImpossiblePosition",
    "NinefoldError",
    "Outcome",
    "Player",
    "Position",
    "Record",
    "RecordedMove",
    "Variant",
    "find_variant",
    "format_moves",
    "format_position",
    "format_record",
    "format_uttt_ai",
    "format_variant",
    "parse_moves",
    "parse_position",
    "parse_record",
    "parse_records",
    "parse_square",
    "parse_uttt_ai",
    "parse_variant",
    "perft",
    "replay",
    "set_up",
    "square_name",
]
