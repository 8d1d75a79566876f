"""One engine for many questions: what it remembers of one never answers another."""

from __future__ import annotations

import pytest

from ninefold import VARIANTS
from ninefold.engine import Limit
from ninefold.engine.handicap import Handicap
from ninefold.engine.native import NativeEngine
from ninefold.engine.proofs.prover import Prover
from ninefold.rules.notation import parse_position

#: The same marks under two rules, with different results.
SAME_MARKS = [
    (
        "modern {} tie-break=draw",
        "modern {} tie-break=boards",
        "1OXOOO1O1/XOXOX1OXO/XXOO1OOXO/OX1XXOXO1/1OO3OXX/XXX6/XX1OX3X/X1XXOO1OX/1OXX1O1O1"
        " O.O..XX.. X 9",
    ),
    (
        "classic {}",
        "battle {}",
        "3XO1XOX/1XX1XXXOO/XOOXXOOOO/1OXOO1OOX/OOOOXXOOX/1OXXXOOO1/O1X1OXOXX/XXXXXXXOX/OOXXXO1OO"
        " .XOOO.XX. X 7",
    ),
    (
        "battle {}",
        "classic {}",
        "OXOOOOXOX/OO1OXXXOO/XXO1O1XXO/XXOOX2OX/OOXX2OOX/XXX3XO1/XOOX1OOXX/XXXXXOOOX/X1OOXOOXO"
        " O..X.X.XO X 3",
    ),
    (
        "battle {} tie-break=draw",
        "battle {} tie-break=boards",
        "1OX1XO1XO/OXXOOOXO1/OXX1OOOOO/2OXOX1OO/OO1XXOOXX/XOOXXXXXX/1XXXOXOX1/XXXOOOOOX/X1X1XOOXO"
        " .OO..X.O. X 5",
    ),
]
#: Positions that look different to somebody who overlooks captures.
EASILY_MISJUDGED = [
    "modern 1OOX1XXO1/OXX2XOO1/X2XOXO1O/OO1XO1OO1/1OXOXO2X/2OOOXO1X/OXOXX1X2/XXXX5/X1OXXO2O"
    " ...O.O.XO X 3",
    "modern 1XXO1O1X1/XO1XO1OOX/OX1X1O1XO/O1OXO1O2/OXO1XXXX1/1OXXOOO1X/1X1XXX1O1/XO1OOXOX1/X3OX2O"
    " .O.OX.X.. O 1",
    "modern O1X3OO1/OO1XOXOXX/3X3OX/XX1OXXO1X/1XOOXX1OO/1O2O2O1/1X1OXXXOX/XO1XX1OXX/1O1OO1OOX"
    " ...X.O.XO X 1",
]


def value(position):
    with Prover(4) as prover:
        return prover.value(position)


@pytest.mark.parametrize(("first", "then", "marks"), SAME_MARKS, ids=lambda text: text[:16])
def test_the_same_marks_under_two_rules_are_two_questions(first, then, marks):
    before, after = (parse_position(mode.format(marks)) for mode in (first, then))
    assert value(before) != value(after)
    with NativeEngine(memory=1) as engine:
        assert engine.play(before, Limit(nodes=200_000)).score.proven == value(before)
        assert engine.play(after, Limit(nodes=200_000)).score.proven == value(after)


@pytest.mark.parametrize("text", EASILY_MISJUDGED)
def test_what_a_weak_player_overlooked_is_no_answer_at_full_strength(text):
    position = parse_position(text)
    with NativeEngine(memory=1) as engine:
        blind = Handicap(blindness=0.8)
        for _ in engine.analysis(position, Limit(nodes=40_000), handicap=blind):
            pass
        assert engine.play(position, Limit(nodes=400_000)).score.proven == value(position)


def test_games_of_all_modes_in_turn_are_as_good_as_games_alone():
    """What was learnt of one variant is not applied to another."""
    starts = [parse_position(f"{mode} 9/9/9/9/4X4/9/9/9/9 ......... O 5") for mode in VARIANTS]
    alone = []
    for start in starts:
        with NativeEngine(memory=1) as engine:
            alone.append(engine.play(start, Limit(nodes=20_000)).score)
    with NativeEngine(memory=1) as engine:
        in_turn = [engine.play(start, Limit(nodes=20_000)).score for start in starts]
    assert in_turn == alone
