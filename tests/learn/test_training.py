"""Training: the error falls, the file holds what was trained, and the core plays by it.

Needs PyTorch, which `make test` does not install: `pip install -e ".[dev,learn]"` and then
`pytest tests/learn` runs these too.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ninefold.engine.core import Search, axes_of
from ninefold.engine.core.library import ffi, lib
from ninefold.engine.core.network import Network
from ninefold.engine.core.selfplay import SAMPLE_BYTES
from ninefold.engine.scale import HAND_SCALE
from ninefold.learn.samples import Samples, read_samples
from ninefold.learn.selfplay import count_samples, write_games
from ninefold.learn.states import States
from ninefold.rules.squares import transform_square
from ninefold.rules.variants import VARIANTS

torch = pytest.importorskip("torch", reason="PyTorch is not installed: only training needs it")

VISITS = 150 * 16_384
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
    assert len(samples.expected) == count_samples(path)
    weights = training.fresh_weights(1)

    def error() -> float:
        """What is missed on average, and not smoothed over the steps as the progress is."""
        told = torch.sigmoid(answers(weights, states, samples))
        return float(((told - torch.from_numpy(samples.expected)) ** 2).mean())

    before = error()
    steps = list(training.train(samples, states, visits=VISITS, rate=0.01, weights=weights))
    assert steps[-1].visits == VISITS
    assert error() < 0.7 * before

    file, scale = tmp_path / "weights", HAND_SCALE[variant.release]
    training.write_weights(file, weights, axes_of(variant), scale, "from a test")
    again = training.read_weights(file)
    assert all(torch.equal(again[name], weights[name]) for name in weights)

    told_by_torch = answers(weights, states, samples)
    network, raw = Network(file.read_bytes()), path.read_bytes()
    assert (network.axes, network.scale) == (axes_of(variant), scale)
    assert network.description == "from a test"
    search = Search(1 << 20)
    search.use(network)
    for n in range(CHECKED):
        sample = ffi.from_buffer("nf_sample *", raw[n * SAMPLE_BYTES : (n + 1) * SAMPLE_BYTES])
        told = lib.nf_evaluate(search._handle, ffi.addressof(sample.position))
        assert told == pytest.approx(float(told_by_torch[n]) * scale, abs=60)


def test_an_error_counts_by_the_weight_of_its_position(tmp_path: Path) -> None:
    """The same positions as won and as lost: what is learnt lies where the weights say."""
    from ninefold.learn import training

    variant, path = VARIANTS["battle"], tmp_path / "samples"
    for _ in write_games(path, variant, 500, nodes=100, seed=1):
        pass
    states = States(variant)
    once = read_samples([path], variant, axes_of(variant), states)
    one = np.ones_like(once.expected)
    both = Samples(
        np.concatenate([once.boards, once.boards]),
        np.concatenate([once.target, once.target]),
        np.concatenate([one, 0 * one]),
        np.concatenate([1.6 * one, 0.4 * one]),
    )
    weights = training.fresh_weights(1)
    for _ in training.train(both, states, visits=60 * 16_384, rate=0.01, weights=weights):
        pass
    logits = answers(weights, states, once)
    assert float(torch.sigmoid(logits).mean()) == pytest.approx(0.8, abs=0.03)


def test_every_image_of_a_sample_is_judged_as_the_turned_position(tmp_path: Path) -> None:
    """The boards, what is on each, and the board that the mover is held to turn together."""
    from ninefold.learn import training

    variant, path = VARIANTS["modern"], tmp_path / "samples"
    for _ in write_games(path, variant, 1000, nodes=100, seed=1):
        pass
    states = States(variant)
    samples = read_samples([path], variant, axes_of(variant), states)
    weights, batches = training.fresh_weights(1), training._Batches(samples, states)
    every = torch.arange(len(samples.expected))
    for turn in range(8):
        place = np.array([transform_square(9 * board + 4, turn) // 9 for board in range(9)])
        boards, held = np.empty_like(samples.boards), samples.target < 9
        boards[:, place] = states.turned[turn][samples.boards]
        target = samples.target.copy()
        target[held] = place[target[held]]
        told = torch.sigmoid(
            answers(weights, states, replace(samples, boards=boards, target=target))
        )
        error = torch.from_numpy(samples.weight) * (told - torch.from_numpy(samples.expected)) ** 2
        assert torch.allclose(batches._missed(weights, every, turn), error, atol=1e-6), turn
    assert held.any()
    assert not held.all()


def answers(weights: Any, states: States, samples: Samples) -> Any:
    """What the network answers to all samples, as logits."""
    from ninefold.learn import training

    boards = torch.from_numpy(samples.boards)
    with torch.no_grad():
        return training._logits(
            weights,
            torch.from_numpy(states.features),
            boards,
            torch.from_numpy(states.exchanged)[boards],
            torch.from_numpy(samples.target),
        )


def test_part_of_the_way_lies_between_the_old_weights_and_the_new() -> None:
    from ninefold.learn import training

    old, new = training.fresh_weights(1), training.fresh_weights(2)
    assert all(torch.equal(training.between(old, new, 1)[name], new[name]) for name in old)
    half = training.between(old, new, 0.5)
    assert torch.allclose(half["place"], (old["place"] + new["place"]) / 2)
