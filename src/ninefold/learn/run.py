"""LearningRun: rounds of self-play, training and matches, from nothing or from given weights.

Everything is in one folder: ``run.json`` (settings and versions), a folder for each round, the log
as ``log.csv`` and ``log.json``, and ``best.weights``, the network that won its match last.
"""

from __future__ import annotations

import csv
import io
import json
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, fields
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from ninefold.arena.cluster import Cluster
from ninefold.arena.elo import Elo
from ninefold.engine.networks import load_network, require_axes
from ninefold.learn.round import Heard, Round, RoundResult, RunSettings, write_safely
from ninefold.learn.versions import versions
from ninefold.rules.errors import BadSyntax

__all__ = ["LearningRun", "read_log"]

_SETTINGS: Final = "run.json"
#: A score of all or nothing is an infinite difference: the log and the plots stop here.
_MOST_ELO: Final = 800.0


class LearningRun:
    """A run in a folder; begun anew, or gone on with where it was.

    What decides the results is written down when a run begins, and another run is refused.
    """

    def __init__(self, folder: Path, settings: RunSettings) -> None:
        self.folder = folder
        self.settings = settings
        if settings.begin is not None:
            require_axes(load_network(settings.begin).axes, settings.variant, settings.begin)
        self._begin()

    def _begin(self) -> None:
        file = self.folder / _SETTINGS
        asked = asdict(self.settings)
        if not file.exists():
            self.folder.mkdir(parents=True, exist_ok=True)
            told = {"settings": asked, "versions": versions()}
            write_safely(file, json.dumps(told, indent=2) + "\n")
            return
        try:
            found = json.loads(file.read_text("utf-8"))["settings"]
        except (ValueError, KeyError, TypeError) as error:
            raise BadSyntax(f"{file} cannot be read: {error}") from error
        changed = [name for name, value in asked.items() if found.get(name) != value]
        if changed:
            raise BadSyntax(
                f"{self.folder} holds another run ({', '.join(changed)} differ): choose another "
                "--out, or go on with that one by the settings in its run.json"
            )

    @property
    def results(self) -> list[RoundResult]:
        """What the rounds that are over brought, in order."""
        return list(self._results())

    def _results(self) -> Iterator[RoundResult]:
        number = 1
        while (result := Round(number, self.folder, self.settings).result) is not None:
            yield result
            number += 1

    @property
    def best(self) -> int:
        """The round whose network is the best so far; 0 is what the run began with."""
        return max((result.round for result in self._results() if result.accepted), default=0)

    def run(
        self,
        rounds: int,
        *,
        workers: int,
        heard: Heard = lambda *_: None,
        on_round: Callable[[RoundResult], None] = lambda _: None,
        stop: threading.Event | None = None,
        seconds: float | None = None,
        cluster: Cluster | None = None,
    ) -> None:
        """Go on until so many rounds are over; after ``seconds`` no other is begun.

        With a ``cluster`` its nodes play the games; training stays on this machine.
        """
        stop = stop or threading.Event()
        began = time.monotonic()
        for number in range(len(self.results) + 1, rounds + 1):
            if seconds is not None and time.monotonic() - began > seconds:
                break
            on_round(self._round(number, workers, heard, stop, cluster))

    def _round(
        self,
        number: int,
        workers: int,
        heard: Heard,
        stop: threading.Event,
        cluster: Cluster | None,
    ) -> RoundResult:
        now, best = Round(number, self.folder, self.settings), self.best
        network = self._network(best)
        times = [time.monotonic()]
        now.play(network, workers, heard, stop, cluster)
        times.append(time.monotonic())
        # Training goes on from the round before, also where that lost its match: what it has learnt
        # is not wrong, it is not enough yet.
        errors = now.train(self._network(number - 1), workers, heard, stop)
        times.append(time.monotonic())
        name = f"round {best}" if best else "the beginning"
        standing = now.match(network, name, workers, heard, stop, cluster)
        times.append(time.monotonic())
        accepted = standing.share > self.settings.accept
        result = self._result(now, errors, best, standing.share, standing.elo, accepted, times)
        if accepted:
            self._install(now.network)
        now.finish(result)
        self._write_log()
        return result

    def _result(
        self,
        now: Round,
        errors: dict[str, float],
        best: int,
        share: float,
        elo: Elo,
        accepted: bool,
        times: list[float],
    ) -> RoundResult:
        before = self.results[-1].strength if self.results else 0.0
        value, low, high = (
            max(-_MOST_ELO, min(end, _MOST_ELO)) for end in (elo.value, elo.low, elo.high)
        )
        played, trained, matched = (end - start for start, end in pairwise(times))
        return RoundResult(
            round=now.number,
            samples=self.settings.samples,
            training_error=errors["training"],
            held_out_error=errors["held_out"],
            best=best,
            score=share,
            elo=value,
            elo_low=low,
            elo_high=high,
            accepted=accepted,
            strength=before + value if accepted else before,
            self_play_seconds=round(played, 1),
            training_seconds=round(trained, 1),
            match_seconds=round(matched, 1),
        )

    def _network(self, number: int) -> Path | None:
        """The network of a round; that of the beginning may be none: the hand-written one."""
        if number:
            return Round(number, self.folder, self.settings).network
        return None if self.settings.begin is None else Path(self.settings.begin)

    def _install(self, network: Path) -> None:
        half = self.folder / "best.weights.part"
        shutil.copyfile(network, half)
        half.replace(self.folder / "best.weights")

    def _write_log(self) -> None:
        rows = [asdict(result) for result in self._results()]
        text = io.StringIO()
        writer = csv.DictWriter(text, [field.name for field in fields(RoundResult)])
        writer.writeheader()
        writer.writerows(rows)
        write_safely(self.folder / "log.csv", text.getvalue())
        write_safely(self.folder / "log.json", json.dumps(rows, indent=2) + "\n")


def read_log(folder: Path) -> list[RoundResult]:
    """What the rounds of a run brought."""
    try:
        rows: list[dict[str, Any]] = json.loads((folder / "log.json").read_text("utf-8"))
        return [RoundResult(**row) for row in rows]
    except FileNotFoundError:
        raise BadSyntax(
            f"there is no log in {folder}: expected the folder of a `ninefold learn run` that has "
            "finished a round"
        ) from None
    except (ValueError, TypeError) as error:
        raise BadSyntax(f"{folder / 'log.json'} cannot be read: {error}") from error
