"""Several servers on one database, behind a proxy that balances blindly, are one server."""

from __future__ import annotations

import asyncio
import contextlib
import random
import socket
from concurrent.futures import ThreadPoolExecutor
from urllib.request import urlopen

import pytest

from ninefold import Position
from ninefold.rules.variants import VARIANTS
from ninefold.server.wire import messages as m
from ninefold.server.wire.refusal import Refusal
from support.databases import run_sql
from support.serving import NO_BOOK, metric, until


def pair_of(cluster, **wish):
    """A game of Ann at the first node and Ben at the second."""
    ann, ben = cluster.client(0), cluster.client(1)
    game = ann.create(opponent="link", side="X", **wish).game.id
    ben.join(game)
    return ann, ben, game


@contextlib.asynccontextmanager
async def pages_of(cluster, open_page, game, *clients):
    """A page for each, every one at another node, and one of somebody who watches."""
    async with contextlib.AsyncExitStack() as stack:
        yield [
            await stack.enter_async_context(
                open_page(cluster.nodes[number % 3].url, game, client.headers if client else {})
            )
            for number, client in enumerate([*clients, None])
        ]


async def done(page, command):
    assert await page.do(command) == "ok", page.refused


async def see(pages, condition):
    """Wait until every page shows it."""
    for page in pages:
        await page.until(lambda page=page: condition(page.state))


@pytest.mark.parametrize("mode", VARIANTS)
def test_a_whole_game_is_played_and_watched_at_three_nodes(shared_cluster, open_page, mode):
    """With clocks, swap, takeback, a draw that is declined, a rematch, and somebody who watches."""
    ann, ben, game = pair_of(shared_cluster, mode=mode, clock=m.TimedClock(600, 2), swap=True)

    async def play():
        async with pages_of(shared_cluster, open_page, game, ann, ben) as pages:
            one, two, watching = pages
            await done(one, m.Move(ply=0, square=40, id="first"))
            await see(pages, lambda state: state.swap == "open")
            await done(two, m.Swap(take=True, id="swap"))
            await see(pages, lambda state: state.swap == "swapped")
            # Ben plays X now, so it is Ann's turn.
            await done(one, m.Move(ply=1, square=one.state.board.legal[0], id="second"))
            await see(pages, lambda state: state.board.ply == 2)
            await done(two, m.Move(ply=2, square=two.state.board.legal[0], id="third"))
            await done(two, m.Offer(what="takeback", id="back"))
            await see(pages, lambda state: state.offers.takeback == "X")
            await done(one, m.Accept(what="takeback", id="granted"))
            await see(pages, lambda state: state.board.ply == 2 and state.offers.takeback is None)
            await done(two, m.Move(ply=2, square=two.state.board.legal[-1], id="third again"))
            await done(two, m.Offer(what="draw", id="draw"))
            await see(pages, lambda state: state.offers.draw == "X")
            await done(one, m.Decline(what="draw", id="no"))
            dice = random.Random(mode)
            while one.state.state == "playing":
                ply = one.state.board.ply
                mover = one if one.state.board.turn == "O" else two
                await mover.until(lambda mover=mover, ply=ply: mover.state.board.ply == ply)
                square = dice.choice(mover.state.board.legal)
                await done(mover, m.Move(ply=ply, square=square, id=f"m{ply}"))
                await see(pages, lambda state, ply=ply: state.board.ply == ply + 1)
            await see(pages, lambda state: state.state == "over")
            await done(two, m.Offer(what="rematch", id="again"))
            await see(pages, lambda state: state.offers.rematch == "X")
            await done(one, m.Accept(what="rematch", id="yes"))
            await see(pages, lambda state: state.rematch is not None)
            assert {page.state.rematch for page in pages} == {watching.state.rematch}
            return watching.state

    end = asyncio.run(play())
    position = Position.start(mode)
    for square in end.moves:
        position = position.play(square)
    assert position.outcome is not None
    assert ben.game(end.rematch).game.state == "playing"


def test_those_who_look_from_anywhere_are_there_and_cannot_be_claimed(shared_cluster, open_page):
    ann, ben, game = pair_of(shared_cluster, clock=m.TimedClock(600))

    def told(page):
        """Who is there, as the page last heard."""
        known = [one for one in page.seen if isinstance(one, m.Presence)]
        known += [one.presence for one in page.seen if isinstance(one, m.Welcome) and not known]
        return known[-1] if known else None

    async def scene():
        async with pages_of(shared_cluster, open_page, game, ann, ben) as pages:
            one, two, watching = pages
            for ply, page in enumerate((one, two)):
                await page.until(lambda page=page, ply=ply: page.state.board.ply == ply)
                await done(page, m.Move(ply=ply, square=page.state.board.legal[0], id=f"m{ply}"))
            for page in pages:
                await page.until(
                    lambda page=page: (
                        told(page)
                        and told(page).X.online
                        and told(page).O.online
                        and told(page).watchers == 1
                    )
                )
            await asyncio.sleep(1.5)  # longer than it takes until somebody who is gone is claimed
            assert await one.do(m.Claim(result="win", id="claim")) == "not-gone"
            await two.__aexit__()
            for page in (one, watching):
                await page.until(lambda page=page: not told(page).O.online)
            for attempt in range(200):
                if await one.do(m.Claim(result="win", id=f"claim{attempt}")) == "ok":
                    break
                await asyncio.sleep(0.1)
            await watching.until(lambda: watching.state.state == "over")
            return watching.state.result

    assert asyncio.run(scene()).reason == "abandoned"


def test_of_two_clicks_at_two_nodes_one_is_played(shared_cluster, open_page, moves_on_disk):
    ann = shared_cluster.client(0)
    game = ann.create(opponent="same-device", mode="open").game.id

    async def race():
        async with (
            open_page(shared_cluster.nodes[1].url, game, ann.headers) as here,
            open_page(shared_cluster.nodes[2].url, game, ann.headers) as there,
        ):
            position = Position.start("open")
            while position.outcome is None and position.ply < 30:
                squares = position.legal_moves[0], position.legal_moves[-1]
                told = await asyncio.gather(
                    *(
                        page.do(m.Move(ply=position.ply, square=square, id=f"{position.ply}-{n}"))
                        for n, (page, square) in enumerate(zip((here, there), squares, strict=True))
                    )
                )
                assert sorted(told) in (["ok", "stale"], ["illegal-move", "ok"]), told
                position = position.play(squares[told.index("ok")])
            return position

    position = asyncio.run(race())
    rows = moves_on_disk(shared_cluster.database, game)
    assert [ply for _, ply, _, _ in rows] == list(range(position.ply))


def test_the_computer_answers_once_wherever_the_page_is(shared_cluster, moves_on_disk):
    ann = shared_cluster.client(0)
    game = ann.create(opponent="computer", level="beginner", side="X").game.id
    far = shared_cluster.same(ann, 2)
    end = far.play(game, lambda position: position.legal_moves[0])
    assert end.state == "over"
    rows = moves_on_disk(shared_cluster.database, game)
    assert [ply for _, ply, _, _ in rows] == list(range(len(end.moves)))


def test_everything_that_a_page_asks_for_is_answered_at_every_node(shared_cluster):
    ann, ben, game = pair_of(shared_cluster)
    ann.command(game, m.Move(ply=0, square=40))
    answers = []
    for number in range(3):
        client = shared_cluster.same(ben, number)
        assert client.game(game).seats == ["O"]
        with pytest.raises(Refusal) as refused:
            client.command(game, m.Move(ply=0, square=41))
        assert refused.value.code == "stale"
        answers.append((client.game(game).game.moves, client.replay(game).record))
        assert game in [one.id for one in client.my_games().games]
        with pytest.raises(Refusal) as missing:
            client.game("nosuchgame")
        assert missing.value.code == "no-such-game"
    assert answers[0] == answers[1] == answers[2]
    assert answers[0][0] == [40]


def test_somebody_new_gets_a_cookie_through_another_node(shared_cluster):
    ann = shared_cluster.client(0)
    game = ann.create(opponent="link", side="X").game.id
    new = type(ann)(shared_cluster.nodes[1].url)
    assert new.join(game).seats == ["O"]
    assert new.game(game).seats == ["O"], "whoever joined is known again"


def test_a_rematch_that_both_accept_at_once_is_one_game(shared_cluster):
    ann, ben, game = pair_of(shared_cluster)
    ben.command(game, m.Resign())
    ben.command(game, m.Offer(what="rematch"))
    askers = [shared_cluster.same(ann, number) for number in (0, 1, 2)]

    def accept(client):
        with contextlib.suppress(Refusal):
            client.command(game, m.Accept(what="rematch"))

    with ThreadPoolExecutor(3) as threads:
        list(threads.map(accept, askers))
    follow_up = ann.game(game).game.rematch
    sql = "SELECT id FROM games WHERE settings::json ->> 'previous' = $1"
    assert run_sql(shared_cluster.database, sql, game) == [(follow_up,)]


def test_the_lobby_is_the_same_everywhere(shared_cluster):
    ann = shared_cluster.client(0)
    game = ann.create(opponent="open", side="X").game.id
    everywhere = [shared_cluster.client(number) for number in range(3)]

    def shown(client):
        return game in [one.id for one in client.lobby().challenges]

    until(lambda: all(map(shown, everywhere)))
    everywhere[2].join(game)
    until(lambda: not any(map(shown, everywhere)))
    until(lambda: all(game in [one.id for one in c.lobby().games] for c in everywhere))


def test_strangers_at_different_nodes_are_paired(shared_cluster):
    wish = {"modes": ["battle"], "clocks": [m.TimedClock(180)]}
    clients = [shared_cluster.client(number) for number in (0, 1, 2, 0)]
    with ThreadPoolExecutor(4) as threads:
        found = list(threads.map(lambda client: client.seek(**wish), clients))
    games = [one.game.id for one in found]
    assert sorted(games.count(game) for game in set(games)) == [2, 2]
    assert all(one.game.state == "playing" for one in found)


def test_whoever_searches_finds_a_challenge_of_another_node(shared_cluster, open_page):
    ann, ben = shared_cluster.client(0), shared_cluster.client(1)
    clock = m.DaysClock(7)
    game = ann.create(opponent="open", mode="open", clock=clock).game.id

    async def scene():
        async with open_page(shared_cluster.nodes[0].url, game, ann.headers) as page:
            found = await asyncio.to_thread(ben.seek, modes=["open"], clocks=[clock])
            await page.until(lambda: page.state.state == "playing")
            return found.game.id

    assert asyncio.run(scene()) == game


def test_a_new_name_is_seen_at_every_node(shared_cluster, open_page):
    ann, _, game = pair_of(shared_cluster)

    async def scene():
        async with open_page(shared_cluster.nodes[2].url, game, {}) as page:
            await asyncio.to_thread(shared_cluster.same(ann, 1).rename, "Anna")
            await page.until(lambda: page.state.players.X.name == "Anna")

    asyncio.run(scene())


def test_caps_and_paces_count_over_all_nodes(make_cluster, open_page):
    limits = {"games_per_visitor": 6, "creates_per_minute": 0.001, "create_burst": 9}
    cluster = make_cluster(2, limits=limits)
    ann = cluster.client(0)
    clients = [cluster.same(ann, number % 2) for number in range(8)]

    def create(client):
        try:
            games.append(client.create(opponent="link").game.id)
        except Refusal as refusal:
            return refusal.code
        return "created"

    games = []
    with ThreadPoolExecutor(8) as threads:
        told = list(threads.map(create, clients))
    assert sorted(told) == ["created"] * 6 + ["too-many-games"] * 2
    others = [cluster.client(number % 2) for number in range(4)]
    assert sorted(create(other) for other in others) == ["created"] + ["too-fast"] * 3

    def visitors_known_at(node):
        with urlopen(f"{node.url}/metrics", timeout=30) as answer:
            return "ninefold_visitors 1\n" in answer.read().decode()

    async def stay_here_and_look_there():
        async with open_page(cluster.nodes[0].url, games[0], ann.headers):
            await asyncio.to_thread(until, lambda: visitors_known_at(cluster.nodes[1]))

    asyncio.run(stay_here_and_look_there())


def thoughts_after_hanging_up_elsewhere(cluster, count):
    """How many thoughts end when so many ask through another node, and hang up."""
    ann, owner = cluster.client(0), cluster.nodes[0]
    game = ann.create(opponent="same-device", **NO_BOOK).game.id  # a book answers at once
    before = metric(owner, "thoughts_ended")

    def have_come():
        return metric(owner, "thoughts_ended") - before + metric(owner, "thoughts_waiting")

    head = (
        f"GET {m.API}/games/{game}/hint HTTP/1.1\r\nhost: 127.0.0.1\r\n"
        f"cookie: {ann.headers['Cookie']}\r\n\r\n"
    )
    with contextlib.ExitStack() as stack:
        for _ in range(count):
            port = cluster.nodes[1].port
            line = stack.enter_context(socket.create_connection(("127.0.0.1", port), 30))
            line.sendall(head.encode())
        until(lambda: have_come() >= count - 1)  # one is thought about
    until(lambda: not metric(owner, "thoughts_waiting"))
    until(lambda: metric(owner, "thoughts_ended") > before)
    return metric(owner, "thoughts_ended") - before


def test_promise_16_a_thought_is_dropped_when_somebody_hangs_up_at_another_node(shared_cluster):
    """The bug `think-for-those-elsewhere` makes this fail, as the next test shows."""
    assert thoughts_after_hanging_up_elsewhere(shared_cluster, 12) < 12


def test_promise_16_would_be_seen_broken_for_those_elsewhere(make_cluster):
    cluster = make_cluster(2, bug="think-for-those-elsewhere")
    assert thoughts_after_hanging_up_elsewhere(cluster, 4) >= 3


def test_a_hint_and_a_sign_out_reach_whichever_node(shared_cluster, open_page):
    """A game's node thinks for whoever asks elsewhere; who signs out is put out everywhere."""
    ann, two = shared_cluster.client(0), shared_cluster.nodes[1]
    game = ann.create(opponent="same-device").game.id
    elsewhere = shared_cluster.same(ann, 1)
    assert elsewhere._ask("GET", f"{m.API}/games/{game}/hint", m.Hint).square in range(81)

    async def sign_out_here():
        async with open_page(two.url, game, ann.headers) as page:
            await asyncio.to_thread(ann.sign_out)
            await page.until(lambda: page.closed is not None)
            return page.closed

    assert asyncio.run(sign_out_here()) == (4401, "no-visitor")
