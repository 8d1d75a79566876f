"""What `UgiEngine` says to a program, and what it makes of the answers: no process, no waiting."""

from __future__ import annotations

import threading
from collections import deque

import pytest

from ninefold import BadInput, Position, square_name
from ninefold.engine import Limit
from ninefold.protocols.errors import EngineCheated, EngineTimeout
from ninefold.protocols.options import Option
from ninefold.protocols.trail import Trail
from ninefold.protocols.ugi_engine import UgiEngine

START = Position.start()
HELD = START.play("55").play("51").play("15").play("52").play("25")  # O is in board 5
MODES = Option("Mode", "combo", "modern", choices=("modern", "battle"))
LINES = Option("MultiPV", "spin", "1", low=1, high=81)


class Program:
    """Hears lines, is always ready, and answers `go` by what it was told to."""

    name = "told"

    def __init__(self, *answers: str, greeting: tuple[str, ...] = ()) -> None:
        self.heard: list[str] = []
        self._answers = answers
        self._greeting = greeting
        self._lines: deque[str] = deque()

    def send(self, line: str) -> None:
        self.heard.append(line)
        if line == "isready":
            self._lines.append("readyok")
        elif line == "ugi":
            self._lines.extend([*self._greeting, "ugiok"])
        elif line.startswith("go"):
            self._lines.extend(self._answers)

    def receive(self, seconds: float) -> str:
        if not self._lines:
            raise EngineTimeout("silent")
        return self._lines.popleft()

    def close(self, farewell: str = "") -> None:
        self.heard.append(f"closed by {farewell!r}")


def engine_of(program: Program, *options: Option) -> UgiEngine:
    engine = object.__new__(UgiEngine)
    engine.grace, engine._patience, engine.name = 0.0, 5.0, "told"
    engine._trail, engine._stop_asked = Trail(), threading.Event()
    engine._program, engine._options, engine._variant = program, [*options], None
    return engine


def info(position: Position, rank: int, move: int, depth: int) -> str:
    return f"info depth {depth} multipv {rank} score cp {-rank} pv {square_name(move)}"


def test_updates_come_when_the_last_line_there_can_be_is_told() -> None:
    moves = HELD.legal_moves
    said = [info(HELD, n, m, depth) for depth in (1, 2) for n, m in enumerate(moves, 1)]
    program = Program(*said, f"bestmove {square_name(moves[1])}")
    engine = engine_of(program, LINES)
    for lines in (len(moves), len(moves) + 3):
        updates = [*engine.analysis(HELD, Limit(nodes=5), lines=lines)]
        assert [[told.depth for told in update] for update in updates] == [
            [1] * len(moves),
            [2] * len(moves),
            [2] * len(moves),
        ]
        assert [told.move for told in updates[1]] == [*moves]
        assert [told.move for told in updates[2]] == [moves[1], moves[0], *moves[2:]]


def test_what_was_not_asked_for_or_is_not_legal_is_passed_over() -> None:
    one, two, three = HELD.legal_moves[:3]
    program = Program(
        "id name late",
        info(HELD, 2, two, 1),  # the second before the first
        "info string hello pv 55",
        info(HELD, 3, three, 1),
        info(HELD, 0, three, 1),
        "info depth 4 score cp 9 pv 11",
        info(HELD, 1, one, 1),
        f"bestmove {square_name(one)} ponder 99",
    )
    updates = [*engine_of(program, LINES).analysis(HELD, Limit(nodes=5), lines=2)]
    assert [[told.move for told in update] for update in updates] == [[two], [one, two]]


@pytest.mark.parametrize("answer", ["bestmove", "bestmove 11", "bestmove none", "bestmove (55)"])
def test_an_answer_that_is_no_legal_move_ends_the_program(answer: str) -> None:
    program = Program(answer)
    engine = engine_of(program)
    with pytest.raises(EngineCheated, match="told answered"):
        engine.play(HELD, Limit(nodes=5))
    assert program.heard[-1] == "closed by 'quit'"
    assert engine._program is None


def test_a_move_of_which_nothing_was_said_is_worth_a_half() -> None:
    one, two = HELD.legal_moves[:2]
    program = Program(info(HELD, 1, one, 3), f"bestmove {square_name(two)}")
    first, second = engine_of(program).analyse(HELD, Limit(nodes=5))
    assert (first.move, first.line, first.score.probability) == (two, (two,), 0.5)
    assert (first.score.player, second.move) == (HELD.turn, one)


def test_a_program_hears_mode_lines_position_and_limit_in_this_order() -> None:
    program = Program(f"bestmove {square_name(HELD.legal_moves[0])}")
    engine = engine_of(program, MODES, Option("TieBreak", "string"), LINES)
    engine.analyse(HELD, Limit(nodes=5), lines=3)
    engine.analyse(HELD, Limit(depth=70))
    assert program.heard == [
        "setoption name Mode value modern",
        "setoption name TieBreak value draw",
        "setoption name MultiPV value 3",
        "position startpos moves 55 51 15 52 25",
        "isready",
        "go nodes 5",
        "setoption name MultiPV value 1",
        "position startpos moves 55 51 15 52 25",
        "isready",
        "go depth 70",
    ]
    other = Position.start("battle")
    del program.heard[:]
    program._answers = ("bestmove 55",)
    engine.play(other, Limit(nodes=5))
    assert program.heard[:3] == [
        "setoption name Mode value battle",
        "setoption name TieBreak value draw",
        "setoption name MultiPV value 1",
    ]
    assert program.heard[3] == "position startpos"


def test_a_program_that_was_started_anew_is_told_everything_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    engine = engine_of(Program("bestmove 11"), MODES)
    engine._command, engine._settings = "told", {}
    with pytest.raises(EngineCheated):
        engine.play(HELD, Limit(nodes=5))
    modes = "option name Mode type combo default battle var modern var battle"
    anew = Program(f"bestmove {square_name(HELD.legal_moves[0])}", greeting=(modes,))
    monkeypatch.setattr("ninefold.protocols.ugi_engine.Program", lambda command: anew)
    assert engine.play(HELD, Limit(nodes=5)).move == HELD.legal_moves[0]
    heard = [line for line in anew.heard if line.startswith(("setoption", "position"))]
    assert heard == [
        "setoption name Mode value modern",
        "position startpos moves 55 51 15 52 25",
    ]


def test_several_lines_are_not_asked_of_a_program_that_tells_but_one() -> None:
    program = Program("bestmove 55")
    engine = engine_of(program)
    assert engine.play(START, Limit(nodes=5)).move == 40
    assert program.heard == ["position startpos", "isready", "go nodes 5"]
    with pytest.raises(BadInput, match="told has no option 'MultiPV': it offers none"):
        engine.analyse(START, Limit(nodes=5), lines=2)


def test_a_new_game_is_told_and_its_moves_are_not_those_of_the_last() -> None:
    program = Program("bestmove 55")
    engine = engine_of(program)
    engine.play(START, Limit(nodes=5))
    engine._trail.moves_to(HELD)
    engine.new_game()
    assert program.heard[-2:] == ["uginewgame", "isready"]
    assert (engine._trail._position, engine._trail._moves) == (None, ())


def test_a_stop_is_passed_on_once_and_belongs_to_one_search() -> None:
    move = HELD.legal_moves[0]
    program = Program(
        info(HELD, 1, move, 1), info(HELD, 1, move, 2), f"bestmove {square_name(move)}"
    )
    engine = engine_of(program)
    updates = engine.analysis(HELD, Limit())
    next(updates)
    engine.stop()
    engine.stop()
    assert len([*updates]) == 2
    assert program.heard.count("stop") == 1
    engine.analyse(HELD, Limit())
    assert program.heard.count("stop") == 1
    assert program.heard.count("go infinite") == 2


def test_who_stops_listening_hears_the_program_out() -> None:
    move = HELD.legal_moves[0]
    program = Program(info(HELD, 1, move, 1), "info depth 2", f"bestmove {square_name(move)}")
    engine = engine_of(program)
    updates = engine.analysis(HELD, Limit())
    next(updates)
    updates.close()
    assert program.heard[-2:] == ["go infinite", "stop"]
    assert not program._lines
    assert engine._program is program
