"""Endgames: how often the engine's move is a true best one, in positions that were solved exactly.

    .venv/bin/python bench/endgames.py --positions 1000 --modes modern battle

Each position comes from a game of its own: random moves at first, then the engine with few nodes.
It counts if every legal move's result is proven. The move is then found with as many nodes as 50 ms
bring at ten million a second, so that the answer is the same on every machine, by an engine that
has not seen the position. A move that gives a win or a draw away is shown.
"""

from __future__ import annotations

import argparse
from collections import Counter
from random import Random
from time import process_time
from typing import Final

from ninefold.engine import Limit, NativeEngine
from ninefold.rules.notation import format_position
from ninefold.rules.position import Position
from ninefold.rules.squares import square_name
from ninefold.rules.variants import VARIANTS, Variant, find_variant

WORTH: Final = {"loss": 0, "draw": 1, "win": 2}
FIFTY_MS: Final = Limit(nodes=500_000)
SOLVING: Final = Limit(nodes=3_000_000)
QUICK: Final = Limit(nodes=300)
RANDOM_MOVES: Final = (4, 12)
#: Empty squares in boards that are still played in: enough to be hard, few enough to be solved.
LEFT: Final = (20, 34)


def squares_left(position: Position) -> int:
    """How many empty squares may still be played, as far as captured boards close for good."""
    closes = position.variant.release == "decided" and position.variant.free_move == "undecided"
    return sum(
        position.board(board).count(".")
        for board in range(9)
        if not (closes and position.owners[board] in "XO")
    )


def position_of(variant: Variant, dice: Random, engine: NativeEngine) -> Position | None:
    """A late position of a game; None if the game ended before."""
    position, moves = Position.start(variant), dice.randint(*RANDOM_MOVES)
    wanted = dice.randint(*LEFT)
    while position.outcome is None and squares_left(position) > wanted:
        at_random = position.ply < moves
        move = dice.choice(position.legal_moves) if at_random else engine.play(position, QUICK).move
        position = position.play(move)
    return position if position.outcome is None and len(position.legal_moves) > 1 else None


def solved(position: Position, engine: NativeEngine) -> dict[int, int] | None:
    """What every legal move is worth; None if that was not proven."""
    engine.new_game()
    lines = engine.analyse(position, SOLVING, lines=len(position.legal_moves))
    if any(info.score.proven is None for info in lines):
        return None
    return {info.move: WORTH[str(info.score.proven)] for info in lines}


def measure(variant: Variant, count: int, seed: int) -> str:
    """A row of the table: figures for a mode."""
    dice, began, tried = Random(f"endgames {seed}"), process_time(), 0
    seen: Counter[str] = Counter()
    with NativeEngine(memory=16) as solver, NativeEngine(memory=16) as engine:
        while seen["solved"] < count:
            tried += 1
            position = position_of(variant, dice, engine)
            worth = position and solved(position, solver)
            if position is None or not worth:
                continue
            best = max(worth.values())
            engine.new_game()
            move = engine.play(position, FIFTY_MS).move
            seen["solved"] += 1
            seen["matters"] += min(worth.values()) < best
            seen["best"] += worth[move] == best
            seen["wins"] += best == WORTH["win"]
            seen["wins lost"] += best == WORTH["win"] > worth[move]
            if worth[move] < best:
                print(
                    f"  {format_position(position)}: {square_name(move)} gives it away", flush=True
                )
    return (
        f"{variant.name:<8} {seen['solved']:>6} {seen['matters']:>8} {seen['best']:>6} "
        f"{seen['wins']:>6} {seen['wins lost']:>9} {tried:>6} {process_time() - began:>8.0f}"
    )


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--positions", type=int, default=1000, metavar="N")
    parser.add_argument("--modes", nargs="+", default=list(VARIANTS), metavar="MODE")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    arguments = parser.parse_args()
    print("mode     solved  matters   best   wins  wins lost  games  seconds")
    for mode in arguments.modes:
        print(measure(find_variant(mode), arguments.positions, arguments.seed), flush=True)


if __name__ == "__main__":
    main()
