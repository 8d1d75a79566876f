"""The computer as an opponent: one player for a whole game."""

from __future__ import annotations

import threading
import time

import pytest

from ninefold import Position
from ninefold.engine import LEVELS, Engine, Info, Limit, Score
from ninefold.game import Clock, Computer, DaysControl, TimeControl, limit_of, pace_of
from ninefold.game.computer import make_engine, table_of
from ninefold.rules.squares import other


class Noted(Engine):
    """Plays the first legal move, expects what it is told, and notes what is done to it."""

    name = "noted"

    def __init__(self, expected=0.5):
        self.expected, self.limits, self.stopped, self.closed = expected, [], False, False
        self.games, self.of_other = 0, False

    def new_game(self):
        self.games += 1

    def analysis(self, position, limit, *, lines=1):
        self.limits.append(limit)
        score = Score(position.turn, self.expected)
        if self.of_other:
            score = score.for_player(other(position.turn))
        yield [Info(position.legal_moves[0], score, book=self.of_other)]

    def stop(self):
        self.stopped = True

    def close(self):
        self.closed = True


def noted(expected=0.5):
    engines = []

    def make(level, seed):
        engines.append(Noted(expected))
        return engines[-1]

    return Computer("casual", make=make), engines


def test_one_engine_plays_the_whole_game():
    computer, engines = noted()
    assert engines == []  # made when it is first needed
    position = Position.start()
    while position.outcome is None:
        position = position.play(computer.choose(position, Limit(depth=1)).square)
    assert len(engines) == 1
    assert set(engines[0].limits) == {Limit(depth=1)}
    computer.stop()
    computer.close()
    assert (engines[0].stopped, engines[0].closed) == (True, True)


def test_a_new_game_is_told_to_the_engine_that_there_is():
    computer, engines = noted()
    computer.new_game()
    computer.stop()
    computer.close()
    assert engines == []
    computer.choose(Position.start())
    computer.new_game()
    assert (engines[0].games, engines[0].stopped, engines[0].closed) == (1, False, False)
    computer.close()
    assert (engines[0].stopped, engines[0].closed) == (True, True)
    computer.choose(Position.start())
    assert len(engines) == 2


def test_the_level_and_the_seed_reach_the_engine():
    asked = []

    def make(level, seed):
        asked.append((level, seed))
        return Noted()

    for level, seed in [("keen", 7), ("full", None)]:
        Computer(level, seed=seed, make=make).choose(Position.start())
    assert asked == [("keen", 7), ("full", None)]


@pytest.mark.parametrize("turn", [0, 1])
@pytest.mark.parametrize("expected", [0.25, 0.75])
def test_a_thought_expects_what_is_in_it_for_its_player(turn, expected):
    computer, _ = noted(expected)
    position = Position.start() if turn == 0 else Position.start().play(40)
    thought = computer.choose(position)
    assert (thought.square, thought.expected) == (position.legal_moves[0], expected)
    assert (thought.swap, thought.book) == (False, False)


@pytest.mark.parametrize("expected", [0.25, 0.75])
def test_a_score_may_be_told_of_the_other_player_and_a_move_come_from_the_book(expected):
    computer, engines = noted(expected)
    position = Position.start().play(40)
    computer.choose(position)
    engines[0].of_other = True
    thought = computer.choose(position, swap="open")
    assert (thought.expected, thought.book) == (expected, True)
    assert thought.swap == (expected < 0.5)


@pytest.mark.parametrize(("expected", "swaps"), [(0.4, True), (0.5, False), (0.6, False)])
def test_it_takes_over_a_first_move_that_it_would_rather_have(expected, swaps):
    computer, _ = noted(expected)
    after_one = Position.start().play(40)
    assert computer.choose(after_one, swap="open").swap == swaps
    assert not computer.choose(after_one, swap="off").swap
    assert not computer.choose(after_one, swap="kept").swap


def test_a_first_move_that_can_be_taken_over_is_any():
    computer, engines = noted()
    moves = {computer.choose(Position.start(), swap="ahead").square for _ in range(200)}
    assert len(moves) > 40
    assert engines == []


@pytest.mark.parametrize("level", [level.name for level in LEVELS[:4]])
def test_a_seed_makes_the_same_mistakes_all_game_long(level):
    """Where a level looks too little ahead for its table to tell it anything."""
    start = Position.start("battle").play("55").play("51")
    positions = [start.play(square) for square in start.legal_moves]
    kept = Computer(level, seed=7)
    told = [kept.choose(position).square for position in positions]
    kept.close()
    for position, square in zip(positions, told, strict=True):
        fresh = Computer(level, seed=7)
        assert fresh.choose(position).square == square
        fresh.close()


def test_without_a_seed_no_two_play_alike():
    start = Position.start("battle").play("55").play("51")
    positions = [start.play(square) for square in start.legal_moves]

    def played():
        computer = Computer("first-game")
        moves = tuple(computer.choose(position).square for position in positions)
        computer.close()
        return moves

    assert len({played() for _ in range(5)}) > 1


def test_a_thought_is_ended_from_another_thread():
    computer = Computer("full")
    done = threading.Event()

    def stop():
        while not done.is_set():
            computer.stop()
            time.sleep(0.01)

    thread = threading.Thread(target=stop)
    thread.start()
    unknown = Position.start("open", tie_break="boards")  # neither a proof nor a book knows it
    assert computer.choose(unknown, Limit(time=600)).square in range(81)
    done.set()
    thread.join()
    computer.close()


def test_a_closed_computer_can_be_asked_again():
    computer = Computer("casual", seed=1)
    square = computer.choose(Position.start().play(40)).square
    computer.close()
    assert computer.choose(Position.start().play(40)).square == square
    computer.close()


def test_the_clock_limits_it():
    clock = Clock(TimeControl(60, 2))
    clock.run("X", 0)
    assert limit_of(clock, "X", 10_000) == Limit(clock=50.0, increment=2)
    assert limit_of(clock, "X", 70_000) == Limit(clock=0.0, increment=2)
    assert limit_of(clock, "O", 70_000) == Limit(clock=60.0, increment=2)
    assert limit_of(Clock(), "X", 0) == limit_of(Clock(DaysControl(1)), "X", 0) == Limit()


def test_every_level_has_a_pace_and_a_table():
    paces = [pace_of(level.name) for level in LEVELS]
    assert paces == sorted(paces, reverse=True)
    assert paces == [1.0, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.2]
    assert pace_of("none of ours") == 0.0
    assert pace_of("casual", Limit(clock=0.0)) == 0.0
    assert pace_of("full", Limit(clock=8.0)) == pace_of("full", Limit(clock=9.0)) == 0.2
    assert pace_of("casual", Limit(clock=4.0)) == 0.1
    assert pace_of("casual", Limit(clock=600.0)) == pace_of("casual")
    assert [table_of(level.name) for level in LEVELS] == [1] * 5 + [4] * 3
    with make_engine("keen", 3) as engine:
        assert engine.name == "keen"
