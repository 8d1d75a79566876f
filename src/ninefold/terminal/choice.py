"""Rows of the start screen: a choice between a few things, and something to do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.cells import cell_len, set_cell_size
from rich.text import Text
from textual import events
from textual.message import Message
from textual.widget import Widget

__all__ = ["ActionRow", "Choice"]

_LABEL_WIDTH = 11


class Choice(Widget, can_focus=True):
    """A label and its options in a row; left and right choose, a click chooses too.

    Where the options do not fit, only the chosen one is shown between arrows.
    """

    DEFAULT_CSS = """
    Choice { height: 1; padding: 0 1; }
    Choice:focus { background: $panel; }
    """

    @dataclass
    class Changed(Message):
        """Another option was chosen."""

        choice: Choice

        @property
        def control(self) -> Choice:
            """The row that changed."""
            return self.choice

    def __init__(
        self,
        label: str,
        options: Sequence[tuple[str, str]],
        chosen: str,
        *,
        id: str,  # noqa: A002 - Textual's own name
    ) -> None:
        super().__init__(id=id)
        self._label = label
        self._options = list(options)
        self.value = chosen

    @property
    def _at(self) -> int:
        return [value for value, _ in self._options].index(self.value)

    def _choose(self, at: int) -> None:
        value = self._options[at % len(self._options)][0]
        if value != self.value:
            self.value = value
            self.refresh()
            self.post_message(self.Changed(self))

    def _spans(self) -> list[tuple[int, int, int]]:
        """The columns of each option: its number, first and last."""
        at, spans = _LABEL_WIDTH, []
        for n, (_, name) in enumerate(self._options):
            spans.append((n, at, at + cell_len(name) + 2))
            at += cell_len(name) + 3
        return spans

    def _all_fit(self) -> bool:
        return self._spans()[-1][2] <= self.content_size.width

    def render(self) -> Text:
        """The label, then all options with the chosen one marked, or the chosen one alone."""
        text = Text(no_wrap=True, end="")
        text.append(set_cell_size(self._label, _LABEL_WIDTH), "dim")
        if not self._all_fit():
            count = f"{self._at + 1}/{len(self._options)}"
            text.append(f"< {self._options[self._at][1]} > ", "bold")
            text.append(count, "dim")
            return text
        for value, name in self._options:
            chosen = value == self.value
            style = ("bold reverse" if self.has_focus else "bold underline") if chosen else ""
            text.append(f"[{name}]" if chosen else f" {name} ", style)
            text.append(" ")
        return text

    def on_key(self, event: events.Key) -> None:
        """Choose with left and right, h and l."""
        step = {"left": -1, "h": -1, "right": 1, "l": 1}.get(event.key)
        if step:
            event.stop()
            self._choose(self._at + step)

    def on_click(self, event: events.Click) -> None:
        """Choose what was clicked, or the next one when only one is shown."""
        if not self._all_fit():
            self._choose(self._at + 1)
            return
        at = event.x - self.styles.padding.left
        for n, first, last in self._spans():
            if first <= at < last:
                self._choose(n)


class ActionRow(Widget, can_focus=True):
    """Something to do, on one line: Enter or a click does it."""

    DEFAULT_CSS = """
    ActionRow { height: 1; padding: 0 1; width: auto; margin: 0 1 0 0; background: $panel; }
    ActionRow:focus { text-style: bold reverse; }
    ActionRow:hover { text-style: bold; }
    """

    @dataclass
    class Pressed(Message):
        """The action was asked for."""

        row: ActionRow

        @property
        def control(self) -> ActionRow:
            """The row that was pressed."""
            return self.row

    def __init__(self, name: str, *, id: str) -> None:  # noqa: A002 - Textual's own name
        super().__init__(id=id)
        self._text = name

    def render(self) -> Text:
        """The action's name."""
        return Text(self._text, no_wrap=True, end="")

    def get_content_width(self, *_: object) -> int:
        """As wide as its text."""
        return cell_len(self._text)

    def on_key(self, event: events.Key) -> None:
        """Enter and space do it."""
        if event.key in ("enter", "space"):
            event.stop()
            self.post_message(self.Pressed(self))

    def on_click(self) -> None:
        """A click does it."""
        self.post_message(self.Pressed(self))
