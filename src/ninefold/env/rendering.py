"""What every environment shows of a position: text, SVG or pixels."""

from __future__ import annotations

import sys
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from ninefold.drawing.svg import draw_svg
from ninefold.drawing.text import draw_text
from ninefold.env.picture import draw_pixels
from ninefold.rules.errors import BadSyntax, quoted
from ninefold.rules.position import Position

__all__ = ["METADATA", "RENDER_MODES", "Rendered", "check_render_mode", "render"]

Rendered = str | npt.NDArray[np.uint8] | None

#: ``human`` prints the board as text, ``ansi`` gives that text, the others a picture.
RENDER_MODES: Final = ("human", "ansi", "svg", "rgb_array")
METADATA: Final[dict[str, Any]] = {"render_modes": list(RENDER_MODES), "render_fps": 2}


def check_render_mode(render_mode: object) -> None:
    """Refuse what is no way of rendering."""
    if render_mode is not None and render_mode not in RENDER_MODES:
        known = ", ".join(RENDER_MODES)
        raise BadSyntax(f"render_mode is {quoted(render_mode)}: expected one of {known}")


def render(position: Position, render_mode: str | None, last_move: int | None = None) -> Rendered:
    """A position as the render mode has it.

    >>> render(Position.start(), "svg")[:4]
    '<svg'
    """
    match render_mode:
        case "ansi":
            return draw_text(position)
        case "svg":
            return draw_svg(position, last_move=last_move)
        case "rgb_array":
            return draw_pixels(position, last_move=last_move)
        case "human":
            sys.stdout.write(f"{draw_text(position)}\n")
    return None
