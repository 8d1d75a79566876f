"""An upgrade: a new server goes on with what an older one left, and beside one that still runs.

``earlier/`` holds what was really written: `sqlite-7.sql` and `postgresql-3.sql` by servers of
those schemas, killed in the middle of their games; the first line names games and cookies.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import asyncpg
import pytest

from ninefold.server.client import Client
from ninefold.server.wire import messages as m

EARLIER = Path(__file__).parent / "earlier"
#: However long ago they were left.
KEPT = {"keep_aborted_s": 1e9, "keep_abandoned_s": 1e9, "expire_link_s": 1e9}


def run_script(url: str, script: str) -> None:
    """Say several things to a database."""

    async def say() -> None:
        connection = await asyncpg.connect(url)
        try:
            await connection.execute(script)
        finally:
            await connection.close()

    with ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: asyncio.run(say())).result()


class Left:
    """What an older server left: a new one on it, and those who played there."""

    def __init__(self, server, names):
        self.server, self.names = server, names
        self.ann, self.ben = (self.visitor(names[who]) for who in ("ann", "ben"))

    def visitor(self, cookie):
        client = Client(self.server.url)
        client._opener.addheaders.append(("Cookie", cookie))
        return client


@pytest.fixture(params=["sqlite-7", "postgresql-3"])
def left(request, make_server, tmp_path):
    script = (EARLIER / f"{request.param}.sql").read_text("utf-8")
    names = json.loads(script.partition("\n")[0].removeprefix("-- "))
    settings = dict(KEPT)
    if request.param.startswith("sqlite"):
        (tmp_path / "data0").mkdir()
        with closing(sqlite3.connect(tmp_path / "data0" / "games.sqlite3")) as db:
            db.executescript(script)
    else:
        settings["database"] = request.getfixturevalue("postgres").create()
        settings["bus"] = request.getfixturevalue("redis").url
        run_script(settings["database"], script)
    return Left(make_server(**settings), names)


def play_next(client, game):
    """Make the first move that there is."""
    board = client.game(game).game.board
    after = client.command(game, m.Move(ply=board.ply, square=board.legal[0])).game
    return after.board.ply


def test_a_new_server_goes_on_with_what_an_older_one_left(left):
    ann, ben, names = left.ann, left.ben, left.names
    assert (ann.me().name, ben.me().name) == ("Ann", "Ben")
    assert ben.game(names["timed"]).game.moves == [40, 36, 4]
    assert play_next(ben, names["timed"]) == 4
    swapped = ann.game(names["swap"])
    assert (swapped.game.swap, swapped.seats) == ("swapped", ["O"])
    assert play_next(ann, names["swap"]) == 2
    assert ann.game(names["solo"]).game.moves == [40, 36]
    assert play_next(ann, names["solo"]) == 3
    assert ann.game(names["over"]).game.result.reason == "resignation"
    assert ann.game(names["aborted"]).game.state == "aborted"
    assert ann.join(names["listed"]).game.state == "playing"


@pytest.mark.parametrize("left", ["postgresql-3"], indirect=True)
def test_an_older_node_goes_on_beside_a_new_one(left):
    """It writes and reads as it did, and when it dies the new one has its games."""
    run_script(left.server.database, (EARLIER / "node-3.sql").read_text("utf-8"))
    assert left.ben.game("beside").game.moves == [40]
    assert play_next(left.ben, "beside") == 2
