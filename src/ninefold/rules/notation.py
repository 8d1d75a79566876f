"""Modes and positions as one line of text that reads back exactly.

A position is ``MODE BOARDS OWNERS TURN TARGET [tie-break=boards]``: the nine boards in order with
runs of empty cells as digits, the owners as in ``Position.owners``, the target 1-9 or ``-``.

>>> from ninefold import Position
>>> format_position(Position.start("battle").play("13"))
'battle 2X6/9/9/9/9/9/9/9/9 ......... O 3'

A mode of your own is written with the axes that differ from Modern's, and so needs no table:
``skirmish(free_move=unfilled)``.
"""

from __future__ import annotations

import re
from typing import Any, Final

from ninefold.rules.errors import BadSyntax, quoted
from ninefold.rules.position import Position
from ninefold.rules.setup import set_up
from ninefold.rules.squares import NINE
from ninefold.rules.variants import AXES, VARIANTS, Variant, find_variant

__all__ = ["format_position", "format_variant", "parse_position", "parse_variant"]

_TIE_BREAK: Final = "tie-break="
_SHAPE: Final = "MODE BOARDS OWNERS TURN TARGET, such as 'modern 9/9/9/9/4X4/9/9/9/9 ......... O 5'"
_OWN_MODE: Final = re.compile(r"(?P<name>[^()]+)\((?P<axes>[^()]*)\)")


def format_variant(variant: Variant) -> str:
    """A mode as one word: its name, and its axes when it is none of the four.

    >>> format_variant(Variant("skirmish", free_move="unfilled"))
    'skirmish(free_move=unfilled)'
    """
    plain = variant.with_tie_break("draw")
    if VARIANTS.get(variant.name) == plain:
        return variant.name
    usual = Variant(variant.name).axes
    own = ",".join(f"{axis}={value}" for axis, value in plain.axes.items() if value != usual[axis])
    return f"{variant.name}({own})"


def parse_variant(text: str) -> Variant:
    """Read a mode as ``format_variant`` writes it.

    >>> parse_variant("Battle").ownership
    'latest'
    """
    word = text.strip().lower()
    own = _OWN_MODE.fullmatch(word)
    if own is None:
        return find_variant(text)
    axes: dict[str, Any] = {}
    for setting in filter(None, own["axes"].split(",")):
        axis, _, value = setting.partition("=")
        if axis not in AXES or axis == "tie_break" or axis in axes:
            known = ", ".join(name for name in AXES if name != "tie_break")
            raise BadSyntax(
                f"{quoted(setting)} in mode {quoted(text)}: expected {known}, each once"
            )
        axes[axis] = value
    return Variant(own["name"], **axes)


def format_position(position: Position) -> str:
    """A position as one line."""
    target = "-" if position.target is None else str(position.target + 1)
    boards = "/".join(_format_board(position.board(board)) for board in NINE)
    words = [format_variant(position.variant), boards, position.owners, position.turn, target]
    if position.variant.tie_break != "draw":
        words.append(_TIE_BREAK + position.variant.tie_break)
    return " ".join(words)


def parse_position(text: str) -> Position:
    """Read a position written as one line; one that cannot be is an ``ImpossiblePosition``."""
    words = text.split()
    tie_break = "draw"
    if words and words[-1].lower().startswith(_TIE_BREAK):
        tie_break = words.pop().lower().removeprefix(_TIE_BREAK)
    if len(words) != 5:
        raise BadSyntax(f"{quoted(text)} is not a position: expected {_SHAPE}")
    mode, boards, owners, turn, target = words
    variant: Variant = find_variant(parse_variant(mode), tie_break=tie_break)  # type: ignore[arg-type]  # checked by Variant
    return set_up(
        variant,
        _parse_boards(boards),
        owners=owners,
        turn=turn,  # type: ignore[arg-type]  # checked by set_up
        target=_parse_target(target),
    )


def _format_board(cells: str) -> str:
    return re.sub(r"\.+", lambda run: str(len(run[0])), cells)


def _parse_boards(text: str) -> str:
    boards = text.upper().split("/")
    if len(boards) != 9:
        raise BadSyntax(f"{quoted(text)} has {len(boards)} boards: expected nine between slashes")
    return "".join(_parse_board(number, board) for number, board in enumerate(boards, start=1))


def _parse_board(number: int, text: str) -> str:
    cells = "".join("." * int(char) if char in "123456789" else char for char in text)
    if len(cells) != 9 or set(cells) - set("XO."):
        raise BadSyntax(
            f"board {number} is {quoted(text)}: expected nine cells of X, O and runs of empty "
            "cells as digits, such as 4X4"
        )
    return cells


def _parse_target(text: str) -> int | None:
    if text == "-":
        return None
    if len(text) == 1 and text in "123456789":
        return int(text) - 1
    raise BadSyntax(f"{quoted(text)} is not a target: expected a board 1-9, or - for none")
