from __future__ import annotations

import threading

import pytest

from ninefold import VARIANTS, BadInput, Position
from ninefold.engine import EngineError, Limit
from ninefold.engine.baselines import GreedyEngine, RandomEngine
from ninefold.engine.mcts import TreeEngine
from ninefold.rules.variants import format_variant
from support.exhausting import squares_left, value
from support.games import random_game


@pytest.mark.parametrize("kind", [RandomEngine, GreedyEngine])
@pytest.mark.parametrize("mode", ["modern", "classic", "battle", "open"])
def test_games_end_by_legal_moves_alone(kind, mode):
    engine = kind(seed=3)
    position = Position.start(mode)
    while position.outcome is None:
        position = position.play(engine.play(position, Limit()).move)
    with pytest.raises(BadInput, match="over"):
        engine.play(position, Limit())


def test_greed_takes_the_board():
    position = Position.start()
    for move in ("51", "15", "52", "25"):
        position = position.play(move)
    assert GreedyEngine(seed=1).play(position, Limit()).name == "53"


@pytest.mark.parametrize(
    "variant",
    [*VARIANTS.values(), VARIANTS["classic"].with_tie_break("boards")],
    ids=format_variant,
)
def test_greed_takes_a_win_else_a_board_that_becomes_its_own_else_anything(variant):
    """In every late position of some games: a board that is filled is no capture.

    Nor is an end a win where the other has more boards by then.
    """
    met = set()
    games = [random_game(variant, seed) for seed in range(100)]
    for position in [p for n, game in enumerate(games) for p in game[-25 if n < 12 else -4 : -1]]:
        ends = {move: position.play(move) for move in position.legal_moves}
        mine, before = position.turn, position.owners
        wins, takes, changes = set(), set(), set()
        for move, end in ends.items():
            if end.outcome and end.outcome.winner == mine:
                wins.add(move)
            if any(old != new == mine for old, new in zip(before, end.owners, strict=True)):
                takes.add(move)
            if end.owners != before:
                changes.add(move)
        found = GreedyEngine(seed=1).analyse(position, Limit(), lines=81)
        assert {info.move for info in found} == (wins or takes or {*ends})
        met |= {("win", bool(wins) and wins != takes), ("fills", bool(changes - takes))}
        loses = {m for m, end in ends.items() if end.outcome and end.outcome.winner} - wins
        met |= {("loses", bool(loses) and loses != {*ends})}
    assert met >= {("win", True), ("fills", True)}
    assert (("loses", True) in met) == (variant.tie_break == "boards")


def test_the_same_seed_plays_the_same():
    start = Position.start()
    first = [RandomEngine(seed=9).play(start, Limit()).move for _ in range(5)]
    assert len(set(first)) == 1


def test_lines_are_different_moves():
    infos = RandomEngine(seed=2).analyse(Position.start(), Limit(), lines=5)
    assert len({info.move for info in infos}) == 5
    assert [info.rank for info in infos] == [1, 2, 3, 4, 5]


def test_a_tree_search_refuses_a_limit_that_it_cannot_count():
    with (
        TreeEngine(memory=1) as engine,
        pytest.raises(EngineError, match=r"Limit\(depth=3\).*time or nodes"),
    ):
        engine.play(Position.start(), Limit(depth=3))


def test_a_tree_search_holds_a_draw_and_knows_what_it_is_worth():
    """Where some moves draw and all others lose, and the other side has no choice after them."""
    met = 0
    for game in (random_game(VARIANTS["modern"], seed) for seed in range(150)):
        for position in game[-6:-1]:
            if squares_left(position) > 6:
                continue
            seen: dict[Position, float] = {}
            mine = 1.0 if position.turn == "X" else 0.0
            worth = {s: abs(1 - mine - value(position.play(s), seen)) for s in position.legal_moves}
            if max(worth.values()) != 0.5 or min(worth.values()) != 0.0:
                continue
            with TreeEngine(memory=1, seed=1) as engine:
                found = engine.play(position, Limit(nodes=2_000))
            assert worth[found.move] == 0.5
            assert found.score.probability > 0.4
            met += 1
    assert met > 1


def test_a_tree_search_without_a_limit_is_stopped_however_many_games_it_may_play():
    for limit in (Limit(), Limit(nodes=10**30)):
        with TreeEngine(memory=1) as engine:
            found = threading.Event()

            def stop_until_found(engine=engine, found=found) -> None:
                while not found.wait(0.1):  # one alone might come before the search has begun
                    engine.stop()

            stopper = threading.Thread(target=stop_until_found)
            stopper.start()
            try:
                assert engine.play(Position.start(), limit).move in range(81)
            finally:
                found.set()
                stopper.join()
