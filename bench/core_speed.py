"""How fast the native core is, beside OpenSpiel from PyPI in the same run.

Perft, random games and search, in every mode; what is timed is checked against what is known.
Time is the processor's, the best of a few runs, so that busy neighbours matter less.

    python bench/core_speed.py
"""

from __future__ import annotations

import importlib
import random
import threading
import time
from collections.abc import Callable
from typing import TypeVar

from ninefold import VARIANTS, Position
from ninefold.engine import Limit, core
from ninefold.engine.native import NativeEngine

T = TypeVar("T")
LEAVES = {"modern": 281067408, "classic": 279251280, "battle": 279251280, "open": 281283408}
GAMES = 2_000_000
NODES = 3_000_000
RUNS = 3


def best_of(work: Callable[[], T], runs: int = RUNS) -> tuple[float, T]:
    """The least processor time of a few runs, and the answer."""
    times = []
    for _ in range(runs):
        began = time.process_time()
        answer = work()
        times.append(time.process_time() - began)
    return min(times), answer


def row(what: str, mode: str, figure: float, unit: str, aim: float | None = None) -> None:
    beside = "" if aim is None else f"{figure / aim:6.2f} x the aim of {aim:g}"
    print(f"{what:<22} {mode:<8} {figure:>10.2f} {unit:<16} {beside}", flush=True)


def perft(mode: str) -> None:
    seconds, counts = best_of(lambda: core.perft(Position.start(mode), 8))
    assert counts.leaves == LEAVES[mode], counts
    row("perft, depth 8", mode, counts.leaves / seconds / 1e9, "G leaves/s", 1)


def random_games(mode: str) -> float:
    seconds, results = best_of(lambda: core.random_games(Position.start(mode), GAMES, seed=1))
    assert results.games == GAMES
    if mode == "modern":
        assert 0.405 < results.x_wins / GAMES < 0.415, results
        assert 58 < results.moves / GAMES < 60, results
    row(f"random games, {core.instruction_set()}", mode, GAMES / seconds / 1e6, "M games/s", 5)
    return GAMES / seconds


def search(mode: str, evaluation: str, aim: float | None = None) -> None:
    def think() -> int:
        with NativeEngine(memory=16, evaluation=evaluation) as engine:
            total = 0
            for moves in ("", "55 51 13", "52 24 46 65 57 73 31 16 66 68 88 82"):
                position = Position.start(mode)
                for move in moves.split():
                    position = position.play(move)
                lines = engine.analyse(position, Limit(nodes=NODES), lines=2)
                assert lines[0].move in position.legal_moves
                total += lines[0].nodes
        return total

    seconds, nodes = best_of(think)
    row(f"search, {evaluation}", mode, nodes / seconds / 1e6, "M nodes/s", aim)


def two_threads(mode: str, positions: int = 12, depth: int = 23) -> None:
    """Time to a depth with one and two threads, over many positions: a single one may go anyhow.

    By the clock, so only a quiet machine tells. Less depth takes so little time that starting the
    second thread counts for more than what it finds.
    """
    dice, times = random.Random(1), {1: 0.0, 2: 0.0}
    for _ in range(positions):
        position = Position.start(mode)
        for _ in range(dice.randrange(4, 16)):
            position = position.play(dice.choice(position.legal_moves))
        for threads in times:
            with NativeEngine(memory=32, threads=threads) as engine:
                began = time.perf_counter()
                engine.play(position, Limit(depth=depth))
                times[threads] += time.perf_counter() - began
    row(f"two threads, depth {depth}", mode, times[1] / times[2], "x as quick")


def stopping() -> None:
    """How long a stop takes, by the clock."""
    delays = []
    with NativeEngine() as engine:
        for _ in range(20):
            thinker = threading.Thread(target=engine.play, args=(Position.start(), Limit()))
            thinker.start()
            time.sleep(0.05)
            began = time.perf_counter()
            engine.stop()
            thinker.join()
            delays.append(time.perf_counter() - began)
    row("stopping, median", "modern", 1000 * sorted(delays)[10], "ms")
    row("stopping, worst of 20", "modern", 1000 * max(delays), "ms")


def openspiel_games(games: int = 1500) -> tuple[float, int]:
    """Random games through OpenSpiel's Python face: games a second, and X's wins."""
    game = importlib.import_module("pyspiel").load_game("ultimate_tic_tac_toe")
    dice = random.Random(1)

    def play() -> int:
        won = 0
        for _ in range(games):
            state = game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(dice.choice(state.legal_actions()))
            won += state.returns()[0] > 0
        return won

    seconds, won = best_of(play, 1)
    assert 0.34 < won / games < 0.48, won  # a free move is two decisions there: other odds
    return games / seconds, won


def main() -> None:
    for mode in VARIANTS:
        perft(mode)
    ours = {mode: random_games(mode) for mode in VARIANTS}
    for mode in VARIANTS:
        search(mode, "hand", aim=8)
        search(mode, "network")
    for mode in VARIANTS:
        two_threads(mode)
    stopping()
    theirs, _ = openspiel_games()
    row("OpenSpiel, Python", "modern", theirs / 1e3, "k games/s")
    print(f"Ninefold plays {ours['modern'] / theirs:,.0f} random games for one of OpenSpiel's.")


if __name__ == "__main__":
    main()
