"""A game on paper says its moves, boards and result as they were."""

from __future__ import annotations

from itertools import pairwise

import pytest

from ninefold.drawing.game_sheet import game_sheet
from ninefold.drawing.pdf import Page
from ninefold.drawing.shapes import Shape, Text
from ninefold.drawing.sheet import Paper, Sheet
from ninefold.rules.position import Position, replay
from ninefold.rules.record import Record, RecordedMove, Result
from ninefold.rules.squares import square_name
from ninefold.rules.variants import VARIANTS
from support.games import play_at_random, random_game


def texts(page: Page) -> list[Text]:
    return [shape for shape in page.shapes if isinstance(shape, Text)]


def said(sheet: Sheet) -> list[str]:
    return [text.text for page in sheet.pages for text in texts(page)]


def record_of(start: Position, plies: int, **tags: str) -> Record:
    position, squares = start, []
    while position.outcome is None and len(squares) < plies:
        squares.append(position.legal_moves[len(squares) % len(position.legal_moves)])
        position = position.play(squares[-1])
    outcome = position.outcome
    result: Result = "*" if outcome is None else outcome.winner or "="
    return Record(start, tuple(map(RecordedMove, squares)), result, tags)


@pytest.mark.parametrize("begun", [0, 13])
@pytest.mark.parametrize("plies", [1, 9, 10, 30])
def test_moves_are_read_downwards_each_beside_its_number(begun: int, plies: int) -> None:
    record = record_of(play_at_random("open", 4, begun), plies)
    page = texts(game_sheet(record).pages[0])
    numbers = [t for t in page if t.anchor == "end" and t.role == "faint" and t.text.isdigit()]
    assert [t.text for t in numbers] == [str(begun + n) for n in range(1, plies + 1)]
    places = [(t.x, t.y) for t in numbers]
    assert places == sorted(places), "down a column, then the next one"
    assert len({x for x, _ in places}) <= 9
    assert len({y for _, y in places}) == -(-plies // 9)
    for number, square in zip(numbers, record.squares, strict=True):
        (beside,) = (t for t in page if t.y == number.y and 0 < t.x - number.x < 3)
        assert (beside.text, beside.bold) == (square_name(square), True)


def test_a_set_up_game_counts_on_in_board_moves_and_boards_taken() -> None:
    start = replay(Position.start(), "14 41 17 71")[-1]
    record = Record(start, (RecordedMove(0),), "*")
    page = texts(game_sheet(record).pages[0])
    assert [t.text for t in page if t.text == "5"] == ["5", "5", "5"], "a board, a mark, a move"
    assert "1 by X (move 5)" in [t.text for t in page]


@pytest.mark.parametrize(
    ("result", "tags", "line"),
    [
        ("X", {}, "Modern mode, 2 moves, X wins"),
        ("O", {"Ending": "resignation"}, "Modern mode, 2 moves, O wins (resignation)"),
        ("=", {"Ending": "agreement"}, "Modern mode, 2 moves, draw (agreement)"),
        ("*", {"Ending": "aborted"}, "Modern mode, 2 moves, unfinished (aborted)"),
        ("*", {"Date": "2026-11-18"}, "Modern mode, 2026-11-18, 2 moves, unfinished"),
    ],
)
def test_the_head_says_mode_day_length_and_result(
    result: Result, tags: dict[str, str], line: str
) -> None:
    moves = (RecordedMove(40), RecordedMove(36))
    names = {"X": "Ann", "O": " "} | tags
    told = said(game_sheet(Record(Position.start(), moves, result, names)))
    assert told[:2] == ["Ann – Player O", line]


def test_every_note_stands_under_its_number_and_only_those() -> None:
    moves = (RecordedMove(40, "the centre"), RecordedMove(36), RecordedMove(0, "back"))
    told = said(game_sheet(Record(Position.start(), moves)))
    notes = told[told.index("Notes") + 1 :]
    assert [note for note in notes if "centre" in note] == [notes[0]]
    assert "1" in notes[0]
    assert "3" in notes[1]
    assert "back" in notes[1]


def test_notes_of_a_set_up_game_count_on_and_a_blank_is_none() -> None:
    moves = (RecordedMove(41, " "), RecordedMove(45, "a note"))
    told = said(game_sheet(Record(Position.start().play("15"), moves)))
    notes = told[told.index("Notes") + 1 :]
    assert notes[0].startswith("3. 61 a note")
    assert not [note for note in notes if note.startswith("2.")]
    assert "Notes" not in said(game_sheet(Record(Position.start(), (RecordedMove(40, " "),))))


def test_notes_have_one_title_on_however_many_pages() -> None:
    sheet = game_sheet(Record(Position.start(), (RecordedMove(40, "word " * 1500),)))
    assert len(sheet.pages) > 1
    assert said(sheet).count("Notes") == 1


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_whole_game_without_notes_has_room_on_one_page(paper: Paper) -> None:
    longest = max((random_game(VARIANTS["battle"], seed) for seed in range(9)), key=len)
    squares = [
        next(n for n in range(81) if before.cells[n] != after.cells[n])
        for before, after in pairwise(longest)
    ]
    outcome = longest[-1].outcome
    assert outcome is not None
    moves = tuple(map(RecordedMove, squares))
    sheet = game_sheet(Record(longest[0], moves, outcome.winner or "="), paper=paper)
    assert len(moves) > 70
    assert len(sheet.pages) == 1


def test_a_game_on_paper_lights_no_board_up() -> None:
    record = record_of(Position.start(), 3)
    shapes = game_sheet(record).pages[0].shapes
    assert "target" not in {s.paint.fill for s in shapes if not isinstance(s, Text)}


def test_boards_taken_are_told_in_the_order_of_the_game() -> None:
    for seed in range(6):
        game = random_game(Position.start("battle").variant, seed)
        squares = [
            next(n for n in range(81) if before.cells[n] != after.cells[n])
            for before, after in pairwise(game)
        ]
        expected = [
            f"{n // 9 + 1} by {owner} (move {ply})"
            for ply, (n, before, after) in enumerate(zip(squares, game, game[1:], strict=False), 1)
            if (owner := after.owners[n // 9]) in "XO" and owner != before.owners[n // 9]
        ]
        outcome = game[-1].outcome
        assert outcome is not None
        record = Record(game[0], tuple(map(RecordedMove, squares)), outcome.winner or "=")
        assert "; ".join(expected) in " ".join(said(game_sheet(record)))


def test_several_games_are_a_page_each_under_the_name_of_the_game() -> None:
    records = [record_of(Position.start("open"), n, X=f"Ann {n}") for n in (3, 4)]
    sheet = game_sheet(*records)
    assert [texts(page)[0].text for page in sheet.pages] == ["Ann 3 – Player O", "Ann 4 – Player O"]
    assert sheet.title == "Super Tic-Tac-Toe"
    assert game_sheet(records[0]).title == "Ann 3 – Player O"


def test_pages_are_counted_where_a_game_needs_more_than_one() -> None:
    long = Record(Position.start(), (RecordedMove(40, "word " * 1500),))
    pages = game_sheet(long).pages
    count = len(pages)
    assert count > 1
    for number, page in enumerate(pages, 1):
        assert f"{number} of {count}" in [text.text for text in texts(page)]
    assert not [text for text in said(game_sheet(record_of(Position.start(), 3))) if " of " in text]


def test_the_board_of_a_sheet_shows_the_last_position() -> None:
    record = record_of(Position.start("battle"), 20)
    position = replay(record.start, record.squares)[-1]
    rings: list[Shape] = [
        s for s in game_sheet(record).pages[0].shapes if s.__class__.__name__ == "Circle"
    ]
    assert len(rings) == position.cells.count("O") + position.owners.count("O")
