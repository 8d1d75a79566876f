"""What can go wrong with a program behind text: the tree stands in ``ninefold.rules.errors``."""

from __future__ import annotations

from ninefold.engine.engine import EngineError

__all__ = [
    "EngineCheated",
    "EngineCrashed",
    "EngineFailed",
    "EngineNotStarted",
    "EngineTimeout",
]


class EngineFailed(EngineError):
    """A program that did not do its part."""


class EngineNotStarted(EngineFailed):
    """A program that cannot be run, or never said what the protocol asks first."""


class EngineTimeout(EngineFailed):
    """A program that gave no answer in time."""


class EngineCrashed(EngineFailed):
    """A program that ended, or closed its output, while an answer was due."""


class EngineCheated(EngineFailed):
    """A program that answered with something that is not a legal move."""
