"""The screen that the table and the replay share: status, board, side panel, message, keys."""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.geometry import Size
from textual.screen import Screen
from textual.widgets import Static

from ninefold.rules.variants import Variant
from ninefold.terminal.board import BoardWidget
from ninefold.terminal.canvas import BoardView
from ninefold.terminal.help import HelpScreen
from ninefold.terminal.keybar import Key, KeyBar
from ninefold.terminal.look import Look
from ninefold.terminal.panel import SidePanel
from ninefold.terminal.sitting import Table

__all__ = ["LEAST_SIZE", "BoardScreen", "Seating", "say_too_small"]

LEAST_SIZE: Final = Size(29, 14)
_PANEL_FROM_WIDTH: Final = 78
_WIDE_PANEL_FROM_WIDTH: Final = 110


class Seating(NamedTuple):
    """A game to sit down to, and its file if it has one."""

    game: Table
    path: Path | None = None


def say_too_small(look: Look, size: Size) -> str:
    """That a window is too small, and what to do; an empty text if it is not."""
    if size.width >= LEAST_SIZE.width and size.height >= LEAST_SIZE.height:
        return ""
    return look.words.too_small.format(
        width=size.width,
        height=size.height,
        least_width=LEAST_SIZE.width,
        least_height=LEAST_SIZE.height,
    )


class BoardScreen(Screen[Seating]):
    """A board with words around it; answers with the game to sit down to next, if any."""

    DEFAULT_CSS = """
    BoardScreen #status { height: 1; background: $panel; text-style: bold; padding: 0 1; }
    BoardScreen #message { height: 1; padding: 0 1; }
    BoardScreen SidePanel { width: 23; }
    BoardScreen.wide SidePanel { width: 32; }
    BoardScreen.narrow SidePanel { display: none; }
    BoardScreen #small { display: none; padding: 0 1; }
    BoardScreen.small #small { display: block; }
    BoardScreen.small #table, BoardScreen.small #status { display: none; }
    BoardScreen.small #message, BoardScreen.small KeyBar { display: none; }
    """

    def __init__(self, look: Look, *, passive: bool) -> None:
        super().__init__()
        self._look = look
        self._passive = passive

    def compose(self) -> ComposeResult:
        """Status above, board and panel, a line that answers, keys below."""
        look = self._look
        yield Static(id="status", markup=False)
        yield Static(id="small", markup=False)
        with Horizontal(id="table"):
            yield BoardWidget(self.view(), look.glyphs, look.palette, passive=self._passive)
            yield SidePanel(look)
        yield Static(id="message", markup=False)
        yield KeyBar()

    def on_resize(self, event: events.Resize) -> None:
        """Make room: the panel goes first, then a second line for the messages comes."""
        width, height = event.size
        self.set_class(width < _PANEL_FROM_WIDTH, "narrow")
        self.set_class(width >= _WIDE_PANEL_FROM_WIDTH, "wide")
        two_lines = width < _PANEL_FROM_WIDTH and height > LEAST_SIZE.height
        self.query_one("#message", Static).styles.height = 2 if two_lines else 1
        self.call_after_refresh(self.show)

    def view(self) -> BoardView:
        """What the board shows."""
        raise NotImplementedError

    def show(self) -> None:
        """Draw everything anew."""
        raise NotImplementedError

    def show_parts(self, status: str, message: str, keys: list[Key]) -> None:
        """Draw the board and the words around it."""
        small = say_too_small(self._look, self.size)
        self.set_class(bool(small), "small")
        self.query_one("#small", Static).update(small)
        board = self.query_one(BoardWidget)
        board.palette = self._look.palette
        board.view = self.view()
        self.query_one("#status", Static).update(status)
        self.query_one("#message", Static).update(message)
        self.query_one(KeyBar).show(keys)

    @property
    def variant(self) -> Variant:
        """The mode on the board."""
        return self.view().position.variant

    @property
    def swap(self) -> bool:
        """Whether the game is played with swap."""
        return False

    def action_help(self) -> None:
        """Show the rules of this mode, and the keys."""
        self.app.push_screen(HelpScreen(self._look, self.variant, swap=self.swap))
