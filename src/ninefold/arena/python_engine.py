"""Engines from Python by name: ``python:my_bot:choose`` or ``python:my_bot:MyEngine``.

The module is looked for as Python does, and in the current folder. The name is a function from a
position to a square, an ``Engine`` class that needs no arguments, or a function that makes one.

>>> load_engine("ninefold.engine.baselines:GreedyEngine").name
'greedy'
"""

from __future__ import annotations

import importlib
import inspect
import sys
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any

from ninefold.engine.engine import Engine, EngineError, require_moves
from ninefold.engine.info import Info
from ninefold.engine.limit import Limit
from ninefold.engine.score import Score
from ninefold.rules.errors import BadSyntax, quoted
from ninefold.rules.position import Position
from ninefold.rules.squares import whole_number

__all__ = ["FunctionEngine", "check_reference", "load_engine"]

_EXPECTED = "expected MODULE:NAME, such as my_bot:choose"


class FunctionEngine(Engine):
    """An engine made of a function from a position to a square.

    >>> engine = FunctionEngine(lambda position: position.legal_moves[-1], "last")
    >>> engine.play(Position.start(), Limit()).move
    80
    """

    def __init__(self, choose: Callable[[Position], int], name: str = "function") -> None:
        self._choose = choose
        self.name = name

    def analysis(
        self,
        position: Position,
        limit: Limit,  # noqa: ARG002 - the function knows of none
        *,
        lines: int = 1,  # noqa: ARG002 - it has one answer
    ) -> Generator[list[Info], None, None]:
        """The function's move, said to be worth a half."""
        require_moves(position)
        answer = self._choose(position)
        move = whole_number(answer)
        if move is None:
            raise EngineError(f"{self.name} answered {quoted(answer)}: expected a square 0-80")
        yield [Info(move, Score(position.turn, 0.5), line=(move,), depth=1, nodes=1)]

    def stop(self) -> None:
        """Nothing to stop: a function cannot be interrupted."""


def check_reference(reference: str) -> tuple[str, str]:
    """The module and the name that a text refers to."""
    module, colon, name = reference.strip().rpartition(":")
    if not colon or not module or not name.isidentifier():
        raise BadSyntax(f"{quoted(reference)} does not name a Python engine: {_EXPECTED}")
    return module, name


def load_engine(reference: str) -> Engine:
    """The engine that ``MODULE:NAME`` refers to."""
    module, name = check_reference(reference)
    found = _find(module, name)
    if isinstance(found, Engine):
        return found
    if not callable(found):
        raise EngineError(f"{reference} is {quoted(found)}: expected a function or an Engine class")
    if not isinstance(found, type) and _takes_a_position(found):
        return FunctionEngine(found, reference)
    return _made(found, reference)


def _find(module: str, name: str) -> Any:
    here = str(Path.cwd())
    if here not in sys.path:  # as `python -m` does
        sys.path.insert(0, here)
    try:
        return getattr(importlib.import_module(module), name)
    except AttributeError:
        raise EngineError(f"the module {module} has no {quoted(name)}: {_EXPECTED}") from None
    except Exception as error:  # whatever somebody's module does
        raise EngineError(
            f"the module {module} cannot be imported ({type(error).__name__}: {error}): "
            "run from the folder it is in, or install it"
        ) from error


def _takes_a_position(function: Callable[..., Any]) -> bool:
    """Whether a function has an argument that must be given: then it chooses moves."""
    parameters = inspect.signature(function).parameters.values()
    return any(one.default is one.empty and one.kind is not one.VAR_KEYWORD for one in parameters)


def _made(make: Callable[[], Any], reference: str) -> Engine:
    try:
        engine = make()
    except EngineError:
        raise
    except Exception as error:  # whatever somebody's class does
        raise EngineError(
            f"{reference} cannot be started ({type(error).__name__}: {error})"
        ) from error
    if not isinstance(engine, Engine):
        raise EngineError(f"{reference} made {quoted(engine)}: expected a ninefold.engine.Engine")
    return engine
