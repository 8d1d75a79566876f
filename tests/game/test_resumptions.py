"""Games that are not played straight on: begun elsewhere, taken back, given up."""

from __future__ import annotations

import pytest

from ninefold import Position
from ninefold.game import TWO_PEOPLE, Game, Seat, TimeControl
from ninefold.game.entries import Agreed, Resigned


@pytest.mark.parametrize("before", [1, 2, 3])
def test_clocks_wait_for_two_moves_of_this_game_whatever_stood_on_its_board(before):
    start = Position.start()
    for _ in range(before):
        start = start.play(start.legal_moves[0])
    game = Game(start, TWO_PEOPLE, control=TimeControl(60))
    for running in (None, None, start.turn):
        assert game.clock.running == running
        game.play(game.position.legal_moves[0], 1_000)


@pytest.mark.parametrize("end", [Resigned(side="X"), Agreed(side="X")])
def test_only_a_loss_on_time_gives_time_back(end):
    game = Game(Position.start(), TWO_PEOPLE, control=TimeControl(60))
    for square in (40, 36):
        game.play(square)
    game.undo(now=10_000)  # X has thought for so long, and O takes its move back
    assert game.clock.left == {"X": 50_000, "O": 60_000}
    game.apply(end)
    game.undo(now=20_000)
    assert (game.clock.left, game.state) == ({"X": 50_000, "O": 60_000}, "playing")


def test_what_is_taken_back_and_made_again_goes_by_who_begins_on_a_set_up_board():
    seats = {"X": Seat(level="casual"), "O": Seat("Ann")}
    game = Game(Position.start().play(40), seats)
    for square in (36, 4):  # Ann as O, and the computer's answer
        game.play(square)
    assert game.undo()
    assert (game.moves, game.position.turn) == ([], "O")
    assert game.redo()
    assert (game.moves, game.level_to_move) == ([36, 4], None)
