"""Remarks on moves are true, in every mode, for every move of whole games."""

from __future__ import annotations

import random

import pytest

from ninefold import VARIANTS, IllegalMove, Position
from ninefold.game.remarks import REMARK_CODES, remarks_on


def after(mode, *moves):
    position = Position.start(mode)
    for move in moves:
        position = position.play(move)
    return position


def codes(position, square):
    return [remark.code for remark in remarks_on(position, square)]


def test_remarks_tell_what_a_move_does():
    assert codes(after("modern", "12", "21"), 2) == ["threatens-board", "sends-to-quiet"]
    blocked = codes(after("modern", "12", "21", "13", "33", "31"), 0)
    assert blocked == ["stops-line", "sends-to-quiet", "sends-back"]
    assert "captures-board" in codes(after("modern", "12", "21", "13", "31"), 0)
    assert "allows-capture" in codes(after("modern", "12", "21", "13"), 18)
    with pytest.raises(IllegalMove):
        remarks_on(after("modern", "12"), 1)


@pytest.mark.parametrize("mode", VARIANTS)
def test_every_remark_is_true_and_the_telling_ones_are_made(mode):
    dice = random.Random(mode)
    said = set()
    for _ in range(8):
        position = Position.start(mode)
        while position.outcome is None:
            square = dice.choice(position.legal_moves)
            remarks = remarks_on(position, square)
            order = [REMARK_CODES.index(remark.code) for remark in remarks]
            assert order == sorted(order)
            said |= {remark.code for remark in remarks}
            check(position, square, {remark.code: remark.board for remark in remarks})
            position = position.play(square)
    assert len(said) >= 12


def check(position, square, said):
    then, me, board = position.play(square), position.turn, square // 9
    won = then.outcome is not None and then.outcome.winner == me
    assert won == ("wins-game" in said)
    if won:
        assert said == {"wins-game": None}
        return
    took = then.owners[board] == me != position.owners[board]
    assert took == bool(said.keys() & {"captures-board", "steals-board"})
    if "steals-board" in said:
        assert position.owners[board] not in (".", me)
    assert ("only-move" in said) == (len(position.legal_moves) == 1)
    threats = lines_to_come(then, me, board) - lines_to_come(position, me, board)
    if took or then.outcome is not None:
        threats = set()
    many = len(lines_to_come(then, me, board)) > 1
    assert ("threatens-two-lines" in said) == bool(threats and many)
    assert ("threatens-board" in said) == bool(threats and not many)
    assert ("threatens-game" in said) == (took and one_board_from_winning(then, me))
    if "stops-game" in said or "stops-line" in said:
        check_stopped(position, square, said)
    if then.outcome is None:
        check_where_it_sends(then, square, said)


ROWS = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def missing(cells, mark):
    """The places that would complete a row of a mark, whatever stands there now."""
    rows = ([place for place in row if cells[place] != mark] for row in ROWS)
    return {rest[0] for rest in rows if len(rest) == 1}


def lines_to_come(position, player, board):
    """The empty cells by which a player could capture a board, were it their turn there."""
    owner, cells = position.owners[board], position.board(board)
    if owner == player or (owner in "XO" and position.variant.ownership == "first"):
        return set()
    return {cell for cell in missing(cells, player) if cells[cell] == "."}


def one_board_from_winning(position, player):
    """Whether a board that the player may still capture would complete a line of boards."""
    rival = "XO".replace(player, "") if position.variant.ownership == "latest" else "."
    return any(
        position.owners[board] in (".", rival) and "." in position.board(board)
        for board in missing(position.owners, player)
    )


def check_stopped(position, square, said):
    """The opponent, had it been their turn there, would have taken the board, and so won or not."""
    opponent = "O" if position.turn == "X" else "X"
    board = square // 9
    assert said.get("stops-game", said.get("stops-line")) == board
    owners = position.owners[:board] + opponent + position.owners[board + 1 :]
    wins = any(all(owners[place] == opponent for place in row) for row in ROWS if board in row)
    assert wins == ("stops-game" in said)


def check_where_it_sends(then, square, said):
    board, target = divmod(square, 9)
    free = said.keys() & {"sends-to-full", "sends-to-captured", "gives-free-choice"}
    assert then.free == bool(free)
    if "sends-to-full" in said:
        assert said["sends-to-full"] == target
        assert "." not in then.board(target)
    takes = [reply for reply in then.legal_moves if captures(then, reply)]
    assert bool(takes) == ("allows-capture" in said)
    assert ("sends-to-quiet" in said) == (not then.free and not takes)
    assert ("sends-back" in said) == (not then.free and board == target)
    wins = [r for r in takes if (end := then.play(r).outcome) and end.winner == then.turn]
    assert bool(wins) == ("allows-win" in said)


def captures(position, move):
    board = move // 9
    return position.play(move).owners[board] == position.turn != position.owners[board]
