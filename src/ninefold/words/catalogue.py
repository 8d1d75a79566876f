"""Catalogue: what a language must say of the game, as one typed value.

Text in braces is filled in by whoever speaks. A missing field is a type error; that no key of a
mapping is missing, and that all languages fill in the same things, is what the tests hold.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

__all__ = ["EndingWords", "GameWords", "LevelWords", "PuzzleWords", "RuleWords"]


@dataclass(frozen=True, slots=True)
class LevelWords:
    """What a level is called, and one line about how it plays."""

    name: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleWords:
    """The rules: what all modes share, and what each value of an axis means."""

    goal: str
    boards: str
    start: str
    send: str
    capture: str
    axes: Mapping[tuple[str, str], str]
    win: str
    swap: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EndingWords:
    """Why a game is over: told to a watcher and, where that differs, to those who played it.

    ``drawn`` is for an ending that usually has a winner. All may name ``winner`` and ``loser`` (a
    side), the ``boards`` of a line, and how many boards each owns (``more``, ``fewer``).
    """

    text: str
    winner: str = ""
    loser: str = ""
    drawn: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PuzzleWords:
    """Puzzles: what each kind is called, what the ``player`` has to do, how hard it is."""

    kinds: Mapping[str, str]
    tasks: Mapping[str, str]
    bands: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class GameWords:
    """One language.

    ``changed_mode`` names what keeps a ``mode``'s name but not its axes. ``lines`` tell a mode in
    one line, by its trait. The headlines of a result go with the text of
    its ending. ``remarks`` say what a move does, ``reasons`` why it is worse than another:
    ``board`` is counted from 1, and ``them`` is the opponent, ``you`` or ``they`` with the
    ``player``. ``stop`` ends a sentence, ``space`` stands between two.
    """

    game: str
    modes: Mapping[str, str]
    changed_mode: str
    lines: Mapping[str, str]
    known_win: str
    rules: RuleWords
    you_win: str
    you_lose: str
    wins: str
    draw: str
    called_off: str
    endings: Mapping[str, EndingWords]
    levels: Mapping[str, LevelWords]
    remarks: Mapping[str, str]
    reasons: Mapping[str, str]
    puzzles: PuzzleWords
    you: str
    they: str
    stop: str
    space: str
