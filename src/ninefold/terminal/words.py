"""Words: every sentence that the terminal says, as one typed catalogue.

A language is one value of ``Words``: a sentence that is missing is a type error, and a test checks
that the languages use the same placeholders.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

__all__ = ["Words"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """One language. Text in braces is filled in by whoever speaks."""

    # Modes by their names, their rules by (axis, value)
    modes: Mapping[str, str]
    blurbs: Mapping[str, tuple[str, str]]
    axes: Mapping[tuple[str, str], str]
    rules_title: str
    rules_shared: tuple[str, ...]

    # Whose turn it is, and where
    anywhere: str
    held: str
    free: str
    played: str
    captured: str
    recaptured: str
    dead: str
    sends: str
    sends_free: str

    # Why a square is refused
    refused_over: str
    refused_taken: str
    refused_held: str
    refused_closed: str

    # The end
    won_line: str
    won_tie_break: str
    won_resignation: str
    won_time: str
    agreed: str
    drawn: str

    # Plain mode
    plain_welcome: str
    plain_help: str
    plain_unknown: str
    plain_thinking: str
    plain_goodbye: str
    plain_end_of_input: str
    plain_board: str
    plain_board_open: str
    plain_board_owned: str
    plain_board_dead: str
    plain_boards_on: str
    plain_boards_off: str
    nothing_to_undo: str
    nothing_to_redo: str
    undone: str
    redone: str
    hint: str
    no_hint_now: str
    new_game: str
    saved: str
    opened: str
    file_needed: str
    sides_switched: str
    none: str
