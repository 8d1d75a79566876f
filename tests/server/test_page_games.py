"""What a page does with a game of its own is what the server does with it."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import msgspec
import pytest

from support.page_game_cases import page_games

WEB = Path(__file__).parents[2] / "web"


@pytest.mark.skipif(
    not (WEB / "src/engine/core.wasm").exists() or shutil.which("npx") is None,
    reason="the core for pages is not built: run `make web`",
)
def test_a_game_in_the_page_goes_as_on_the_server(tmp_path):
    path = tmp_path / "games.json"
    path.write_bytes(msgspec.json.encode(page_games()))
    command = ["npx", "--no-install", "vitest", "run", "--reporter=dot", "src/here"]
    told = subprocess.run(
        command,
        cwd=WEB,
        env=os.environ | {"NINEFOLD_GAMES": str(path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode == 0, told.stdout[-6000:] + told.stderr[-2000:]
