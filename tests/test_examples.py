"""Every example in docstrings, the README and the docs runs and tells the truth."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import re
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

import ninefold

ROOT = Path(__file__).parent.parent
MODULES = sorted(
    module.name
    for module in pkgutil.walk_packages(ninefold.__path__, "ninefold.")
    if not module.name.endswith("__main__")
    and (module.name != "ninefold.learn.training" or find_spec("torch"))  # an extra of its own
)
PAGES = sorted(path for path in [ROOT / "README.md", *ROOT.glob("docs/**/*.md")])


@pytest.mark.parametrize("name", MODULES)
def test_docstrings(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def files_in(page: Path) -> dict[str, str]:
    """What a page asks its reader to save under a name, or to add to it."""
    text = page.read_text(encoding="utf-8")
    told = r"(?ms)^(?:Save this as|Add this to) `(\w+\.py)`:\n\n```python\n(.*?)^```"
    found: dict[str, str] = {}
    for name, part in re.findall(told, text):
        found[name] = found.get(name, "") + part
    return found


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_pages(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    for name, text in files_in(page).items():
        (tmp_path / name).write_text(text, encoding="utf-8")
        monkeypatch.delitem(sys.modules, name.removesuffix(".py"), raising=False)
    options = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    result = doctest.testfile(str(page), module_relative=False, optionflags=options)
    assert result.failed == 0
