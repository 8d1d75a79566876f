"""Other programs as engines: those that behave, and those that hang, die or cheat."""

from __future__ import annotations

import _thread
import os
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest

from ninefold import VARIANTS, BadInput, NinefoldError, Position, Variant
from ninefold.engine import EngineError, Limit
from ninefold.engine.baselines import RandomEngine
from ninefold.protocols import ugi_engine
from ninefold.protocols.codingame_engine import CodingameEngine
from ninefold.protocols.errors import (
    EngineCheated,
    EngineCrashed,
    EngineNotStarted,
    EngineTimeout,
)
from ninefold.protocols.program import WAITING_LINES
from ninefold.protocols.ugi_engine import UgiEngine

NINEFOLD = [sys.executable, "-m", "ninefold"]
RANDOM_UGI = [*NINEFOLD, "ugi", "--engine", "random:seed=3"]
RANDOM_CODINGAME = [*NINEFOLD, "codingame", "--engine", "random:seed=3"]
BAD_BOT = Path(__file__).parent / "bad_bot.py"


def bad_bot(how: str, protocol: str) -> list[str]:
    return [sys.executable, "-S", "-E", str(BAD_BOT), how, protocol]


def alive(pid: int) -> bool:
    """Whether a process exists, as a zombie or not."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def play_out(engine, position: Position, side: str) -> Position:
    """A whole game against random play."""
    other = RandomEngine(seed=5)
    while position.outcome is None:
        player = engine if position.turn == side else other
        position = position.play(player.play(position, Limit(nodes=20)).move)
    return position


@pytest.mark.parametrize("mode", ["modern", "battle"])
def test_a_ugi_program_plays_whole_games_in_any_mode(mode):
    with UgiEngine(RANDOM_UGI) as engine:
        assert engine.name == "Ninefold random"
        for side in "XO":
            engine.new_game()
            assert play_out(engine, Position.start(mode, tie_break="boards"), side).outcome


def test_a_ugi_program_analyses_lines():
    with UgiEngine(RANDOM_UGI) as engine:
        infos = engine.analyse(Position.start(), Limit(nodes=10), lines=4)
        assert len({info.move for info in infos}) == 4
        assert [info.rank for info in infos] == [1, 2, 3, 4]
        only = Position.start().play("55")
        assert len(engine.analyse(only, Limit(nodes=10))) == 1


def test_an_endless_search_of_a_ugi_program_is_stopped_from_another_thread():
    with UgiEngine(RANDOM_UGI) as engine:
        found = threading.Event()

        def stop_until_found() -> None:
            while not found.wait(0.3):  # one alone might come before the search has begun
                engine.stop()

        stopper = threading.Thread(target=stop_until_found)
        stopper.start()
        try:
            assert engine.play(Position.start(), Limit()).move in range(81)
        finally:
            found.set()
            stopper.join()


def test_whoever_stops_listening_stops_the_search():
    with UgiEngine(RANDOM_UGI) as engine:
        updates = engine.analysis(Position.start(), Limit())
        next(updates)
        updates.close()
        assert engine.play(Position.start().play("55"), Limit(nodes=5)).move // 9 == 4


IN_THE_CENTRE = Position.start().play("55")
ELSEWHERE = Position.start().play("13")


def test_a_boast_that_no_number_holds_is_no_failure():
    with UgiEngine(bad_bot("boast", "ugi")) as engine:
        info = engine.play(Position.start(), Limit(time=30))
        assert (info.name, info.depth) == ("55", 3)
        assert info.score.probability < 0.01


def test_the_move_that_was_announced_comes_first_with_what_was_said_of_it():
    with UgiEngine(bad_bot("changes-its-mind", "ugi")) as engine:
        infos = engine.analyse(IN_THE_CENTRE, Limit(time=30), lines=2)
        assert [info.name for info in infos] == ["52", "51"]
        assert infos[0].score.probability < infos[1].score.probability


def test_an_answer_that_was_given_twice_does_not_answer_the_next_question():
    with UgiEngine(bad_bot("stutter", "ugi")) as engine:
        for name in ("51", "52", "53"):
            assert engine.play(IN_THE_CENTRE, Limit(time=30)).name == name


def test_an_interrupted_search_is_over_when_the_next_one_begins():
    with UgiEngine(bad_bot("slow", "ugi"), grace=30) as engine:
        for _ in range(2):
            updates = engine.analysis(IN_THE_CENTRE, Limit())
            next(updates)
            with pytest.raises(KeyboardInterrupt):
                updates.throw(KeyboardInterrupt)
    with UgiEngine(RANDOM_UGI, grace=30) as engine:
        updates = engine.analysis(IN_THE_CENTRE, Limit())
        next(updates)
        with pytest.raises(KeyboardInterrupt):
            updates.throw(KeyboardInterrupt)
        assert engine.play(ELSEWHERE, Limit(nodes=5)).name[0] == "3"


def test_whoever_stops_listening_at_the_answer_leaves_the_program_running():
    with UgiEngine(RANDOM_UGI, grace=0.5) as engine:
        pid = engine._ready().pid
        updates = engine.analysis(IN_THE_CENTRE, Limit(nodes=5))
        next(updates)
        next(updates)  # its answer
        updates.close()
        assert engine._ready().pid == pid


def test_a_program_that_is_deaf_by_the_next_question_is_late():
    with UgiEngine(bad_bot("deaf", "ugi"), grace=0.3) as engine:
        pid = engine._ready().pid
        assert engine.play(IN_THE_CENTRE, Limit(time=30)).name == "51"
        with pytest.raises(EngineTimeout, match="no answer"):
            engine.play(IN_THE_CENTRE, Limit(time=0.1))
        assert not alive(pid)


def test_an_interrupted_codingame_bot_is_ended_for_it_would_answer_the_next_question():
    with CodingameEngine(bad_bot("hang", "codingame")) as engine:
        pid = engine._program.pid
        ctrl_c = threading.Timer(0.5, _thread.interrupt_main)
        ctrl_c.start()
        with pytest.raises(KeyboardInterrupt):
            engine.play(IN_THE_CENTRE, Limit(time=60))
        ctrl_c.join()
        assert not alive(pid)


def test_options_are_set_and_unknown_ones_are_named():
    with UgiEngine(RANDOM_UGI, options={"seed": "9"}) as engine:
        assert engine.play(Position.start(), Limit(nodes=5)).move in range(81)
    with pytest.raises(BadInput, match="no option 'Colour': it offers Mode, TieBreak"):
        UgiEngine(RANDOM_UGI, options={"Colour": "red"})
    with pytest.raises(NinefoldError, match="whole number"):
        UgiEngine(RANDOM_UGI, options={"Seed": "red"})


@pytest.mark.parametrize("told", [True, False])
@pytest.mark.parametrize("side", ["X", "O"])
def test_a_codingame_bot_plays_whole_games(side, told):
    """A position of a game's first moves begins another one, whether that was said or not."""
    with CodingameEngine(RANDOM_CODINGAME) as engine:
        start = Position.start("modern", tie_break="boards")
        for _ in range(2):
            if told:
                engine.new_game()
            assert play_out(engine, start, side).outcome


def test_a_codingame_bot_cannot_begin_in_mid_game():
    position = Position.start().play("55").play("51")
    with (
        CodingameEngine(RANDOM_CODINGAME) as engine,
        pytest.raises(EngineError, match="first move"),
    ):
        engine.play(position, Limit(time=1))


FAILURES = [
    ("hang", EngineTimeout, "no answer within 0.40 s|no answer within 0.90 s"),
    ("die", EngineCrashed, "exit code 3.*the table is on fire"),
    ("killed", EngineCrashed, "SIGKILL"),
    ("mute", EngineCrashed, "closed its output"),
    ("cheat", EngineCheated, "not a legal move"),
    ("no-move", EngineCheated, "answered"),
    ("stubborn", EngineTimeout, "no answer"),
    ("family", EngineCrashed, "exit code 0"),
]


def grace(error: type[EngineError]) -> float:
    """Short where the time-out is the point; else as long as a busy machine may need."""
    return 0.3 if error is EngineTimeout else 30.0


@pytest.mark.parametrize(("how", "error", "message"), FAILURES)
def test_a_ugi_program_that_fails_is_named_ended_and_started_anew(how, error, message):
    with UgiEngine(bad_bot(how, "ugi"), grace=grace(error)) as engine:
        for _ in range(2):
            pid = engine._ready().pid
            with pytest.raises(error, match=message):
                engine.play(Position.start().play("11"), Limit(time=0.1))
            assert not alive(pid)


@pytest.mark.parametrize(
    ("how", "error", "message"), [*FAILURES, ("garbage", EngineCheated, "answered")]
)
def test_a_codingame_bot_that_fails_is_named_and_ended(how, error, message, monkeypatch):
    monkeypatch.setattr("ninefold.protocols.codingame_engine._START", 0.5)
    with CodingameEngine(bad_bot(how, "codingame"), grace=grace(error)) as engine:
        pid = engine._program.pid
        with pytest.raises(error, match=message):
            engine.play(Position.start().play("11"), Limit(time=0.1))
        assert not alive(pid)


@pytest.mark.parametrize("how", ["garbage", "flood", "endless-line"])
def test_noise_is_no_answer(how):
    with UgiEngine(bad_bot(how, "ugi"), grace=0.3) as engine, pytest.raises(EngineTimeout):
        engine.play(Position.start(), Limit(time=0.1))


def test_a_program_that_never_greets_is_given_up(monkeypatch):
    monkeypatch.setattr("ninefold.protocols.ugi_engine._START", 0.3)
    with pytest.raises(EngineNotStarted, match="no answer within"):
        UgiEngine(bad_bot("no-greeting", "ugi"))
    monkeypatch.setattr("ninefold.protocols.ugi_engine._START", 30)
    with pytest.raises(EngineNotStarted, match="no such table"):
        UgiEngine(bad_bot("dies-at-once", "ugi"))


@pytest.mark.parametrize("kind", [UgiEngine, CodingameEngine])
@pytest.mark.parametrize("command", ["", "/no/such/program", "'unclosed", "/"])
def test_a_command_that_cannot_be_run_is_refused(kind, command):
    with pytest.raises(EngineNotStarted):
        kind(command)


def test_a_program_without_a_mode_plays_modern_only():
    with UgiEngine(bad_bot("cheat", "ugi")) as engine:
        with pytest.raises(EngineError, match="no option Mode"):
            engine.play(Position.start("battle"), Limit(time=0.1))
        with pytest.raises(EngineCheated):
            engine.play(Position.start("modern").play("11"), Limit(time=0.1))


LISTENER = """
import sys
heard = open(sys.argv[1], "w")
for line in sys.stdin:
    print(line, end="", file=heard, flush=True)
    word = line.split()[0]
    if word == "ugi":
        print(sys.argv[2].replace("|", chr(10)), "ugiok", sep=chr(10), flush=True)
    elif word == "isready":
        print("readyok", flush=True)
    elif word == "go":
        print("bestmove 55", flush=True)
"""
FOUR_MODES = (
    "option name Mode type combo default modern var modern var battle|"
    "option name TieBreak type combo default draw var draw var boards"
)


def lines_told(heard: Path, options: str, variant: Variant) -> list[str]:
    """What a program with such options hears when it is asked to begin a game."""
    with UgiEngine([sys.executable, "-S", "-c", LISTENER, str(heard), options]) as engine:
        engine.play(Position.start(variant), Limit(nodes=5))
    told = [line for line in heard.read_text().splitlines() if line.startswith(("set", "pos"))]
    return [line.removeprefix("setoption name ") for line in told]


def test_a_program_with_a_list_of_modes_hears_the_one_that_is_played_alike(tmp_path):
    siege = replace(VARIANTS["battle"], name="siege", tie_break="boards")
    told = lines_told(tmp_path / "heard", FOUR_MODES, siege)
    assert told == ["Mode value battle", "TieBreak value boards", "position startpos"]
    with pytest.raises(EngineError, match="asked to play open, but it offers modern, battle only"):
        lines_told(tmp_path / "heard", FOUR_MODES, VARIANTS["open"])


def test_a_program_that_takes_any_mode_hears_it_with_its_axes(tmp_path):
    raid = Variant("raid", free_move="unfilled", tie_break="boards")
    told = lines_told(tmp_path / "heard", "option name Mode type string default modern", raid)
    assert told == ["Mode value raid:free_move=unfilled,tie_break=boards", "position startpos"]


def test_a_program_without_a_mode_plays_modern_under_any_name(tmp_path):
    mine = replace(VARIANTS["modern"], name="mine")
    assert lines_told(tmp_path / "heard", "id name plain", mine) == ["position startpos"]


def test_a_forgotten_engine_leaves_no_process():
    engine = UgiEngine(RANDOM_UGI)
    pid = engine._ready().pid
    del engine
    end = time.monotonic() + 30
    while alive(pid) and time.monotonic() < end:
        time.sleep(0.02)
    assert not alive(pid)


def test_closing_twice_is_fine():
    engine = UgiEngine(RANDOM_UGI)
    engine.close()
    engine.close()


def test_the_last_words_of_a_program_are_heard_before_its_end():
    answer = "for _ in range(83): input()\nprint('8 8')"
    for _ in range(5):
        with CodingameEngine([sys.executable, "-S", "-E", "-c", answer]) as engine:
            assert engine.play(Position.start(), Limit(time=30)).name == "99"


def test_a_program_that_never_stops_talking_is_overdue_however_quick_it_is():
    class Talker:
        """Always has another line: nobody can count on a moment of silence."""

        def receive(self, seconds: float) -> str:
            return "info string la la"

        def overdue(self, seconds: float) -> EngineTimeout:
            return EngineTimeout("overdue")

    wait = ugi_engine._Wait(Talker(), threading.Event(), seconds=0.0, grace=0.0)
    for _ in range(WAITING_LINES):
        wait.line()  # what may have been said in time
    with pytest.raises(EngineTimeout):
        wait.line()
