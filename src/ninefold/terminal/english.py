"""The terminal's sentences in English."""

from __future__ import annotations

from typing import Final

from ninefold.terminal.words import Words
from ninefold.words import GAME_WORDS

__all__ = ["ENGLISH"]

ENGLISH: Final = Words(
    game=GAME_WORDS["en"],
    level_about="{name}: {text}",
    rules_title="The rules of {mode}",
    rules_writing="A move is written board, then cell: 13 is board 1, cell 3.",
    anywhere="{player} starts, on any square.",
    held="{player} must play in board {board}.",
    free="{player} has a free move: boards {boards}.",
    played="{player} plays {move}.",
    captured="{player} captures board {board}.",
    recaptured="{player} takes board {board} from {other}.",
    dead="Board {board} is full, and nobody's.",
    sends="{move} sends {other} to board {board}.",
    sends_free="{move} gives {other} a free move.",
    refused_over="The game is over: undo, or start a new one.",
    refused_taken="{move} is taken: {mark} is there already.",
    refused_held="Not {move}: the last move sends {player} to board {board}.",
    refused_closed="Not {move}: board {board} is closed, {owner}.",
    swap_or_key="Or press w to take over X's move.",
    swap_or_word="Or type swap to take over X's move, and play X from then on.",
    swap_by_friend="The players change sides: whoever began plays O now.",
    swap_by_you="You take over X's move and play X now.",
    swap_by_computer="The computer takes over X's move: you play O now.",
    swap_not_now="A move can be taken over only right after the first one, in a game with swap.",
    plain_welcome="Ninefold, {mode}. Type a move such as 13 (board 1, cell 3), or help.",
    plain_help="""\
13                 play cell 3 of board 1
undo, redo         take back a move, play it again
hint               a good move
resign             resign the game
switch             change sides with the computer
swap               take over X's first move, in a game with swap
rematch            once more, with sides changed
board              show the board
board off          show it no longer after each move; `board on` does again
look, look 5       say all boards, or board 5, in words
moves              the moves so far
rules              the rules of this mode
new [MODE] [swap]  a new game: modern, classic, battle or open, with or without swap
continue           go on with the game that was left unfinished
save FILE          write the game to a file
open FILE          go on with a game from a file
quit               stop""",
    plain_unknown="'{text}' is neither a move nor a command: type a move such as 13, or help.",
    plain_thinking="The computer ({level}) plays {player}.",
    plain_goodbye="Goodbye.",
    plain_end_of_input="End of input. Moves played: {count}.",
    plain_board="Board {board}: X on {x}; O on {o}; {state}.",
    plain_board_open="open",
    plain_board_owned="captured by {owner}",
    plain_board_dead="full, and nobody's",
    plain_boards_on="The board is shown after each move.",
    plain_boards_off="The board is shown only when you type board.",
    nothing_to_undo="There is nothing to take back.",
    nothing_to_redo="There is nothing to play again.",
    undone="Taken back.",
    redone="Played again.",
    hint="Try {move}.",
    no_hint_now="The game is over: no hint.",
    new_game="A new game of {mode}.",
    rematch="A rematch of {mode}: sides are changed.",
    rematch_not_now="The game is not over yet: play on, or resign first.",
    saved="Saved to {file}.",
    opened="Opened {file}: {mode}, move {count}.",
    opened_first="It is the first of {games} games in the file.",
    look_where="Say which boards, 1-9, as in look 5; look alone says all of them.",
    file_needed="Say which file: {command} FILE.",
    sides_switched="Sides are switched.",
    sides_shared="Both sides are played at this keyboard: there is nothing to switch.",
    none="none",
    menu_mode="Mode",
    menu_opponent="Against",
    menu_level="Level",
    menu_side="You play",
    menu_clock="Clock",
    menu_ties="If no row",
    menu_swap="Swap",
    opponent_friend="a friend here",
    opponent_computer="the computer",
    side_x="X, first",
    side_o="O",
    side_either="random",
    clock_none="none",
    clock_minutes="{minutes} min",
    clock_increment="{minutes} min + {seconds} s",
    ties_draw="a draw",
    ties_boards="more boards win",
    swap_off="no",
    swap_on="O may take over X's first move",
    menu_start="Start",
    menu_resume="Continue {mode}, move {count}",
    key_resume="Continue",
    menu_open="Open a game",
    key_choose="choose",
    key_move="move",
    key_play="play",
    key_undo="undo",
    key_redo="redo",
    key_hint="hint",
    key_evaluate="evaluate",
    key_switch="switch sides",
    key_swap="take over",
    key_resign="resign",
    key_rematch="rematch",
    key_new="new",
    key_save="save",
    key_open="open",
    key_theme="light or dark",
    key_language="中文",
    key_help="help",
    key_quit="quit",
    key_step="step",
    key_ends="start, end",
    key_next_game="next game",
    key_play_on="play on from here",
    key_review="review",
    key_next_fault="next mistake",
    person="Player",
    you="You",
    moves_title="Moves",
    evaluation_title="Evaluation",
    thinking="The computer is thinking …",
    judging="thinking …",
    digit="Board {board}: now the cell, 1-9.",
    score_chance="{player} {percent} %",
    score_wins="{player} wins",
    score_wins_in="{player} wins in {count}",
    score_draw="draw",
    hint_why="Try {move}: {score}.",
    resign_question="Resign the game for {player}?",
    yes="Yes, resign",
    no="No, play on",
    too_small="This window has {width} x {height} characters. "
    "Ninefold needs {least_width} x {least_height}: make it larger, "
    "or run `ninefold play --plain`.",
    not_saved="The game cannot be saved: {problem}",
    dialog_keys="Enter takes it, Esc goes back",
    save_title="Save this game as a record",
    save_place="file name",
    file_exists="{file} exists already, and stays as it is: choose another name.",
    open_title="Open a game",
    open_place="name of a record file",
    open_none="No saved games yet.",
    open_moves="move {count}",
    open_won="{winner} won",
    open_drawn="drawn",
    open_broken="cannot be read",
    replay_status="{mode} · move {ply} of {count}",
    replay_status_of="{mode} · game {game} of {games} · move {ply} of {count}",
    replay_start="The start.",
    review_progress="Reviewing: move {done} of {count} …",
    review_none="Nobody made a mistake.",
    review_accuracy="{player} accuracy {percent}",
    review_better="Better: {line}.",
    review_inaccuracy="An inaccuracy.",
    review_mistake="A mistake.",
    review_blunder="A blunder.",
    help_keys_title="Keys",
    help_keys="""\
arrows or h j k l   move the cursor
Enter or Space      play the square
1 to 9, twice       board, then cell: 1 3 plays 13
Tab                 next square you may play
mouse               point to see, click to play
u, r                take back, play again
t                   a hint
e                   evaluation and best moves
x                   switch sides
w                   take over X's first move, with swap
g                   resign
m                   after the game: a rematch, sides changed
n, s, o             new game, save, open
d, z                light or dark, language
Ctrl+P              all commands
q or Ctrl+Q         quit; the game is kept""",
    help_close="Esc closes",
    after_game="Press m for a rematch, n for a new game, u to take back, s to save.",
    plain_game="Game {game} of {games}; --game N chooses another.",
    plain_resume="A game of {mode} is unfinished, move {count}: type continue to go on with it.",
    plain_no_resume="There is no unfinished game.",
    puzzle_title="{mode} · {kind} · {band} · {name}",
    puzzle_daily="The puzzle of the day.",
    puzzle_moves_one="One move to find.",
    puzzle_moves="{count} moves to find.",
    puzzle_help="Type a move such as 55, `hint`, `solution`, `next` or `quit`.",
    puzzle_right="Right. {player} answers {reply}.",
    puzzle_solved="Solved!",
    puzzle_wrong="{move} lets it go: {line}.",
    puzzle_ends="{move} lets it go.",
    puzzle_hint="The move is on board {board}.",
    puzzle_hint_two="It is {one} or {two}.",
    puzzle_solution="The solution: {line}.",
    puzzle_streak="In a row: {streak}. Best: {best}.",
    puzzle_days="The puzzle of the day, days in a row: {days}.",
    puzzle_none="No puzzle left that fits: all solved, or none of this kind in this mode.",
)
