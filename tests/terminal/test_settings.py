"""What somebody chose in the app is there the next time, and a broken file hurts nobody."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import pytest

from ninefold.commands.screen import add_look_arguments, look_from
from ninefold.terminal.app import NinefoldApp
from ninefold.terminal.look import Look
from ninefold.terminal.menu import MenuScreen
from ninefold.terminal.saves import Shelf
from ninefold.terminal.settings import Settings
from support.pilots import drive, press, seen, table, until
from support.terminal_window import Window, ninefold

BROKEN = [
    "",
    "{",
    "[]",
    "7",
    '{"language": 7, "shade": ["light"]}',
    '{"shade": "pink"}',
    "[" * 5000,
]


def look_for(*options: str) -> Look:
    parser = argparse.ArgumentParser()
    add_look_arguments(parser)
    return look_from(parser.parse_args(options))


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """The settings of whoever starts the app now, in a terminal that speaks English."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    monkeypatch.setenv("TERM", "xterm-256color")
    return Settings(Shelf())


def test_what_was_chosen_is_used_unless_the_command_says_otherwise(settings: Settings) -> None:
    assert (look_for().language, look_for().shade) == ("en", "dark")
    settings.remember(language="zh-Hant", shade="light")
    assert (look_for().language, look_for().shade) == ("zh-Hant", "light")
    assert (look_for("--lang", "en").language, look_for("--dark").shade) == ("en", "dark")
    settings.remember(shade="dark")
    assert (look_for("--light").shade, look_for().language) == ("light", "zh-Hant")


def test_a_language_as_earlier_versions_kept_it_is_still_spoken(settings: Settings) -> None:
    settings.remember(language="zh")
    assert look_for().language == "zh-Hant"
    assert look_for("--language", "zh-TW").language == look_for("--lang", "zh").language


def test_a_terminal_without_chinese_characters_stays_english(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.remember(language="zh-Hant")
    assert look_for("--ascii").language == "en"
    monkeypatch.setenv("LC_ALL", "C")
    assert look_for().language == "en"


@pytest.mark.parametrize("text", BROKEN)
def test_a_broken_file_counts_as_nothing_chosen(text: str, settings: Settings) -> None:
    settings._path.parent.mkdir(parents=True)
    settings._path.write_text(text)
    assert (look_for().language, look_for().shade) == ("en", "dark")
    settings.remember(shade="light")
    assert look_for().shade == "light"


def test_bytes_that_are_no_text_and_a_folder_in_its_place_hurt_nobody(settings: Settings) -> None:
    settings._path.parent.mkdir(parents=True)
    settings._path.write_bytes(b"\xff\xfe\x00")
    assert settings.language is None
    settings._path.unlink()
    settings._path.mkdir()
    settings.remember(language="zh")
    assert settings.language is None


def test_what_a_newer_ninefold_keeps_there_stays(settings: Settings) -> None:
    settings._path.parent.mkdir(parents=True)
    settings._path.write_text('{"sound": "on", "shade": "dark"}')
    settings.remember(shade="light")
    assert json.loads(settings._path.read_text()) == {"sound": "on", "shade": "light"}


def test_the_app_remembers_light_and_language(tmp_path: Path) -> None:
    async def scenario() -> None:
        app = NinefoldApp(Look(), Shelf(tmp_path), pace=0)
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: isinstance(app.screen, MenuScreen))
            await press(pilot, "d", "z")
            await until(pilot, lambda: "模式" in seen(pilot))
        async with table(tmp_path) as (pilot, _):
            await press(pilot, "d")

    drive(scenario())
    kept = Settings(Shelf(tmp_path))
    assert (kept.language, kept.shade) == ("zh-Hant", "light")


def test_the_next_start_speaks_the_chosen_language_on_a_screen_and_in_lines(
    settings: Settings, tmp_path: Path
) -> None:
    settings.remember(language="zh-Hant")
    environment = {
        "XDG_STATE_HOME": str(tmp_path),
        "LC_ALL": "C.UTF-8",
        "TERM": "screen-256color",
    }
    with Window(ninefold("play"), environment) as window:
        window.wait_for("模式")
    with Window(ninefold("play", "--plain"), environment) as window:
        window.wait_for("或輸入 help")
