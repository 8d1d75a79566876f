"""Sentences about a game, in either language: a turn, a move, a refusal, a result, the rules."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

from rich.cells import cell_len

from ninefold.game import remarks_on
from ninefold.rules.position import Position
from ninefold.rules.squares import NINE, Player, board_of, cell_of, other, square_name
from ninefold.rules.variants import Variant
from ninefold.terminal.chinese import CHINESE
from ninefold.terminal.english import ENGLISH
from ninefold.terminal.sitting import Table, person_of
from ninefold.terminal.words import Words
from ninefold.words import Language, mode_name, tell_remark, tell_result, tell_rules

__all__ = [
    "WORDS",
    "say_board",
    "say_move",
    "say_opened",
    "say_preview",
    "say_refusal",
    "say_remark",
    "say_result",
    "say_rules",
    "say_taken_over",
    "say_turn",
    "wrap",
]

#: What a move is good for and no other sentence says.
_TELLING: Final = frozenset(
    (
        *("threatens-game", "threatens-two-lines", "threatens-board"),
        *("stops-game", "stops-line", "sends-back"),
    )
)
#: What stays together when a sentence is broken: a word or a Chinese character, with what ends it.
_PIECE: Final = r"(?:[^\s\u3000-\uff60]+|[\u3000-\uff60])[，。：；、！？）」]*|\s+"
#: What the terminal says in each language.
WORDS: Final[Mapping[Language, Words]] = {"en": ENGLISH, "zh-Hant": CHINESE}


def say_turn(words: Words, position: Position) -> str:
    """Who is to move, and where they may."""
    if position.target is None:
        return words.anywhere.format(player=position.turn)
    if not position.free:
        return words.held.format(player=position.turn, board=position.target + 1)
    boards = _listed(position.open_boards)
    return words.free.format(player=position.turn, boards=boards)


def say_move(words: Words, before: Position, square: int) -> str:
    """What a move did: the square, and the board that it captured, took over or filled."""
    after, board = before.play(square), board_of(square)
    player, rival = before.turn, other(before.turn)
    said = [words.played.format(player=player, move=square_name(square))]
    was, now = before.owners[board], after.owners[board]
    if now == player and was == rival:
        said.append(words.recaptured.format(player=player, board=board + 1, other=rival))
    elif now == player and was != player:
        said.append(words.captured.format(player=player, board=board + 1))
    elif now == "-" and was != "-":
        said.append(words.dead.format(board=board + 1))
    return words.game.space.join(said)


def say_preview(words: Words, position: Position, square: int) -> str:
    """Where a legal move would send the other player."""
    after = position.play(square)
    rival, move = after.turn, square_name(square)
    if after.outcome:
        return say_move(words, position, square)
    if after.free:
        return words.sends_free.format(move=move, other=rival)
    return words.sends.format(move=move, other=rival, board=cell_of(square) + 1)


def say_remark(words: Words, position: Position, square: int, to: Player | None) -> str:
    """The most telling thing about a move that no other sentence says, or nothing."""
    told = (remark for remark in remarks_on(position, square) if remark.code in _TELLING)
    remark = next(told, None)
    if remark is None:
        return ""
    return tell_remark(words.game, remark.code, remark.board or 0, other(position.turn), to)


def say_opened(words: Words, file: str, game: Table, games: int) -> str:
    """Which game was opened, and that there are others in its file."""
    mode, count = mode_name(words.game, game.variant), len(game.moves)
    said = words.opened.format(file=file, mode=mode, count=count)
    more = words.opened_first.format(games=games) if games > 1 else ""
    return words.game.space.join(filter(None, (said, more)))


def say_refusal(words: Words, position: Position, square: int) -> str | None:
    """Why a square may not be played, or ``None`` if it may."""
    move, board = square_name(square), board_of(square)
    match position.refusal(square):
        case "over":
            return words.refused_over
        case "taken":
            return words.refused_taken.format(move=move, mark=position.cells[square])
        case "held":
            target = (position.target or 0) + 1
            return words.refused_held.format(move=move, player=position.turn, board=target)
        case "closed":
            owner = _state(words, position.owners[board])
            return words.refused_closed.format(move=move, board=board + 1, owner=owner)
        case None:
            return None


def say_result(words: Words, game: Table) -> str:
    """How the game ended, told to the one person at the table or to all; empty while it goes on."""
    result = game.result
    if result is None:
        return ""
    told = (result.ending, result.winner, game.position, person_of(game))
    return tell_result(words.game, *told)


def say_board(words: Words, position: Position, board: int) -> str:
    """One board in words: whose marks are where, and whose it is."""
    cells = position.board(board)
    x, o = (
        " ".join(str(cell + 1) for cell in NINE if cells[cell] == mark) or words.none
        for mark in "XO"
    )
    state = _state(words, position.owners[board])
    return words.plain_board.format(board=board + 1, x=x, o=o, state=state)


def say_taken_over(words: Words, game: Table) -> str:
    """Who has taken over the first move, and what they play now."""
    person = person_of(game)
    if person is None:
        return words.swap_by_friend
    return words.swap_by_you if person == "X" else words.swap_by_computer


def say_rules(words: Words, variant: Variant, *, swap: bool = False) -> list[str]:
    """The rules of a mode, sentence by sentence, and how moves are written."""
    rules = tell_rules(words.game, variant, swap=swap)
    boards, *play = rules.play
    return [boards, words.rules_writing, *play, *rules.end]


def wrap(text: str, width: int) -> list[str]:
    """Break a sentence into lines of so many columns: at spaces, and between Chinese characters.

    No line begins with a punctuation mark.

    >>> wrap("one two three", 8)
    ['one two', 'three']
    """
    lines, line = [], ""
    for piece in re.findall(_PIECE, text):
        if line.strip() and cell_len(line + piece.rstrip()) > width:
            lines.append(line.rstrip())
            line = ""
        line += piece if line else piece.lstrip()
    return [*lines, line.rstrip()]


def _state(words: Words, owner: str) -> str:
    if owner == "-":
        return words.plain_board_dead
    return words.plain_board_open if owner == "." else words.plain_board_owned.format(owner=owner)


def _listed(boards: Iterable[int]) -> str:
    return " ".join(str(board + 1) for board in boards)
