"""The side panel, scores in words, and what a review says of a game: read off without a screen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from textual.geometry import Size

from ninefold.analysis import Review
from ninefold.analysis.review import Reason, ReviewedMove
from ninefold.engine import Info, Score
from ninefold.game import Seat, record_of
from ninefold.rules.position import Position
from ninefold.rules.squares import square_name
from ninefold.terminal.keybar import Key, KeyBar
from ninefold.terminal.look import Look
from ninefold.terminal.panel import SidePanel, say_best, say_score, score_bar, seat_name
from ninefold.terminal.reviewing import marks_of, next_fault, review_lines, say_fault
from ninefold.terminal.say import WORDS
from ninefold.terminal.sitting import Table, new_game
from support.pilots import at, random_game

LOOK = Look()


def drawn(
    game: Table, opinion: Sequence[Info] | None = None, *, height: int = 18, **more: Any
) -> list[str]:
    """The rows of a panel that is 24 columns wide."""

    class Sized(SidePanel):
        size = Size(24, height)  # type: ignore[assignment]

    panel = Sized(LOOK)
    panel.show(game, opinion, **more)
    return [row.rstrip() for row in panel.render().plain.split("\n")]


def test_a_long_list_shows_the_latest_moves_and_their_numbers() -> None:
    game = random_game("open", seed=1)
    names = [square_name(move) for move in game.moves]
    rows = drawn(game, height=12)
    last = 4 * ((len(names) - 1) // 4)
    *head, title = rows[:4]
    shown = rows[4:11]
    assert (len(rows), len(head), title, rows[11]) == (12, 3, "Moves", "")
    assert shown[-1] == f"{last + 1:>3}. {'  '.join(names[last:])}"
    assert [int(row.split(".")[0]) for row in shown] == [*range(last - 23, last + 2, 4)]
    assert drawn(game, height=4) == [*drawn(game, height=4)[:3], ""]


def test_a_list_with_marks_has_one_behind_each_move() -> None:
    game = new_game(Position.start(), at())
    for square in (40, 36, 4):
        game.play(square)
    assert drawn(game, marks=["", "?!", "?"])[4] == "  1. 55  51?!15?"
    assert drawn(game)[4] == "  1. 55  51  15"


def test_the_one_to_move_is_pointed_at_and_clocks_stand_at_the_right() -> None:
    game = new_game(Position.start(), {"X": Seat("Ann"), "O": Seat(level="keen")}, "180")
    assert drawn(game)[:2] == ["→X Ann             3:00", " O Keen            3:00"]
    game.play(40)
    assert [row[0] for row in drawn(game)[:2]] == [" ", "→"]
    game.resign("X")
    assert [row[0] for row in drawn(game)[:2]] == [" ", " "]


def test_a_seat_is_called_by_level_by_name_or_by_who_sits_there() -> None:
    def names(game: Table) -> list[str]:
        return [seat_name(LOOK, game, side) for side in ("X", "O")]

    start = Position.start()
    assert names(new_game(start, at())) == ["Player", "Player"]
    assert names(new_game(start, at(O="keen"))) == ["You", "Keen"]
    assert names(new_game(start, at(X="keen"))) == ["Keen", "You"]
    assert names(new_game(start, {"X": Seat("Ann"), "O": Seat()})) == ["Ann", "Player"]


LINES = [
    Info(40, Score("X", 0.6), line=(40, 36)),
    Info(36, Score("O", 0.7), line=(36,)),
    Info(4, Score("X", 1.0, "win", 5), line=(4,)),
    Info(5, Score("X", 0.5, "draw"), line=(5,)),
]


def test_three_lines_of_an_opinion_are_shown_and_an_empty_one_is_being_formed() -> None:
    game = new_game(Position.start(), at())
    assert drawn(game, LINES)[-5:] == [
        "Evaluation",
        "█" * 14 + "░" * 9,
        "55 X 60 % 51",
        "51 O 70 %",
        "15 X wins in 5",
    ]
    assert drawn(game, [])[-5:] == ["Evaluation", "thinking …", "", "", ""]
    assert "Evaluation" not in drawn(game)
    assert say_best(LOOK, LINES) == "X 60 %: 55, 51, 15"


@pytest.mark.parametrize(
    ("score", "said"),
    [
        (Score("X", 0.62), "X 62 %"),
        (Score("O", 0.62), "O 62 %"),
        (Score("O", 0.3), "X 70 %"),
        (Score("X", 0.5), "X 50 %"),
        (Score("O", 0.5), "X 50 %"),
        (Score("X", 0.5, "draw"), "draw"),
        (Score("O", 1.0, "win"), "O wins"),
        (Score("O", 1.0, "win", 7), "O wins in 7"),
        (Score("O", 0.0, "loss", 4), "X wins in 4"),
        (Score("X", 0.0, "loss"), "O wins"),
    ],
)
def test_a_score_is_told_of_whom_it_favours(score: Score, said: str) -> None:
    assert say_score(WORDS["en"], score) == said


@pytest.mark.parametrize(
    ("score", "filled"),
    [(Score("X", 0.25), 5), (Score("O", 0.25), 15), (Score("X", 0.0), 0), (Score("O", 0.0), 20)],
)
def test_the_bar_is_filled_by_what_x_can_expect(score: Score, filled: int) -> None:
    assert score_bar(LOOK, score, 20).plain == "█" * filled + "░" * (20 - filled)


# A review


def judged(ply: int, judgement: str, before: float, after: float) -> ReviewedMove:
    player = "XO"[ply % 2]
    return ReviewedMove(
        ply=ply,
        player=player,  # type: ignore[arg-type]
        square=40,
        before=Score(player, before),  # type: ignore[arg-type]
        after=Score(player, after),  # type: ignore[arg-type]
        best=41,
        line=(41, 42, 43, 44, 45),
        judgement=judgement,  # type: ignore[arg-type]
        only=False,
    )


def reviewed() -> Review:
    """Four moves: of these the second and the fourth lost something."""
    record = record_of(random_game("modern", 1))
    moves = (
        judged(0, "best", 0.5, 0.5),
        judged(1, "blunder", 0.5, 0.25),
        judged(2, "good", 0.75, 0.75),
        judged(3, "inaccuracy", 0.25, 0.125),
    )
    return Review(
        replace(record, moves=record.moves[:4], result="*"), moves, (0.5, 0.5, 0.75, 0.75, 0.875)
    )


def test_the_next_fault_is_the_next_and_after_the_last_the_first() -> None:
    found = reviewed()
    assert [next_fault(found, ply) for ply in range(5)] == [2, 2, 4, 4, 2]
    assert next_fault(replace(found, moves=found.moves[:1]), 0) is None
    assert marks_of(found) == ["", "??", "", "?!"]


def test_what_was_wrong_is_told_with_one_reason_and_four_moves_of_what_was_better() -> None:
    move = reviewed().moves[1]
    assert say_fault(LOOK, move) == "A blunder. Better: 56 57 58 59."
    reasons = (Reason("lets-capture", 4), Reason("gives-free-move", 4))
    told = say_fault(LOOK, replace(move, reasons=reasons))
    assert told.startswith("A blunder. It lets X ")
    assert told.endswith(" Better: 56 57 58 59.")
    assert told.count(".") == 3
    assert say_fault(LOOK, reviewed().moves[0]) == ""
    assert say_fault(LOOK, reviewed().moves[3]).startswith("An inaccuracy.")


def test_a_review_tells_the_position_that_is_shown_and_turns_it_over_in_the_curve() -> None:
    found = reviewed()
    told = [[line.plain for line in review_lines(LOOK, found, ply, 20)] for ply in range(5)]
    assert [lines[2] for lines in told] == ["X 50 %", "X 50 %", "X 75 %", "X 75 %", "X 88 %"]
    assert all(lines[0] == "Evaluation" and len(lines[3]) == 5 for lines in told)
    for ply in range(5):
        (turned,) = review_lines(LOOK, found, ply, 20)[3].spans
        assert (turned.start, turned.style) == (ply, "reverse")
    narrow = [review_lines(LOOK, found, ply, 2)[3] for ply in range(5)]
    assert [curve.plain for curve in narrow] == ["▅▅", "▅▅", "▅▇", "▇▇", "▇█"]
    assert [curve.spans[0].start for curve in narrow] == [0, 1, 1, 1, 1]
    wider = [review_lines(LOOK, found, ply, 4)[3] for ply in range(5)]
    assert [curve.plain for curve in wider] == ["▅▅▇▇"] * 3 + ["▅▇▇█"] * 2, "no room is left over"
    assert [line[:10] for line in told[0][4:]] == ["X accuracy", "O accuracy"]


# The keys below


def fitting(width: int) -> list[str]:
    class Sized(KeyBar):
        size = Size(width, 1)  # type: ignore[assignment]

    bar = Sized([Key("a", "first"), Key("b", "second"), Key("c", "third"), Key("?", "help")])
    return [key.shown for key in bar._fitting()]


def test_keys_that_do_not_fit_are_left_out_but_help_stays() -> None:
    #: Each takes its letter, its word and three spaces.
    first, second, third, last = 9, 10, 9, 8
    assert fitting(first + second + third + last) == ["a", "b", "c", "?"]
    assert fitting(first + second + third + last - 1) == ["a", "b", "?"]
    assert fitting(first + last) == ["a", "?"]
    assert fitting(first + last - 1) == ["?"]
