"""Training: the error falls, the file holds what was trained, and the core plays by it.

Needs PyTorch, which `make test` does not install: `pip install -e ".[dev,learn]"` and then
`pytest tests/learn` runs these too.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from ninefold.engine.core import axes_of, ffi, lib
from ninefold.engine.native import UNITS_PER_ODDS, NativeEngine
from ninefold.engine.networks import Network
from ninefold.learn.samples import read_samples
from ninefold.learn.selfplay import SAMPLE_BYTES, count_samples, write_games
from ninefold.learn.states import States
from ninefold.rules.variants import VARIANTS

torch = pytest.importorskip("torch", reason="PyTorch is not installed: only training needs it")

VISITS = 20 * 16_384
CHECKED = 200


@pytest.mark.parametrize("mode", ["modern", "battle"])
def test_training_lowers_the_error_and_the_core_plays_by_what_was_trained(
    tmp_path: Path, mode: str
) -> None:
    from ninefold.learn import training

    variant, path = VARIANTS[mode], tmp_path / "samples"
    for _ in write_games(path, variant, 3000, nodes=100, seed=1):
        pass
    states = States(variant)
    samples = read_samples([path], variant, axes_of(variant), states)
    assert len(samples.share) == count_samples(path)
    weights = training.fresh_weights(1)
    steps = list(training.train(samples, states, visits=VISITS, rate=0.01, weights=weights))
    assert steps[-1].visits == VISITS
    assert steps[-1].error < 0.9 * steps[0].error

    file, units = tmp_path / "weights", UNITS_PER_ODDS[variant.release]
    training.write_weights(file, weights, units)
    again = training.read_weights(file)
    assert all(torch.equal(again[name], weights[name]) for name in weights)

    seen = torch.from_numpy(samples.boards[:CHECKED])
    exchanged = torch.from_numpy(states.exchanged)[seen]
    target = torch.from_numpy(samples.target[:CHECKED])
    odds = training._odds(weights, torch.from_numpy(states.features), seen, exchanged, target)
    network, raw = Network(axes_of(variant), file.read_bytes()), path.read_bytes()
    with NativeEngine(memory=1, evaluation="hand") as engine:
        lib.nf_search_use(engine._search, network.handle)
        for n in range(CHECKED):
            sample = ffi.from_buffer("nf_sample *", raw[n * SAMPLE_BYTES : (n + 1) * SAMPLE_BYTES])
            told = lib.nf_evaluate(engine._search, ffi.addressof(sample.position))
            assert told == pytest.approx(float(odds[n]) * units, abs=60)
