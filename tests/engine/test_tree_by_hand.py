"""Monte Carlo tree search written down once more in Python: dice, choices, points, game by game."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import pytest

from ninefold import VARIANTS, Position
from ninefold.engine.core.tree import Tree
from ninefold.rules.squares import Player, other
from support.games import random_game

_ALL = 2**64 - 1
F = np.float32


@dataclass
class Dice:
    """splitmix64."""

    state: int

    def throw(self) -> int:
        self.state = (self.state + 0x9E3779B97F4A7C15) & _ALL
        z = (self.state ^ self.state >> 30) * 0xBF58476D1CE4E5B9 & _ALL
        z = (z ^ z >> 27) * 0x94D049BB133111EB & _ALL
        return z ^ z >> 31


@dataclass
class Node:
    square: int = -1
    visits: int = 0
    points: float = 0.0  # in halves: no float is too small for them
    children: list[Node] = field(default_factory=list)


def rough_ln(n: int) -> F:
    bits = int(F(n).view(np.uint32))
    part = F(bits & 0x7FFFFF) / F(8388608)
    return F(0.6931472) * (F(bits >> 23) - F(127) + part + F(0.0430))


def rough_sqrt(x: F) -> F:
    root = np.uint32(0x1FBD1DF5 + (int(x.view(np.uint32)) >> 1)).view(F)
    for _ in range(2):
        root = F(0.5) * (root + x / root)
    return root


def most_promising(parent: Node, dice: Dice) -> Node:
    """One that was never tried, by the dice, else the one with the highest bound (UCB1)."""
    reach = F(2) * rough_ln(parent.visits + 1)

    def bound(child: Node) -> F:
        if child.visits == 0:
            return F(1000) + F(dice.throw() >> 44)
        tried = F(child.visits)
        return F(child.points) / tried + rough_sqrt(reach / tried)

    return max(parent.children, key=bound)  # the first of equal ones


def one_game(root: Node, position: Position, dice: Dice) -> None:
    path: list[tuple[Node, Player]] = [(root, other(position.turn))]
    while position.outcome is None:
        node = path[-1][0]
        if not node.children and (node.visits or node is root):
            node.children = [Node(square) for square in position.legal_moves]
        if not node.children:
            break
        path.append((most_promising(node, dice), position.turn))
        position = position.play(path[-1][0].square)
    while position.outcome is None:
        moves = position.legal_moves
        position = position.play(moves[(dice.throw() >> 32) * len(moves) >> 32])
    winner = position.outcome.winner
    for node, player in path:
        node.visits += 1
        node.points += 0.5 if winner is None else float(winner == player)


@pytest.mark.parametrize("mode", VARIANTS)
def test_a_tree_search_is_what_it_says(mode: str) -> None:
    tree, told = Tree(1 << 20), []
    for seed, (ply, games) in enumerate([(0, 40), (30, 1), (30, 2), (34, 200), (44, 300)], 5):
        position = random_game(VARIANTS[mode], seed)[ply]
        root, dice = Node(), Dice(seed)
        for _ in range(games):
            one_game(root, position, dice)
        best = max(root.children, key=lambda child: child.visits)
        found = tree.search(position, seconds=None, games=games, seed=seed)
        assert (found.square, found.games) == (best.square, games), (position, games)
        assert found.probability == pytest.approx(best.points / best.visits, abs=1e-6)
        told.append(found.probability)
    assert len({*told}) > 2
