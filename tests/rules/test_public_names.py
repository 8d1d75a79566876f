"""What can be imported without an underscore is listed, and importing costs little."""

from __future__ import annotations

import subprocess
import sys
import types

import pytest

import ninefold
from ninefold.rules import (
    errors,
    foreign,
    notation,
    perft,
    position,
    record,
    setup,
    squares,
    variants,
)

RULES = [errors, foreign, notation, perft, position, record, setup, squares, variants]


def _own_names(module: types.ModuleType) -> set[str]:
    """The public classes and functions that a module defines itself."""
    return {
        name
        for name, value in vars(module).items()
        if not name.startswith("_")
        and isinstance(value, type | types.FunctionType)
        and value.__module__ == module.__name__
    }


def test_the_list_of_public_names_is_complete() -> None:
    for module in RULES:
        functions_and_classes = {
            name
            for name in _own_names(module)
            if isinstance(getattr(module, name), type | types.FunctionType)
        }
        missing = functions_and_classes - set(module.__all__)
        assert not missing, module.__name__
        assert all(hasattr(module, name) for name in module.__all__)


def test_the_package_gives_exactly_what_it_lists() -> None:
    for name in ninefold.__all__:
        assert getattr(ninefold, name) is not None
    given = {
        name
        for name, value in vars(ninefold).items()
        if not name.startswith("_")
        and not isinstance(value, types.ModuleType)
        and getattr(value, "__module__", "ninefold").startswith("ninefold")
    }
    assert given <= {*ninefold.__all__, "TYPE_CHECKING"}
    assert dir(ninefold) == sorted(ninefold.__all__)
    with pytest.raises(AttributeError, match="'nonsense'"):
        ninefold.nonsense  # noqa: B018 - looking it up is the test


def test_importing_pulls_in_no_third_party_package() -> None:
    code = (
        "import sys; before = set(sys.modules); import ninefold; "
        "print(*sorted({name.split('.')[0] for name in set(sys.modules) - before}))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    foreign_packages = set(run.stdout.split()) - sys.stdlib_module_names - {"ninefold"}
    assert not foreign_packages
