"""The vectors of judgements: questions from real games, with the answers of Python's formulas.

``PYTHONPATH=tests python -m support.judgement_vectors`` writes the answers anew into
``tests/vectors/judgements.json``; the questions stay. With ``--games`` the games are looked at anew
too.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, Final

from ninefold.analysis import game_accuracy, judge, move_accuracy, turning_points, weigh
from ninefold.engine import Limit, NativeEngine, Score
from ninefold.engine.core import axes_of
from ninefold.engine.networks import find_network
from ninefold.engine.scale import HAND_SCALE, expected_score
from ninefold.rules.position import Position, replay
from ninefold.rules.squares import parse_square
from ninefold.rules.variants import VARIANTS
from support.browsing import GAMES

__all__ = ["PATH", "answered"]

PATH: Final = Path(__file__).parents[1] / "vectors" / "judgements.json"
_NODES: Final = 3_000
_DIGITS: Final = (
    9  # of a number: more than any formula needs, fewer than two languages may differ in
)
_UNITS: Final = (-20_000, -1_300, -1, 0, 250, 4_000)


def answered(vectors: dict[str, Any]) -> dict[str, Any]:
    """The same questions with the answers that Python gives."""
    return {
        "about": vectors["about"],
        "expected_score": [_expected(one) for one in vectors["expected_score"]],
        "moves": [_judged(one) for one in vectors["moves"]],
        "move_accuracy": [
            [lost, _rounded(move_accuracy(lost))] for lost, _ in vectors["move_accuracy"]
        ],
        "game_accuracy": [_measured(one) for one in vectors["game_accuracy"]],
        "games": [_gone_through(one) for one in vectors["games"]],
    }


def _expected(one: dict[str, Any]) -> dict[str, Any]:
    return {**one, "share": _rounded(expected_score(one["score"], one["scale"]))}


def _judged(one: dict[str, Any]) -> dict[str, Any]:
    before, after = (Score("O", *one[when]) for when in ("before", "after"))
    return {**one, "judgement": judge(before, after)}


def _measured(one: dict[str, Any]) -> dict[str, Any]:
    found = game_accuracy(one["curve"], [(ply, lost) for ply, lost in one["drops"]])
    return {**one, "accuracy": None if found is None else _rounded(found)}


def _gone_through(game: dict[str, Any]) -> dict[str, Any]:
    """A game's moves weighed from the end to the beginning, as ``review`` does."""
    following = Score("X", *game["end"])
    moves, curve, drops = [], [following.probability], []
    for look in reversed(game["looks"]):
        lines = [(square, Score(look["turn"], *score)) for square, *score in look["lines"]]
        found = weigh(look["square"], lines, following)
        following = found.before
        lost = max(0.0, found.before.probability - found.after.probability)
        curve.insert(0, following.for_player("X").probability)
        drops.insert(0, (look["turn"], found.judgement, lost))
        moves.insert(
            0, {**found._asdict(), "before": _row(found.before), "after": _row(found.after)}
        )
    accuracy = {
        side: game_accuracy(
            curve, [(n, lost) for n, (by, _, lost) in enumerate(drops) if by == side]
        )
        for side in "XO"
    }
    return {
        "mode": game["mode"],
        "looks": game["looks"],
        "end": game["end"],
        "moves": moves,
        "curve": [_rounded(share) for share in curve],
        "accuracy": {side: None if a is None else _rounded(a) for side, a in accuracy.items()},
        "turning_points": list(turning_points([(judged, lost) for _, judged, lost in drops])),
    }


def _rounded(number: float) -> float:
    return round(number, _DIGITS)


def _row(score: Score) -> list[Any]:
    return [_rounded(score.probability), score.proven, score.distance]


def _looked_at(mode: str) -> dict[str, Any]:
    """A game whose positions the engine has looked at."""
    squares = [parse_square(word) for word in GAMES[mode].split()]
    positions = replay(Position.start(mode), squares)
    looks = []
    with NativeEngine() as engine:
        for position, square in zip(reversed(positions[:-1]), reversed(squares), strict=True):
            infos = engine.analyse(position, Limit(nodes=_NODES), lines=2)
            lines = [[info.move, *_row(info.score)] for info in infos]
            looks.insert(0, {"turn": position.turn, "square": square, "lines": lines})
    return {"mode": mode, "looks": looks, "end": _row(Score.win("X", 0))}  # X wins each of them


def _questions(vectors: dict[str, Any]) -> dict[str, Any]:
    scales = {find_network(axes_of(one)).scale for one in VARIANTS.values()}  # type: ignore[union-attr]
    shares = [
        {"score": score, "scale": scale}
        for scale in sorted(scales | {*HAND_SCALE.values()})
        for score in _UNITS
    ]
    return {**vectors, "expected_score": shares, "games": [_looked_at(mode) for mode in GAMES]}


def _text(vectors: dict[str, Any]) -> str:
    """JSON with a line for each vector."""
    parts = []
    for name, value in vectors.items():
        rows = ",\n    ".join(map(json.dumps, value)) if isinstance(value, list) else ""
        parts.append(f'  "{name}": ' + (f"[\n    {rows}\n  ]" if rows else json.dumps(value)))
    return "{\n" + ",\n".join(parts) + "\n}\n"


def main() -> None:
    """Write the file anew."""
    vectors = json.loads(PATH.read_text("utf-8"))
    asked = _questions(vectors) if "--games" in sys.argv else vectors
    PATH.write_text(_text(answered(asked)), encoding="utf-8")


if __name__ == "__main__":
    main()
