"""Engines: what plays, how long it may think, and what it says about a position."""

from ninefold.engine.engine import Engine, EngineError
from ninefold.engine.info import Info
from ninefold.engine.limit import BadLimit, Limit
from ninefold.engine.score import Proven, Score

__all__ = ["BadLimit", "Engine", "EngineError", "Info", "Limit", "Proven", "Score"]
