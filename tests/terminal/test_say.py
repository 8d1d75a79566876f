"""What the terminal says of positions, moves and refusals, word for word."""

from __future__ import annotations

import pytest

from ninefold.game import Game, Seat
from ninefold.rules.position import Position, replay
from ninefold.rules.squares import parse_square, square_name
from ninefold.terminal.say import (
    WORDS,
    say_board,
    say_move,
    say_opened,
    say_preview,
    say_refusal,
    say_taken_over,
    say_turn,
    wrap,
)
from ninefold.terminal.sitting import new_game, person_of, rematch_of
from support.pilots import at, random_game

WORDS_EN = WORDS["en"]
#: O has captured board 1, X boards 5 and 8; the last move sends O to board 5.
SENT = "51 12 21 18 83 38 82 28 81 15 59 95 55"
#: X has just taken board 5 from O.
TAKEN = "55 53 34 47 79 95 52 28 85 56 65 59 93 35 58"


def after(moves: str, mode: str = "modern") -> tuple[Position, Position]:
    """The positions before and after the last of some moves."""
    *_, before, now = replay(Position.start(mode), moves)
    return before, now


@pytest.mark.parametrize(
    ("mode", "said"),
    [
        ("modern", "O has a free move: boards 2 3 4 6 7 9."),
        ("classic", "O must play in board 5."),
        ("battle", "O must play in board 5."),
        ("open", "O has a free move: boards 1 2 3 4 5 6 7 8 9."),
    ],
)
def test_whose_turn_it_is_and_where(mode: str, said: str) -> None:
    assert say_turn(WORDS_EN, after(SENT, mode)[1]) == said
    assert say_turn(WORDS_EN, Position.start(mode)) == "X starts, on any square."


def test_a_move_says_what_it_did_to_its_board() -> None:
    before, _ = after(SENT)
    assert say_move(WORDS_EN, before, parse_square("55")) == "X plays 55. X captures board 5."
    assert say_move(WORDS_EN, Position.start(), 40) == "X plays 55."
    before, _ = after(TAKEN, "battle")
    assert say_move(WORDS_EN, before, parse_square("58")) == "X plays 58. X takes board 5 from O."


@pytest.mark.parametrize("mode", ["classic", "battle"])
def test_whatever_a_move_does_to_its_board_is_said_and_nothing_else(mode: str) -> None:
    """The oracle: who owned the board before and after, in whole games."""
    said = {
        (".", "same"): "",
        (".", "mine"): " captures board {board}.",
        (".", "-"): " Board {board} is full, and nobody's.",
        ("other's", "mine"): " takes board {board} from ",
    }
    met = set()
    for seed in range(12):
        game = random_game(mode, seed)
        for before, square in zip(replay(game.start, game.moves), game.moves, strict=False):
            board, mover = square // 9, before.turn
            was, now = before.owners[board], before.play(square).owners[board]
            old = {".": ".", "-": "-", mover: "mine"}.get(was, "other's")
            new = "same" if now == was else {"-": "-", mover: "mine"}[now]
            told = say_move(WORDS_EN, before, square)
            assert told.startswith(f"{mover} plays {square_name(square)}.")
            tail = said.get((old, new), "").format(board=board + 1)
            assert tail in told
            assert told.count(".") == 1 + bool(tail), told
            met.add((old, new))
    wanted = set(said) if mode == "battle" else set(said) - {("other's", "mine")}
    assert wanted <= met


@pytest.mark.parametrize(
    ("mode", "refused"),
    [
        (
            "modern",
            {
                "55": "55 is taken: X is there already.",
                "15": "15 is taken: O is there already.",
                "52": "Not 52: board 5 is closed, captured by X.",
                "11": "Not 11: board 1 is closed, captured by O.",
                "22": None,
            },
        ),
        (
            "classic",
            {
                "55": "55 is taken: X is there already.",
                "11": "Not 11: the last move sends O to board 5.",
                "52": None,
            },
        ),
    ],
)
def test_a_refusal_names_the_reason_and_the_board(
    mode: str, refused: dict[str, str | None]
) -> None:
    position = after(SENT, mode)[1]
    for square, why in refused.items():
        assert say_refusal(WORDS_EN, position, parse_square(square)) == why


def test_a_preview_says_where_the_other_goes() -> None:
    position = after(SENT, "open")[1]
    assert say_preview(WORDS_EN, position, parse_square("11")) == "11 gives X a free move."
    assert say_preview(WORDS_EN, position, parse_square("13")) == "13 sends X to board 3."
    won, over = after("78 87 77 73 32 25 51 13 38 85 59 93 35 53 79 96 69 94 48 86 63 57 55")
    assert say_preview(WORDS_EN, won, 40) == "X plays 55. X captures board 5."
    assert say_refusal(WORDS_EN, over, 0) == "The game is over: undo, or start a new one."


def test_a_board_in_words() -> None:
    position = after(SENT)[1]
    assert [say_board(WORDS_EN, position, board) for board in (0, 4, 8)] == [
        "Board 1: X on none; O on 2 5 8; captured by O.",
        "Board 5: X on 1 5 9; O on none; captured by X.",
        "Board 9: X on none; O on 5; open.",
    ]


def test_what_was_opened_counts_moves_and_says_that_there_are_more() -> None:
    game = Game(Position.start("battle"), at())
    game.play(40)
    assert say_opened(WORDS_EN, "a.txt", game, 1) == "Opened a.txt: Battle, move 1."
    assert say_opened(WORDS_EN, "a.txt", game, 2).endswith("first of 2 games in the file.")


@pytest.mark.parametrize(
    ("levels", "person", "said"),
    [
        ({}, None, "The players change sides: whoever began plays O now."),
        ({"O": "keen"}, "X", "You take over X's move and play X now."),
        ({"X": "keen"}, "O", "The computer takes over X's move: you play O now."),
        ({"X": "keen", "O": "keen"}, None, "The players change sides: whoever began plays O now."),
    ],
)
def test_a_swap_is_told_to_the_one_person_at_the_table(
    levels: dict[str, str], person: str | None, said: str
) -> None:
    game = Game(Position.start("classic"), at(**levels), swap=True)
    assert person_of(game) == person
    assert say_taken_over(WORDS_EN, game) == said


def test_a_rematch_keeps_all_but_sides_and_moves() -> None:
    start = after(SENT, "battle")[1]
    game = new_game(start, {"X": Seat("Ann"), "O": Seat(level="keen")}, "300+2", swap=True)
    game.play(start.legal_moves[0])
    again = rematch_of(game)
    assert again.seats == {"X": Seat(level="keen"), "O": Seat("Ann")}
    assert (again.start, again.moves, again.may_swap) == (start, [], True)
    assert str(again.clock.control) == "300+2"
    assert rematch_of(new_game(start, at())).clock.control is None
    assert "Date" in again.tags


def test_no_line_is_longer_than_it_may_be_and_none_begins_with_a_space() -> None:
    assert wrap("one two three", 7) == ["one two", "three"]
    assert wrap("one two three", 6) == ["one", "two", "three"]
    assert wrap("一二三，四五", 8) == ["一二三，", "四五"]
    assert wrap("一二三，四五", 7) == ["一二", "三，四", "五"]
    assert wrap("extraordinary", 5) == ["extraordinary"]
    assert wrap("", 5) == [""]
