"""Mixing: the mean of several networks, and only of such as belong together."""

from __future__ import annotations

from array import array
from importlib.resources import files
from pathlib import Path

import pytest

from ninefold.cli import main
from ninefold.engine.core.network import NetworkFile

NETWORKS = Path(str(files("ninefold.engine.networks")))


def test_a_mixture_is_the_mean_and_says_so(tmp_path: Path, capsys) -> None:
    one, other, out = NETWORKS / "classic.weights", tmp_path / "other", tmp_path / "mean.weights"
    first = NetworkFile.decode(one.read_bytes(), "one")
    doubled = array("f", [2 * number for number in array("f", first.weights)])
    other.write_bytes(first._replace(weights=doubled.tobytes()).encode())
    assert main(["learn", "mix", "classic", str(one), str(other), "--out", str(out)]) == 0
    assert f"the mean of 2 in {out}" in capsys.readouterr().err
    mixed = NetworkFile.decode(out.read_bytes(), "mean")
    assert (mixed.axes, mixed.scale) == (first.axes, first.scale)
    assert mixed.description == "the mean of classic.weights, other"
    numbers = array("f", first.weights), array("f", mixed.weights)
    for a, mean in zip(*numbers, strict=True):
        assert mean == pytest.approx(1.5 * a, rel=1e-6, abs=1e-9)


@pytest.mark.parametrize(
    ("second", "told"),
    [
        (str(NETWORKS / "battle.weights"), "is a network for battle: expected one for classic"),
        ("broken", "is not a network"),
        ("none", "cannot be used: No such file"),
    ],
)
def test_what_does_not_belong_together_is_not_mixed(
    tmp_path: Path, capsys, second: str, told: str
) -> None:
    (tmp_path / "broken").write_bytes(bytes(77_192))
    out, first = tmp_path / "out", NETWORKS / "classic.weights"
    mix = ["learn", "mix", "classic", str(first), str(tmp_path / second), "--out", str(out)]
    assert main(mix) == (4 if second == "none" else 2)
    assert told in capsys.readouterr().err
    assert not out.exists()
