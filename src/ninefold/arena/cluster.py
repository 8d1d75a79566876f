"""Cluster: jobs given to the nodes of a Ray cluster, and what they bring.

Needs Ray: ``pip install "ninefold[cluster]"`` here and on every node, in the same version.

A job is a function and what it is told; the same job brings the same result on any node. Nodes may
come, go and die: Ray gives what a dead one had in hand to others, and every job's result comes here
once. Files that a job reads go along with it (``Carried``), so nodes share no disk.
"""

from __future__ import annotations

import os
import socket
import tempfile
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

from ninefold import __version__
from ninefold.engine.engine import EngineError
from ninefold.rules.errors import SystemFailed, quoted

__all__ = ["Carried", "Cluster", "NoCluster"]

#: How often whoever waits for results looks up: a stop is noticed then.
_LOOK: Final = 0.2
#: How many seconds a cluster may take to answer at all.
_PATIENCE: Final = 20.0
#: Ray's word for authentication by a token; without it whoever reaches its ports may run anything.
_AUTHENTICATION: Final = "RAY_AUTH_MODE"


class NoCluster(SystemFailed):
    """No cluster answers at this address, or it has gone."""


class Carried:
    """A file's name and contents, to be written where the job is done.

    >>> with Carried("best.weights", b"...").unpacked() as path:
    ...     path.read_bytes()
    b'...'
    """

    def __init__(self, name: str, contents: bytes) -> None:
        self.name = name
        self.contents = contents

    @classmethod
    def of(cls, path: Path | str) -> Carried:
        """What a file holds now."""
        try:
            return cls(Path(path).name, Path(path).read_bytes())
        except OSError as error:
            raise SystemFailed(f"cannot read {str(path)!r}: {error.strerror}") from error

    @contextmanager
    def unpacked(self) -> Iterator[Path]:
        """The file in a folder of its own, for a while."""
        with tempfile.TemporaryDirectory(prefix="ninefold-") as folder:
            path = Path(folder, self.name)
            path.write_bytes(self.contents)
            yield path


class Cluster:
    """A cluster that is connected to: ``auto`` finds one on this machine, or ``HOST:PORT``."""

    def __init__(self, address: str) -> None:
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nothing is told to anybody
        import ray

        self.address = address
        try:
            _knock(address)
            ray.init(address, log_to_driver=False, logging_level="ERROR", namespace="ninefold")
        except (ConnectionError, RuntimeError, ValueError, OSError) as error:
            reason = (str(error).strip() or type(error).__name__).splitlines()[0]
            raise NoCluster(
                f"no cluster answers at {quoted(address)} ({reason}): expected one that was begun "
                "with `ray start --head`, and its HOST:PORT, or auto on one of its machines"
            ) from error

    @property
    def cores(self) -> int:
        """How many jobs its nodes do at a time now."""
        import ray

        return int(ray.cluster_resources().get("CPU", 0))

    @property
    def open_to_all(self) -> bool:
        """Whether it asks for no token, as far as is known here."""
        return os.environ.get(_AUTHENTICATION) != "token"

    def results(
        self,
        work: Callable[..., Any],
        jobs: Sequence[Sequence[Any]],
        *,
        shared: Any = None,
        stop: threading.Event,
    ) -> Iterator[tuple[int, Any]]:
        """The number of each job and what ``work(shared, *job)`` gave, as they are done.

        What a job raises is raised here. After a stop nothing more comes, and nothing goes on.
        """
        import ray

        # Retried without end where a node dies; an error of the work itself would only come again.
        remote = ray.remote(max_retries=-1, num_cpus=1)(_do)
        common = ray.put((__version__, work, shared))
        waiting = {remote.remote(common, *job): number for number, job in enumerate(jobs)}
        try:
            while waiting and not stop.is_set():
                done, _ = ray.wait(list(waiting), timeout=_LOOK)
                for job in done:
                    yield waiting.pop(job), _fetched(job)
        finally:
            for job in waiting:
                ray.cancel(job, force=True)

    def close(self) -> None:
        """Leave the cluster; it goes on without us."""
        import ray

        ray.shutdown()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def _knock(address: str) -> None:
    """Fail at once where nobody listens: Ray itself tries for minutes."""
    host, _, port = address.rpartition(":")
    if host and port.isdecimal() and "/" not in address:
        socket.create_connection((host.strip("[]"), int(port)), timeout=_PATIENCE).close()


def _do(common: tuple[str, Callable[..., Any], Any], *job: Any) -> Any:
    """A job, on whichever node: the same code must be there."""
    version, work, shared = common
    if version != __version__:
        raise EngineError(
            f"a node has Ninefold {__version__} and this machine {version}: install the same on all"
        )
    return work(shared, *job)


def _fetched(job: Any) -> Any:
    """What a job gave, or its own error as if it had been done here."""
    import ray
    from ray.exceptions import RayError, RayTaskError

    try:
        return ray.get(job)
    except RayTaskError as error:
        cause = error.cause
        raise cause if isinstance(cause, Exception) else error from error
    except RayError as error:
        raise NoCluster(f"the cluster lost a job: {error}") from error
