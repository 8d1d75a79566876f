"""Draw the pictures of the rules: `python docs/make_pictures.py` writes docs/images/*.svg.

Each picture is a game and what to show of its last position. A test draws them all again and
compares, so a picture never shows what the library no longer does.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from ninefold import Position
from ninefold.drawing.rule_sheet import POINTS_BACK, RECAPTURE, SENDS, WON
from ninefold.drawing.svg import draw_svg
from ninefold.rules.position import replay
from ninefold.rules.squares import parse_square, square_at

IMAGES = Path(__file__).parent / "images"
DRAWN = (
    "58 84 43 32 29 96 64 45 56 63 36 67 71 15 53 39 98 85 54 41 14 49 92 22 21 12 27 74 23 33 35 "
    "55 51 18 82 28 88 89 94 52 25 57 75 59 95 65 87 77 79 31 81 83 86"
)
#: How X wins Classic: board 5 is full, and X stands in board 1, the only one without a mark.
CLASSIC_WIN = "55 52 25 53 35 54 45 56 65 57 75 58 85 59 95 51"


def pictures() -> dict[str, str]:
    """Every picture by its file name."""
    center_of = {board: square_at(board - 1, 4) for board in range(1, 10)}
    numbers = {square_at(4, cell): str(cell + 1) for cell in range(9)}
    *before, _ = RECAPTURE.split()
    return {
        "numbers.svg": _draw("modern", "", numbers=numbers),
        "sends.svg": _draw("modern", SENDS, arrows=[(parse_square("13"), center_of[3])]),
        "answer.svg": _draw("modern", "13 36", arrows=[(parse_square("36"), center_of[6])]),
        "modern.svg": _draw("modern", POINTS_BACK),
        "classic.svg": _draw("classic", POINTS_BACK),
        "open.svg": _draw("open", POINTS_BACK),
        "battle-before.svg": _draw("battle", " ".join(before)),
        "battle-after.svg": _draw("battle", RECAPTURE),
        "won.svg": _draw("modern", WON),
        "drawn.svg": _draw("modern", DRAWN),
        "classic-win.svg": _draw("classic", CLASSIC_WIN),
    }


def _draw(mode: str, moves: str, **options: Any) -> str:
    squares = [parse_square(move) for move in moves.split()]
    position = replay(Position.start(mode), squares)[-1]
    last = squares[-1] if squares else None
    return draw_svg(position, size=280, last_move=last, labels=True, **options)


if __name__ == "__main__":
    IMAGES.mkdir(exist_ok=True)
    for name, picture in pictures().items():
        (IMAGES / name).write_text(picture, encoding="utf-8")
        sys.stderr.write(f"{name}\n")
