"""A variant of one's own and a network for it, by the documented commands.

Fitting the network needs PyTorch, which `make test` does not install; where it is missing a file
with random numbers stands in for what `learn train` writes, and all else is the real thing.
"""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import numpy as np

from ninefold.engine.core import axes_of
from ninefold.engine.core.network import NetworkFile
from ninefold.engine.scale import HAND_SCALE
from ninefold.rules.variants import find_variant

MODE = "skirmish:free_move=unfilled"
WEIGHTS = 19_297


def environment(folder: Path) -> dict[str, str]:
    """That folder as the home of Ninefold's data."""
    return {**os.environ, "NINEFOLD_DATA": str(folder / "data")}


def ninefold(folder: Path, *arguments: str, said: str = "") -> subprocess.CompletedProcess[str]:
    """A command in that folder, which is the home of its data too."""
    return subprocess.run(
        [sys.executable, "-m", "ninefold", *arguments],
        cwd=folder,
        env=environment(folder),
        input=said,
        capture_output=True,
        text=True,
        check=True,
    )


def make_samples(folder: Path) -> str:
    """Let the engine play the variant with itself; what the command said."""
    games = ["games", MODE, "--samples", "200", "--nodes", "100", "--out", "own.samples"]
    return ninefold(folder, "learn", *games).stderr


def train(folder: Path) -> None:
    """Write own.weights from own.samples."""
    if importlib.util.find_spec("torch") is not None:
        fit = ["train", MODE, "own.samples", "--visits", "200000", "--out", "own.weights"]
        ninefold(folder, "learn", *fit)
    else:
        stand_in(folder)


def stand_in(folder: Path) -> None:
    """Write own.weights with random numbers, where nobody asks how well it judges."""
    variant = find_variant(MODE)
    numbers = np.random.default_rng(1).normal(0, 0.1, WEIGHTS).astype("<f4").tobytes()
    file = NetworkFile(axes_of(variant), HAND_SCALE[variant.release], numbers, "a stand-in")
    (folder / "own.weights").write_bytes(file.encode())
