"""Random games: what they come to from many positions, for a network to foretell.

A search by such a network judges as plain tree search does, and some hundred times faster.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, Final

import numpy as np

from ninefold.engine.core import ffi, lib
from ninefold.learn.samples import Samples, count_marks, samples_of, weights_of
from ninefold.learn.states import States

__all__ = ["RandomGames"]

#: How many random games tell what they come to from a position.
_GAMES: Final = 256
#: A search looks at what nobody would play, so most positions are some random moves off the games.
_MOVES_OFF: Final = (0, 0, 1, 1, 2, 3)


class RandomGames:
    """Positions near those of some games, and the share of random games that their mover wins."""

    def __init__(self, raw: Any, seed: int = 0) -> None:
        self._raw = raw.copy()
        self._seed = seed
        self._share = np.full(len(raw), np.nan)

    def play(self) -> Iterator[int]:
        """Play them; gives the number of positions so far."""
        dice, squares = Random(f"random games {self._seed}"), ffi.new("uint8_t[]", lib.NF_SQUARES)  # noqa: S311
        samples = ffi.from_buffer("nf_sample[]", self._raw, require_writable=True)
        results, stop = ffi.new("nf_results *"), ffi.new("int *")
        best_set = lib.nf_instruction_set()
        for n in range(len(self._raw)):
            position = ffi.addressof(samples[n], "position")
            for _ in range(dice.choice(_MOVES_OFF)):
                count = lib.nf_legal_moves(position, squares)
                if count:  # none when the game is over
                    lib.nf_play(position, squares[dice.randrange(count)])
            if position.outcome == lib.NF_GOING_ON:
                seed = dice.getrandbits(63)
                lib.nf_random_games(position, _GAMES, seed, best_set, stop, results)
                wins = results.o_wins if position.turn else results.x_wins
                self._share[n] = (wins + results.draws / 2) / _GAMES
                if not lib.nf_is_held(position):
                    position.target = lib.NF_NO_TARGET
            yield n + 1

    def samples(self, states: States) -> Samples:
        """What was played, to train a network on."""
        played = ~np.isnan(self._share)
        raw, share = self._raw[played], self._share[played]
        return samples_of(raw, states, share, weights_of(share, count_marks(raw)))
