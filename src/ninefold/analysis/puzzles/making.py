"""Making puzzles: games of the levels, gone through for positions with one right move.

Each game has dice of its own, made from the seed and its number, so that whoever goes on after a
stop finds what they would have found without it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Final

from ninefold.analysis.puzzles.difficulty import Solvers
from ninefold.analysis.puzzles.keeping import Choice, Judge
from ninefold.analysis.puzzles.kinds import kinds_of
from ninefold.analysis.puzzles.puzzle import TRIES, Kind, Puzzle, Step
from ninefold.engine import LEVELS, LevelEngine, Limit, NativeEngine
from ninefold.rules.position import Position
from ninefold.rules.variants import Variant

__all__ = ["make_puzzles"]

_PLAYERS: Final = LEVELS
_PLAYING: Final = Limit(nodes=4_000)
_RANDOM_MOVES: Final = 3
#: Earlier positions can hardly ever be settled: a game is gone through from its end, until there
#: are enough candidates.
_FIRST_PLY: Final = 26
_ENOUGH: Final = 3
#: Looks at a position, each longer: a proof is tried only where all of them find the second-best
#: move so much worse.
_LOOKS: Final = ((Limit(nodes=2_000), 0.1), (Limit(nodes=80_000), 0.3))
#: With fewer moves to choose from there is nothing to find.
_FEWEST_MOVES: Final = 4
_MOST_STEPS: Final = 4
#: Solved by every level in every try, it is no puzzle.
_EVERYBODY: Final = (TRIES,) * len(LEVELS)


def make_puzzles(
    variant: Variant,
    seed: int,
    before: Sequence[Puzzle] = (),
    *,
    progress: Callable[[int], object] = lambda _games: None,
) -> Iterator[Puzzle]:
    """Puzzles without end, at most one of each game, beginning after those that were made before.

    ``progress`` is told the number of every game that has been gone through. Of several in a game
    the one of the rarest kind so far is taken.
    """
    kinds = Counter(puzzle.kind for puzzle in before)
    seen = {puzzle.position.canonical() for puzzle in before}
    game = max((puzzle.game for puzzle in before), default=0)
    with Solvers() as solvers, NativeEngine() as engine:
        while True:
            game += 1
            with Judge() as judge:
                played = _play(variant, seed, game)
                candidates = islice(_candidates(reversed(played), engine, judge), _ENOUGH)
                found = _rarest(candidates, kinds, seen)
                solved = solvers.solved(found, judge) if found else _EVERYBODY
            if found and solved != _EVERYBODY:
                made = replace(found, game=game, solved=solved)
                kinds[made.kind] += 1
                seen.add(made.position.canonical())
                yield made
            progress(game)


def _play(variant: Variant, seed: int, game: int) -> list[Position]:
    """The positions of a game between two levels."""
    dice = Random(f"{seed}/{game}")  # noqa: S311 - games, not secrets
    position = Position.start(variant)
    positions = []
    players = [LevelEngine(dice.choice(_PLAYERS), seed=dice.randrange(2**31)) for _ in range(2)]
    try:
        for _ in range(_RANDOM_MOVES):
            position = position.play(dice.choice(position.legal_moves))
        while position.outcome is None:
            positions.append(position)
            position = position.play(players[position.ply % 2].play(position, _PLAYING).move)
    finally:
        for player in players:
            player.close()
    return positions


def _candidates(
    positions: Iterable[Position], engine: NativeEngine, judge: Judge
) -> Iterator[Puzzle]:
    engine.new_game()
    for position in positions:
        if position.ply < _FIRST_PLY or len(position.legal_moves) < _FEWEST_MOVES:
            continue
        if not _promises(position, engine):
            continue
        choice = judge.choice(position)
        if choice is not None and len(choice.keeps) == 1:
            steps = _steps(choice, judge)
            kind = kinds_of(choice, steps, judge)[0]
            yield Puzzle(0, choice.result, kind, (), position, steps)


def _promises(position: Position, engine: NativeEngine) -> bool:
    """Whether there may be one right move that does not win at once, and a proof of it."""
    settled = False
    for limit, worse in _LOOKS:
        first, second = engine.analyse(position, limit, lines=2)
        if first.score.probability - second.score.probability < worse or first.score.distance == 1:
            return False
        settled = first.score.proven is not None or second.score.proven is not None
    return settled


def _rarest(
    candidates: Iterable[Puzzle], kinds: Counter[Kind], seen: set[Position]
) -> Puzzle | None:
    new = [each for each in candidates if each.position.canonical() not in seen]
    return min(new, key=lambda each: kinds[each.kind], default=None)


def _steps(choice: Choice, judge: Judge) -> tuple[Step, ...]:
    """The solution: it ends with the game, or with the last move that took some finding."""
    result, steps, telling = choice.result, list[Step](), 1
    found: Choice | None = choice
    while found is not None and found.result == result and len(steps) < _MOST_STEPS:
        move = judge.best_of(found)
        others = (square for square in found.keeps if square != move)
        if 2 * len(found.keeps) <= len(found.position.legal_moves):
            telling = len(steps) + 1
        after = found.position.play(move)
        reply = None if after.outcome is not None else judge.reply(after)
        steps.append(Step((move, *others), reply))
        if reply is None or (next_one := after.play(reply)).outcome is not None:
            break
        found = judge.choice(next_one)
    steps = steps[:telling]
    steps[-1] = replace(steps[-1], reply=None)
    return tuple(steps)
