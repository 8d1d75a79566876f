"""Place: a game as the pages of this node see it, wherever its table stands.

It has what a socket asks of a table. While the table stands here it hands everything on; otherwise
commands are carried to the node that owns the game, changes come over the bus, and what the bus has
lost comes with the answer to the next beat.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

import msgspec

from ninefold.server.nodes.wire import Attended, Do, Done, Look, Who, unpack
from ninefold.server.play.table import Answer, Table
from ninefold.server.play.visitors import Visitor
from ninefold.server.store.leases import Elsewhere
from ninefold.server.wire import messages as m
from ninefold.server.wire.encoding import encode
from ninefold.server.wire.refusal import Refusal

if TYPE_CHECKING:
    from ninefold.server.nodes.node import Node

__all__ = ["Place"]

_event_decoder: Final = msgspec.json.Decoder(m.GameEvent)
_PRESENCE: Final = b'{"t":"presence"'
_presence_decoder: Final = msgspec.json.Decoder(m.Presence)


class Place:
    """One game, for all pages of this node that show it."""

    def __init__(self, game: str, node: Node) -> None:
        self.id, self.topic, self._node = game, f"game:{game}", node
        self.owner: Elsewhere | None = None
        self._near: Table | None = None
        self._pages: Counter[str] = Counter()
        self._shown, self._event, self._presence = 0, b"", b""
        self._leave = node.hall.bus.follow(self.topic, self._hear)

    # What a socket asks of a table

    @property
    def version(self) -> int:
        """The newest version that is known here."""
        return self._shown if self._near is None else self._near.version

    def view(self) -> m.Game:
        """The game as it was when this node last heard of it; now, if it is here."""
        return _event_decoder.decode(self._event).game if self._near is None else self._near.view()

    def presence(self) -> m.Presence:
        """Who is there."""
        if self._near is not None:
            return self._near.presence()
        return _presence_decoder.decode(self._presence)

    def connect(self, visitor: Visitor | None) -> None:
        """A page was opened."""
        self._pages["" if visitor is None else visitor.key] += 1
        if self._near is not None:
            self._near.connect(visitor)
        else:
            self._node.attend_soon()

    def disconnect(self, visitor: Visitor | None) -> None:
        """A page was closed."""
        key = "" if visitor is None else visitor.key
        self._pages[key] -= 1
        if not self._pages[key]:
            del self._pages[key]
        if self._near is not None:
            self._near.disconnect(visitor)
        else:
            self._node.attend_soon()

    async def catch_up(self) -> None:
        """Know how the game stands now."""

        async def here(table: Table) -> None:
            self.stand(table)

        async def far(body: bytes) -> None:
            self.hear_from_owner(unpack(body, Attended))

        await self._node.at_owner(self.id, here, far, "look", Look(self.id))

    async def do(
        self,
        command: m.GameCommand,
        visitor: Visitor,
        address: str,
        *,
        received: float,
        lag: float = 0.0,
    ) -> Answer:
        """Carry out a visitor's command: it is durable when this returns, or ``Refusal``."""

        async def here(table: Table) -> Answer:
            return await table.do(command, visitor, address, received=received, lag=lag)

        async def far(body: bytes) -> Answer:
            return self._take_answer(unpack(body, Done))

        age = self._node.hall.house.time.now() - received
        asked = Do(self.id, encode(command), Who.of(visitor), address, age, lag)
        return await self._node.at_owner(self.id, here, far, "do", asked)

    def _take_answer(self, done: Done) -> Answer:
        """What the owner answered; the pages here need not wait for the bus."""
        if done.code is not None:
            self._keep(done.shown, done.event)
            raise Refusal(done.code, done.detail)
        self._node.hall.bus.tell_here(self.topic, done.shown, done.event)
        return Answer(done.version, done.repeated)

    # What the node asks

    @property
    def pages(self) -> dict[str, int]:
        """How many pages each visitor has open here; strangers under an empty key."""
        return dict(self._pages)

    @property
    def is_near(self) -> bool:
        """Whether the table stands here."""
        return self._near is not None

    def stand(self, table: Table) -> None:
        """The table stands here from now on, and knows who looks at it.

        Its last owner may have fallen before the last it did was told: then it is told now.
        """
        if self._near is table:
            return
        self._near, self.owner = table, None
        if 0 < self._shown < table.version:
            self._node.hall.bus.publish(self.topic, table.version, table.state_event())
        for key, count in self._pages.items():
            for _ in range(count):
                table.connect(Visitor(key) if key else None)

    def lose(self) -> None:
        """The table stands here no longer."""
        if self._near is not None:
            self._keep(self._near.version, self._near.state_event())
            self._presence = encode(self._near.presence())
            self._near = None

    def hear_from_owner(self, told: Attended) -> None:
        """Take over what the owner tells, and pass on to the pages what they may have missed."""
        if told.event:
            if told.version > self._shown:
                self._node.hall.bus.tell_here(self.topic, told.version, told.event)
            else:
                self._keep(told.version, told.event)  # the same, with the clock as it is now
        if told.presence != self._presence:
            known, self._presence = self._presence, told.presence
            if known and _who(known) != _who(told.presence):
                self._node.hall.bus.tell_here(self.topic, 0, told.presence)

    def close(self) -> None:
        """Nobody looks any more."""
        self._leave()

    def _hear(self, version: int, event: bytes) -> None:
        if version > self._shown:
            self._keep(version, event)
        elif event.startswith(_PRESENCE):  # what else has no version is only passed on
            self._presence = event

    def _keep(self, version: int, event: bytes) -> None:
        if version >= self._shown:
            self._shown, self._event = version, event


def _who(presence: bytes) -> tuple[bool, bool, int]:
    """What of somebody's presence does not change by itself."""
    seen = _presence_decoder.decode(presence)
    return seen.X.online, seen.O.online, seen.watchers
