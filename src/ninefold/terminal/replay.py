"""The replay screen: steps through a record, move by move."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType

from ninefold.rules.position import Position
from ninefold.rules.record import Record
from ninefold.terminal.board_screen import BoardScreen, Seating
from ninefold.terminal.canvas import BoardView
from ninefold.terminal.game import Game
from ninefold.terminal.keybar import Key
from ninefold.terminal.look import Look
from ninefold.terminal.panel import SidePanel
from ninefold.terminal.saves import game_from_record
from ninefold.terminal.say import mode_name, say_move, say_result, say_turn

__all__ = ["ReplayScreen"]


class ReplayScreen(BoardScreen):
    """A finished or unfinished game to look at; answers with a game to play on from a position."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,l,space,enter", "step(1)", show=False, priority=True),
        Binding("left,h,backspace", "step(-1)", show=False, priority=True),
        Binding("down,j,pagedown", "step(10)", show=False, priority=True),
        Binding("up,k,pageup", "step(-10)", show=False, priority=True),
        Binding("home", "step(-99)", show=False, priority=True),
        Binding("end", "step(99)", show=False, priority=True),
        Binding("p", "play_on", show=False),
        Binding("f1,question_mark", "help", show=False),
        Binding("escape", "app.quit", show=False),
    ]

    def __init__(self, record: Record, look: Look) -> None:
        super().__init__(look, passive=True)
        self._record = record
        self._whole = game_from_record(record)
        self._positions: tuple[Position, ...] = record.positions
        self.ply = 0

    def on_mount(self) -> None:
        """Begin at the start."""
        self.show()

    def view(self) -> BoardView:
        """The position reached, and the move that led to it."""
        last = self._record.squares[self.ply - 1] if self.ply else None
        return BoardView(self._positions[self.ply], last=last)

    def show(self) -> None:
        """Draw the position that was reached."""
        words, count = self._look.words, len(self._record.moves)
        mode = mode_name(words, self._record.variant)
        status = words.replay_status.format(mode=mode, ply=self.ply, count=count)
        self.show_parts(status, self._told(), self._keys())
        self.query_one(SidePanel).show(self._game_so_far(), None)

    def _keys(self) -> list[Key]:
        words = self._look.words
        return [
            Key("← →" if self._look.glyphs.unicode else "h l", words.key_step, "step(1)"),
            Key("Home End", words.key_ends),
            Key("p", words.key_play_on, "play_on"),
            Key("d", words.key_theme, "app.next_shade"),
            Key("z", words.key_language, "app.next_language"),
            Key("q", words.key_quit, "app.quit"),
            Key("?", words.key_help, "help"),
        ]

    def _told(self) -> str:
        words = self._look.words
        if self.ply == 0:
            return f"{words.replay_start} {say_turn(words, self._positions[0])}"
        move = self._record.moves[self.ply - 1]
        said = [say_move(words, self._positions[self.ply - 1], move.square)]
        if self.ply == len(self._record.moves):
            said.append(say_result(words, self._whole))
        said.append(move.comment)
        return " ".join(part for part in said if part)

    def _game_so_far(self) -> Game:
        moves = self._record.moves[: self.ply]
        return Game(self._record.start, self._whole.seats, moves, self._record.tags)

    def action_step(self, by: int) -> None:
        """Go forwards or back by some moves, as far as there are any."""
        self.ply = min(len(self._record.moves), max(0, self.ply + by))
        self.show()

    def action_play_on(self) -> None:
        """Answer with this position as a game for two, to be played on."""
        moves = self._record.moves[: self.ply]
        self.dismiss(Seating(Game(self._record.start, moves=moves)))
