"""Long native work that Ctrl-C and other threads can end."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Lock, Thread, current_thread, main_thread
from typing import Any

from ninefold.engine.core.library import ffi

__all__ = ["Ended", "in_background", "interruptible", "with_stop_flag"]


class Ended:
    """Whether some work has ended.

    ``threading.Event`` is not for this: Ctrl-C in its ``wait`` can leave the lock inside it open,
    so that ``set`` fails on the other thread. A bare lock is taken whole or not at all.
    """

    def __init__(self) -> None:
        self._over = False
        self._lock = Lock()
        self._lock.acquire()

    def is_set(self) -> bool:
        """Whether it has."""
        return self._over

    def set(self) -> None:
        """It has, and it does so once."""
        self._over = True
        self._lock.release()

    def wait(self, seconds: float = -1) -> bool:
        """Wait for it, for so many seconds at most; whether it has."""
        if not self._over and self._lock.acquire(timeout=seconds):
            self._lock.release()
        return self._over


def interruptible(work: Callable[[], object], stop: Callable[[], object]) -> None:
    """Do long native work so that Ctrl-C is heard: off the main thread, which alone hears it."""
    if current_thread() is not main_thread():
        work()
        return
    with in_background(work, stop) as ended:
        ended.wait()


@contextmanager
def in_background(work: Callable[[], object], stop: Callable[[], object]) -> Iterator[Ended]:
    """Do native work on a thread of its own; what is given is set when it has ended.

    Whoever leaves before ends the work by ``stop``, however often Ctrl-C comes: nothing is still
    using memory that is then given back. What the work raises is raised here.
    """
    ended, at_work = Ended(), Lock()
    given_up = False
    failures: list[BaseException] = []

    def run() -> None:
        with at_work:
            try:
                if not given_up:
                    work()
            except BaseException as failure:
                failures.append(failure)
            ended.set()

    try:
        Thread(target=run, name="ninefold-core", daemon=True).start()
        yield ended
    finally:
        given_up = True  # a thread that has not come to it yet will do nothing
        over = False
        while not over:
            with suppress(KeyboardInterrupt):
                if not ended.is_set():
                    stop()
                with at_work:
                    over = True
    if failures:
        raise failures[0]


def with_stop_flag(work: Callable[[Any], object]) -> None:
    """Do native work that watches a flag; Ctrl-C sets it."""
    flag = ffi.new("int *")
    interruptible(lambda: work(flag), lambda: flag.__setitem__(0, 1))
