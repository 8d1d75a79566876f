"""Where games as O are lost: the move after which ten times the search sees it, and what held.

    .venv/bin/python bench/lost_as_o.py --games 40 --nodes 50000

The engine plays itself in Modern with the tie-break boards, X with three times the nodes, from a
random first move of X, without a book. In every game that O loses O's positions are searched again
with ten times the nodes. A game is lost for good with the last move before which O had 25 % of the
point or more. What would have held is then

depth      the longer search plays another move, worth ten hundredths more
opening    it knows none, and the move is one of the first twelve: a book's
judgement  it knows none: the game was lost before anybody saw it
"""

from __future__ import annotations

import argparse
from collections import Counter
from random import Random
from typing import Final, NamedTuple

from ninefold.engine import Limit, NativeEngine
from ninefold.rules.position import Position
from ninefold.rules.squares import square_name
from ninefold.rules.variants import find_variant

VARIANT: Final = find_variant("modern:tie_break=boards")
HOLDING: Final = 0.25
BETTER: Final = 0.10
BOOKISH: Final = 12
TIMES_X, TIMES_AGAIN = 3, 10


class Step(NamedTuple):
    """A move of O, with what O thought of it."""

    position: Position
    move: int
    thought: float


def play(dice: Random, nodes: int, x: NativeEngine, o: NativeEngine) -> tuple[list[Step], str]:
    """A game: O's moves, and how it ended for O."""
    position, steps = Position.start(VARIANT), list[Step]()
    position = position.play(dice.choice(position.legal_moves))
    for engine in (x, o):
        engine.new_game()
    while position.outcome is None:
        engine, limit = (x, TIMES_X * nodes) if position.turn == "X" else (o, nodes)
        info = engine.play(position, Limit(nodes=limit))
        if position.turn == "O":
            steps.append(Step(position, info.move, info.score.for_player("O").probability))
        position = position.play(info.move)
    winner = position.outcome.winner
    return steps, "drawn" if winner is None else "won" if winner == "O" else "lost"


def worth(engine: NativeEngine, step: Step, limit: Limit, move: int | None) -> tuple[int, float]:
    """The longer search's own move and its worth to O, or that of one move."""
    engine.new_game()
    moves = None if move is None else [move]
    *_, (best, *_) = engine.analysis(step.position, limit, moves=moves)
    return best.move, best.score.for_player("O").probability


def diagnose(steps: list[Step], engine: NativeEngine, limit: Limit) -> str:
    """Walk back from the end to the last move before which O still held."""
    for at in range(len(steps) - 1, -1, -1):
        step = steps[at]
        better, best = worth(engine, step, limit, None)
        if best < HOLDING and at > 0:
            continue
        _, played = worth(engine, step, limit, step.move)
        if better == step.move:
            best = played  # a single move is searched deeper
            if best < HOLDING and at > 0:
                continue
        if best - played >= BETTER:
            kind = "depth"
        else:
            kind = "opening" if step.position.ply < BOOKISH else "judgement"
        print(
            f"  move {step.position.ply + 1}: {square_name(step.move)}, O thought "
            f"{step.thought:.0%}; ten times the search: {played:.0%}, its own "
            f"{square_name(better)} {best:.0%}: {kind}",
            flush=True,
        )
        return kind
    return "none"


def main() -> None:
    """Play, and count what would have held."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=40, metavar="N")
    parser.add_argument("--nodes", type=int, default=50_000, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    arguments = parser.parse_args()
    dice, ends, kinds = Random(f"as O {arguments.seed}"), Counter[str](), Counter[str]()
    again = Limit(nodes=TIMES_AGAIN * arguments.nodes)
    with NativeEngine() as x, NativeEngine() as o, NativeEngine(memory=64) as longer:
        for _ in range(arguments.games):
            steps, end = play(dice, arguments.nodes, x, o)
            ends[end] += 1
            if end == "lost":
                kinds[diagnose(steps, longer, again)] += 1
    print("as O:", ", ".join(f"{count} {end}" for end, count in ends.most_common()))
    print("what would have held:", ", ".join(f"{n} {kind}" for kind, n in kinds.most_common()))


if __name__ == "__main__":
    main()
