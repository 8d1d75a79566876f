"""The paper board shows every mark where it lies, and how each board stands."""

from __future__ import annotations

import pytest
from hypothesis import given

from ninefold.drawing.rule_sheet import WON
from ninefold.drawing.text import describe, draw_text
from ninefold.rules.position import Position, replay
from ninefold.rules.variants import VARIANTS
from support.games import play_at_random, positions, random_game


def mark_at(lines: list[str], square: int) -> str:
    """What a reader finds in a cell: counted from the drawing alone."""
    board, cell = divmod(square, 9)
    line = lines[8 * (board // 3) + 1 + 2 * (cell // 3)]
    return line.ljust(79)[19 * (board % 3) + 2 + 5 * (cell % 3) + 1]


@given(positions)
def test_every_mark_stands_in_its_cell_and_nothing_else_does(position: Position) -> None:
    lines = draw_text(position).splitlines()
    shown = "".join(mark_at(lines, square) for square in range(81))
    assert shown.replace(" ", ".") == position.cells


@given(positions)
def test_the_drawing_is_narrow_plain_and_free_of_trailing_blanks(position: Position) -> None:
    drawing = draw_text(position, show_legal=True)
    assert drawing.isascii()
    assert all(len(line) <= 79 and line == line.rstrip() for line in drawing.splitlines())


@given(positions)
def test_headers_show_owners_and_where_play_goes(position: Position) -> None:
    lines = draw_text(position).splitlines()
    open_boards = {square // 9 for square in position.legal_moves}
    for board in range(9):
        header = lines[8 * (board // 3)].ljust(79)[19 * (board % 3) + 2 :][:15]
        assert header[4:11] == f"board {board + 1}"
        pointed_at = board in open_boards and position.ply > 0
        assert (header[0] == ">") == (header[-1] == "<") == pointed_at
        blank = "><" if pointed_at else "  "
        owner = position.owners[board]
        assert header[1] + header[-2] == (blank if owner == "." else owner * 2)


@given(positions)
def test_the_caption_names_the_player_or_the_winner(position: Position) -> None:
    caption = describe(position)
    if position.outcome is None:
        assert f": {position.turn} " in caption
    else:
        assert f": {position.outcome.winner or 'the game is drawn'}" in caption


def test_last_move_and_legal_cells_are_marked_on_request() -> None:
    position = Position.start().play("13")
    lines = draw_text(position, last_move=2, show_legal=True).splitlines()
    assert "(X)" in lines[1]
    assert [mark_at(lines, square) for square in range(18, 27)] == list("123456789")
    assert mark_at(lines, 0) == " "


def test_the_start_is_the_paper_board_without_any_sign() -> None:
    drawing = draw_text(Position.start(), caption=False)
    assert not set(drawing) & set("<>XO*-()")
    assert len(drawing.splitlines()) == 23


def test_captured_board_that_is_played_in_shows_both() -> None:
    position = next(
        position
        for seed in range(200)
        if (position := play_at_random("classic", seed, 40)).outcome is None
        and position.target is not None
        and position.owners[position.target] in "XO"
    )
    owner = position.owners[position.target or 0]
    shown = f">{owner}{owner} board {(position.target or 0) + 1} {owner}{owner}<"
    assert shown in draw_text(position)


def test_a_tie_break_is_told_with_its_count() -> None:
    told = next(
        describe(position)
        for seed in range(2000)
        if (outcome := (position := play_at_random("modern", seed, 81, "boards")).outcome)
        and outcome.reason == "tie-break"
    )
    assert "wins by owning more boards, " in told


def test_a_tie_break_tells_the_winners_boards_first() -> None:
    found = set()
    for seed in range(300):
        position = play_at_random("modern", seed, 81, "boards")
        outcome = position.outcome
        if outcome and outcome.reason == "tie-break" and outcome.winner:
            own = position.owners.count(outcome.winner)
            others = sum(map(position.owners.count, "XO")) - own
            told = f"Modern: {outcome.winner} wins by owning more boards, {own} to {others}."
            assert describe(position) == told
            found.add(outcome.winner)
    assert found == {"X", "O"}


def test_only_the_last_move_stands_in_brackets() -> None:
    for seed in range(8):
        position = play_at_random("battle", seed, 30)
        for last in (square for square, mark in enumerate(position.cells) if mark != "."):
            lines = draw_text(position, last_move=last).splitlines()
            assert sum(line.count("(") for line in lines) == 1
            board, cell = divmod(last, 9)
            line = lines[8 * (board // 3) + 1 + 2 * (cell // 3)]
            at = 19 * (board % 3) + 2 + 5 * (cell % 3)
            assert line[at : at + 3] == f"({position.cells[last]})"


@pytest.mark.parametrize(
    ("mode", "moves", "told"),
    [
        ("open", "", "Open: X to move in any board."),
        ("battle", "55", "Battle: O to move in board 5."),
        (
            "modern",
            "14 41 17 71 11",
            "Modern: O has a free move in any of the boards 2, 3, 4, 5, 6, 7, 8, 9.",
        ),
        ("classic", "14 41 17 71 11", "Classic: O to move in board 1."),
        ("classic", WON, "Classic: X wins with the line of boards 7, 8, 9."),
    ],
)
def test_the_caption_says_where_to_play_or_how_it_ended(mode: str, moves: str, told: str) -> None:
    assert describe(replay(Position.start(mode), moves)[-1]) == told


def test_a_free_move_is_told_as_one_also_where_one_board_alone_is_left() -> None:
    seen = set()
    for seed in range(40):
        for position in random_game(VARIANTS["modern"], seed)[1:-1]:
            boards = ", ".join(str(board + 1) for board in position.open_boards)
            one = len(position.open_boards) == 1
            if position.free and len(position.open_boards) < 9:
                where = "board" if one else "any of the boards"
                told = f"{position.turn} has a free move in {where} {boards}"
            else:
                told = f"{position.turn} to move in " + (f"board {boards}" if one else "any board")
            assert describe(position) == f"Modern: {told}."
            seen.add((position.free, one))
    assert seen >= {(True, True), (True, False), (False, True)}


def test_all_three_boards_of_the_line_are_marked_and_no_other() -> None:
    for seed in range(20):
        position = play_at_random("classic", seed, 81)
        outcome = position.outcome
        assert outcome is not None
        drawn = draw_text(position)
        marked = [
            n for n in range(9) if f"*{outcome.winner}* board {n + 1} *{outcome.winner}*" in drawn
        ]
        assert tuple(marked) == tuple(sorted(outcome.boards))
