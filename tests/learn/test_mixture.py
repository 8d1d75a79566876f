"""Mixing: the mean of several networks, and only of such as belong together."""

from __future__ import annotations

from array import array
from importlib.resources import files
from pathlib import Path

import pytest

from ninefold.cli import main

NETWORKS = Path(str(files("ninefold.engine.networks")))


def test_a_mixture_is_the_mean(tmp_path: Path, capsys) -> None:
    one, other = NETWORKS / "classic.weights", NETWORKS / "battle.weights"
    out = tmp_path / "mean.weights"
    assert main(["learn", "mix", "classic", str(one), str(other), "--out", str(out)]) == 0
    assert f"the mean of 2 in {out}" in capsys.readouterr().err
    numbers = [array("f", path.read_bytes()) for path in (one, other, out)]
    for a, b, mean in zip(*numbers, strict=True):
        assert mean == pytest.approx((a + b) / 2, rel=1e-6, abs=1e-9)


@pytest.mark.parametrize(
    ("second", "told"),
    [
        ("classic-weaker.weights", "expected weights for the same --opponent"),
        ("broken", "make no network"),
        ("none", "cannot be used: No such file"),
    ],
)
def test_what_does_not_belong_together_is_not_mixed(
    tmp_path: Path, capsys, second: str, told: str
) -> None:
    (tmp_path / "broken").write_bytes(bytes(77_192))
    other = NETWORKS / second if (NETWORKS / second).exists() else tmp_path / second
    out, first = tmp_path / "out", NETWORKS / "classic.weights"
    assert main(["learn", "mix", "classic", str(first), str(other), "--out", str(out)]) == 2
    assert told in capsys.readouterr().err
    assert not out.exists()
