"""The table: the screen on which a game is played."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Literal

from rich.cells import cell_len
from textual import events, work
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widgets import Static

from ninefold.engine import Info, Limit
from ninefold.game import Swap, limit_of, pace_of
from ninefold.rules.errors import NinefoldError
from ninefold.rules.position import Position
from ninefold.rules.squares import PLAYERS, square_at, square_name
from ninefold.terminal.board import BoardWidget
from ninefold.terminal.board_screen import BoardScreen
from ninefold.terminal.canvas import BoardView
from ninefold.terminal.computer import Computer
from ninefold.terminal.dialogs import AskOpen, AskSave, AskYesNo
from ninefold.terminal.keybar import Key
from ninefold.terminal.look import Look
from ninefold.terminal.panel import SidePanel, say_best, say_clock, say_score
from ninefold.terminal.saves import SaveError, Shelf, Slot, load_game, store_game
from ninefold.terminal.say import (
    say_move,
    say_opened,
    say_preview,
    say_refusal,
    say_remark,
    say_result,
    say_taken_over,
    say_turn,
)
from ninefold.terminal.sitting import Table, moment, person_of, rematch_of
from ninefold.terminal.words import Words
from ninefold.words import mode_name

__all__ = ["TableScreen"]

#: Something to say, in whatever language is spoken when it is shown.
_Saying = Callable[[Words], str]
_HINT_SECONDS, _JUDGE_SECONDS = 1.0, 5.0


class TableScreen(BoardScreen):
    """A game in play: board, players, moves, and what can be done with it.

    Every change of the game is on disk before the screen shows it.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("u,ctrl+z", "undo", show=False),
        Binding("r,ctrl+y", "redo", show=False),
        Binding("t", "hint", show=False),
        Binding("e", "evaluate", show=False),
        Binding("x", "switch_sides", show=False),
        Binding("w", "take_over", show=False),
        Binding("g", "resign", show=False),
        Binding("m", "rematch", show=False),
        Binding("n", "new", show=False),
        Binding("s", "save", show=False),
        Binding("o", "open", show=False),
        Binding("f1,question_mark", "help", show=False),
        Binding("escape", "forget_digit", show=False),
    ]

    @dataclass
    class ComputerMoved(Message):
        """The computer has chosen; an answer to an older question is dropped."""

        question: int
        choice: int | Literal["swap"]

    @dataclass
    class Judged(Message):
        """The computer has an opinion on the position, or a better one."""

        question: int
        infos: Sequence[Info]
        hint: bool

    @dataclass
    class Troubled(Message):
        """The computer could not answer, and says why."""

        question: int
        why: str

    def __init__(
        self,
        game: Table,
        look: Look,
        shelf: Shelf,
        *,
        path: Path | None = None,
        pace: float = 1.0,
        computer: Callable[[], Computer] = Computer,
    ) -> None:
        super().__init__(look, passive=False)
        self.game = game
        self._shelf = shelf
        self._slot = Slot(shelf, path)
        self._pace = pace
        self._player = computer()
        self._judge = computer()
        self._question = 0
        self._inquiry = 0
        self._evaluating = False
        self._opinion: Sequence[Info] = ()
        self._cursor = 40
        self._digit: int | None = None
        self._stars: tuple[int, ...] = ()
        self._message: _Saying | None = None

    def on_mount(self) -> None:
        """Begin: show, let time run from now on, let the computer move if it is to."""
        self.game.clock.told(moment())
        self.query_one(BoardWidget).focus()
        self._place_cursor()
        self.set_interval(0.1, self._tick)
        self._changed(save=False)

    def on_unmount(self) -> None:
        """Leave nothing thinking behind."""
        self._question += 1
        self._player.close()
        self._judge.close()

    # Drawing

    def view(self) -> BoardView:
        """The position with cursor, last move, hint, and where a move would send the other."""
        position = self.game.position
        mine = self.game.result is None and self.game.level_to_move is None
        legal = self._cursor in position.legal_moves
        return BoardView(
            position,
            last=self.game.last_move,
            cursor=None if self.game.result else self._cursor,
            stars=self._stars,
            preview=position.play(self._cursor) if mine and legal else None,
            over=self.game.result is not None,
        )

    @property
    def swap(self) -> bool:
        """Whether the game is played with swap."""
        return self.game.swap != "off"

    def show(self) -> None:
        """Draw everything anew."""
        judged = self._evaluating and self.game.position.outcome is None
        opinion = self._opinion if judged else None
        message = self._message(self._look.words) if self._message else self._about_cursor()
        if opinion and self.has_class("narrow"):
            message = f"{say_best(self._look, opinion)}\n{message}"
        self.show_parts(self._status(), message, self._keys())
        self.query_one(SidePanel).show(self.game, opinion)

    def _keys(self) -> list[Key]:
        words = self._look.words
        now = [Key("w", words.key_swap, "take_over")] if self._may_take_over else []
        if self.game.result is not None:
            now = [Key("m", words.key_rematch, "rematch")]
        return [
            Key("←↑↓→" if self._look.glyphs.unicode else "hjkl", words.key_move),
            Key("Enter", words.key_play, "play"),
            *now,
            Key("u", words.key_undo, "undo"),
            Key("t", words.key_hint, "hint"),
            Key("e", words.key_evaluate, "evaluate"),
            Key("n", words.key_new, "new"),
            Key("q", words.key_quit, "app.quit"),
            Key("r", words.key_redo, "redo"),
            Key("x", words.key_switch, "switch_sides"),
            Key("g", words.key_resign, "resign"),
            Key("s", words.key_save, "save"),
            Key("o", words.key_open, "open"),
            Key("?", words.key_help, "help"),
        ]

    def _status(self) -> str:
        words, game = self._look.words, self.game
        mode = mode_name(words.game, game.variant)
        told = say_result(words, game) or say_turn(words, game.position)
        if self._may_take_over:
            told = words.game.space.join((told, words.swap_or_key))
        if not game.clock.exists or not self.has_class("narrow"):
            whole = f"{mode} {'·' if self._look.glyphs.unicode else '-'} {told}"
            return whole if cell_len(whole) <= self.size.width - 2 else told
        faces = (f"{player} {say_clock(game, player)}" for player in PLAYERS)
        return f"{' '.join(faces)} {told}"

    @property
    def _may_take_over(self) -> bool:
        return self.game.swap == "open" and self.game.level_to_move is None

    def _about_cursor(self) -> str:
        words, game = self._look.words, self.game
        if game.level_to_move is not None:
            return words.thinking
        if game.result is not None:
            return words.after_game
        refused = say_refusal(words, game.position, self._cursor)
        return refused or say_preview(words, game.position, self._cursor)

    # What changes the game

    def _changed(self, message: _Saying | None = None, *, save: bool = True) -> None:
        """After every change: save, show, let the computer think if it is to move."""
        self._question += 1
        self._stars = ()
        self._digit = None
        self._message = message
        self._opinion = ()
        self._player.stop()
        self._judge.stop()
        if save:
            self._keep()
        level = self.game.level_to_move
        if level is not None and self._message is not None:
            self._message = _and_thinking(self._message)
        self.show()
        if level is not None:
            self._think(self._question, self.game.position, level, self._limit(), self.game.swap)
        if self._evaluating:
            self._form_opinion()

    def _keep(self) -> None:
        try:
            self._slot.keep(self.game)
        except SaveError as error:
            problem = str(error)
            self._message = lambda words: words.not_saved.format(problem=problem)

    def _play(self, square: int) -> None:
        """Play a square for a person, or say why not."""
        game, position = self.game, self.game.position
        self._cursor = square
        self._digit = None
        if game.level_to_move is not None:
            self._say(lambda words: words.thinking)
        elif game.result is not None:
            self._say(lambda words: words.refused_over)
        elif position.refusal(square):
            self._say(lambda words: say_refusal(words, position, square) or "")
        else:
            self._make(square)

    def _make(self, square: int) -> None:
        said = self._say_made(square)
        self.game.play(square, moment())
        self._place_cursor()
        self._changed(None if self.game.result else said)

    def _take_over(self) -> None:
        self.game.take_over(moment())
        self._changed(lambda words: say_taken_over(words, self.game))

    def _say_made(self, square: int) -> _Saying:
        """What a move did; of the computer's moves also what they are for."""
        position, person = self.game.position, person_of(self.game)
        explained = self.game.level_to_move is not None

        def said(words: Words) -> str:
            made = say_move(words, position, square)
            why = say_remark(words, position, square, person) if explained else ""
            return words.game.space.join(filter(None, (made, why)))

        return said

    def _place_cursor(self) -> None:
        """Put the cursor where the next move can be: in the board held to, if there is one."""
        legal = self.game.position.legal_moves
        if legal and self._cursor not in legal:
            centre = square_at(legal[0] // 9, 4)
            self._cursor = centre if centre in legal else legal[0]

    def _say(self, message: _Saying | None) -> None:
        self._message = message
        self.show()

    def _tick(self) -> None:
        """Show the clocks, and end the game when one runs out."""
        running = self.game.clock.running
        if running is None:
            return
        if (self.game.clock.remaining(running, moment()) or 0) <= 0:
            self.game.flag(running)
            self._changed()
            return
        self.query_one(SidePanel).refresh()
        if self.has_class("narrow"):
            self.query_one("#status", Static).update(self._status())

    # The computer

    def _limit(self) -> Limit:
        """What the clock leaves the computer; its level may hold it back further."""
        return limit_of(self.game.clock, self.game.position.turn, moment())

    def _asks(self, question: int) -> Callable[[], bool]:
        """Whether a question about the game still stands: not after the game has changed."""
        return lambda: question == self._question

    def _inquires(self, question: int) -> Callable[[], bool]:
        """The same for opinions, of which only the latest is asked for."""
        self._inquiry += 1
        inquiry = self._inquiry
        return lambda: question == self._question and inquiry == self._inquiry

    @work(thread=True, group="player")
    def _think(
        self, question: int, position: Position, level: str, limit: Limit, swap: Swap
    ) -> None:
        """Choose a move away from the screen, at a pace that a person can follow."""
        wanted = self._asks(question)
        begun, pace = time.monotonic(), self._pace * pace_of(level, limit)
        try:
            choice = self._player.choose(position, level, limit, wanted, swap)
        except NinefoldError as error:
            self.post_message(self.Troubled(question, str(error)))
            return
        while wanted() and time.monotonic() - begun < pace:
            time.sleep(0.02)
        if choice is not None:
            self.post_message(self.ComputerMoved(question, choice))

    def on_table_screen_computer_moved(self, event: ComputerMoved) -> None:
        """Make the computer's move, unless the game has moved on without it."""
        if event.question == self._question and self.game.level_to_move is not None:
            self._take_over() if event.choice == "swap" else self._make(event.choice)

    @work(thread=True, group="judge")
    def _judge_position(
        self, question: int, wanted: Callable[[], bool], position: Position, hint: bool
    ) -> None:
        """Form an opinion away from the screen; a hint waits for the last word."""
        seconds = _HINT_SECONDS if hint else _JUDGE_SECONDS
        latest: Sequence[Info] = ()
        try:
            for latest in self._judge.opinions(position, seconds, 3, wanted):
                if not hint:
                    self.post_message(self.Judged(question, latest, hint))
        except NinefoldError as error:
            self.post_message(self.Troubled(question, str(error)))
        if hint:
            self.post_message(self.Judged(question, latest, hint))

    def _form_opinion(self, hint: bool = False) -> None:
        if self.game.position.outcome is None:
            self._judge.stop()
            wanted = self._inquires(self._question)
            self._judge_position(self._question, wanted, self.game.position, hint)

    def on_table_screen_judged(self, event: Judged) -> None:
        """Show an opinion, or the hint it was asked for, if it is still about this position."""
        if event.question != self._question or not event.infos:
            return
        self._opinion = event.infos
        if event.hint:
            self._show_hint(event.infos[0])
            if self._evaluating:
                self._form_opinion()
        self.show()

    def on_table_screen_troubled(self, event: Troubled) -> None:
        """Say why the computer does not answer."""
        if event.question == self._question:
            self._say(lambda _: event.why)

    def _show_hint(self, best: Info) -> None:
        position, move = self.game.position, best.move
        self._cursor = move
        self._stars = (move,)

        def told(words: Words) -> str:
            score = say_score(words, best.score)
            said = words.hint_why.format(move=square_name(move), score=score)
            why = say_remark(words, position, move, position.turn)
            sends = say_preview(words, position, move)
            return words.game.space.join(filter(None, (said, why, sends)))

        self._message = told

    # Events and actions

    def on_board_widget_pointed(self, event: BoardWidget.Pointed) -> None:
        """Move the cursor and say what a move there would do."""
        self._cursor = event.square
        self._say(None)

    def on_board_widget_chosen(self, event: BoardWidget.Chosen) -> None:
        """Play a square."""
        self._play(event.square)

    def on_key(self, event: events.Key) -> None:
        """Take a move as two digits: board, then cell."""
        if event.character is None or event.character not in "123456789":
            return
        event.stop()
        number = int(event.character) - 1
        if self._digit is None:
            self._digit = number
            self._say(lambda words: words.digit.format(board=number + 1))
        else:
            self._play(square_at(self._digit, number))

    def action_forget_digit(self) -> None:
        """Begin a typed move anew."""
        self._digit = None
        self._say(None)

    def action_play(self) -> None:
        """Play the square under the cursor."""
        self._play(self._cursor)

    def action_undo(self) -> None:
        """Take back a move."""
        if self.game.undo(moment()):
            self._place_cursor()
            self._changed(lambda words: words.undone)
        else:
            self._say(lambda words: words.nothing_to_undo)

    def action_redo(self) -> None:
        """Play a taken-back move again."""
        if self.game.redo(moment()):
            self._place_cursor()
            self._changed(lambda words: words.redone)
        else:
            self._say(lambda words: words.nothing_to_redo)

    def action_hint(self) -> None:
        """Ask for a good move."""
        if self.game.result is not None:
            self._say(lambda words: words.no_hint_now)
        elif self.game.level_to_move is None:
            self._say(lambda words: words.judging)
            self._form_opinion(hint=True)

    def action_evaluate(self) -> None:
        """Show or hide the evaluation and the best moves."""
        self._evaluating = not self._evaluating
        self._opinion = ()
        if self._evaluating:
            self._form_opinion()
        else:
            self._judge.stop()
        self.show()

    def action_switch_sides(self) -> None:
        """Change places with the computer."""
        if self.game.computer is None:
            self._say(lambda words: words.sides_shared)
            return
        self.game.switch_sides()
        self._changed(lambda words: words.sides_switched)

    def action_take_over(self) -> None:
        """Take over X's first move, where that is possible."""
        if self._may_take_over:
            self._take_over()
        elif self.game.level_to_move:
            self._say(lambda words: words.thinking)
        else:
            self._say(lambda words: words.swap_not_now)

    def action_resign(self) -> None:
        """Give up, after a question."""
        if self.game.result is not None:
            self._say(lambda words: words.refused_over)
            return
        words = self._look.words
        person = person_of(self.game) or self.game.position.turn

        def answered(yes: bool | None) -> None:
            if yes and self.game.result is None:
                self.game.resign(person)
                self._changed()

        question = words.resign_question.format(player=person)
        self.app.push_screen(AskYesNo(question, words.yes, words.no), answered)

    def action_rematch(self) -> None:
        """Sit down to the same game once more, sides changed; this one stays on the shelf."""
        if self.game.result is None:
            self._say(lambda words: words.rematch_not_now)
            return
        self._sit_down(rematch_of(self.game))
        variant = self.game.variant
        self._changed(lambda words: words.rematch.format(mode=mode_name(words.game, variant)))

    def _sit_down(self, game: Table, path: Path | None = None) -> None:
        self.game = game
        self.game.clock.told(moment())
        self._slot = Slot(self._shelf, path)
        self._place_cursor()

    def action_new(self) -> None:
        """Go back to the start screen; this game stays on the shelf."""
        self.dismiss(None)

    def action_save(self) -> None:
        """Write the game to a file as a record."""

        def answered(path: Path | None) -> None:
            if path is None:
                return
            try:
                store_game(path, self.game)
                self._say(lambda words: words.saved.format(file=path))
            except SaveError as error:
                problem = str(error)
                self._say(lambda _: problem)

        suggestion = f"{self.game.variant.name}.game"
        self.app.push_screen(AskSave(self._look, suggestion), answered)

    def action_open(self) -> None:
        """Go on with another game."""

        def answered(path: Path | None) -> None:
            if path is not None:
                self._open(path)

        self.app.push_screen(AskOpen(self._look, self._shelf), answered)

    def _open(self, path: Path) -> None:
        try:
            game, games = load_game(path)
        except NinefoldError as error:
            problem = str(error)
            self._say(lambda _: problem)
            return
        self._sit_down(game, self._shelf.own(path))
        self._changed(lambda words: say_opened(words, path.name, game, games), save=False)


def _and_thinking(said: _Saying) -> _Saying:
    return lambda words: words.game.space.join((said(words), words.thinking))
