"""Foresight: which of several good moves the opponent is likeliest to answer badly.

Whoever judges by random games, as plain tree search does, errs in ways that can be foreseen: a
network that has learnt what random games come to, and a search of a few moves by it, name the reply
of a tree search of half a million games more often than one of 16,000 games does. So each good
move is given a bonus for what its likely replies cost the opponent.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Final

from ninefold.engine.core import native
from ninefold.engine.info import Info
from ninefold.engine.networks import Network
from ninefold.engine.quick_search import QuickSearch
from ninefold.rules.position import Position

__all__ = ["CANDIDATES", "GUESSED_NODES", "Foresight", "odds_of"]

#: How many of the best moves are looked at, and how much worse than the best they may be, in odds.
CANDIDATES: Final = 6
_WITHIN: Final = 0.4
#: The positions that the opponent is taken to look at: with these the replies of recorded games
#: are named most often. And how fast a reply gets less likely, by the odds that it looks worse.
GUESSED_NODES: Final = 1500
_DOUBT: Final = 0.05
#: What a point of the odds that the likely replies cost is worth, by the number of moves played:
#: fitted to how recorded games went on for six moves. Early on an opponent who errs will err again;
#: later a short search no longer tells what a reply costs, and the time is better spent otherwise.
_BONUS: Final = ((9, 2.2), (13, 1.3), (17, 0.8))
#: With fewer positions a reply there is no telling.
_LEAST_NODES: Final = 200

#: What a position with the engine to move is worth to it, as odds, found with so many positions;
#: None when the time is up.
Worth = Callable[[Position, int], float | None]


class Foresight:
    """Guesses the replies of an opponent who judges by random games."""

    def __init__(self, network: Network) -> None:
        self._guesser = QuickSearch(network)
        self._units = network.units

    @staticmethod
    def helps(position: Position) -> bool:
        """Whether it is early enough for it, and there is a choice."""
        return position.ply < _BONUS[-1][0] and len(position.legal_moves) > 1

    @staticmethod
    def good(position: Position, lines: Sequence[Info]) -> list[Info]:
        """Those of the best lines that come near the first; it alone if it is proven."""
        least = _odds(lines[0], position) - _WITHIN
        near = [i for i in lines if i.score.proven is None and _odds(i, position) >= least]
        return near if lines[0] in near else [lines[0]]

    def choose(self, position: Position, good: Sequence[Info], nodes: int, worth: Worth) -> Info:
        """One of some good lines, best first; ``nodes`` are shared out over all replies."""
        best, after = good[0], [position.play(line.move) for line in good]
        replies = sum(len(reached.legal_moves) for reached in after)
        if nodes < replies * _LEAST_NODES:
            return best
        bonus = next(bonus for until, bonus in _BONUS if position.ply < until)
        chosen, most = best, -math.inf
        for line, reached in zip(good, after, strict=True):
            cost = self._cost(reached, nodes // replies, worth)
            if cost is None:
                break
            total = _odds(line, position) + bonus * cost
            if total > most:
                chosen, most = line, total
        return chosen

    def _cost(self, position: Position, nodes: int, worth: Worth) -> float | None:
        """What the likely replies cost whoever is to move, against the best; None: time is up."""
        guesses = self._guesser.scores(native(position), GUESSED_NODES)
        top = max(score for _, score in guesses)
        values, weights = [], []
        for move, score in guesses:
            value = worth(position.play(move), nodes)
            if value is None:
                return None
            values.append(value)
            weights.append(math.exp((score - top) / self._units / _DOUBT))
        likely = sum(w * v for w, v in zip(weights, values, strict=True)) / sum(weights)
        return likely - min(values)


def _odds(line: Info, position: Position) -> float:
    return odds_of(line.score.for_player(position.turn).probability)


def odds_of(probability: float) -> float:
    """The logarithm of the odds, within reason.

    >>> odds_of(0.5), round(odds_of(1.0), 1)
    (0.0, 4.6)
    """
    within = min(max(probability, 0.01), 0.99)
    return math.log(within / (1 - within))
