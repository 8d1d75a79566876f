"""Mixture: the mean of several networks that were trained from the same beginning.

What one training learnt by chance the others did not, and what all of them learnt stays.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from ninefold.engine.core.network import NetworkFile
from ninefold.engine.networks import require_axes
from ninefold.rules.variants import Variant

__all__ = ["mix_weights"]


def mix_weights(paths: Sequence[Path], variant: Variant, out: Path) -> None:
    """Write the mean of the files, which are all for that variant."""
    files = [NetworkFile.decode(path.read_bytes(), str(path)) for path in paths]
    for path, file in zip(paths, files, strict=True):
        require_axes(file.axes, variant, str(path))
    mean = np.mean([np.frombuffer(file.weights, "<f4") for file in files], axis=0, dtype="f8")
    names = ", ".join(path.name for path in paths)
    weights = mean.astype("<f4").tobytes()
    mixed = files[0]._replace(weights=weights, description=f"the mean of {names}")
    out.write_bytes(mixed.encode())
