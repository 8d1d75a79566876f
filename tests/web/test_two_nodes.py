"""Two browsers at different servers of one database play a whole game, an upgrade in its middle."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from ninefold.rules.position import Position
from support.browsing import GAMES, button, create, headline, heard, play, shows_position
from support.cluster import Cluster
from support.databases import Postgres, Redis


@pytest.fixture
def cluster(tmp_path) -> Iterator[Cluster]:
    postgres, redis = Postgres(), Redis()
    try:
        cluster = Cluster(tmp_path, 2, postgres.create(), redis.url, lease_s=60.0)
        yield cluster
        cluster.close()
    finally:
        postgres.remove()
        redis.remove()


def test_a_whole_game_at_two_servers_of_which_one_is_replaced(cluster, people_at) -> None:
    """One player comes through a proxy that balances blindly, the other to the second server."""
    host = people_at(cluster.url).new(ready=".form")
    create(host, "A friend", "Make a link", mode="Battle")
    guest = people_at(cluster.nodes[1].url).blank()
    guest.goto(f"/game/{host.url.rpartition('/')[2]}")
    button(guest, "Join the game").click()
    for page in (host, guest):
        expect(headline(page)).not_to_contain_text("Waiting")
    position = Position.start("battle")
    moves = GAMES["battle"].split()
    for ply, move in enumerate(moves):
        if ply == len(moves) // 2:
            assert cluster.nodes[0].stop() == 0
        mover, other = (host, guest) if ply % 2 == 0 else (guest, host)
        play(mover, move)
        heard(other, move)
        position = position.play(move)
    cluster.nodes[0].start()
    for page in (host, guest):
        shows_position(page, position)
    expect(headline(host)).to_contain_text("You win!")
    expect(headline(guest)).to_contain_text("You lose")
