"""A server grows from a file to PostgreSQL and back, and no game, name or sign-in is lost."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from ninefold.server.client import Client
from ninefold.server.wire import messages as m
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
