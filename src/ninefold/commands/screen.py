"""What the commands with a screen share: how it looks, and whether there is one at all."""

from __future__ import annotations

import argparse
import io
import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ninefold.terminal.look import Look

__all__ = ["add_look_arguments", "has_screen", "look_from", "speak_plainly"]


def add_look_arguments(parser: argparse.ArgumentParser) -> None:
    """Let a command be told its language, colours and characters."""
    parser.add_argument("--plain", action="store_true", help="lines of text, no screen")
    parser.add_argument("--lang", choices=("en", "zh"), help="language (default: the system's)")
    parser.add_argument("--light", action="store_true", help="dark on light")
    parser.add_argument("--ascii", action="store_true", help="draw with plain characters only")


def has_screen() -> bool:
    """Whether a person sits at a terminal that can be drawn on; all else gets plain lines."""
    able = os.environ.get("TERM", "") != "dumb"
    return able and all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr))


def speak_plainly() -> None:
    """Let a terminal that lacks a character show `?` for it, instead of ending the program."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")


def look_from(arguments: argparse.Namespace) -> Look:
    """The look that the command line asks for, and the environment where it is silent."""
    from ninefold.terminal.glyphs import ASCII
    from ninefold.terminal.look import Look

    look = Look.from_environment(arguments.lang)
    if arguments.light:
        look.shade = "light"
    if arguments.ascii:
        look.glyphs, look.language = ASCII, "en"
    return look
