"""A certificate answers for every position that is equal to one in it, and for no other."""

from __future__ import annotations

import pytest

from ninefold import Position, format_position
from ninefold.engine.proofs.certificate import Certificate
from ninefold.engine.proofs.checker import Refuted
from ninefold.rules.errors import BadSyntax
from ninefold.rules.squares import NINE, PLAYERS
from support.games import random_game


def with_target(position: Position, target: int) -> Position:
    turn = PLAYERS.index(position.turn)
    return Position.unchecked(position.variant, position.marks, position.owned, turn, target)


@pytest.mark.parametrize("seed", range(3))
def test_a_move_is_found_under_every_target_that_releases_and_under_no_other(seed: int) -> None:
    game = random_game(Position.start("modern").variant, seed)
    asked = [position for position in game[10:-1] if position.free]
    assert asked
    for position in asked:
        line = f"{format_position(position)} 55"
        for target in NINE:
            other = with_target(position, target)
            if other == position:
                assert Certificate.read([line])(other) == 40
            else:
                with pytest.raises(Refuted, match="has no move for"):
                    Certificate.read([line])(other)


def test_empty_lines_and_those_that_begin_with_a_hash_say_nothing() -> None:
    text = "open 9/9/9/9/9/9/9/9/9 ......... X - 11"
    read = Certificate.read(["# found by nobody", "", "   ", f"  {text}  ", "#" + text])
    assert (len(read), read.lines()) == (1, [text])
    with pytest.raises(BadSyntax, match="line 2 of the certificate is 'what'"):
        Certificate.read(["# first", "what"])
