"""The app: the start screen, the table and the replay, one after another."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import ClassVar

from rich.segment import Segment
from textual.app import App, SystemCommand
from textual.binding import Binding, BindingType
from textual.color import Color
from textual.filter import LineFilter, NoColor
from textual.screen import Screen

from ninefold.rules.record import Record
from ninefold.rules.variants import VARIANTS, Variant, format_variant
from ninefold.terminal.board_screen import BoardScreen, Seating
from ninefold.terminal.computer import Computer
from ninefold.terminal.look import Look
from ninefold.terminal.menu import MenuScreen
from ninefold.terminal.palette import PALETTES
from ninefold.terminal.replay import ReplayScreen
from ninefold.terminal.saves import Shelf
from ninefold.terminal.settings import Settings
from ninefold.terminal.table import TableScreen

__all__ = ["NinefoldApp"]


class _PlainCharacters(LineFilter):
    """Turns whatever Textual itself draws with into ASCII; our own drawing is ASCII already."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:  # noqa: ARG002 - Textual's interface
        return [
            Segment(text if text.isascii() else _in_ascii(text), style, control)
            for text, style, control in segments
        ]


def _in_ascii(text: str) -> str:
    return "".join(char if char.isascii() else _ASCII_FOR.get(char, " ") for char in text)


_ASCII_FOR = {
    **dict.fromkeys("─━═╌╍┄┅▔▁", "-"),
    **dict.fromkeys("│┃║▏▕▎▌▐", "|"),
    **dict.fromkeys("┌┐└┘╭╮╰╯┏┓┗┛╔╗╚╝┼├┤┬┴", "+"),
    "…": ".",
    "•": "*",
    "·": "-",
    "→": ">",
    "▶": ">",
    "▼": "v",
    "█": "#",
}


class NinefoldApp(App[None]):
    """Ninefold in a terminal: choose a game, play it, look at records."""

    TITLE = "Ninefold"
    ENABLE_COMMAND_PALETTE = True
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q", "quit", show=False),
        Binding("d", "next_shade", show=False),
        Binding("z", "next_language", show=False),
    ]

    def __init__(
        self,
        look: Look | None = None,
        shelf: Shelf | None = None,
        *,
        seating: Seating | None = None,
        records: Sequence[Record] = (),
        number: int = 1,
        pace: float = 1.0,
        computer: Callable[[], Computer] = Computer,
    ) -> None:
        super().__init__()
        self._look = look or Look.from_environment()
        self._shelf = shelf or Shelf()
        self._settings = Settings(self._shelf)
        self._seating = seating
        self._records, self._number = records, number
        self._pace = pace
        self._computer = computer
        for palette in PALETTES.values():
            self.register_theme(palette.theme)
        self._use_shade()

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Take colour and Unicode out of everything where they are not wanted."""
        filters = list(super().get_line_filters())
        if not self._look.colour:
            filters.append(NoColor())
        if not self._look.glyphs.unicode:
            filters.append(_PlainCharacters())
        return filters

    def on_mount(self) -> None:
        """Begin with what was asked for, or at the start screen."""
        if self._records:
            replay = ReplayScreen(self._records, self._look, self._number)
            self.push_screen(replay, self._sit_down)
        elif self._seating is not None:
            self._sit_down(self._seating)
        else:
            self._show_menu()

    def _show_menu(self, *, resuming: bool = True) -> None:
        menu = MenuScreen(self._look, self._shelf, self._settings, resuming=resuming)
        self.push_screen(menu, self._sit_down)

    def _sit_down(self, seating: Seating | None) -> None:
        if seating is None:
            self._show_menu(resuming=False)  # whoever leaves a game wants another
            return
        self._remember(seating.game.variant.with_tie_break("draw"))
        table = TableScreen(
            seating.game,
            self._look,
            self._shelf,
            path=seating.path,
            pace=self._pace,
            computer=self._computer,
        )
        self.push_screen(table, self._sit_down)

    def _remember(self, variant: Variant) -> None:
        """Offer a variant of one's own on the start screen from now on."""
        if variant not in VARIANTS.values():
            self._settings.remember(variant=format_variant(variant))

    def _use_shade(self) -> None:
        self.theme = PALETTES[self._look.shade].theme.name

    def action_next_shade(self) -> None:
        """Go from dark to light, or back."""
        self._look.next_shade()
        self._settings.remember(shade=self._look.shade)
        self._use_shade()
        self._draw_anew()

    async def action_next_language(self) -> None:
        """Speak the other language."""
        self._look.next_language()
        self._settings.remember(language=self._look.language)
        for screen in self.screen_stack:
            if isinstance(screen, MenuScreen):
                await screen.recompose()
                screen.on_mount()
        self._draw_anew()

    def _draw_anew(self) -> None:
        for screen in self.screen_stack:
            if isinstance(screen, BoardScreen | MenuScreen):
                screen.show()

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """What the command palette offers: the keys of the table by name, and the look."""
        words = self._look.words
        yield SystemCommand(words.key_theme, "d", self.action_next_shade)
        yield SystemCommand(words.key_language, "z", self.action_next_language)
        if isinstance(screen, TableScreen):
            yield from (
                SystemCommand(words.key_undo, "u", screen.action_undo),
                SystemCommand(words.key_redo, "r", screen.action_redo),
                SystemCommand(words.key_hint, "t", screen.action_hint),
                SystemCommand(words.key_evaluate, "e", screen.action_evaluate),
                SystemCommand(words.key_switch, "x", screen.action_switch_sides),
                SystemCommand(words.key_swap, "w", screen.action_take_over),
                SystemCommand(words.key_resign, "g", screen.action_resign),
                SystemCommand(words.key_rematch, "m", screen.action_rematch),
                SystemCommand(words.key_new, "n", screen.action_new),
                SystemCommand(words.key_save, "s", screen.action_save),
                SystemCommand(words.key_open, "o", screen.action_open),
            )
        if isinstance(screen, BoardScreen | MenuScreen):
            yield SystemCommand(words.key_help, "?", screen.action_help)
        yield SystemCommand(words.key_quit, "q", self.action_quit)
