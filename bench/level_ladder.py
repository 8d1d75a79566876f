"""How much stronger each level is than the one below it: the tables of docs/levels.md.

    python bench/level_ladder.py --games 200 --modes modern battle --out results

Every pair of neighbours plays a match from even openings. The matches are kept in --out: after an
interruption the same command goes on. The highest level thinks for a time, so that it plays better
on a better machine; here it looks at a fixed number of positions, about what a busy one gives it.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from itertools import pairwise
from json import loads
from pathlib import Path

from ninefold.engine.levels import LEVELS

#: What a level must score against the one below it.
REQUIRED = 0.65
HIGHEST = "full:nodes=200000"
#: The levels have their limits; this one is only never to get in their way.
SECONDS = "10"


def play(mode: str, stronger: str, weaker: str, games: int, out: Path) -> dict:
    """One match by `ninefold match`."""
    command = [sys.executable, "-m", "ninefold", "match", stronger, weaker]
    command += ["--mode", mode, "--games", str(games), "--out", str(out / f"{mode} {stronger}")]
    command += ["--time", SECONDS, "--json", "--quiet"]
    done = subprocess.run(command, capture_output=True, check=True)
    return loads(done.stdout)


def row(stronger: str, weaker: str, told: dict) -> str:
    """A match as a line of the table."""
    elo = f"{told['elo']:+.0f}" if told["elo"] is not None else f"over {told['elo_low']:+.0f}"
    sides = " ".join(f"{won}/{drawn}/{lost}" for won, drawn, lost in (told["as_x"], told["as_o"]))
    results = f"{told['won']}/{told['drawn']}/{told['lost']}"
    milliseconds = 1000 * told["mean_seconds"][0]
    return (
        f"| {stronger} against {weaker} | {told['score']:.1%} | {elo} | {results} | {sides} "
        f"| {told['mean_length']:.0f} | {milliseconds:.0f} |"
    )


def main() -> int:
    """Print a table for each mode; 1 if a level scores too little."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--modes", nargs="+", default=["modern", "battle"])
    parser.add_argument("--out", type=Path, default=Path("level-ladder"))
    arguments = parser.parse_args()
    enough = True
    names = [*(level.name for level in LEVELS[:-1]), HIGHEST]
    for mode in arguments.modes:
        print(f"\n{mode}\n\n| match | score | Elo | won/drawn/lost | as X, as O | moves | ms |")
        print("|---|---|---|---|---|---|---|")
        for weaker, stronger in pairwise(names):
            told = play(mode, stronger, weaker, arguments.games, arguments.out)
            print(row(stronger, weaker, told), flush=True)
            enough = enough and told["score"] >= REQUIRED
    return 0 if enough else 1


if __name__ == "__main__":
    sys.exit(main())
