"""The key bar: the keys that matter now, as many as fit, in the language of the screen."""

from __future__ import annotations

from typing import NamedTuple

from rich.cells import cell_len
from rich.text import Text
from textual import events
from textual.widget import Widget

__all__ = ["Key", "KeyBar"]


class Key(NamedTuple):
    """A key as it is shown, what it does in a word or two, and the screen's action behind it."""

    shown: str
    does: str
    action: str = ""


class KeyBar(Widget):
    """One line of keys; those that do not fit are left out from the end but one (help stays)."""

    DEFAULT_CSS = """
    KeyBar { height: 1; dock: bottom; background: $panel; color: $foreground; }
    """

    def __init__(self, keys: list[Key] | None = None) -> None:
        super().__init__()
        self._keys = keys or []

    def show(self, keys: list[Key]) -> None:
        """Show other keys. The last one is always shown."""
        if keys != self._keys:
            self._keys = keys
            self.refresh()

    def _fitting(self) -> list[Key]:
        *others, last = self._keys
        room = self.size.width - _width(last)
        fitting = []
        for key in others:
            room -= _width(key)
            if room < 0:
                break
            fitting.append(key)
        return [*fitting, last]

    def render(self) -> Text:
        """The keys, each followed by what it does."""
        text = Text(no_wrap=True, end="")
        for key in self._fitting() if self._keys else []:
            text.append(f" {key.shown}", "bold" if self.app.no_color else f"bold {self._accent()}")
            text.append(f" {key.does} ")
        return text

    def _accent(self) -> str:
        return self.app.theme_variables.get("accent", "#2CC89B")

    async def on_click(self, event: events.Click) -> None:
        """Do what the clicked key does."""
        at = 0
        for key in self._fitting() if self._keys else []:
            at += _width(key)
            if event.x < at:
                if key.action:
                    await self.screen.run_action(key.action)
                return


def _width(key: Key) -> int:
    return cell_len(key.shown) + cell_len(key.does) + 3
