"""Bus: how a change of a game reaches the sockets that show it.

The bus is only a hint, the store is the truth: an event may be lost, doubled or late, and pages
still converge because each event carries its version and the whole game. A bus over several nodes
(Redis, PostgreSQL) takes over by another implementation of this one interface.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

__all__ = ["Bus", "MemoryBus", "Receiver"]

#: Called with the version of an event (0 when it has none) and its bytes; must not block.
Receiver = Callable[[int, bytes], None]


class Bus(Protocol):
    """What the server asks of a message bus."""

    def publish(self, topic: str, version: int, event: bytes) -> None:
        """Tell everybody who follows a topic."""

    def follow(self, topic: str, receiver: Receiver) -> Callable[[], None]:
        """Be told of a topic's events, until the function that comes back is called."""

    def followers(self, topic: str) -> int:
        """How many follow a topic from this node."""


class MemoryBus:
    """A bus within one process."""

    def __init__(self) -> None:
        self._receivers: dict[str, dict[object, Receiver]] = {}

    def publish(self, topic: str, version: int, event: bytes) -> None:
        """Tell everybody who follows a topic."""
        for receiver in tuple(self._receivers.get(topic, {}).values()):
            receiver(version, event)

    def follow(self, topic: str, receiver: Receiver) -> Callable[[], None]:
        """Be told of a topic's events, until the function that comes back is called."""
        ticket = object()
        self._receivers.setdefault(topic, {})[ticket] = receiver

        def leave() -> None:
            receivers = self._receivers.get(topic, {})
            receivers.pop(ticket, None)
            if not receivers:
                self._receivers.pop(topic, None)

        return leave

    def followers(self, topic: str) -> int:
        """How many follow a topic from this node."""
        return len(self._receivers.get(topic, {}))
