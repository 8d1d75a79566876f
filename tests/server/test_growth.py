"""Promise 18: logs and lists stay small, whatever one visitor does."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import time

import pytest

from ninefold.server.client import Client
from ninefold.server.store import sqlite
from ninefold.server.wire import messages as m
from ninefold.server.wire.refusal import Refusal
from support.neighbour import Neighbour
from support.serving import Server, until


def entries_of(server: Server, game: str) -> int:
    with contextlib.closing(sqlite3.connect(server.database)) as db:
        (count,) = db.execute("SELECT count(*) FROM log WHERE game = ?", (game,)).fetchone()
    return int(count)


def back_and_forth(server: Server, times: int) -> tuple[Client, str, set[str]]:
    """Undo and redo one move over and over; the codes with which that was refused."""
    ann = server.client()
    game = ann.create(opponent="same-device").game.id
    ann.command(game, m.Move(ply=0, square=40))
    codes = set()
    for turn in range(times):
        command = m.Redo(ply=0) if turn % 2 else m.Undo(ply=1)
        try:
            ann.command(game, command)
        except Refusal as refusal:
            codes.add(refusal.code)
            break
    return ann, game, codes


def test_promise_18_a_game_goes_back_and_forth_only_so_often(make_server, soak):
    """The bug `endless-logs` makes this fail, as the next test shows."""
    most = 1_000 if soak else 40
    server = make_server(limits={"entries_per_game": most})
    with Neighbour(server, "undo and redo without end"):
        ann, game, codes = back_and_forth(server, 2 * most)
    assert codes == {"not-now"}
    assert entries_of(server, game) <= most
    end = ann.play(game, lambda position: position.legal_moves[0])
    assert end.state == "over", "it can still be played out"


def test_promise_18_would_be_seen_broken(make_server):
    server = make_server(bug="endless-logs", limits={"entries_per_game": 40})
    _, game, codes = back_and_forth(server, 80)
    assert codes == set()
    assert entries_of(server, game) == 81


def test_promise_18_a_log_grows_only_so_fast(make_server):
    server = make_server(limits={"entries_per_second": 0.1, "entry_burst": 20})
    _, game, codes = back_and_forth(server, 100)
    assert codes == {"too-fast"}
    assert entries_of(server, game) == 20


@pytest.mark.parametrize("tabs", [1, 4], ids=["one visitor", "one address"])
def test_promise_18_names_change_only_so_often(make_server, tabs):
    server = make_server(limits={"renames_per_minute": 1.0, "rename_burst": 8})
    people = [server.client() for _ in range(tabs)]
    game = people[0].create(opponent="link").game.id
    codes = []
    with Neighbour(server, "names that change without end"):
        for number in range(40):
            try:
                people[number % tabs].rename(f"Ann {number}")
            except Refusal as refusal:
                codes.append(refusal.code)
    assert codes == ["too-fast"] * 32
    assert entries_of(server, game) <= 8


def with_many_games(server: Server, count: int) -> Client:
    """A visitor with so many finished games, and one unfinished."""
    ann = server.client()
    game = ann.create(opponent="same-device").game.id
    ann.command(game, m.Resign())
    with contextlib.closing(sqlite3.connect(server.database)) as db:
        sql = """
            INSERT INTO games
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
            SELECT printf('copy%05d', i), json_set(settings, '$.id', printf('copy%05d', i)), state,
              x, o, updated_at - i, listed, solo, up, counted FROM n, games WHERE id = ?
        """
        db.execute(sql, (count, game))
        db.execute(
            "INSERT INTO log SELECT games.id, version, epoch, ply, entry, log.up FROM games, log"
            " WHERE games.id LIKE 'copy%' AND log.game = ?",
            (game,),
        )
        db.commit()
    ann.create(opponent="same-device")
    return ann


def test_promise_18_a_list_is_read_page_by_page(make_server, soak):
    server = make_server()
    count = 20_000 if soak else 300
    ann = with_many_games(server, count)
    seen, cursor, pages = [], "", 0
    with Neighbour(server, "one visitor's long list"):
        while cursor is not None and pages < 5:
            path = (
                f"/api/v1/me/games?limit=50&cursor={cursor}"
                if cursor
                else "/api/v1/me/games?limit=50"
            )
            page = ann._ask("GET", path, m.MyGames)
            assert len(page.games) == 51 - (pages > 0)
            seen += [game.id for game in page.games]
            cursor, pages = page.next, pages + 1
    assert len(seen) == len(set(seen)) == 251
    assert seen[2:] == [f"copy{number:05}" for number in range(1, 250)]


@pytest.mark.parametrize("cursor", ["x", "-", "1", "99999999999999999999999-a", "1-%00"])
def test_promise_18_a_page_that_there_is_not_is_told(shared_server, cursor):
    ann = shared_server.client()
    with contextlib.suppress(Refusal):
        assert ann._ask("GET", f"/api/v1/me/games?cursor={cursor}", m.MyGames).next is None


PLANS = {
    "unfinished games": f"SELECT id {sqlite._UNFINISHED_OF_X}",
    "finished games": sqlite._FINISHED,
    "idle games of a visitor": sqlite._IDLE_OF,
    "idle games of anybody": sqlite._IDLE_OF_ANYBODY,
    "games called off": "SELECT id FROM games WHERE state = 'aborted' AND updated_at < 5 LIMIT 5",
}


@pytest.mark.parametrize("sql", PLANS.values(), ids=PLANS)
def test_promise_18_nothing_that_is_asked_often_looks_at_every_game(shared_server, sql):
    values = {"key": "a", "before": 5, "at": 5, "id": "b", "limit": 5}
    with contextlib.closing(sqlite3.connect(shared_server.database)) as db:
        plan = [row[3] for row in db.execute(f"EXPLAIN QUERY PLAN {sql}", values)]
    looks = [step for step in plan if " games" in step]
    assert looks
    assert all(step.startswith("SEARCH games USING") for step in looks), plan


def loads_by_a_stranger(server: Server, open_page) -> int:
    """How often a stranger's nonsense lets the server read a game from disk, of 50 times."""
    ann, eve = server.client(), server.client()
    game = ann.create(opponent="same-device").game.id

    async def pester():
        async with open_page(server.url, game, eve.headers) as page:
            for number in range(50):
                assert await page.do(m.Move(ply=80, square=1, id=f"n{number}")) == "not-your-game"

    before = server.log().count("read from disk")
    asyncio.run(pester())
    return server.log().count("read from disk") - before


def test_promise_18_a_stranger_does_not_make_the_server_read(make_server, open_page):
    """The bug `believe-strangers` makes this fail, as the next test shows."""
    server = make_server(bug="tell-of-reading")
    with Neighbour(server, "a stranger who says that there is more"):
        assert loads_by_a_stranger(server, open_page) <= 5


def test_promise_18_would_be_seen_broken_for_strangers(make_server, open_page):
    assert loads_by_a_stranger(make_server(bug="believe-strangers"), open_page) >= 50


def test_promise_18_what_was_called_off_is_forgotten_after_a_while(make_server):
    server = make_server(keep_aborted_s=0.5, sweep_s=0.1)
    ann = server.client()
    off, on = (ann.create(opponent="link").game.id for _ in range(2))
    ann.command(off, m.Abort())
    until(lambda: not entries_of(server, off))
    assert ann.game(on).game.state == "waiting"
    with contextlib.closing(sqlite3.connect(server.database)) as db:
        assert db.execute("SELECT id FROM games").fetchall() == [(on,)]


def test_promise_18_a_solo_game_that_nobody_plays_is_called_off_after_a_while(make_server):
    server = make_server(keep_abandoned_s=1.0, sweep_s=0.1)
    ann = server.client()
    game = ann.create(opponent="same-device").game.id
    for ply, square in enumerate((40, 36, 0)):
        ann.command(game, m.Move(ply=ply, square=square))
        time.sleep(0.4)
    assert ann.game(game).game.state == "playing", "each move is a sign of life"
    until(lambda: ann.game(game).game.state == "aborted")


def test_a_log_is_deleted_only_with_a_game_that_was_called_off(shared_server):
    ann = shared_server.client()
    game = ann.create(opponent="same-device").game.id
    ann.command(game, m.Resign())
    with (
        contextlib.closing(sqlite3.connect(shared_server.database)) as db,
        pytest.raises(sqlite3.IntegrityError, match="append-only"),
    ):
        db.execute("DELETE FROM log WHERE game = ?", (game,))
