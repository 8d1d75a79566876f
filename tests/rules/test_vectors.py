"""The shared vectors hold: counts, outcomes, owners, and every position of whole games."""

from __future__ import annotations

import hashlib

import pytest

from ninefold import VARIANTS, Position, perft, replay, square_name
from support.vectors import GameVector, PerftVector, game_vectors, perft_vectors

# How many there are is part of the promise: a file that lost its lines would pass unnoticed.
PERFTS, GAMES = perft_vectors(), game_vectors()


def test_no_vector_has_gone_missing() -> None:
    assert len(PERFTS) == 164
    assert len(GAMES) == 320
    assert {v.mode for v in PERFTS} == set(VARIANTS)
    assert {(v.mode, v.tie_break) for v in GAMES} == {
        (mode, tie_break) for mode in VARIANTS for tie_break in ("draw", "boards")
    }


@pytest.mark.parametrize("mode", VARIANTS)
def test_perft_vectors(mode: str) -> None:
    for vector in (vector for vector in PERFTS if vector.mode == mode):
        assert _counted(vector) == vector.counts, vector.moves


def _counted(vector: PerftVector) -> dict[int, tuple[int, ...]]:
    position = replay(Position.start(vector.mode), vector.moves)[-1]
    found = {depth: perft(position, depth) for depth in vector.counts}
    return {depth: (c.leaves, c.x_wins, c.o_wins, c.draws) for depth, c in found.items()}


@pytest.mark.parametrize("mode", VARIANTS)
@pytest.mark.parametrize("tie_break", ["draw", "boards"])
def test_game_vectors(mode: str, tie_break: str) -> None:
    for vector in GAMES:
        if (vector.mode, vector.tie_break) == (mode, tie_break):
            assert _played(vector) == vector


def _played(vector: GameVector) -> GameVector:
    positions = replay(Position.start(vector.mode, tie_break=vector.tie_break), vector.moves)
    assert all(position.outcome is None for position in positions[:-1])
    last = positions[-1]
    return GameVector(
        vector.mode,
        vector.tie_break,
        vector.moves,
        _result(last),
        last.owners.replace("-", "."),
        _digest(positions),
    )


def _result(position: Position) -> str:
    return "" if position.outcome is None else position.outcome.winner or "="


def _digest(positions: tuple[Position, ...]) -> str:
    lines = "".join(
        f"{' '.join(map(square_name, p.legal_moves))}|{p.owners.replace('-', '.')}|{_result(p)}\n"
        for p in positions
    )
    return hashlib.sha256(lines.encode()).hexdigest()[:16]


def test_start_counts_to_depth_five() -> None:
    expected = [81, 720, 6336, 55080, 473256]
    for mode in VARIANTS:
        start = Position.start(mode)
        assert [perft(start, depth).leaves for depth in range(1, 5)] == expected[:4]
    for mode in VARIANTS:
        # Up to symmetry there are 15 first moves; each stands for as many as its orbit has.
        assert _perft_by_orbits(Position.start(mode), 5) == expected[4]


def _perft_by_orbits(start: Position, depth: int) -> int:
    orbits: dict[Position, int] = {}
    for move in start.legal_moves:
        first = start.play(move).canonical()
        orbits[first] = orbits.get(first, 0) + 1
    assert len(orbits) == 15
    return sum(times * perft(first, depth - 1).leaves for first, times in orbits.items())
