"""What the commands with a screen share: how it looks, and whether there is one at all."""

from __future__ import annotations

import argparse
import os
import sys
from typing import TYPE_CHECKING

from ninefold.commands.options import add_language
from ninefold.words import Language, find_language, preferred_language

if TYPE_CHECKING:
    from ninefold.terminal.look import Look
    from ninefold.terminal.words import Words

__all__ = ["add_look_arguments", "has_screen", "look_from", "plain_words_from"]


def add_look_arguments(parser: argparse.ArgumentParser) -> None:
    """Let a command be told its language, colours and characters."""
    parser.add_argument("--plain", action="store_true", help="lines of text, no screen")
    add_language(parser, default="as chosen last, or the system's")
    shade = parser.add_mutually_exclusive_group()
    for name in ("light", "dark"):
        told = f"{name} colours, this time"
        shade.add_argument(f"--{name}", action="store_const", dest="shade", const=name, help=told)
    parser.add_argument("--ascii", action="store_true", help="draw with plain characters only")


def has_screen() -> bool:
    """Whether a person sits at a terminal that can be drawn on; all else gets plain lines."""
    able = os.environ.get("TERM", "") != "dumb"
    return able and all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr))


def look_from(arguments: argparse.Namespace) -> Look:
    """The look that the command line asks for; else what was chosen last, or the environment's."""
    from ninefold.terminal.glyphs import ASCII
    from ninefold.terminal.look import Look
    from ninefold.terminal.saves import Shelf
    from ninefold.terminal.settings import Settings

    chosen = Settings(Shelf())
    look = Look.from_environment(_asked(arguments) or chosen.language)
    look.shade = arguments.shade or chosen.shade or look.shade
    if arguments.ascii:
        look.glyphs, look.language = ASCII, "en"
    return look


def plain_words_from(arguments: argparse.Namespace) -> Words:
    """The sentences for lines of text; what a pipe reads depends on no choice made in the app."""
    from ninefold.terminal.say import WORDS

    if arguments.lang or not sys.stdin.isatty():
        return WORDS[_asked(arguments) or preferred_language()]
    return look_from(arguments).words


def _asked(arguments: argparse.Namespace) -> Language | None:
    return find_language(arguments.lang) if arguments.lang else None
