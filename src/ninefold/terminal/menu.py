"""The start screen: mode, opponent, side and clock, with a picture of what the mode is about."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar, Final

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.widgets import Static

from ninefold.game import DEFAULT_LEVEL, TWO_PEOPLE, Seat, Seats, TimeControl
from ninefold.rules.errors import NinefoldError
from ninefold.rules.position import Position, replay
from ninefold.rules.squares import parse_square
from ninefold.rules.variants import VARIANTS, Variant, find_variant, format_variant
from ninefold.terminal.board import BoardWidget
from ninefold.terminal.board_screen import Seating, say_too_small
from ninefold.terminal.canvas import BoardView
from ninefold.terminal.choice import ActionRow, Choice
from ninefold.terminal.dialogs import AskOpen
from ninefold.terminal.help import HelpScreen
from ninefold.terminal.keybar import Key, KeyBar
from ninefold.terminal.look import Look
from ninefold.terminal.saves import Shelf, load_game
from ninefold.terminal.say import say_turn, wrap
from ninefold.terminal.settings import Settings
from ninefold.terminal.sitting import TIME_CONTROLS, new_game
from ninefold.terminal.words import Words
from ninefold.words import mode_line, mode_name

__all__ = ["MenuScreen"]

#: O is sent to a board that X has captured: what follows is what sets most modes apart.
_SENT_TO_CAPTURED: Final = "51 12 21 18 83 38 82 28 81 15 59 95 55"
#: X has just taken board 5 from O, where boards go to the latest line.
_RECAPTURED: Final = "55 53 34 47 79 95 52 28 85 56 65 59 93 35 58"
_PICTURE_FROM_HEIGHT = 22
_PICTURE_FROM_WIDTH = 70
_PICTURE_WIDTH = 31


class MenuScreen(Screen[Seating]):
    """What to play: answers with a game, new or taken up again."""

    DEFAULT_CSS = """
    MenuScreen #title { height: 1; padding: 0 1; text-style: bold; background: $panel; }
    MenuScreen #rows { height: auto; margin: 1 0 0 0; }
    MenuScreen #about { height: auto; margin: 1 0 0 0; }
    MenuScreen #about Vertical { height: auto; padding: 0 2 0 1; }
    MenuScreen #about #words { height: auto; }
    MenuScreen #about BoardWidget { width: 31; height: 11; display: none; }
    MenuScreen.roomy #about BoardWidget { display: block; }
    MenuScreen #actions { height: 1; margin: 1 0 0 1; }
    MenuScreen.slim #rows, MenuScreen.slim #about, MenuScreen.slim #actions { margin: 0; }
    MenuScreen.slim #actions { layout: vertical; height: 3; }
    MenuScreen #small { display: none; padding: 0 1; }
    MenuScreen.small > * { display: none; }
    MenuScreen.small #small { display: block; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        # At once, or keys typed quickly would still go to the row that had the focus before.
        Binding("up,k", "app.focus_previous", show=False, priority=True),
        Binding("down,j", "app.focus_next", show=False, priority=True),
        Binding("enter", "start", show=False),
        Binding("c", "resume", show=False),
        Binding("o", "open", show=False),
        Binding("f1,question_mark", "help", show=False),
    ]

    def __init__(
        self, look: Look, shelf: Shelf, settings: Settings, *, resuming: bool = True
    ) -> None:
        super().__init__()
        self._look = look
        self._shelf = shelf
        self._settings = settings
        self._unfinished = shelf.unfinished()
        self._resuming = resuming and self._unfinished is not None
        self._chosen = settings.game

    def compose(self) -> ComposeResult:
        """Choices, then what the chosen mode is about, then what to do."""
        words = self._look.words
        yield Static(
            f"Ninefold {'·' if self._look.glyphs.unicode else '-'} {words.game.game}", id="title"
        )
        yield Static(id="small", markup=False)
        with Vertical(id="rows"):
            yield from self._choices(words)
        with Horizontal(id="about"):
            view = BoardView(Position.start())
            yield BoardWidget(view, self._look.glyphs, self._look.palette, passive=True)
            with Vertical():
                yield Static(id="words", markup=False)
        with Horizontal(id="actions"):
            yield from self._actions(words)
        yield KeyBar()

    def _choices(self, words: Words) -> ComposeResult:
        modes = [(format_variant(v), mode_name(words.game, v)) for v in self._variants()]
        yield self._choice("mode", words.menu_mode, modes)
        opponents = [("computer", words.opponent_computer), ("friend", words.opponent_friend)]
        yield self._choice("opponent", words.menu_opponent, opponents)
        levels = [(level, said.name) for level, said in words.game.levels.items()]
        yield self._choice("level", words.menu_level, levels, DEFAULT_LEVEL)
        sides = [("X", words.side_x), ("O", words.side_o), ("either", words.side_either)]
        yield self._choice("side", words.menu_side, sides)
        clocks = [("", words.clock_none), *((str(c), _clock_name(words, c)) for c in TIME_CONTROLS)]
        yield self._choice("clock", words.menu_clock, clocks)
        ties = [("draw", words.ties_draw), ("boards", words.ties_boards)]
        yield self._choice("ties", words.menu_ties, ties)
        swaps = [("", words.swap_off), ("swap", words.swap_on)]
        yield self._choice("swap", words.menu_swap, swaps)

    def _variants(self) -> Iterator[Variant]:
        """The four modes, and the variant of one's own that was played last."""
        yield from VARIANTS.values()
        own = self._settings.variant
        if own is not None:
            yield own

    def _choice(
        self, name: str, label: str, options: list[tuple[str, str]], default: str | None = None
    ) -> Choice:
        """A row that stands at what was chosen last, or else at its default or first option."""
        first = options[0][0] if default is None else default
        last = self._chosen.get(name, first)
        known = any(last == value for value, _ in options)
        return Choice(label, options, last if known else first, id=name)

    def _actions(self, words: Words) -> ComposeResult:
        yield ActionRow(words.menu_start, id="start")
        saved = self._unfinished
        if saved is not None and saved.game is not None:
            name = mode_name(words.game, saved.game.variant)
            told = words.menu_resume.format(mode=name, count=len(saved.game.moves))
            yield ActionRow(told, id="resume")
        yield ActionRow(words.menu_open, id="open")

    def on_mount(self) -> None:
        """Begin at the game that waits to be continued, or else at the mode."""
        self.query_one("#resume" if self._resuming else "#mode").focus()
        self.show()

    def on_descendant_focus(self) -> None:
        """Say what Enter does there."""
        self._show_keys()

    def on_resize(self, event: events.Resize) -> None:
        """Show the picture where there is room for it."""
        width, height = event.size
        roomy = width >= _PICTURE_FROM_WIDTH and height >= _PICTURE_FROM_HEIGHT
        self.set_class(roomy, "roomy")
        self.set_class(height < 18 or width < 50, "slim")
        self.show()

    def on_choice_changed(self, event: Choice.Changed) -> None:
        """Tell about what is chosen now."""
        self._chosen[str(event.choice.id)] = event.choice.value
        self.show()

    def _value(self, name: str) -> str:
        return self.query_one(f"#{name}", Choice).value

    def _variant(self) -> Variant:
        ties = self._value("ties")
        return find_variant(self._value("mode")).with_tie_break(
            "boards" if ties == "boards" else "draw"
        )

    def show(self) -> None:
        """Show what is chosen now."""
        small = say_too_small(self._look, self.size)
        self.set_class(bool(small), "small")
        self.query_one("#small", Static).update(small)
        against_computer = self._value("opponent") == "computer"
        self.query_one("#level").display = against_computer
        self.query_one("#side").display = against_computer
        variant = self._variant()
        position, last = _example(variant)
        board = self.query_one(BoardWidget)
        board.palette = self._look.palette
        board.view = BoardView(position, last=last)
        self.query_one("#words", Static).update(self._about(variant, position, against_computer))
        self._show_keys()

    def _show_keys(self) -> None:
        words, at = self._look.words, self.focused.id if self.focused else None
        does = {"resume": (words.key_resume, "resume"), "open": (words.key_open, "open")}
        enter = Key("Enter", *does.get(str(at), (words.menu_start, "start")))
        self.query_one(KeyBar).show(
            [
                Key("←↑↓→" if self._look.glyphs.unicode else "hjkl", words.key_choose),
                enter,
                Key("o", words.key_open, "open"),
                Key("d", words.key_theme, "app.next_shade"),
                Key("z", words.key_language, "app.next_language"),
                Key("q", words.key_quit, "app.quit"),
                Key("?", words.key_help, "help"),
            ]
        )

    def _about(self, variant: Variant, example: Position, against_computer: bool) -> str:
        """What is chosen, in words: the mode, and where there is room its picture and the level."""
        words, roomy = self._look.words, self.has_class("roomy")
        told = [mode_line(words.game, variant)]
        if variant.x_is_known_to_win and not self.has_class("slim"):
            told.append(words.game.known_win)
        if roomy:
            told += ["", say_turn(words, example)]
            if against_computer:
                level = words.game.levels[self._value("level")]
                told += ["", words.level_about.format(name=level.name, text=level.text)]
        width = self.size.width - 3 - (_PICTURE_WIDTH if roomy else 0)
        return "\n".join(line for text in told for line in wrap(text, width))

    def on_action_row_pressed(self, event: ActionRow.Pressed) -> None:
        """Do what was pressed."""
        match event.row.id:
            case "resume":
                self.action_resume()
            case "open":
                self.action_open()
            case _:
                self.action_start()

    def action_start(self) -> None:
        """Answer with a new game."""
        start, swap = Position.start(self._variant()), bool(self._value("swap"))
        game = new_game(start, self._seats(), self._value("clock"), swap=swap)
        self._settings.remember(game=self._chosen)
        self.dismiss(Seating(game))

    def _seats(self) -> Seats:
        if self._value("opponent") == "friend":
            return TWO_PEOPLE
        side = self._value("side")
        person = random.choice("XO") if side == "either" else side  # noqa: S311 - a game
        level = self._value("level")
        you, computer = Seat(), Seat(level=level)
        return {"X": you, "O": computer} if person == "X" else {"X": computer, "O": you}

    def action_resume(self) -> None:
        """Answer with the unfinished game."""
        saved = self._unfinished
        if saved is not None and saved.game is not None:
            self.dismiss(Seating(saved.game, saved.path))

    def action_open(self) -> None:
        """Ask for a game to open, and answer with it."""

        def answered(path: Path | None) -> None:
            if path is None:
                return
            try:
                game, _ = load_game(path)
                self.dismiss(Seating(game, self._shelf.own(path)))
            except NinefoldError as error:
                self.query_one("#words", Static).update(str(error))

        self.app.push_screen(AskOpen(self._look, self._shelf), answered)

    def action_help(self) -> None:
        """Show the rules of the chosen mode, and the keys."""
        swap = bool(self._value("swap"))
        self.app.push_screen(HelpScreen(self._look, self._variant(), swap=swap))


def _clock_name(words: Words, control: TimeControl) -> str:
    minutes = control.base // 60
    if control.increment:
        return words.clock_increment.format(minutes=minutes, seconds=control.increment)
    return words.clock_minutes.format(minutes=minutes)


def _example(variant: Variant) -> tuple[Position, int]:
    """A position that shows what is special about a mode, and the move that led to it."""
    text = _RECAPTURED if variant.ownership == "latest" else _SENT_TO_CAPTURED
    moves = [parse_square(move) for move in text.split()]
    return replay(Position.start(variant), moves)[-1], moves[-1]
