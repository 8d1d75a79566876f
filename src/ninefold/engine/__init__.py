"""Engines: what plays, how long it may think, and what it says about a position.

The types are here, and so are the engines, which load the native core on first use.

>>> from ninefold import Position
>>> from ninefold.engine import Limit, NativeEngine
>>> with NativeEngine(memory=1) as engine:
...     engine.play(Position.start("open"), Limit(depth=2)).move in range(81)
True
"""

from typing import TYPE_CHECKING

from ninefold.engine.engine import Engine, EngineError
from ninefold.engine.handicap import Handicap
from ninefold.engine.info import Info
from ninefold.engine.levels import LEVELS, Level, find_level
from ninefold.engine.limit import BadLimit, Limit
from ninefold.engine.score import Proven, Score
from ninefold.lazily import lazily

if TYPE_CHECKING:
    from ninefold.engine.baselines import GreedyEngine, RandomEngine
    from ninefold.engine.level_engine import LevelEngine
    from ninefold.engine.mcts import TreeEngine
    from ninefold.engine.native import NativeEngine

__all__ = [
    "LEVELS",
    "BadLimit",
    "Engine",
    "EngineError",
    "GreedyEngine",
    "Handicap",
    "Info",
    "Level",
    "LevelEngine",
    "Limit",
    "NativeEngine",
    "Proven",
    "RandomEngine",
    "Score",
    "TreeEngine",
    "find_level",
]

__getattr__ = lazily(
    __name__,
    {
        "GreedyEngine": "baselines",
        "LevelEngine": "level_engine",
        "NativeEngine": "native",
        "RandomEngine": "baselines",
        "TreeEngine": "mcts",
    },
)


def __dir__() -> list[str]:
    return __all__
