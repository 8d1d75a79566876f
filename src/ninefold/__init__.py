"""Ninefold: Super Tic-Tac-Toe in four modes.

>>> from ninefold import Position
>>> Position.start("battle").play("13").turn
'O'
"""

from importlib import import_module
from typing import TYPE_CHECKING

from ninefold.rules.errors import (
    AmbiguousText,
    BadInput,
    BadSyntax,
    BadVariant,
    IllegalMove,
    ImpossiblePosition,
    NinefoldError,
    SystemFailed,
)
from ninefold.rules.position import Outcome, Position, replay
from ninefold.rules.squares import Player, parse_square, square_name
from ninefold.rules.variants import (
    VARIANTS,
    Variant,
    find_variant,
    format_variant,
    parse_variant,
)

if TYPE_CHECKING:
    __version__: str
    from ninefold.rules.foreign import format_moves, format_uttt_ai, parse_moves, parse_uttt_ai
    from ninefold.rules.notation import format_position, parse_position, parse_start
    from ninefold.rules.perft import Counts, perft
    from ninefold.rules.record import (
        Record,
        RecordedMove,
        format_record,
        parse_record,
        parse_records,
    )
    from ninefold.rules.setup import set_up

__all__ = [
    "VARIANTS",
    "AmbiguousText",
    "BadInput",
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
    "SystemFailed",
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
    "parse_start",
    "parse_uttt_ai",
    "parse_variant",
    "perft",
    "replay",
    "set_up",
    "square_name",
]

# The texts of games load on first use, so that `import ninefold` stays quick.
_LATER = ("foreign", "notation", "perft", "record", "setup")


def __getattr__(name: str) -> object:
    if name == "__version__":
        from importlib.metadata import version

        return globals().setdefault(name, version("ninefold"))
    if name in __all__:
        for module in map(import_module, (f"ninefold.rules.{later}" for later in _LATER)):
            if name in module.__all__:
                return globals().setdefault(name, getattr(module, name))
    raise AttributeError(f"module 'ninefold' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
