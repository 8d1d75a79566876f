"""A game on paper: the board with every mark numbered in the order of play, and its moves."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from ninefold.drawing.board import SIDE, BoardView, board_shapes
from ninefold.drawing.flow import Column, fit_text, wrap
from ninefold.drawing.pdf import Page
from ninefold.drawing.shapes import Shape, Text, place
from ninefold.drawing.sheet import (
    MARGIN,
    Paper,
    Sheet,
    footer,
    mode_title,
    paper_size,
    sheet_words,
)
from ninefold.drawing.sheet_words import SheetWords
from ninefold.rules.record import Record
from ninefold.rules.squares import NINE, PLAYERS, square_name
from ninefold.words import Language

__all__ = ["game_sheet"]

_COLUMNS: Final = 9
_ROW: Final = 4.4


def game_sheet(*records: Record, paper: Paper = "a4", language: Language = "en") -> Sheet:
    """Games as numbered diagrams, each on a page of its own and more if its comments need them."""
    size, words = paper_size(paper), sheet_words(language)
    pages = [page for record in records for page in _pages(record, size, words)]
    title = _players(records[0], words) if len(records) == 1 else words.game.game
    return Sheet(title, language, tuple(pages))


def _pages(record: Record, size: tuple[float, float], words: SheetWords) -> Iterator[Page]:
    columns = [_diagram(record, size, words)]
    width, type_size = columns[0].width, columns[0].size
    taken = words.semicolon.join(_taken(record, words))
    _write_on(columns, words.boards_title, wrap(taken, width, type_size), size)
    _write_on(columns, words.notes_title, _notes(record, width, type_size), size)
    for n, column in enumerate(columns, 1):
        note = words.page.format(page=n, pages=len(columns)) if len(columns) > 1 else ""
        yield Page(*size, (*column.shapes, *footer(size, words, note)))


def _diagram(record: Record, size: tuple[float, float], words: SheetWords) -> Column:
    """The players, the board and the moves."""
    side = min(size[0] - 2 * MARGIN, size[1] - 128.0)
    column = _head(record, size, words)
    column.shapes += place(_numbered_board(record), (size[0] - side) / 2, column.y, side / SIDE)
    column.skip(side + 1)
    _write_moves(column, record, words)
    return column


def _write_on(
    columns: list[Column], title: str, lines: list[str], size: tuple[float, float]
) -> None:
    """Write lines under a title into the last column, with a new page wherever one is full."""
    for n, line in enumerate(lines):
        column = columns[-1]
        if column.y + 3 * column.size > size[1] - MARGIN:
            column = Column(MARGIN, MARGIN, column.width, column.size)
            columns.append(column)
        if n == 0:
            column.heading(title)
        column.paragraph(line)


def _players(record: Record, words: SheetWords) -> str:
    names = {
        player: record.tags.get(player, "").strip() or words.unnamed.format(player=player)
        for player in PLAYERS
    }
    return words.versus.format(x=names["X"], o=names["O"])


def _head(record: Record, size: tuple[float, float], words: SheetWords) -> Column:
    """Who played, what, when, and how it ended."""
    head = Column(MARGIN, MARGIN - 3, size[0] - 2 * MARGIN, 3.3)
    players = fit_text(_players(record, words), head.width, 6.5, bold=True)
    head.paragraph(players, size=6.5, bold=True)
    count = words.move_count.format(count=len(record.moves))
    facts = [mode_title(record.variant, words), record.tags.get("Date", ""), count]
    line = words.comma.join(fact for fact in (*facts, _result(record, words)) if fact)
    head.paragraph(fit_text(line, head.width, 3.8), size=3.8)
    head.skip(2)
    return head


def _result(record: Record, words: SheetWords) -> str:
    """Who won, and how where the game ended off the board."""
    result, ending = _bare_result(record, words), record.tags.get("Ending", "")
    return words.result_how.format(result=result, ending=ending) if ending else result


def _bare_result(record: Record, words: SheetWords) -> str:
    if record.result == "*":
        return words.result_open
    if record.result == "=":
        return words.result_draw
    return words.result_win.format(player=record.result)


def _numbered_board(record: Record) -> list[Shape]:
    """The last position; marks that stood there before the first move have no number."""
    first = record.start.ply + 1
    numbers = {square: str(first + n) for n, square in enumerate(record.squares)}
    view = BoardView(numbers=numbers, labels=True, show_target=False)
    return board_shapes(record.position, view)


def _write_moves(column: Column, record: Record, words: SheetWords) -> None:
    """The moves in nine columns, read downwards."""
    column.heading(words.moves_title)
    rows = -(-len(record.moves) // _COLUMNS) or 1
    step = column.width / _COLUMNS
    first = record.start.ply + 1
    for n, move in enumerate(record.moves):
        x = column.x + step * (n // rows)
        y = column.y + _ROW * (n % rows) + 3.4
        column.shapes.append(Text(x + 6.2, y, 3.3, f"{first + n}", "end", role="faint"))
        column.shapes.append(Text(x + 7.8, y, 3.3, square_name(move.square), bold=True))
    column.skip(_ROW * rows + 1)


def _taken(record: Record, words: SheetWords) -> list[str]:
    return [
        words.board_taken.format(player=player, board=board + 1, move=move)
        for player, board, move in _captures(record)
    ]


def _captures(record: Record) -> Iterator[tuple[str, int, int]]:
    """Who took which board with which move, in order; boards may change hands."""
    for before, after in pairwise(record.positions):
        for board in NINE:
            owner = after.owners[board]
            if owner in PLAYERS and owner != before.owners[board]:
                yield owner, board, after.ply


def _notes(record: Record, width: float, size: float) -> list[str]:
    """The comments as lines, each behind its move."""
    lines = []
    for n, move in enumerate(record.moves, record.start.ply + 1):
        if move.comment.strip():
            lines += wrap(f"{n}. {square_name(move.square)} {move.comment}", width, size)
    return lines
