"""What is said to another program at its end and of it: worked out by hand, nothing is started."""

from __future__ import annotations

import threading
from collections import deque

import pytest

from ninefold.protocols.errors import EngineCrashed, EngineNotStarted
from ninefold.protocols.program import Program, _ending, split_command


@pytest.mark.parametrize(
    ("code", "told"),
    [
        (None, "closed its output"),
        (0, "ended with exit code 0"),
        (3, "ended with exit code 3"),
        (-9, "was ended by SIGKILL"),
        (-15, "was ended by SIGTERM"),
        (-99, "was ended by signal 99"),
    ],
)
def test_an_end_is_told_by_its_exit_code(code: int | None, told: str) -> None:
    assert _ending(code) == told


def ended(*farewells: str, crashed: bool = False) -> list[str]:
    """What a program hears and becomes when it is closed with each of these."""
    told: list[str] = []

    def send(line: str) -> None:
        told.append(line)
        if crashed:
            raise EngineCrashed("gone")

    program = object.__new__(Program)
    program._closing = threading.Event()
    program._last_resort = lambda: told.append("(ended)")
    program.send = send
    for farewell in farewells:
        program.close(farewell)
        assert program._closing.is_set()
    return told


def test_a_program_hears_its_farewell_and_is_ended_once() -> None:
    assert ended("quit") == ["quit", "(ended)"]
    assert ended("") == ["(ended)"]
    assert ended("quit", "quit", "") == ["quit", "(ended)"]
    assert ended("quit", crashed=True) == ["quit", "(ended)"]


def test_its_last_words_are_told_in_order_and_empty_ones_are_none() -> None:
    program = object.__new__(Program)
    program.name = "bot"
    for words, told in [
        ([], ""),
        (["", ""], ""),
        (["one", "", "two"], "; it last said: one | two"),
    ]:
        program._last_words = deque(words)
        assert program._complaints() == told
        assert str(program.overdue(1.5)) == f"bot gave no answer within 1.50 s{told}"
        assert str(program.overdue(-1.5)) == f"bot gave no answer within 0.00 s{told}"


def test_a_command_falls_into_words_as_in_a_shell() -> None:
    assert split_command("a 'b c' d\\ e") == ["a", "b c", "d e"]
    words = ["a", "b c"]
    assert split_command(words) == words
    assert split_command(words) is not words
    for nothing in ("", "  ", [], ()):
        with pytest.raises(EngineNotStarted, match="the command is empty"):
            split_command(nothing)
    with pytest.raises(EngineNotStarted, match="is not a command"):
        split_command("'unclosed")
