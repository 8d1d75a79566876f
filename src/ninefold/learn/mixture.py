"""Mixture: the mean of several files of weights that were trained from the same beginning.

What one training learnt by chance the others did not, and what all of them learnt stays.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from ninefold.engine.engine import EngineError
from ninefold.engine.networks import Network
from ninefold.rules.errors import NinefoldError, quoted

__all__ = ["mix_weights"]


def mix_weights(paths: Sequence[Path], axes: int, out: Path) -> None:
    """Write the mean of the files, which are all for the variant with these axes."""
    files = [path.read_bytes() for path in paths]
    for path, weights in zip(paths, files, strict=True):
        if len(weights) != len(files[0]):
            raise NinefoldError(
                f"{quoted(str(path))} holds {len(weights):,} bytes and {quoted(str(paths[0]))} "
                f"{len(files[0]):,}: expected weights for the same --opponent"
            )
        try:
            Network(axes, weights)
        except EngineError as error:
            raise NinefoldError(f"{quoted(str(path))}: {error}") from error
    mean = np.mean([np.frombuffer(weights, "<f4") for weights in files], axis=0, dtype="f8")
    mean.astype("<f4").tofile(out)
