"""Palettes: what the roles of a drawing look like, on dark and light screens and without colour.

The colours of the players are Okabe and Ito's, which people with any kind of colour vision can tell
apart; frames, brackets and the marks themselves say the same without them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from rich.style import Style
from textual.theme import Theme

from ninefold.terminal.canvas import Paint

__all__ = ["DARK", "LIGHT", "MONO", "PALETTES", "Palette"]


@dataclass(frozen=True)
class Palette:
    """Styles by role: an ink, and the ground behind it."""

    name: str
    theme: Theme
    styles: Mapping[str, str]

    def style(self, paint: Paint) -> Style:
        """The style of a painted character."""
        return _style(self.styles.get(paint.ink, ""), self.styles.get(paint.ground, ""))


@lru_cache(maxsize=256)
def _style(ink: str, ground: str) -> Style:
    return Style.parse(f"{ink} {ground}")


def _theme(name: str, dark: bool, **colours: str) -> Theme:
    text = colours["foreground"]
    return Theme(
        name=f"ninefold-{name}",
        dark=dark,
        variables={"footer-key-foreground": colours["accent"], "border": text},
        **colours,  # type: ignore[arg-type]  # colours by Textual's own names
    )


DARK: Final = Palette(
    "dark",
    _theme(
        "dark",
        dark=True,
        primary="#56B4E9",
        secondary="#E69F00",
        accent="#2CC89B",
        warning="#F0E442",
        error="#FF8A5C",
        success="#2CC89B",
        foreground="#E6E6E1",
        background="#14171A",
        surface="#1B1F23",
        panel="#262B31",
    ),
    {
        "frame": "#6B7680",
        "rule": "#3A424A",
        "x": "bold #56B4E9",
        "o": "bold #E69F00",
        "x-shade": "#1F4A63",
        "o-shade": "#5E4410",
        "x-ground": "on #1F4A63",
        "o-ground": "on #5E4410",
        "dead": "#59616A",
        "dot": "#2CC89B",
        "star": "bold #F0E442",
        "lit": "bold #2CC89B",
        "sent": "bold #D98FB8",
        "last": "bold #F5F5F0",
        "cursor": "bold #F0E442",
        "lit-ground": "on #16302A",
        "sent-ground": "on #2C2029",
        "last-ground": "on #3B4148",
        "cursor-ground": "on #4A4A1E",
    },
)
LIGHT: Final = Palette(
    "light",
    _theme(
        "light",
        dark=False,
        primary="#0072B2",
        secondary="#C04F00",
        accent="#00704F",
        warning="#7A6A00",
        error="#A63A00",
        success="#00704F",
        foreground="#1C1F22",
        background="#FCFCF9",
        surface="#F1F1EC",
        panel="#E3E4DE",
    ),
    {
        "frame": "#8A949C",
        "rule": "#C9CED2",
        "x": "bold #0072B2",
        "o": "bold #D55E00",
        "x-shade": "#BFDDEE",
        "o-shade": "#F6D3BA",
        "x-ground": "on #BFDDEE",
        "o-ground": "on #F6D3BA",
        "dead": "#8F979E",
        "dot": "#00704F",
        "star": "bold #7A3E8E",
        "lit": "bold #00704F",
        "sent": "bold #9C3D75",
        "last": "bold #1C1F22",
        "cursor": "bold #1C1F22",
        "lit-ground": "on #DDF3EA",
        "sent-ground": "on #F6E6F0",
        "last-ground": "on #D5D9DC",
        "cursor-ground": "on #F3E98B",
    },
)
MONO: Final = Palette(
    "mono",
    DARK.theme,
    {
        "x": "bold",
        "o": "bold",
        "rule": "dim",
        "frame": "dim",
        "dead": "dim",
        "lit": "bold",
        "sent": "bold",
        "star": "bold",
        "cursor": "bold",
        "last-ground": "underline",
        "cursor-ground": "reverse",
    },
)
PALETTES: Final = {palette.name: palette for palette in (DARK, LIGHT)}
