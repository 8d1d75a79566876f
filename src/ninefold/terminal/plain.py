"""Plain play: prompts and lines of text, for screen readers, scripts and pipes."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final, TextIO

from ninefold.drawing.text import draw_text
from ninefold.game import game_of
from ninefold.rules.errors import BadInput, BadSyntax, IllegalMove, NinefoldError
from ninefold.rules.position import Position
from ninefold.rules.record import Record
from ninefold.rules.squares import NINE, parse_square, square_name
from ninefold.terminal.computer import Computer
from ninefold.terminal.dialogue import Dialogue
from ninefold.terminal.saves import SaveError, Shelf, Slot, load_game, store_game
from ninefold.terminal.say import (
    say_board,
    say_move,
    say_opened,
    say_refusal,
    say_result,
    say_rules,
    say_taken_over,
    say_turn,
)
from ninefold.terminal.sitting import Table, new_game, rematch_of
from ninefold.terminal.words import Words
from ninefold.words import level_name, mode_name

__all__ = ["PlainTable", "tell_record"]

_SHORT: Final = {"?": "help", "exit": "quit", "q": "quit", "u": "undo", "h": "hint"}


class PlainTable:
    """A table where everything is typed and told in lines.

    Each line of input is a move or a command (the ``do_`` methods). Lines come from any file, so a
    game can be played from one; the end of the input ends the game politely.
    """

    def __init__(
        self,
        game: Table,
        words: Words,
        *,
        source: TextIO | None = None,
        out: TextIO | None = None,
        boards: bool = True,
        shelf: Shelf | None = None,
        computer: Computer | None = None,
    ) -> None:
        self.game = game
        self._words = words
        self._dialogue = Dialogue(source or sys.stdin, out or sys.stdout)
        self._say = self._dialogue.say
        self._boards = boards
        self._running = True
        self._computer = computer or Computer()
        self._shelf = shelf
        self._unfinished = shelf.unfinished() if shelf else None
        self._slot = Slot(shelf) if shelf else None

    def run(self) -> int:
        """Play until `quit` or the end of the input; the exit code."""
        self._draw()  # first, so that a small window still shows the words below it
        mode = mode_name(self._words.game, self.game.variant)
        self._say(self._words.plain_welcome.format(mode=mode))
        self._offer_unfinished()
        self._say_state()
        self._let_computer_move()
        for line in self._dialogue.lines(self._prompt):
            self.answer(line)
            if not self._running:
                self._say(self._words.plain_goodbye)
                return 0
        self._say(self._words.plain_end_of_input.format(count=len(self.game.moves)))
        return 0

    def _offer_unfinished(self) -> None:
        saved = self._unfinished
        if saved is not None and saved.game is not None:
            mode, count = mode_name(self._words.game, saved.game.variant), len(saved.game.moves)
            self._say(self._words.plain_resume.format(mode=mode, count=count))

    def _keep(self) -> None:
        """Put the game on disk, before anything is said of a change.

        Whoever plays from a pipe keeps their own files.
        """
        if self._slot is not None:
            try:
                self._slot.keep(self.game)
            except SaveError as error:
                self._say(self._words.not_saved.format(problem=error))

    def _sit_down(self, game: Table, path: Path | None = None) -> None:
        self.game = game
        self._slot = Slot(self._shelf, path) if self._shelf else None

    def answer(self, line: str) -> None:
        """Do what one line of input says."""
        text = line.strip()
        if not text or text.startswith("#"):
            return
        name, _, rest = text.partition(" ")
        command = getattr(self, f"do_{_SHORT.get(name.lower(), name.lower())}", None)
        try:
            if command is not None:
                command(rest.strip())
            else:
                self._play(text)
        except NinefoldError as error:
            self._say(str(error))

    def _prompt(self) -> str:
        return "> " if self.game.result else f"{self.game.position.turn}> "

    def _drawn(self) -> str:
        return draw_text(self.game.position, last_move=self.game.last_move, caption=False)

    def _draw(self) -> None:
        if self._boards:
            self._say(self._drawn())

    def _show(self) -> None:
        self._draw()
        self._say_state()

    def _say_state(self) -> None:
        self._say(say_result(self._words, self.game) or say_turn(self._words, self.game.position))
        if self.game.swap == "open" and self.game.level_to_move is None:
            self._say(self._words.swap_or_word)

    # Moves

    def _play(self, text: str) -> None:
        try:
            square = parse_square(text)
        except BadSyntax:
            self._say(self._words.plain_unknown.format(text=text[:40]))
            return
        refused = say_refusal(self._words, self.game.position, square)
        if refused or self.game.result:
            self._say(refused or self._words.refused_over)
            return
        self._make(square)
        self._show()
        self._let_computer_move()

    def _make(self, square: int) -> None:
        said = say_move(self._words, self.game.position, square)
        self.game.play(square)
        self._keep()
        self._say(said)

    def _let_computer_move(self) -> None:
        while (level := self.game.level_to_move) is not None:
            name, turn = level_name(self._words.game, level), self.game.position.turn
            self._say(self._words.plain_thinking.format(level=name, player=turn))
            choice = self._computer.choose(self.game.position, level, swap=self.game.swap)
            if choice is None:
                return
            self._take_over() if choice == "swap" else self._make(choice)
            self._show()

    def _take_over(self) -> None:
        self.game.take_over()
        self._keep()
        self._say(say_taken_over(self._words, self.game))

    # Commands

    def do_swap(self, _: str) -> None:
        """Take over X's first move."""
        if self.game.swap != "open":
            raise IllegalMove(self._words.swap_not_now)
        self._take_over()
        self._show()
        self._let_computer_move()

    def do_undo(self, _: str) -> None:
        """Take back a move."""
        done = self.game.undo()
        self._keep()
        self._say(self._words.undone if done else self._words.nothing_to_undo)
        self._show()

    def do_redo(self, _: str) -> None:
        """Play a taken-back move again."""
        done = self.game.redo()
        self._keep()
        self._say(self._words.redone if done else self._words.nothing_to_redo)
        self._show()

    def do_hint(self, _: str) -> None:
        """Suggest a move."""
        if self.game.result:
            self._say(self._words.no_hint_now)
            return
        best = self._computer.hint(self.game.position).move
        self._say(self._words.hint.format(move=square_name(best)))

    def do_resign(self, _: str) -> None:
        """Give up for the side to move."""
        if self.game.result:
            raise IllegalMove(self._words.refused_over)
        self.game.resign(self.game.position.turn)
        self._keep()
        self._say(say_result(self._words, self.game))

    def do_switch(self, _: str) -> None:
        """Change sides with the computer."""
        if self.game.computer is None:
            raise IllegalMove(self._words.sides_shared)
        self.game.switch_sides()
        self._keep()
        self._say(self._words.sides_switched)
        self._let_computer_move()

    def do_board(self, rest: str) -> None:
        """Draw the board, or say whether it is drawn after each move."""
        if rest in ("on", "off"):
            self._boards = rest == "on"
            self._say(self._words.plain_boards_on if self._boards else self._words.plain_boards_off)
            return
        self._say(self._drawn())

    def do_look(self, rest: str) -> None:
        """Say the boards in words."""
        asked = rest.replace(",", " ").split()
        if not set(asked) <= set("123456789"):
            raise BadSyntax(self._words.look_where)
        for board in [int(number) - 1 for number in asked] or NINE:
            self._say(say_board(self._words, self.game.position, board))
        self._say_state()

    def do_moves(self, _: str) -> None:
        """List the moves so far."""
        self._say(" ".join(map(square_name, self.game.moves)) or self._words.none)

    def do_rules(self, _: str) -> None:
        """Tell the rules of the mode."""
        mode = mode_name(self._words.game, self.game.variant)
        self._say(self._words.rules_title.format(mode=mode))
        for sentence in say_rules(self._words, self.game.variant, swap=self.game.swap != "off"):
            self._say(sentence)

    def do_new(self, rest: str) -> None:
        """Start a new game, in another mode if one is named, and with swap if that is."""
        asked = rest.lower().split()
        swap = "swap" in asked
        mode = " ".join(word for word in asked if word != "swap")
        start = Position.start(mode or self.game.variant)
        self._begin(new_game(start, self.game.seats, swap=swap), self._words.new_game)

    def do_rematch(self, _: str) -> None:
        """Play the same once more, sides changed."""
        if self.game.result is None:
            raise IllegalMove(self._words.rematch_not_now)
        self._begin(rematch_of(self.game), self._words.rematch)

    def _begin(self, game: Table, said: str) -> None:
        self._sit_down(game)
        self._say(said.format(mode=mode_name(self._words.game, game.variant)))
        self._show()
        self._let_computer_move()

    def do_save(self, rest: str) -> None:
        """Write the game to a file."""
        if not rest:
            raise BadSyntax(self._words.file_needed.format(command="save"))
        path = Path(rest).expanduser()
        if path.exists():
            raise BadInput(self._words.file_exists.format(file=rest))
        store_game(path, self.game)
        self._say(self._words.saved.format(file=rest))

    def do_open(self, rest: str) -> None:
        """Go on with a game from a file."""
        if not rest:
            raise BadSyntax(self._words.file_needed.format(command="open"))
        path = Path(rest).expanduser()
        game, games = load_game(path)
        self._sit_down(game, self._shelf.own(path) if self._shelf else None)
        self._say(say_opened(self._words, rest, game, games))
        self._show()
        self._let_computer_move()

    def do_continue(self, _: str) -> None:
        """Go on with the game that was left unfinished."""
        saved = self._unfinished
        if saved is None or saved.game is None:
            self._say(self._words.plain_no_resume)
            return
        self._sit_down(saved.game, saved.path)
        self._show()
        self._let_computer_move()

    def do_help(self, _: str) -> None:
        """List the commands."""
        self._say(self._words.plain_help)

    def do_quit(self, _: str) -> None:
        """Stop."""
        self._running = False


def tell_record(records: Sequence[Record], number: int, words: Words, out: TextIO) -> None:
    """Tell one of some games in lines: its tags, every move in words, the board, the result."""
    record = records[number - 1]
    if len(records) > 1:
        out.write(words.plain_game.format(game=number, games=len(records)) + "\n")
    out.write(f"{mode_name(words.game, record.variant)}\n")
    for name, value in record.tags.items():
        out.write(f"{name}: {value}\n")
    positions = record.positions
    for ply, move in enumerate(record.moves):
        said = say_move(words, positions[ply], move.square)
        out.write(f"{record.start.ply + ply + 1}. {said} {move.comment}".rstrip() + "\n")
    last = record.squares[-1] if record.moves else None
    out.write(draw_text(record.position, last_move=last, caption=False) + "\n")
    game = game_of(record)
    out.write((say_result(words, game) or say_turn(words, game.position)) + "\n")
