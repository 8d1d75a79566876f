"""How many steps a second environments make, beside OpenSpiel's own game in the same run.

A step plays one move in one game and writes its observation, its mask of legal moves, its reward
and whether it ended. All on one core, by the processor's time, the best of a few runs; finished
games begin anew within the step. What is timed is checked: how long random games last is known.

    python bench/env_speed.py
"""

from __future__ import annotations

import importlib
import random
import time
from collections.abc import Callable

import numpy as np

from ninefold import VARIANTS, Position
from ninefold.engine.core import random_games
from ninefold.env import Batch, SuperTicTacToeVectorEnv
from ninefold.env.room import Room

GAMES = 1024
STEPS = 2_000
RUNS = 3
AIM = 10e6


def seconds_of(work: Callable[[], object], runs: int = RUNS) -> float:
    """The least processor time of a few runs."""
    times = []
    for _ in range(runs):
        began = time.process_time()
        work()
        times.append(time.process_time() - began)
    return min(times)


def row(what: str, mode: str, rate: float) -> None:
    print(f"{what:<34} {mode:<8} {rate / 1e6:8.2f} M steps/s", flush=True)


def prepared(mode: str) -> tuple[Batch, Room, np.ndarray]:
    """A batch, and the legal actions of many steps from its seeds on."""
    room = Room(GAMES)
    batch = Batch(mode, GAMES, room.arrays, autoreset="same-step")
    actions = np.empty((STEPS, GAMES), np.int64)
    ended = 0
    for step in range(STEPS):
        batch.random_actions(actions[step])
        batch.step(actions[step])
        ended += int(room.terminated.sum())
    known = random_games(Position.start(mode), 20_000)
    assert abs(STEPS * GAMES / ended / (known.moves / known.games) - 1) < 0.04, ended
    return batch, room, actions


def step_function(mode: str) -> float:
    batch, room, actions = prepared(mode)

    def work() -> None:
        batch.reset(seeds=range(GAMES))
        for chosen in actions:
            batch.step(chosen)

    seconds = seconds_of(work)
    assert not (room.rewards < 0).any()  # every action was legal again
    return STEPS * GAMES / seconds


def with_random_policy(mode: str) -> float:
    room = Room(GAMES)
    batch = Batch(mode, GAMES, room.arrays, autoreset="same-step")

    def work() -> None:
        for _ in range(STEPS):
            batch.random_actions(room.actions)
            batch.step(room.actions)

    return STEPS * GAMES / seconds_of(work)


def vector_environment(mode: str, *, copy: bool) -> float:
    _, _, actions = prepared(mode)
    envs = SuperTicTacToeVectorEnv(GAMES, mode, autoreset_mode="SAME_STEP", copy=copy)

    def work() -> None:
        envs.reset(seed=0)
        for chosen in actions:
            envs.step(chosen)

    return STEPS * GAMES / seconds_of(work)


def openspiel(games: int = 300) -> float:
    """OpenSpiel's own game through Python, with observation and mask: steps, not actions.

    A free move is two actions there and counts as one step here.
    """
    game = importlib.import_module("pyspiel").load_game("ultimate_tic_tac_toe")
    dice = random.Random(1)
    ends = []

    def work() -> None:
        for _ in range(games):
            state = game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(dice.choice(state.legal_actions()))
                state.observation_tensor(0)
                state.legal_actions_mask()
            ends.append(state)

    seconds = seconds_of(work, 1)
    boards = [str(state).partition("Current")[0] for state in ends]
    won = sum(state.returns()[0] > 0 for state in ends)
    assert 0.3 < won / games < 0.52, won
    return sum(board.count("x") + board.count("o") for board in boards) / seconds


def main() -> None:
    rates = {mode: step_function(mode) for mode in VARIANTS}
    for mode, rate in rates.items():
        row("step function, actions prepared", mode, rate)
    for mode in VARIANTS:
        row("and a random legal policy", mode, with_random_policy(mode))
    for mode in VARIANTS:
        row("Gymnasium vector, copy=False", mode, vector_environment(mode, copy=False))
        row("Gymnasium vector", mode, vector_environment(mode, copy=True))
    theirs = openspiel()
    row("OpenSpiel's game through Python", "modern", theirs)
    print(f"{min(rates.values()) / AIM:.2f} x the aim of {AIM / 1e6:g} M steps a second at least.")
    print(f"Ninefold makes {rates['modern'] / theirs:,.0f} steps for one of OpenSpiel's.")


if __name__ == "__main__":
    main()
