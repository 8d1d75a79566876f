"""Pairing: nobody with a partner is left waiting, and nobody sits opposite an empty chair."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack
from itertools import combinations

import pytest

from ninefold.rules.variants import VARIANTS
from ninefold.server.play.pairing import wishes_of
from ninefold.server.wire import messages as m
from ninefold.server.wire.refusal import Refusal
from support.serving import Server, until


def both(one, two) -> tuple[m.GameReply, m.GameReply]:
    """What two who search at the same time come to."""
    with ThreadPoolExecutor(2) as threads:
        found = [threads.submit(search) for search in (one, two)]
        return found[0].result(60), found[1].result(60)


def waits(server: Server, client, count: int = 1) -> None:
    """Wait until somebody's search, or so many, is on the list."""
    me = client.me_id
    until(lambda: sum(one.by.id == me for one in client.lobby().seekers) == count)


@pytest.mark.parametrize("mode", [*VARIANTS, None])
def test_two_strangers_with_the_same_wish_are_paired(shared_server: Server, mode: str | None):
    ann, ben = shared_server.client(), shared_server.client()
    wish = {"modes": [] if mode is None else [mode], "clocks": [m.TimedClock(180)]}
    one, two = both(lambda: ann.seek(**wish), lambda: ben.seek(**wish))
    assert one.game.id == two.game.id
    assert {one.seats[0], two.seats[0]} == {"X", "O"}
    assert one.game.state == "playing"
    assert one.game.mode in (VARIANTS if mode is None else [mode])
    assert one.game.clock.settings == m.TimedClock(180)
    assert (one.game.swap != "off") == one.game.axes.x_is_known_to_win  # as it is fair
    assert one.game.id in [game.id for game in ann.lobby().games]


def test_somebody_with_several_wishes_gets_whoever_shares_one(shared_server: Server):
    ann, ben = shared_server.client(), shared_server.client()
    picky = {"modes": ["battle"], "clocks": [m.DaysClock(3)], "tie_break": "boards", "swap": True}
    easy = {"modes": ["open", "battle"], "clocks": [m.NoClock(), m.DaysClock(3)]}
    one, _ = both(lambda: ann.seek(**picky), lambda: ben.seek(**easy))
    game = one.game
    assert (game.mode, game.axes.tie_break, game.swap) == ("battle", "boards", "ahead")
    assert game.clock.settings == m.DaysClock(3)


def test_two_who_do_not_mind_the_time_are_not_hurried(shared_server: Server):
    ann, ben = shared_server.client(), shared_server.client()
    one, _ = both(lambda: ann.seek(modes=["open"]), lambda: ben.seek(modes=["open"]))
    assert one.game.clock.settings == m.TimedClock(300)


def test_those_who_share_no_wish_wait_and_the_longest_is_served_first(shared_server, open_line):
    async def scene() -> None:
        async with AsyncExitStack() as stack:
            first, second, third = [
                await stack.enter_async_context(open_line(shared_server)) for _ in range(3)
            ]
            await first.seek(modes=["open"], clocks=[m.DaysClock(1)])
            await second.seek(modes=["open"], clocks=[m.DaysClock(2)])
            await third.look(modes=["open"], clocks=[m.DaysClock(2), m.DaysClock(1)])
            await first.until(lambda: first.game)
            assert first.game == await third.paired()
            assert second.game is None

    asyncio.run(scene())


def test_whoever_closes_the_page_is_gone_from_the_list_and_never_paired(shared_server, open_line):
    async def scene() -> None:
        async with open_line(shared_server) as left:
            await left.seek(clocks=[m.DaysClock(4)])
            waits(shared_server, left.client)
        until(lambda: not left.client.lobby().seekers)
        async with open_line(shared_server) as late:
            await late.seek(clocks=[m.DaysClock(4)])
            assert late.game is None
            await late.send(m.Unseek())
            until(lambda: not late.client.lobby().seekers)

    asyncio.run(scene())


def test_whoever_does_not_answer_is_passed_over(make_server, open_line):
    """A phone that sleeps still has its socket: nobody is seated opposite it."""
    server = make_server(call_s=0.3)

    async def scene() -> None:
        async with open_line(server, asleep=True) as asleep, open_line(server) as awake:
            await asleep.seek(modes=["modern"])
            await awake.seek(modes=["modern"])  # paired, called, and back on the list
            waits(server, awake.client)
            await asleep.until(lambda: asleep.dropped)
            async with open_line(server) as third:
                await third.look(modes=["modern"])
                assert await third.paired() == await awake.paired()
            assert asleep.game is None
            assert asleep.client.my_games().games == []

    asyncio.run(scene())


def test_nobody_is_paired_with_themselves_nor_with_two_at_once(shared_server, open_line):
    async def scene() -> None:
        async with AsyncExitStack() as stack:
            tab = await stack.enter_async_context(open_line(shared_server))
            other_tab = await stack.enter_async_context(open_line(shared_server, tab.client))
            await tab.seek(modes=["classic"])
            await other_tab.seek(modes=["classic"])
            waits(shared_server, tab.client, 2)
            guest = await stack.enter_async_context(open_line(shared_server))
            await guest.look(modes=["classic"])
            assert await guest.paired() == await tab.paired()
            assert other_tab.game is None

    asyncio.run(scene())


def test_nobody_is_sent_to_a_challenge_of_their_own(shared_server, open_line, open_page):
    async def scene() -> None:
        clock = m.DaysClock(14)
        async with open_line(shared_server) as host:
            own = host.client.create(opponent="open", mode="classic", clock=clock).game.id
            async with open_page(shared_server.url, own, host.client.headers):
                await host.seek(modes=["classic"], clocks=[clock])
                waits(shared_server, host.client, 1)
                async with open_line(shared_server) as guest:
                    await guest.look(modes=["classic"], clocks=[clock])
                    game = await guest.paired()
                # Whichever of the two it is, it is a game with the guest.
                assert host.client.game(game).game.state == "playing"
            assert host.game != own

    asyncio.run(scene())


def test_one_who_waits_can_be_chosen_on_their_terms(shared_server, open_line):
    async def scene() -> None:
        async with open_line(shared_server) as host, open_line(shared_server) as guest:
            await host.seek(modes=["battle"], clocks=[m.TimedClock(60)])
            await guest.send(m.FollowLobby(on=True))
            await guest.until(lambda: guest.lobby and guest.lobby.seekers)
            (row,) = guest.lobby.seekers
            assert (row.modes, row.by.id) == (["battle"], host.client.me_id)
            await guest.look(only=row.id)
            assert await guest.paired() == await host.paired()
            await guest.look(only=row.id)
            await guest.until(lambda: guest.refused)
            assert guest.refused == ["seat-taken"]

    asyncio.run(scene())


@pytest.mark.parametrize("challenge_first", [True, False])
def test_a_challenge_whose_maker_is_there_counts_as_one_who_waits(
    shared_server, open_line, open_page, challenge_first: bool
):
    async def scene() -> None:
        host = shared_server.client()
        wish = {"mode": "open", "clock": m.DaysClock(7), "swap": True}
        async with open_line(shared_server) as guest:
            seek = {"modes": ["open"], "clocks": [m.DaysClock(7)]}
            if not challenge_first:
                await guest.seek(**seek)
            game = host.create(opponent="open", **wish).game.id
            async with open_page(shared_server.url, game, host.headers) as page:
                if challenge_first:
                    await guest.look(**seek)
                assert await guest.paired() == game
                await page.until(lambda: page.state.state == "playing")

    asyncio.run(scene())


def test_a_challenge_whose_maker_has_left_is_not_listed(shared_server, open_page):
    async def scene() -> None:
        host = shared_server.client()
        game = host.create(opponent="open").game.id
        async with open_page(shared_server.url, game, host.headers):
            assert game in [one.id for one in host.lobby().challenges]
        until(lambda: game not in [one.id for one in host.lobby().challenges])

    asyncio.run(scene())


def test_what_happens_in_a_game_is_told_on_every_page_of_those_who_play(shared_server, open_line):
    async def scene() -> None:
        async with open_line(shared_server) as host, open_line(shared_server) as stranger:
            game = host.client.create(opponent="link", side="O").game.id
            guest = shared_server.client()
            guest.join(game)
            await host.until(lambda: host.news)
            guest.command(game, m.Move(ply=0, square=40))
            await host.until(lambda: len(host.news) == 2)
            joined, moved = host.news
            assert (joined.cause.kind, moved.cause.kind) == ("join", "move")
            assert (moved.game.id, moved.game.turn) == (game, "O")
            assert stranger.news == []

    asyncio.run(scene())


def test_wishes_that_cannot_be_read_are_refused_in_words(shared_server):
    with pytest.raises(Refusal, match="is not a mode"):
        shared_server.client().seek(modes=["chess"])


class Crowd:
    """A hundred visitors with random wishes, some of whom leave or change their mind.

    One in ten wants a clock that nobody else does, and waits in vain.
    """

    CLOCKS = (m.TimedClock(60), m.TimedClock(180), m.NoClock())

    def __init__(self, lines) -> None:
        self.lines, self.dice = lines, random.Random(23)
        self.wishes: dict[str, m.Seek] = {}

    async def come(self) -> None:
        for number, line in enumerate(self.lines):
            own, rest = divmod(number, 10)
            clocks = () if rest else (m.DaysClock(1 + own),)
            await self._search(line, clocks)
            if self.dice.random() < 0.1:
                await line.send(m.Unseek())
                await self._search(line, clocks)
            elif self.dice.random() < 0.1:
                await line.leave()

    async def _search(self, line, clocks) -> None:
        modes = self.dice.sample(list(VARIANTS), self.dice.randint(0, 2))
        clocks = clocks or self.dice.sample(self.CLOCKS, self.dice.randint(1, 2))
        self.wishes[line.client.me_id] = m.Seek(modes=modes, clocks=clocks)
        await line.look(modes=modes, clocks=clocks)

    def waiting(self) -> list[m.Seeker]:
        return self.lines[0].client.lobby().seekers

    def is_settled(self) -> bool:
        unpaired = [line for line in self.lines if not line.has_left and line.game is None]
        return len(unpaired) == len(self.waiting()) == sum(line.waits for line in unpaired)


def test_a_hundred_visitors_leave_nobody_with_a_partner_waiting(shared_server, open_line):
    async def scene() -> None:
        async with AsyncExitStack() as stack:
            lines = await asyncio.gather(
                *(stack.enter_async_context(open_line(shared_server)) for _ in range(100))
            )
            crowd = Crowd(lines)
            await crowd.come()
            while not crowd.is_settled():
                await asyncio.sleep(0.05)
            assert len(crowd.waiting()) > 4
            for one, two in combinations(crowd.waiting(), 2):
                wishes = [wishes_of(crowd.wishes[who.by.id]) for who in (one, two)]
                assert wishes[0].isdisjoint(wishes[1])
            games = Counter(line.game for line in lines if line.game is not None)
            assert len(games) > 30
            assert max(games.values()) == 2

    asyncio.run(scene())
