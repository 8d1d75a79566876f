"""Tests of the browser app that are given cases by Python, run as `make test` runs the others."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import msgspec
import pytest

__all__ = ["needs_the_core_for_pages", "run_page_tests"]

_WEB = Path(__file__).parents[2] / "web"

needs_the_core_for_pages = pytest.mark.skipif(
    not (_WEB / "src/engine/core.wasm").exists() or shutil.which("npx") is None,
    reason="the core for pages is not built: run `make web`",
)


def run_page_tests(where: str, variable: str, cases: Any, folder: Path) -> None:
    """Run those below ``web/src``, which find their cases in the file that a variable names."""
    path = folder / "cases.json"
    path.write_bytes(msgspec.json.encode(cases))
    told = subprocess.run(
        ["npx", "--no-install", "vitest", "run", "--reporter=dot", f"src/{where}"],
        cwd=_WEB,
        env=os.environ | {variable: str(path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode == 0, told.stdout[-6000:] + told.stderr[-2000:]
