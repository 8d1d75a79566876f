"""Random games end as often as the rules say, from wherever they begin, for both players alike."""

from __future__ import annotations

from math import sqrt

import pytest

from ninefold import Position, Variant
from ninefold.engine import Limit, TreeEngine, core
from ninefold.engine.core.tree import Tree
from support.endgames import Worth, endgames, exchanged, worth_of_moves
from support.games import random_game
from support.variants import all_variants

by_axes = pytest.mark.parametrize(
    "variant", all_variants(), ids=lambda variant: "-".join(variant.axes.values())
)
GAMES = 40_000


def odds(position: Position, known: dict[Position, tuple[float, ...]]) -> tuple[float, ...]:
    """How likely X wins, O wins, nobody does, and how many moves are left, by random play."""
    if position.outcome is not None:
        winner = position.outcome.winner
        return (float(winner == "X"), float(winner == "O"), float(winner is None), 0.0)
    if position not in known:
        after = [odds(position.play(move), known) for move in position.legal_moves]
        mean = [sum(each) / len(after) for each in zip(*after, strict=True)]
        known[position] = (*mean[:3], mean[3] + 1)
    return known[position]


@by_axes
def test_games_from_anywhere_end_with_the_odds_of_random_play(variant: Variant) -> None:
    for position in endgames(variant, 4, 7, seed=6):
        *shares, moves = odds(position, {})
        played = core.random_games(position, GAMES, seed=1)
        for count, share in zip(played[:3], shares, strict=True):
            assert count == pytest.approx(GAMES * share, abs=5 * sqrt(GAMES * share * (1 - share)))
        assert played.moves / GAMES == pytest.approx(moves, abs=0.05)
        assert played.games == GAMES


@by_axes
def test_exchanged_players_win_each_others_games(variant: Variant) -> None:
    for position in random_game(variant, 7)[:-1:6]:
        one = core.random_games(position, 500, seed=3)
        two = core.random_games(exchanged(position), 500, seed=3)
        assert (one.x_wins, one.o_wins, one.draws, one.moves) == (
            two.o_wins,
            two.x_wins,
            two.draws,
            two.moves,
        )


@pytest.mark.parametrize("games", [1, 31, 32, 33, 32 * 65_535, 32 * 65_535 + 7])
def test_as_many_games_are_played_as_were_asked_for(games: int) -> None:
    (last,) = endgames(all_variants()[0], 1, 1)
    usable = core.INSTRUCTION_SETS[: core.INSTRUCTION_SETS.index(core.instruction_set()) + 1]
    for instructions in usable:
        played = core.random_games(last, games, seed=2, instructions=instructions)
        assert (played.games, played.moves) == (games, games)


# The tree


@by_axes
def test_a_tree_of_many_games_comes_to_what_best_play_gives(variant: Variant) -> None:
    engine = TreeEngine(memory=8, seed=1)
    for position in endgames(variant, 4, 6, seed=9):
        truth = worth_of_moves(position, dict[Position, Worth]())
        best = max(truth.values(), key=lambda worth: worth.order).proven
        info = engine.play(position, Limit(nodes=4_000))
        assert truth[info.move].proven == best, position
        assert info.score.player == position.turn
        expected = {"win": 1.0, "draw": 0.5, "loss": 0.0}[best]
        assert info.score.probability == pytest.approx(expected, abs=0.12)


@by_axes
def test_a_tree_judges_both_players_alike(variant: Variant) -> None:
    tree = Tree(1 << 20)
    for position in random_game(variant, 11)[:-1:9]:
        one = tree.search(position, seconds=None, games=300, seed=5)
        two = tree.search(exchanged(position), seconds=None, games=300, seed=5)
        assert one == two
        assert one.games == 300
        if len(position.legal_moves) > 1:
            assert one != tree.search(position, seconds=None, games=300, seed=6)


def test_a_tree_without_room_to_grow_still_counts_its_games() -> None:
    start = Position.start()
    tree = Tree(82 * 20)  # the start and its moves
    found = tree.search(start, seconds=None, games=2_000, seed=1)
    assert found.games == 2_000
    assert found.square in start.legal_moves
    assert 0.4 < found.probability < 0.7
