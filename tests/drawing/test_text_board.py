"""The paper board shows every mark where it lies, and how each grid stands."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from ninefold.drawing.text import describe, draw_text
from ninefold.rules.position import Position
from ninefold.rules.variants import VARIANTS


def play_at_random(mode: str, seed: int, plies: int, tie_break: str = "draw") -> list[Position]:
    """The positions of a random game, the start first."""
    choose = random.Random(seed)
    positions = [Position.start(mode, tie_break=tie_break)]
    while positions[-1].outcome is None and len(positions) <= plies:
        positions.append(positions[-1].play(choose.choice(positions[-1].legal_moves)))
    return positions


games = st.builds(
    play_at_random,
    st.sampled_from(sorted(VARIANTS)),
    st.integers(0, 2**32),
    st.integers(0, 81),
    st.sampled_from(("draw", "boards")),
)


def mark_at(lines: list[str], square: int) -> str:
    """What a reader finds in a cell: counted from the drawing alone."""
    board, cell = divmod(square, 9)
    line = lines[8 * (board // 3) + 1 + 2 * (cell // 3)]
    return line.ljust(79)[19 * (board % 3) + 2 + 5 * (cell % 3) + 1]


@given(games)
def test_every_mark_stands_in_its_cell_and_nothing_else_does(game: list[Position]) -> None:
    lines = draw_text(game[-1]).splitlines()
    shown = "".join(mark_at(lines, square) for square in range(81))
    assert shown.replace(" ", ".") == game[-1].cells


@given(games)
def test_the_drawing_is_narrow_plain_and_free_of_trailing_blanks(game: list[Position]) -> None:
    drawing = draw_text(game[-1], show_legal=True)
    assert drawing.isascii()
    assert all(len(line) <= 79 and line == line.rstrip() for line in drawing.splitlines())


@given(games)
def test_headers_show_owners_and_where_play_goes(game: list[Position]) -> None:
    position = game[-1]
    lines = draw_text(position).splitlines()
    open_boards = {square // 9 for square in position.legal_moves}
    for board in range(9):
        header = lines[8 * (board // 3)].ljust(79)[19 * (board % 3) + 2 :][:14]
        assert header[4:10] == f"grid {board + 1}"
        pointed_at = board in open_boards and len(open_boards) < 9
        assert (header[0] == ">") == (header[-1] == "<") == pointed_at
        blank = "><" if pointed_at else "  "
        owner = position.owners[board]
        assert header[1] + header[-2] == (blank if owner == "." else owner * 2)


@given(games)
def test_the_caption_names_the_player_or_the_winner(game: list[Position]) -> None:
    position = game[-1]
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
    game = next(
        game[-1]
        for seed in range(200)
        if (game := play_at_random("classic", seed, 40))[-1].outcome is None
        and game[-1].target is not None
        and game[-1].owners[game[-1].target] in "XO"
    )
    owner = game.owners[game.target or 0]
    assert f">{owner}{owner} grid {(game.target or 0) + 1} {owner}{owner}<" in draw_text(game)


def test_a_tie_break_is_told_with_its_count() -> None:
    told = next(
        describe(game[-1])
        for seed in range(2000)
        if (outcome := (game := play_at_random("modern", seed, 81, "boards"))[-1].outcome)
        and outcome.reason == "tie-break"
    )
    assert "wins by owning more grids, " in told
