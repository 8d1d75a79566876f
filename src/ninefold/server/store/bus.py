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

    def heard(self, topic: str) -> bool:
        """Whether anybody may follow a topic, on whatever node."""

    def tell_here(self, topic: str, version: int, event: bytes) -> None:
        """Tell only those who follow a topic from this node."""

    async def open(self) -> None:
        """Connect."""

    async def close(self) -> None:
        """Let go."""


class MemoryBus:
    """A bus within one process."""

    def __init__(self) -> None:
        self._receivers: dict[str, dict[object, Receiver]] = {}

    def publish(self, topic: str, version: int, event: bytes) -> None:
        """Tell everybody who follows a topic."""
        self.tell_here(topic, version, event)

    def tell_here(self, topic: str, version: int, event: bytes) -> None:
        """Tell only those who follow a topic from this node: here that is everybody."""
        for receiver in tuple(self._receivers.get(topic, {}).values()):
            receiver(version, event)

    async def open(self) -> None:
        """Nothing to connect to."""

    async def close(self) -> None:
        """Nothing to let go."""

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

    def heard(self, topic: str) -> bool:
        """Whether anybody follows a topic."""
        return topic in self._receivers
