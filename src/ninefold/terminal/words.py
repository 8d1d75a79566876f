"""Words: what only the terminal says, as one typed catalogue; ``game`` is said everywhere alike.

A language is one value of ``Words``: a sentence that is missing is a type error, and a test checks
that the languages use the same placeholders.
"""

from __future__ import annotations

from dataclasses import dataclass

from ninefold.words import GameWords

__all__ = ["Words"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """One language. Text in braces is filled in by whoever speaks."""

    game: GameWords
    level_about: str
    rules_title: str
    rules_writing: str

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

    # Swap: O takes over the first move
    swap_or_key: str
    swap_or_word: str
    swap_by_friend: str
    swap_by_you: str
    swap_by_computer: str
    swap_not_now: str

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
    rematch: str
    rematch_not_now: str
    saved: str
    opened: str
    opened_first: str
    look_where: str
    file_needed: str
    sides_switched: str
    sides_shared: str
    none: str

    # The start screen
    menu_mode: str
    menu_opponent: str
    menu_level: str
    menu_side: str
    menu_clock: str
    menu_ties: str
    menu_swap: str
    opponent_friend: str
    opponent_computer: str
    side_x: str
    side_o: str
    side_either: str
    clock_none: str
    clock_minutes: str
    clock_increment: str
    ties_draw: str
    ties_boards: str
    swap_off: str
    swap_on: str
    menu_start: str
    menu_resume: str
    key_resume: str
    menu_open: str
    key_choose: str

    # The table
    key_move: str
    key_play: str
    key_undo: str
    key_redo: str
    key_hint: str
    key_evaluate: str
    key_switch: str
    key_swap: str
    key_resign: str
    key_rematch: str
    key_new: str
    key_save: str
    key_open: str
    key_theme: str
    key_language: str
    key_help: str
    key_quit: str
    key_step: str
    key_ends: str
    key_next_game: str
    key_play_on: str
    key_review: str
    key_next_fault: str
    person: str
    you: str
    moves_title: str
    evaluation_title: str
    thinking: str
    judging: str
    digit: str
    score_chance: str
    score_wins: str
    score_wins_in: str
    score_draw: str
    hint_why: str
    resign_question: str
    yes: str
    no: str
    too_small: str
    not_saved: str
    dialog_keys: str
    save_title: str
    save_place: str
    file_exists: str
    open_title: str
    open_place: str
    open_none: str
    open_moves: str
    open_won: str
    open_drawn: str
    open_broken: str
    replay_status: str
    replay_status_of: str
    replay_start: str
    review_progress: str
    review_none: str
    review_accuracy: str
    review_better: str
    review_inaccuracy: str
    review_mistake: str
    review_blunder: str
    help_keys_title: str
    help_keys: str
    help_close: str
    after_game: str
    plain_game: str
    plain_resume: str
    plain_no_resume: str

    # Puzzles
    puzzle_title: str
    puzzle_daily: str
    puzzle_moves_one: str
    puzzle_moves: str
    puzzle_help: str
    puzzle_right: str
    puzzle_solved: str
    puzzle_wrong: str
    puzzle_ends: str
    puzzle_hint: str
    puzzle_hint_two: str
    puzzle_solution: str
    puzzle_streak: str
    puzzle_days: str
    puzzle_none: str
