"""The checker: walks every defence against a strategy, with the rules in plain Python alone.

It shares nothing with the searches that find strategies, so a mistake of theirs shows here.

>>> from ninefold import Position
>>> late = Position.start("classic")
>>> for move in "11 15 51 17 71 16 61 18 81 19 91 13 31".split():
...     late = late.play(move)
>>> first = lambda position: position.legal_moves[0]
>>> check_strategy(late.play("12"), "X", first, by=17)  # doctest: +ELLIPSIS
Traceback (most recent call last):
...
ninefold.engine.proofs.checker.Refuted: X has not won by move 17: ...
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from ninefold.rules.errors import BadInput
from ninefold.rules.notation import format_position
from ninefold.rules.position import Position
from ninefold.rules.squares import Player

__all__ = ["Checked", "Refuted", "check_strategy"]


class Refuted(BadInput):
    """A defence that the strategy does not beat."""


@dataclass(frozen=True, slots=True)
class Checked:
    """A walk without a hole: the positions it saw up to symmetry, and the longest game's moves."""

    positions: int
    latest: int


def check_strategy(
    start: Position,
    player: Player,
    answer: Callable[[Position], int],
    *,
    by: int = 81,
    draws: bool = False,
    replies: Callable[[Position], Iterable[int]] | None = None,
) -> Checked:
    """Confirm that ``answer`` wins for a player by a move, whatever the opponent does.

    With ``draws`` it is enough not to lose. Mirror images have the same fate, so of each only the
    canonical one is walked. Raises ``Refuted`` with the first position in which the strategy
    fails, and ``IllegalMove`` if it cheats.

    ``replies``, if given, are the only moves of the opponent to walk, in every position as it
    stands: then the walk says that this family of moves does not beat the strategy.
    """
    image = Position.canonical if replies is None else _itself
    seen: set[Position] = set()
    waiting = [image(start)]
    latest = 0
    while waiting:
        position = waiting.pop()
        if position in seen:
            continue
        seen.add(position)
        if position.outcome is not None or position.ply >= by:
            _require_success(position, player, by, draws)
            latest = max(latest, position.ply)
            continue
        mine = position.turn == player
        moves = (answer(position),) if mine else (replies or _every_move)(position)
        waiting += (image(position.play(move)) for move in moves)
    return Checked(len(seen), latest)


def _itself(position: Position) -> Position:
    return position


def _every_move(position: Position) -> Iterable[int]:
    return position.legal_moves


def _require_success(position: Position, player: Player, by: int, draws: bool) -> None:
    outcome = position.outcome
    good = (player, None) if draws else (player,)
    if outcome is None or outcome.winner not in good:
        missed = "has lost" if draws and outcome else f"has not won by move {by}"
        raise Refuted(f"{player} {missed}: {format_position(position)}")
