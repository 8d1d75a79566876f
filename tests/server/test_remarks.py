"""Remarks on moves are true, in every mode, for every move of whole games."""

import random

import pytest

from ninefold import VARIANTS, Position
from ninefold.server.remarks import remarks_on


@pytest.mark.parametrize("mode", VARIANTS)
def test_every_remark_is_true(mode):
    dice = random.Random(mode)
    said = set()
    for _ in range(8):
        position = Position.start(mode)
        while position.outcome is None:
            square = dice.choice(position.legal_moves)
            after = position.play(square)
            remarks = {remark.code: remark for remark in remarks_on(position, square)}
            said |= set(remarks)
            check(position, after, square, remarks)
            position = after
    assert len(said) >= 8


def check(position, after, square, remarks):
    me, board, target = position.turn, square // 9, square % 9
    took = after.owners[board] == me != position.owners[board]
    assert len(remarks) <= 3
    if "wins-game" in remarks:
        assert after.outcome.winner == me
        return
    if took and after.outcome is None:
        assert remarks.keys() & {"captures-board", "steals-board"}
    if "steals-board" in remarks:
        assert position.owners[board] not in (".", me)
    if "only-move" in remarks:
        assert len(position.legal_moves) == 1
    check_where_it_sends(after, target, remarks)
    for remark in remarks.values():
        assert "{" not in remark.text


def check_where_it_sends(after, target, remarks):
    if remarks.keys() & {"sends-to-full", "sends-to-captured", "gives-free-choice"}:
        assert after.free
    if "sends-to-full" in remarks:
        assert remarks["sends-to-full"].board == target
        assert "." not in after.board(target)
    if "sends-to-quiet" in remarks:
        assert not any(takes(after, reply) for reply in after.legal_moves)
    if "allows-win" in remarks:
        assert any(after.play(reply).outcome for reply in after.legal_moves)


def takes(position, move):
    board = move // 9
    return position.play(move).owners[board] == position.turn != position.owners[board]
