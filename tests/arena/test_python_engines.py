"""Engines from Python by name: functions, classes, and what is neither."""

from __future__ import annotations

import sys

import numpy as np
import pytest

from ninefold import VARIANTS, NinefoldError, Position
from ninefold.arena.match import Match
from ninefold.arena.players import find_player
from ninefold.arena.python_engine import FunctionEngine, _takes_a_position
from ninefold.engine import EngineError, Limit, Score

GOOD = """
from ninefold.engine.baselines import GreedyEngine
def choose(position): return position.legal_moves[0]
def make(): return GreedyEngine(1)
class Mine(GreedyEngine): name = "mine"
engine = GreedyEngine(2)
number = 7
def nothing(): return 7
def broken(): raise RuntimeError("no power")
class NeedsMore(GreedyEngine):
    def __init__(self, power): ...
"""


@pytest.mark.parametrize("name", ["choose", "make", "Mine", "engine"])
def test_engines_come_from_python_by_name(name, tmp_path, monkeypatch):
    (tmp_path / "my_bots.py").write_text(GOOD)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    players = find_player(f"python:my_bots:{name}"), find_player("random:seed=1")
    standing = Match(players, VARIANTS["modern"], 4).run()
    assert not any(game.failed for game in standing.games)
    sys.modules.pop("my_bots")


@pytest.mark.parametrize(
    ("reference", "words"),
    [
        ("python:", "expected MODULE:NAME"),
        ("python:my_bots", "expected MODULE:NAME"),
        ("python:my_bots:9", "expected MODULE:NAME"),
        ("python:no_such_module:x", "cannot be imported"),
        ("python:my_bots:missing", "has no 'missing'"),
        ("python:my_bots:number", "expected a function or an Engine class"),
        ("python:my_bots:nothing", "expected a ninefold.engine.Engine"),
        ("python:my_bots:broken", "no power"),
        ("python:my_bots:NeedsMore", "cannot be started"),
        ("python:bad_syntax:x", "SyntaxError"),
    ],
)
def test_what_is_no_python_engine_is_refused_in_words(reference, words, tmp_path, monkeypatch):
    (tmp_path / "my_bots.py").write_text(GOOD)
    (tmp_path / "bad_syntax.py").write_text("def")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    with pytest.raises(NinefoldError, match=words):
        find_player(reference).make()
    sys.modules.pop("my_bots", None)


@pytest.mark.parametrize(
    ("function", "chooses"),
    [
        (lambda position: 0, True),
        (lambda position, depth=3: 0, True),
        (lambda *, position: 0, True),
        (lambda *positions: 0, True),
        (lambda: 0, False),
        (lambda depth=3: 0, False),
        (lambda **options: 0, False),
        (lambda depth=3, **options: 0, False),
    ],
)
def test_a_function_chooses_moves_if_it_must_be_given_something(function, chooses):
    assert _takes_a_position(function) == chooses


@pytest.mark.parametrize(
    ("answer", "move"), [(3, 3), (np.int8(80), 80), ("55", None), (True, None), (3.0, None)]
)
def test_a_function_answers_with_a_whole_number(answer, move):
    engine = FunctionEngine(lambda _: answer, "mine")
    if move is None:
        with pytest.raises(EngineError, match=r"mine answered .*: expected a square 0-80"):
            engine.play(Position.start(), Limit())
    else:
        info = engine.play(Position.start(), Limit())
        assert (info.move, info.line, info.score) == (move, (move,), Score("X", 0.5))
