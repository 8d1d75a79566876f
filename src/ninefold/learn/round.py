"""Round: self-play, training, and a match that says whether the new network is better.

Each step writes what it made before the next begins, and what is there already is not made again:
that is how a run goes on after a stop or a crash.
"""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Final

from ninefold.arena.cluster import Cluster
from ninefold.arena.folder import MatchFolder
from ninefold.arena.match import Match
from ninefold.arena.openings import even_openings
from ninefold.arena.players import Player, find_player
from ninefold.arena.standing import Standing
from ninefold.engine.core import axes_of
from ninefold.engine.limit import Limit
from ninefold.engine.scale import HAND_SCALE
from ninefold.learn.parts import Parts
from ninefold.rules.errors import BadInput
from ninefold.rules.variants import Variant, find_variant, format_variant

__all__ = ["Heard", "Round", "RoundResult", "RunSettings", "Stopped", "write_safely"]

#: Hears what is being done, how much of it is done, of how much, and a note.
Heard = Callable[[str, int, int, str], None]

#: One part in so many is not trained on: its error is the held-out error.
_HELD_OUT_ONE_IN: Final = 10


class Stopped(Exception):
    """Somebody asked the run to stop; what was made so far is kept."""


@dataclass(frozen=True, slots=True)
class RunSettings:
    """What decides the results of a run: on one machine the same give the same networks."""

    mode: str
    samples: int = 400_000
    nodes: int = 800
    visits: int = 8_000_000
    rate: float = 8e-3
    window: int = 4
    match_games: int = 60
    match_nodes: int = 3_000
    accept: float = 0.5
    seed: int = 1
    begin: str | None = None

    def __post_init__(self) -> None:
        for name, least in (("samples", 100), ("nodes", 10), ("visits", 1), ("window", 1)):
            if getattr(self, name) < least:
                raise BadInput(f"{name} is {getattr(self, name)}: expected {least} or more")
        if not 0 <= self.accept < 1 or self.rate <= 0 or self.seed < 0:
            raise BadInput(
                f"accept is {self.accept:g}, rate {self.rate:g}, seed {self.seed}: expected a "
                "share of the points from 0 to 1, a rate above 0 and a seed of 0 or more"
            )

    @property
    def variant(self) -> Variant:
        """What is played."""
        return find_variant(self.mode)


@dataclass(frozen=True, slots=True)
class RoundResult:
    """What a round brought; a line of the log.

    ``elo`` is the new network's against the best before it, which was that of round ``best`` (0:
    what the run began with). ``strength`` adds up to where the best stands after this round.
    """

    round: int
    samples: int
    training_error: float
    held_out_error: float
    best: int
    score: float
    elo: float
    elo_low: float
    elo_high: float
    accepted: bool
    strength: float
    self_play_seconds: float
    training_seconds: float
    match_seconds: float


class Round:
    """One round of a run, in a folder of its own."""

    def __init__(self, number: int, run: Path, settings: RunSettings) -> None:
        self.number = number
        self.folder = run / f"round-{number:02d}"
        self.network = self.folder / "network.weights"
        self._run = run
        self._settings = settings

    @property
    def result(self) -> RoundResult | None:
        """What it brought, if it is over."""
        try:
            return RoundResult(**json.loads((self.folder / "round.json").read_text("utf-8")))
        except FileNotFoundError:
            return None

    # Self-play

    @property
    def parts(self) -> Parts:
        """The files of its samples."""
        settings = self._settings
        seed = (settings.seed << 24) + (self.number << 12)
        return Parts(self.folder, settings.variant, settings.samples, settings.nodes, seed)

    def samples(self, *, held_out: bool) -> list[Path]:
        """The parts to learn from, or those that are kept from it."""
        last = _HELD_OUT_ONE_IN - 1
        return [
            p for n, p in enumerate(self.parts.paths) if (n % _HELD_OUT_ONE_IN == last) == held_out
        ]

    def play(
        self,
        best: Path | None,
        workers: int,
        heard: Heard,
        stop: threading.Event,
        cluster: Cluster | None = None,
    ) -> None:
        """Let the best network so far, or the hand-written evaluation, play with itself."""
        total = self._settings.samples
        self.parts.play(
            best, workers, lambda done: heard("self-play", done, total, ""), stop, cluster
        )
        if stop.is_set():
            raise Stopped

    # Training

    def train(
        self, begin: Path | None, workers: int, heard: Heard, stop: threading.Event
    ) -> dict[str, float]:
        """Fit a network to the last rounds' samples; what it misses is written beside it."""
        beside = self.network.with_suffix(".json")
        if self.network.exists() and beside.exists():
            errors: dict[str, float] = json.loads(beside.read_text("utf-8"))["errors"]
            return errors
        from ninefold.learn import samples, states, training

        training.use_threads(workers)
        settings, variant, axes = (
            self._settings,
            self._settings.variant,
            axes_of(self._settings.variant),
        )
        known = states.States(variant)
        rounds = range(max(1, self.number - settings.window + 1), self.number + 1)
        files = [p for n in rounds for p in Round(n, self._run, settings).samples(held_out=False)]
        seen = samples.read_samples(files, variant, axes, known)
        kept = samples.read_samples(self.samples(held_out=True), variant, axes, known)
        seed = settings.seed + self.number
        weights = training.fresh_weights(seed) if begin is None else training.read_weights(begin)
        step = None
        for step in training.train(
            seen, known, visits=settings.visits, rate=settings.rate, weights=weights, seed=seed
        ):
            heard("training", step.visits, settings.visits, f"error {step.error:.5f}")
            if stop.is_set():
                raise Stopped
        assert step is not None  # noqa: S101 - there is one step at least
        errors = {"training": step.error, "held_out": training.error_on(kept, known, weights)}
        told = f"{format_variant(variant)}: `ninefold learn run`, round {self.number}"
        scale = HAND_SCALE[variant.release]
        training.write_weights(self.network, weights, axes, scale, told)
        self._write_beside(beside, errors, [str(path.relative_to(self._run)) for path in files])
        return errors

    def _write_beside(self, path: Path, errors: dict[str, float], files: Sequence[str]) -> None:
        """How the weights came about: settings, seeds, versions."""
        from ninefold.learn.versions import versions

        told = {
            "settings": asdict(self._settings),
            "round": self.number,
            "errors": errors,
            "samples": files,
            "versions": versions(),
        }
        write_safely(path, json.dumps(told, indent=2) + "\n")

    # The match

    def match(
        self,
        best: Path | None,
        name: str,
        workers: int,
        heard: Heard,
        stop: threading.Event,
        cluster: Cluster | None = None,
    ) -> Standing:
        """Let the new network play the best one before it."""
        settings, variant = self._settings, self._settings.variant
        limit = Limit(nodes=settings.match_nodes)
        players = (_by(self.network, f"round {self.number}"), _by(best, name))
        match = Match(players, variant, settings.match_games, (limit, limit), concurrency=workers)
        folder = MatchFolder(self.folder / "match")
        folder.path.mkdir(exist_ok=True)
        if not folder.begun:
            openings = even_openings(
                variant, settings.match_games // 2, seed=settings.seed + self.number
            )
            told = {"engines": list(match.names), "mode": settings.mode, "nodes": limit.nodes}
            folder.begin(told, openings)
        match = replace(match, openings=tuple(folder.openings(variant)))

        def on_game(standing: Standing) -> None:
            folder.add(standing.games[-1], variant, match.names)
            note = f"{standing.share:.1%} against {name}"
            heard("match", len(standing.games), settings.match_games, note)

        standing = match.run(played=folder.games(), on_game=on_game, stop=stop, cluster=cluster)
        if stop.is_set():
            raise Stopped
        return standing

    def finish(self, result: RoundResult) -> None:
        """Write down what it brought: from here on it is over."""
        write_safely(self.folder / "round.json", json.dumps(asdict(result), indent=2) + "\n")


def _by(network: Path | None, name: str) -> Player:
    """Our engine, judging by a network or by hand."""
    if network is None:
        return replace(find_player("full:evaluation=hand,book=off"), text=name)
    settings: dict[str, Any] = {"EvalFile": str(network), "Book": "off"}
    return replace(find_player("full"), text=name, settings=settings)


def write_safely(path: Path, text: str) -> None:
    """Replace a file at once, so that a crash leaves the old one or the new one."""
    half = path.with_name(path.name + ".part")
    half.write_text(text, "utf-8")
    os.replace(half, path)  # noqa: PTH105 - Path.replace is the same
