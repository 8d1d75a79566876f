"""Text around an engine, and engines behind text: UGI and CodinGame, both ways.

>>> from ninefold.protocols import CodingameEngine, UgiEngine
>>> UgiEngine.__name__
'UgiEngine'
"""

from typing import TYPE_CHECKING

from ninefold.lazily import lazily

if TYPE_CHECKING:
    from ninefold.protocols.codingame import CodingameBot
    from ninefold.protocols.codingame_engine import CodingameEngine
    from ninefold.protocols.errors import (
        EngineCheated,
        EngineCrashed,
        EngineFailed,
        EngineNotStarted,
        EngineTimeout,
    )
    from ninefold.protocols.ugi import Offer, UgiServer
    from ninefold.protocols.ugi_engine import UgiEngine

__all__ = [
    "CodingameBot",
    "CodingameEngine",
    "EngineCheated",
    "EngineCrashed",
    "EngineFailed",
    "EngineNotStarted",
    "EngineTimeout",
    "Offer",
    "UgiEngine",
    "UgiServer",
]

__getattr__ = lazily(
    __name__,
    {
        "CodingameBot": "codingame",
        "CodingameEngine": "codingame_engine",
        "EngineCheated": "errors",
        "EngineCrashed": "errors",
        "EngineFailed": "errors",
        "EngineNotStarted": "errors",
        "EngineTimeout": "errors",
        "Offer": "ugi",
        "UgiEngine": "ugi_engine",
        "UgiServer": "ugi",
    },
)


def __dir__() -> list[str]:
    return __all__
