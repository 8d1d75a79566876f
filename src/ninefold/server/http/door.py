"""Door: how many connections there may be, in all and from one address."""

from __future__ import annotations

import logging
import sys
from collections import Counter
from collections.abc import Collection
from typing import Final

__all__ = ["Door", "files_for"]

log: Final = logging.getLogger("ninefold.server")
#: Open files that are not connections: the database, its threads, the listener, what Python opens.
_OTHER_FILES: Final = 64


class Door:
    """Counts who is inside, whatever they do there; proxies stand for many and are not counted.

    >>> door = Door(connections=3, each=1)
    >>> door.enter("10.0.0.1"), door.enter("10.0.0.1"), door.enter("10.0.0.2")
    (True, False, True)
    """

    def __init__(self, connections: int, each: int, proxies: Collection[str] = ()) -> None:
        self._most, self._each, self._proxies = connections, each, frozenset(proxies)
        self._inside: Counter[str] = Counter()
        #: How many connections there are, and how many more wanted to be.
        self.inside = self.refused = 0

    def enter(self, address: str) -> bool:
        """Whether one more connection may come in from an address; if so it is inside."""
        crowded = self._inside[address] >= self._each and address not in self._proxies
        if crowded or self.inside >= self._most:
            self.refused += 1
            return False
        self.inside += 1
        self._inside[address] += 1
        return True

    def leave(self, address: str) -> None:
        """A connection that was inside is gone."""
        self.inside -= 1
        self._inside[address] -= 1
        if not self._inside[address]:
            del self._inside[address]


def files_for(connections: int) -> int:
    """How many connections the system's limit of open files leaves room for; says so if fewer."""
    if sys.platform == "win32":
        return connections
    import resource

    wanted = connections + _OTHER_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return connections
    room = max(1, soft - _OTHER_FILES)
    log.warning(
        "the system allows %d open files, which is room for %d of %d connections: "
        "raise the limit (ulimit -n) to at least %d",
        *(soft, room, connections, wanted),
    )
    return room
