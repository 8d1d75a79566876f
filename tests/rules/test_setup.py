"""A position that cannot be is refused, with every reason found."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ninefold import (
    VARIANTS,
    BadSyntax,
    ImpossiblePosition,
    NinefoldError,
    Position,
    format_position,
    parse_position,
    replay,
    set_up,
)
from ninefold.rules.squares import square_at
from support.games import random_game

EMPTY = "." * 9


def cells_of(**boards: str) -> str:
    """81 cells from the boards that are not empty: ``b1="X........"``."""
    return "".join(boards.get(f"b{n}", EMPTY) for n in range(1, 10))


def reasons(mode: str, cells: str, **given: object) -> tuple[str, ...]:
    with pytest.raises(ImpossiblePosition) as caught:
        set_up(mode, cells, **given)  # type: ignore[arg-type]
    assert str(caught.value) == "; ".join(caught.value.reasons)
    return caught.value.reasons


def test_wrong_counts() -> None:
    assert reasons("modern", cells_of(b1="XX......."), target=0) == (
        "X has 2 marks and O has 0: X has as many as O, or one more",
    )
    assert "not X's turn" in reasons("modern", cells_of(b1="X........"), turn="X", target=0)[0]
    assert "O has 1" in reasons("modern", cells_of(b1="O........"), target=0)[0]


def test_every_reason_is_given_at_once() -> None:
    found = reasons(
        "modern", cells_of(b1="XXX......", b2="OO......."), owners="O-......X", target=0
    )
    assert [reason[:9] for reason in found] == ["board 1 i", "board 2 i", "board 9 i"]
    found = reasons("modern", cells_of(b1="XXXX....."), owners="." * 9, target=0)
    assert len(found) == 2


def test_owners_must_be_explained_by_lines() -> None:
    line = cells_of(b1="XXX......", b2="OO.......")
    assert "has a line of X but no owner" in reasons("battle", line, owners=EMPTY, target=1)[0]
    assert "no line there" in reasons("battle", line, owners="O........", target=1)[0]
    full = cells_of(b1="XOXXOOOXX", b2="O........")
    assert "dead" in reasons("modern", full, owners=EMPTY, target=0)[0]


def test_a_mark_too_many_on_a_board_that_closes_when_captured() -> None:
    both = cells_of(b1="XXXOOO...", b2="X........")
    assert "line of O too" in reasons("modern", both, owners="X........", target=0)[0]
    two_lines = cells_of(b1="XXX...XXX", b2="OOO......", b3="OO.......")
    assert "mark too many" in reasons("modern", two_lines, owners="XO.......", target=0)[0]
    # Where a captured board stays in play nothing speaks against two lines or both players'.
    for mode in ("classic", "battle", "open"):
        found = reasons(mode, two_lines, owners="XO.......", target=0)
        assert not any("too many" in reason for reason in found)


def test_a_board_with_lines_of_both_needs_its_owner() -> None:
    both = cells_of(b1="XXXOOO...", b2="X........")
    assert "say who owns it" in reasons("battle", both, target=0)[0]


def test_the_target_must_follow_from_a_last_move() -> None:
    one = cells_of(b1="X........")
    assert set_up("modern", one, target=0).turn == "O"
    assert "no mark of X in cell 5 can be the last move" in reasons("modern", one, target=4)
    assert "say the target" in reasons("modern", one)[0]
    assert "the board is empty" in reasons("modern", cells_of(), target=0)[0]
    assert set_up("modern", cells_of()) == Position.start("modern")


def test_every_send_was_answered() -> None:
    # X's first move sent O to board 5, yet O stands on board 9.
    found = reasons("modern", cells_of(b1="....X....", b9="O........"), target=0)
    assert "O was sent to board 5 once but has 0 marks there" in found


def test_a_won_game_was_not_played_on() -> None:
    nine_each = cells_of(
        b1="XXX......",
        b2="XXX......",
        b3="XXX......",
        b4="OOO......",
        b5="OOO......",
        b6="OOO......",
    )
    assert "both players have three boards in line" in reasons("classic", nine_each, target=0)
    played_on = cells_of(
        b1="XXX......",
        b2="XXX......",
        b3="XXX......",
        b4="OO.OO....",
        b5="OO.OO....",
        b6="O........",
    )
    found = reasons("classic", played_on, target=0)
    assert "X has three boards in line, so O had no move after it" in found


TOP, LEFT_AND_TOP, MIDDLE = "XXX......", "XXXX..X..", "...XXX..."
TEN = {"b4": "OO.O.....", "b5": "OO.O.....", "b6": "OO.O.....", "b7": "O........"}
OF_X = {**TEN, "b1": MIDDLE, "b2": MIDDLE, "b3": MIDDLE, "b9": "X.X......"}
OF_O = {b: row.translate(str.maketrans("XO", "OX")) for b, row in OF_X.items()} | {
    "b9": "..O......"
}
#: Every board is captured by its upper row, nobody has three in line.
ALL_CAPTURED = {
    **{f"b{n}": TOP for n in (3, 4, 8, 9)},
    **{f"b{n}": "OOO.....O" for n in (2, 5, 6)},
    "b1": "XXX.X....",
    "b7": "OOO......",
}


@pytest.mark.parametrize(
    ("mode", "boards", "owners", "target"),
    [
        # The line of boards stood already: the mark is on another board, or makes a second line.
        ("classic", OF_X, "XXX", 2),
        ("classic", OF_O, "OOO", 2),
        ("classic", {**TEN, "b1": LEFT_AND_TOP, "b2": TOP, "b3": TOP}, "XXX", 3),
        # Every board was decided already, and that ends the game.
        ("classic", ALL_CAPTURED, "XOXXOOOXX", 4),
        # O's line was the first, so that X's could not have made the board X's.
        ("classic", {"b1": "XXX...OOO", "b2": "....X...X", "b3": "O........"}, "X", 0),
        # X's line is the latest, so that the board would not be O's.
        ("battle", {"b1": "XXX...OOO", "b2": "....X...X", "b3": "O........"}, "O", 0),
        # The board was closed already.
        ("modern", {"b1": "XXX.X....", "b2": "O...O....", "b3": "O........"}, "X", 4),
    ],
)
def test_what_could_not_be_played_any_more_was_not_the_last_move(
    mode: str, boards: dict[str, str], owners: str, target: int
) -> None:
    """The only mark in the cell that points at the target does not explain it."""
    cells = cells_of(**boards)
    last = "X" if cells.count("X") > cells.count("O") else "O"
    assert cells[target::9].count(last) == 1
    found = reasons(mode, cells, owners=owners.ljust(9, "."), target=target)
    assert f"no mark of {last} in cell {target + 1} can be the last move" in found


@pytest.mark.parametrize(
    ("cells", "given", "error"),
    [
        ("X", {}, "81"),
        ("", {}, "81"),
        ("Z" * 81, {}, "81"),
        (EMPTY * 9, {"owners": "XX"}, "nine of X, O"),
        (EMPTY * 9, {"turn": "Y"}, "expected X or O"),
        (EMPTY * 9, {"target": 9}, "0-8"),
        (EMPTY * 9, {"target": True}, "0-8"),
        (EMPTY * 9, {"target": "5"}, "0-8"),
    ],
)
def test_malformed_parts_are_refused_as_such(
    cells: str, given: dict[str, object], error: str
) -> None:
    with pytest.raises(BadSyntax, match=error):
        set_up("modern", cells, **given)  # type: ignore[arg-type]


@pytest.mark.parametrize("mode", VARIANTS)
def test_a_mark_rubbed_out_of_a_real_position_is_missed(mode: str) -> None:
    for seed in range(30):
        position = random_game(VARIANTS[mode], seed, plies=30)[-1]
        at = position.cells.index(position.turn)
        broken = position.cells[:at] + "." + position.cells[at + 1 :]
        with pytest.raises(NinefoldError):
            set_up(mode, broken, owners=position.owners, turn=position.turn, target=position.target)


def test_two_rounds_of_moves_that_never_meet() -> None:
    # X 12 and O 21 lead to each other and back, and so do X 34 and O 43: nobody gets across.
    apart = cells_of(b1=".X.......", b2="O........", b3="...X.....", b4="..O......")
    found = reasons("modern", apart, target=0)
    assert found == ("no order of moves joins 34, 43 to the last move",)
    joined = cells_of(b1=".X.......", b2="..O......", b3="...X.....", b4="O........")
    assert set_up("modern", joined, target=0).turn == "X"


FEW = [square_at(board, cell) for board in (0, 1, 3) for cell in (0, 1, 3)]


@given(st.permutations(FEW), st.integers(1, 8), st.sampled_from((0, 1, 3)))
def test_with_nothing_captured_what_is_accepted_can_be_reached(
    squares: list[int], count: int, target: int
) -> None:
    of_x, of_o = set(squares[:count:2]), set(squares[1:count:2])
    cells = "".join("X" if n in of_x else "O" if n in of_o else "." for n in range(81))
    reachable = _can_be_played(Position.start(), of_x, of_o, target)
    try:
        accepted = set_up("modern", cells, target=target).cells == cells
    except ImpossiblePosition:
        accepted = False
    assert accepted == reachable


def _can_be_played(position: Position, of_x: set[int], of_o: set[int], target: int) -> bool:
    """Whether the marks can be put down in some order that ends with that target: all are tried."""
    mine = of_x if position.turn == "X" else of_o
    if not of_x and not of_o:
        return position.target == target
    return any(
        _can_be_played(position.play(square), of_x - {square}, of_o - {square}, target)
        for square in mine & set(position.legal_moves)
    )


#: X wins by taking back a board on which an earlier line of X's still stands.
TAKEN_BACK = (
    "26 69 92 24 44 47 73 36 64 42 23 31 17 71 11 14 48 86 61 12 29 91 15 58 82 27 79 93 39 95 "
    "59 96 65 55 53 33 37 76 63 32 25 51 16 62 28 88 87 74 41 19 97 78 83 35 54 46 67 77 75 57 "
    "72 21 13 34 49 98 89 99 94 43 38 84 45 56 66 68 85 52 22"
)


def test_a_board_may_have_been_taken_back_by_the_move_that_won() -> None:
    """With the board as its own all along its owner would have won before."""
    end = replay(Position.start("battle"), TAKEN_BACK)[-1]
    assert end.outcome is not None
    assert parse_position(format_position(end)).outcome == end.outcome
