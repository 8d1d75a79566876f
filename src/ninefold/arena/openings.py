"""Openings: first moves to start the games of a match from, so that they differ and are fair.

Two engines that begin on the empty board play the same few games over and over. A suite holds lines
of four to ten moves that no symmetry turns into one another and, where there is somebody to judge
them, that leave both sides about the same chances.

>>> from ninefold.rules.variants import VARIANTS
>>> suite = make_openings(VARIANTS["modern"], 3, seed=1)
>>> len(suite), all(4 <= len(moves) <= 10 for moves in suite)
(3, True)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from typing import Final

from ninefold.engine.engine import Engine
from ninefold.engine.limit import Limit
from ninefold.rules.errors import BadInput, BadSyntax, NinefoldError
from ninefold.rules.foreign import parse_moves
from ninefold.rules.position import Position, replay
from ninefold.rules.squares import square_name
from ninefold.rules.variants import Variant

__all__ = [
    "Judge",
    "Opening",
    "even_openings",
    "format_openings",
    "judged_by",
    "make_openings",
    "parse_openings",
]

Opening = tuple[int, ...]

#: The expected score of the player to move, from 0 to 1.
Judge = Callable[[Position], float]

PLIES: Final = (4, 10)
TOLERANCE: Final = 0.1
_TRIES_EACH: Final = 400
_GLANCE: Final = Limit(nodes=20_000)


def judged_by(engine: Engine, limit: Limit) -> Judge:
    """An engine's opinion as a judge; the same limit of nodes gives the same suite again."""

    def judge(position: Position) -> float:
        return engine.play(position, limit).score.for_player(position.turn).probability

    return judge


def even_openings(
    variant: Variant, count: int, *, seed: int = 0, on_opening: Callable[[int], None] | None = None
) -> list[Opening]:
    """A suite that our engine has judged at a glance, always in the same way.

    ``on_opening`` hears how many there are after each.
    """
    from ninefold.engine.native import NativeEngine

    with NativeEngine(memory=1) as engine:

        def judge(position: Position) -> float:
            engine.new_game()
            return judged_by(engine, _GLANCE)(position)

        return make_openings(variant, count, seed=seed, judge=judge, on_opening=on_opening)


def make_openings(
    variant: Variant,
    count: int,
    *,
    seed: int = 0,
    judge: Judge | None = None,
    plies: tuple[int, int] = PLIES,
    tolerance: float = TOLERANCE,
    on_opening: Callable[[int], None] | None = None,
) -> list[Opening]:
    """Make a suite: random lines, no two alike, none that the judge finds one-sided.

    The same seed gives the same suite, and a longer one begins with the shorter one.
    """
    random = Random(f"openings {seed}")  # noqa: S311 - a suite that anybody can make again
    suite: list[Opening] = []
    seen: set[Position] = set()
    for _ in range(count * _TRIES_EACH):
        if len(suite) == count:
            break
        moves, position = _random_line(variant, random, random.randint(*plies))
        key = position.canonical()
        if position.outcome is None and key not in seen:
            seen.add(key)
            if judge is None or abs(judge(position) - 0.5) <= tolerance:
                suite.append(moves)
                if on_opening is not None:
                    on_opening(len(suite))
    else:
        if len(suite) < count:
            raise BadInput(
                f"found {len(suite)} even openings of {plies[0]} to {plies[1]} moves, and {count} "
                "were asked for: ask for fewer, or allow longer ones"
            )
    return suite


def _random_line(variant: Variant, random: Random, length: int) -> tuple[Opening, Position]:
    position = Position.start(variant)
    moves: list[int] = []
    while len(moves) < length and position.outcome is None:
        moves.append(random.choice(position.legal_moves))
        position = position.play(moves[-1])
    return tuple(moves), position


def format_openings(suite: Iterable[Opening]) -> str:
    r"""A suite as text: one opening a line.

    >>> format_openings([(40, 36), (0,)])
    '55 51\n11\n'
    """
    return "".join(" ".join(map(square_name, moves)) + "\n" for moves in suite)


def parse_openings(text: str, variant: Variant) -> list[Opening]:
    r"""Read a suite, check that it can be played, and leave out empty lines and ``#`` comments.

    >>> from ninefold.rules.variants import VARIANTS
    >>> parse_openings("# mine\n55 51\n", VARIANTS["modern"])
    [(40, 36)]
    """
    suite = []
    for number, line in enumerate(text.splitlines(), start=1):
        words = line.partition("#")[0].strip()
        if not words:
            continue
        try:
            moves = parse_moves(words)
            end = replay(Position.start(variant), moves)[-1]
        except NinefoldError as error:
            raise error.within(f"opening in line {number}") from error
        if end.outcome is not None:
            raise BadSyntax(f"opening in line {number}: the game is over after it")
        suite.append(moves)
    if not suite:
        raise BadSyntax("the openings are empty: expected a line of moves such as 55 51 for each")
    return suite
