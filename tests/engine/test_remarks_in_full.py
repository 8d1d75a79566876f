"""Remarks and reasons: exactly those that the rules bear out, for every move, in every variant."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from ninefold import Position, Variant
from ninefold.game.reasons import reasons_for
from ninefold.game.remarks import remarks_on
from ninefold.rules.squares import PLAYERS, Player, line_through, other
from support.endgames import exchanged
from support.games import EVERY_VARIANT, random_game

by_axes = pytest.mark.parametrize(
    "variant", EVERY_VARIANT, ids=lambda variant: "-".join(variant.axes.values())
)


def could_take(position: Position, player: Player, board: int) -> set[int]:
    """The empty cells by which a player would capture a board, whoever is to move."""
    owner, marks = position.owners[board], position.marks[9 * PLAYERS.index(player) + board]
    kept = (player,) if position.variant.ownership == "latest" else PLAYERS
    if owner in kept:
        return set()
    empty = (cell for cell, mark in enumerate(position.board(board)) if mark == ".")
    return {cell for cell in empty if line_through(marks | 1 << cell, cell)}


def owning(position: Position, player: Player, board: int) -> bool:
    """Whether a player would have three boards in line, with that one."""
    owned = position.owned[PLAYERS.index(player)] | 1 << board
    return line_through(owned, board)


def still_to_take(position: Position, player: Player, board: int) -> bool:
    kept = (player,) if position.variant.ownership == "latest" else PLAYERS
    return position.owners[board] not in kept and "." in position.board(board)


def of_the_board(position: Position, after: Position, move: int) -> set[str]:
    me, board, cell = position.turn, *divmod(move, 9)
    if after.owners[board] == me != position.owners[board]:
        stolen = position.owners[board] == other(me)
        more = any(still_to_take(after, me, b) and owning(after, me, b) for b in range(9))
        return {"steals-board" if stolen else "captures-board"} | (
            {"threatens-game"} if more else set()
        )
    if after.outcome is not None:
        return set()
    said = set()
    if cell in could_take(position, other(me), board):
        said.add("stops-game" if owning(position, other(me), board) else "stops-line")
    now = could_take(after, me, board)
    if now - could_take(position, me, board):
        said.add("threatens-two-lines" if len(now) > 1 else "threatens-board")
    return said


def of_the_answers(after: Position, move: int) -> set[str]:
    if after.outcome is not None:
        return set()
    board, cell = divmod(move, 9)
    takes = {m for m in after.legal_moves if m % 9 in could_take(after, after.turn, m // 9)}
    wins = {m for m in takes if (end := after.play(m).outcome) and end.winner == after.turn}
    said = ({"allows-capture"} if takes else set()) | ({"allows-win"} if wins else set())
    if not after.free:
        return (
            said
            | (set() if takes else {"sends-to-quiet"})
            | ({"sends-back"} if board == cell else set())
        )
    full = "." not in after.board(cell)
    return said | {"sends-to-full" if full else "sends-to-captured"}


def remarks_by_rules(position: Position, move: int) -> set[str]:
    after = position.play(move)
    if after.outcome is not None and after.outcome.winner == position.turn:
        return {"wins-game"}
    said = of_the_board(position, after, move) | of_the_answers(after, move)
    if len(position.legal_moves) == 1:
        said.add("only-move")
    if move % 9 == 4 and not said & {"captures-board", "steals-board"}:
        said.add("takes-centre")
    return said


def reasons_by_rules(position: Position, move: int, better: int, answer: int | None) -> set[str]:
    mine, best = remarks_by_rules(position, move), remarks_by_rules(position, better)
    after = position.play(move)
    if move == better or "wins-game" in mine:
        return set()
    reply = set() if answer is None else remarks_by_rules(after, answer)
    lets = {
        "wins-game": "lets-win",
        "steals-board": "lets-steal",
        "captures-board": "lets-capture",
        "threatens-game": "lets-threaten",
    }
    said = {why for code, why in lets.items() if code in reply}
    if "wins-game" in best:
        said.add("misses-win")
    else:
        if not mine & {"captures-board", "steals-board"}:
            said |= {"misses-steal"} if "steals-board" in best else set()
            said |= {"misses-capture"} if "captures-board" in best else set()
        if best & {"stops-game", "stops-line"} and not mine & {"stops-game", "stops-line"}:
            said.add("misses-block")
    frees = {"sends-to-full", "sends-to-captured", "gives-free-choice"}
    if mine & frees and not best & frees:
        said.add("gives-free-move")
    if not said and after.outcome is None and not after.free and move % 9 != better % 9:
        said.add("sends-badly")
    return said


def some_positions(variant: Variant, games: int) -> list[Position]:
    """The late parts of games, where boards are taken and full."""
    found = (random_game(variant, seed)[12:] for seed in range(games))
    return [position for game in found for position in game if position.outcome is None]


@by_axes
def test_exactly_what_a_move_does_is_said_of_it(variant: Variant) -> None:
    for position in some_positions(variant, 2)[::3]:
        for move in position.legal_moves:
            told = {remark.code for remark in remarks_on(position, move)}
            assert told == remarks_by_rules(position, move), (position, move)


@by_axes
def test_exactly_what_makes_a_move_worse_is_said_of_it(variant: Variant) -> None:
    dice = random.Random(3)
    for position in some_positions(variant, 3)[::5]:
        legal = position.legal_moves
        by_cell = pairwise(sorted(legal, key=lambda move: move % 9))  # on two boards, where free
        alike = [pair for pair in by_cell if pair[0] % 9 == pair[1] % 9][:9]
        others = (legal[-1], legal[0]), (legal[0], legal[0])
        for move, better in (*pairwise(legal), *others, *alike):
            answers = position.play(move).legal_moves
            taking = [m for m in answers if m % 9 in could_take_there(position.play(move), m)]
            answer = dice.choice(taking or answers) if answers else None
            told = {r.code for r in reasons_for(position, move, better=better, answer=answer)}
            assert told == reasons_by_rules(position, move, better, answer), (position, move)


def could_take_there(position: Position, move: int) -> set[int]:
    return could_take(position, position.turn, move // 9)


@by_axes
def test_the_same_is_said_of_both_players(variant: Variant) -> None:
    for position in some_positions(variant, 1)[::6]:
        for move in position.legal_moves:
            assert remarks_on(position, move) == remarks_on(exchanged(position), move)
