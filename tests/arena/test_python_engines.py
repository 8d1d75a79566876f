"""Engines from Python by name: functions, classes, and what is neither."""

from __future__ import annotations

import sys

import pytest

from ninefold import VARIANTS, NinefoldError
from ninefold.arena.match import Match
from ninefold.arena.players import find_player

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
