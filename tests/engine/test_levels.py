"""Eight players: they keep the rules and their limits, and each is stronger than the one below."""

from __future__ import annotations

from itertools import pairwise

import pytest

from ninefold import VARIANTS, BadSyntax, Position
from ninefold.arena.match import Match
from ninefold.arena.players import find_player
from ninefold.engine import Limit
from ninefold.engine.levels import LEVELS, LevelEngine, find_level

QUICK = [name for name, level in LEVELS.items() if (level.limit.nodes or 0) < 10_000]


def test_there_are_eight():
    assert len(LEVELS) == 8


def test_none_takes_long():
    for level in LEVELS.values():
        limit = level.limit
        assert limit.depth or (limit.nodes or 10**9) <= 50_000 or (limit.time or 9) <= 1


@pytest.mark.parametrize("mode", sorted(VARIANTS))
@pytest.mark.parametrize("name", QUICK)
def test_games_end_by_legal_moves_alone(name, mode):
    position = Position.start(mode)
    with LevelEngine(name, seed=5) as engine:
        while position.outcome is None:
            position = position.play(engine.play(position, Limit()).move)


def game(engine: LevelEngine) -> list[int]:
    engine.new_game()
    position, moves = Position.start("battle"), []
    while position.outcome is None:
        moves.append(engine.play(position, Limit()).move)
        position = position.play(moves[-1])
    return moves


def test_a_seed_gives_the_same_game_again_and_none_another():
    with LevelEngine("novice", seed=3) as engine, LevelEngine("novice") as free:
        assert game(engine) == game(engine)
        assert len({tuple(game(free)) for _ in range(4)}) > 1


def test_a_limit_holds_a_level_back_but_makes_it_no_stronger():
    position = Position.start().play("55")
    with LevelEngine("expert", seed=1) as engine:
        limit = LEVELS["expert"].limit.nodes or 0
        assert engine.play(position, Limit(nodes=10**9)).nodes <= 2 * limit
        assert engine.play(position, Limit(depth=1)).depth == 1
        assert len(engine.analyse(position, Limit(), lines=3)) == 3


@pytest.mark.parametrize("mode", ["modern", "battle"])
@pytest.mark.parametrize(("weaker", "stronger"), list(pairwise(QUICK)))
def test_each_level_beats_the_one_below(mode, weaker, stronger):
    """The seeds make it the same match every time; docs/levels.md has the long ones."""
    players = find_player(f"level:{stronger},seed=1"), find_player(f"level:{weaker},seed=2")
    standing = Match(players, VARIANTS[mode], games=40).run()
    assert standing.share > 0.6
    assert not any(game.failed for game in standing.games)


def test_names_are_read_as_people_write_them():
    assert find_level(" First Game ").name == "first-game"
    for text in ("", "grandmaster"):
        with pytest.raises(BadSyntax, match="expected one of first-game"):
            find_level(text)
