"""Proofs of every kind of goal: the verdict is that of looking at everything by the plain rules."""

from __future__ import annotations

import random

import pytest

from ninefold import Position, Variant
from ninefold.engine.proofs.goal import LAST_MOVE, Cells, Goal
from ninefold.engine.proofs.prover import Prover
from ninefold.rules.squares import ALL_NINE, PLAYERS, has_line, line_through, other
from support.endgames import endgames, exchanged
from support.variants import all_variants


def takes(position: Position, move: int, player: str) -> bool:
    """Whether a player would capture the board by that cell, whoever is to move."""
    board, cell = divmod(move, 9)
    kept = (player,) if position.variant.ownership == "latest" else PLAYERS
    marks = position.marks[9 * (player == "O") + board] | 1 << cell
    return position.owners[board] not in kept and line_through(marks, cell)


def looked_at(position: Position, goal: Goal) -> list[int]:
    """The moves of a position that count: all of the opponent's, the player's by the goal."""
    legal, cells = position.legal_moves, goal.cells
    if position.turn != goal.player or cells.everything:
        return list(legal)
    chosen = [
        move
        for move in legal
        if move % 9 in cells.among
        or (cells.captures and takes(position, move, goal.player))
        or (cells.blocks and takes(position, move, other(goal.player)))
    ]
    if not chosen and cells.else_any and not position.free:
        return list(legal)
    return chosen


def could_win(position: Position, player: str) -> bool:
    """Whether a player owns three boards in line, or may yet come to own them."""
    n, latest = PLAYERS.index(player), position.variant.ownership == "latest"
    boards = 0
    for board, owner in enumerate(position.owners):
        free = ALL_NINE & ~position.marks[9 * (1 - n) + board]
        if owner == player or (has_line(free) and (latest or owner not in PLAYERS)):
            boards |= 1 << board
    return has_line(boards)


def certain(position: Position, goal: Goal) -> bool:
    """Whether the player need do nothing more: nobody can beat them."""
    held = goal.at_least == "draw" and goal.by == LAST_MOVE
    drawn = position.variant.tie_break == "draw"
    return held and drawn and not could_win(position, other(goal.player))


def reached(position: Position, goal: Goal, known: dict[Position, bool]) -> bool:
    """Whether the player reaches the goal against every defence."""
    if position.outcome is not None:
        good = (goal.player, None) if goal.at_least == "draw" else (goal.player,)
        return position.outcome.winner in good and position.ply <= goal.by
    if position.ply >= goal.by or certain(position, goal):
        return position.ply < goal.by
    if position not in known:
        ends = (reached(position.play(m), goal, known) for m in looked_at(position, goal))
        known[position] = any(ends) if position.turn == goal.player else all(ends)
    return known[position]


def some_goal(dice: random.Random, position: Position) -> Goal:
    cells = Cells(
        frozenset(dice.sample(range(9), dice.choice((0, 1, 2, 4, 9)))),
        captures=dice.random() < 0.5,
        blocks=dice.random() < 0.5,
        else_any=dice.random() < 0.5,
    )
    by = dice.choice((81, 81, *range(position.ply, position.ply + 8)))
    return Goal(dice.choice(PLAYERS), dice.choice(("win", "draw")), min(by, 81), cells)


@pytest.mark.parametrize("variant", all_variants(), ids=lambda v: "-".join(v.axes.values()))
def test_every_goal_is_settled_as_plain_search_settles_it(variant: Variant) -> None:
    """By one prover: what its table knows of one goal is no answer to another."""
    dice = random.Random("-".join(variant.axes.values()))
    with Prover(1) as prover:
        looked = 0
        for position in endgames(variant, 5, 7, seed=4):
            for _ in range(12):
                goal = some_goal(dice, position)
                proof = prover.prove(position, goal, nodes=100_000)
                truth = reached(position, goal, {})
                assert proof.verdict == ("proven" if truth else "disproven"), (position, goal)
                assert (proof.to_prove == 0, proof.to_disprove == 0) == (truth, not truth)
                looked += proof.nodes
                assert prover.nodes == looked
                chosen = looked_at(position, goal)
                if truth and position.turn == goal.player and chosen:
                    assert proof.move in chosen
                    assert reached(position.play(proof.move), goal, {})
                else:
                    assert proof.move is None


@pytest.mark.parametrize("variant", all_variants(), ids=lambda v: "-".join(v.axes.values()))
def test_exchanged_players_reach_what_the_others_reached(variant: Variant) -> None:
    with Prover(1) as prover:
        for position in endgames(variant, 2, 10, seed=5):
            for player in PLAYERS:
                for at_least in ("win", "draw"):
                    one = prover.prove(position, Goal(player, at_least))
                    two = prover.prove(exchanged(position), Goal(other(player), at_least))
                    assert one.verdict == two.verdict != "unknown"


def test_what_is_known_already_costs_no_search_but_for_the_move() -> None:
    (position,) = endgames(all_variants()[0], 1, 12, seed=8)
    with Prover(1) as prover:
        for player in PLAYERS:
            first = prover.prove(position, Goal(player, "draw"))
            again = prover.prove(position, Goal(player, "draw"))
            assert again.verdict == first.verdict != "unknown"
            assert again.move == first.move
            assert again.nodes <= 1 < first.nodes
