"""Screens as they were when somebody looked at them, at 80x24 and 120x40 and in every mode.

After a change that is meant, write them anew with `python tests/terminal/test_screens.py`, look at
the difference, and draw the pictures of the docs with `make pictures`.
"""

from __future__ import annotations

import asyncio
import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

HERE = Path(__file__).parent
SCREENS = HERE / "screens"
DOCS = HERE.parent.parent / "docs"


def _load() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_screens", DOCS / "make_screens.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["make_screens"] = module
    spec.loader.exec_module(module)
    return module


screens = _load()


def text_of(name: str) -> str:
    text, picture = asyncio.run(screens.show(screens.SCENES[name]))
    assert "http" not in picture.replace("http://www.w3.org/2000/svg", "").replace(
        "https://www.textualize.io", ""
    )
    return f"{text}\n"


@pytest.mark.parametrize("name", screens.SCENES)
def test_the_screen_is_as_it_was_looked_at(name: str) -> None:
    stored = (SCREENS / f"{name}.txt").read_text(encoding="utf-8")
    assert text_of(name) == stored


def test_no_screen_is_left_over_and_every_picture_is_there() -> None:
    assert {path.stem for path in SCREENS.glob("*.txt")} == set(screens.SCENES)
    drawn = {path.stem.removeprefix("terminal-") for path in DOCS.glob("images/terminal-*.svg")}
    assert drawn == set(screens.PICTURES)


if __name__ == "__main__":
    SCREENS.mkdir(exist_ok=True)
    for scene in screens.SCENES:
        (SCREENS / f"{scene}.txt").write_text(text_of(scene), encoding="utf-8")
