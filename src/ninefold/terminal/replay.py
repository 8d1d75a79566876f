"""The replay screen: steps through a record, move by move."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.screen import Screen
from textual.widgets import Static

from ninefold.rules.position import Position
from ninefold.rules.record import Record
from ninefold.terminal.board import BoardWidget
from ninefold.terminal.canvas import BoardView
from ninefold.terminal.game import Game
from ninefold.terminal.help import HelpScreen
from ninefold.terminal.keybar import Key, KeyBar
from ninefold.terminal.look import Look
from ninefold.terminal.menu import Seating
from ninefold.terminal.panel import SidePanel
from ninefold.terminal.saves import game_from_record
from ninefold.terminal.say import mode_name, say_move, say_result, say_turn

__all__ = ["ReplayScreen"]

_PANEL_FROM_WIDTH = 78


class ReplayScreen(Screen[Seating]):
    """A finished or unfinished game to look at; answers with a game to play on from a position."""

    DEFAULT_CSS = """
    ReplayScreen #status { height: 1; background: $panel; text-style: bold; padding: 0 1; }
    ReplayScreen #message { height: 1; padding: 0 1; }
    ReplayScreen.narrow #message { height: 2; }
    ReplayScreen.narrow SidePanel { display: none; }
    """
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
        super().__init__()
        self._record = record
        self._look = look
        self._whole = game_from_record(record)
        self._positions: tuple[Position, ...] = record.positions
        self.ply = 0

    def compose(self) -> ComposeResult:
        """The same places as at the table."""
        yield Static(id="status", markup=False)
        with Horizontal(id="table"):
            board = BoardWidget(self._view(), self._look.glyphs, self._look.palette, passive=True)
            yield board
            yield SidePanel(self._look)
        yield Static(id="message", markup=False)
        yield KeyBar()

    def on_mount(self) -> None:
        """Begin at the start."""
        self.show()

    def on_resize(self, event: events.Resize) -> None:
        """Make room for the board."""
        self.set_class(event.size.width < _PANEL_FROM_WIDTH, "narrow")
        self.call_after_refresh(self.show)

    def _view(self) -> BoardView:
        last = self._record.squares[self.ply - 1] if self.ply else None
        return BoardView(self._positions[self.ply], last=last)

    def show(self) -> None:
        """Draw the position that was reached."""
        words, count = self._look.words, len(self._record.moves)
        board = self.query_one(BoardWidget)
        board.palette = self._look.palette
        board.view = self._view()
        mode = mode_name(words, self._record.variant)
        status = words.replay_status.format(mode=mode, ply=self.ply, count=count)
        self.query_one("#status", Static).update(status)
        self.query_one("#message", Static).update(self._told())
        self.query_one(SidePanel).show(self._game_so_far(), None)
        self.query_one(KeyBar).show(
            [
                Key("<- ->" if not self._look.glyphs.unicode else "← →", words.key_step, "step(1)"),
                Key("Home End", words.key_ends),
                Key("p", words.key_play_on, "play_on"),
                Key("d", words.key_theme, "app.next_shade"),
                Key("z", words.key_language, "app.next_language"),
                Key("q", words.key_quit, "app.quit"),
                Key("?", words.key_help, "help"),
            ]
        )

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

    def action_help(self) -> None:
        """Show the rules of this mode, and the keys."""
        self.app.push_screen(HelpScreen(self._look, self._record.variant))
