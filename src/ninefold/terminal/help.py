"""Help on top of the game: the rules of the mode being played, and the keys."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from ninefold.rules.variants import Variant
from ninefold.terminal.look import Look
from ninefold.terminal.say import say_rules, wrap
from ninefold.words import mode_name

__all__ = ["HelpScreen"]


_WIDEST = 76
_AROUND = 6  # frame, padding and scroll bar


class HelpScreen(ModalScreen[None]):
    """The rules and the keys, to scroll through; Escape closes it."""

    DEFAULT_CSS = """
    HelpScreen { align: center middle; }
    HelpScreen > VerticalScroll {
        width: 95%; max-width: 76; height: auto; max-height: 100%;
        background: $surface; border: round $accent; padding: 0 1;
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,f1,question_mark,enter", "dismiss", show=False),
        Binding("j", "scroll('down')", show=False),
        Binding("k", "scroll('up')", show=False),
    ]

    def __init__(self, look: Look, variant: Variant, *, swap: bool = False) -> None:
        super().__init__()
        self._look, self._variant, self._swap = look, variant, swap

    def compose(self) -> ComposeResult:
        """One text that scrolls."""
        with VerticalScroll() as scroll:
            scroll.border_subtitle = self._look.words.help_close
            yield Static(self._text(self.app.size.width))

    def on_resize(self, event: events.Resize) -> None:
        """Break the lines anew."""
        self.query_one(Static).update(self._text(event.size.width))

    def _text(self, window_width: int) -> Text:
        """The rules and the keys; Chinese has no spaces, so we break the lines ourselves."""
        words = self._look.words
        width = min(_WIDEST, window_width * 95 // 100) - _AROUND
        bullet = "•" if self._look.glyphs.unicode else "*"
        text = Text()
        title = words.rules_title.format(mode=mode_name(words.game, self._variant))
        text.append(f"{title}\n", "bold")
        for sentence in say_rules(words, self._variant, swap=self._swap):
            lines = wrap(sentence, width - 2)
            text.append(f"{bullet} {lines[0]}\n")
            text.append("".join(f"  {line}\n" for line in lines[1:]))
        text.append(f"\n{words.help_keys_title}\n", "bold")
        return text.append(words.help_keys)

    def action_scroll(self, way: str) -> None:
        """Scroll a line."""
        scroll = self.query_one(VerticalScroll)
        scroll.scroll_relative(y=1 if way == "down" else -1, animate=False)
