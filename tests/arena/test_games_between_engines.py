"""One game: the umpire keeps the rules and the time, whatever the engines do."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Generator
from pathlib import Path

import pytest

from ninefold import VARIANTS, Position
from ninefold.arena.folder import match_game, match_record
from ninefold.arena.game import MatchGame, _Lost, _Umpire, play_game
from ninefold.engine import Engine, EngineError, Info, Limit, Score
from ninefold.engine.baselines import RandomEngine
from ninefold.engine.native import NativeEngine
from ninefold.game import Result
from ninefold.protocols.errors import EngineNotStarted, EngineTimeout
from ninefold.protocols.ugi_engine import UgiEngine
from ninefold.rules.position import replay

MODERN = VARIANTS["modern"]
BAD_BOT = Path(__file__).parents[1] / "protocols" / "bad_bot.py"


class Scripted(Engine):
    """Does with a position what it is told."""

    name = "scripted"

    def __init__(self, act: Callable[[Position, Limit], int], *, lost: bool = False) -> None:
        self._act = act
        self._lost = lost

    def analysis(self, position, limit, *, lines=1) -> Generator[list[Info], None, None]:
        turn = position.turn
        score = Score.loss(turn, 2) if self._lost else Score(turn, 0.5)
        yield [Info(self._act(position, limit), score)]

    def stop(self) -> None:
        pass


def first_legal(position: Position, _: Limit) -> int:
    return position.legal_moves[0]


def play(first: Engine, second: Engine, number: int = 0, **options) -> MatchGame:
    limits = options.pop("limits", (Limit(time=60),) * 2)
    game = play_game(number, (first, second), limits, MODERN, options.pop("opening", ()), **options)
    assert game is not None
    return game


@pytest.mark.parametrize("number", [0, 1])
def test_a_game_may_end_when_our_engine_has_proven_its_win_and_the_board_shows_the_same(number):
    limits = (Limit(nodes=2_000), Limit())
    with NativeEngine(memory=1) as ours:
        short = play(ours, RandomEngine(3), number, limits=limits, until_proven=True)
        whole = play(ours, RandomEngine(3), number, limits=limits)
    assert (short.result, short.failed) == (Result(whole.result.winner, "proven"), False)
    assert whole.result.ending == "line"
    assert short.moves == whole.moves[: len(short.moves)] != whole.moves
    assert short.reason.startswith(f"Ninefold has proven that {short.result.winner} wins in ")
    record = match_record(short, MODERN, ("ours", "random"))
    assert match_game(record) == short


def test_who_has_proven_to_lose_plays_on_to_the_end():
    both = (Scripted(first_legal, lost=True), Scripted(first_legal))
    assert play(*both, until_proven=True).result == play(*both).result


def test_what_a_foreign_program_claims_to_have_proven_is_for_the_board_to_show():
    with UgiEngine([sys.executable, "-m", "ninefold", "ugi"]) as program:
        game = play(
            program, RandomEngine(3), limits=(Limit(nodes=2_000), Limit()), until_proven=True
        )
    assert game.result.ending == "line"


@pytest.mark.parametrize("number", [0, 1])
def test_a_game_is_legal_and_its_result_is_that_of_the_board(number):
    game = play(RandomEngine(1), RandomEngine(2), number, opening=(40, 36))
    end = replay(Position.start(), game.moves)[-1]
    assert game.moves[:2] == (40, 36)
    assert end.outcome is not None
    assert game.result == Result.of(end.outcome)
    assert not game.failed
    points = {"=": 0.5, "X": 1.0 if number == 0 else 0.0, "O": 0.0 if number == 0 else 1.0}
    assert game.points == points[game.result.letter]


@pytest.mark.parametrize("move", [99, -1, 0, None])
def test_an_illegal_move_loses(move):
    cheat = Scripted(lambda position, _: move if position.ply else 40)
    game = play(cheat, RandomEngine(1))
    assert (game.result, game.points) == (Result("O", "illegal"), 0.0)
    assert "scripted played" in game.reason


def test_an_exception_loses_and_is_told():
    game = play(RandomEngine(1), Scripted(lambda *_: 1 // 0))
    assert (game.result, game.points) == (Result("X", "error"), 1.0)
    assert "ZeroDivisionError" in game.reason


def slow(position: Position, limit: Limit) -> int:
    time.sleep(0.05)
    return first_legal(position, limit)


def test_a_late_move_loses():
    limits = (Limit(time=60), Limit(time=0.001))
    game = play(RandomEngine(1), Scripted(slow), limits=limits, margin=0.01)
    assert (game.result.ending, game.points) == ("time", 1.0)
    assert "took " in game.reason


def test_an_increment_comes_after_the_move_that_earned_it():
    umpire = _Umpire(RandomEngine(1), Limit(clock=1, increment=5), 0.0, until_proven=False)
    umpire._check_time(0.75)
    umpire._check_time(5.25)  # what was left, and the increment: all of it
    with pytest.raises(_Lost, match=r"took 5.25 s and had 5.00 s"):
        umpire._check_time(5.25)


def test_a_clock_runs_down_and_is_told_to_the_engine():
    told: list[float] = []

    def act(position: Position, limit: Limit) -> int:
        told.append(limit.clock or 0.0)
        return slow(position, limit)

    limits = (Limit(clock=600), Limit(clock=0.2, increment=0.001))
    game = play(RandomEngine(1), Scripted(act), limits=limits, margin=0.0)
    assert (game.result.ending, game.points) == ("time", 1.0)
    assert told == sorted(told, reverse=True)
    assert told[0] == 0.2


@pytest.mark.parametrize(("how", "ending"), [("die", "crash"), ("cheat", "illegal")])
def test_a_program_that_fails_loses(how, ending):
    with UgiEngine([sys.executable, "-S", "-E", str(BAD_BOT), how, "ugi"]) as bad:
        game = play(RandomEngine(1), bad, opening=(0,))
    assert (game.result, game.points) == (Result("X", ending), 1.0)


@pytest.mark.parametrize("number", [0, 1])
def test_an_engine_that_fails_to_begin_a_game_loses_it(number):
    class Asleep(RandomEngine):
        def new_game(self) -> None:
            raise EngineTimeout("asleep")

    game = play(RandomEngine(1), Asleep(2), number)
    assert (game.result.ending, game.points, game.moves) == ("time", 1.0, ())


def test_an_engine_that_cannot_play_this_at_all_ends_the_match():
    def refuse(*_: object) -> int:
        raise EngineError("not my game")

    def gone(*_: object) -> int:
        raise EngineNotStarted("no such program")

    for act in (refuse, gone):
        with pytest.raises(EngineError):
            play(Scripted(act), RandomEngine(1))


def test_a_game_can_be_stopped():
    stop = threading.Event()

    def act(position: Position, limit: Limit) -> int:
        stop.set()
        return first_legal(position, limit)

    limits = (Limit(time=60),) * 2
    engines = (RandomEngine(1), Scripted(act))
    assert play_game(0, engines, limits, MODERN, (), stop=stop) is None
