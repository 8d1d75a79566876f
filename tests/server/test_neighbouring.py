"""What a node makes of what others tell: one lobby, and a place for a game that lives elsewhere."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace

import msgspec
import pytest

from ninefold.server.metrics import Counts, Metrics
from ninefold.server.nodes import gossip as gossips
from ninefold.server.nodes.gossip import Gossip, _Part
from ninefold.server.nodes.place import Place
from ninefold.server.nodes.wire import Attended, Do, Done, Look, Who, pack
from ninefold.server.play.entries import Seat, Settings
from ninefold.server.play.game import LiveGame
from ninefold.server.play.table import Answer
from ninefold.server.play.views import axes_view, game_view, summary_view
from ninefold.server.play.visitors import Visitor
from ninefold.server.store.bus import MemoryBus
from ninefold.server.store.leases import Elsewhere
from ninefold.server.wire import messages as m
from ninefold.server.wire.encoding import encode
from ninefold.server.wire.refusal import Refusal

ANN, BEN = (Seat(one, m.Player(f"id {one}", one, "person")) for one in ("ann", "ben"))
BLITZ = m.TimedClock(180)


def live_game(name: str = "g", moves: int = 0, at: int = 0) -> LiveGame:
    game = LiveGame(Settings(name, at, "modern", "open", "draw", False, m.NoClock(), ANN, BEN))
    for _ in range(moves):
        game.apply(game.plan_move(game.position.legal_moves[0], at=at))
    return game


# Gossip


class Neighbourhood:
    """A node's gossip, with a hall that notes what it is told to do; time is set by hand."""

    def __init__(self) -> None:
        self.told: list[object] = []
        self.bus, self.metrics = MemoryBus(), Metrics()
        self.node = SimpleNamespace(fence=1)
        self.mine = m.Lobby([], [], [], [], 0)
        self.addresses: dict[str, int] = {}
        self.gossip = Gossip(self)

    def lobby_changed(self, *, tell: bool = True) -> None:
        self.told.append(("lobby", tell))

    def offer_challenges(self) -> None:
        self.told.append("offer")

    def own_lobby(self) -> m.Lobby:
        return self.mine

    def challenges_by_address(self) -> dict[str, int]:
        return self.addresses

    def hear(self, node: int, changes: int = 0, counts: Counts | None = None, **shown) -> None:
        challenges = shown.pop("by_address", {})
        lobby = msgspec.structs.replace(m.Lobby([], [], [], [], 0), **shown)
        part = _Part(node, lobby, changes, counts, challenges)
        self.bus.publish("nodes", 0, msgspec.msgpack.encode(part))


@pytest.fixture
def gossiping(monkeypatch):
    """Runs a scene on a node's gossip, and a clock for it."""

    def run(scene):
        async def with_clock():
            clock = SimpleNamespace(now=100.0, time=lambda: clock.now)
            stub = SimpleNamespace(Event=asyncio.Event, get_running_loop=lambda: clock)
            monkeypatch.setattr(gossips, "asyncio", stub)
            return await scene(Neighbourhood(), clock)

        return asyncio.run(with_clock())

    return run


def challenge(name: str, at: int) -> m.Challenge:
    axes = axes_view(live_game().position.variant)
    return m.Challenge(name, "modern", axes, "draw", False, BLITZ, "O", ANN.player, at)


def watched(name: str, at: int) -> m.GameSummary:
    return summary_view(live_game(name, 1, at))


def test_the_lobby_of_all_nodes_is_one_the_newest_first(gossiping):
    async def scene(here, _):
        here.hear(
            2,
            challenges=[challenge("c2", 20), challenge("c1", 10)],
            games=[watched("g4", 40), watched("g1", 10)],
            going=[m.Going("modern", BLITZ, 2), m.Going("battle", BLITZ, 1)],
            visitors=99,
        )
        here.hear(3, challenges=[challenge("c3", 30)], going=[m.Going("modern", BLITZ, 3)])
        seeker = m.Seeker("s", ANN.player, [], [], None, None, 5)
        ours = m.Lobby(
            [challenge("c15", 15)],
            [seeker],
            [m.Going("modern", m.NoClock(), 1), m.Going("battle", BLITZ, 1)],
            [watched("g2", 20)],
            7,
        )
        return here.gossip.lobby(ours)

    lobby = gossiping(scene)
    assert [one.id for one in lobby.challenges] == ["c3", "c2", "c15", "c1"]
    assert [one.id for one in lobby.games] == ["g4", "g2", "g1"]
    counts = {(one.mode, one.clock): one.count for one in lobby.going}
    assert counts == {("modern", BLITZ): 5, ("battle", BLITZ): 2, ("modern", m.NoClock()): 1}
    assert ([one.id for one in lobby.seekers], lobby.visitors) == (["s"], 7)


def test_the_lobby_of_all_nodes_shows_fifty_of_each(gossiping):
    async def scene(here, _):
        many = range(100, 140)
        here.hear(
            2,
            challenges=[challenge(f"c{at}", at) for at in many],
            games=[watched(f"g{at}", at) for at in many],
        )
        ours = m.Lobby(
            [challenge(f"c{at}", at) for at in range(80, 100)],
            [],
            [],
            [watched(f"g{at}", at) for at in range(80, 100)],
            0,
        )
        return here.gossip.lobby(ours)

    lobby = gossiping(scene)
    newest = range(139, 89, -1)
    assert [one.id for one in lobby.challenges] == [f"c{at}" for at in newest]
    assert [one.id for one in lobby.games] == [f"g{at}" for at in newest]


def test_a_part_counts_until_its_node_falls_silent(gossiping):
    async def scene(here, clock):
        counts = Counts({"ann": 2}, {"10.0.0.1": 2})
        here.hear(2, 5, counts, by_address={"a": 2, "b": 1})
        here.hear(3, 1, by_address={"a": 1})
        here.hear(1, 1, by_address={"a": 50})  # our own words
        assert here.told == [("lobby", False), "offer"] * 2
        here.told.clear()
        assert [here.gossip.challenges_of(one) for one in "abc"] == [3, 1, 0]
        clock.now += 4
        here.hear(2, 5, None, by_address={"a": 2})  # as before, but for an address
        assert here.told == []
        assert (here.gossip.challenges_of("b"), here.metrics.elsewhere) == (0, {2: counts})
        clock.now += 2
        here.gossip._forget()
        assert here.told == [], "both are still believed"
        clock.now += 0.001
        here.gossip._forget()
        assert here.told == [("lobby", False)]
        assert here.gossip.challenges_of("a") == 2
        here.hear(2, 6)
        assert here.told[1:] == [("lobby", False), "offer"]
        clock.now += 6.001
        here.gossip._forget()
        assert (here.gossip.challenges_of("a"), here.metrics.elsewhere) == (0, {})
        here.gossip.close()
        here.hear(2, 9, by_address={"a": 1})
        return here.gossip.challenges_of("a")

    assert gossiping(scene) == 0


def test_a_node_tells_its_part_and_how_many_are_there_once_a_second(gossiping):
    async def scene(here, clock):
        here.metrics.opened("10.0.0.9", "eve")
        here.addresses = {"a": 2}
        here.mine = m.Lobby([challenge("c", 1)], [], [], [], 4)
        parts: list[_Part] = []
        decoder = msgspec.msgpack.Decoder(_Part)
        here.bus.follow("nodes", lambda _, told: parts.append(decoder.decode(told)))
        here.gossip._tell()
        clock.now += 0.9
        here.gossip.changed()
        here.gossip._tell()
        clock.now += 0.1
        here.gossip._tell()
        return parts, here.mine

    parts, mine = gossiping(scene)
    counts = Counts({"eve": 1}, {"10.0.0.9": 1})
    assert parts == [
        _Part(1, mine, 0, counts, {"a": 2}),
        _Part(1, mine, 1, None, {"a": 2}),
        _Part(1, mine, 1, counts, {"a": 2}),
    ]


# Places


class Far:
    """A node whose game lives elsewhere; what is asked there is answered from a script."""

    def __init__(self) -> None:
        self.bus, self.asked, self.answer = MemoryBus(), [], b""
        time = SimpleNamespace(now=lambda: 1_000.0)
        self.hall = SimpleNamespace(bus=self.bus, house=SimpleNamespace(time=time))
        self.heard: list[tuple[int, bytes]] = []
        self.beats = 0
        self.place = Place("g", self)
        self.bus.follow("game:g", lambda *told: self.heard.append(told))

    async def at_owner(self, game, here, far, what, body):
        self.asked.append((game, what, body))
        return await far(pack(self.answer))

    def attend_soon(self) -> None:
        self.beats += 1

    def tell(self, version: int, event: bytes | None = None, presence: m.Presence | None = None):
        event = event_of(version) if event is None else event
        self.place.hear_from_owner(Attended(version, event, encode(presence or presence_of())))


def event_of(version: int, spent: float = 0.0) -> bytes:
    """A game at a version, ``spent`` of whose clock has run meanwhile."""
    view = game_view(live_game(moves=version - 1), 0.0)
    clock = m.Clock(m.NoClock(), 1_000 - round(spent), None, None)
    view = msgspec.structs.replace(view, version=version, clock=clock)
    return encode(m.GameEvent(m.Cause("state"), view))


def presence_of(x: bool = True, o: bool = False, watchers: int = 0, gone: int = 5) -> m.Presence:
    seats = (m.SeatPresence(one, None if one else gone) for one in (x, o))
    return m.Presence(*seats, watchers, None)


def test_what_the_owner_tells_is_passed_on_if_it_is_news():
    far = Far()
    place = far.place
    assert (place.version, place.is_near, place.pages) == (0, False, {})
    far.tell(3)
    assert (far.heard, place.version) == ([(3, event_of(3))], 3)
    far.tell(3, event_of(3, spent=40.0))
    assert len(far.heard) == 1, "the same is no news"
    assert place.view().clock.X == 960, "but its clock is told as it is now"
    far.tell(2)
    assert (len(far.heard), place.version) == (1, 3)
    far.tell(5, b"")  # nothing that we have not
    assert (len(far.heard), place.version) == (1, 3)
    far.bus.tell_here("game:g", 4, event_of(4))  # by the bus
    assert (place.version, len(place.view().moves)) == (4, 3)
    far.bus.tell_here("game:g", 4, event_of(4, spent=90.0))
    far.bus.tell_here("game:g", 2, event_of(2))
    assert (place.version, place.view().clock.X) == (4, 1_000)
    place.close()
    far.bus.tell_here("game:g", 9, event_of(9))
    assert place.version == 4


def test_who_is_there_is_passed_on_when_somebody_has_come_or_gone():
    far = Far()
    far.tell(2)
    assert [told for version, told in far.heard if not version] == [], "pages are welcomed with it"
    changes = [
        (presence_of(gone=900), False),  # only longer away
        (presence_of(watchers=1), True),
        (presence_of(watchers=1), False),
        (presence_of(o=True, watchers=1), True),
        (presence_of(x=False, o=True, watchers=1), True),
    ]
    for presence, is_news in changes:
        far.heard.clear()
        far.tell(2, b"", presence)
        assert far.heard == ([(0, encode(presence))] if is_news else [])
        assert far.place.presence() == presence
    told = presence_of(watchers=7)
    far.bus.tell_here("game:g", 0, encode(told))
    assert far.place.presence() == told
    far.bus.tell_here("game:g", 0, encode(m.Said("X", "wow")))
    assert far.place.presence() == told, "a phrase is none"


def test_pages_are_counted_by_visitor_and_the_owner_hears_of_it():
    far, ann, eve = Far(), Visitor("ann"), Visitor("eve")
    for who in (ann, ann, eve, None, None):
        far.place.connect(who)
    assert (far.place.pages, far.beats) == ({"ann": 2, "eve": 1, "": 2}, 5)
    for who in (ann, eve, None):
        far.place.disconnect(who)
    assert (far.place.pages, far.beats) == ({"ann": 1, "": 1}, 8)


def test_a_command_goes_to_the_owner_with_all_that_is_known_of_it():
    far = Far()
    visitor = Visitor("ann", "Ann", "bot", "t1", frozenset(("play",)))
    far.tell(2)
    far.heard.clear()
    far.answer = Done(3, True, 4, event_of(4))
    command = m.Move(0, 40, id="c")
    doing = far.place.do(command, visitor, "10.0.0.7", received=700.0, lag=25.0)
    assert asyncio.run(doing) == Answer(3, repeated=True)
    who = Who("ann", "Ann", "bot")
    assert far.asked == [("g", "do", Do("g", encode(command), who, "10.0.0.7", 300.0, 25.0))]
    assert who.visitor == Visitor("ann", "Ann", "bot")
    assert (far.heard, far.place.version) == ([(4, event_of(4))], 4)


def test_what_the_owner_refuses_is_kept_but_is_no_news():
    far = Far()
    far.answer = Done(0, False, 3, event_of(3), "stale", "Look.")
    with pytest.raises(Refusal, match=r"Look\.") as caught:
        asyncio.run(far.place.do(m.Resign(), Visitor("ann"), "a", received=0.0))
    assert caught.value.code == "stale"
    assert (far.heard, far.place.version, len(far.place.view().moves)) == ([], 3, 2)


def test_to_catch_up_is_to_look_at_the_owners_game():
    far = Far()
    far.answer = Attended(6, event_of(6), encode(presence_of(watchers=2)))
    asyncio.run(far.place.catch_up())
    assert far.asked == [("g", "look", Look("g"))]
    assert (far.place.version, far.place.presence().watchers) == (6, 2)


class Near:
    """A table that came to this node."""

    def __init__(self, version: int) -> None:
        self.version, self.pages, self.gone = version, [], []

    def state_event(self) -> bytes:
        return event_of(self.version)

    def view(self) -> m.Game:
        return game_view(live_game(moves=self.version - 1), 0.0)

    def presence(self) -> m.Presence:
        return presence_of(watchers=len(self.pages))

    def connect(self, visitor: Visitor | None) -> None:
        self.pages.append(None if visitor is None else visitor.key)

    def disconnect(self, visitor: Visitor | None) -> None:
        self.gone.append(None if visitor is None else visitor.key)


@pytest.mark.parametrize(
    ("shown", "version", "is_news"), [(0, 5, False), (4, 5, True), (5, 5, False)]
)
def test_a_table_that_comes_here_knows_who_looks_and_tells_what_was_missed(shown, version, is_news):
    far, table = Far(), Near(version)
    place = far.place
    place.owner = Elsewhere(7, "there")
    for who in (Visitor("ann"), Visitor("ann"), None):
        place.connect(who)
    if shown:
        far.tell(shown)
    far.heard.clear()
    place.stand(table)
    place.stand(table)  # once is enough
    assert sorted(table.pages, key=str) == [None, "ann", "ann"]
    assert (place.is_near, place.owner, place.version) == (True, None, version)
    assert far.heard == ([(version, event_of(version))] if is_news else [])
    beats = far.beats
    place.connect(Visitor("eve"))
    place.disconnect(None)
    assert (table.pages[-1], table.gone, far.beats) == ("eve", [None], beats)
    assert place.presence().watchers == 4
    place.lose()
    assert (place.is_near, place.version) == (False, version)
    assert (place.presence().watchers, len(place.view().moves)) == (4, version - 1)
    assert place.pages == {"ann": 2, "eve": 1}
    place.lose()  # it is not here: nothing to lose
