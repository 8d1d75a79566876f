"""Endgames to the last move: the search tells of every move what looking at everything tells."""

from __future__ import annotations

import pytest

from ninefold import Position
from ninefold.engine.core import Search
from ninefold.rules.squares import transform_square
from ninefold.rules.variants import VARIANTS, Variant
from support.endgames import Worth, endgames, exchanged, worth_of_moves
from support.variants import all_variants

by_axes = pytest.mark.parametrize(
    "variant", all_variants(), ids=lambda variant: "-".join(variant.axes.values())
)
TABLE = 1 << 18


def told(search: Search, position: Position, *, contempt: int = 0) -> dict[int, Worth]:
    """What a search to the end tells of every first move.

    Where more boards win at the end a last move may lose, and distances are not told exactly.
    """
    exact = position.variant.tie_break == "draw"
    search.begin(position, lines=81, contempt=contempt)
    while search.deepen():
        pass
    found = {}
    for line in search.lines():
        assert line.proven is not None, position
        found[line.squares[0]] = Worth(line.proven, line.distance if exact else 0)
    return found


@by_axes
def test_every_move_has_the_result_and_the_distance_of_plain_search(variant: Variant) -> None:
    search = Search(TABLE)
    for position in endgames(variant, 5, 7):
        truth = worth_of_moves(position, {})
        if variant.tie_break == "boards":
            truth = {move: Worth(worth.proven) for move, worth in truth.items()}
        assert told(search, position) == truth, position


@by_axes
def test_images_and_exchanged_players_have_the_same_results(variant: Variant) -> None:
    search = Search(TABLE)
    for position in endgames(variant, 2, 8, seed=1):
        here = told(search, position)
        assert told(search, exchanged(position)) == here
        for n in range(1, 8):
            image = {transform_square(move, n): worth for move, worth in here.items()}
            assert told(search, position.transform(n)) == image


@pytest.mark.parametrize("mode", VARIANTS)
def test_whoever_plays_for_a_win_is_told_the_truth_move_after_move_by_one_search(mode: str) -> None:
    """What a draw is worth hangs on who asks: what one asked is no answer to the other."""
    search, drawn = Search(TABLE), set()
    for start in endgames(VARIANTS[mode], 6, 8, seed=2):
        position, known = start, dict[Position, Worth]()
        while position.outcome is None:
            truth = worth_of_moves(position, known)
            assert told(search, position, contempt=80) == truth, position
            drawn |= {position.turn for worth in truth.values() if worth.proven == "draw"}
            position = position.play(position.legal_moves[-1])
    assert drawn == {"X", "O"}


@pytest.mark.parametrize("mode", VARIANTS)
def test_what_was_asked_before_is_no_answer_to_who_plays_for_a_win(mode: str) -> None:
    """Neither what the other player asked a move ago, nor what somebody content with draws did."""
    used, drawn = Search(TABLE), set()
    for position in endgames(VARIANTS[mode], 4, 13, seed=3):
        for contempt in (80, 0):
            here = position
            for _ in range(2):
                truth = told(Search(TABLE), here)
                assert told(used, here, contempt=contempt) == truth, here
                drawn |= {here.turn for worth in truth.values() if worth.proven == "draw"}
                here = here.play(here.legal_moves[0])
                if here.outcome is not None:
                    break
    assert drawn == {"X", "O"}
