"""Endgames to the last move: the search tells of every move what looking at everything tells."""

from __future__ import annotations

import pytest

from ninefold import Position, replay
from ninefold.engine.core import Line, Search
from ninefold.engine.proofs.prover import Prover
from ninefold.rules.notation import parse_position
from ninefold.rules.squares import transform_square
from ninefold.rules.variants import VARIANTS, Variant
from support.endgames import Worth, endgames, exchanged, worth_of_moves
from support.variants import all_variants

by_axes = pytest.mark.parametrize(
    "variant", all_variants(), ids=lambda variant: "-".join(variant.axes.values())
)
TABLE = 1 << 18


def told(search: Search, position: Position, *, contempt: int = 0) -> dict[int, Worth]:
    """What a search to the end tells of every first move."""
    search.begin(position, lines=81, contempt=contempt)
    while search.deepen():
        pass
    found = {}
    for line in search.lines():
        assert line.proven is not None, position
        found[line.squares[0]] = Worth(line.proven, line.distance)
    return found


@by_axes
def test_every_move_has_the_result_and_the_distance_of_plain_search(variant: Variant) -> None:
    search = Search(TABLE)
    for position in endgames(variant, 5, 7):
        assert told(search, position) == worth_of_moves(position, {}), position


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


#: Drawn, and of the draws one is more tempting than what the search finds first.
TEMPTING = [
    "classic XO1OOXXXX/X1OXX1XX1/X1XOOXOOO/OXO1OOXX1/1OXXX1OXX/O1X1OXO2/OOXOO1XXO/OOXXXO1OO/"
    "1OOX2XOX XXO...O.. O 5",
    "classic 1OOXXXXXX/XXXOOO2O/OX1XOXXOX/OXXOXOXOX/OXOOXOOOX/OOXXXO2X/O1OOX3X/X1OXXXOX1/OOOOOO1OX"
    " XX.XO..XO X 6",
    "battle 1OOXO1XOO/XOXXOXXX1/XO1OOOXOX/X1XOXOO1O/XOOX3OX/1OX1XO1X1/OOXO2XOO/XXOXX1O1O/1XXO1XXXO"
    " OXO...... X 4",
    "open 1X1XO1XXO/OXOXO1XOO/OXO1XOXX1/1XX1O1OO1/XOX1XO1X1/X1O3XXX/1OOOOOX2/OOXO1OXOX/O1XXO1X2"
    " .OX..XO.. X 5",
    "modern O1XOXOX2/2X1XXO2/XO1X1OOXO/OOXX1OXX1/1O1O1OOX1/X1OOX1X1X/O1OXOXXOX/OXX4OO/X1XOX1O2"
    " X....X... O 3",
]


def best_line(search: Search, position: Position, lines: int) -> Line:
    search.begin(position, lines=lines, nodes=200_000)
    while search.deepen():
        pass
    return search.lines()[0]


def test_the_most_tempting_draw_is_played_and_said_to_be_one_whatever_was_searched_before() -> None:
    used = Search(1 << 20)
    for text in TEMPTING:
        position = parse_position(text)
        line = best_line(used, position, 1)
        assert (line.proven, line.distance) == ("draw", 0)
        assert line.squares[0] != best_line(Search(1 << 20), position, 2).squares[0]
        after = position.play(line.squares[0])
        with Prover(4) as prover:
            assert prover.value(after) == "draw"


#: Drawn, and known to be at the very depth at which another move is found to be more tempting.
LATE = [
    "battle O1XXXXOO1/XXOOOO1OO/OOXXXXXOX/XXOOOOXXO/OXOOXOXOO/XXOXXOXX1/1OXXOOOXX/1XOOXOOXX/"
    "1XOXX1O2 XOXOOX.X. O 9",
    "battle XXOO1X1XO/OOXXOXXOX/XXXOOOXOO/OOOOXOOXX/1OXXOX1XO/OXXXOOOXX/1OXX1OXO1/XOOXXX1OO/"
    "OXOXXOO1X .OXO.-.X. X 2",
]


@pytest.mark.parametrize("text", LATE)
def test_a_draw_that_is_chosen_at_the_last_moment_is_said_to_be_one(text: str) -> None:
    """In every image, to both players: nothing is looked at afterwards that could say it then."""
    first = parse_position(text)
    keep = {move for move, found in worth_of_moves(first, {}).items() if found.proven == "draw"}
    for n in range(8):
        for position in (first.transform(n), exchanged(first.transform(n))):
            line = best_line(Search(TABLE), position, 1)
            assert (line.proven, line.distance) == ("draw", 0), position
            assert line.squares[0] in {transform_square(move, n) for move in keep}
            assert len(replay(position, line.squares)) > 2  # with the answer that is expected


@pytest.mark.parametrize("lines", [1, 81])
def test_who_overlooks_things_has_proven_nothing_not_even_a_draw(lines: int) -> None:
    search, drawn = Search(TABLE), 0
    for start in endgames(VARIANTS["battle"], 12, 6):
        for blindness in (0, 1, 255):
            search.begin(start, lines=lines, blindness=blindness, seed=5)
            while search.deepen():
                pass
            proven = {line.proven for line in search.lines()}
            assert (None not in proven) if blindness == 0 else (proven == {None})
            drawn += "draw" in proven
    assert drawn > 2
