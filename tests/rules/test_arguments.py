"""What people hand over in Python: numbers of every kind, texts, and things that are neither."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ninefold import (
    BadSyntax,
    NinefoldError,
    Position,
    format_moves,
    parse_square,
    replay,
    set_up,
    square_name,
)

START = Position.start()


class Number:
    """A whole number that is no ``int``, as NumPy's are."""

    def __init__(self, value: int) -> None:
        self.value = value

    def __index__(self) -> int:
        return self.value


class Word(str):
    """A text of another class, as parsers and frameworks hand them over."""

    __slots__ = ()


@pytest.mark.parametrize("move", [2, "13", " 13\n", Word("13"), Number(2)])
def test_a_move_may_be_any_kind_of_whole_number_or_text(move: int | str) -> None:
    assert START.play(move) == START.play(2)
    assert START.refusal(move) is None
    assert START.play(2).refusal(move) == "taken"


def test_boards_and_targets_may_be_any_kind_of_whole_number() -> None:
    position = START.play(2)
    assert position.board(Number(0)) == "..X......"  # type: ignore[arg-type]
    again = set_up("modern", position.cells, target=Number(2))  # type: ignore[arg-type]
    assert again == position
    assert type(again.target) is int


def test_a_player_may_be_written_small() -> None:
    assert set_up("modern", "x" + "." * 80, turn="o", target=0).turn == "O"  # type: ignore[arg-type]


def test_a_game_may_be_given_as_one_text() -> None:
    assert replay(START, "55 51") == replay(START, ["55", "51"]) == replay(START, (40, 36))
    assert replay(START, "") == (START,)


@pytest.mark.parametrize(
    ("call", "value"),
    [
        (START.play, 81),
        (START.play, -1),
        (START.play, True),
        (START.play, 2.0),
        (START.play, Number(81)),
        (START.play, "0x13"),
        (START.play, None),
        (START.play, (1, 3)),
        (START.play, b"13"),
        (START.refusal, 81),
        (START.refusal, -1),
        (START.refusal, None),
        (START.board, 9),
        (START.board, -1),
        (START.board, 1.0),
        (START.board, "1"),
        (START.board, True),
        (START.transform, 8),
        (START.transform, -1),
        (START.transform, "1"),
        (square_name, 81),
        (square_name, -1),
        (parse_square, 13),
        (parse_square, None),
    ],
)
def test_anything_else_is_named_and_what_was_expected(
    call: Callable[[object], object], value: object
) -> None:
    with pytest.raises(NinefoldError, match="expected") as caught:
        call(value)
    assert repr(value) in str(caught.value)


def test_moves_that_are_no_squares_are_not_written() -> None:
    for squares in ([81], [-1], [0, 99]):
        for notation in ("ninefold", "uttt.ai", "codingame", "ultimattt", "compass"):
            with pytest.raises(BadSyntax, match="0-80"):
                format_moves(squares, notation)


@pytest.mark.parametrize(
    ("cells", "owners"), [(None, None), (5, None), ("." * 81, 5), (b"." * 81, None)]
)
def test_parts_of_a_position_that_are_no_texts(cells: object, owners: object) -> None:
    with pytest.raises(BadSyntax, match="expected"):
        set_up("modern", cells, owners=owners)  # type: ignore[arg-type]
