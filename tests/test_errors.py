"""Errors are one tree, and its drawing tells the truth about every room."""

from __future__ import annotations

import contextlib
import importlib
import pickle
import pkgutil
import re
from pathlib import Path

import pytest

import ninefold
from ninefold import BadSyntax, ImpossiblePosition, Position
from ninefold.cli import main
from ninefold.rules import errors
from ninefold.rules.errors import NinefoldError, SystemFailed


def every_error() -> list[type[NinefoldError]]:
    """The classes of the whole package; a module whose extra is missing has none of its own."""
    for module in pkgutil.walk_packages(ninefold.__path__, "ninefold."):
        if not module.name.endswith("__main__"):
            with contextlib.suppress(ModuleNotFoundError):
                importlib.import_module(module.name)
    found, waiting = [], [NinefoldError]
    while waiting:
        found.append(waiting.pop())
        waiting += found[-1].__subclasses__()
    return [error for error in found if error.__module__.startswith("ninefold.")]


def drawn_tree() -> dict[str, str]:
    """Each name of the drawing with the name that it hangs from."""
    parents: dict[str, str] = {}
    above = ["NinefoldError"]
    for line in (errors.__doc__ or "").splitlines():
        match = re.match(r"((?:│   |    )*[├└]── )(\w+) ", line.removeprefix("    "))
        if match:
            depth = len(match[1]) // 4
            parents[match[2]] = above[depth - 1]
            above[depth:] = [match[2]]
    return parents


def test_the_drawing_is_the_tree() -> None:
    real = {
        error.__name__: next(b for b in error.__bases__ if issubclass(b, NinefoldError)).__name__
        for error in every_error()
        if error is not NinefoldError
    }
    assert drawn_tree() == real


def test_every_error_is_of_exactly_one_kind() -> None:
    for error in every_error():
        kinds = [kind for kind in (ValueError, RuntimeError, OSError) if issubclass(error, kind)]
        assert len(kinds) == (error is not NinefoldError), error


def test_nothing_raises_the_root_itself() -> None:
    """It would not say whether to mend the input, the engine or the disk."""
    for module in Path(ninefold.__file__).parent.rglob("*.py"):
        assert not re.search(r"(raise|return) NinefoldError\(", module.read_text("utf-8")), module


@pytest.mark.parametrize("kind", [BadSyntax, SystemFailed])
def test_an_error_is_told_of_a_place_and_travels_between_processes(
    kind: type[NinefoldError],
) -> None:
    error = kind("what is wrong").within("move 3")
    assert str(pickle.loads(pickle.dumps(error))) == str(error) == "move 3: what is wrong"
    assert type(error) is kind


def test_an_impossible_position_keeps_its_reasons_wherever_it_is_told() -> None:
    error = ImpossiblePosition(["one", "two"])
    told = error.within("line 3")
    assert told.reasons == ("line 3: one", "two")
    assert str(told) == "line 3: one; two"
    again = pickle.loads(pickle.dumps(error))
    assert (again.reasons, str(again)) == (("one", "two"), "one; two")


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["show", "chess"], 2),
        (["show", "modern", "--moves", "55 55"], 2),
        (["sheet", "game", "no-such-file"], 4),
        (["show", "modern", "--svg", "no-such-folder/board.svg"], 4),
        (["match", "random", "ugi:/no/such/program", "--games", "2", "--quiet"], 3),
        (["prove", "modern", "--for", "X", "--check", "no-such-file"], 4),
        (["match", "random", "greedy", "--openings", "no-such-file"], 4),
        (["serve", "--config", "no-such-file"], 4),
        (["best", "modern", "--moves", "55", "--nodes", "0"], 2),
    ],
)
def test_the_exit_code_tells_what_failed(
    arguments: list[str], code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == code
    assert re.fullmatch(r"ninefold: .+\n", capsys.readouterr().err)


def test_bad_input_is_a_value_error_to_who_knows_python_only() -> None:
    with pytest.raises(ValueError, match="55 is not a legal move"):
        Position.start().play("55").play("55").play("55")
