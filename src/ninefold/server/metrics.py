"""Metrics: a few numbers about the running server, in the text form that Prometheus reads."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from msgspec import Struct

from ninefold.server.config import Limits
from ninefold.server.wire.refusal import Refusal

__all__ = ["Counts", "Metrics"]

#: The upper ends of the histogram of commands.
_WITHIN_MS: Final = (1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000)


class Counts(Struct, frozen=True):
    """How many sockets each visitor and each address has open."""

    by_visitor: dict[str, int]
    by_address: dict[str, int]


@dataclass(slots=True)
class Metrics:
    """What is counted; ``sockets`` and ``visitors`` go up and down, the rest only up.

    ``outbox_longest`` is the most that ever waited to be sent to one socket.
    """

    changes: int = 0
    commands_refused: int = 0
    games_created: int = 0
    outbox_longest: int = 0
    requests: int = 0
    requests_limited: int = 0
    sockets: int = 0
    sockets_opened: int = 0
    sockets_overrun: int = 0
    by_visitor: dict[str, int] = field(default_factory=dict)
    by_address: dict[str, int] = field(default_factory=dict)
    elsewhere: dict[int, Counts] = field(default_factory=dict)  # at other nodes, as they tell
    carried: int = 0  # commands and requests, to the nodes that own their games
    commands_ms: float = 0.0  # from the moment they were received to that of being durable
    commands_within: list[int] = field(default_factory=lambda: [0] * (len(_WITHIN_MS) + 1))

    @property
    def visitors(self) -> int:
        """How many visitors are connected, at whatever node."""
        return len(set(self.by_visitor).union(*(one.by_visitor for one in self.elsewhere.values())))

    @property
    def own(self) -> Counts:
        """What is open at this node."""
        return Counts(self.by_visitor, self.by_address)

    def check_room(self, limits: Limits, address: str, visitor: str | None) -> None:
        """Refuse a socket that would be one too many."""
        everywhere = [self.own, *self.elsewhere.values()]
        of_address = sum(one.by_address.get(address, 0) for one in everywhere)
        of_visitor = sum(one.by_visitor.get(visitor or "", 0) for one in everywhere)
        if (
            self.sockets >= limits.sockets
            or of_address >= limits.sockets_per_address
            or of_visitor >= limits.sockets_per_visitor
        ):
            raise Refusal("too-many-sockets", "There are too many connections.")

    def took(self, milliseconds: float) -> None:
        """A command was carried out and is durable."""
        self.commands_ms += milliseconds
        self.commands_within[bisect_left(_WITHIN_MS, milliseconds)] += 1

    def opened(self, address: str, visitor: str | None) -> None:
        """A socket was opened."""
        self.sockets += 1
        self.sockets_opened += 1
        _count(self.by_address, address, 1)
        if visitor is not None:
            _count(self.by_visitor, visitor, 1)

    def closed(self, address: str, visitor: str | None) -> None:
        """A socket was closed."""
        self.sockets -= 1
        _count(self.by_address, address, -1)
        if visitor is not None:
            _count(self.by_visitor, visitor, -1)

    def text(self, **gauges: float) -> str:
        """All numbers, one a line."""
        counters = {
            "carried_total": self.carried,
            "game_changes_total": self.changes,
            "commands_refused_total": self.commands_refused,
            "games_created_total": self.games_created,
            "requests_total": self.requests,
            "requests_limited_total": self.requests_limited,
            "sockets_opened_total": self.sockets_opened,
            "sockets_overrun_total": self.sockets_overrun,
        }
        gauges |= {
            "outbox_longest": self.outbox_longest,
            "sockets": self.sockets,
            "visitors": self.visitors,
        }
        lines = []
        for kind, numbers in (("counter", counters), ("gauge", gauges)):
            for name, value in sorted(numbers.items()):
                lines += [f"# TYPE ninefold_{name} {kind}", f"ninefold_{name} {value:g}"]
        return "\n".join([*lines, *self._histogram(), ""])

    def _histogram(self) -> Iterator[str]:
        """How long commands took, as Prometheus counts: so many within each time."""
        name, within = "ninefold_command_seconds", 0
        yield f"# TYPE {name} histogram"
        for most, count in zip((*_WITHIN_MS, None), self.commands_within, strict=True):
            within += count
            label = "+Inf" if most is None else f"{most / 1000:g}"
            yield f'{name}_bucket{{le="{label}"}} {within}'
        yield f"{name}_sum {self.commands_ms / 1000:g}"
        yield f"{name}_count {within}"


def _count(counts: dict[str, int], what: str, change: int) -> None:
    """Count up or down, and forget what has come to nothing."""
    counts[what] = counts.get(what, 0) + change
    if counts[what] <= 0:
        del counts[what]
