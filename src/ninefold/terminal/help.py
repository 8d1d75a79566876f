"""Help on top of the game: the rules of the mode being played, and the keys."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from ninefold.rules.variants import Variant
from ninefold.terminal.look import Look
from ninefold.terminal.say import mode_name, say_rules

__all__ = ["HelpScreen"]


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

    def __init__(self, look: Look, variant: Variant) -> None:
        super().__init__()
        self._look, self._variant = look, variant

    def compose(self) -> ComposeResult:
        """One text that scrolls."""
        with VerticalScroll() as scroll:
            scroll.border_subtitle = self._look.words.help_close
            yield Static(self._text())

    def _text(self) -> Text:
        words = self._look.words
        bullet = "•" if self._look.glyphs.unicode else "*"
        text = Text()
        title = words.rules_title.format(mode=mode_name(words, self._variant))
        text.append(f"{title}\n", "bold")
        for sentence in say_rules(words, self._variant):
            text.append(f"{bullet} {sentence}\n")
        text.append(f"\n{words.help_keys_title}\n", "bold")
        return text.append(words.help_keys)

    def action_scroll(self, way: str) -> None:
        """Scroll a line."""
        scroll = self.query_one(VerticalScroll)
        scroll.scroll_relative(y=1 if way == "down" else -1, animate=False)
