"""A server grows from a file to PostgreSQL and back, and no game, name or sign-in is lost."""

from __future__ import annotations

import asyncio
import contextlib
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from ninefold.analysis.explorer import Count
from ninefold.game.entries import Moved, Resigned
from ninefold.server.client import Client
from ninefold.server.play.entries import Seat, Settings
from ninefold.server.store import moving
from ninefold.server.store.moving import _TABLES
from ninefold.server.store.sqlite import SqliteStore
from ninefold.server.store.store import Append, NewGame
from ninefold.server.wire import messages as m
from support.databases import run_sql
from support.serving import Server

NINEFOLD = str(Path(sys.executable).with_name("ninefold"))


def ninefold(*arguments: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [NINEFOLD, *map(str, arguments)], capture_output=True, text=True, timeout=120, check=False
    )


def play_on(server: Server, client: Client, game: str) -> list[int]:
    """The same visitor, at another server, makes one more move."""
    there = Client(server.url)
    there._cookies, there._opener = client._cookies, client._opener
    state = there.game(game)
    assert state.me is not None
    assert state.me.name == "Ann"
    assert state.seats == ["X", "O"], "whoever played there is known here"
    move = m.Move(ply=state.game.board.ply, square=state.game.board.legal[0])
    return there.command(game, move).game.moves


def explored(server: Server) -> int:
    """How many games the explorer knows."""
    return Client(server.url)._ask("GET", "/api/v1/explorer", m.Explorer).games


def test_games_move_from_a_file_into_postgresql_and_back(tmp_path, postgres, redis):
    file, copy = tmp_path / "one" / "games.sqlite3", tmp_path / "copy.sqlite3"
    with Server(tmp_path / "one") as server:
        ann = server.client()
        ann.rename("Ann")
        game = ann.create(opponent="same-device", clock=m.TimedClock(600)).game.id
        ann.command(game, m.Move(ply=0, square=40))
        over = ann.create(opponent="same-device").game.id
        ann.command(over, m.Move(ply=0, square=40))
        ann.command(over, m.Resign())
        server.stop()
    database = postgres.create()
    moved = ninefold("migrate", database, "--from", file)
    assert moved.stdout.startswith(f"2 games moved from {file}"), moved
    again = ninefold("migrate", database, "--from", file)
    assert again.returncode == 2
    assert "has games already" in again.stderr
    assert "is up to date" in ninefold("migrate", database).stdout
    with Server(tmp_path / "two", database=database, bus=redis.url) as server:
        assert play_on(server, ann, game)[0] == 40
        assert explored(server) == 1
        # While it is played on, and by a name that must be new.
        assert ninefold("backup", copy, "--database", database).stdout == f"{copy}\n"
        assert ninefold("backup", copy, "--database", database).returncode == 2
        assert len(play_on(server, ann, game)) == 3
    (tmp_path / "three").mkdir()
    shutil.copy(copy, tmp_path / "three" / "games.sqlite3")
    with Server(tmp_path / "three") as server:
        assert len(play_on(server, ann, game)) == 3, "as of the moment of the copy, and one more"
        assert explored(server) == 1, "what the explorer counted has moved along, and back"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--database", "mysql://db/games"], "'mysql' is no database"),
        (["--database", "postgresql://ann:hush@127.0.0.1:1/x"], "postgresql://ann@127.0.0.1:1/x"),
        (["--bus", "redis://127.0.0.1:1"], "a bus is for several servers"),
    ],
)
def test_a_database_or_bus_that_cannot_be_used_is_told_in_words(tmp_path, arguments, told):
    said = ninefold("serve", "--port", 0, "--data", tmp_path, *arguments)
    assert said.returncode in (2, 4)
    assert told in said.stderr
    assert "Traceback" not in said.stderr
    assert "hush" not in said.stderr


def test_metrics_tell_how_long_commands_took(shared_server):
    ann = shared_server.client()
    game = ann.create(opponent="same-device").game.id
    ann.command(game, m.Move(ply=0, square=40))
    with ann._opener.open(f"{shared_server.url}/metrics") as answer:
        lines = dict(
            line.rsplit(" ", 1)
            for line in answer.read().decode().splitlines()
            if not line.startswith("#")
        )
    count = int(lines["ninefold_command_seconds_count"])
    assert count >= 1
    assert int(lines['ninefold_command_seconds_bucket{le="+Inf"}']) == count
    assert float(lines["ninefold_command_seconds_sum"]) > 0


async def _fill(file: Path) -> None:
    """A file with something in every table, each value another."""
    store = SqliteStore(file)
    seats = [Seat(key, m.Player(f"id {key}", key, "person")) for key in ("ann", "ben")]
    clocks: list[m.ClockSettings] = [m.NoClock(), m.TimedClock(60, 1), m.DaysClock(2)]
    wishes = [("open", seats[0], None), ("link", *seats), ("same-device", seats[0], seats[0])]
    for number, (opponent, x, o) in enumerate(wishes):
        settings = Settings(
            *(f"g{number}", 10 + number, "battle", opponent, "boards", True, clocks[number], x, o)
        )
        await store.create(NewGame(settings, "playing" if o else "waiting", 20 + number))
    moves = [Moved(at=31 + n, side="XO"[n], square=40 - 4 * n, spent=n, id=f"c{n}") for n in (0, 1)]
    await store.append(Append("g1", 1, 0, 0, moves, up=33))
    counts = (Count(1, 2, 40, 0, 1, 0, 0), Count(1, 2, 40, 1, 0, 2, 3))
    end = [Resigned(at=44, side="X")]
    await store.append(Append("g2", 1, 0, 0, end, state="over", up=45, counts=counts))
    await store.rename("ann", "Ann")
    await store.add_token("ann", "digest", m.Token("t1", "bot", 5, ["read"]))
    await store.sign_out("eve", 6)
    await store.alive(7, 8)
    with contextlib.closing(sqlite3.connect(file)) as db:
        db.execute("INSERT INTO explorer_records VALUES ('d1')")
        db.commit()
    await store.close()


def _rows(file: Path) -> dict[str, list[tuple[object, ...]]]:
    with contextlib.closing(sqlite3.connect(file)) as db:
        return {
            name: sorted(db.execute(f"SELECT * FROM {name}").fetchall(), key=repr)
            for name in _TABLES
        }


def test_every_row_of_every_table_is_moved_there_and_back(tmp_path, postgres, monkeypatch):
    monkeypatch.setattr(moving, "_AT_ONCE", 2)  # so that there are several batches
    file, copy, database = tmp_path / "one.sqlite3", tmp_path / "copy.sqlite3", postgres.create()

    async def there_and_back():
        await _fill(file)
        there = await moving.move_to_postgres(file, database)
        return there, await moving.move_to_file(database, copy)

    assert asyncio.run(there_and_back()) == (3, 3)
    before, after = _rows(file), _rows(copy)
    assert all(before.values()), "something of each"
    assert after == before
    found = run_sql(database, "SELECT id, timed, counted FROM games ORDER BY id")
    assert found == [("g0", False, False), ("g1", True, False), ("g2", True, True)]
    assert run_sql(database, "SELECT at FROM log ORDER BY at") == [(31,), (32,), (44,)]
