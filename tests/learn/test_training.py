"""Training: the error falls, the file holds what was trained, and the core plays by it.

Needs PyTorch, which `make test` does not install: `pip install -e ".[dev,learn]"` and then
`pytest tests/learn` runs these too.
"""

from __future__ import annotations

from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ninefold.cli import main
from ninefold.engine.core import axes_of, ffi, lib
from ninefold.engine.levels import OPPONENTS
from ninefold.engine.native import UNITS_PER_ODDS, NativeEngine
from ninefold.engine.networks import Network
from ninefold.learn.samples import Samples, read_samples
from ninefold.learn.selfplay import SAMPLE_BYTES, count_samples, write_games
from ninefold.learn.states import States
from ninefold.rules.variants import VARIANTS

torch = pytest.importorskip("torch", reason="PyTorch is not installed: only training needs it")

VISITS = 150 * 16_384
CHECKED = 200


@pytest.mark.parametrize("opponent", OPPONENTS)
@pytest.mark.parametrize("mode", ["modern", "battle"])
def test_training_lowers_the_error_and_the_core_plays_by_what_was_trained(
    tmp_path: Path, mode: str, opponent: str
) -> None:
    from ninefold.learn import training

    variant, path = VARIANTS[mode], tmp_path / "samples"
    for _ in write_games(path, variant, 3000, nodes=100, seed=1, opponent=opponent):
        pass
    states = States(variant)
    samples = read_samples([path], variant, axes_of(variant), states, opponent)
    assert len(samples.share) == count_samples(path)
    boards, target = torch.from_numpy(samples.boards), torch.from_numpy(samples.target)
    features = torch.from_numpy(states.features)
    exchanged = torch.from_numpy(states.exchanged)[boards]
    weaker = torch.from_numpy(samples.weaker)
    weights = training.with_heads(training.fresh_weights(1), {"equal": 1, "weaker": 2}[opponent])

    def odds() -> Any:
        with torch.no_grad():
            return training._odds(weights, features, boards, exchanged, target, weaker)

    def error() -> float:
        """What is missed on average, and not smoothed over the steps as the progress is."""
        return float(((torch.sigmoid(odds()) - torch.from_numpy(samples.share)) ** 2).mean())

    before = error()
    steps = list(training.train(samples, states, visits=VISITS, rate=0.01, weights=weights))
    assert steps[-1].visits == VISITS
    assert error() < 0.7 * before

    file, units = tmp_path / "weights", UNITS_PER_ODDS[variant.release]
    training.write_weights(file, weights, units)
    again = training.read_weights(file)
    assert all(torch.equal(again[name], weights[name]) for name in weights)

    told_by_torch = odds()
    network, raw = Network(axes_of(variant), file.read_bytes()), path.read_bytes()
    with NativeEngine(memory=1, evaluation="hand") as engine:
        lib.nf_search_use(engine._search, network.handle)
        # What the core says alone is for the one who searches, so the weaker's turns are left out.
        for n in np.flatnonzero(~samples.weaker)[:CHECKED]:
            sample = ffi.from_buffer("nf_sample *", raw[n * SAMPLE_BYTES : (n + 1) * SAMPLE_BYTES])
            told = lib.nf_evaluate(engine._search, ffi.addressof(sample.position))
            assert told == pytest.approx(float(told_by_torch[n]) * units, abs=60)


def test_an_error_counts_by_the_weight_of_its_position(tmp_path: Path) -> None:
    """The same positions as won and as lost: what is learnt lies where the weights say."""
    from ninefold.learn import training

    variant, path = VARIANTS["battle"], tmp_path / "samples"
    for _ in write_games(path, variant, 500, nodes=100, seed=1):
        pass
    states = States(variant)
    once = read_samples([path], variant, axes_of(variant), states)
    one = np.ones_like(once.share)
    both = Samples(
        np.concatenate([once.boards, once.boards]),
        np.concatenate([once.target, once.target]),
        np.concatenate([one, 0 * one]),
        np.concatenate([1.6 * one, 0.4 * one]),
        np.concatenate([once.weaker, once.weaker]),
        np.concatenate([once.shift, once.shift]),
        np.concatenate([once.slope, once.slope]),
    )
    weights = training.fresh_weights(1)
    for _ in training.train(both, states, visits=60 * 16_384, rate=0.01, weights=weights):
        pass
    odds = told(weights, states, once)
    assert float(torch.sigmoid(odds).mean()) == pytest.approx(0.8, abs=0.03)


def test_an_answer_is_compared_by_its_shift_and_slope(tmp_path: Path) -> None:
    """All won half the time: what is answered makes up for the odds that are added."""
    from ninefold.learn import training

    states, once = some_samples(tmp_path, "equal")
    shifted = replace(once, share=0 * once.share + 0.5, shift=once.shift - 1, slope=2 * once.slope)
    weights = training.fresh_weights(1)
    for _ in training.train(shifted, states, visits=60 * 16_384, rate=0.01, weights=weights):
        pass
    assert float(told(weights, states, once).mean()) == pytest.approx(0.5, abs=0.05)


def test_games_among_equals_beside_the_others_are_not_forgotten(tmp_path: Path) -> None:
    from ninefold.learn import training

    states, seen = some_samples(tmp_path, "weaker")
    _, equal = some_samples(tmp_path, "equal")

    def error_among_equals(beside: Samples | None) -> float:
        """What the rows still tell of equal games, read by a head that knew them before."""
        weights = training.fresh_weights(1)
        for _ in training.train(equal, states, visits=60 * 16_384, rate=0.01, weights=weights):
            pass
        head = {name: weights[name] for name in training._HEAD}
        both = training.with_heads(weights, 2)
        both = {name: value.detach().clone().requires_grad_() for name, value in both.items()}
        for _ in training.train(
            seen, states, visits=60 * 16_384, rate=0.01, weights=both, beside=beside
        ):
            pass
        assert len(both["output"]) == 2
        odds = told({**both, **head}, states, equal)
        return float(((torch.sigmoid(odds) - torch.from_numpy(equal.share)) ** 2).mean())

    assert error_among_equals(equal) < 0.98 * error_among_equals(None)


def test_the_command_learns_hopes_and_random_games(tmp_path: Path, capsys) -> None:
    games, unequal = str(tmp_path / "equal"), str(tmp_path / "weaker")
    for opponent in OPPONENTS:
        some_samples(tmp_path, opponent)
    equal = str(files("ninefold.engine.networks") / "battle.weights")
    out = tmp_path / "out.weights"
    few = ["--visits", "16384", "--out", str(out)]
    train = ["learn", "train", "battle", unequal, "--opponent", "weaker", "--beside", games, *few]
    assert main([*train, "--from", equal]) == 0
    assert out.stat().st_size == 81_420  # two heads
    assert main(train) == 2
    assert "--beside is for learning from a weaker opponent" in capsys.readouterr().err
    assert main(["learn", "random", "battle", games, *few]) == 0
    assert out.stat().st_size == 77_192
    assert f"weights in {out}, error 0." in capsys.readouterr().err
    nowhere = ["--visits", "16384", "--out", str(tmp_path / "no folder" / "weights")]
    assert main(["learn", "random", "battle", games, *nowhere]) == 2
    assert "weights in" not in capsys.readouterr().err  # there are none


def some_samples(folder: Path, opponent: str) -> tuple[States, Samples]:
    variant, path = VARIANTS["battle"], folder / opponent
    for _ in write_games(path, variant, 2000, nodes=60, seed=1, opponent=opponent):
        pass
    states = States(variant)
    return states, read_samples([path], variant, axes_of(variant), states, opponent)


def told(weights: Any, states: States, samples: Samples) -> Any:
    """What the network answers to all samples, as odds."""
    from ninefold.learn import training

    boards = torch.from_numpy(samples.boards)
    with torch.no_grad():
        return training._odds(
            weights,
            torch.from_numpy(states.features),
            boards,
            torch.from_numpy(states.exchanged)[boards],
            torch.from_numpy(samples.target),
            torch.from_numpy(samples.weaker),
        )


def test_a_head_can_be_added_and_taken_away() -> None:
    from ninefold.learn import training

    one = training.fresh_weights(1)
    two = training.with_heads(one, 2)
    assert [len(two[name]) for name in ("hidden", "output_start")] == [2, 2]
    assert torch.equal(two["hidden"][1], one["hidden"][0])
    assert two["place"] is one["place"]
    assert torch.equal(training.with_heads(two, 1)["output"], one["output"])


def test_part_of_the_way_lies_between_the_old_weights_and_the_new() -> None:
    from ninefold.learn import training

    old, new = training.fresh_weights(1), training.fresh_weights(2)
    assert all(torch.equal(training.between(old, new, 1)[name], new[name]) for name in old)
    half = training.between(old, new, 0.5)
    assert torch.allclose(half["place"], (old["place"] + new["place"]) / 2)
