"""Several servers on one database, behind a proxy that balances blindly, are one server."""

from __future__ import annotations

import asyncio

from ninefold.server.client import Client
from ninefold.server.wire import messages as m


def test_a_game_is_played_by_two_at_different_nodes(make_cluster, open_page, moves_on_disk):
    cluster = make_cluster(2)
    ann, ben = cluster.client(0), cluster.client(1)
    game = ann.create(opponent="link", side="X", clock=m.TimedClock(300)).game.id
    assert ben.join(game).game.state == "playing"

    async def play():
        async with (
            open_page(cluster.nodes[0].url, game, ann.headers) as here,
            open_page(cluster.nodes[1].url, game, ben.headers) as there,
        ):
            for ply in range(20):
                page = (here, there)[ply % 2]
                await page.until(lambda page=page, ply=ply: page.state.board.ply == ply)
                square = page.state.board.legal[0]
                assert await page.do(m.Move(ply=ply, square=square, id=f"m{ply}")) == "ok"
            for page in (here, there):
                await page.until(lambda page=page: page.state.board.ply == 20)
            return here.state, there.state

    one, two = asyncio.run(play())
    assert one.moves == two.moves
    assert [square for _, _, square, _ in moves_on_disk(cluster.database, game)] == one.moves


def test_a_hint_and_a_sign_out_reach_whichever_node(make_cluster, open_page):
    """A game's node thinks for whoever asks elsewhere; who signs out is put out everywhere."""
    cluster = make_cluster(2)
    ann, two = cluster.client(0), cluster.nodes[1]
    game = ann.create(opponent="same-device").game.id
    elsewhere = Client(two.url)
    elsewhere._opener.addheaders = [("Cookie", ann.headers["Cookie"])]
    assert elsewhere._ask("GET", f"{m.API}/games/{game}/hint", m.Hint).square in range(81)

    async def sign_out_here():
        async with open_page(two.url, game, ann.headers) as page:
            await asyncio.to_thread(ann.sign_out)
            await page.until(lambda: page.closed is not None)
            return page.closed

    assert asyncio.run(sign_out_here()) == (4401, "no-visitor")
