"""Promise 19: it starts, whatever lies in the file, and serves what can be read."""

from __future__ import annotations

import contextlib
import json
import sqlite3
import subprocess
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from ninefold.server.wire import messages as m
from ninefold.server.wire.refusal import Refusal
from support.serving import Server, until

DAYS = m.DaysClock(days=3)


def spoil(server: Server, sql: str, *values: object) -> None:
    """Change what the file holds, behind the server's back."""
    with contextlib.closing(sqlite3.connect(server.database)) as db:
        db.execute("DROP TRIGGER IF EXISTS log_is_append_only_u")
        db.execute(sql, values)
        db.commit()


def health(server: Server) -> dict:
    try:
        with urlopen(f"{server.url}/health", timeout=30) as answer:
            return json.load(answer)
    except HTTPError as error:
        return json.load(error)


SPOILT = {
    "cut settings": "UPDATE games SET settings = substr(settings, 1, 30) WHERE id = ?",
    "an unknown mode": "UPDATE games SET settings = replace(settings, 'modern', 'chess')"
    " WHERE id = ?",
    "a cut entry": "UPDATE log SET entry = substr(entry, 1, 20) WHERE game = ?",
    "an impossible move": "UPDATE log SET entry = json_set(entry, '$.square', 99) WHERE game = ?",
    "an unknown kind": "UPDATE log SET entry = json_set(entry, '$.kind', 'sing') WHERE game = ?",
}


def with_a_spoilt_game(server: Server, sql: str):
    """A visitor with two games, of which one cannot be read any more."""
    ann = server.client()
    bad, good = (ann.create(opponent="same-device", clock=DAYS).game.id for _ in range(2))
    for game in (bad, good):
        ann.command(game, m.Move(ply=0, square=40))
    server.kill()
    spoil(server, sql, bad)
    server.start()
    return ann, bad, good


@pytest.mark.parametrize("sql", SPOILT.values(), ids=SPOILT)
def test_promise_19_a_game_that_cannot_be_read_is_set_aside_and_named(make_server, sql):
    """The bug `stumble-over-a-game` makes this fail, as the next test shows."""
    server = make_server()
    ann, bad, good = with_a_spoilt_game(server, sql)
    with pytest.raises(Refusal) as caught:
        ann.game(bad)
    assert caught.value.code == "set-aside"
    assert ann.command(good, m.Move(ply=1, square=36)).game.moves == [40, 36]
    assert health(server)["set_aside"] == [bad]
    assert f"game {bad}: cannot be read and is set aside" in server.log()
    assert ann._ask("GET", "/api/v1/me/games", m.MyGames).games[0].id == good
    assert "Traceback" not in server.log()


def test_promise_19_would_be_seen_broken_for_games(make_server):
    server = make_server(bug="stumble-over-a-game")
    ann, bad, _ = with_a_spoilt_game(server, SPOILT["a cut entry"])
    with pytest.raises(Refusal) as caught:
        ann.game(bad)
    assert caught.value.code != "set-aside"
    assert not health(server)["set_aside"]


def with_a_newer_kind(server: Server) -> Server:
    server.stop()
    spoil(server, "INSERT INTO kinds VALUES ('sing')")
    return server


def test_promise_19_would_be_seen_broken_for_kinds(make_server):
    with_a_newer_kind(make_server(bug="read-newer-logs")).start()


def test_promise_19_a_kind_of_entry_that_is_newer_than_the_server_is_refused(make_server):
    """The bug `read-newer-logs` makes this fail, as the test before shows."""
    server = with_a_newer_kind(make_server())
    with pytest.raises(AssertionError, match=r"unknown to this Ninefold \(sing\): it was written"):
        server.start()


def see_it_readable_only(server: Server, game: str, ann) -> None:
    assert ann.game(game).game.moves == [40]
    with pytest.raises(Refusal) as caught:
        ann.command(game, m.Move(ply=1, square=36))
    assert caught.value.code == "disk"
    assert health(server)["status"] == "failing"


def test_promise_19_on_a_disk_that_takes_nothing_it_starts_and_can_be_read(make_server):
    server = make_server(bug="read-only-disk")
    ann = server.client()
    game = ann.create(opponent="same-device", clock=DAYS).game.id
    ann.command(game, m.Move(ply=0, square=40))
    server.kill()
    (server.data / "read-only").touch()
    server.start()
    see_it_readable_only(server, game, ann)
    (server.data / "read-only").unlink()
    assert ann.command(game, m.Move(ply=1, square=36)).game.moves == [40, 36]


@pytest.mark.parametrize("end", ["kill", "stop"])
def test_promise_19_on_a_file_system_that_is_read_only_too(make_server, tmp_path, end):
    """Needs the right to mount."""
    disk = tmp_path / "data0"
    disk.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "tmpfs", disk], check=False, capture_output=True
    )
    if mounted.returncode:
        pytest.skip("may not mount a file system")
    try:
        server = make_server()
        ann = server.client()
        game = ann.create(opponent="same-device", clock=DAYS).game.id
        ann.command(game, m.Move(ply=0, square=40))
        getattr(server, end)()
        config = (disk / "server.toml").read_text(encoding="utf-8")
        Path(tmp_path / "server.toml").write_text(config, encoding="utf-8")
        subprocess.run(["mount", "-o", "remount,ro", disk], check=True)
        with readable_only(server, tmp_path):
            see_it_readable_only(server, game, ann)
    finally:
        subprocess.run(["umount", "-l", disk], check=True)


@contextlib.contextmanager
def readable_only(server: Server, beside: Path):
    """A server on a folder in which nothing can be written, its log elsewhere."""
    again = Server(beside)
    again.games = server.data
    again.port = server.port
    again.start()
    try:
        yield
    finally:
        again.kill()


def test_promise_19_starting_does_not_wait_for_the_games(make_server, soak):
    """20,000 games with clocks took 7.5 s: now they are taken up beside those who play.

    The bug `take-up-everything-first` makes this fail, as the next test shows.
    """
    copies = 20_000 if soak else 1_000
    server = make_server()
    ann, game = with_clocks_that_run(server, copies)
    assert health(server)["games"] < copies / 2, "it answers before they are all there"
    until(lambda: ann.game(game).game.state == "over")
    assert ann.game(game).game.result.reason == "time"


def test_promise_19_would_be_seen_broken_for_starting(make_server):
    server = make_server(bug="take-up-everything-first")
    with_clocks_that_run(server, 300)
    assert health(server)["games"] > 300


def with_clocks_that_run(server: Server, copies: int):
    """Started anew with so many copies of a game whose clock runs: whose it is, and the game."""
    ann = server.client()
    game = ann.create(opponent="link", side="X", clock=m.TimedClock(initial_s=3)).game.id
    ben = server.client()
    ben.join(game)
    ann.command(game, m.Move(ply=0, square=40))
    ben.command(game, m.Move(ply=1, square=36))
    server.kill()
    spoil(
        server,
        """
        INSERT INTO games
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
        SELECT printf('copy%05d', i), json_set(settings, '$.id', printf('copy%05d', i)), state,
          x, o, updated_at, listed, solo, up, counted
        FROM n, games WHERE id = ?
        """,
        *(copies, game),
    )
    server.start()
    return ann, game
