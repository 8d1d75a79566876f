"""Stops, closes and Ctrl-C at bad moments: no crash, nothing left running, no half answers.

Each case is a program of its own, so that a crash is seen as what it is.
"""

from __future__ import annotations

import subprocess
import sys
import threading

import pytest

from ninefold import BadInput, Position
from ninefold.engine import Limit
from ninefold.engine.native import NativeEngine
from ninefold.engine.proofs.goal import Goal
from ninefold.engine.proofs.prover import Prover

BEGIN = """
import threading
from ninefold import Position
from ninefold.engine import Limit
from ninefold.engine.native import NativeEngine
from ninefold.engine.core.background import interruptible
"""

#: A thread is held up on its way into the core until the engine has been closed, if it can be.
STOP_AGAINST_CLOSE = """
from ninefold.engine.core import search
class HeldUp:
    def __init__(self, lib): self.lib = lib
    def __getattr__(self, name): return getattr(self.lib, name)
    def nf_search_stop(self, handle):
        if threading.current_thread() is stopper:
            on_the_way.set()
            closed.wait(1)
        self.lib.nf_search_stop(handle)
search.lib = HeldUp(search.lib)
engine, on_the_way, closed = NativeEngine(memory=64), threading.Event(), threading.Event()
stopper = threading.Thread(target=engine.stop)
stopper.start()
on_the_way.wait()
engine.close()
closed.set()
stopper.join()
"""

#: Ctrl-C comes while the thread that thinks is being started: it runs, and nobody waits for it.
CTRL_C_AT_THE_START = """
start = threading.Thread.start
def interrupted(thread):
    start(thread)
    if interrupts and thread.name == "ninefold-core":
        raise KeyboardInterrupt
threading.Thread.start = interrupted
for _ in range(20):
    interrupts = False
    engine = NativeEngine(memory=1)
    analysis = engine.analysis(Position.start("battle").play("55"), Limit(), lines=9)
    for _ in range(7): next(analysis)
    interrupts = True
    try:
        next(analysis)
        raise SystemExit("not interrupted")
    except KeyboardInterrupt:
        engine.close()
assert all(thread.name != "ninefold-core" for thread in threading.enumerate())
"""

#: Who is impatient presses Ctrl-C again while the work is being ended.
CTRL_C_TWICE = """
import signal, time
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may have it ignored
def ctrl_c():
    signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)
stopped, done = threading.Event(), []
def work():
    time.sleep(0.2)
    ctrl_c()
    stopped.wait()
    for _ in range(3):
        ctrl_c()
        time.sleep(0.1)
    done.append(True)
try:
    interruptible(work, stopped.set)
    raise SystemExit("not interrupted")
except KeyboardInterrupt:
    assert done, "the work was left running"
"""


@pytest.mark.parametrize("program", [STOP_AGAINST_CLOSE, CTRL_C_AT_THE_START, CTRL_C_TWICE])
def test_nothing_crashes_and_nothing_is_left_running(program):
    run = subprocess.run(
        [sys.executable, "-c", BEGIN + program],
        capture_output=True,
        text=True,
        check=False,
        timeout=100,
    )
    assert (run.returncode, run.stderr) == (0, "")


def test_forgetting_a_game_leaves_a_search_under_way_alive():
    over = threading.Event()

    def forget():
        while not over.is_set():
            engine.new_game()

    with NativeEngine(memory=1) as engine:
        updates = engine.analysis(Position.start(), Limit(depth=11))
        depths = [next(updates)[0].depth]
        other = threading.Thread(target=forget)
        other.start()
        try:
            depths += [lines[0].depth for lines in updates]
        finally:
            over.set()
            other.join()
        assert depths == list(range(1, 12))


def test_a_failing_proof_search_says_so_and_gives_no_move():
    with Prover(1) as prover, pytest.raises(BadInput, match="Goal"):
        prover.prove(Position.start(), None)  # type: ignore[arg-type]
    with Prover(1) as prover:
        proof = prover.prove(Position.start(), Goal("X"), seconds=0, nodes=1000)
        assert (proof.verdict, proof.move) == ("unknown", None)
