"""The shared vectors hold: counts, outcomes, owners, and every position of whole games."""

from __future__ import annotations

import hashlib
from dataclasses import astuple

import pytest

from ninefold import VARIANTS, BadSyntax, Counts, Position, perft, replay, square_name
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


@pytest.mark.parametrize("mode", VARIANTS)
def test_start_counts_to_depth_three(mode: str) -> None:
    """The core counts on to depth seven (``tests/engine/test_core_rules.py``)."""
    start = Position.start(mode)
    assert [perft(start, depth) for depth in range(4)] == [
        Counts(leaves) for leaves in (1, 81, 720, 6336)
    ]


@pytest.mark.parametrize("mode", VARIANTS)
def test_perft_counts_results_by_the_tie_break(mode: str) -> None:
    differ = 0
    for vector in [v for v in GAMES if (v.mode, v.tie_break) == (mode, "boards")]:
        near_the_end = vector.moves[:-2]
        drawn, by_boards = (
            replay(Position.start(mode, tie_break=tie_break), near_the_end)[-1]
            for tie_break in ("draw", "boards")
        )
        counted = perft(by_boards, 2)
        assert counted == _counted_by_hand(drawn, 2)
        differ += counted != perft(drawn, 2)
    assert differ


def _counted_by_hand(position: Position, depth: int) -> Counts:
    """Leaves of a game played for a draw, with those draws given to whoever owns more boards."""
    if depth == 0:
        lead = position.owners.count("X") - position.owners.count("O")
        result = _result(position)
        if result == "=" and lead:
            result = "X" if lead > 0 else "O"
        return Counts(1, result == "X", result == "O", result == "=")
    below = [_counted_by_hand(position.play(move), depth - 1) for move in position.legal_moves]
    return Counts(*(sum(column) for column in zip(*map(astuple, below), strict=True)))


@pytest.mark.parametrize("depth", [-1, 1.0, "2", None, True])
def test_a_depth_is_a_whole_number(depth: object) -> None:
    with pytest.raises(BadSyntax, match="is not a depth: expected") as caught:
        perft(Position.start(), depth)  # type: ignore[arg-type]
    assert repr(depth) in str(caught.value)
