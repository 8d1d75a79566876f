"""What a picture is made of, shape by shape: each where a reader looks for it."""

from __future__ import annotations

import math

import pytest

from ninefold.drawing.board import SIDE, BoardView, board_shapes, square_center
from ninefold.drawing.shapes import Circle, Paint, Polyline, Rectangle, Shape, Text, place
from ninefold.rules.position import Position
from ninefold.rules.squares import PLAYERS
from support.games import EVERY_VARIANT, play_at_random, random_game

START = Position.start()


def shapes_of(position: Position, **view: object) -> list[Shape]:
    return board_shapes(position, BoardView(**view))  # type: ignore[arg-type]  # names of its fields


def strokes(shapes: list[Shape], role: str) -> list[Polyline]:
    return [s for s in shapes if isinstance(s, Polyline) and s.paint.stroke == role]


def center_by_hand(square: int) -> tuple[float, float]:
    """Cells of 30, boards of 90, 18 between them, 12 around all."""
    row = 3 * (square // 27) + square % 9 // 3
    column = 3 * (square // 9 % 3) + square % 3
    x, y = (12 + 15 + 30 * n + 18 * (n // 3) for n in (column, row))
    return x, y


def middle(shape: Polyline) -> tuple[float, float]:
    (ax, ay), (bx, by) = shape.points
    return (ax + bx) / 2, (ay + by) / 2


def test_every_square_has_its_place() -> None:
    assert SIDE == 2 * 12 + 3 * 90 + 2 * 18
    assert [square_center(n) for n in range(81)] == [center_by_hand(n) for n in range(81)]


def test_an_arrow_leads_from_its_start_to_its_end() -> None:
    for start, end in ((0, 80), (80, 0), (2, 6), (40, 44), (44, 40), (10, 70)):
        drawn = shapes_of(START, arrows=((start, end),))
        (shaft,) = strokes(drawn, "arrow")
        (head,) = (s for s in drawn if isinstance(s, Polyline) and s.paint.fill == "arrow")
        tail, neck = shaft.points
        tip, *wings = head.points
        begins, ends = square_center(start), square_center(end)
        assert math.dist(tail, begins) == pytest.approx(9)
        assert math.dist(neck, ends) == pytest.approx(11)
        assert tip == ends
        assert head.closed
        assert math.dist(begins, ends) == pytest.approx(9 + math.dist(tail, neck) + 11)
        assert [math.dist(wing, neck) for wing in wings] == pytest.approx([7, 7])
        assert math.dist(*wings) == pytest.approx(14)


def test_an_arrow_to_its_own_square_is_a_ring() -> None:
    (ring,) = (s for s in shapes_of(START, arrows=((17, 17),)) if isinstance(s, Circle))
    assert (ring.x, ring.y, ring.paint.stroke) == (*square_center(17), "arrow")


def test_the_last_move_has_its_ground_under_it_and_no_other_square_has() -> None:
    for square in (0, 8, 40, 72, 80):
        drawn = shapes_of(START.play(square), last_move=square)
        (ground,) = (s for s in drawn if isinstance(s, Rectangle) and s.paint.fill == "last")
        assert (ground.x + 14, ground.y + 14) == square_center(square)
        mark = strokes(drawn, "x")[0]
        assert drawn.index(ground) < drawn.index(mark), "the mark lies on it"
    assert not [
        s for s in shapes_of(START.play(3)) if isinstance(s, Rectangle) and s.paint.fill == "last"
    ]


def stands_back(position: Position, board: int) -> bool:
    """Whether nothing that happens on a captured board can matter any more."""
    variant = position.variant
    closed = variant.release == "decided" and variant.free_move == "undecided"
    over = position.outcome is not None or "." not in position.board(board)
    return position.owners[board] in PLAYERS and (closed or over)


def test_marks_stand_back_where_a_captured_board_is_played_in_no_more() -> None:
    seen = set()
    for seed, variant in enumerate(EVERY_VARIANT):
        game = random_game(variant, seed)
        position = game[-1 - 4 * (seed % 3)]
        drawn = shapes_of(position)
        crosses = {
            role: [middle(s) for s in strokes(drawn, role) if s.paint.opacity == 1]
            for role in ("x", "x-dim")
        }
        for square, mark in enumerate(position.cells):
            if mark == "X":
                dim = stands_back(position, square // 9)
                at = pytest.approx(square_center(square))
                for role, found in crosses.items():
                    assert found.count(at) == (2 if role == ("x-dim" if dim else "x") else 0)
                seen.add((dim, position.outcome is None))
    assert len(seen) == 4


def won(winner: str) -> Position:
    games = (play_at_random("modern", seed, 81) for seed in range(99))
    return next(
        game
        for game in games
        if game.outcome and game.outcome.winner == winner and game.outcome.reason == "line"
    )


@pytest.mark.parametrize("winner", PLAYERS)
@pytest.mark.parametrize("numbered", [True, False])
def test_the_winning_line_runs_through_the_three_boards(winner: str, numbered: bool) -> None:
    position = won(winner)
    assert position.outcome is not None
    view = {"numbers": {0: "1"}} if numbered else {}
    drawn = shapes_of(position, **view)
    (line,) = (s for s in drawn if isinstance(s, Polyline) and s.paint.opacity < 1)
    assert line.paint.stroke == winner.lower()
    assert line.paint.opacity == (0.3 if numbered else 0.7)
    first, *_, last = (square_center(9 * board + 4) for board in position.outcome.boards)
    begin, end = line.points
    length = math.dist(first, last)
    assert math.dist(begin, end) == pytest.approx(length + 2 * 0.42 * 90)
    assert math.dist(begin, first) == pytest.approx(0.42 * 90)
    assert math.dist(end, last) == pytest.approx(0.42 * 90)
    marks = [n for n, s in enumerate(drawn) if s.__class__ is Text or s in strokes(drawn, "x-dim")]
    assert (drawn.index(line) < max(marks)) == numbered, "under the numbers, over the marks"


def test_no_line_runs_through_a_game_that_nobody_won_by_one() -> None:
    for tie_break in ("draw", "boards"):
        ends = (play_at_random("modern", seed, 81, tie_break) for seed in range(300))
        game = next(g for g in ends if g.outcome and g.outcome.reason != "line")
        assert all(s.paint.opacity == 1 for s in shapes_of(game) if isinstance(s, Polyline))


def test_a_number_stands_in_its_square_with_its_mark_around_it() -> None:
    position = START.play(2).play(20)
    drawn = shapes_of(position, numbers={2: "1", 20: "2", 50: "here"})
    texts = {s.text: s for s in drawn if isinstance(s, Text)}
    for text, square in (("1", 2), ("2", 20), ("here", 50)):
        x, y = square_center(square)
        assert (texts[text].x, texts[text].anchor) == (x, "middle")
        assert abs(texts[text].y - y) < 6
    assert texts["here"].size == 10 < texts["1"].size == 13
    (ring,) = (s for s in drawn if isinstance(s, Circle))
    assert (ring.x, ring.y) == square_center(20)
    arms = strokes(drawn, "x")
    assert len(arms) == 4
    for arm in arms:
        inner, outer = (math.dist(point, square_center(2)) for point in arm.points)
        assert 8 < inner < outer


def test_the_number_of_a_board_stands_at_its_corner() -> None:
    labels = [s for s in shapes_of(START, labels=True) if isinstance(s, Text)]
    assert [s.text for s in labels] == list("123456789")
    for board, label in enumerate(labels):
        x, y = square_center(9 * board)
        assert x - 18 < label.x < x
        assert y - 18 < label.y < y - 15


def test_light_falls_on_the_boards_that_may_be_played_in() -> None:
    for variant in EVERY_VARIANT:
        for position in random_game(variant, 5)[::9]:
            lit = [
                s
                for s in shapes_of(position)
                if isinstance(s, Rectangle) and s.paint.fill == "target"
            ]
            boards = position.open_boards if position.ply else ()
            centers = [(s.x + s.width / 2, s.y + s.height / 2) for s in lit]
            assert centers == [pytest.approx(square_center(9 * board + 4)) for board in boards]


def test_a_captured_board_has_its_owners_ground_unless_it_is_lit() -> None:
    seen = set()
    for seed, variant in enumerate(EVERY_VARIANT):
        for position in random_game(variant, seed)[-1::-9]:
            for show_target in (True, False):
                drawn = shapes_of(position, show_target=show_target)
                grounds = {
                    (s.x, s.y): s.paint.fill
                    for s in drawn
                    if isinstance(s, Rectangle) and s.width == 90
                }
                expected = {}
                for board, owner in enumerate(position.owners):
                    lit = show_target and position.ply > 0 and board in position.open_boards
                    if owner in PLAYERS:
                        seen.add((owner, lit))
                    if owner in PLAYERS and not lit:
                        x, y = square_center(9 * board + 4)
                        expected[x - 45, y - 45] = f"{owner.lower()}-ground"
                assert grounds == expected
    assert len(seen) == 4


def test_a_placed_picture_is_moved_and_as_much_larger_in_every_length() -> None:
    paint, wide = Paint(stroke="x", width=2), Paint(stroke="x", width=6)
    picture = [
        Polyline(((1, 2), (3, 4)), paint, closed=True),
        Rectangle(1, 2, 3, 4, paint, radius=5),
        Circle(1, 2, 3, paint),
        Text(1, 2, 3, "word", "end", bold=True, role="faint"),
    ]
    assert place(picture, 10, 20, 3) == [
        Polyline(((13, 26), (19, 32)), wide, closed=True),
        Rectangle(13, 26, 9, 12, wide, radius=15),
        Circle(13, 26, 9, wide),
        Text(13, 26, 9, "word", "end", bold=True, role="faint"),
    ]
    assert place(picture, 0, 0) == picture


def test_the_hatching_of_a_dead_board_covers_it_and_nothing_else() -> None:
    games = (play_at_random("modern", seed, 81) for seed in range(99))
    position = next(game for game in games if game.owners.count("-") == 1)
    x, y = square_center(9 * position.owners.index("-") + 4)
    points = [point for s in strokes(shapes_of(position), "dead") for point in s.points]
    assert min(px for px, _ in points) == x - 45
    assert max(px for px, _ in points) == x + 45
    assert min(py for _, py in points) == y - 45
    assert max(py for _, py in points) == y + 45
