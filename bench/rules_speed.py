"""How fast the Python rules play, and what importing the package costs.

Random games in every mode from one seed; what is timed is checked against what is known: the
mean length and the results of random Modern games. Time is the processor's, not the clock's, so
that a machine with other work to do says nearly the same as a quiet one.
"""

from __future__ import annotations

import random
import resource
import subprocess
import sys
import time
from collections import Counter

from ninefold import VARIANTS, Position

GAMES = 2_000
BATCHES = 10  # the best of ten: even processor time suffers from busy neighbours
STARTS = 25
AIM_PLIES = 100_000
AIM_IMPORT_MS = 30


def random_games(mode: str, games: int, seed: int) -> tuple[int, Counter[str | None]]:
    """Play games of random moves: how many moves in all, and who won how often."""
    choose, plies = random.Random(seed).choice, 0
    won: Counter[str | None] = Counter()
    for _ in range(games):
        position = Position.start(mode)
        while moves := position.legal_moves:
            position = position.play(choose(moves))
            plies += 1
        assert position.outcome is not None
        won[position.outcome.winner] += 1
    return plies, won


def check_modern(plies: int, won: Counter[str | None]) -> None:
    """Random Modern games: about 58.5 moves, X 41 %, O 37 %, 22 % drawn (rules of the house)."""
    assert 57.5 < plies / GAMES < 59.5, plies / GAMES
    for player, share in (("X", 0.41), ("O", 0.37), (None, 0.22)):
        assert abs(won[player] / GAMES - share) < 0.05, won


def milliseconds_to_run(code: str) -> float:
    """The best of several runs of a line of Python in a process of its own."""
    best = float("inf")
    for _ in range(STARTS):
        before = children_seconds()
        subprocess.run([sys.executable, "-c", code], check=True)
        best = min(best, children_seconds() - before)
    return 1000 * best


def children_seconds() -> float:
    """Processor time of all processes that this one has started."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main() -> None:
    """Print the table."""
    print(f"random games in Python, {GAMES:,} a mode, one core")
    print(f"{'mode':10}{'moves/s':>12}{'of the aim':>12}{'moves a game':>14}")
    for mode in VARIANTS:
        plies, won, rate = 0, Counter[str | None](), 0.0
        for batch in range(BATCHES):
            begun = time.process_time()
            more, winners = random_games(mode, GAMES // BATCHES, seed=batch)
            rate = max(rate, more / (time.process_time() - begun))
            plies, won = plies + more, won + winners
        print(f"{mode:10}{rate:12,.0f}{rate / AIM_PLIES:11.2f}x{plies / GAMES:14.1f}")
        if mode == "modern":
            check_modern(plies, won)
    bare, loaded = milliseconds_to_run("pass"), milliseconds_to_run("import ninefold")
    print(
        f"\nimport ninefold: {loaded - bare:.1f} ms more than bare Python ({bare:.1f} ms); ", end=""
    )
    print(f"the aim is under {AIM_IMPORT_MS} ms")


if __name__ == "__main__":
    main()
