"""Self-play written down once more in Python: dice, tries, scores and results, move by move."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from ninefold import Position, find_variant
from ninefold.engine.core import Search
from ninefold.engine.core.library import ffi, lib
from ninefold.engine.core.selfplay import EXPLORES, self_play
from ninefold.rules.squares import PLAYERS

_ALL = 2**64 - 1
TABLE = 1 << 16
NODES = 60


@dataclass
class Dice:
    """splitmix64, and a number below another from its upper half."""

    state: int

    def below(self, limit: int) -> int:
        self.state = (self.state + 0x9E3779B97F4A7C15) & _ALL
        z = (self.state ^ self.state >> 30) * 0xBF58476D1CE4E5B9 & _ALL
        z = (z ^ z >> 27) * 0x94D049BB133111EB & _ALL
        return ((z ^ z >> 31) >> 32) * limit >> 32


def lines_of(search: Search, position: Position, count: int):
    search.begin(position, nodes=NODES, lines=count)
    while search.deepen():
        pass
    return search.lines()


def game_by_hand(position: Position, random_moves: int, seed: int) -> list[tuple[object, ...]]:
    """Marks, owners, mover, score, flags and result of every position."""
    dice, search, found = Dice(seed), Search(TABLE), list[list[object]]()

    def any_move(at: Position) -> Position:
        return at.play(at.legal_moves[dice.below(len(at.legal_moves))])

    for _ in range(random_moves):
        if position.outcome is None:
            position = any_move(position)
    result = 0
    while position.outcome is None and not result:
        tries = position.ply < 40 and dice.below(12) == 0
        lines = lines_of(search, position, 4 if tries else 1)
        good = 1
        while good < len(lines) and lines[good].score > lines[0].score - 900:
            good += 1
        chosen = dice.below(good)
        mover = PLAYERS.index(position.turn)
        target = 9 if position.free or position.target is None else position.target
        seen = [(*position.marks, *position.owned), mover, target, lines[0].score]
        found.append([*seen, EXPLORES if chosen else 0])
        if lines[0].proven is not None:
            result = {"draw": 3, "win": 1 + mover, "loss": 2 - mover}[lines[0].proven]
        elif position.ply < 36 and dice.below(10) == 0:
            found[-1][-1] = EXPLORES
            position = any_move(position)
        else:
            position = position.play(lines[chosen].squares[0])
    if position.outcome is not None:
        result = {"X": 1, "O": 2, None: 3}[position.outcome.winner]
    return [(*one, result) for one in found]


@pytest.mark.parametrize("mode", ["modern", "classic", "battle", "open"])
def test_a_game_of_the_search_with_itself_is_what_it_says(mode: str) -> None:
    start, tried = Position.start(find_variant(mode)), 0
    for seed, random_moves in enumerate((0, 3, 8, 14)):
        data = self_play(Search(TABLE), start, nodes=NODES, random_moves=random_moves, seed=seed)
        told = [
            (
                (*s.position.marks[0], *s.position.marks[1], *s.position.owned),
                s.position.turn,
                s.position.target,
                s.score,
                s.flags,
                s.outcome,
            )
            for s in ffi.from_buffer("nf_sample[]", data)
        ]
        assert told == game_by_hand(start, random_moves, seed)
        tried += sum(one[4] for one in told)
    assert tried > 3
    assert lib.NF_NO_TARGET == 9
