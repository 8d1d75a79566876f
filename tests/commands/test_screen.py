"""What `ninefold replay` and `ninefold play` begin with: on a screen, and where there is none."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

import pytest

from ninefold.cli import main
from ninefold.commands import play, replay, screen
from ninefold.terminal import app, plain
from ninefold.terminal.glyphs import ASCII
from ninefold.terminal.saves import Shelf
from ninefold.terminal.say import WORDS
from ninefold.terminal.settings import Settings
from support.pilots import at

TWO_GAMES = '[Mode "open"]\n\n1. 55 51 *\n\n[Mode "battle"]\n\n1. 55 59 99 *\n'


class Begun:
    """An app that is begun, notes with what, and ends at once."""

    look: Any
    more: dict[str, Any]
    return_code: int | None = None

    def __init__(self, look: Any, **more: Any) -> None:
        type(self).look, type(self).more = look, more

    def run(self) -> None:
        """Nobody sits there."""


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> type[Begun]:
    """The app as a terminal begins it that speaks English and was never told anything."""

    class Fresh(Begun):
        pass

    monkeypatch.setattr(app, "NinefoldApp", Fresh)
    for command in (play, replay):
        monkeypatch.setattr(command, "has_screen", lambda: True)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    monkeypatch.setenv("TERM", "xterm-256color")
    return Fresh


@pytest.mark.parametrize(("options", "number"), [([], 1), (["--game", "1"], 1), (["--game=2"], 2)])
def test_a_replay_begins_with_the_game_that_was_asked_for_and_has_the_others(
    options: list[str], number: int, begun: type[Begun], tmp_path: Path
) -> None:
    file = tmp_path / "games.txt"
    file.write_text(TWO_GAMES, "utf-8")
    assert main(["replay", str(file), *options]) == 0
    assert begun.more["number"] == number
    assert [record.variant.name for record in begun.more["records"]] == ["open", "battle"]


def test_both_begin_in_the_look_that_was_asked_for_and_end_as_the_app_does(
    begun: type[Begun], tmp_path: Path
) -> None:
    file = tmp_path / "games.txt"
    file.write_text(TWO_GAMES, "utf-8")
    for command in (["play"], ["replay", str(file)]):
        begun.return_code = 7
        assert main([*command, "--lang", "zh", "--light"]) == 7
        assert (begun.look.language, begun.look.shade) == ("zh-Hant", "light")
        begun.return_code = None
        assert main([*command, "--ascii", "--lang", "zh"]) == 0
        assert (begun.look.glyphs, begun.look.language) == (ASCII, "en")


@pytest.mark.parametrize(
    ("options", "mode", "seats"),
    [
        (["battle"], "battle", at()),
        (["--level", "keen"], "modern", at(O="keen")),
        (["classic", "--computer", "X", "--level", "2"], "classic", at(X="beginner")),
    ],
)
def test_whoever_says_what_to_play_sits_down_to_it_at_once(
    options: list[str], mode: str, seats: object, begun: type[Begun]
) -> None:
    assert main(["play", *options]) == 0
    game = begun.more["seating"].game
    assert (game.variant.name, game.seats) == (mode, seats)


def test_whoever_says_nothing_of_the_game_chooses_it_in_the_app(begun: type[Begun]) -> None:
    assert main(["play", "--dark"]) == 0
    assert begun.more["seating"] is None
    assert main(["play", "--computer", "O"]) == 0
    assert begun.more["seating"].game.seats["X"].level is None
    assert begun.more["seating"].game.seats["O"].level


class Terminal:
    """A stream that is a terminal, or is none."""

    def __init__(self, is_one: bool) -> None:
        self.isatty = lambda: is_one


def seated(monkeypatch: pytest.MonkeyPatch, *terminals: bool) -> None:
    for name, is_one in zip(("stdin", "stdout", "stderr"), terminals, strict=True):
        monkeypatch.setattr(screen.sys, name, Terminal(is_one))


@pytest.mark.parametrize(
    ("term", "terminals", "there"),
    [
        ("xterm", (True, True, True), True),
        ("", (True, True, True), True),
        ("dumb", (True, True, True), False),
        ("xterm", (False, True, True), False),
        ("xterm", (True, False, True), False),
        ("xterm", (True, True, False), False),
    ],
)
def test_a_screen_is_there_where_all_three_streams_are_a_terminal_that_can_draw(
    term: str, terminals: tuple[bool, ...], there: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setenv("TERM", term)
        seated(patch, *terminals)
        found = screen.has_screen()
    assert found == there


@pytest.mark.parametrize(
    ("options", "typed", "language"),
    [
        ([], True, "zh-Hant"),
        ([], False, "en"),
        (["--lang", "en"], True, "en"),
        (["--lang", "zh"], False, "zh-Hant"),
    ],
)
def test_only_a_person_is_told_lines_in_the_language_chosen_in_the_app(
    options: list[str], typed: bool, language: str, begun: type[Begun], monkeypatch
) -> None:
    """What a program reads does not hang on what somebody chose there."""
    Settings(Shelf()).remember(language="zh-Hant")
    parser = argparse.ArgumentParser()
    screen.add_look_arguments(parser)
    with monkeypatch.context() as patch:
        seated(patch, typed, True, True)
        words = screen.plain_words_from(parser.parse_args(options))
    assert words is WORDS[language]


@pytest.mark.parametrize(
    ("options", "typed", "boards", "kept"),
    [
        (["--plain"], True, True, True),
        (["--plain", "--no-board"], False, False, False),
        (["--plain", "open", "--swap"], False, True, False),
    ],
)
def test_plain_play_is_kept_where_somebody_types_and_draws_unless_told_not_to(
    options: list[str], typed: bool, boards: bool, kept: bool, begun: type[Begun], monkeypatch
) -> None:
    made: list[Any] = []

    class Table:
        def __init__(self, game: Any, words: Any, *, boards: bool, shelf: Any) -> None:
            made.append((game.variant.name, game.swap, boards, shelf is not None))

        def run(self) -> int:
            return 5

    monkeypatch.setattr(plain, "PlainTable", Table)
    monkeypatch.setattr(sys, "stdin", Terminal(typed))
    assert main(["play", *options]) == 5
    own = ("open", "ahead") if "open" in options else ("modern", "off")
    assert made == [(*own, boards, kept)]
    assert not hasattr(begun, "more")


def test_a_replay_without_a_screen_is_told_in_lines(begun: type[Begun], tmp_path, capsys) -> None:
    file = tmp_path / "games.txt"
    file.write_text(TWO_GAMES, "utf-8")
    assert main(["replay", str(file), "--plain", "--game", "2", "--lang", "en"]) == 0
    assert "Battle" in capsys.readouterr().out
    assert not hasattr(begun, "more")
