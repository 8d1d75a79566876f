"""Reviews: exact where it can be proven, the same for everybody, kept as records."""

from __future__ import annotations

import random

import pytest

from ninefold import VARIANTS, Position, Record, RecordedMove, format_record, parse_record
from ninefold.analysis import JUDGEMENTS, MARKS, Review, annotated, review
from ninefold.engine import Limit, NativeEngine

QUICK = Limit(nodes=3_000)
#: Positions with so few squares left can be searched in plain Python.
LATE = 12


def random_game(mode: str, seed: int) -> Record:
    dice, position, moves = random.Random(seed), Position.start(mode), []
    while position.outcome is None:
        square = dice.choice(position.legal_moves)
        moves.append(RecordedMove(square))
        position = position.play(square)
    return Record(Position.start(mode), tuple(moves), position.outcome.winner or "=")


def value(position: Position, seen: dict[Position, float]) -> float:
    """What best play gives X, by looking at everything."""
    if position.outcome is not None:
        return {"X": 1.0, "O": 0.0, None: 0.5}[position.outcome.winner]
    if position not in seen:
        best = max if position.turn == "X" else min
        seen[position] = best(value(position.play(s), seen) for s in position.legal_moves)
    return seen[position]


def squares_left(position: Position) -> int:
    """How many squares the rest of the game can still use."""
    closed = position.variant.captured_is_closed
    boards = [b for b in range(9) if not (closed and position.owners[b] in "XO")]
    return sum(position.board(board).count(".") for board in boards)


@pytest.mark.parametrize("mode", VARIANTS)
def test_the_endgame_is_judged_exactly(mode: str) -> None:
    """Against a search of our own that looks at everything and shares no code with the engine."""
    checked = 0
    for seed in range(4):
        record = random_game(mode, seed)
        found, seen = review(record, QUICK), dict[Position, float]()
        for move, before, after in zip(
            found.moves, record.positions, record.positions[1:], strict=False
        ):
            if squares_left(before) > LATE:
                continue
            truth = [value(p, seen) for p in (before, after)]
            kept = truth[0] == truth[1]
            assert move.before.for_player("X").probability == truth[0]
            assert move.before.proven is not None
            assert (move.judgement == "best") == kept, (seed, move)
            assert kept or move.judgement in MARKS
            checked += 1
    assert checked > 8


@pytest.mark.parametrize("mode", VARIANTS)
def test_no_move_that_keeps_a_proven_result_is_called_worse_than_good(mode: str) -> None:
    found = review(random_game(mode, 5), QUICK)
    for move in found.moves:
        kept = move.before.proven is not None and move.before.proven == move.after.proven
        assert not kept or move.judgement in ("best", "good")
        let_go = move.before.proven in ("win", "draw") and move.after.proven is not None
        assert not let_go or kept or move.judgement in MARKS
    assert any(move.before.proven for move in found.moves)


def test_everybody_gets_the_same_review() -> None:
    record = random_game("battle", 9)
    with NativeEngine() as used:
        used.analyse(Position.start("modern"), Limit(nodes=10_000))
        again = review(record, QUICK, engine=used)
    assert review(record, QUICK) == review(record, QUICK) == again


def test_a_lone_blunder_is_the_moment_that_mattered() -> None:
    record = parse_record('[Mode "modern"] 1. 55 51 11 15 56 61 13 31 12 *')
    found = review(record, Limit(nodes=50_000))
    assert found.moments
    worst = max(found.moves, key=lambda move: move.drop)
    assert worst in found.moments
    assert [move.ply for move in found.moments] == sorted(move.ply for move in found.moments)


@pytest.mark.parametrize("mode", VARIANTS)
def test_what_lost_something_has_its_reasons_and_nothing_else_has(mode: str) -> None:
    record = random_game(mode, 7)
    found = review(record, QUICK)
    assert all(move.judgement in MARKS for move in found.moves if move.reasons)
    faults = [move for move in found.moves if move.judgement in MARKS]
    assert sum(bool(move.reasons) for move in faults) > len(faults) / 2
    for move in faults:  # what is let in is let in by the best answer, which the next move names
        following = found.moves[move.ply + 1] if move.ply + 1 < len(found.moves) else None
        let = [reason for reason in move.reasons if reason.code.startswith("lets-")]
        assert not let or (following is not None and let[0].board == following.best // 9)


def test_counts_curve_and_accuracy_belong_together() -> None:
    found = review(random_game("open", 3), QUICK)
    assert len(found.curve) == len(found.moves) + 1
    assert sum(sum(found.counts(side).values()) for side in "XO") == len(found.moves)
    assert list(found.counts("X")) == list(JUDGEMENTS)
    assert 0 <= found.accuracy("X") <= 100


def test_progress_counts_to_the_end_and_a_game_without_moves_is_fine() -> None:
    told: list[int] = []
    review(random_game("classic", 2), Limit(nodes=100), progress=told.append)
    assert told == list(range(1, len(told) + 1))
    empty = review(Record(Position.start("battle")), QUICK)
    assert empty == Review(empty.record, (), empty.curve)
    assert empty.accuracy("X") is None


def test_an_annotated_record_reads_back_and_shows_what_was_better() -> None:
    found = review(random_game("modern", 1), QUICK)
    record = annotated(found)
    assert parse_record(format_record(record)) == record
    assert record.squares == found.record.squares
    faults = [move.judgement in MARKS and move.best != move.square for move in found.moves]
    assert [bool(move.side_lines) for move in record.moves] == faults
    assert any(faults)
