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


@pytest.mark.parametrize(
    ("done", "seconds", "told"),
    [
        (20, 10.0, "20/100 games  2.0/s, 0:40 left"),
        (10, 10.0, "10/100 games  1.0/s, 1:30 left"),
        (20, 100.0, "20/100 games  12.0/min, 6:40 left"),
        (10, 3600.0, "10/100 games  0.2/min, 9:00:00 left"),
        (100, 50.0, "100/100 games  2.0/s, 0:00 left"),
    ],
)
def test_a_pace_is_told_by_the_second_or_by_the_minute(done, seconds, told) -> None:
    shown = Progress(100, "games", out=io.StringIO())
    shown.update(done)
    assert shown._text(seconds, "") == told
    assert shown._text(seconds, "Elo +3") == f"{told}  Elo +3"


def test_a_log_hears_after_two_seconds_then_every_quarter_minute_and_of_the_end(monkeypatch):
    now = [100.0]
    monkeypatch.setattr(progress.time, "monotonic", lambda: now[0])
    out = io.StringIO()
    shown = Progress(60, "games", out=out)
    for done in range(1, 61):
        now[0] += 1.0
        shown.update(done)
    heard = [line.partition("/")[0] for line in out.getvalue().splitlines()]
    assert heard == ["2", "17", "32", "47", "60"]


def test_a_bar_is_drawn_at_once_then_ten_times_a_second_and_at_the_end(monkeypatch):
    drawn: list[int] = []
    now = [100.0]
    monkeypatch.setattr(progress.time, "monotonic", lambda: now[0])
    monkeypatch.setattr(progress._Bar, "show", lambda _, done, __: drawn.append(done))
    with Progress(10, "games", out=Terminal()) as bar:
        for done in range(1, 11):
            bar.update(done)
            now[0] += 0.0625
    assert drawn == [1, 3, 5, 7, 9, 10]
