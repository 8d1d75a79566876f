"""Reasons why a move is worse than another are true, in every mode, and both languages say them."""

from __future__ import annotations

import random

import pytest

from ninefold import VARIANTS, IllegalMove, Position
from ninefold.game.reasons import REASON_CODES, Reason, reasons_for
from ninefold.rules.squares import PLAYERS, line_through
from ninefold.words import GAME_WORDS, tell_reason


def replayed(mode, *moves):
    position = Position.start(mode)
    for move in moves:
        position = position.play(move)
    return position


def test_reasons_tell_what_was_missed_and_what_is_let_in() -> None:
    ready = replayed("modern", "12", "21", "13", "31")  # X can capture board 1 with 11
    assert reasons_for(ready, 3, better=0) == (Reason("misses-capture", 0),)
    sent = replayed(
        "modern", "12", "21", "13", "33"
    )  # O sends X into board 3, from where 31 leads back
    assert Reason("lets-capture", 0) in reasons_for(
        replayed("modern", "12", "21", "13"), 18, better=19, answer=0
    )
    assert reasons_for(sent, 18, better=19) == (Reason("sends-badly", 0),)
    assert reasons_for(sent, 18, better=18) == ()
    with pytest.raises(IllegalMove):
        reasons_for(sent, 0, better=19)


def takes(position, move):
    board = move // 9
    return position.play(move).owners[board] == position.turn != position.owners[board]


def wins(position, move):
    end = position.play(move).outcome
    return end is not None and end.winner == position.turn


def stops(position, move):
    """Whether the opponent would have captured the board by playing there."""
    board, cell = divmod(move, 9)
    opponent = 1 - PLAYERS.index(position.turn)
    owner = position.owners[board]
    kept = (PLAYERS[opponent],) if position.variant.ownership == "latest" else PLAYERS
    theirs = position.marks[9 * opponent + board] | 1 << cell
    return owner not in kept and line_through(theirs, cell)


def check(position, square, better, answer, reason):
    code, board, after = reason.code, reason.board, position.play(square)
    if code in ("lets-win", "misses-win"):
        where, move = (after, answer) if code == "lets-win" else (position, better)
        assert wins(where, move)
        assert board == move // 9
    elif code in ("lets-capture", "lets-steal"):
        assert takes(after, answer)
        assert (after.owners[board] == position.turn) == (code == "lets-steal")
    elif code in ("misses-capture", "misses-steal"):
        assert takes(position, better)
        assert not takes(position, square)
        assert (position.owners[board] == after.turn) == (code == "misses-steal")
    elif code == "misses-block":
        assert stops(position, better)
        assert takes(position, square) or not stops(position, square)
    elif code == "gives-free-move":
        assert after.free
        assert not position.play(better).free
    elif code == "sends-badly":
        assert after.held_board == board != position.play(better).target


@pytest.mark.parametrize("mode", VARIANTS)
def test_every_reason_is_true(mode) -> None:
    dice, said = random.Random(mode), set()
    for _ in range(12):
        position = Position.start(mode)
        while position.outcome is None:
            square, better = (dice.choice(position.legal_moves) for _ in range(2))
            after = position.play(square)
            answer = None if after.outcome else dice.choice(after.legal_moves)
            found = reasons_for(position, square, better=better, answer=answer)
            order = [REASON_CODES.index(reason.code) for reason in found]
            assert order == sorted(order)
            for reason in found:
                check(position, square, better, answer, reason)
            said |= {reason.code for reason in found}
            position = after
    assert len(said) >= 6


@pytest.mark.parametrize("words", GAME_WORDS.values(), ids=GAME_WORDS)
def test_every_language_says_every_reason(words) -> None:
    assert tuple(words.reasons) == REASON_CODES
    told = [tell_reason(words, code, 4, "O", to="O") for code in REASON_CODES]
    assert len(set(told)) == len(told)
    assert not any("{" in text for text in told)
