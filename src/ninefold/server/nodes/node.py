"""Node: this server as one of several on a database.

It holds the lease in whose name games are written, knows where every other game lives, answers the
other nodes, and takes up games whose owner has gone.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
from collections import defaultdict
from collections.abc import Awaitable, Callable, Coroutine
from typing import TYPE_CHECKING, Any, Final, Literal, TypeVar

from ninefold.server.http.hangup import unless_gone
from ninefold.server.nodes.answers import Answers
from ninefold.server.nodes.beat import woken
from ninefold.server.nodes.gossip import Gossip
from ninefold.server.nodes.link import LinkServer, NoAnswer
from ninefold.server.nodes.neighbours import Neighbours
from ninefold.server.nodes.place import Place
from ninefold.server.nodes.wire import Attend, Attended, Call, Reply, Who, unpack
from ninefold.server.play.game import LiveGame
from ninefold.server.play.table import Table
from ninefold.server.play.visitors import Visitor
from ninefold.server.store.leases import Elsewhere, Leases
from ninefold.server.store.store import StoreFailed, Unreadable, Unsure
from ninefold.server.tasks import end_all
from ninefold.server.wire.refusal import GameMoved, Refusal

if TYPE_CHECKING:
    from litestar.types import ASGIApp, Receive

    from ninefold.server.play.hall import Hall

__all__ = ["Away", "Node"]

log: Final = logging.getLogger("ninefold.server")
_Answer = TypeVar("_Answer")
#: How long one who asks waits for a game that is between two owners.
_PATIENCE_S: Final = 12.0
_PAUSE_S: Final = 0.1
_BEAT_S: Final = 1.0
#: A lease is renewed five times while it lasts, and at least so often.
_RENEWAL_S: Final = 0.7
#: How long it is believed where a game lives, and who looks at it from another node.
_BELIEVED_S: Final = 1.0
_MOST_AT_ONCE: Final = 200


class Away(GameMoved):
    """A game lives at another node."""

    def __init__(self, owner: Elsewhere) -> None:
        self.owner = owner
        super().__init__()


class Node:
    """What makes this server one of several."""

    def __init__(self, hall: Hall, leases: Leases) -> None:
        self.hall, self._leases = hall, leases
        self.places: dict[str, Place] = {}
        self.answers = Answers(hall)
        self._config = hall.config
        self._link = LinkServer(self.answers.answer)
        self._renewal = min(self._config.lease_s / 5, _RENEWAL_S)
        self.neighbours = Neighbours(leases, self._renewal, self._neighbour_changed)
        self._where: dict[str, tuple[Elsewhere, float]] = {}
        self._address = ""
        self._held = False
        #: Whether this node hands its games to others and begins nothing new.
        self.draining = False
        self._attend_now, self._adopt_now = asyncio.Event(), asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self.gossip = Gossip(hall)
        #: What goes on as long as this node owns games, and what as long as it runs.
        self._owning: list[asyncio.Task[None]] = []
        self.works: list[Callable[[], Coroutine[Any, Any, None]]] = [
            *(self._beat_for_ever, self.gossip.tell_for_ever)
        ]

    @property
    def fence(self) -> int:
        """The number of this node's lease."""
        return self._leases.fence or 0

    # Opening and closing

    async def open(self, app: ASGIApp) -> None:
        """Become one of the nodes; requests that others carry here are answered by ``app``."""
        self.answers.app = app
        config = self._config
        self.neighbours.secret = await self._leases.secret()
        host = config.node_host or config.host
        port = await self._link.open(host, config.node_port, self.neighbours.secret)
        if host in ("0.0.0.0", "::", ""):  # noqa: S104 - names that are compared
            host = await self._leases.seen_from()
        self._address = config.node_address or f"{host}:{port}"
        await self._register()
        owning = (self._renew_for_ever, self._adopt_for_ever)
        self._owning = [asyncio.create_task(work()) for work in owning]
        self._tasks = [asyncio.create_task(work()) for work in self.works]

    async def drain(self) -> None:
        """Hand all games to the other nodes, and go on answering the pages that are still here.

        What they ask is carried to whoever owns their games from now on. Without others there is
        nobody to hand them to, and they wait until this node is back.
        """
        try:
            if len(await self._leases.nodes()) < 2:
                return
        except StoreFailed:
            return
        self.draining = True
        await end_all(self._owning)
        log.info("%d games are handed over", len(self.hall.tables))
        for game in tuple(self.hall.tables):
            self.lose(game)
        await self._release()

    async def close(self) -> None:
        """Give everything back, so that others go on at once."""
        await end_all([*self._owning, *self._tasks])
        self.gossip.close()
        if not self.draining:
            await self._release()
        await self._link.close()
        self.neighbours.close()

    async def _release(self) -> None:
        try:
            await self._leases.release(self._up())
        except StoreFailed as error:
            log.error("the lease was not given back: %s", error)
        self._held = False

    # Where games live

    def follow(self, game: str) -> Place:
        """The place of a game for the pages of this node; it must catch up first."""
        if game not in self.places:
            self.places[game] = Place(game, self)
        return self.places[game]

    async def claim(self, game: str) -> LiveGame:
        """A game that is ours, or becomes it now; ``Away`` if another node owns it."""
        known = self._where.get(game)
        if known is not None and known[1] > self._now():
            raise Away(known[0])
        try:
            claimed = await self._leases.claim(game)
        except Unreadable as error:
            raise self.hall.house.put_aside(game, error) from None
        except StoreFailed as error:
            if self.draining:
                raise Away(await self._somebody_else()) from None
            log.error("game %s: cannot be claimed: %s", game, error)
            raise Refusal("disk", "The server cannot read its games now.") from None
        if claimed is None:
            raise Refusal("no-such-game", "There is no game at this address.")
        if isinstance(claimed, Elsewhere):
            self._where[game] = (claimed, self._now() + _BELIEVED_S)
            raise Away(claimed)
        self._where.pop(game, None)
        stored, left = claimed
        live, taken = self.hall.house.take_over(game, stored, left)
        if taken is not None:
            log.info("game %s: taken over", game)
            await self._leases.note_taken(game, taken)
        return live

    async def _somebody_else(self) -> Elsewhere:
        """Another node, who will own what nobody owns as soon as it is asked for it."""
        try:
            nodes = [one for one in (await self._leases.nodes()).items() if one[0] != self.fence]
        except StoreFailed:
            nodes = []
        if not nodes:
            raise Refusal("stopping", "The server is stopping; come back in a moment.")
        return Elsewhere(*random.choice(nodes))  # noqa: S311 - any will do

    async def locate(self, game: str) -> Elsewhere | None:
        """The node at which a game lives; ``None``: here, or nowhere."""
        try:
            await self.hall.find(game)
        except Away as away:
            return away.owner
        except Refusal:
            return None
        return None

    async def at_owner(
        self,
        game: str,
        here: Callable[[Table], Awaitable[_Answer]],
        far: Callable[[bytes], Awaitable[_Answer]],
        what: str,
        body: Any,
        receive: Receive | None = None,
    ) -> _Answer:
        """Do something where a game lives: here, or by asking the node that owns it.

        With ``receive`` it is given up when whoever sent the request has hung up.

        Whoever asks waits while the game is between two owners. What was asked of a node that then
        fell silent is asked again of the next: a command knows by its id whether it was done.
        """
        end, asked = self._now() + _PATIENCE_S, False
        while True:
            try:
                return await here(await self.hall.find(game))
            except Away as away:
                reply, asked = await self._try(away.owner, what, body, receive), True
            except GameMoved:
                reply = Reply(moved=True)
            if not reply.moved:
                self.hall.metrics.carried += 1
                return await far(_body_of(reply))
            self._where.pop(game, None)
            if self._now() > end:
                if asked:  # who fell silent may have done it
                    raise Unsure("the game's node does not answer")
                raise Refusal("busy", "This game's server does not answer: try again soon.")
            await asyncio.sleep(_PAUSE_S)

    async def _try(self, owner: Elsewhere, what: str, body: Any, receive: Receive | None) -> Reply:
        """What another node answers; one that cannot be reached will have another after it."""
        try:
            asking = self.neighbours.ask(owner, what, body)
            return await (asking if receive is None else unless_gone(receive, asking))
        except NoAnswer as error:
            log.info("%s", error)
            await self.neighbours.settled(owner, _BEAT_S)
            return Reply(moved=True)

    async def call(
        self,
        game: str,
        method: Literal["join", "rename", "expire", "give_up"],
        visitor: Visitor | None = None,
    ) -> None:
        """Have something done with a game, wherever it lives."""
        call = Call(game, method, None if visitor is None else Who.of(visitor))

        async def here(table: Table) -> None:
            await self.answers.carry_out(table, call)

        async def far(_: bytes) -> None:
            return

        await self.at_owner(game, here, far, "call", call)

    # The lease

    async def _register(self) -> None:
        fence = await self._leases.register(self._address, self._up(), self._config.lease_s)
        self._held = True
        log.info("node %d at %s", fence, self._address)

    async def _renew_for_ever(self) -> None:
        renewed = self._now()
        while True:
            await asyncio.sleep(self._renewal)
            try:
                if not self._held:
                    await self._register()
                elif not await self._leases.renew(self._up(), self._config.lease_s):
                    self._lose_everything("the lease ran out")
                    await self._register()
                renewed = self._now()
            except StoreFailed as error:
                log.error("the lease was not renewed: %s", error)
                if self._held and self._now() - renewed > self._config.lease_s:
                    self._lose_everything("the database is out of reach")

    def _lose_everything(self, why: str) -> None:
        """Others own our games now, or will: stop all that we do for them."""
        log.error("%s: %d games are given up", why, len(self.hall.tables))
        self._held = False
        for game in tuple(self.hall.tables):
            self.lose(game)

    def lose(self, game: str) -> None:
        """A game is no longer ours."""
        if game in self.places:
            self.places[game].lose()
        self.hall.drop(game)
        self._attend_now.set()

    async def give_back(self, games: list[str]) -> None:
        """Own some games no longer that nobody needs in memory."""
        with contextlib.suppress(StoreFailed):  # then they stay ours, and are read again
            await self._leases.give_back(games)

    # Beats

    def attend_soon(self) -> None:
        """Somebody came or went: tell the owner."""
        self._attend_now.set()

    async def _beat_for_ever(self) -> None:
        settled = True
        while True:
            await woken(self._attend_now, _BEAT_S if settled else _PAUSE_S)
            await asyncio.sleep(0.02)  # those who come together are told together
            self._attend_now.clear()
            try:
                settled = await self._beat()
            except Exception:
                log.exception("a beat failed, the next may not")

    async def _beat(self) -> bool:
        """Tell the owners who looks at their games from here, and hear what we have missed.

        False if an owner has given games away: they are looked for again soon.
        """
        self._forget_places()
        far = [place for place in self.places.values() if not place.is_near]
        by_owner: dict[Elsewhere, list[Place]] = defaultdict(list)
        for place in far:
            if place.owner is None:
                place.owner = await self.locate(place.id)
            if place.owner is not None and not self.neighbours.misses(place.owner):
                by_owner[place.owner].append(place)
        return all(await asyncio.gather(*(self._attend(*one) for one in by_owner.items())))

    async def _attend(self, owner: Elsewhere, places: list[Place]) -> bool:
        """Tell one owner; whether all these games are still there."""
        games = {place.id: (place.version, place.pages) for place in places}
        try:
            reply = await self.neighbours.ask(owner, "attend", Attend(self.fence, games))
        except NoAnswer:
            return True  # we shall hear of it when it is known what became of the node
        told = unpack(reply.body, dict[str, Attended])
        far = [place for place in places if not place.is_near]
        for place in far:
            if place.id in told:
                place.hear_from_owner(told[place.id])
            else:
                self._forget_owner(place)  # it has moved
        return all(place.id in told for place in far)

    def _forget_owner(self, place: Place) -> None:
        place.owner = None
        self._where.pop(place.id, None)

    def _neighbour_changed(self, fence: int) -> None:
        """A node that was missed is back, or is no more: look anew where its games are."""
        for place in self.places.values():
            if place.owner is not None and place.owner.fence == fence:
                self._forget_owner(place)
        self._attend_now.set()
        self._adopt_now.set()

    def _forget_places(self) -> None:
        for game, place in tuple(self.places.items()):
            if not place.pages and self.hall.bus.followers(place.topic) <= 1:  # only itself
                place.close()
                del self.places[game]
        for table in self.hall.tables.values():
            table.forget_silent_nodes()

    # Orphans

    async def _adopt_for_ever(self) -> None:
        """Take up games whose owner has gone and that cannot wait for a visitor."""
        while True:
            try:
                while self._held and (games := await self._leases.orphans(_MOST_AT_ONCE)):
                    if not await self._adopt(games):
                        break
            except StoreFailed as error:
                log.error("games without an owner must wait: %s", error)
            await woken(self._adopt_now, _BEAT_S)
            self._adopt_now.clear()

    async def _adopt(self, games: list[str]) -> int:
        """Take games up, those that can be; how many."""
        adopted = 0
        for game in games:
            if game not in self.hall.house.set_aside:
                with contextlib.suppress(Refusal):
                    await self.hall.find(game)
                    adopted += 1
        return adopted

    def _up(self) -> int:
        return round(self.hall.house.time.now())

    def _now(self) -> float:
        return asyncio.get_running_loop().time()


def _body_of(reply: Reply) -> bytes:
    """The answer of a node that could give one, or why it could not."""
    if reply.unsure:
        raise Unsure("its node could not say whether it was done")
    if reply.code is not None:
        raise Refusal(reply.code, reply.detail)
    return reply.body
