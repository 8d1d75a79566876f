"""Positions for the board's component tests: every state a board can show, in each mode.

``python tests/support/board_cases.py`` writes ``web/src/board/cases.json``; a test compares the
file with what this makes, so the browser's tests stand on the rules and not on pictures of them.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import msgspec

from ninefold.rules.position import Position
from ninefold.rules.variants import VARIANTS
from ninefold.server.play.views import axes_view, board_view

FILE = Path(__file__).parents[2] / "web" / "src" / "board" / "cases.json"
Line = list[int]
Test = Callable[[Position, Position], bool]


def _has_stolen(before: Position, now: Position) -> bool:
    return any(a + b in ("XO", "OX") for a, b in zip(before.owners, now.owners, strict=True))


def _ends(reason: str) -> Test:
    return lambda _before, now: now.outcome is not None and now.outcome.reason == reason


#: A case's name, and what its last move must have brought about.
CASES: dict[str, Test] = {
    "held": lambda _before, now: now.ply == 1,
    "captured by X": lambda before, now: "X" in now.owners and before.owners == "." * 9,
    "captured by O": lambda before, now: "O" in now.owners and before.owners == "." * 9,
    "free": lambda _before, now: now.free and now.ply > 0,
    "held in a captured board": lambda _before, now: (
        now.outcome is None and not now.free and now.owners[now.target or 0] in "XO"
    ),
    "dead": lambda before, now: "-" in now.owners and "-" not in before.owners,
    "stolen": _has_stolen,
    "won": _ends("line"),
    "drawn": _ends("draw"),
    "won by boards": _ends("tie-break"),
}


def _games(mode: str, tie_break: str) -> Iterator[list[Position]]:
    """Random games, the same every time."""
    for seed in range(400):
        dice = random.Random(seed)
        line = [Position.start(mode, tie_break=tie_break)]  # type: ignore[arg-type]  # from a literal
        while line[-1].outcome is None:
            line.append(line[-1].play(dice.choice(line[-1].legal_moves)))
        yield line


def _find(mode: str, case: str) -> tuple[Position, Position] | None:
    tie_break = "boards" if case == "won by boards" else "draw"
    for line in _games(mode, tie_break):
        for before, now in pairwise(line):
            if CASES[case](before, now):
                return before, now
    return None


def _last(before: Position, now: Position) -> int:
    return next(n for n in range(81) if before.cells[n] != now.cells[n])


def _case(mode: str, name: str, pair: tuple[Position, Position]) -> dict[str, object]:
    before, now = pair
    board = msgspec.to_builtins(board_view(now, _last(before, now)))
    return {
        "mode": mode,
        "name": name,
        "before": msgspec.to_builtins(board_view(before)),
        "board": board,
    }


def cases_text() -> str:
    """All cases as one JSON text, one case a line."""
    found = [
        (mode, name, pair)
        for mode in VARIANTS
        for name in CASES
        if (pair := _find(mode, name)) is not None
    ]
    axes = {name: msgspec.to_builtins(axes_view(variant)) for name, variant in VARIANTS.items()}
    lines = ",\n".join(msgspec.json.encode(_case(*one)).decode() for one in found)
    return f'{{"axes": {msgspec.json.encode(axes).decode()},\n"cases": [\n{lines}\n]}}\n'


if __name__ == "__main__":
    FILE.write_text(cases_text(), encoding="utf-8")
