"""Training: fits a network to samples, and writes its file.

Needs PyTorch: ``pip install "ninefold[learn]"``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import prod
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
import torch
from torch.nn import functional

from ninefold.engine.core.network import NetworkFile
from ninefold.learn.samples import Samples
from ninefold.learn.states import FEATURES, PLACES, States

__all__ = [
    "Progress",
    "between",
    "error_on",
    "fresh_weights",
    "read_weights",
    "train",
    "use_threads",
    "write_weights",
]

_WIDE, _CODE, _LANES, _HIDDEN = 64, 32, 32, 16
#: The weights in the order of the file: by input and then by output.
_SHAPES: Final[Mapping[str, tuple[int, ...]]] = {
    "first": (FEATURES, _WIDE),
    "first_start": (_WIDE,),
    "second": (_WIDE, _WIDE),
    "second_start": (_WIDE,),
    "code": (_WIDE, _CODE),
    "code_start": (_CODE,),
    "place": (9 * _CODE, _LANES),
    "start": (_LANES,),
    "target": (_CODE, _LANES),
    "held": (10, _LANES),  # the tenth is for a free move
    "hidden": (2 * _LANES, _HIDDEN),
    "hidden_start": (_HIDDEN,),
    "output": (_HIDDEN, 1),
    "output_start": (1,),
}
_BATCH: Final = 16_384

#: The weights by name.
Weights = dict[str, Any]


class Progress(NamedTuple):
    """How far the training is: sample visits, and the weighted mean squared error."""

    visits: int
    error: float


def use_threads(count: int) -> None:
    """Train with so many threads; more than there are free cores wait for one another."""
    torch.set_num_threads(count)


def train(
    samples: Samples,
    states: States,
    *,
    visits: int,
    rate: float,
    weights: Weights,
    seed: int = 0,
) -> Iterator[Progress]:
    """Change ``weights`` to fit the samples; every batch is seen in one of its eight symmetries."""
    generator, batches = torch.Generator().manual_seed(seed), _Batches(samples, states)
    steps = max(visits // _BATCH, 1)
    optimizer = torch.optim.AdamW(weights.values(), lr=rate, weight_decay=1e-3)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, rate, total_steps=steps + 1, pct_start=0.03
    )
    error = 0.0
    for step in range(steps):
        loss = batches.loss(weights, generator)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        schedule.step()
        error = loss.item() if step == 0 else 0.98 * error + 0.02 * loss.item()
        yield Progress((step + 1) * _BATCH, error)


class _Batches:
    """Samples to draw batches from."""

    def __init__(self, samples: Samples, states: States) -> None:
        self._features, self._turned = map(torch.from_numpy, (states.features, states.turned))
        self._exchanged, self._places = map(torch.from_numpy, (states.exchanged, PLACES))
        self._back = torch.argsort(self._places[:, :9], dim=1)
        self._boards, self._target = map(torch.from_numpy, (samples.boards, samples.target))
        self._expected, self._weight = map(torch.from_numpy, (samples.expected, samples.weight))

    def loss(self, weights: Weights, generator: Any) -> Any:
        """The weighted mean squared error of a batch."""
        chosen = torch.randint(len(self._boards), (_BATCH,), generator=generator)
        turn = int(torch.randint(8, (1,), generator=generator))
        return self._missed(weights, chosen, turn).mean()

    def error(self, weights: Weights, chosen: slice) -> float:
        """The weighted squared errors of some samples as they are, added up."""
        return float(self._missed(weights, chosen, 0).sum())

    def _missed(self, weights: Weights, chosen: Any, turn: int) -> Any:
        seen = self._turned[turn][self._boards[chosen]][:, self._back[turn]]
        held_to = self._places[turn][self._target[chosen]]
        logits = _logits(weights, self._features, seen, self._exchanged[seen], held_to)
        error = torch.sigmoid(logits) - self._expected[chosen]
        return self._weight[chosen] * error**2


def error_on(samples: Samples, states: States, weights: Weights) -> float:
    """The weighted mean squared error on samples, usually on some that were not trained on."""
    batches, total = _Batches(samples, states), 0.0
    with torch.no_grad():
        for start in range(0, len(samples.boards), _BATCH):
            total += batches.error(weights, slice(start, start + _BATCH))
    return total / len(samples.boards)


def _logits(w: Weights, features: Any, mine: Any, theirs: Any, target: Any) -> Any:
    """The network's answer for the player to move: the logit of the expected score."""
    wide = (features @ w["first"] + w["first_start"]).relu()
    wide = (wide @ w["second"] + w["second_start"]).relu()
    code = wide @ w["code"] + w["code_start"]
    own = functional.embedding(mine, code)
    sums = [own.flatten(1) @ w["place"] + w["start"]]
    sums.append(functional.embedding(theirs, code).flatten(1) @ w["place"] + w["start"])
    held = (target < 9)[:, None]
    board = own[torch.arange(len(own)), target.clamp(max=8)] * held
    sums[0] = sums[0] + board @ w["target"] + functional.embedding(target, w["held"])
    lanes = torch.cat(sums, 1).clamp(0, 1)
    hidden = (lanes @ w["hidden"] + w["hidden_start"]).clamp(0, 1)
    return (hidden @ w["output"] + w["output_start"])[:, 0]


def fresh_weights(seed: int = 0) -> Weights:
    """Weights to begin with."""
    generator = torch.Generator().manual_seed(seed)
    weights: Weights = {}
    for name, shape in _SHAPES.items():
        if name.endswith("start") or name == "held":
            value = torch.full(shape, 0.3 if name == "start" else 0.0)
        else:
            value = (2 * torch.rand(shape, generator=generator) - 1) / shape[0] ** 0.5
        weights[name] = value.requires_grad_()
    return weights


def between(old: Weights, new: Weights, part: float) -> Weights:
    """Weights on the way from the old ones to new ones that were trained from them."""
    return {name: torch.lerp(old[name], new[name], part).detach() for name in old}


def read_weights(path: Path) -> Weights:
    """The weights of a network's file, to go on from; it may be for another variant."""
    file = NetworkFile.decode(path.read_bytes(), str(path))
    numbers, weights = torch.from_numpy(np.frombuffer(file.weights, "<f4").copy()), {}
    for name, shape in _SHAPES.items():
        part, numbers = numbers[: prod(shape)], numbers[prod(shape) :]
        weights[name] = part.reshape(shape).clone().requires_grad_()
    return weights


def write_weights(
    path: Path, weights: Weights, axes: int, scale: float, description: str = ""
) -> None:
    """Write a network's file: for which axes, its logistic scale, and where it comes from."""
    numbers = [weights[name].detach().numpy().ravel() for name in _SHAPES]
    raw = np.concatenate(numbers).astype("<f4").tobytes()
    path.write_bytes(NetworkFile(axes, scale, raw, description).encode())
