"""Lazily: let a room give names whose modules load on first use.

A room says what people use of it without making everybody pay for loading all of it:

>>> load = lazily("ninefold.rules", {"perft": "perft"})
>>> load("perft").__module__
'ninefold.rules.perft'
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module

__all__ = ["lazily"]


def lazily(room: str, places: Mapping[str, str]) -> Callable[[str], object]:
    """A room's ``__getattr__``: each name with the module of the room that has it."""

    def load(name: str) -> object:
        if name not in places:
            raise AttributeError(f"module {room!r} has no attribute {name!r}")
        value = getattr(import_module(f"{room}.{places[name]}"), name)
        vars(sys.modules[room]).setdefault(name, value)
        return value

    return load
