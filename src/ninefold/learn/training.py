"""Training: fits a network to samples, and writes its weights as ``core/network.c`` reads them.

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

from ninefold.learn.samples import Samples
from ninefold.learn.states import FEATURES, PLACES, States

__all__ = [
    "Progress",
    "between",
    "fresh_weights",
    "read_weights",
    "train",
    "with_heads",
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
}
#: The last layers, which come once for each head: one among equals, two with a weaker opponent (for
#: the stronger and for the weaker player to move).
_HEAD: Final[Mapping[str, tuple[int, ...]]] = {
    "hidden": (2 * _LANES, _HIDDEN),
    "hidden_start": (_HIDDEN,),
    "output": (_HIDDEN, 1),
    "output_start": (1,),
}
_BATCH: Final = 16_384

#: The weights by name; those of the heads have the head for their first dimension.
Weights = dict[str, Any]


class Progress(NamedTuple):
    """How far the training is: sample visits, and the weighted mean squared error."""

    visits: int
    error: float


def train(
    samples: Samples,
    states: States,
    *,
    visits: int,
    rate: float,
    weights: Weights,
    seed: int = 0,
    beside: Samples | None = None,
) -> Iterator[Progress]:
    """Change ``weights`` to fit the samples; every batch is seen in one of its eight symmetries.

    ``beside`` are games among equals, of which as many are seen. They have a head of their own that
    is not kept: what they teach is that the rest may not forget them.
    """
    generator = torch.Generator().manual_seed(seed)
    lessons = [(_Lesson(samples, states), weights)]
    trained = [*weights.values()]
    if beside is not None:
        head = {name: weights[name][:1].detach().clone().requires_grad_() for name in _HEAD}
        lessons.append((_Lesson(beside, states), {**weights, **head}))
        trained += head.values()
    steps = max(visits // _BATCH, 1)
    optimizer = torch.optim.AdamW(trained, lr=rate, weight_decay=1e-3)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, rate, total_steps=steps + 1, pct_start=0.03
    )
    error = 0.0
    for step in range(steps):
        losses = [lesson.loss(those, generator) for lesson, those in lessons]
        optimizer.zero_grad()
        torch.stack(losses).sum().backward()
        optimizer.step()
        schedule.step()
        loss = losses[0].item()
        error = loss if step == 0 else 0.98 * error + 0.02 * loss
        yield Progress((step + 1) * _BATCH, error)


class _Lesson:
    """Samples to draw batches from."""

    def __init__(self, samples: Samples, states: States) -> None:
        self._features, self._turned = map(torch.from_numpy, (states.features, states.turned))
        self._exchanged, self._places = map(torch.from_numpy, (states.exchanged, PLACES))
        self._back = torch.argsort(self._places[:, :9], dim=1)
        self._boards, self._target = map(torch.from_numpy, (samples.boards, samples.target))
        self._share, self._weight = map(torch.from_numpy, (samples.share, samples.weight))
        self._shift, self._slope = map(torch.from_numpy, (samples.shift, samples.slope))
        self._weaker = torch.from_numpy(samples.weaker)

    def loss(self, weights: Weights, generator: Any) -> Any:
        """The weighted mean squared error of a batch."""
        chosen = torch.randint(len(self._boards), (_BATCH,), generator=generator)
        turn = int(torch.randint(8, (1,), generator=generator))
        seen = self._turned[turn][self._boards[chosen]][:, self._back[turn]]
        held_to = self._places[turn][self._target[chosen]]
        weaker = self._weaker[chosen]
        odds = _odds(weights, self._features, seen, self._exchanged[seen], held_to, weaker)
        expected = torch.sigmoid(self._shift[chosen] + self._slope[chosen] * odds)
        return (self._weight[chosen] * (expected - self._share[chosen]) ** 2).mean()


def _odds(w: Weights, features: Any, mine: Any, theirs: Any, target: Any, weaker: Any) -> Any:
    """The network's answer for the player to move, as the logarithm of the odds."""
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
    answers = [_answer(w, head, lanes) for head in range(len(w["output"]))]
    return torch.where(weaker, answers[-1], answers[0])


def _answer(w: Weights, head: int, lanes: Any) -> Any:
    hidden = (lanes @ w["hidden"][head] + w["hidden_start"][head]).clamp(0, 1)
    return (hidden @ w["output"][head] + w["output_start"][head])[:, 0]


def fresh_weights(seed: int = 0) -> Weights:
    """Weights to begin with, for one head."""
    generator = torch.Generator().manual_seed(seed)
    weights: Weights = {}
    for name, shape in {**_SHAPES, **_HEAD}.items():
        if name.endswith("start") or name == "held":
            value = torch.full(shape, 0.3 if name == "start" else 0.0)
        else:
            value = (2 * torch.rand(shape, generator=generator) - 1) / shape[0] ** 0.5
        weights[name] = (value[None] if name in _HEAD else value).requires_grad_()
    return weights


def with_heads(weights: Weights, count: int) -> Weights:
    """The same weights with so many heads; those that were missing are like the last."""
    missing = count - len(weights["output"])
    return {
        name: torch.cat([value, *[value[-1:]] * missing])[:count].detach().requires_grad_()
        if name in _HEAD
        else value
        for name, value in weights.items()
    }


def between(old: Weights, new: Weights, part: float) -> Weights:
    """Weights on the way from the old ones to new ones that were trained from them."""
    return {name: torch.lerp(old[name], new[name], part).detach() for name in old}


def _size(shapes: Mapping[str, tuple[int, ...]]) -> int:
    return sum(prod(shape) for shape in shapes.values())


def read_weights(path: Path) -> Weights:
    """The weights of a file, to go on from."""
    numbers = torch.from_numpy(np.fromfile(path, "<f4"))
    heads = (len(numbers) - _size(_SHAPES)) // _size(_HEAD)
    shapes = [*_SHAPES.items(), *[*_HEAD.items()] * heads]
    weights: Weights = {name: [] for name in (*_SHAPES, *_HEAD)}
    for name, shape in shapes:
        part, numbers = numbers[: prod(shape)], numbers[prod(shape) :]
        weights[name].append(part.reshape(shape))
    return {
        name: (torch.stack(parts) if name in _HEAD else parts[0].clone()).requires_grad_()
        for name, parts in weights.items()
    }


def write_weights(path: Path, weights: Weights, units: float) -> None:
    """Write a file of weights; ``units`` are the evaluation units in which the odds grow by e."""
    parts = [weights[name] for name in _SHAPES]
    parts += [weights[name][head] for head in range(len(weights["output"])) for name in _HEAD]
    numbers = [part.detach().numpy().ravel() for part in parts]
    np.concatenate([*numbers, [units]]).astype("<f4").tofile(path)
