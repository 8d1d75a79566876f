"""The engine in the page, in a real browser: the native core's answers, one search at a time."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page

from support.engine_cases import few_cases

ASSETS = Path(__file__).parents[2] / "src/ninefold/server/static/assets"
MODERN = {
    "release": "decided",
    "free_move": "undecided",
    "ownership": "first",
    "ending": "decided",
    "tie_break": "draw",
}
ANSWERS = """async ([address, cases]) => {
  const { Engine, openRules } = await import(address);
  const [engine, rules] = [await Engine.open(), await openRules()];
  const boards = cases.boards.map(({ axes, moves }) => {
    rules.turnTo({ axes, moves });
    const board = rules.board();
    return [board, board.legal.map((square) => rules.remarks(square))];
  });
  const searches = [], proofs = [], games = [];
  for (const { axes, byHand, asked } of cases.searches)
    for (const { moves, nodes, lines } of asked) {
      const found = await engine.lines({ axes, moves }, { nodes, lines }, null, byHand);
      const told = found.lines.map((line) => [line.score, line.depth, ...line.squares]);
      searches.push([told, found.nodes]);
    }
  for (const { axes, moves } of cases.proofs)
    proofs.push((await engine.prove({ axes, moves }, 5_000_000)).winner);
  for (const { axes, level, seed, nodes, moves } of cases.games) {
    const player = await Engine.open(), played = [];
    for (let ply = 0; ply < moves.length; ply++) {
      const found = await player.move({ axes, moves: moves.slice(0, ply) }, level, seed, { nodes });
      played.push(found.lines[0].squares[0]);
    }
    player.close();
    games.push(played);
  }
  engine.close();
  return { boards, searches, proofs, games };
}"""
TWO_QUESTIONS = """async ([address, axes, apart]) => {
  const { Engine } = await import(address);
  if (apart) Object.defineProperty(globalThis, "crossOriginIsolated", { value: false });
  const engine = await Engine.open(), said = [];
  engine.onrestart = (detail) => said.push(detail);
  await new Promise((go) => void engine.lines({ axes, moves: [] }, {}, go));
  const endless = engine.lines({ axes, moves: [] }, {});
  const began = performance.now();
  const found = await engine.lines({ axes, moves: [40] }, { depth: 1 });
  const took = performance.now() - began;
  const first = await endless;
  engine.close();
  return { first, square: found.lines[0].squares[0], depth: found.lines[0].depth, took, said };
}"""
DYING = """async ([address, axes]) => {
  const { Engine } = await import(address);
  const workers = [], real = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (...given) {
    workers.push(this);
    real.apply(this, given);
  };
  const engine = await Engine.open(), said = [];
  engine.onrestart = (detail) => said.push(detail);
  const asked = engine.lines({ axes, moves: [] }, { depth: 6 });
  workers[0].dispatchEvent(new ErrorEvent("error", { message: "out of memory" }));
  const found = await asked;
  engine.close();
  return { depth: found.lines[0].depth, said, workers: new Set(workers).size };
}"""


@pytest.fixture
def page(people: Any) -> Page:
    return people.new(path="/missing")  # any page of ours, for its headers


@pytest.fixture
def engine() -> str:
    [path] = ASSETS.glob("engine-*.js")
    return f"/assets/{path.name}"


def test_the_page_answers_as_the_native_core_does(page: Page, engine: str):
    """The whole comparison is `tests/engine/test_page_core.py`; here are worker and files."""
    asked: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(few_cases()))
    ours: dict[str, Any] = page.evaluate(ANSWERS, [engine, asked])
    assert ours["boards"] == [[case["board"], case["remarks"]] for case in asked["boards"]]
    native = [[one["told"], one["looked"]] for group in asked["searches"] for one in group["asked"]]
    assert len(native) == 6
    assert ours["searches"] == native
    assert ours["games"] == [case["moves"] for case in asked["games"]]
    assert ours["proofs"] == [case["winner"] for case in asked["proofs"]]


@pytest.mark.parametrize("shared", [True, False], ids=["shared-memory", "no-shared-memory"])
def test_a_new_question_ends_the_one_before(page: Page, engine: str, shared: bool):
    assert page.evaluate("crossOriginIsolated")
    told = page.evaluate(TWO_QUESTIONS, [engine, MODERN, not shared])
    assert told["first"] is None
    assert (told["depth"], told["said"]) == (1, [])


def test_a_worker_that_dies_is_started_again_and_asked_once_more(page: Page, engine: str):
    told = page.evaluate(DYING, [engine, MODERN])
    assert told == {"depth": 6, "said": ["out of memory"], "workers": 2}
