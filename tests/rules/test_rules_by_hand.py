"""The points that rules.md decides, each played out by hand."""

from __future__ import annotations

import pytest

from ninefold import VARIANTS, IllegalMove, Outcome, Position, replay, square_name
from ninefold.rules.squares import LINES
from support.vectors import game_vectors


def played(mode: str, moves: str, **options: str) -> Position:
    return replay(Position.start(mode, **options), moves.split())[-1]  # type: ignore[arg-type]


def legal(position: Position) -> set[str]:
    return set(map(square_name, position.legal_moves))


@pytest.mark.parametrize("mode", VARIANTS)
def test_the_cell_decides_the_next_board(mode: str) -> None:
    assert played(mode, "13").target == 2
    assert legal(played(mode, "13")) == {f"3{cell}" for cell in range(1, 10)}


CAPTURED = "14 41 17 71 11"  # X owns board 1, and O is sent there


def test_modern_a_captured_board_releases_and_is_closed() -> None:
    position = played("modern", CAPTURED)
    assert position.owners == "X........"
    assert position.free
    assert not any(name.startswith("1") for name in legal(position))
    with pytest.raises(IllegalMove, match="board 1 is closed"):
        position.play("12")


@pytest.mark.parametrize("mode", ["classic", "battle"])
def test_classic_and_battle_a_captured_board_still_holds(mode: str) -> None:
    position = played(mode, CAPTURED)
    assert position.held_board == 0
    assert legal(position) == {"12", "13", "15", "16", "18", "19"}
    with pytest.raises(IllegalMove, match="O must play in board 1"):
        position.play("22")


def test_open_a_captured_board_releases_but_may_be_chosen() -> None:
    position = played("open", CAPTURED)
    assert position.free
    assert {"12", "55"} <= legal(position)
    assert "11" not in legal(position)


# O makes a line on board 1 (3, 6, 9) after X has captured it.
ANSWERED = CAPTURED + " 13 31 16 61 19"


def test_classic_keeps_the_first_owner() -> None:
    assert played("classic", ANSWERED).owners[0] == "X"


def test_battle_gives_the_board_to_the_latest_line() -> None:
    assert played("battle", ANSWERED).owners[0] == "O"


def test_battle_needs_a_line_through_the_mark_just_placed() -> None:
    # X's old line stands; X's further mark on the stolen board does not win it back.
    position = played("battle", ANSWERED + " 91 12 21 15 51")
    assert position.owners[0] == "O"


def test_open_a_captured_board_keeps_its_owner_when_played_in() -> None:
    position = played("open", CAPTURED + " 13")
    assert position.owners[0] == "X"


def test_a_move_that_captures_the_very_board_it_points_at_frees_the_opponent() -> None:
    position = played("modern", "12 21 13 31 11")
    assert position.owners[0] == "X"
    assert position.target == 0
    assert position.free


def test_an_outcome_says_why() -> None:
    reasons = set()
    for vector in game_vectors():
        last = played(vector.mode, " ".join(vector.moves), tie_break=vector.tie_break)
        assert last.outcome is not None
        reasons.add((vector.tie_break, last.outcome.reason))
        _check_reason(last, last.outcome)
        with pytest.raises(IllegalMove, match="the game is over"):
            last.play("55")
    assert reasons == {
        ("draw", "line"),
        ("draw", "draw"),
        ("boards", "line"),
        ("boards", "draw"),
        ("boards", "tie-break"),
    }


def _check_reason(last: Position, outcome: Outcome) -> None:
    lead = last.owners.count("X") - last.owners.count("O")
    match outcome.reason:
        case "line":
            assert outcome.boards in LINES
            assert {last.owners[board] for board in outcome.boards} == {outcome.winner}
        case "tie-break":
            assert outcome == Outcome("X" if lead > 0 else "O", "tie-break")
        case "draw":
            assert outcome == Outcome(None, "draw")
            assert lead == 0 or last.variant.tie_break == "draw"


def test_a_refused_move_is_told_with_its_reason() -> None:
    closed = replay(Position.start(), "14 41 17 71 11")[-1]  # X has board 1, O is free
    cases = [
        (closed, "12", "12 is not a legal move: board 1 is closed, X has captured it"),
        (closed, "14", "14 is not a legal move: X is there already"),
        (closed.play("51"), "12", "12 is not a legal move: board 1 is closed, X has captured it"),
        (Position.start().play("13"), "55", "55 is not a legal move: O must play in board 3"),
    ]
    for position, move, told in cases:
        with pytest.raises(IllegalMove) as caught:
            position.play(move)
        assert str(caught.value) == told
