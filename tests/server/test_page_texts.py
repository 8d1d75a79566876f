"""What the analysis page reads and writes is what the rules here read and write."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import msgspec
import pytest

from support.text_cases import text_cases

WEB = Path(__file__).parents[2] / "web"


@pytest.mark.skipif(
    not (WEB / "src/engine/core.wasm").exists() or shutil.which("npx") is None,
    reason="the core for pages is not built: run `make web`",
)
def test_texts_mean_the_same_in_the_page(tmp_path):
    path = tmp_path / "texts.json"
    path.write_bytes(msgspec.json.encode(text_cases()))
    command = ["npx", "--no-install", "vitest", "run", "--reporter=dot", "src/analysis"]
    told = subprocess.run(
        command,
        cwd=WEB,
        env=os.environ | {"NINEFOLD_TEXTS": str(path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode == 0, told.stdout[-6000:] + told.stderr[-2000:]
