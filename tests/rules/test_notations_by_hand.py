"""Squares in the words of other programs, each told by rows, columns and names alone."""

from __future__ import annotations

import pytest

from ninefold import BadSyntax, Position, format_position, format_record, parse_record
from ninefold.rules.foreign import (
    NOTATIONS,
    format_codingame,
    format_moves,
    format_uttt_ai,
    parse_codingame,
    parse_uttt_ai,
)
from ninefold.rules.record import scan_records
from support.games import play_at_random

PLACES = ("NW", "N", "NE", "W", "C", "E", "SW", "S", "SE")


@pytest.mark.parametrize("board", range(9))
@pytest.mark.parametrize("cell", range(9))
def test_every_square_has_its_name_in_every_notation(board: int, cell: int) -> None:
    square = 9 * board + cell
    row = (0, 0, 0, 3, 3, 3, 6, 6, 6)[board] + (0, 0, 0, 1, 1, 1, 2, 2, 2)[cell]
    column = (0, 3, 6)[board % 3] + (0, 1, 2)[cell % 3]
    names = {
        "ninefold": f"{board + 1}{cell + 1}",
        "uttt.ai": f"X{square}",
        "codingame": f"{row} {column}",
        "ultimattt": "abcdefghi"[board] + "abcdefghi"[cell],
        "compass": f"{PLACES[board]}/{PLACES[cell]}",
    }
    assert set(names) == set(NOTATIONS)
    for notation, name in names.items():
        assert format_moves([square], notation) == name
    assert format_codingame(square) == names["codingame"]
    assert parse_codingame(names["codingame"]) == square


def test_a_line_is_written_with_its_players_and_gaps() -> None:
    written = {name: format_moves([40, 36, 1], name) for name in NOTATIONS}
    assert written["uttt.ai"] == "X40O36X1"
    assert written["ninefold"] == "55 51 12"
    assert written["ultimattt"] == "ee ea ab"
    assert written["compass"].split() == ["C/C", "C/NW", "NW/N"]


def test_nothing_tells_of_uttt_ais_digits_how_a_draw_is_decided_but_who_reads_them() -> None:
    digits = format_uttt_ai(Position.start().play("13"))
    for tie_break in ("draw", "boards"):
        for text in (digits, f" {digits}\n"):
            read = parse_uttt_ai(text, "classic", tie_break=tie_break)  # type: ignore[arg-type]
            assert read == Position.start("classic", tie_break=tie_break).play("13")  # type: ignore[arg-type]
    assert parse_uttt_ai(digits).variant.name == "modern"


# Records


@pytest.mark.parametrize(
    "moves", ["55 {a} {b}", "55 {[clock 0:00:01]} {b}", "55 {[clock 0:00:01] a} {b}", "{a} 55"]
)
def test_a_move_has_one_comment_and_a_comment_has_its_move(moves: str) -> None:
    with pytest.raises(BadSyntax, match="does not follow a move of its own"):
        parse_record(f'[Mode "modern"] {moves} *')


def test_each_record_is_told_with_the_line_in_which_it_begins() -> None:
    good = '[Mode "open"]\n[X "Ann"]\n\n1. 55\n51 *\n'
    bad = '[Mode "open"]\n\n1. 55\n99 *\n'
    text = f"\n\n{good}\n{bad}\n{good}{bad}"
    found = [(line, isinstance(one, Exception)) for line, one in scan_records(text)]
    assert found == [(3, False), (9, True), (14, False), (19, True)]


def test_a_record_without_its_end_costs_only_itself() -> None:
    text = '[Mode "open"]\n1. 55\n\n[Mode "open"]\n1. 11 *\n'
    first, second = scan_records(text)
    assert isinstance(first[1], Exception)
    assert (second[0], second[1].squares) == (4, (0,))  # type: ignore[union-attr]


def test_moves_are_numbered_from_where_the_game_began_ten_a_line() -> None:
    position = Position.start("open").play(40)
    squares, at = [], position
    for _ in range(23):
        squares.append(at.legal_moves[0])
        at = at.play(squares[-1])
    text = (
        f'[Mode "open"] [Position "{format_position(position)}"] '
        + " ".join(_names(squares))
        + " *"
    )
    lines = format_record(parse_record(text)).splitlines()
    numbers = [int(line.split(".")[0]) for line in lines if line[:1].isdigit()]
    step = numbers[1] - numbers[0]
    assert step == 10
    assert numbers == [2 + n * step for n in range(len(numbers))]
    assert [len(line.split()) - 1 for line in lines if line[:1].isdigit()][:-1] == [step] * (
        len(numbers) - 1
    )
    assert parse_record("\n".join(lines)) == parse_record(text)


def _names(squares: list[int]) -> list[str]:
    return [f"{square // 9 + 1}{square % 9 + 1}" for square in squares]


def test_the_last_digits_of_uttt_ai_say_who_is_to_move_where_or_who_has_won() -> None:
    start = Position.start()
    assert format_uttt_ai(start)[90:] == "190"
    assert format_uttt_ai(start.play("13"))[90:] == "220"
    seen = set()
    for seed in range(60):
        end = play_at_random("modern", seed, 81)
        assert end.outcome is not None
        text = format_uttt_ai(end)
        digit = {"X": "1", "O": "2", None: "3"}[end.outcome.winner]
        assert text[92] == digit
        assert text[90] == {"X": "1", "O": "2"}[end.turn]
        assert text[81:90] == end.owners.translate(str.maketrans(".XO-", "0123"))
        seen.add(digit)
    assert seen == {"1", "2", "3"}
