"""Positions and games as pictures: a paper board of text, SVG, and pages to print.

>>> from ninefold import Position
>>> from ninefold.drawing import draw_svg
>>> draw_svg(Position.start("battle")).startswith("<svg")
True
"""

from typing import TYPE_CHECKING

from ninefold.lazily import lazily

if TYPE_CHECKING:
    from ninefold.drawing.game_sheet import game_sheet
    from ninefold.drawing.rule_sheet import rule_sheet
    from ninefold.drawing.sheet import Sheet, board_sheet
    from ninefold.drawing.svg import draw_svg
    from ninefold.drawing.text import describe, draw_text

__all__ = [
    "Sheet",
    "board_sheet",
    "describe",
    "draw_svg",
    "draw_text",
    "game_sheet",
    "rule_sheet",
]

__getattr__ = lazily(
    __name__,
    {
        "Sheet": "sheet",
        "board_sheet": "sheet",
        "describe": "text",
        "draw_svg": "svg",
        "draw_text": "text",
        "game_sheet": "game_sheet",
        "rule_sheet": "rule_sheet",
    },
)


def __dir__() -> list[str]:
    return __all__
