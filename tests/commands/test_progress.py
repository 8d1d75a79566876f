"""Progress is a bar in a terminal, and lines in a log or where Rich is missing."""

from __future__ import annotations

import io
import sys

import pytest

from ninefold.commands import progress
from ninefold.commands.progress import Progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def _plain_terminal(monkeypatch):
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("NO_COLOR", "1")


def test_a_terminal_sees_a_bar_that_leaves_no_trace():
    out = Terminal()
    with Progress(8, "games", out=out) as bar:
        bar.update(8, "Elo [+3, +5]")
    drawn = out.getvalue()
    assert "━━━━━━━━━━━━━━━━━━━━" in drawn
    assert "8/8 games" in drawn
    assert "0:00 left  Elo [+3, +5]" in drawn
    assert drawn.endswith("\x1b[2K"), "the line is wiped"


def test_a_log_gets_lines_and_only_if_it_takes_a_while(monkeypatch):
    out = io.StringIO()
    Progress(2, "games", out=out).update(2)
    assert out.getvalue() == ""
    monkeypatch.setattr(progress, "_QUICK", 0.0)
    monkeypatch.setattr(progress, "_NEXT_LINE", 1e9)
    bar = Progress(4, "games", done=1, out=out)
    for done in (2, 3, 4):
        bar.update(done)
    lines = out.getvalue().splitlines()
    assert [line.split()[0] for line in lines] == ["2/4", "4/4"]  # the first and the last


def test_without_rich_a_terminal_gets_lines_too(monkeypatch):
    monkeypatch.setitem(sys.modules, "rich.progress", None)
    monkeypatch.setattr(progress, "_QUICK", 0.0)
    out = Terminal()
    with Progress(2, "games", out=out) as bar:
        bar.update(2)
    assert out.getvalue().startswith("2/2 games  ")
    assert "\x1b" not in out.getvalue()


def test_nothing_done_yet_has_no_rate_and_no_end():
    out = Terminal()
    with Progress(10, "games", done=3, out=out) as bar:
        bar.update(3)
    assert "3/10 games" in out.getvalue()


def test_what_was_done_before_is_not_counted_as_quick_work() -> None:
    shown = Progress(100, "games", done=50, out=io.StringIO())
    shown.update(60)
    assert shown._text(10.0, "") == "60/100 games  1.0/s, 0:40 left"
