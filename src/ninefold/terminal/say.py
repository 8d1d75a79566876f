"""Sentences about a game, in either language: a turn, a move, a refusal, a result, the rules."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from typing import Final

from rich.cells import cell_len

from ninefold.engine.reasons import reasons
from ninefold.rules.position import Position
from ninefold.rules.squares import NINE, board_of, cell_of, other, square_name
from ninefold.rules.variants import Variant
from ninefold.terminal.chinese import CHINESE
from ninefold.terminal.english import ENGLISH
from ninefold.terminal.game import Game
from ninefold.terminal.words import Words

__all__ = [
    "LANGUAGES",
    "level_name",
    "mode_name",
    "preferred_language",
    "say_board",
    "say_move",
    "say_preview",
    "say_reasons",
    "say_refusal",
    "say_result",
    "say_rules",
    "say_taken_over",
    "say_turn",
    "wrap",
]

#: What a move is good for and no other sentence says.
_TELLING: Final = (
    "threatens-game",
    "threatens-two-lines",
    "threatens-board",
    "blocks-capture",
    "sends-to-same-board",
)
#: What stays together when a sentence is broken: a word or a Chinese character, with what ends it.
_PIECE: Final = r"(?:[^\s\u3000-\uff60]+|[\u3000-\uff60])[，。：；、！？）」]*|\s+"
LANGUAGES: Final[Mapping[str, Words]] = {"en": ENGLISH, "zh": CHINESE}


def preferred_language(environment: Mapping[str, str] = os.environ) -> str:
    """The language that the environment asks for: ``zh`` or ``en``."""
    names = (environment.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    asked = next((name for name in names if name), "")
    return "zh" if asked.lower().startswith("zh") else "en"


def mode_name(words: Words, variant: Variant) -> str:
    """A mode's name for people; a mode of one's own goes by its own name."""
    return words.modes.get(variant.name, variant.name)


def level_name(words: Words, level: str) -> str:
    """A level's name for people; one that a record names and we do not know goes by its own."""
    return words.levels[level].name if level in words.levels else level


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
    return " ".join(said)


def say_preview(words: Words, position: Position, square: int) -> str:
    """Where a legal move would send the other player."""
    after = position.play(square)
    rival, move = after.turn, square_name(square)
    if after.outcome:
        return say_move(words, position, square)
    if after.free:
        return words.sends_free.format(move=move, other=rival)
    return words.sends.format(move=move, other=rival, board=cell_of(square) + 1)


def say_reasons(words: Words, position: Position, square: int) -> str:
    """What a move is good for, in a few words, where no other sentence says it."""
    found = reasons(position, square)
    telling = [reason for reason in _TELLING if reason in found]
    if "threatens-two-lines" in telling:
        telling.remove("threatens-board")
    return words.reason_join.join(words.reasons[reason] for reason in telling[:2])


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


def say_result(words: Words, game: Game) -> str:
    """How the game ended, or an empty text while it goes on."""
    result, position = game.result, game.position
    if result is None:
        return ""
    if result.winner is None:
        return words.agreed if result.reason == "agreement" else words.drawn
    winner, loser = result.winner, other(result.winner)
    match result.reason:
        case "line":
            boards = _listed(position.outcome.boards if position.outcome else ())
            return words.won_line.format(winner=winner, boards=boards)
        case "resignation":
            return words.won_resignation.format(winner=winner, loser=loser)
        case "time":
            return words.won_time.format(winner=winner, loser=loser)
        case _:
            more, fewer = position.owners.count(winner), position.owners.count(loser)
            return words.won_tie_break.format(winner=winner, more=more, fewer=fewer)


def say_board(words: Words, position: Position, board: int) -> str:
    """One board in words: whose marks are where, and whose it is."""
    cells = position.board(board)
    x, o = (
        " ".join(str(cell + 1) for cell in NINE if cells[cell] == mark) or words.none
        for mark in "XO"
    )
    state = _state(words, position.owners[board])
    return words.plain_board.format(board=board + 1, x=x, o=o, state=state)


def say_taken_over(words: Words, game: Game) -> str:
    """Who has taken over the first move, and what they play now."""
    if not any(game.seats.values()):
        return words.swap_by_friend
    return words.swap_by_you if game.seats["X"] is None else words.swap_by_computer


def say_rules(words: Words, variant: Variant, *, swap: bool = False) -> list[str]:
    """The rules of a mode, sentence by sentence."""
    by_axis = {axis: words.axes[axis, value] for axis, value in variant.axes.items()}
    end = [by_axis.pop("ending"), by_axis.pop("tie_break")]
    extra = [words.rules_swap] if swap else []
    return [*words.rules_shared, *by_axis.values(), words.rules_win, *end, *extra]


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
