"""The core as pages run it, WebAssembly in Node.js, is the native core."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import msgspec
import pytest

from support.engine_cases import cases

WEB = Path(__file__).parents[2] / "web"


@pytest.mark.skipif(
    not (WEB / "src/engine/core.wasm").exists() or shutil.which("npx") is None,
    reason="the core for pages is not built: run `make web`",
)
def test_the_core_in_node_answers_as_the_native_one_does(tmp_path):
    path = tmp_path / "cases.json"
    path.write_bytes(msgspec.json.encode(cases()))
    command = ["npx", "--no-install", "vitest", "run", "--reporter=dot", "src/engine/core.test.ts"]
    told = subprocess.run(
        command,
        cwd=WEB,
        env=os.environ | {"NINEFOLD_CASES": str(path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode == 0, told.stdout + told.stderr
