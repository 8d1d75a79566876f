"""Parts: self-play that several do at once, on this machine or on a cluster.

Each part is a file of samples with a seed of its own, so who plays it, and how many play, changes
nothing. What is finished is not played again.
"""

from __future__ import annotations

import tempfile
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from ninefold.arena.cluster import Cluster
from ninefold.engine.core.network import Network
from ninefold.engine.networks import load_network
from ninefold.learn.selfplay import count_samples, write_games
from ninefold.rules.variants import Variant

__all__ = ["Parts"]

_AT_LEAST: Final = 10
_MOST_SAMPLES: Final = 20_000

#: What all parts have in common on a node: the variant, how many samples, the nodes a move, and the
#: network's file, or none for the hand-written evaluation.
_Shared = tuple[Variant, int, int, bytes | None]


@dataclass(frozen=True, slots=True)
class Parts:
    """So many ``samples`` in files in a folder; part ``n`` has the seed ``seed + n``."""

    folder: Path
    variant: Variant
    samples: int
    nodes: int
    seed: int

    @property
    def paths(self) -> list[Path]:
        """The files; how many there are does not hang on who plays them."""
        size = min(_MOST_SAMPLES, -(-self.samples // _AT_LEAST))
        return [self.folder / f"part-{n:03d}.samples" for n in range(-(-self.samples // size))]

    @property
    def size(self) -> int:
        """How many samples each holds at least."""
        return -(-self.samples // len(self.paths))

    def play(
        self,
        network: Path | None,
        workers: int,
        heard: Callable[[int], None],
        stop: threading.Event,
        cluster: Cluster | None = None,
    ) -> None:
        """Let a network, or the hand-written evaluation, play with itself until all is there.

        ``heard`` hears how many samples there are. After a stop what was finished stays.
        """
        self.folder.mkdir(parents=True, exist_ok=True)
        if cluster is None:
            self._play_here(
                None if network is None else load_network(network), workers, heard, stop
            )
        else:
            self._play_afar(cluster, None if network is None else network.read_bytes(), heard, stop)
        if not stop.is_set():
            heard(self.samples)

    def _play_here(
        self,
        network: Network | None,
        workers: int,
        heard: Callable[[int], None],
        stop: threading.Event,
    ) -> None:
        counts = {path: min(count_samples(path), self.size) for path in self.paths}

        def play_part(number: int, path: Path) -> None:
            if counts[path] < self.size:
                seed = self.seed + number
                for count in write_games(
                    path, self.variant, self.size, nodes=self.nodes, seed=seed, network=network
                ):
                    counts[path] = min(count, self.size)
                    if stop.is_set():
                        return

        with ThreadPoolExecutor(workers) as pool:
            jobs = [pool.submit(play_part, n, path) for n, path in enumerate(self.paths)]
            try:
                while not all(job.done() for job in jobs):
                    heard(sum(counts.values()))
                    time.sleep(0.1)
            finally:
                if not all(job.done() for job in jobs):
                    stop.set()
                for job in jobs:
                    job.cancel()
        if not stop.is_set():
            for job in jobs:
                job.result()

    def _play_afar(
        self,
        cluster: Cluster,
        network: bytes | None,
        heard: Callable[[int], None],
        stop: threading.Event,
    ) -> None:
        """A part comes whole or not at all, and is written once, here."""
        left = [n for n, path in enumerate(self.paths) if count_samples(path) < self.size]
        done = len(self.paths) - len(left)
        heard(done * self.size)
        shared: _Shared = (self.variant, self.size, self.nodes, network)
        jobs = [(self.seed + n,) for n in left]
        for job, samples in cluster.results(_play_one, jobs, shared=shared, stop=stop):
            path = self.paths[left[job]]
            half = path.with_name(path.name + ".part")
            half.write_bytes(samples)
            half.replace(path)
            done += 1
            heard(min(done * self.size, self.samples))


def _play_one(shared: _Shared, seed: int) -> bytes:
    """The samples of one part, on whichever node."""
    variant, size, nodes, file = shared
    network = None if file is None else Network(file, "the network of this run")
    with tempfile.TemporaryDirectory(prefix="ninefold-") as folder:
        path = Path(folder, "part.samples")
        for _ in write_games(path, variant, size, nodes=nodes, seed=seed, network=network):
            pass
        return path.read_bytes()
