"""Small questions on top of a screen: yes or no, a file to write, a game to open."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Label, OptionList
from textual.widgets.option_list import Option

from ninefold.terminal.choice import ActionRow
from ninefold.terminal.look import Look
from ninefold.terminal.saves import Saved, Shelf
from ninefold.words import mode_name

__all__ = ["AskOpen", "AskSave", "AskYesNo"]

_CSS = """
{name} {{ align: center middle; }}
{name} > Vertical {{
    width: 90%; max-width: 70; height: auto; max-height: 95%;
    background: $surface; padding: 0 1; border: round $accent;
}}
{name} Horizontal {{ height: 1; margin: 1 0 0 0; }}
{name} Label {{ width: 100%; height: auto; }}
{name} OptionList {{ height: auto; max-height: 10; }}
"""


class AskYesNo(ModalScreen[bool]):
    """A question that is answered by y or n, Enter, Escape or a click."""

    DEFAULT_CSS = _CSS.format(name="AskYesNo")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "dismiss(True)", show=False),
        Binding("n,escape", "dismiss(False)", show=False),
        Binding("left,right,tab", "app.focus_next", show=False),
    ]

    def __init__(self, question: str, yes: str, no: str) -> None:
        super().__init__()
        self._question, self._yes, self._no = question, yes, no

    def compose(self) -> ComposeResult:
        """The question, and the two answers below it."""
        with Vertical():
            yield Label(self._question, markup=False)
            with Horizontal():
                yield ActionRow(self._yes, id="yes")
                yield ActionRow(self._no, id="no")

    def on_mount(self) -> None:
        """Begin at the answer that changes nothing."""
        self.query_one("#no").focus()

    def on_action_row_pressed(self, event: ActionRow.Pressed) -> None:
        """Take the pressed answer."""
        self.dismiss(event.row.id == "yes")


class AskSave(ModalScreen[Path | None]):
    """Where to write a record; a file that exists is not overwritten."""

    DEFAULT_CSS = _CSS.format(name="AskSave")
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)", show=False)]

    def __init__(self, look: Look, suggestion: str) -> None:
        super().__init__()
        self._look, self._suggestion = look, suggestion

    def compose(self) -> ComposeResult:
        """A line for the name."""
        words = self._look.words
        with Vertical() as frame:
            frame.border_subtitle = words.dialog_keys
            yield Label(words.save_title, markup=False)
            yield Input(self._suggestion, placeholder=words.save_place, compact=True)
            yield Label("", id="problem", markup=False)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Take the name, unless a file has it."""
        if not event.value.strip():
            return
        path = Path(event.value.strip()).expanduser()
        if path.exists():
            said = self._look.words.file_exists.format(file=path)
            self.query_one("#problem", Label).update(said)
        else:
            self.dismiss(path)


class AskOpen(ModalScreen[Path | None]):
    """Which game to open: one from the shelf, or any record by its file name."""

    DEFAULT_CSS = _CSS.format(name="AskOpen")
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)", show=False)]

    def __init__(self, look: Look, shelf: Shelf) -> None:
        super().__init__()
        self._look = look
        self._saved = list(shelf.saved())

    def compose(self) -> ComposeResult:
        """A line for a name, and the games on the shelf."""
        words = self._look.words
        with Vertical() as frame:
            frame.border_subtitle = words.dialog_keys
            yield Label(words.open_title, markup=False)
            yield Input(placeholder=words.open_place, compact=True)
            if self._saved:
                yield OptionList(*(self._option(saved) for saved in self._saved), markup=False)
            else:
                yield Label(words.open_none, markup=False)
            yield Label("", id="problem", markup=False)

    def on_mount(self) -> None:
        """Begin in the list, if there is one."""
        for options in self.query(OptionList):
            options.focus()

    def _option(self, saved: Saved) -> Option:
        words = self._look.words
        stem = saved.path.stem[:17]
        if saved.game is None:
            return Option(f"{stem}  {words.open_broken}", id=str(saved.path))
        told = [
            mode_name(words.game, saved.game.variant),
            words.open_moves.format(count=len(saved.game.moves)),
        ]
        if saved.game.result is not None:
            winner = saved.game.result.winner
            told.append(words.open_won.format(winner=winner) if winner else words.open_drawn)
        return Option(f"{stem}  {', '.join(told)}", id=str(saved.path))

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Say what is wrong with a file that cannot be read."""
        saved = self._saved[event.option_index]
        problem = saved.problem.replace(str(saved.path), saved.path.name)
        self.query_one("#problem", Label).update(problem)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Take a game from the shelf, if it can be read."""
        saved = self._saved[event.option_index]
        if saved.game is not None:
            self.dismiss(saved.path)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Take a file by its name."""
        if event.value.strip():
            self.dismiss(Path(event.value.strip()).expanduser())
