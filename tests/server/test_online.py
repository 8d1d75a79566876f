"""The commands around a server: playing there from a script, and starting one that cannot start."""

import json
import re
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from ninefold import Position, parse_square
from ninefold.cli import main

NINEFOLD = str(Path(sys.executable).with_name("ninefold"))


def ninefold(*arguments):
    return subprocess.run([NINEFOLD, *arguments], capture_output=True, text=True, check=False)


def test_a_program_plays_whole_games_on_a_server(shared_server):
    done = ninefold("online", shared_server.url, "--games", "2", "--mode", "open", "--json")
    assert done.returncode == 0, done.stderr
    games = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(games) == 2
    for played in games:
        position = Position.start("open")
        for move in played["moves"]:
            position = position.play(parse_square(move))
        assert position.outcome.winner == played["winner"]


def test_any_engine_that_a_match_knows_plays_on_a_server(shared_server):
    for player in ("first-game", "full:nodes=200", "python:ninefold.engine.baselines:GreedyEngine"):
        done = ninefold("online", shared_server.url, "--player", player, "--level", "first-game")
        assert (done.returncode, "after" in done.stdout) == (0, True), done.stderr
    assert "did you mean" in ninefold("online", shared_server.url, "--player", "greedi").stderr


def test_a_server_that_is_not_there_is_told_in_one_sentence():
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    done = ninefold("online", f"http://127.0.0.1:{port}")
    assert done.returncode == 4
    assert done.stderr.startswith("ninefold: no server answers at")


@pytest.mark.parametrize(
    "url",
    [
        *("notaurl", "http://a b", "http://[::1", "", "http://", "ftp://host", "http://host:port"),
        *("http://host:99999", "http://host\n", "http://[x]:80", "//host", "localhost:8099"),
    ],
)
def test_what_is_not_an_address_is_refused_in_one_sentence(url, capsys):
    assert main(["online", url]) == 2
    assert re.fullmatch(
        r"ninefold: .* is not a server's address: expected one such as http://127.0.0.1:8099\n",
        capsys.readouterr().err,
    )


def test_a_port_in_use_is_told_in_one_sentence(shared_server, tmp_path):
    done = ninefold("serve", "--port", str(shared_server.port), "--data", str(tmp_path))
    assert done.returncode == 4
    assert "choose another with --port" in done.stderr


def test_a_bad_configuration_is_told_in_one_sentence(tmp_path):
    for text, expected in [
        ("speed = 3", "there is no setting 'speed' (expected one of host, port, "),
        ("[limits]\nsocket = 3", "'limits.socket' (did you mean limits.sockets?)"),
        ("[limits]\nsockets = 'many'", "limits.sockets is 'many': expected a whole number"),
        ("port = 70000", "port is 70000: expected a whole number <= 65535"),
        ("origins = ['http://a', 3]", "origins[1] is 3: expected a text in quotes"),
        ("data = 3", "data is 3: expected a text in quotes"),
        ("limits = 3", "limits is 3: expected a table"),
        ("pace = [", "cannot read the configuration"),
    ]:
        path = tmp_path / "server.toml"
        path.write_text(text, encoding="utf-8")
        done = ninefold("serve", "--config", str(path))
        assert done.returncode == 2
        assert expected in done.stderr
