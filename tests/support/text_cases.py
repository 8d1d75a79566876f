"""Texts as the rules here read and write them, to compare what the analysis page makes of them."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from ninefold.rules.errors import ImpossiblePosition, NinefoldError
from ninefold.rules.foreign import NOTATIONS, format_moves, format_uttt_ai
from ninefold.rules.notation import format_position
from ninefold.rules.position import Position, replay
from ninefold.rules.record import Record, RecordedMove, format_record, parse_record
from ninefold.rules.setup import set_up
from ninefold.rules.squares import PLAYERS
from ninefold.rules.variants import VARIANTS, Variant, find_variant, format_variant
from ninefold.server.play.views import axes_view

__all__ = ["text_cases"]

_VARIANTS = (*VARIANTS.values(), find_variant("open", tie_break="boards"), Variant("mine", "full"))
_MARKS = ("", "", "", "!", "?!", "??", "!!")
_COMMENTS = ("", "", "", "the centre", 'a {brace}, a "quote" \\ and [clock]', "兩行\n評語")
#: Each has something wrong with it; what comes first says where.
_BROKEN = (
    '[Mode "modern"] 1. 55 51 99 *',
    '[Mode "modern"]\n1. 55\n3. 51 *',
    '[Mode "modern"] 1. 55 5x *',
    '[Mode "modern"] 1. 55 (51 *',
    '[Mode "modern"] 1. 55 () *',
    '[Mode "modern"] (55) *',
    '[Mode "modern"] 1. 55 ) *',
    '[Mode "modern"] {before} 1. 55 *',
    '[Mode "modern"] 1. 55 {one} {two} *',
    '[Mode "modern"] 1. 55 (51) {late} *',
    '[Mode "modern"] 1. 55 {never closed *',
    '[Mode "modern"] 1. 55 {[clock 1:2]} *',
    '[Mode "modern"] 1. 55',
    '[Mode "modern"] 1. 55 [X "late"] *',
    '[Mode "modern"]\n[mode "open"] *',
    '[Mode "chess"] 1. 55 *',
    '[Mode "own:release=never"] 1. 55 *',
    '[Mode "modern:ownership=latest"] 1. 55 *',
    '[Mode "modern"] [Position "open 9/9/9/9/4X4/9/9/9/9 ......... O 5"] *',
    '[Mode "modern"] [Position "modern 9/9/9/9/4X4/9/9/9 ......... O 5"] *',
    '[Mode "modern"] [Position "modern 9/9/9/9/4X4/9/9/9/9 ......... X 5"] *',
    '[Mode "modern"] [Result "X"] 1. 55 O',
    '[X "Ann"] 1. 55 *',
    "[Mode modern] *",
)


def text_cases(games: int = 24) -> dict[str, Any]:
    """Records, broken ones, lists of moves, positions, and what speaks against changed ones."""
    dice = random.Random(22)
    starts = [_position(dice, _VARIANTS[n % len(_VARIANTS)], n * 7 % 60) for n in range(games)]
    broken = (*_BROKEN, _illegal_at_17(dice))
    return {
        "records": [format_record(_record(dice, start)) for start in starts],
        "broken": [{"text": text, "where": _where(text)} for text in broken],
        "moves": [case for start in starts for case in _move_lists(dice, start.variant)],
        "positions": [_position_case(start) for start in starts],
        "doubts": [case for start in starts for case in _doubts(dice, start)],
    }


def _position(dice: random.Random, variant: Variant, plies: int) -> Position:
    position = Position.start(variant)
    while position.ply < plies and position.outcome is None:
        position = position.play(dice.choice(position.legal_moves))
    return position


def _line(dice: random.Random, position: Position, plies: int, depth: int) -> list[RecordedMove]:
    """Random moves with side lines, none of which repeats a move that stands there already."""
    moves: list[RecordedMove] = []
    while len(moves) < plies and position.outcome is None:
        square, *others = dice.sample(position.legal_moves, len(position.legal_moves))
        count = dice.choice((0, 0, 0, 1, 2)) if depth else 0
        sides = [
            (_move(dice, other), *_line(dice, position.play(other), dice.randrange(4), depth - 1))
            for other in others[:count]
        ]
        moves.append(replace(_move(dice, square), side_lines=tuple(sides)))
        position = position.play(square)
    return moves


def _move(dice: random.Random, square: int) -> RecordedMove:
    clock = dice.choice((None, None, 298_500, 61_000))
    return RecordedMove(square, dice.choice(_COMMENTS), clock, dice.choice(_MARKS))


def _record(dice: random.Random, start: Position) -> Record:
    moves = _line(dice, start, 20, 3)
    end = replay(start, [move.square for move in moves])[-1]
    result = "*" if end.outcome is None else end.outcome.winner or "="
    return Record(start, tuple(moves), result, {"X": 'Ann "A"', "Event": "a\\b"})


def _illegal_at_17(dice: random.Random) -> str:
    squares = _squares(dice, VARIANTS["modern"])[:16]
    return f'[Mode "modern"]\n\n1. {format_moves([*squares, squares[0]])} *'


def _where(text: str) -> str:
    """Where the rules say that a record is wrong: the line, and the move if one is to blame."""
    try:
        parse_record(text)
    except NinefoldError as error:
        found = re.match(r"(?:line \d+)?(?:: move \d+(?=:))?", str(error))
        return found[0] if found else ""
    raise AssertionError(text)


def _move_lists(dice: random.Random, variant: Variant) -> list[dict[str, Any]]:
    squares = _squares(dice, variant)
    mode = format_variant(variant)
    return [
        {"mode": mode, "text": format_moves(squares, name), "squares": squares}
        for name in NOTATIONS
    ]


def _squares(dice: random.Random, variant: Variant) -> list[int]:
    position, squares = Position.start(variant), [44, 76]
    for square in squares:
        position = position.play(square)
    while len(squares) < 30 and position.outcome is None:
        squares.append(dice.choice(position.legal_moves))
        position = position.play(squares[-1])
    return squares


def _position_case(position: Position) -> dict[str, Any]:
    return {
        "mode": format_variant(position.variant),
        "text": format_position(position),
        "digits": format_uttt_ai(position),
    }


def _doubts(dice: random.Random, position: Position) -> Iterator[dict[str, Any]]:
    """A position as it is, and changed a little in several ways."""
    for change in range(12):
        cells, owners = list(position.cells), list(position.owners)
        turn, target = position.turn, position.target
        for _ in range(min(change, 4)):  # marks change places, so that their number stays right
            one, other = dice.sample(range(81), 2)
            cells[one], cells[other] = cells[other], cells[one]
        if change in (5, 6):
            cells[dice.randrange(81)] = dice.choice("XO.")
        if change in (7, 8):
            owners[dice.randrange(9)] = dice.choice("XO.-")
        if change == 9:
            turn = PLAYERS[turn == "X"]
        if change > 9:
            target = dice.choice([None, *range(9)])
        told = "".join(cells), "".join(owners)
        yield {
            "axes": axes_view(position.variant),
            "from": {"cells": told[0], "owners": told[1], "turn": turn, "target": target},
            "reasons": _reasons(position.variant, *told, turn, target),
        }


def _reasons(variant: Variant, cells: str, owners: str, turn: Any, target: Any) -> list[str]:
    try:
        set_up(variant, cells, owners=owners, turn=turn, target=target)
    except ImpossiblePosition as impossible:
        return list(impossible.reasons)
    return []
