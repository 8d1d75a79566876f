"""Engines: what plays, how long it may think, and what it says about a position.

The types are here; the engines that need the native core load with their own modules:
``ninefold.engine.native``, ``ninefold.engine.level_engine``, ``ninefold.engine.mcts``.
"""

from ninefold.engine.engine import Engine, EngineError
from ninefold.engine.handicap import Handicap
from ninefold.engine.info import Info
from ninefold.engine.levels import LEVELS, Level, find_level
from ninefold.engine.limit import BadLimit, Limit
from ninefold.engine.score import Proven, Score

__all__ = [
    "LEVELS",
    "BadLimit",
    "Engine",
    "EngineError",
    "Handicap",
    "Info",
    "Level",
    "Limit",
    "Proven",
    "Score",
    "find_level",
]
