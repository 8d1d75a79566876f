"""Every question to the core is the one that the caller asked: nothing lost, nothing exchanged."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from ninefold import Position
from ninefold.engine import Handicap, Limit, NativeEngine, Score
from ninefold.engine.books.growth import _Judges
from ninefold.engine.core.search import Line, Search
from ninefold.engine.core.tree import Tree, TreeAnswer
from ninefold.engine.info import Info
from ninefold.engine.mcts import TreeEngine
from ninefold.engine.native import _score
from ninefold.engine.proofs.goal import Cells, Goal, parse_cells
from ninefold.engine.proofs.prover import _question

START = Position.start()
LATER = START.play("55").play("51").play("15")
PLAIN = {
    "nodes": 0,
    "seconds": None,
    "depth": 0,
    "lines": 1,
    "moves": sum(1 << move for move in START.legal_moves),
    "noise": 0,
    "blindness": 0,
    "contempt": 0,
    "seed": 0,
}


@pytest.mark.parametrize(
    ("engine", "asked", "limit", "differs"),
    [
        ({}, {}, Limit(depth=1), {"depth": 1}),
        ({}, {}, Limit(nodes=9, depth=1), {"nodes": 9, "depth": 1}),
        ({}, {}, Limit(depth=1, time=7), {"depth": 1, "seconds": 7}),
        ({}, {}, Limit(depth=1, clock=36), {"depth": 1, "seconds": pytest.approx(1.8)}),
        ({}, {}, Limit(depth=300, nodes=10**30), {"depth": 255, "nodes": 2**63}),
        ({"seed": 5}, {}, Limit(depth=1), {"depth": 1, "seed": 5}),
        ({"contempt": 40}, {}, Limit(depth=1), {"depth": 1, "contempt": 40}),
        ({}, {"lines": 3}, Limit(depth=1), {"depth": 1, "lines": 3}),
        ({}, {"moves": [80, 2, 80]}, Limit(depth=1), {"depth": 1, "moves": 1 << 80 | 1 << 2}),
        (
            {},
            {"handicap": Handicap(noise=1.25, blindness=0.5)},
            Limit(depth=1),
            {"depth": 1, "noise": 125, "blindness": 128},
        ),
        ({}, {"handicap": Handicap(blindness=0.25)}, Limit(depth=1), {"depth": 1, "blindness": 64}),
    ],
)
def test_a_search_is_begun_with_what_was_asked(monkeypatch, engine, asked, limit, differs) -> None:
    begun: list[dict[str, Any]] = []

    class Begun(Exception):
        pass

    def begin(_search: Search, position: Position, **limits: Any) -> None:
        begun.append({"position": position, **limits})
        raise Begun

    monkeypatch.setattr(Search, "begin", begin)
    with NativeEngine(memory=1, **engine) as ours, pytest.raises(Begun):
        next(ours.analysis(START, limit, **asked))
    assert begun == [{"position": START, **PLAIN, **differs}]


def test_a_line_is_told_to_whom_it_belongs_with_its_result_and_distance() -> None:
    position = START.play("55")
    for proven, score in [
        ("win", Score.win("O", 3)),
        ("loss", Score.loss("O", 3)),
        ("draw", Score.draw("O")),
    ]:
        assert _score(position, Line((36,), 0, 4, proven, 3), 1000.0) == score
    even = _score(position, Line((36,), 1000, 4, None, 0), 1000.0)
    assert (even.player, even.proven, even.distance) == ("O", None, None)
    assert even.probability == pytest.approx(0.7310585786)


def test_a_tree_is_asked_by_ply_and_seed_and_answers_for_the_mover(monkeypatch) -> None:
    asked: list[tuple[Any, ...]] = []

    def search(_tree: Tree, position: Position, *, seconds, games, seed) -> TreeAnswer:
        asked.append((position, seconds, games, seed))
        return TreeAnswer(position.legal_moves[-1], 0.75, 60)

    monkeypatch.setattr(Tree, "search", search)
    with TreeEngine(memory=1, seed=3) as engine:
        for position, limit in [
            (START, Limit(nodes=50)),
            (LATER, Limit(time=2)),
            (LATER, Limit(nodes=50, time=2)),
            (LATER, Limit()),
            (LATER, Limit(nodes=10**30)),
        ]:
            info = engine.play(position, limit)
            assert (info.move, info.line, info.nodes) == (
                position.legal_moves[-1],
                (position.legal_moves[-1],),
                60,
            )
            assert info.score == Score(position.turn, 0.75)
    assert asked == [
        (START, None, 50, 3 << 7),
        (LATER, 2, 0, (3 << 7) + 3),
        (LATER, 2, 50, (3 << 7) + 3),
        (LATER, None, 0, (3 << 7) + 3),
        (LATER, None, 2**63, (3 << 7) + 3),
    ]


@pytest.mark.parametrize(
    ("goal", "question", "told"),
    [
        (Goal("X"), (0, False, 81, 511, False, False, False), "X wins"),
        (Goal("O", "draw"), (1, True, 81, 511, False, False, False), "O does not lose"),
        (
            Goal("O", by=43, cells=parse_cells("19 captures")),
            (1, False, 43, 0b100000001, True, False, False),
            "O wins by move 43 with cells 19 captures",
        ),
        (
            Goal("X", "draw", 50, parse_cells("blocks")),
            (0, True, 50, 0, False, True, False),
            "X ends the game without losing it by move 50 with cells blocks",
        ),
        (
            Goal("X", cells=Cells(frozenset({4}), else_any=True)),
            (0, False, 81, 16, False, False, True),
            "X wins with cells 5 else-any",
        ),
    ],
)
def test_a_goal_is_asked_as_it_is_said(goal: Goal, question: tuple[Any, ...], told: str) -> None:
    assert tuple(_question(goal)) == question
    assert str(goal) == told


def judges(hand: list[Info], lines: list[Info], tree: int) -> _Judges:
    """Judges of whom all but the search are told what to say."""
    told = object.__new__(_Judges)
    told._hand = SimpleNamespace(analysis=lambda *_, **__: iter([hand]))
    told._tree = SimpleNamespace(play=lambda *_: Info(tree, Score("X", 0.5)))
    return told


def test_replies_are_as_likely_as_the_judges_say_by_their_weight() -> None:
    def says(*moves: tuple[int, float]) -> list[Info]:
        return [Info(move, Score("X", share)) for move, share in moves]

    one = judges(says((40, 0.5)), [], tree=80)
    assert one._replies(START, says((36, 0.6))) == {40: 0.4, 36: 0.4, 0: 0.2}
    alike = judges(says((40, 0.5), (36, 0.5)), [], tree=40)
    assert alike._replies(START, says((40, 0.6), (0, 0.6))) == {40: 0.6, 36: 0.2, 0: 0.2}
    # A twentieth less is an e-th as likely; what is hardly ever played is left out.
    worse = judges(says((40, 0.6), (36, 0.55), (0, 0.3)), [], tree=40)
    assert worse._replies(START, says((40, 0.5))) == {40: 0.892, 36: 0.107}
    held = judges(says((40, 0.5)), [], tree=LATER.legal_moves[0])
    assert held._replies(LATER, says((40, 0.5))) == {40: 0.8, LATER.legal_moves[0]: 0.2}
