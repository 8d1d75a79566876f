"""What can be imported without an underscore is listed, and importing costs little."""

from __future__ import annotations

import importlib
import pkgutil
import subprocess
import sys
import types
from importlib.metadata import version
from importlib.util import find_spec

import pytest

import ninefold

#: Whole rooms; what needs an extra that is not installed is left out.
MODULES = sorted(
    module.name
    for module in pkgutil.walk_packages(ninefold.__path__, "ninefold.")
    if not module.name.endswith(("__main__", "_core"))
    and (module.name != "ninefold.learn.training" or find_spec("torch"))
)


def _own_names(module: types.ModuleType) -> set[str]:
    """The public classes and functions that a module defines itself."""
    return {
        name
        for name, value in vars(module).items()
        if not name.startswith("_")
        and isinstance(value, type | types.FunctionType)
        and value.__module__ == module.__name__
    }


@pytest.mark.parametrize("name", MODULES)
def test_the_list_of_public_names_is_complete(name: str) -> None:
    module = importlib.import_module(name)
    listed = getattr(module, "__all__", [])
    assert not _own_names(module) - set(listed)
    assert all(getattr(module, public) is not None for public in listed)
    assert sorted(listed) == sorted(set(listed))


def test_rooms_give_what_people_use() -> None:
    from ninefold.arena import Match, Tournament, find_player
    from ninefold.drawing import draw_svg, draw_text, rule_sheet
    from ninefold.engine import LevelEngine, NativeEngine
    from ninefold.game import Game, Result
    from ninefold.protocols import CodingameEngine, UgiEngine
    from ninefold.server import Client

    assert all((Match, Tournament, find_player, draw_svg, draw_text, rule_sheet, LevelEngine))
    assert all((NativeEngine, Game, Result, CodingameEngine, UgiEngine, Client))


def test_a_name_that_no_room_has_is_refused() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'nonsense'"):
        importlib.import_module("ninefold.drawing").nonsense  # noqa: B018 - the test


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


def test_the_package_says_its_version() -> None:
    assert ninefold.__version__ == version("ninefold")


def test_importing_pulls_in_no_third_party_package() -> None:
    code = (
        "import sys; before = set(sys.modules); import ninefold; "
        "print(*sorted({name.split('.')[0] for name in set(sys.modules) - before}))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    foreign_packages = set(run.stdout.split()) - sys.stdlib_module_names - {"ninefold"}
    assert not foreign_packages
