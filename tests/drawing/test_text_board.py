"""The paper board shows every mark where it lies, and how each board stands."""

from __future__ import annotations

from hypothesis import given

from ninefold.drawing.text import describe, draw_text
from ninefold.rules.position import Position
from support.games import play_at_random, positions


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
