"""The node signature: how many nodes the search visits in fixed positions at a fixed depth.

A change that is meant to leave the search as it is leaves this number as it is; one that changes
the search names the new number in its commit. The number is the same on every machine.
"""

from __future__ import annotations

from collections.abc import Iterator
from time import process_time
from typing import Final, NamedTuple

from ninefold.engine.core.memory import MIB
from ninefold.engine.core.position import axes_of
from ninefold.engine.core.search import Search
from ninefold.engine.levels import EVALUATIONS
from ninefold.engine.networks import find_network
from ninefold.rules.position import Position, replay
from ninefold.rules.variants import find_variant

__all__ = ["DEPTH", "Count", "count_nodes"]

DEPTH: Final = 13
_TABLE: Final = 4 * MIB  # small enough that entries are lost, as they are in a long game
#: A game in each mode and in a variant that is none of them, and the plies to look at.
_GAMES: Final = {
    "modern": (
        "55 52 24 42 26 62 22 28 86 68 84 46 64 44 41 12 25 53 38 88 89 94 49 96 66 61 14 48 "
        "83 34 45 51 16 69 99 95"
    ),
    "classic": (
        "55 52 24 42 26 62 22 28 86 68 84 46 64 43 34 49 98 82 29 92 23 32 27 72 21 12 25 53 "
        "36 69 93 31 14 48 88 81"
    ),
    "battle": (
        "55 59 93 38 86 64 42 26 66 67 73 32 23 33 31 11 18 88 81 17 72 25 56 68 82 24 44 46 "
        "62 28 84 48 89 95 54 45"
    ),
    "open": (
        "55 52 24 42 26 62 22 28 86 68 84 46 64 43 34 49 98 82 29 92 23 38 88 81 17 77 71 18 "
        "83 39 91 11 13 37 79 96"
    ),
    "held:release=full,tie_break=boards": (
        "55 52 24 42 26 62 22 28 86 68 84 46 64 43 34 49 98 82 29 92 23 32 27 72 21 12 25 53 "
        "36 69 93 31 14 48 88 81"
    ),
}
_PLIES: Final = (3, 12, 24, 36)


class Count(NamedTuple):
    """What one evaluation took in one mode: nodes, and seconds of processor time."""

    mode: str
    evaluation: str
    nodes: int
    seconds: float


def count_nodes(depth: int = DEPTH) -> Iterator[Count]:
    """Search every position by the network and by hand; the signature is the sum of the nodes."""
    for evaluation in EVALUATIONS:
        for mode, moves in _GAMES.items():
            game = replay(Position.start(find_variant(mode)), moves)
            search, network = Search(_TABLE), find_network(axes_of(game[0].variant))
            if evaluation == "network":
                if network is None:
                    continue
                search.use(network)
            began = process_time()
            nodes = sum(_nodes(search, game[ply], depth) for ply in _PLIES)
            yield Count(game[0].variant.name, evaluation, nodes, process_time() - began)
            search.close()


def _nodes(search: Search, position: Position, depth: int) -> int:
    search.begin(position, depth=depth, lines=1 + position.ply % 2)
    while search.deepen():
        pass
    return search.nodes
