"""How much stronger each level is than the one below it: the tables of docs/play/levels.md.

    python bench/level_ladder.py --games 200 --modes modern battle --out results

Every pair of neighbours plays a match from even openings, each side by the computer that the server
and the terminal play (``ninefold.game.Computer``), a new one for each game. Matches are kept in
--out: after an interruption the same command goes on with the next. The highest level thinks for a
time, so that it plays better on a better machine; here it looks at a fixed number of positions,
about what a busy one gives it.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Generator
from itertools import pairwise
from pathlib import Path
from typing import Any

from ninefold.arena.match import Match
from ninefold.arena.players import Player
from ninefold.engine import LEVELS, Engine, Info, Limit, Score
from ninefold.game import Computer
from ninefold.protocols.ugi import Offer
from ninefold.rules.position import Position
from ninefold.rules.variants import find_variant

#: What a level must score against the one below it.
REQUIRED = 0.65
HIGHEST = LEVELS[-1].name
NODES = 200_000


class Opponent(Engine):
    """A level as people meet it: one computer for a whole game, another for the next."""

    def __init__(self, level: str) -> None:
        self.name = level
        self._limit = Limit(nodes=NODES) if level == HIGHEST else Limit()
        self._computer = Computer(level)

    def analysis(
        self, position: Position, _: Limit, *, lines: int = 1
    ) -> Generator[list[Info], None, None]:
        """What it plays, within its own limit."""
        assert lines == 1
        thought = self._computer.choose(position, self._limit)
        yield [Info(thought.square, Score(position.turn, thought.expected or 0.5))]

    def stop(self) -> None:
        """End the thought that is under way."""
        self._computer.stop()

    def new_game(self) -> None:
        """Leave, and let another sit down."""
        self.close()
        self._computer = Computer(self.name)

    def close(self) -> None:
        """Give back what it holds."""
        self._computer.close()


def player(level: str) -> Player:
    """A level as a player of a match."""
    return Player(level, Offer(level, make=lambda _: Opponent(level)))


def play(mode: str, stronger: str, weaker: str, games: int, out: Path) -> dict[str, Any]:
    """One match, or what it was if it has been played."""
    file = out / f"{mode} {stronger}.json"
    if not file.exists():
        players, limit = (player(stronger), player(weaker)), Limit(time=60)
        match = Match(players, find_variant(mode), games, limits=(limit, limit))
        out.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(match.run().as_dict()), "utf-8")
    told: dict[str, Any] = json.loads(file.read_text("utf-8"))
    if told["games"] != games or told["failures"]:
        sys.exit(f"{file}: expected {games} games and no failure, found {told}")
    return told


def row(stronger: str, weaker: str, told: dict[str, Any]) -> str:
    """A match as a line of the table."""
    name = f"`{stronger}`" + (f" at {NODES:,} positions" if stronger == HIGHEST else "")
    elo, low, high = told["elo"], told["elo_low"], told["elo_high"]
    known = (
        f"{elo:+.0f} ± {(high - low) / 2:.0f}" if None not in (elo, high) else f"over {low:+.0f}"
    )
    sides = " | ".join(" / ".join(map(str, told[side])) for side in ("as_x", "as_o"))
    length = told["mean_length"]
    return f"| {name} over `{weaker}` | {told['score']:.1%} | {known} | {sides} | {length:.0f} |"


def main() -> int:
    """Print a table for each mode; 1 if a level scores too little."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--modes", nargs="+", default=["modern", "battle"])
    parser.add_argument("--out", type=Path, default=Path("level-ladder"))
    arguments = parser.parse_args()
    enough = True
    for mode in arguments.modes:
        print(f"\n{mode}\n\n| match | score | Elo | as X | as O | mean length |")
        print("|---|---|---|---|---|---|")
        for weaker, stronger in pairwise(level.name for level in LEVELS):
            told = play(mode, stronger, weaker, arguments.games, arguments.out)
            print(row(stronger, weaker, told), flush=True)
            enough = enough and told["score"] >= REQUIRED
    return 0 if enough else 1


if __name__ == "__main__":
    sys.exit(main())
