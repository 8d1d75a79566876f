"""Positions as one line of text that reads back exactly.

A position is ``MODE BOARDS OWNERS TURN TARGET``: the mode as ``ninefold.rules.variants`` writes it,
the nine boards in order with runs of empty cells as digits, the owners as in ``Position.owners``,
the target 1-9 or ``-``.

>>> from ninefold import Position
>>> format_position(Position.start("battle").play("13"))
'battle 2X6/9/9/9/9/9/9/9/9 ......... O 3'
"""

from __future__ import annotations

import re
from typing import Final

from ninefold.rules.errors import BadSyntax, quoted
from ninefold.rules.position import Position
from ninefold.rules.setup import set_up
from ninefold.rules.squares import NINE
from ninefold.rules.variants import TieBreak, format_variant

__all__ = ["format_position", "parse_position", "parse_start"]

#: A sixth word: the tie-break, as older texts have it.
_TIE_BREAK: Final = "tie-break="
_SHAPE: Final = "MODE BOARDS OWNERS TURN TARGET, such as 'modern 9/9/9/9/4X4/9/9/9/9 ......... O 5'"


def format_position(position: Position) -> str:
    """A position as one line."""
    target = "-" if position.target is None else str(position.target + 1)
    boards = "/".join(_format_board(position.board(board)) for board in NINE)
    words = (format_variant(position.variant), boards, position.owners, position.turn, target)
    return " ".join(words)


def parse_position(text: str, *, tie_break: TieBreak | None = None) -> Position:
    """Read a position written as one line; one that cannot be is an ``ImpossiblePosition``.

    A tie-break that is asked for takes the place of the text's own.
    """
    words = text.split()
    if words and words[-1].lower().startswith(_TIE_BREAK):
        said = words.pop().lower().removeprefix(_TIE_BREAK)
        tie_break = tie_break or said  # type: ignore[assignment]  # checked by Variant
    if len(words) != 5:
        raise BadSyntax(f"{quoted(text)} is not a position: expected {_SHAPE}")
    mode, boards, owners, turn, target = words
    return set_up(
        mode,
        _parse_boards(boards),
        owners=owners,
        turn=turn,  # type: ignore[arg-type]  # checked by set_up
        target=_parse_target(target),
        tie_break=tie_break,
    )


def parse_start(text: str, *, tie_break: TieBreak | None = None) -> Position:
    """Read where a game begins: a mode, which means its empty board, or a position as one line.

    >>> parse_start("battle").turn, parse_start("battle 2X6/9/9/9/9/9/9/9/9 ......... O 3").turn
    ('X', 'O')
    """
    if len(text.split()) > 1:
        return parse_position(text, tie_break=tie_break)
    return Position.start(text, tie_break=tie_break)


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
