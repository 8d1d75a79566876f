"""The programs of `examples/` run, briefly: each does what it says of itself."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from ninefold.cli import main
from ninefold.learn.round import RoundResult
from ninefold.server.config import Config
from ninefold.server.run import running

EXAMPLES = Path(__file__).parents[2] / "examples"


def run(name: str, *arguments: str, folder: Path) -> str:
    """What an example prints."""
    command = [sys.executable, str(EXAMPLES / name), *arguments]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_bot_that_speaks_ugi_plays_a_match_in_a_variant_of_ones_own(
    capsys: pytest.CaptureFixture[str],
) -> None:
    bot = f"ugi:{sys.executable} {EXAMPLES / 'ugi_bot.py'}"
    match = ["match", bot, "random:seed=1", "--mode", "own:free_move=unfilled", "--games", "2"]
    assert main([*match, "--nodes", "100", "--json", "--quiet"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["failures"] == []


def test_the_bot_on_a_server_plays_a_game_there(tmp_path: Path) -> None:
    with running(Config(port=0, data=tmp_path, pace=0)) as url:
        told = run("server_bot.py", url, folder=tmp_path)
    assert "against the computer:" in told


def test_the_variant_of_ones_own_is_told_and_played(tmp_path: Path) -> None:
    told = run("own_variant.py", "--games", "2", "--nodes", "100", folder=tmp_path)
    assert "skirmish:free_move=unfilled,ownership=latest" in told
    assert "Of 2 games" in told


def test_maskable_ppo_plays_before_and_after(tmp_path: Path) -> None:
    pytest.importorskip("sb3_contrib", reason="sb3-contrib is not installed: an example needs it")
    told = run("maskable_ppo.py", "--steps", "64", "--games", "2", folder=tmp_path)
    assert "before training" in told
    assert "after training" in told


def test_the_small_alphazero_plays_and_learns(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="PyTorch is not installed: an example needs it")
    small = ["--minutes=0", "--envs=4", "--simulations=4", "--games=2"]
    told = run("alphazero.py", *small, folder=tmp_path)
    assert "4 games" in told
    assert (tmp_path / "alphazero.pt").exists()


def test_every_cell_of_the_notebook_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a learning run beside it, and with one."""
    monkeypatch.chdir(tmp_path)
    notebook = json.loads((EXAMPLES / "notebook.ipynb").read_text("utf-8"))
    cells = ["".join(c["source"]) for c in notebook["cells"] if c["cell_type"] == "code"]
    known: dict[str, Any] = {}
    for cell in cells:
        exec(cell, known)
    assert known["rounds"] == []
    write_log(tmp_path / "skirmish")
    for cell in cells[-2:]:
        exec(cell, known)
    assert known["Picture"](known["plot_strength"](known["rounds"]))._repr_svg_().startswith("<svg")


def write_log(folder: Path) -> None:
    """The log of a run of one round."""
    folder.mkdir()
    result = RoundResult(1, 2000, 0.04, 0.05, 0, 0.6, 70.0, -20.0, 160.0, True, 70.0, 1.0, 2.0, 3.0)
    (folder / "log.json").write_text(json.dumps([asdict(result)]))
