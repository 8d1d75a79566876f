"""The commands around a server: playing there from a script, and starting one that cannot start."""

import json
import socket
import subprocess
import sys
from pathlib import Path

from ninefold import Position, parse_square

NINEFOLD = str(Path(sys.executable).with_name("ninefold"))


def ninefold(*arguments):
    return subprocess.run([NINEFOLD, *arguments], capture_output=True, text=True, check=False)


def test_a_program_plays_whole_games_on_a_server(shared_server):
    done = ninefold("online", shared_server.url, "--games", "2", "--mode", "open", "--json")
    assert done.returncode == 0, done.stderr
    for line in done.stdout.splitlines():
        played = json.loads(line)
        position = Position.start("open")
        for move in played["moves"]:
            position = position.play(parse_square(move))
        assert position.outcome.winner == played["winner"]


def test_a_server_that_is_not_there_is_told_in_one_sentence():
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    done = ninefold("online", f"http://127.0.0.1:{port}")
    assert done.returncode == 2
    assert done.stderr.startswith("ninefold: no server answers at")


def test_a_port_in_use_is_told_in_one_sentence(shared_server, tmp_path):
    done = ninefold("serve", "--port", str(shared_server.port), "--data", str(tmp_path))
    assert done.returncode == 2
    assert "choose another with --port" in done.stderr


def test_a_bad_configuration_is_told_in_one_sentence(tmp_path):
    for text, expected in [
        ("speed = 3", "there is no setting speed"),
        ("[limits]\nsockets = 'many'", "limits.sockets is 'many'"),
        ("pace = [", "cannot read the configuration"),
    ]:
        path = tmp_path / "server.toml"
        path.write_text(text, encoding="utf-8")
        done = ninefold("serve", "--config", str(path))
        assert done.returncode == 2
        assert expected in done.stderr
